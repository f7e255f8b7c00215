"""Names under which the readers of a report know a finding again in the next one.

``fingerprints`` tells the findings of a report apart. ``line_hashes`` is the line hash with which
GitHub matches the alerts of two runs, computed as its upload action does, so that a report sent
in without that action is matched as well.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from herdr_lint.judge.fingerprint import digest, fingerprint
from herdr_lint.model import Finding, Unchecked
from herdr_lint.report.view import View
from herdr_lint.syntax.text import BOM, SourceText

_WINDOW = 100
_FACTOR = 37
_END = b"\xff\xff"


def fingerprints(view: View, findings: Sequence[Finding] | None = None) -> list[str]:
    """One fingerprint (64 hex digits) for each finding, in their order, all unique.

    The findings are those of the report where no others are given.

    It stays the same while the lines around the finding move; where several findings of one rule
    stand in equal lines, those after the first are numbered.
    """
    seen: Counter[str] = Counter()
    names = []
    for finding in view.report.findings if findings is None else findings:
        name = fingerprint(finding, view.location(finding.path), _line(view, finding))
        names.append(digest(name, seen[name]) if seen[name] else name)
        seen[name] += 1
    return names


def _line(view: View, finding: Finding) -> str | None:
    source = view.sources(finding.path)
    number = finding.span.start.line
    if source is None or not 1 <= number <= len(source.lines):
        return None
    return source.lines[number - 1]


def unchecked_fingerprint(view: View, item: Unchecked) -> str:
    """The fingerprint of what was not checked, in the same form."""
    return digest(view.location(item.path), item.reason)


def line_hashes(source: SourceText, wanted: Collection[int]) -> Mapping[int, str]:
    """GitHub's ``primaryLocationLineHash`` of some lines.

    A line's hash covers 100 UTF-16 code units from its start on, spaces and tabs left out; a
    line with the same hash as earlier ones carries its count. A lone CR ends a line here.
    """
    seen: Counter[bytes] = Counter()
    hashes = {}
    for number, window in enumerate(_windows(source), start=1):
        seen[window] += 1
        if number in wanted:
            hashes[number] = f"{_polynomial(window):x}:{seen[window]}"
    return hashes


def _windows(source: SourceText) -> Iterator[bytes]:
    text = BOM * source.bom + source.text
    squeezed = re.sub("[ \t]", "", text).replace("\r", "\n")
    units = squeezed.encode("utf-16-le", "surrogatepass") + _END + bytes(2 * _WINDOW)
    start = 0
    for line in squeezed.split("\n"):
        yield units[start : start + 2 * _WINDOW]
        start += len(line.encode("utf-16-le", "surrogatepass")) + 2


def _polynomial(window: bytes) -> int:
    value = 0
    for unit in struct.unpack(f"<{_WINDOW}H", window):
        value = value * _FACTOR + unit
    return value % 2**64
