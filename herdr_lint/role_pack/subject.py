"""What the rules of a role pack look at, and how they speak of it."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import make_finding, word
from herdr_lint.late import late, late_pattern
from herdr_lint.model import Finding, Layer, Related, Span
from herdr_lint.role.document import read_role
from herdr_lint.role_pack.reading import PackReading

if TYPE_CHECKING:
    from herdr_lint.role_pack import skill
else:
    skill = late("herdr_lint.role_pack.skill")

CONTEXT = "role-pack"

MOST_SKILLS = 2_000
"""Skills of one pack that are read."""

MOST_OF_BLOCKS = 512 << 10
"""Bytes of frontmatter of one pack that are read: of all skills, and of all roles with skills."""

_WORD = late_pattern(r"[A-Za-z0-9-]+")
_SKILL = b"skill"
"""What stands in every role that declares skills."""
_KEYS = ("skills", "skill")
_README = late_pattern(r"readme(\..*)?", re.IGNORECASE)


class Asking(NamedTuple):
    """A role that declares skills: the key that the host reads, and the names."""

    role: Document
    key: str
    names: tuple[str, ...]


class Pack:
    """A role pack under judgment."""

    def __init__(self, reading: PackReading) -> None:
        self.reading = reading

    def display_path(self, path: str) -> str:
        """A file of the pack as people read it, whatever the locale makes of its name."""
        return self.reading.prefix + spelled(path)

    def _read(self, path: str) -> bytes:
        """The bytes of a file; of one that cannot be read there are none."""
        return self.reading.tree.read(path) or b""

    @cached_property
    def asking(self) -> tuple[Asking, ...]:
        """The roles that declare skills to the host."""
        return tuple(self._asking())

    @cached_property
    def files_asking(self) -> tuple[str, ...]:
        """The role files that may declare skills."""
        return tuple(path for path in self.reading.role_files if _SKILL in self._read(path))

    @cached_property
    def readable_asking(self) -> tuple[str, ...]:
        """Those of them that are read; there may be too many."""
        return self._within_bounds(self.files_asking)

    def _asking(self) -> Iterator[Asking]:
        for path in self.readable_asking:
            data, shown = self._read(path), self.display_path(path)
            # What a role is called counts for nothing here.
            role = read_role(shown, data, stem=path, layer=Layer.PACKAGE)
            values = role.data.get("frontmatter", {})
            key = next((key for key in _KEYS if values.get(key)), None)
            if key is not None:
                yield Asking(role, key, tuple(str(entry) for entry in values[key]))

    @cached_property
    def asked_for(self) -> frozenset[str]:
        """The skills that roles of the pack declare."""
        return frozenset(name for one in self.asking for name in one.names)

    @cached_property
    def skills(self) -> tuple[tuple[str, Document], ...] | None:
        """The skills that Pi finds in the pack; None where that cannot be told."""
        return None if self.reading.resources.skills is None else tuple(self._skills())

    @cached_property
    def readable_skills(self) -> tuple[str, ...]:
        """The files of skills of which the blocks are read; there may be too many of them."""
        return self._within_bounds((self.reading.resources.skills or ())[:MOST_SKILLS])

    def _within_bounds(self, paths: Sequence[str]) -> tuple[str, ...]:
        """The first of the files, as far as the blocks at their beginnings are not too much."""
        left = MOST_OF_BLOCKS
        found: list[str] = []
        for path in paths:
            data = self._read(path)
            left -= max(data.find(b"\n---"), 0)
            if left < 0:
                break
            found.append(path)
        return tuple(found)

    def _skills(self) -> Iterator[tuple[str, Document]]:
        for path in self.readable_skills:
            data = self.reading.tree.read(path)
            if data is None:
                continue
            document = skill.read_skill(
                self.display_path(path), data, name=path, declared=self.asked_for
            )
            if document is not None:
                yield path, document

    @cached_property
    def readme(self) -> frozenset[str]:
        """The words of the pack's README files, of letters, digits and hyphens."""
        tree = self.reading.tree
        names = [name for name in tree.entries("") if _README.fullmatch(name)]
        texts = (data.decode("utf-8", "replace") for data in map(tree.read, names) if data)
        return frozenset(word for text in texts for word in _WORD.findall(text))

    def finding(self, document: Document, rule: str, pointer: str, **params: Any) -> Finding:
        return make_finding(document, rule, CONTEXT, pointer=pointer, **params)

    def finding_in(
        self,
        path: str,
        rule: str,
        span: Span,
        *,
        cause: str | None = None,
        related: tuple[Related, ...] = (),
        **params: Any,
    ) -> Finding:
        """A finding in a file of the pack that no document stands for."""
        shown = self.display_path(path)
        return word(rule, CONTEXT, shown, cause=cause, span=span, related=related, **params)


def spelled(name: str) -> str:
    """A name with the letters that its bytes stand for in UTF-8."""
    try:
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:
        return name
