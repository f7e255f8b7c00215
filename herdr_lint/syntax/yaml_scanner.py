"""ruamel.yaml's scanner, held to YAML 1.2 where it is stricter or laxer: tabs, and line breaks.

Tabs may separate what stands on one line and may not indent (YAML 1.2.2, sections 6.1 and 6.2);
the library refuses nearly all of them. It takes U+0085, U+2028 and U+2029 for line breaks, as YAML
1.1 did; here they are characters like others (section 5.4).

Importing this module imports ruamel.yaml, so only what meets YAML does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.parser import Parser
from ruamel.yaml.scanner import Scanner, ScannerError

from herdr_lint.late import late_pattern
from herdr_lint.syntax.yaml_errors import HEADER, TAB

__all__ = ["YAMLError", "events"]

_BOM = "\ufeff"
_SPACE = " \t"
_BREAK = "\r\n"
_END = "\0\r\n"

_OLD_BREAKS = "\x85\u2028\u2029"
_PRIVATE = range(0xE000, 0xF8FF)
_DIRECTIVES = late_pattern(r"(?:[%#][^\n]*\n|[ \t]*\n)+")


def events(text: str) -> Iterator[Any]:
    """The parser's events: no nodes are composed, no objects made, no aliases expanded.

    Their marks are offsets in ``text``.

    Raises:
        YAMLError: the text is not YAML 1.2. The parser lets a `ValueError` or an `OverflowError`
            out as well.

    """
    stand_ins = _stand_ins(text)
    meant = {new: old for old, new in stand_ins.items()}
    yaml = _Yaml(typ="safe")
    yaml.Scanner, yaml.Parser = _YamlScanner, Parser
    for event in yaml.parse(_without_tabs(text).translate(stand_ins)):
        if isinstance(getattr(event, "value", None), str):
            event.value = event.value.translate(meant)
        yield event


def _stand_ins(text: str) -> Mapping[int, int]:
    """For each old line break in a text a character that does not occur in it."""
    old = [ord(char) for char in _OLD_BREAKS if char in text]
    free = (code for code in _PRIVATE if chr(code) not in text)
    return {code: next(free, code) for code in old}


def _without_tabs(text: str) -> str:
    """The text with spaces for the tabs in what stands before a document."""
    directives = _DIRECTIVES.match(text)
    if not directives:
        return text
    return directives[0].replace("\t", " ") + text[directives.end() :]


class _Yaml(YAML):
    """The library without its plug-ins: it looks for them on the disk, for every text anew."""

    def official_plug_ins(self) -> list[str]:
        return []


class _YamlScanner(Scanner):
    """The scanner with its rules of what separates tokens replaced."""

    def scan_to_next_token(self) -> None:
        """Step over spaces, tabs, comments and line breaks, up to a token or the end."""
        if self.reader.index == 0 and self.reader.peek() == _BOM:
            self.reader.forward()
        while True:
            starts_line = self.reader.column == 0
            spaces = len(self._take(" "))
            tab = self.reader.get_mark() if self.reader.peek() == "\t" else None
            self._take(_SPACE)
            if self.reader.peek() == "#":
                self._skip_comment()
            if not self.scan_line_break():
                break
            if not self.flow_level:
                self.allow_simple_key = True
        if tab and not self.flow_level and self.reader.peek() != "\0":
            if starts_line and spaces <= self.indent:
                raise ScannerError(None, None, TAB, tab)
            # A tab indents nothing, so behind it neither a key nor an entry of a list can begin.
            self.allow_simple_key = False

    def scan_plain_spaces(self, indent: int, start_mark: Any) -> list[str]:
        """What stands between two stretches of a plain scalar; nothing where it ends."""
        space = self._take(_SPACE)
        if self.reader.peek() not in _BREAK:
            return [space]
        breaks = 0
        while self.reader.peek() in _BREAK:
            self.scan_line_break()
            self.allow_simple_key = True
            breaks += 1
            if self._at_document_marker():
                return []
            self._take(" ")
            if self.flow_level or self.reader.column >= indent:
                self._take(_SPACE)
        return [" " if breaks == 1 else "\n" * (breaks - 1)]

    def scan_block_scalar_indicators(self, start_mark: Any) -> tuple[bool | None, int | None]:
        """``-`` or ``+``, and how far the text is indented, in any order."""
        chomping: bool | None = None
        increment: int | None = None
        while True:
            found = self.reader.peek()
            if found in "+-" and chomping is None:
                chomping = found == "+"
            elif found in "123456789" and increment is None:
                increment = int(found)
            else:
                break
            self.reader.forward()
        return chomping, increment

    def scan_block_scalar_ignored_line(self, start_mark: Any) -> None:
        """The rest of the line of a ``|`` or ``>``."""
        if self._take(_SPACE) and self.reader.peek() == "#":
            self._skip_comment()
        if self.reader.peek() not in _END:
            raise ScannerError(None, None, HEADER, self.reader.get_mark())
        self.scan_line_break()

    def _at_document_marker(self) -> bool:
        marker = self.reader.prefix(3)
        return marker in {"---", "..."} and self.reader.peek(3) in _END + _SPACE

    def _take(self, chars: str) -> str:
        """The characters of a set that come next, stepped over."""
        length = 0
        while self.reader.peek(length) in chars:
            length += 1
        taken: str = self.reader.prefix(length)
        self.reader.forward(length)
        return taken

    def _skip_comment(self) -> None:
        while self.reader.peek() not in _END:
            self.reader.forward()
