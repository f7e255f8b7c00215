"""Which program it is that answers: nothing that another one has kept is taken for its answer."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from herdr_lint.files.regular import read_regular
from herdr_lint.judge import shipped

_PACKAGE = Path(__file__).parent.parent
_CHANGED = "/"
_DISTRIBUTIONS = (".dist-info", ".egg-info")


def program_digest(since: float) -> str | None:
    """A digest of the code and the schemas, of what is installed beside them, and of Python.

    None where they cannot be read, as in an archive of modules, or where something of them has
    changed since a time (seconds since 1970): then it is not known which program is running.
    """
    found = blake2b(digest_size=16)
    installed = sorted(_installed(since))
    if _CHANGED in installed:
        return None
    found.update(repr((sys.version, sys.platform, sys.flags, installed)).encode())
    try:
        for folder, ending in ((_PACKAGE, ".py"), (shipped.root(), "")):
            for path in _files(str(folder), ending):
                about = os.stat(path)  # noqa: PTH116
                if max(about.st_ctime, about.st_mtime) > since:
                    return None
                data = read_regular(path)
                found.update(f"{path} {len(data)}\n".encode("utf-8", "surrogateescape"))
                found.update(data)
    except OSError:
        return None
    return found.hexdigest()


def _files(folder: str, ending: str) -> Iterator[str]:
    with os.scandir(folder) as listed:
        entries = sorted(listed, key=lambda one: one.name)
    for entry in entries:
        if entry.is_dir():
            yield from _files(entry.path, ending)
        elif entry.name.endswith(ending):
            yield entry.path


def _installed(since: float) -> Iterator[str]:
    """The names of what is installed, which hold the versions, and whether that has changed."""
    for folder in sys.path:
        try:
            names = os.listdir(folder or os.curdir)  # noqa: PTH208 - names are all that is wanted
            changed = os.stat(folder or os.curdir).st_mtime > since  # noqa: PTH116
        except OSError:
            continue
        found = [name for name in names if name.endswith(_DISTRIBUTIONS)]
        yield from (*found, _CHANGED) if found and changed else found
