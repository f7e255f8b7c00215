"""Where the keys and values of a TOML file stand; ``tomllib`` gives the values alone.

Only for text that ``tomllib`` has accepted: nothing is judged here, so a few patterns are enough
to tell keys, strings, brackets and comments apart.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

from herdr_lint.judge.document import NodeSpans, to_pointer
from herdr_lint.late import late, late_pattern
from herdr_lint.model import Span
from herdr_lint.syntax.text import SourceText

if TYPE_CHECKING:
    import tomllib
else:
    tomllib = late("tomllib")

_SKIP = late_pattern(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = late_pattern(r"""[\w-]+|"(?:\\.|[^"\\])*"|'[^']*'""")
_STRING = late_pattern(
    r'''"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*\'''', re.DOTALL
)
_SCALAR = late_pattern(r"[^,\]}#\n]*[^,\]}#\s]")

Path = tuple[str | int, ...]


class _OpenTable(NamedTuple):
    """An array or inline table that has begun; ``item`` counts the items of an array."""

    path: Path
    start: int
    item: int | None


def spans(text: SourceText) -> Mapping[str, NodeSpans]:
    """The span of each key and value, by JSON Pointer; a table has a key alone."""
    scanner = _TomlScanner(text.text)
    scanner.scan()
    paths = scanner.keys.keys() | scanner.values.keys()
    return {
        to_pointer(path): NodeSpans(
            _span(text, scanner.keys.get(path)), _span(text, scanner.values.get(path))
        )
        for path in paths
    }


def _span(text: SourceText, ends: tuple[int, int] | None) -> Span | None:
    return text.span(*ends) if ends else None


class _TomlScanner:
    """Walks once through the text; ``keys`` and ``values`` hold offsets of start and end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.keys: dict[Path, tuple[int, int]] = {}
        self.values: dict[Path, tuple[int, int]] = {}
        self._tables: dict[Path, int] = {}

    def scan(self) -> None:
        table: Path = ()
        self._take(_SKIP)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._value(self._dotted(table))
            self._take(_SKIP)

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = cast("re.Match[str]", pattern.match(self.text, self.at))
        self.at = found.end()
        return found[0]

    def _header(self) -> Path:
        """``[a.b]`` or ``[[a.b]]``; the path that the keys below it start from."""
        many = self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        path: Path = ()
        for part, ends in self._parts():
            path = (*self._current(path), part)
            self.keys.setdefault(path, ends)
        if many:
            self._tables[path] = self._tables.get(path, -1) + 1
            self.keys[self._current(path)] = ends
        self.at += 2 if many else 1
        return self._current(path)

    def _current(self, path: Path) -> Path:
        """The path, or that of its latest element if it is an array of tables."""
        return (*path, self._tables[path]) if path in self._tables else path

    def _dotted(self, path: Path) -> Path:
        """``a.b =``; the path of the value that follows."""
        for part, ends in self._parts():
            path = (*path, part)
            self.keys.setdefault(path, ends)
        self.at += 1
        self._take(_SKIP)
        return path

    def _parts(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """The parts of a dotted key, up to the ``=`` or ``]`` behind it."""
        while True:
            self._take(_SKIP)
            start = self.at
            key = self._take(_KEY)
            yield _plain(key), (start, self.at)
            self._take(_SKIP)
            if self.text[self.at] != ".":
                return
            self.at += 1

    def _value(self, path: Path) -> None:
        """A value with all that is in it; nesting is kept in a list, not on the stack."""
        outer: list[_OpenTable] = []
        following: Path | None = path
        while following is not None:
            start = self.at
            if self.text[start] in ("[", "{"):
                self.at += 1
                outer.append(_OpenTable(following, start, -1 if self.text[start] == "[" else None))
            else:
                self._take(_STRING if self.text[start] in ('"', "'") else _SCALAR)
                self.values[following] = (start, self.at)
            following = self._following(outer)

    def _following(self, outer: list[_OpenTable]) -> Path | None:
        """The path of the next value, once all that ends here is closed; None after the last."""
        while outer:
            self._take(_SKIP)
            if self.text[self.at] == ",":
                self.at += 1
                self._take(_SKIP)
            path, start, index = outer.pop()
            if self.text[self.at] in ("]", "}"):
                self.at += 1
                self.values[path] = (start, self.at)
                continue
            if index is None:
                outer.append(_OpenTable(path, start, None))
                return self._dotted(path)
            outer.append(_OpenTable(path, start, index + 1))
            return (*path, index + 1)
        return None


def _plain(key: str) -> str:
    return next(iter(tomllib.loads(f"{key} = 0")))
