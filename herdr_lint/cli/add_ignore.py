"""``--add-ignore``: each role and each manifest in YAML ignores what is found in it now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from herdr_lint.cli.exits import Exit
from herdr_lint.cli.output import message
from herdr_lint.config.ignore_edits import ignoring_edits
from herdr_lint.config.selection import ALWAYS
from herdr_lint.files.regular import read_regular
from herdr_lint.files.writing import WriteError, replace_file
from herdr_lint.fix.plan import plan
from herdr_lint.judge.document import Document
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import Finding, Layer, Report
from herdr_lint.report.paths import split_member
from herdr_lint.role.document import read_role

_NOT_IGNORED = ALWAYS | {"ignore-unused", "ignore-unknown", "baseline-unused", "config-unused"}
_WRITTEN = (".md", ".yaml", ".yml")


def add_ignores(report: Report, *, quiet: bool) -> Exit:
    """Write comments that ignore the findings of a report into the files that they are about.

    A comment stands above the line that a finding is about, or for the whole file; one that is
    there already gets the new rules as well. What no comment can be written for stays as it is,
    and is told of. The code is that of a clean run if nothing is left.
    """
    left = 0
    for path, findings in _by_path(report).items():
        problem = _ignore(path, findings)
        if problem:
            left += 1
            message(f"{path}: {problem}")
        elif not quiet:
            rules = sorted({finding.rule for finding in findings})
            message(f"{path}: ignores {', '.join(rules)}")
    return Exit.FINDINGS if left else Exit.CLEAN


def _by_path(report: Report) -> Mapping[str, list[Finding]]:
    found: dict[str, list[Finding]] = defaultdict(list)
    for finding in report.findings:
        if finding.rule not in _NOT_IGNORED:
            found[finding.path].append(finding)
    return found


def _ignore(path: str, findings: Sequence[Finding]) -> str | None:
    """Write the comments into a file; a sentence where that cannot be."""
    if split_member(path)[1] is not None or not path.endswith(_WRITTEN):
        return (
            "only roles and manifests in YAML can ignore a finding; use the configuration or a "
            "baseline"
        )
    file = Path(path)
    try:
        before = read_regular(file)
        edits = ignoring_edits(_document(file, before), findings)
        if edits is None:
            return "there is no frontmatter that a comment could stand in"
        after = plan(before, edits)
        if after is None:
            return "it is not UTF-8, so no comment is written into it"
        replace_file(file, before, after)
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    except WriteError as error:
        return str(error)
    return None


def _document(file: Path, data: bytes) -> Document:
    if file.suffix == ".md":
        return read_role(file.as_posix(), data, stem=file.stem, layer=Layer.PACKAGE)
    return read_manifest(file.as_posix(), data)
