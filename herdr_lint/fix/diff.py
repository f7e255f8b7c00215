"""What fixing changed, as a unified diff that ``patch`` and ``git apply`` take."""

from __future__ import annotations

import difflib
import re

_NO_NEWLINE = b"\n\\ No newline at end of file\n"
_CONTROL = re.compile(rb"[\x00-\x1f\x7f]")


def unified_diff(path: str, before: bytes, after: bytes) -> bytes:
    """The diff of one file, empty if nothing changed; line ends are kept as they are.

    ``path`` is relative to where the diff is to be applied, with ``/``.
    """
    lines = difflib.diff_bytes(
        difflib.unified_diff, _lines(before), _lines(after), _name("a", path), _name("b", path)
    )
    return b"".join(line if line.endswith(b"\n") else line + _NO_NEWLINE for line in lines)


def _lines(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _name(side: str, path: str) -> bytes:
    """The name as it is, with nothing in it that a terminal would obey."""
    name = _CONTROL.sub(b"?", f"{side}/{path}".encode("utf-8", "surrogateescape"))
    return name + b"\t" if b" " in name else name  # what follows a tab is a date to every reader
