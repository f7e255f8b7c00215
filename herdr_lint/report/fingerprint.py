"""Names for findings that stay the same while the lines around them move.

``fingerprints`` is our own: it tells the findings of a report apart. ``line_hashes`` is the line
hash with which GitHub matches the alerts of two runs, computed as its upload action does, so
that a report sent in without that action is matched as well.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from herdr_lint.model import Finding, Unchecked
from herdr_lint.report.view import View
from herdr_lint.source.text import BOM, SourceText

_WINDOW = 100
_FACTOR = 37
_END = b"\xff\xff"


def fingerprints(view: View) -> list[str]:
    """One fingerprint (64 hex digits) for each finding of the report, in its order, all unique.

    It rests on the rule, the cause, the path and the text of the line, not on where that line
    stands; equal ones are numbered from the top of the file.
    """
    seen: Counter[tuple[str | None, ...]] = Counter()
    names = []
    for finding in view.report.findings:
        key = (finding.rule, finding.cause, view.file(finding.path)[0], *_anchor(view, finding))
        names.append(_digest(*key, seen[key]))
        seen[key] += 1
    return names


def _anchor(view: View, finding: Finding) -> tuple[str | None, ...]:
    """The text of the line, or what is left to hold on to when there is none to be had."""
    member = view.file(finding.path)[1]
    source = view.sources(finding.path)
    line = finding.span.start.line
    if source is not None and 1 <= line <= len(source.lines):
        return member, source.lines[line - 1].strip()
    return member, finding.pointer, finding.message


def unchecked_fingerprint(view: View, item: Unchecked) -> str:
    """The fingerprint of what was not checked, in the same form."""
    return _digest(*view.file(item.path), item.reason)


def _digest(*parts: str | int | None) -> str:
    return hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()


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
