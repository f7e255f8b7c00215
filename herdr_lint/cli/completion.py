"""What the shell is offered where an option takes a name of ours."""

from __future__ import annotations


def complete_rules(incomplete: str) -> list[str]:
    """Ids of rules and their groups; of a list with commas, the last one is completed."""
    from herdr_lint.config.selection import groups
    from herdr_lint.judge.rule_registry import RuleRegistry

    before, comma, last = incomplete.rpartition(",")
    names = sorted({*RuleRegistry.shipped().ids, *groups()})
    return [f"{before}{comma}{name}" for name in names if name.startswith(last)]


def complete_rule(incomplete: str) -> list[str]:
    """Ids of rules."""
    from herdr_lint.judge.rule_registry import RuleRegistry

    return [name for name in RuleRegistry.shipped().ids if name.startswith(incomplete)]


def complete_reports(incomplete: str) -> list[str]:
    """``FORMAT=``; the file behind it is for the shell to complete."""
    from herdr_lint.report import FORMATS

    return [f"{name}=" for name in FORMATS if f"{name}=".startswith(incomplete)]


def complete_profiles(incomplete: str) -> list[str]:
    from herdr_lint.openwop.profiles import shipped

    return [name for name in ("auto", *shipped()) if name.startswith(incomplete)]


def complete_schemas(incomplete: str) -> list[str]:
    from herdr_lint.cli.explain import schema_names

    return [name for name in schema_names() if name.startswith(incomplete)]
