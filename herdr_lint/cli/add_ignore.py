"""``--add-ignore``: each role file is told to ignore what is found in it now."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from herdr_lint.cli.exits import Exit
from herdr_lint.cli.output import message
from herdr_lint.config.selection import ALWAYS
from herdr_lint.fix.write import WriteError, replace_file
from herdr_lint.model import Report
from herdr_lint.report.paths import split_member
from herdr_lint.role.frontmatter import read_frontmatter
from herdr_lint.syntax.text import SourceText

_NOT_IGNORED = ALWAYS | {"ignore-unused", "ignore-unknown", "baseline-unused"}
_DIRECTIVE = re.compile(rb"# herdr-lint: ignore\[([^\]\n]*)\]")


def add_ignores(report: Report, *, quiet: bool) -> Exit:
    """Write a comment that ignores the findings of a report into the files that they are about.

    The comment stands first in the frontmatter, where the host skips it; one that is there already
    gets the new rules as well. What is not about a role with frontmatter stays as it is, and is
    told of. The code is that of a clean run if nothing is left.
    """
    left = 0
    for path, rules in _rules(report).items():
        problem = _ignore(path, rules)
        if problem:
            left += 1
            message(f"{path}: {problem}")
        elif not quiet:
            message(f"{path}: ignores {', '.join(sorted(rules))}")
    return Exit.FINDINGS if left else Exit.CLEAN


def _rules(report: Report) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for finding in report.findings:
        if finding.rule not in _NOT_IGNORED:
            found[finding.path].add(finding.rule)
    return found


def _ignore(path: str, rules: Iterable[str]) -> str | None:
    """Write the rules into the comment of a file; a sentence where that cannot be."""
    if split_member(path)[1] is not None or not path.endswith(".md"):
        return "only role files can ignore a finding; use the configuration or a baseline"
    file = Path(path)
    try:
        before = file.read_bytes()
        if read_frontmatter(SourceText.decode(before)) is None:
            return "there is no frontmatter that a comment could stand in"
        replace_file(file, before, _with_rules(before, set(rules)))
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    except WriteError as error:
        return str(error)
    return None


def _with_rules(data: bytes, rules: set[str]) -> bytes:
    fence, _, rest = data.partition(b"\n")
    end = b"\r\n" if fence.endswith(b"\r") else b"\n"
    there = _DIRECTIVE.match(rest)
    if there:
        known = {rule.strip() for rule in there[1].decode("utf-8", "replace").split(",")}
        rules = rules | (known - {""})
        rest = rest[there.end() :]
        end = b""
    comment = f"# herdr-lint: ignore[{', '.join(sorted(rules))}]".encode()
    return fence + b"\n" + comment + end + rest
