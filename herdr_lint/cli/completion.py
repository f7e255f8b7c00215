"""What the shell is offered where an option takes a name of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from herdr_lint.late import late

if TYPE_CHECKING:
    from herdr_lint import report
    from herdr_lint.cli import explain
    from herdr_lint.config import selection
    from herdr_lint.judge import rule_registry
    from herdr_lint.openwop import profiles
else:
    report = late("herdr_lint.report")
    explain = late("herdr_lint.cli.explain")
    selection = late("herdr_lint.config.selection")
    rule_registry = late("herdr_lint.judge.rule_registry")
    profiles = late("herdr_lint.openwop.profiles")


def complete_rules(incomplete: str) -> list[str]:
    """Ids of rules and their groups; of a list with commas, the last one is completed."""
    before, comma, last = incomplete.rpartition(",")
    names = sorted({*rule_registry.RuleRegistry.shipped().ids, *selection.groups()})
    return [f"{before}{comma}{name}" for name in names if name.startswith(last)]


def complete_rule(incomplete: str) -> list[str]:
    """Ids of rules."""
    return [
        name for name in rule_registry.RuleRegistry.shipped().ids if name.startswith(incomplete)
    ]


def complete_reports(incomplete: str) -> list[str]:
    """``FORMAT=``; the file behind it is for the shell to complete."""
    return [f"{name}=" for name in report.FORMATS if f"{name}=".startswith(incomplete)]


def complete_profiles(incomplete: str) -> list[str]:
    return [name for name in ("auto", *profiles.shipped()) if name.startswith(incomplete)]


def complete_gate_profiles(incomplete: str) -> list[str]:
    names = ("auto", *profiles.shipped(), "role-pack")
    return [name for name in names if name.startswith(incomplete)]


def complete_schemas(incomplete: str) -> list[str]:
    return [name for name in explain.schema_names() if name.startswith(incomplete)]
