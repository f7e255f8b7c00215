"""What fixing changed, as a unified diff that ``patch`` and ``git apply`` take."""

from __future__ import annotations

import difflib

from herdr_lint.late import late_pattern

_NO_NEWLINE = b"\n\\ No newline at end of file\n"
_UNSAFE = late_pattern(rb"[\x00-\x1f\x7f\"\\]")


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
    """The name as it is; one that would break the line in quotes, as git and patch read it."""
    name = f"{side}/{path}".encode("utf-8", "surrogateescape")
    if _UNSAFE.search(name):
        return b'"' + _UNSAFE.sub(lambda char: b"\\%03o" % ord(char[0]), name) + b'"'
    return name + b"\t" if b" " in name else name  # what follows a tab is a date to every reader
