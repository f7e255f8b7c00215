"""Findings that are accepted for now, in a file that is to shrink: idle entries are reported."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from herdr_lint.config.reading import display_path
from herdr_lint.config.selection import ALWAYS
from herdr_lint.files import disk
from herdr_lint.judge.document import to_pointer
from herdr_lint.judge.fingerprint import fingerprint
from herdr_lint.judge.judge import show, word
from herdr_lint.judge.validator import schema_errors, shipped
from herdr_lint.late import late_pattern
from herdr_lint.model import FILE_START, Finding, Report, Suppressed, UsageError
from herdr_lint.syntax.text import SourceText

UNUSED = "baseline-unused"
VERSION = 1

LARGEST = 64 << 20
"""Bytes of a baseline that is read."""

_DIGITS = 32
_MEMBER = late_pattern(r"(.+?\.(?:tgz|tar|tar\.gz|zip))!.+", re.IGNORECASE | re.DOTALL)

Sources: TypeAlias = Callable[[str], SourceText | None]
"""The text of a path as it stands in the report; None where there is none to be had."""


@dataclass(frozen=True, slots=True, order=True)
class BaselineEntry:
    """Findings of one fingerprint; ``path`` is relative to the folder of the baseline."""

    path: str
    rule: str
    fingerprint: str
    count: int = 1

    def to_dict(self) -> dict[str, Any]:
        shape = {"path": self.path, "rule": self.rule, "fingerprint": self.fingerprint}
        return shape | ({"count": self.count} if self.count > 1 else {})


@dataclass(frozen=True)
class Baseline:
    """The entries of one file, sorted; ``file`` is absolute, ``text`` what stands in it."""

    file: Path
    entries: tuple[BaselineEntry, ...] = ()
    text: SourceText = field(default_factory=lambda: SourceText(""), compare=False)

    @classmethod
    def load(cls, file: Path) -> Baseline:
        """Read a baseline.

        Raises:
            UsageError: there is none, or it is not what ``schemas/baseline.schema.json`` says.

        """
        text, data = _read(file)
        for error in schema_errors(shipped("baseline.schema.json"), data):
            place = show(to_pointer(error.path)) if error.path else "the whole"
            told = f"not a baseline of version {VERSION} ({error.keyword} at {place})"
            raise UsageError(f"{display_path(file)}: {told}; --write-baseline writes a new one")
        found: Counter[tuple[str, str, str]] = Counter()
        for entry in data["findings"]:
            found[entry["path"], entry["rule"], entry["fingerprint"]] += entry.get("count", 1)
        return cls(Path(os.path.abspath(file)), _entries(found), text)

    @classmethod
    def of(cls, report: Report, file: Path, sources: Sources) -> Baseline:
        """The baseline that accepts all findings of a report as it is now."""
        file = Path(os.path.abspath(file))
        found = Counter(
            (_path(finding.path, file), finding.rule, _print(finding, file, sources))
            for finding in report.findings
            if finding.rule not in ALWAYS and finding.rule != UNUSED
        )
        return cls(file, _entries(found))

    def with_unseen(self, old: Baseline, report: Report) -> Baseline:
        """These entries, and those of an older baseline for files that the run did not look at."""
        looked_at = self._looked_at(report)
        kept = (
            entry
            for entry in old.entries
            if not _seen(entry, looked_at) and disk.exists(self.file.parent / _outer(entry.path))
        )
        return replace(self, entries=tuple(sorted({*self.entries, *kept})))

    def pruned(self, report: Report, sources: Sources) -> Baseline:
        """What is left of the entries if each accepts no more than the report still finds."""
        looked_at = self._looked_at(report)
        found = {
            entry.fingerprint: entry.count for entry in self.of(report, self.file, sources).entries
        }
        left = []
        for entry in self.entries:
            if _seen(entry, looked_at):
                count = min(entry.count, found.get(entry.fingerprint, 0))
            else:
                there = disk.exists(self.file.parent / _outer(entry.path))
                count = entry.count if there else 0
            if count:
                left.append(replace(entry, count=count))
        return replace(self, entries=tuple(left))

    @property
    def accepted(self) -> int:
        """The number of findings that it accepts."""
        return sum(entry.count for entry in self.entries)

    def _looked_at(self, report: Report) -> Mapping[str, str]:
        """The files of a report by their path as seen from the folder of the baseline."""
        return {_path(path, self.file): path for path in report.files}

    def to_json(self) -> str:
        """The text of the file: one entry a line."""
        rows = [json.dumps(entry.to_dict(), ensure_ascii=False) for entry in self.entries]
        inner = ",\n    ".join(rows)
        findings = f"[\n    {inner}\n  ]" if rows else "[]"
        return f'{{\n  "version": {VERSION},\n  "findings": {findings}\n}}\n'

    def subtract(
        self,
        report: Report,
        sources: Sources,
        *,
        ran: Callable[[str, str], bool] = lambda _path, _rule: True,
    ) -> Report:
        """The report without the accepted findings, with a finding for each idle entry.

        Of more findings than an entry counts, the first ones are taken for the accepted ones. An
        entry is idle when its file was looked at by its rule, or is gone, and nothing was found;
        ``ran`` tells for a path and a rule whether the rule was selected there.
        """
        left = Counter({entry.fingerprint: entry.count for entry in self.entries})
        kept, accepted = [], []
        for finding in report.findings:
            name = "" if finding.rule in ALWAYS else _print(finding, self.file, sources)
            if left[name] > 0:
                left[name] -= 1
                accepted.append(Suppressed(finding, "external"))
            else:
                kept.append(finding)
        idle = self._idle(left, report, ran)
        suppressed = (*report.suppressed, *accepted)
        return Report.of((*kept, *idle), report.unchecked, report.files, suppressed)

    def _idle(
        self, left: Mapping[str, int], report: Report, ran: Callable[[str, str], bool]
    ) -> Iterator[Finding]:
        if any(finding.rule in ALWAYS for finding in report.findings):
            return
        looked_at = self._looked_at(report)
        for entry in self.entries:
            if not left[entry.fingerprint]:
                continue
            path = _seen(entry, looked_at)
            if path is None:
                if not disk.exists(self.file.parent / _outer(entry.path)):
                    yield self._complaint(entry, left[entry.fingerprint], "gone")
            elif ran(path, entry.rule):
                cause = "fewer" if left[entry.fingerprint] < entry.count else "default"
                yield self._complaint(entry, left[entry.fingerprint], cause)

    def _complaint(self, entry: BaselineEntry, spare: int, cause: str) -> Finding:
        at = self.text.text.find(entry.fingerprint)
        return word(
            UNUSED,
            "*",
            display_path(self.file),
            cause=cause,
            span=self.text.span(at, at + len(entry.fingerprint)) if at >= 0 else FILE_START,
            name=entry.rule,
            file=show(entry.path),
            spare=spare,
            count=entry.count,
        )


def _seen(entry: BaselineEntry, looked_at: Mapping[str, str]) -> str | None:
    """The path of a report that an entry is about, or of the archive that holds it."""
    return looked_at.get(entry.path) or looked_at.get(_outer(entry.path))


def _entries(found: Mapping[tuple[str, str, str], int]) -> tuple[BaselineEntry, ...]:
    return tuple(BaselineEntry(*key, count) for key, count in sorted(found.items()))


def _read(file: Path) -> tuple[SourceText, Any]:
    try:
        text = SourceText.decode(disk.read(file, LARGEST))
        return text, json.loads(text.text)
    except OSError as error:
        told = f"{display_path(file)}: cannot be read: {error.strerror}"
        missing = isinstance(error, FileNotFoundError)
        raise UsageError(f"{told}; --write-baseline writes one" if missing else told) from error
    except json.JSONDecodeError as error:
        told = f"{display_path(file)}:{error.lineno}:{error.colno}: not JSON: {error.msg}"
        raise UsageError(told) from error
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"{display_path(file)}: not JSON that can be read; --write-baseline writes a new one"
        ) from error


def _print(finding: Finding, file: Path, sources: Sources) -> str:
    source = sources(finding.path)
    number = finding.span.start.line
    lines = () if source is None else source.lines
    line = lines[number - 1] if number <= len(lines) else None
    return fingerprint(finding, _path(finding.path, file), line)[:_DIGITS]


def _path(path: str, file: Path) -> str:
    """A path of a report as seen from the folder of the baseline."""
    try:
        way = os.path.relpath(path, file.parent)
    except ValueError:
        way = path
    return way.replace(os.sep, "/")


def _outer(path: str) -> str:
    """The archive of a member, or the path itself."""
    found = _MEMBER.fullmatch(path)
    return found[1] if found else path
