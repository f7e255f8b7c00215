"""The scripts of a role pack as canonical documents, described in ``extension.schema.json``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from herdr_lint.judge.document import Document, NodeSpans
from herdr_lint.model import Related, Span
from herdr_lint.role_pack.document import PackReading
from herdr_lint.role_pack.extension.bridge import Bridge, Listener, Registration
from herdr_lint.role_pack.extension.parser import Module


def extension_documents(pack: PackReading) -> Iterator[Document]:
    """A document for each script that there is something to judge in."""
    for module in pack.bridge.modules:
        facts = _Facts(pack, module)
        data = facts.data()
        if len(data) > 1:
            path = pack.prefix + module.path
            yield Document(
                "extension", path, data, module.script.text, facts.spans, related=facts.related
            )


class _Facts:
    """Collects facts about one module, each with its place."""

    def __init__(self, pack: PackReading, module: Module) -> None:
        self.pack = pack
        self.bridge: Bridge = pack.bridge
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
        if self.bridge.channel:
            return []
        found: list[str] = []
        for module, node, text in self.bridge.near:
            if module is self.module:
                self._place(f"/near/{len(found)}", module.script.span(node))
                found.append(text)
        return found

    def _listeners(self) -> list[dict[str, Any]]:
        mine = [one for one in self.bridge.listeners if one.module is self.module]
        return [self._listener(f"/listeners/{index}", one) for index, one in enumerate(mine)]

    def _listener(self, pointer: str, listener: Listener) -> dict[str, Any]:
        self._place(pointer, self.module.script.span(listener.node))
        word = listener.asynchronous
        if word is not None:
            self._place(f"{pointer}/asynchronous", self.module.script.span(word))
        loses = any(
            one.late == "await" and one.function is listener.handler
            for one in self.bridge.registrations
        )
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
        mine = [one for one in self.bridge.registrations if one.module is self.module]
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
        tree = self.pack.tree
        if tree.is_file(target):
            return {"target": target, "found": "file", "markdown": target.endswith(".md")}
        if not tree.is_folder(target):
            return {"target": target or ".", "found": "missing"}
        prefix = f"{target}/" if target else ""
        roles = [
            name
            for name in tree.entries(target)
            if name.endswith(".md") and tree.is_file(prefix + name)
        ]
        return {"target": target or ".", "found": "folder", "roles": len(roles)}
