"""The lint command: from options to reports on streams and in files."""

from __future__ import annotations

import os
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from herdr_lint.cli.main import Exit
from herdr_lint.cli.output import emit
from herdr_lint.cli.progress import counted
from herdr_lint.model import Layer, Report, Severity, UsageError

if TYPE_CHECKING:
    from herdr_lint.config.loading import Configs
    from herdr_lint.judge.document import Document
    from herdr_lint.report.terminal import ColorChoice, Terminal


@dataclass(frozen=True, slots=True)
class LintOptions:
    """The options of ``herdr-lint lint`` as they were given; None where nothing was said."""

    paths: tuple[Path, ...] = ()
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
    show: str | None = None
    stdin: bool = False
    stdin_filename: Path | None = None
    allow_empty: bool = False
    fix: bool = False
    unsafe: bool = False
    diff: bool = False
    baseline: Path | None = None
    write_baseline: Path | None = None
    statistics: bool = False
    jobs: int = 0
    color: ColorChoice = "auto"
    quiet: bool = False


def run_lint(options: LintOptions) -> int:
    """Lint, write every report that was asked for, and return the exit code."""
    from herdr_lint.run.run import Request, Session

    outputs = [_output(pair) for pair in options.output_files]
    configs = load_configs(options)
    overlay = _standard_input(options)
    session = Session.start(
        Request(
            paths=options.paths or tuple(overlay),
            configs=configs,
            overlay=overlay,
            allow_empty=options.allow_empty,
            jobs=options.jobs,
        )
    )
    if options.diff or options.fix:
        from herdr_lint.cli.fix import mend, print_diff, tell

        mended = mend(session, write=options.fix, unsafe=options.unsafe, show=configs.run.show)
        if not options.quiet:
            tell(mended, write=options.fix)
        if options.diff:
            return Exit.FINDINGS if print_diff(mended) else Exit.CLEAN
    report = session.report(None if options.quiet else counted)
    if options.write_baseline:
        return _write_baseline(report, options.write_baseline)
    for name, path in outputs:
        _write(path, _render(report, name, configs.run.show))
    _publish(report, options, configs.run.show)
    return exit_code(report, configs.run.fails_at)


def load_configs(options: LintOptions) -> Configs:
    """The configurations of a run, with what the options say instead.

    Raises:
        UsageError: if one of them, or an option, cannot be used.

    """
    from herdr_lint.config.loading import Configs
    from herdr_lint.library import read_pinned

    return Configs.load(
        options.config,
        select=options.select or None,
        ignore=options.ignore,
        policy=options.policy,
        layer=None if options.layer == "auto" else options.layer,
        profile=None if options.profile == "auto" else options.profile,
        schemas=read_pinned(options.schemas) if options.schemas else None,
        fail_on=options.fail_on,
        show=Severity(options.show) if options.show else None,
        baseline=Path.cwd() / options.baseline if options.baseline else None,
    )


def _write_baseline(report: Report, path: Path) -> int:
    from herdr_lint.config.baseline import Baseline
    from herdr_lint.run.sources import read_source

    _write(path, Baseline.of(report, path, read_source).to_json())
    return Exit.CLEAN


def _publish(report: Report, options: LintOptions, show: Severity) -> None:
    """The report itself, where it was asked for."""
    name = options.format or _default_format()
    if options.output:
        _write(options.output, _render(report, name, show))
    elif options.statistics:
        emit(statistics(report.at_least(show)))
    else:
        _print(report, name, show, options.color)


def statistics(report: Report) -> str:
    """How often each rule was broken, the most frequent first."""
    counts = Counter((finding.rule, finding.severity.value) for finding in report.findings)
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return "".join(f"{count:>6}  {severity:<8} {rule}\n" for (rule, severity), count in rows)


def exit_code(report: Report, fails_at: Severity | None) -> Exit:
    """3 when a rule failed, 1 when a finding is at or above the fail level, else 0."""
    if any(finding.rule == "internal-error" for finding in report.findings):
        return Exit.INTERNAL
    if fails_at is None or report.worst is None or report.worst < fails_at:
        return Exit.CLEAN
    return Exit.FINDINGS


def _default_format() -> str:
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"


def _output(pair: str) -> tuple[str, Path]:
    from herdr_lint.report import FORMATS

    name, equals, path = pair.partition("=")
    if not equals or not path or name not in FORMATS:
        known = ", ".join(FORMATS)
        raise UsageError(f"--output-file takes FORMAT=FILE with one of {known}, not {pair!r}")
    return name, Path(path)


def _standard_input(options: LintOptions) -> dict[Path, bytes]:
    if options.stdin and options.stdin_filename is None:
        raise UsageError("--stdin needs --stdin-filename PATH: the file that the text stands for")
    if options.stdin_filename is None:
        return {}
    return {options.stdin_filename: sys.stdin.buffer.read()}


def _render(report: Report, name: str, show: Severity, terminal: Terminal | None = None) -> str:
    from herdr_lint.report import render
    from herdr_lint.report.terminal import PLAIN
    from herdr_lint.run.sources import read_source

    return render(
        name,
        report,
        sources=read_source,
        show=show,
        terminal=terminal or PLAIN,
        base=_base(),
    )


def _base() -> str:
    """Where the working directory lies in the repository that a CI service has checked out."""
    root = os.environ.get("GITHUB_WORKSPACE") or os.environ.get("CI_PROJECT_DIR")
    here = Path.cwd()
    if not root or not here.is_relative_to(root):
        return ""
    base = here.relative_to(root).as_posix()
    return "" if base == "." else base


def _print(report: Report, name: str, show: Severity, color: ColorChoice) -> None:
    from herdr_lint.report.terminal import Terminal

    emit(_render(report, name, show, Terminal.of(color, sys.stdout)))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error


def canonical_json(file: Path, layer: str) -> bytes:
    """A file as canonical JSON.

    Raises:
        UsageError: if it cannot be read, or has no canonical form.

    """
    from herdr_lint.files.regular import read_regular
    from herdr_lint.judge.canonical import CanonicalError, document_bytes

    try:
        document = _document(file, read_regular(file), layer)
        return document_bytes(document)
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    except CanonicalError as error:
        told = (f"{file} has no canonical form: {reason}" for reason in error.reasons)
        raise UsageError(*told) from error


def _document(file: Path, data: bytes, layer: str) -> Document:
    """A Markdown file is read as a role, anything else as a manifest."""
    if file.suffix == ".md":
        from herdr_lint.role.document import read_role

        at = Layer.PACKAGE if layer == "auto" else Layer(layer)
        return read_role(file.as_posix(), data, stem=file.stem, layer=at)
    from herdr_lint.judge.manifest import read_manifest

    return read_manifest(file.as_posix(), data)
