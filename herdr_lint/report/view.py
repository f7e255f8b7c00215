"""What every renderer is given: the report, and what it takes to put it into words."""

import posixpath
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from herdr_lint.judge.rule_registry import Rule, RuleRegistry
from herdr_lint.model import Finding, Report, Unchecked
from herdr_lint.report.paths import split_member
from herdr_lint.report.terminal import Terminal
from herdr_lint.syntax.text import SourceText

Sources: TypeAlias = Callable[[str], SourceText | None]
"""The text of a path as it stands in the report, archive members included; None for no frame."""


def no_sources(_: str) -> SourceText | None:
    return None


class View(NamedTuple):
    """One report, ready to be shown: ``report`` is what is to be seen of ``whole``."""

    report: Report
    whole: Report
    sources: Sources
    terminal: Terminal
    base: str
    brief: bool = False

    def rule(self, rule_id: str) -> Rule | None:
        """The rule of that id; None for one that a policy brought along."""
        known = RuleRegistry.shipped()
        if rule_id not in known:
            return None
        return known[rule_id]

    def file(self, path: str) -> tuple[str, str | None]:
        """The file of a path as seen from the repository's root, and the member inside it."""
        file, member = split_member(path)
        return (posixpath.normpath(posixpath.join(self.base, file)) if self.base else file), member

    def location(self, path: str) -> str:
        """A path as seen from the repository's root, its member included."""
        return "!".join(filter(None, self.file(path)))


Renderer: TypeAlias = Callable[[View], Iterator[str]]
"""The text of a report, piece by piece, each of whole lines: nobody need hold all of it."""


def place(finding: Finding) -> str:
    """``path:line:column``, as editors and terminals know how to open it."""
    start = finding.span.start
    return f"{finding.path}:{start.line}:{start.column}"


SAFE_FIX = "--fix"
UNSAFE_FIX = "--fix --unsafe"


def remedy(finding: Finding) -> str | None:
    """The options that fix it: ``--fix`` if no edit guesses, else ``--fix --unsafe``.

    None without edits, and where nobody writes: into archives, and into anything but role files.
    """
    if not finding.edits or not finding.path.endswith(".md"):
        return None
    if split_member(finding.path)[1] is not None:
        return None
    return SAFE_FIX if all(edit.safe for edit in finding.edits) else UNSAFE_FIX


def prose(finding: Finding) -> str:
    """What is wrong, what comes of it and how to fix it, as one paragraph."""
    helped = f"Help: {_sentence(finding.help)}" if finding.help else ""
    told = (_sentence(finding.message), finding.consequence, helped)
    return " ".join(part for part in told if part)


def unchecked_prose(item: Unchecked) -> str:
    return f"Not checked: {_sentence(item.reason)}"


def count(number: int, noun: str) -> str:
    """``1 file``, ``2 files``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
