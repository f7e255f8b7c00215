"""Which rules run, and how grave their findings are."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from herdr_lint.judge.rule_registry import Rule, RuleRegistry
from herdr_lint.model import Severity

EVERYTHING = "default"
"""The group of all rules that do not run on request only."""

POLICY = "policy"
"""The group of the rules that policies bring along."""

ALWAYS = frozenset({"internal-error"})
"""Rules that nobody can switch off: what went wrong in a run must not go unseen."""


class Choice(NamedTuple):
    """What one place (a configuration, one of its overrides, the command line) says of rules.

    ``select`` and ``ignore`` hold ids of rules and groups; ``select`` is None where every rule
    may run. ``severity`` holds None for a rule that is off.
    """

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity | None] = {}

    def says(self, rule_id: str, groups: Collection[str]) -> bool | None:
        """Whether the rule runs, or None where this choice leaves that open.

        A rule that is named weighs more than a group of it, and ``ignore`` more than ``select``.
        A rule that is given a severity is named by that.
        """
        if rule_id in self.ignore or self.severity.get(rule_id, Severity.NOTE) is None:
            return False
        select = self.select or ()
        if rule_id in select or rule_id in self.severity:
            return True
        if any(group in self.ignore for group in groups):
            return False
        if any(group in select for group in groups):
            return True
        return None if self.select is None else False


class Selection(NamedTuple):
    """The choices that hold for one file, the weakest first: a later one overrules the others."""

    choices: tuple[Choice, ...] = ()

    def runs(self, rule_id: str) -> bool:
        """Whether findings of a rule are wanted. A rule on request has to be asked for by name."""
        if rule_id in ALWAYS:
            return True
        groups = groups_of(rule_id)
        for choice in reversed(self.choices):
            said = choice.says(rule_id, groups)
            if said is not None:
                return said
        book = RuleRegistry.shipped()
        return rule_id not in book or not book[rule_id].opt_in

    def severity(self, rule_id: str, own: Severity) -> Severity:
        """The severity of a finding whose rule would give it its ``own``."""
        said = (choice.severity.get(rule_id) for choice in reversed(self.choices))
        return next((severity for severity in said if severity), own)

    @property
    def requested(self) -> frozenset[str]:
        """The rules that were asked for by name: those on request run only then."""
        named = {
            name for choice in self.choices for name in (*(choice.select or ()), *choice.severity)
        }
        return frozenset(name for name in named if self.runs(name))


def groups_of(rule_id: str) -> tuple[str, ...]:
    """The groups by which a rule may be selected and ignored."""
    book = RuleRegistry.shipped()
    if rule_id not in book:
        return (POLICY, EVERYTHING)
    return () if book[rule_id].opt_in else (book[rule_id].group, EVERYTHING)


def groups() -> frozenset[str]:
    return RuleRegistry.shipped().groups | {POLICY, EVERYTHING}


def highest(rule: Rule) -> Severity:
    """The gravest severity that a configuration may give a rule.

    What a rule on request asks for, the sources leave free: nobody can make it weigh more than
    the rule registry does.
    """
    return max(rule.severity.values()) if rule.opt_in else Severity.ERROR
