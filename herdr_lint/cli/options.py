"""The options of ``herdr-lint lint``, and which of them do not go together."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from herdr_lint.model import UsageError
from herdr_lint.report.terminal import ColorChoice

STDIN = Path("-")
"""The argument that stands for standard input."""


class LintOptions(NamedTuple):
    """The options of ``herdr-lint lint`` as they were given; None where nothing was said."""

    paths: tuple[Path, ...] = ()
    exclude: tuple[str, ...] = ()
    files_from: Path | None = None
    format: str | None = None
    output: Path | None = None
    output_files: tuple[str, ...] = ()
    layer: str = "auto"
    profile: str = "auto"
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    policy: tuple[Path, ...] = ()
    schemas: Path | None = None
    config: Path | None = None
    fail_on: str | None = None
    max_warnings: int | None = None
    show: str | None = None
    stdin: bool = False
    stdin_filename: Path | None = None
    allow_empty: bool = False
    fix: bool = False
    unsafe: bool = False
    diff: bool = False
    baseline: Path | None = None
    write_baseline: Path | None = None
    prune_baseline: bool = False
    add_ignore: bool = False
    statistics: bool = False
    jobs: int = 0
    color: ColorChoice = "auto"
    quiet: bool = False
    watch: bool = False
    cache_dir: Path | None = None
    no_cache: bool = False


def only_tells(options: LintOptions) -> bool:
    """Whether a run takes the disk as it is, and does nothing but tell what is there."""
    acts = (options.fix, options.diff, options.add_ignore, options.prune_baseline, options.watch)
    return not any(acts) and options.write_baseline is None and options.stdin_filename is None


def refuse_conflicts(options: LintOptions) -> None:
    """Complain of options that mean nothing together: none is dropped in silence.

    Raises:
        UsageError: one problem for each such pair.

    """
    problems = tuple(_conflicts(options))
    if problems:
        raise UsageError(*problems)


def _conflicts(options: LintOptions) -> Iterator[str]:
    if options.unsafe and not (options.fix or options.diff):
        yield "--unsafe goes with --fix or --diff"
    if (options.stdin or STDIN in options.paths) and options.stdin_filename is None:
        spelled = "--stdin" if options.stdin else "`-`"
        yield f"{spelled} needs --stdin-filename PATH: the file that the text stands for"
    if options.files_from == STDIN and options.stdin_filename is not None:
        yield "standard input cannot be both a file and a list of files"
    if options.fail_on == "never" and options.max_warnings is not None:
        yield "--max-warnings does not go with --fail-on never"
    if options.no_cache and options.cache_dir is not None:
        yield "--no-cache does not go with --cache-dir"
    modes = _modes(options)
    for name, reports in modes.items():
        for option in _given(options):
            if option not in reports:
                yield f"{name} does not go with {option}"
    names = list(modes)
    for name in names[1:]:
        yield f"{names[0]} does not go with {name}"
    yield from _dropped(options)


def _dropped(options: LintOptions) -> Iterator[str]:
    """Options that a run of this kind would not look at."""
    if options.fix and options.stdin_filename is not None and not options.diff:
        told = "--fix prints the fixed text of standard input, so it does not go with"
        given = [option for option in _given(options) if option in _FORMS]
        given += ["--statistics"] if options.statistics else []
        yield from (f"{told} {option}" for option in given)
    if options.cache_dir is not None and not only_tells(options):
        acts = [*_modes(options), *(name for name in _given(options) if name in _UNKEPT)]
        act = next(one for one in acts if one != "--statistics")
        yield f"--cache-dir does not go with {act}: of such a run nothing is kept"
    files = [*filter(None, [options.output]), *map(_file_of, options.output_files)]
    twice = sorted({file for file in files if files.count(file) > 1})
    yield from (f"two reports cannot both be written to {file}" for file in twice)
    written, known = options.write_baseline, options.baseline
    if written is not None and known is not None and written != known:
        yield "--write-baseline does not go with --baseline, unless both name one file"


def _file_of(report: str) -> Path:
    """The file of ``FORMAT=FILE``."""
    return Path(report.partition("=")[2])


_FORMS = frozenset({"--format", "--output", "--output-file"})
_LEVELS = frozenset({"--show", "--fail-on", "--max-warnings"})
_UNKEPT = frozenset({"--fix", "--stdin-filename"})


def _modes(options: LintOptions) -> dict[str, frozenset[str]]:
    """What is done instead of a report, or to one, each with the options that go with it."""
    modes = {
        "--statistics": (options.statistics, _UNKEPT | _LEVELS),
        "--diff": (options.diff, _UNKEPT | {"--show"}),
        "--write-baseline": (options.write_baseline is not None, frozenset[str]()),
        "--prune-baseline": (options.prune_baseline, frozenset[str]()),
        "--add-ignore": (options.add_ignore, frozenset({"--show"})),
        "--watch": (options.watch, _UNKEPT | _LEVELS | {"--format"}),
    }
    return {name: goes_with for name, (given, goes_with) in modes.items() if given}


def _given(options: LintOptions) -> list[str]:
    """Which of the options were given that some kinds of runs do not look at."""
    given = {
        "--format": options.format is not None,
        "--output": options.output is not None,
        "--output-file": bool(options.output_files),
        "--fix": options.fix,
        "--show": options.show is not None,
        "--fail-on": options.fail_on is not None,
        "--max-warnings": options.max_warnings is not None,
        "--stdin-filename": options.stdin_filename is not None,
    }
    return [option for option, is_given in given.items() if is_given]
