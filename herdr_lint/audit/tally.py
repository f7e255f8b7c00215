"""The summary: counts that add up, whoever counted them, and the packs that fare worst."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import Any

from herdr_lint.version import __version__

WORST = 20
"""Packs that are named."""


@dataclass(frozen=True)
class Tally:
    """Counts over any part of an audit; ``+`` is associative and commutative.

    ``rules`` counts findings by severity and rule, ``codes`` the codes to answer with, and
    ``packs`` the outcomes: ``accepted``, ``rejected``, ``undecided``, ``unread``. ``worst`` are the
    packs with most errors, then most warnings.
    """

    packs: Mapping[str, int] = field(default_factory=Counter)
    profiles: Mapping[str, int] = field(default_factory=Counter)
    codes: Mapping[str, int] = field(default_factory=Counter)
    rules: Mapping[tuple[str, str], int] = field(default_factory=Counter)
    worst: tuple[tuple[int, int, str], ...] = ()
    size: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            Counter(self.packs) + Counter(other.packs),
            Counter(self.profiles) + Counter(other.profiles),
            Counter(self.codes) + Counter(other.codes),
            Counter(self.rules) + Counter(other.rules),
            _worst((*self.worst, *other.worst)),
            self.size + other.size,
        )

    @property
    def judged(self) -> int:
        return sum(self.packs.values()) - self.packs.get("unread", 0)

    def to_dict(self) -> dict[str, Any]:
        """The summary as JSON."""
        return {
            "version": 1,
            "tool": {"name": "herdr-lint", "version": __version__},
            "packs": dict(sorted(self.packs.items())),
            "bytes": self.size,
            "profiles": dict(sorted(self.profiles.items())),
            "codes": _by_count(self.codes),
            "rules": [
                {"rule": rule, "severity": severity, "findings": number}
                for (severity, rule), number in _ranked(self.rules)
            ],
            "worst": [
                {"pack": pack, "errors": -errors, "warnings": -warnings}
                for errors, warnings, pack in self.worst
            ],
        }

    def to_markdown(self) -> str:
        """The summary as a page for people."""
        outcomes = ", ".join(f"{number:,} {name}" for name, number in sorted(self.packs.items()))
        total, mebibytes = sum(self.packs.values()), self.size / 2**20
        lines = [
            "# Audit",
            "",
            f"{total:,} packs, {mebibytes:,.1f} MiB: {outcomes or 'none'}.",
            "",
            *_table("| rule | severity | findings |", self._rule_rows()),
            *_table("| code to answer with | packs |", _by_count(self.codes).items()),
            *_table("| pack | errors | warnings |", self._worst_rows()),
        ]
        return "\n".join(lines).rstrip() + "\n"

    def _rule_rows(self) -> Iterable[tuple[Any, ...]]:
        return ((rule, severity, number) for (severity, rule), number in _ranked(self.rules))

    def _worst_rows(self) -> Iterable[tuple[Any, ...]]:
        return ((f"`{pack}`", -errors, -warnings) for errors, warnings, pack in self.worst)


def tally(
    verdicts: Iterable[Mapping[str, Any]],
    findings: Iterable[Mapping[str, Any]],
    unread: int = 0,
) -> Tally:
    """The counts of some rows of the tables."""
    rows = list(verdicts)
    packs = Counter(row["outcome"] for row in rows)
    packs["unread"] = unread
    return Tally(
        +packs,
        Counter(row["profile"] for row in rows),
        Counter(row["primary"] for row in rows if row["primary"]),
        Counter((row["severity"], row["rule"]) for row in findings),
        _worst((-row["errors"], -row["warnings"], row["pack"]) for row in rows),
        sum(row["bytes"] for row in rows),
    )


def _worst(packs: Iterable[tuple[int, int, str]]) -> tuple[tuple[int, int, str], ...]:
    return tuple(nsmallest(WORST, {pack for pack in packs if pack[:2] != (0, 0)}))


def _ranked(counts: Mapping[Any, int]) -> list[tuple[Any, int]]:
    return sorted(counts.items(), key=lambda row: (-row[1], row[0]))


def _by_count(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(_ranked(counts))


def _table(head: str, rows: Iterable[tuple[Any, ...]]) -> list[str]:
    lines = [f"| {' | '.join(map(str, row))} |" for row in rows]
    return [head, "|" + "---|" * (head.count("|") - 1), *lines, ""] if lines else []
