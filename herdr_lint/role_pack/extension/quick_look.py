"""What reads like an import in the scripts of a pack, and the scripts that this leads to.

Everything that reads like an import is taken for one, so that nothing need be parsed. Where all of
it leads somewhere, that is all there is to know; else ``imports`` looks again.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from herdr_lint.late import late_pattern
from herdr_lint.role_pack.extension.modules import Modules
from herdr_lint.role_pack.extension.resolution import Resolution

MAKER = "createRequire"
"""The function of Node that makes a ``require``, of whatever name."""

_LIKE_AN_IMPORT = late_pattern(
    rb"""\bimport\s+type\s(?!\s*from\b)[^"'`;]{0,1000}?\bfrom\s*["'][^"'\n]*["']"""
    rb"""|\b(?:from|import|require)\b(?:\s*(?:\.\s*meta\s*)?\.\s*resolve\b)?(?:\s|/\*[^*]{0,200}\*/){0,200}"""
    rb"""(?:(["'])|\((?:\s|/\*[^*]{0,200}\*/){0,200}(["'`]))([^"'`\\\n]{1,400})(?:\1|\2)"""
)
_LIKE_A_CALL = late_pattern(rb"""\(\s*(["'`])([^"'`\\\n]{1,400})\1\s*\)""")
"""A call with a text, which may be to a ``require`` of another name."""
_COMMENTS = late_pattern(rb"^[ \t]*(?://|\*(?!\s*as\b)).*", re.MULTILINE)
"""Lines that begin as in a comment, where no import can stand."""

Sources: TypeAlias = Mapping[str, Sequence[str]]
"""Scripts by their paths, each with what it seems to import."""


def quick_look(modules: Modules, entries: Iterable[str], resolution: Resolution) -> Sources:
    """The scripts that may be loaded when the entries are, with what reads like an import."""
    found: dict[str, Sequence[str]] = {}
    pending = deque(entries)
    while pending:
        path = pending.popleft()
        data = modules.data(path) if path not in found else None
        if data is None:
            continue
        found[path] = [*_read_like_imports(data)]
        for source in found[path]:
            target = resolution.target(path, source)
            if target.path is not None:
                pending.append(target.path)
    return found


def _read_like_imports(data: bytes) -> Iterator[str]:
    text = _COMMENTS.sub(b"", data)
    found = _LIKE_AN_IMPORT.findall(text)
    if MAKER.encode() in data:
        found += _LIKE_A_CALL.findall(text)
    names = dict.fromkeys(name for *_, name in found if name)
    return (name.decode("utf-8", "replace") for name in names)
