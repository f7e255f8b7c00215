"""What may be wrong with the name of an entry, wherever the entry comes from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_DRIVE = re.compile(r"[A-Za-z]:")
_CONTROL = re.compile(r"[\x01-\x1f\x7f-\x9f]")

UNSAFE = frozenset(
    {
        "absolute-path",
        "backslash",
        "drive-letter",
        "empty-name",
        "name-not-utf8",
        "name-with-nul",
        "path-traversal",
    }
)
"""Kinds of a name that leads outside the pack, or that no two readers take for the same."""


def label(raw: bytes) -> str:
    """A name that can be shown, whatever its bytes."""
    return raw.decode("utf-8", "backslashreplace")


def normal(name: str) -> str:
    """The place in the pack that a name means: no empty and no ``.`` steps."""
    return "/".join(step for step in name.split("/") if step not in {"", "."})


def folded(name: str) -> str:
    """What two names share that one file system or another takes for the same."""
    return unicodedata.normalize("NFC", name).casefold()


def faults(raw: bytes, longest: int) -> Iterator[str]:
    """The kinds of breach that a name is, in a fixed order; ``longest`` in bytes."""
    name = raw.decode("utf-8", "replace")
    if name.encode("utf-8") != raw:
        yield "name-not-utf8"
    if "\0" in name:
        yield "name-with-nul"
    if _CONTROL.search(name):
        yield "control-character"
    yield from _path_faults(name)
    if len(raw) > longest:
        yield "name-too-long"


def _path_faults(name: str) -> Iterator[str]:
    steps = re.split(r"[/\\]", name)
    plain = normal(name)
    if "\\" in name:
        yield "backslash"
    if name.startswith("/"):
        yield "absolute-path"
    elif _DRIVE.match(name):
        yield "drive-letter"
    elif not plain:
        yield "empty-name"
    elif plain != name.removeprefix("./"):
        yield "name-not-plain"
    if ".." in steps:
        yield "path-traversal"
    elif ".." in name:
        yield "double-dot"
