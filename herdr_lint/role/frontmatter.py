"""The host's own reading of a role file: fences, lines and keys (role reading 1.2 to 1.4).

The host knows no YAML. It cuts a block out of the text and looks for lines that begin with
``key:``. This module finds the same block and the same lines, and says where they stand.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from herdr_lint.late import late_pattern
from herdr_lint.model import Span
from herdr_lint.syntax.text import BOM, ECMA_SPACE, SourceText, ecma_trim

FENCE = "---"
FIRST_LINE = 2
"""The line of the file on which the block begins."""

QUOTES = "\"'"

_FENCES = frozenset({FENCE, "- - -"})
_KEY = late_pattern(r"[A-Za-z][\w-]*\s*:")
_FLAT = late_pattern(r"(?:[A-Za-z][A-Za-z-]*:[^\n]*(?:\n|\Z))+")
_ANCHOR = late_pattern(r"(?:^|[\s:,\[{-])&([^\s,\[\]{}]+)")


class KeyLine(NamedTuple):
    """One line of the block that has a colon.

    ``head`` is all that stands before the first colon and ``rest`` all behind it; ``key`` is the
    head without spaces around it and without one pair of quotes, ``value`` the trimmed rest.
    """

    line: int
    head: str
    key: str
    rest: str
    value: str
    sign: int = 1
    """Characters of the colon, or of what stands for it."""

    @property
    def canonical(self) -> bool:
        """Whether the host sees the key: unquoted, at the start of the line, colon at once."""
        return self.head == self.key

    @property
    def form(self) -> str:
        """Written how: ``plain``, ``quoted``, ``indented``, ``spaced`` or ``invisible``."""
        if self.canonical:
            return "plain"
        if self.head.strip(" \t") != ecma_trim(self.head):
            return "invisible"
        if ecma_trim(self.head)[0] in QUOTES:
            return "quoted"
        return "indented" if self.head != self.head.lstrip() else "spaced"

    @property
    def key_span(self) -> Span:
        bare = ecma_trim(self.head)
        start = self.head.index(bare) + 1
        return Span.at(self.line, start, start + len(bare))

    @property
    def value_span(self) -> Span:
        """The span of the value; of an empty one, the end of the line."""
        before = self.rest.index(self.value) if self.value else len(self.rest)
        start = len(self.head) + 2 + before
        return Span.at(self.line, start, start + len(self.value))


class FrontmatterEntry(NamedTuple):
    """A key line at the start of a line, with the lines that YAML would count as its value."""

    head: KeyLine
    tail: tuple[tuple[int, str], ...] = ()

    @property
    def last_line(self) -> int:
        return self.tail[-1][0] if self.tail else self.head.line

    @property
    def goes_on(self) -> bool:
        """Whether any of the lines below says something; comments and blank lines do not."""
        said = (line.strip(" \t") for _, line in self.tail)
        return any(line and line[0] != "#" for line in said)


class Frontmatter:
    """The block between the fences, as the host cuts it out.

    ``lines`` are those of the block, of which the first is the second of the file. It ends at the
    offset ``close``; ``close_rest`` is what follows the three dashes on the closing line, which
    the host takes for the beginning of the ``body``.
    """

    def __init__(
        self, text: SourceText, lines: tuple[str, ...], close: int, close_rest: str, body: str
    ) -> None:
        self.text = text
        self.lines = lines
        self.close = close
        self.close_rest = close_rest
        self.body = body

    @cached_property
    def is_flat(self) -> bool:
        """Whether every line is a key at the start of the line, so that each is its own value."""
        return _FLAT.fullmatch("\n".join(self.lines)) is not None

    @property
    def close_line(self) -> int:
        return len(self.lines) + FIRST_LINE

    def numbered(self) -> Iterator[tuple[int, str]]:
        """The lines of the block with their numbers in the file."""
        return enumerate(self.lines, FIRST_LINE)

    @cached_property
    def anchors(self) -> frozenset[str]:
        """The names that YAML aliases in the block may refer to."""
        return frozenset(name for line in self.lines for name in _ANCHOR.findall(line))

    @cached_property
    def key_lines(self) -> tuple[KeyLine, ...]:
        """Every line with a colon that is not a comment, in file order."""
        if self.is_flat:
            parts = ((number, line.partition(":")) for number, line in self.numbered())
            return tuple(
                KeyLine(number, key, key, rest, rest.strip(ECMA_SPACE))
                for number, (key, _, rest) in parts
            )
        found = (key_line(number, line) for number, line in self.numbered())
        return tuple(line for line in found if line is not None)

    @cached_property
    def others(self) -> tuple[tuple[int, str], ...]:
        """The lines that have no key and are no comment or fence, with their numbers."""
        if self.is_flat:
            return ()
        keys = {line.line for line in self.key_lines}
        return tuple(
            (number, line)
            for number, line in self.numbered()
            if number not in keys and line.strip() and not line.strip().startswith(("#", FENCE))
        )

    @cached_property
    def entries(self) -> tuple[FrontmatterEntry, ...]:
        """The key lines at the start of a line, each with its continuation."""
        if self.is_flat:
            return tuple(map(FrontmatterEntry, self.key_lines))
        heads = [
            line
            for line in self.key_lines
            if not line.head[0].isspace() and not continues(self.lines[line.line - FIRST_LINE])
        ]
        ends = [*(line.line for line in heads[1:]), self.close_line]
        return tuple(
            FrontmatterEntry(line, self._tail(line, end))
            for line, end in zip(heads, ends, strict=False)
        )

    @cached_property
    def entry_at(self) -> dict[int, FrontmatterEntry]:
        """The entries by the line on which they begin."""
        return {entry.head.line: entry for entry in self.entries}

    def _tail(self, head: KeyLine, end: int) -> tuple[tuple[int, str], ...]:
        """The lines that belong to the value of a key, up to ``end`` or a fence that is indented.

        Only a block of text may hold such a line.
        """
        start = owned = head.line + 1
        text = head.value[:1] in {"|", ">"}
        for number in range(start, end):
            line = self.lines[number - FIRST_LINE]
            if line.strip(" \t") in _FENCES and not text:
                break
            if continues(line):
                owned = number + 1
            elif line.strip() and not line.startswith("#"):
                break
        return tuple((number, self.lines[number - FIRST_LINE]) for number in range(start, owned))


def continues(line: str) -> bool:
    """Whether YAML would read a line as part of the value above it."""
    if line[:1] in {" ", "\t"}:
        return bool(line.strip(" \t"))
    return line.startswith(("- ", "]", "}")) or line == "-"


def key_line(number: int, line: str) -> KeyLine | None:
    """A line as a key and a value, or None for a comment and a line without a key or a colon."""
    head, colon, rest = line.partition(":")
    bare = head.strip(ECMA_SPACE)
    if not colon or not bare or bare[0] == "#":
        return None
    quoted = len(bare) > 2 and bare[0] in QUOTES and bare[0] == bare[-1]
    return KeyLine(number, head, bare[1:-1] if quoted else bare, rest, rest.strip(ECMA_SPACE))


def read_frontmatter(text: SourceText) -> Frontmatter | None:
    """The block that the host finds, or None where it finds none."""
    opening = f"{FENCE}\n"
    if not text.text.startswith(opening):
        return None
    close = text.text.find(f"\n{FENCE}", len(FENCE) + 1)
    if close == -1:
        return None
    rest = text.text[close + 1 + len(FENCE) :]
    lines = tuple(text.text[len(opening) : close].split("\n"))
    return Frontmatter(text, lines, close, rest.partition("\n")[0], ecma_trim(rest))


def missing_cause(text: SourceText) -> str:
    """Why the host finds no block, as a word that the rules know (role reading 1.2)."""
    first = text.lines[0]
    if not ecma_trim(text.text):
        return "empty"
    if "\0" in text.text[:4]:
        return "utf-16"
    if text.text.startswith(BOM):
        return "second-bom"
    if first.startswith(f"{FENCE}\r"):
        return "lone-cr"
    if first == FENCE:
        return _unterminated_cause(text)
    if first.strip() == FENCE:
        return "fence-space" if first.startswith(FENCE) else "fence-indented"
    if first.startswith(FENCE):
        return "fence-longer"
    return _late_fence_cause(text)


def _unterminated_cause(text: SourceText) -> str:
    if len(text.lines) > 1 and text.lines[1].startswith(FENCE):
        return "empty-block"
    line = misread_fence(text)
    if line is None:
        below = [one for one in text.lines[1:] if ecma_trim(one)]
        return "ruler" if below and not any(map(_KEY.match, below)) else "unterminated"
    return "close-dots" if text.lines[line - 1].startswith("...") else "close-indented"


def misread_fence(text: SourceText) -> int | None:
    """The first line below the first that an author may take for the closing fence."""
    for number, line in enumerate(text.lines, 1):
        if number > 1 and (line.strip() == FENCE or line.rstrip() == "..."):
            return number
    return None


def _late_fence_cause(text: SourceText) -> str:
    """A fence that is there, but not on the first line; a ruler in prose is none."""
    for number, line in enumerate(text.lines):
        if line.rstrip() == FENCE:
            if not ecma_trim("".join(text.lines[:number])):
                return "blank-first"
            return "text-first" if _opens_block(text.lines[number + 1 :]) else "default"
    return "default"


def _opens_block(lines: list[str]) -> bool:
    """Whether a key stands right below, as it does below an opening fence."""
    below = [line for line in lines if not line.startswith("#")]
    return bool(below and _KEY.match(below[0]))
