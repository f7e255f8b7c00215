"""``herdr-lint cache clean``: remove what runs have kept."""

from __future__ import annotations

from pathlib import Path

from herdr_lint.cli.remember import FOLDER, the_cache
from herdr_lint.model import UsageError


def clean(named: Path | None) -> str:
    """Remove all entries of the cache, wherever it is; what was removed, as a sentence.

    Raises:
        UsageError: if nobody knows where it is, or something in it cannot be removed.

    """
    cache = the_cache(named)
    if cache is None:
        raise UsageError(
            f"there is no folder for a cache here; name one with --cache-dir or {FOLDER}"
        )
    try:
        removed = cache.clean()
    except OSError as error:
        raise UsageError(f"cannot empty {cache.folder}: {error.strerror}") from error
    if not removed.entries:
        return f"nothing is kept in {cache.folder}\n"
    noun = "entry" if removed.entries == 1 else "entries"
    size = removed.size / 2**20
    return f"{removed.entries} {noun}, {size:.1f} MiB, removed from {cache.folder}\n"
