"""The rules as data: ``schemas/rules.json``, looked up by id and cause, worded for people.

The codes with which OpenWOP registries answer belong to the profiles; they are joined in here, so
that a rule knows its code wherever it is reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from herdr_lint.judge import shipped as files
from herdr_lint.judge.codes import codes_of
from herdr_lint.model import Severity


@dataclass(frozen=True, slots=True)
class Wording:
    """What one cause of a rule says; templates in the manner of ``str.format``."""

    message: str
    help: str
    severity: Mapping[str, Severity] | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of ``rules.json``.

    ``severity`` maps a layer or profile to a severity, with ``"*"`` for all the others.
    ``codes`` maps the reader of the file (a layer, ``openwop/v1``, ``*`` for all the others) to
    the code with which it answers; ``reader#cause`` is the code for one cause.
    """

    id: str
    group: str
    title: str
    severity: Mapping[str, Severity]
    explanation: str
    consequence: str
    bad: str
    good: str
    source: str
    causes: Mapping[str, Wording] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)
    fix: str | None = None
    opt_in: bool = False

    def wording(self, cause: str | None) -> Wording:
        """The wording of a cause, or of ``default`` where the rule knows no such cause."""
        return self.causes.get(cause or "default") or self.causes["default"]

    def severity_in(self, context: str, cause: str | None = None) -> Severity:
        """The severity in a layer or profile; a cause may have one of its own."""
        table = self.wording(cause).severity or self.severity
        return table.get(context) or table["*"]

    def code_in(self, context: str, cause: str | None = None) -> str | None:
        """The code of the reader in a layer or profile; a cause may have one of its own."""
        codes = self.codes
        return codes.get(f"{context}#{cause}") or codes.get(context) or codes.get("*")


def _severities(value: Any) -> Mapping[str, Severity] | None:
    if value is None:
        return None
    table = {"*": value} if isinstance(value, str) else value
    return {context: Severity(name) for context, name in table.items()}


def _rule(entry: Mapping[str, Any]) -> Rule:
    causes = {
        name: Wording(cause["message"], cause["help"], _severities(cause.get("severity")))
        for name, cause in entry["causes"].items()
    }
    severity = _severities(entry["severity"]) or {}
    codes = {**entry.get("codes", {}), **codes_of(entry["id"])}
    return Rule(**{**entry, "severity": severity, "causes": causes, "codes": codes})


class RuleRegistry:
    """All rules by id."""

    def __init__(self, entries: Mapping[str, Rule]) -> None:
        self._rules = entries

    def __getitem__(self, rule_id: str) -> Rule:
        return self._rules[rule_id]

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    @classmethod
    @cache
    def shipped(cls) -> RuleRegistry:
        return cls({entry["id"]: _rule(entry) for entry in files.load("rules.json")["rules"]})
