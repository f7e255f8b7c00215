"""The cache as ``lint`` uses it: an answer that was given before, if nothing has changed since.

A run is a function of the program, of its request and of what the disk answers to its questions.
So an entry is found by its request, and counts if the program is the same and the disk gives the
same answers. Only a run that read many files is worth an entry: it takes longer than asking again.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from herdr_lint.cache import Told
from herdr_lint.cli.exits import Exit
from herdr_lint.cli.options import LintOptions
from herdr_lint.files.disk import Trace, digest_of, keeping, still_holds
from herdr_lint.late import late

if TYPE_CHECKING:
    from herdr_lint.cache import entry as entries
    from herdr_lint.cache import program as programs
    from herdr_lint.cache import store as stores
else:
    entries = late("herdr_lint.cache.entry")
    programs = late("herdr_lint.cache.program")
    stores = late("herdr_lint.cache.store")

WORTH_AN_ENTRY = 1_000
"""Fewer files than this are checked about as fast as an entry is made and looked up."""

FOLDER, SWITCH = "HERDR_LINT_CACHE_DIR", "HERDR_LINT_NO_CACHE"
"""Environment variables: the folder of the cache, and whether there is to be none."""

_STARTED = time.time() - 1
"""When this program may have begun to be loaded: what is changed later may not be what runs."""

_NOT_ASKED = frozenset(
    {
        "paths",  # as they are after what lists them was read
        "files_from",
        "format",
        "output",
        "output_files",
        "statistics",
        "color",
        "quiet",
        "jobs",
        "cache_dir",
    }
)
"""Options that change how an answer is told or found, and not the answer."""


def remembered(options: LintOptions, paths: Sequence[Path], ask: Callable[[], Told]) -> Told:
    """What a run comes to: as it was kept, or as it is found now, and then kept if it is worth it.

    Raises what ``ask`` raises; the cache itself never fails.
    """
    unwanted = options.no_cache or os.environ.get(SWITCH)
    store = None if unwanted or _is_small(paths) else the_cache(options.cache_dir)
    if store is None:
        return ask()
    try:
        request = _request(options, paths)
    except OSError:  # there is no working directory
        return ask()
    name = digest_of(request.encode()).hex()
    data = store.load(name)
    if data is not None and (known := _still_true(data, request)):
        store.used(name)
        return known
    with keeping(Trace()) as trace:
        told = ask()
    if trace.reads >= WORTH_AN_ENTRY and told.code != Exit.INTERNAL and _is_small_enough(told):
        program = programs.program_digest(_STARTED)
        if program is not None:
            kept = entries.Kept(program, request, trace.groups(), told)
            store.save(name, entries.packed(kept))
    return told


def _is_small_enough(told: Told) -> bool:
    """Whether an answer takes little room: very many findings are packed, and not kept."""
    return isinstance(told.report.findings, tuple)


def _is_small(paths: Sequence[Path]) -> bool:
    """Whether it is plain that a run is not worth an entry: some files, as a hook gives them."""
    return len(paths) < WORTH_AN_ENTRY and not any(map(os.path.isdir, paths))


def the_cache(named: Path | None) -> stores.CacheFolder | None:
    """The cache in the folder that an option or the environment names, or in the platform's."""
    told = os.environ.get(FOLDER)
    folder = named or (Path(told) if told else stores.default_folder(os.environ, sys.platform))
    return None if folder is None else stores.CacheFolder(folder)


def _still_true(data: bytes, request: str) -> Told | None:
    """What an entry says, if the same program would say the same on the same request now."""
    kept = entries.unpacked(data)
    if kept is None or kept.request != request or kept.program != programs.program_digest(_STARTED):
        return None
    try:
        return kept.told if still_holds(kept.trace) else None
    except (KeyError, ValueError):  # no questions of ours
        return None


def _request(options: LintOptions, paths: Sequence[Path]) -> str:
    """All that a run depends on beside the program and the disk."""
    asked = {field: value for field, value in options._asdict().items() if field not in _NOT_ASKED}
    around = (
        os.getcwd(),  # noqa: PTH109
        os.path.expanduser("~"),  # noqa: PTH111
        os.environ.get("PI_CODING_AGENT_DIR"),
        sys.getfilesystemencoding(),
    )
    return ascii((around, [*map(str, paths)], asked))
