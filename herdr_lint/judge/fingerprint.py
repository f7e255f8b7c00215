"""Names for findings that stay the same while the lines around them move."""

from __future__ import annotations

import hashlib
import json

from herdr_lint.model import Finding

LONGEST_LINE = 1000
"""Characters; a longer line, as in minified JSON, says little about a finding in it."""


def fingerprint(finding: Finding, path: str, line: str | None, *more: str | int | None) -> str:
    """64 hex digits that rest on the rule, the cause, the path and the text of the line.

    ``path`` is the file as seen from a fixed place, which the working directory is not. ``line``
    is the text of the line where the finding stands; its spaces do not count. Where there is no
    such line, the pointer and the message take its place. Equal findings of equal lines have
    equal fingerprints, unless ``more`` tells them apart. The same goes for a line longer than
    ``LONGEST_LINE``.
    """
    if line is None or len(line) > LONGEST_LINE:
        return digest(finding.rule, finding.cause, path, finding.pointer, finding.message, *more)
    anchor = " ".join(line.split())
    return digest(finding.rule, finding.cause, path, anchor, *more)


def digest(*parts: str | int | None) -> str:
    """One hash of several values; no two lists of values run into each other."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
