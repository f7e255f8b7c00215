"""What the rules of a pack look at: its manifest, its files, and the profile that judges it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from herdr_lint.judge.document import Document, Part, to_pointer
from herdr_lint.judge.judge import make_finding, show, word
from herdr_lint.model import Finding, Related, Span
from herdr_lint.openwop.paths import Names
from herdr_lint.openwop.profiles import Profile

Way: TypeAlias = "tuple[str | int, ...]"
"""The steps from the root of a manifest to one of its members."""

Files: TypeAlias = Mapping[str, bytes]
"""The files of a pack by their names, as an archive has them: relative, with ``/``."""


@dataclass(frozen=True)
class OpenwopPack:
    """A pack under judgment.

    ``prefix`` stands before each name of a file in findings: ``packs/crew/``, or
    ``crew-1.0.0.tgz!``. A ``built`` pack is what gets published: its programs are there, and
    what is missing stays missing. ``files`` is None where only the manifest is known, and an
    ``alone`` manifest is that of a single agent. ``left_out`` are the names of files that are
    there and were not read.
    """

    document: Document
    profile: Profile
    files: Files | None = None
    prefix: str = ""
    built: bool = True
    alone: bool = False
    left_out: Container[str] = ()

    @cached_property
    def names(self) -> Names | None:
        """The names of the pack's files, where they are known."""
        return None if self.files is None else Names(self.files, self.left_out)

    @cached_property
    def manifest(self) -> Mapping[str, Any]:
        """The manifest of the pack, or nothing where the file holds something else."""
        return {} if self.alone else members(self.document.data)

    @cached_property
    def name(self) -> str:
        """The name of the pack; empty where there is none."""
        return _text(self.manifest.get("name"))

    @cached_property
    def version(self) -> str:
        return _text(self.manifest.get("version"))

    @cached_property
    def agents(self) -> tuple[tuple[Way, Mapping[str, Any]], ...]:
        """The agents that are objects, each with the way to it."""
        if self.alone:
            return (((), members(self.document.data)),)
        return tuple(_objects(("agents",), self.manifest.get("agents")))

    @cached_property
    def nodes(self) -> tuple[tuple[Way, Mapping[str, Any]], ...]:
        return tuple(_objects(("nodes",), self.manifest.get("nodes")))

    @cached_property
    def type_ids(self) -> tuple[str, ...]:
        """The types of the pack's nodes, in their order."""
        found = (node.get("typeId") for _, node in self.nodes)
        return tuple(type_id for type_id in found if isinstance(type_id, str))

    @cached_property
    def _called(self) -> Mapping[str, str]:
        """The pack's name and version, where it has them, fit to be put between backticks."""
        both = {"name": self.name, "version": self.version}
        return {key: show(value)[1:-1] for key, value in both.items()}

    def finding(
        self,
        rule: str,
        way: Way,
        value: Any,
        *,
        cause: str | None = None,
        part: Part = "value",
        related: tuple[Related, ...] = (),
        **params: Any,
    ) -> Finding:
        """A finding at a member of the manifest; texts may speak of the pack's name and version."""
        known = {**self._called, "value": show(value)}
        return make_finding(
            self.document,
            rule,
            self.profile.name,
            cause=cause,
            pointer=to_pointer(way),
            part=part,
            related=related,
            **(known | params),
        )

    def finding_in(
        self, file: str, rule: str, span: Span, *, related: tuple[Related, ...] = (), **params: Any
    ) -> Finding:
        """A finding in another file of the pack."""
        known = {**self._called, "value": show(file)}
        path = self.prefix + file
        return word(rule, self.profile.name, path, span=span, related=related, **(known | params))

    def related(self, way: Way, message: str) -> tuple[Related, ...]:
        """A member of the manifest as the other place that a finding speaks of."""
        span = self.document.locate(to_pointer(way))
        return (Related(self.document.path, span, message),)


def entries(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """The items of a list, each with the way to it; none of what is not a list."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield (*way, index), item


def members(value: Any) -> Mapping[str, Any]:
    """The members of an object; none of what is not an object."""
    return value if isinstance(value, Mapping) else {}


def _objects(way: Way, value: Any) -> Iterator[tuple[Way, Mapping[str, Any]]]:
    return ((at, item) for at, item in entries(value, way) if isinstance(item, Mapping))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
