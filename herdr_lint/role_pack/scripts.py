"""The scripts of a role pack as canonical documents, described in ``extension.schema.json``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from herdr_lint.judge.document import Document, NodeSpans
from herdr_lint.model import FILE_START, Related, Span
from herdr_lint.role_pack.extension.bridge import Listener, Registration
from herdr_lint.role_pack.extension.imports import Imported
from herdr_lint.role_pack.extension.parser import Module
from herdr_lint.role_pack.extension.script import Node
from herdr_lint.role_pack.reading import MANIFEST, PackReading

_UNDECLARED = frozenset({"undeclared", "dev"})

_T = TypeVar("_T")


def extension_documents(pack: PackReading) -> Iterator[Document]:
    """A document for each script that there is something to judge in."""
    shared = _Shared.of(pack)
    for module in pack.modules.known:
        facts = _ScriptFacts(shared, module)
        data = facts.data()
        if len(data) > 1:
            path = pack.prefix + module.path
            yield Document(
                "extension", path, data, module.script.text, facts.spans, related=facts.related
            )


class _Shared(NamedTuple):
    """What the scripts of a pack have in common, by module."""

    pack: PackReading
    listeners: Mapping[str, Sequence[Listener]]
    registrations: Mapping[str, Sequence[Registration]]
    near: Mapping[str, Sequence[tuple[Module, Node, str]]]
    imports: Mapping[str, Sequence[Imported]]
    packages: Mapping[str, Sequence[Imported]]
    """Packages that come with nothing, each where it is imported first."""
    late: frozenset[Node]
    """Functions in which a registration comes after a wait."""

    @classmethod
    def of(cls, pack: PackReading) -> _Shared:
        bridge = pack.bridge
        first: dict[str, Imported] = {}
        for one in pack.imports:
            if one.target.found in _UNDECLARED:
                first.setdefault(one.target.name, one)
        return cls(
            pack,
            _by_module(bridge.listeners, lambda one: one.module),
            _by_module(bridge.registrations, lambda one: one.module),
            _by_module(() if bridge.channel else bridge.near, lambda one: one[0]),
            _by_module(pack.imports, lambda one: one.module),
            _by_module(first.values(), lambda one: one.module),
            frozenset(one.function for one in bridge.registrations if one.late == "await"),
        )


def _by_module(
    found: Iterable[_T], module_of: Callable[[_T], Module]
) -> Mapping[str, Sequence[_T]]:
    grouped: dict[str, list[_T]] = defaultdict(list)
    for one in found:
        grouped[module_of(one).path].append(one)
    return grouped


class _ScriptFacts:
    """Collects facts about one module, each with its place."""

    def __init__(self, shared: _Shared, module: Module) -> None:
        self.shared = shared
        self.pack = shared.pack
        self.bridge = shared.pack.bridge
        self.module = module
        self.spans: dict[str, NodeSpans] = {}
        self.related: dict[str, tuple[Related, ...]] = {}

    def data(self) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "factory": self._factory(),
            "channel": self._channel(),
            "near": self._near(),
            "listeners": self._listeners(),
            "registrations": self._registrations(),
            "imports": self._imports(),
            "packages": self._packages(),
        }
        return {"kind": "extension"} | {name: value for name, value in facts.items() if value}

    def _place(self, pointer: str, span: Span) -> None:
        self.spans[pointer] = NodeSpans(None, span)

    def _factory(self) -> str | None:
        """What the default export is, for a module that Pi loads as an extension."""
        binding = self.module.exports.get("default")
        if binding is not None and binding.value is not None:
            self._place("/factory", self.module.script.span(binding.value))
        return self.bridge.factories.get(self.module.path)

    def _channel(self) -> str | None:
        """Whether the pack listens at all; told of the first entry alone."""
        entries = self.bridge.entries or ()
        if self.module.path not in entries[:1]:
            return None
        if self.bridge.channel or self.bridge.near:
            return "named"
        return "absent" if self.bridge.certain and not self.bridge.unread else "unknown"

    def _near(self) -> list[str]:
        """Texts that are nearly the name of the channel, where nothing is exactly that."""
        found = self.shared.near.get(self.module.path, ())
        for index, (module, node, _) in enumerate(found):
            self._place(f"/near/{index}", module.script.span(node))
        return [text for _, _, text in found]

    def _imports(self) -> list[dict[str, Any]]:
        """The files of the pack that are imported."""
        found: list[dict[str, Any]] = []
        for one in self.shared.imports.get(self.module.path, ()):
            if one.use.source.startswith((".", "#")):
                self._place(f"/imports/{len(found)}", self.module.script.span(one.use.node))
                found.append(self._import(one))
        return found

    def _import(self, one: Imported) -> dict[str, Any]:
        found: str = one.target.found
        if found == "out" and (self.pack.data.get("private") is True):
            found = "elsewhere"
        return {
            "source": one.use.source,
            "found": found,
            "path": one.target.path or "",
            "when": "call" if one.use.late else "load",
        }

    def _packages(self) -> list[dict[str, str]]:
        """Packages that are imported here first and that nothing brings along."""
        mine = self.shared.packages.get(self.module.path, ())
        for index, one in enumerate(mine):
            self._place(f"/packages/{index}", self.module.script.span(one.use.node))
            where = Related(self.pack.prefix + MANIFEST, FILE_START, "it is declared nowhere here")
            self.related[f"/packages/{index}"] = (where,)
        return [{"name": one.target.name, "found": one.target.found} for one in mine]

    def _listeners(self) -> list[dict[str, Any]]:
        mine = self.shared.listeners.get(self.module.path, ())
        return [self._listener(f"/listeners/{index}", one) for index, one in enumerate(mine)]

    def _listener(self, pointer: str, listener: Listener) -> dict[str, Any]:
        self._place(pointer, self.module.script.span(listener.node))
        word = listener.asynchronous
        if word is not None:
            self._place(f"{pointer}/asynchronous", self.module.script.span(word))
        loses = listener.handler in self.shared.late
        told = listener is not self.bridge.listeners[0] or not self._is_complete
        return {
            "via": listener.via,
            "asynchronous": word is not None and not loses,
            "checks-version": told or self.bridge.checks_version,
            "unsubscribes": told or self.bridge.unsubscribes,
        }

    @property
    def _is_complete(self) -> bool:
        """Whether nothing that the bridge does can be in a module that was not understood."""
        return bool(self.bridge.registrations) and not self.bridge.unread

    def _registrations(self) -> list[dict[str, Any]]:
        mine = self.shared.registrations.get(self.module.path, ())
        return [
            self._registration(f"/registrations/{index}", one) for index, one in enumerate(mine)
        ]

    def _registration(self, pointer: str, registration: Registration) -> dict[str, Any]:
        self._place(pointer, self.module.script.span(registration.node))
        if registration.origin is not None:
            span = self.module.script.span(registration.origin)
            where = Related(self.pack.prefix + self.module.path, span, "it is given its value here")
            about = ("form", "found", "markdown", "roles")
            self.related |= {f"{pointer}/{fact}": (where,) for fact in about}
        return {
            "form": registration.form,
            "text": registration.text,
            "late": registration.late or "",
            **self._target(registration.target),
        }

    def _target(self, target: str | None) -> dict[str, Any]:
        """What is in the pack where a registration points to."""
        if target is None or "node_modules" in target.split("/"):
            return {}
        if self.pack.tree.is_file(target):
            return {"target": target, "found": "file", "markdown": target.endswith(".md")}
        roles = self.pack.roles_at(target)
        if roles is None:
            return {"target": target, "found": "missing"}
        return {"target": target or ".", "found": "folder", "roles": len(roles)}
