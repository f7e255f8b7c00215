"""What the shell is offered where an option takes a name of ours.

All names there are: those that go on as what is typed are chosen where these are asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from herdr_lint.late import late

if TYPE_CHECKING:
    from herdr_lint import report
    from herdr_lint.cli import explain
    from herdr_lint.config import selection
    from herdr_lint.judge import codes, rule_registry
else:
    report = late("herdr_lint.report")
    explain = late("herdr_lint.cli.explain")
    selection = late("herdr_lint.config.selection")
    codes = late("herdr_lint.judge.codes")
    rule_registry = late("herdr_lint.judge.rule_registry")


def profile_names() -> tuple[str, ...]:
    """What `--profile` takes of a run, whose role packs need none."""
    return ("auto", *codes.names())


def gate_profile_names() -> tuple[str, ...]:
    """What `--profile` takes of a gate."""
    return (*profile_names(), "role-pack")


def rules_and_groups(incomplete: str) -> list[str]:
    """Ids of rules and their groups; of a list with commas, the last one is completed."""
    before, comma, _ = incomplete.rpartition(",")
    names = sorted({*rule_registry.RuleRegistry.shipped().ids, *selection.groups()})
    return [f"{before}{comma}{name}" for name in names]


def rules() -> list[str]:
    """Ids of rules."""
    return [*rule_registry.RuleRegistry.shipped().ids]


def reports() -> list[str]:
    """``FORMAT=``; the file behind it is for the shell to complete."""
    return [f"{name}=" for name in report.FORMATS]


def schemas() -> list[str]:
    return explain.schema_names()
