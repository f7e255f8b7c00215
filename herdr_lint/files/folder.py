"""Folders and mappings, read as the archive that would be made of them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from herdr_lint.files import disk, names
from herdr_lint.files.collect import ArchiveError, Collector, PackFiles
from herdr_lint.files.disk import Entry, Kind
from herdr_lint.files.regular import DEEPEST, LEFT_OUT, TooLargeError
from herdr_lint.model import Limits


def read_folder(
    root: Path,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    buffers: Mapping[str, bytes] = {},
) -> PackFiles:
    """The files below a folder; never raises.

    No link is followed, except ``root`` itself: each is an issue, as it would be in an archive.
    Entries come in the order of their names, folders with the names in `LEFT_OUT` not at all.
    ``buffers`` stand for the files of their names, whether or not these are there.
    """
    into = Collector(limits)
    try:
        _walk(root, into, buffers)
        for name in sorted(buffers.keys() - into.members.keys()):
            _keep(name.encode("utf-8", "surrogateescape"), buffers[name], into, len(buffers[name]))
    except ArchiveError as error:
        into.issues.append(error.issue)
    return into.finish("folder")


def _walk(root: Path, into: Collector, buffers: Mapping[str, bytes]) -> None:
    folders = [(str(root), b"")]
    while folders:
        path, below = folders.pop()
        if below.count(b"/") > DEEPEST:
            reason = f"more than {DEEPEST} folders deep"
            into.report("unreadable", names.label(below), reason=reason)
            continue
        deeper = []
        for entry in _listed(path, below, into):
            raw = below + os.fsencode(entry.name)
            is_folder = entry.kind is Kind.DIRECTORY and not entry.link
            if is_folder and entry.name in LEFT_OUT:
                continue
            into.count_entry()
            if is_folder:
                deeper.append((entry.path, raw + b"/"))
            elif os.fsdecode(raw) not in buffers:
                _take(entry, raw, into)
        folders += reversed(deeper)


def _listed(path: str, below: bytes, into: Collector) -> Sequence[Entry]:
    """The entries of a folder by their names; none, and an issue, if it cannot be listed."""
    try:
        return disk.listing(path)
    except OSError as error:
        into.report("unreadable", names.label(below) or None, reason=_reason(error))
        return ()


def _take(entry: Entry, raw: bytes, into: Collector) -> None:
    """Give one entry that is not a folder to the collector."""
    if entry.link or entry.kind is not Kind.FILE:
        into.special("symbolic-link" if entry.link else "special-file", raw)
        return
    try:
        content = disk.read(entry.path, into.limits.member, follow_links=False)
    except TooLargeError as error:
        _keep(raw, b"", into, error.size)
    except OSError as error:
        into.report("unreadable", names.label(raw), reason=_reason(error))
    else:
        _keep(raw, content, into, len(content))


def read_mapping(
    members: Mapping[str, bytes],
    limits: Limits = Limits(),  # noqa: B008 - frozen
) -> PackFiles:
    """The files of a mapping from names to bytes, in the order of their names; never raises."""
    into = Collector(limits)
    try:
        for name, content in sorted(members.items()):
            into.count_entry()
            _keep(name.encode("utf-8", "surrogatepass"), content, into, len(content))
    except ArchiveError as error:
        into.issues.append(error.issue)
    return into.finish("mapping")


def _keep(raw: bytes, content: bytes, into: Collector, size: int) -> None:
    member = names.label(raw)
    name = into.place(raw)
    if into.admits_size(member, size):
        into.count_bytes(size)
        if name:
            into.keep(name, bytes(content), member)


def _reason(error: OSError) -> str:
    return error.strerror or "it cannot be opened"
