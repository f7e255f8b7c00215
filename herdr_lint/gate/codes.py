"""The one code that a registry answers with, although it hears of everything."""

from __future__ import annotations

from collections.abc import Iterable

from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.model import Finding, Severity
from herdr_lint.openwop import pinned
from herdr_lint.openwop.profiles import Profile

INTERNAL = "internal_error"


def primary(findings: Iterable[Finding], profile: Profile | None) -> str | None:
    """The code of the first check that fails, by the order in which a registry checks.

    Without a profile of OpenWOP it is the code of the host, or the rule, of the first error.
    """
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if not errors:
        return None
    first = min(errors, key=lambda finding: (*_rank(finding, profile), finding.sort_key))
    if first.rule == "internal-error":
        return INTERNAL
    return first.host_code or (profile.default_code if profile else first.rule)


def _rank(finding: Finding, profile: Profile | None) -> tuple[int, ...]:
    """Where the registry decides a finding; a rule of its own schemas, where schemas judge."""
    if profile is None:
        return ()
    known = RuleRegistry.shipped()
    rule = finding.rule if finding.rule in known else pinned.RULE
    return profile.rank(rule, known.group_of(rule))
