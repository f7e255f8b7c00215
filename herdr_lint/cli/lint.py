"""The lint command: from options to reports on streams and in files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from herdr_lint.cache import Told
from herdr_lint.cli.exits import Exit
from herdr_lint.cli.options import STDIN, LintOptions, only_tells, refuse_conflicts
from herdr_lint.cli.output import emit, emit_prose, message, write_named
from herdr_lint.cli.progress import counted
from herdr_lint.cli.remember import remembered
from herdr_lint.files import regular
from herdr_lint.late import late
from herdr_lint.model import Report, Severity, UsageError
from herdr_lint.report import FORMATS, rendered
from herdr_lint.report.terminal import PLAIN, Terminal
from herdr_lint.run.sources import read_source

if TYPE_CHECKING:
    from herdr_lint import findings as many
    from herdr_lint.cli import accept, add_ignore, watch
    from herdr_lint.cli import fix as fixing
    from herdr_lint.config import loading
    from herdr_lint.config.loading import Configs
    from herdr_lint.openwop import pinned
    from herdr_lint.run import run as running
    from herdr_lint.run.run import Session
else:
    many = late("herdr_lint.findings")
    accept = late("herdr_lint.cli.accept")
    add_ignore = late("herdr_lint.cli.add_ignore")
    watch = late("herdr_lint.cli.watch")
    fixing = late("herdr_lint.cli.fix")
    loading = late("herdr_lint.config.loading")
    pinned = late("herdr_lint.openwop.pinned")
    running = late("herdr_lint.run.run")

_FOR_PEOPLE = frozenset({"text", "concise"})
_FAILED = "internal-error"


def run_lint(options: LintOptions) -> int:
    """Lint, write every report that was asked for, and return the exit code.

    Raises:
        UsageError: if options do not go together, or something that they name cannot be used.

    """
    refuse_conflicts(options)
    if options.watch:
        return watch.watch_lint(options)
    return lint_once(options)


def lint_once(options: LintOptions) -> int:
    """One run with options that go together."""
    outputs = [_output(pair) for pair in options.output_files]
    if only_tells(options):
        paths = _paths(options)
        done: Told | Exit = remembered(options, paths, lambda: _look(options, paths))
    else:
        done = _act(options)
    if isinstance(done, Exit):
        return done
    for name, path in outputs:
        write_named(path, _Rendered(done.report, name, done.show))
    _publish(done.report, options, done.show)
    return done.code


def _look(options: LintOptions, paths: Sequence[Path]) -> Told:
    """What there is to tell of what the disk holds."""
    configs = load_configs(options)
    return _told(_session(options, configs, paths, {}), configs, options)


def _act(options: LintOptions) -> Told | Exit:
    """Judge a buffer, fix, or write down what is found: what is left to tell, or the exit code."""
    configs = load_configs(options)
    accepting = options.write_baseline is not None or options.prune_baseline
    accepted = configs.run.baseline
    if accepting:
        configs = configs.without_baseline()
    overlay = _standard_input(options)
    session = _session(options, configs, _paths(options), overlay)
    if options.diff or options.fix:
        code = _fix(session, options)
        if code is not None:
            return code
        session = session.again()
    if not (accepting or options.add_ignore):
        return _told(session, configs, options)
    report = session.report(None if options.quiet else counted)
    if accepting:
        code = accept.accept(report, options.write_baseline, accepted, quiet=options.quiet)
    else:
        code = add_ignore.add_ignores(report.at_least(configs.run.show), quiet=options.quiet)
    return _unless_failed(report, code)


def _unless_failed(report: Report, code: Exit) -> Exit:
    """The code of what was done with the findings; not where some are missing for a fault of ours.

    Neither a baseline nor a comment hides that, and no report tells of it here.
    """
    failed = [finding for finding in report.findings if finding.rule == _FAILED]
    for finding in failed:
        message(f"{finding.path}: {finding.message}; {finding.help}")
    return Exit.INTERNAL if failed else code


def _session(
    options: LintOptions, configs: Configs, paths: Sequence[Path], overlay: Mapping[Path, bytes]
) -> Session:
    request = running.Request(
        paths=paths,
        configs=configs,
        overlay=overlay,
        allow_empty=options.allow_empty,
        jobs=options.jobs,
    )
    return running.Session.start(request)


def _told(session: Session, configs: Configs, options: LintOptions) -> Told:
    report = session.report(None if options.quiet else counted)
    shown, show = _shown(report, configs)
    return Told(shown, show, exit_code(report, configs, options.max_warnings))


def _fix(session: Session, options: LintOptions) -> Exit | None:
    """Fix, or show what that would change; the exit code, or None where the rest is to be told.

    Of a buffer the fixed text is printed: the file that it stands for is the editor's to write.
    """
    request = session.request
    write = not options.diff and not request.overlay
    fixed = fixing.fix(session, write=write, unsafe=options.unsafe, show=request.configs.run.show)
    if not options.quiet:
        fixing.tell(fixed, write=write, diff=options.diff)
    if options.diff:
        return Exit.FINDINGS if fixing.print_diff(fixed) else Exit.CLEAN
    if not request.overlay:
        return None
    fixing.print_text(fixed, request.overlay)
    left = Report.of([finding for file in fixed for finding in file.result.left])
    return exit_code(left, request.configs, options.max_warnings)


def _shown(report: Report, configs: Configs) -> tuple[Report, Severity]:
    """What is to be shown, and from which severity on: each file as its configuration wants it."""
    if all(one.show is configs.run.show for one in configs.in_use()):
        return report, configs.run.show
    told = chain(report.findings, (one.finding for one in report.suppressed))
    paths = {finding.path for finding in told}
    least = {path: configs.of_shown(path).show for path in paths}
    if all(show is configs.run.show for show in least.values()):
        return report, configs.run.show
    kept = many.kept(report.findings, lambda finding: finding.severity >= least[finding.path])
    quiet = [one for one in report.suppressed if one.finding.severity >= least[one.finding.path]]
    kept_report = report._replace(findings=kept, suppressed=tuple(quiet))
    return kept_report, min(least.values())


def _paths(options: LintOptions) -> tuple[Path, ...]:
    """What to check: the arguments, what a file lists, and the buffer where ``-`` stands for it.

    Where nothing was said it is the buffer or the working directory; a list of nothing is neither.
    """
    listed = () if options.files_from is None else _listed_paths(options.files_from)
    stands_for = options.stdin_filename
    given = (stands_for or path if path == STDIN else path for path in options.paths)
    paths = (*given, *listed)
    if paths or options.files_from is None:
        return paths or (stands_for or Path(),)
    if not options.allow_empty:
        raise UsageError(f"{options.files_from} lists no paths; --allow-empty lets that pass")
    return () if stands_for is None else (stands_for,)


def _listed_paths(file: Path) -> tuple[Path, ...]:
    """The paths in a file, one a line, or with NUL between them as ``find -print0`` writes them."""
    if file == STDIN:
        data = read_standard_input()
        if len(data) > regular.LARGEST:
            told = regular.larger_than(regular.LARGEST)
            raise UsageError(f"the list of paths on standard input is {told}")
    else:
        try:
            data = regular.read_given(file)
        except OSError as error:
            raise UsageError(f"cannot read {file}: {error.strerror}") from error
    lines = data.split(b"\0") if b"\0" in data else data.splitlines()
    return tuple(Path(os.fsdecode(line)) for line in lines if line.strip())


def load_configs(options: LintOptions) -> Configs:
    """The configurations of a run, with what the options say instead.

    Raises:
        UsageError: if one of them, or an option, cannot be used.

    """
    return loading.Configs.load(
        options.config,
        select=options.select,
        ignore=options.ignore,
        policy=options.policy,
        exclude=options.exclude,
        layer=None if options.layer == "auto" else options.layer,
        profile=None if options.profile == "auto" else options.profile,
        schemas=pinned.PinnedSchemas.read(options.schemas) if options.schemas else None,
        fail_on=options.fail_on,
        show=Severity(options.show) if options.show else None,
        baseline=Path.cwd() / options.baseline if options.baseline else None,
    )


def _publish(report: Report, options: LintOptions, show: Severity) -> None:
    """The report itself, where it was asked for."""
    name = options.format or _default_format()
    if options.output:
        write_named(options.output, _Rendered(report, name, show))
    elif options.statistics:
        emit(statistics(report.at_least(show)))
    else:
        terminal = Terminal.of(options.color, sys.stdout)
        write = emit_prose if name in _FOR_PEOPLE else emit
        write(_Rendered(report, name, show, terminal, brief=options.quiet))


def statistics(report: Report) -> str:
    """How often each rule was broken, the most frequent first."""
    counts = {(rule, one.value): count for (rule, one), count in report.tally.items()}
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return "".join(f"{count:>6}  {severity:<8} {rule}\n" for (rule, severity), count in rows)


def exit_code(report: Report, configs: Configs, max_warnings: int | None = None) -> Exit:
    """3 when a rule failed, 1 when a finding fails the run or warnings are too many, else 0.

    Each finding weighs as the configuration nearest to its file says.
    """
    if any(rule == _FAILED for rule, _ in report.tally):
        return Exit.INTERNAL
    if max_warnings is not None and report.count(Severity.WARNING) > max_warnings:
        return Exit.FINDINGS
    for finding in report.findings:
        fails_at = configs.of_shown(finding.path).fails_at
        if fails_at is not None and finding.severity >= fails_at:
            return Exit.FINDINGS
    return Exit.CLEAN


def _default_format() -> str:
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"


def _output(pair: str) -> tuple[str, Path]:
    name, _, path = pair.partition("=")
    if not path or name not in FORMATS:
        known = ", ".join(FORMATS)
        raise UsageError(f"--output-file takes FORMAT=FILE with one of {known}, not {pair!r}")
    return name, Path(path)


def _standard_input(options: LintOptions) -> dict[Path, bytes]:
    name = options.stdin_filename
    return {} if name is None else {name: read_standard_input()}


def read_standard_input() -> bytes:
    """All of standard input; of one without end, as much as is too large for every reader.

    Raises UsageError if there is none.
    """
    if sys.stdin is None:
        raise UsageError("standard input is closed; give a file by its name instead")
    try:
        return sys.stdin.buffer.read(regular.LARGEST + 1)
    except OSError as error:
        raise UsageError(f"cannot read standard input: {error.strerror}") from error


class _Rendered(Iterable[str]):
    """A report in a format, piece by piece, as often as somebody goes through it."""

    def __init__(
        self,
        report: Report,
        name: str,
        show: Severity,
        terminal: Terminal = PLAIN,
        *,
        brief: bool = False,
    ) -> None:
        self._pieces = partial(
            rendered,
            name,
            report,
            sources=read_source,
            show=show,
            terminal=terminal,
            base=_base(),
            brief=brief,
        )

    def __iter__(self) -> Iterator[str]:
        return self._pieces()


def _base() -> str:
    """Where the working directory lies in the repository that a CI service has checked out."""
    root = os.environ.get("GITHUB_WORKSPACE") or os.environ.get("CI_PROJECT_DIR")
    here = Path.cwd().resolve()
    root = root and os.path.realpath(root)
    if not root or not here.is_relative_to(root):
        return ""
    return here.relative_to(root).as_posix()
