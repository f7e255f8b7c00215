"""``sarif``: SARIF 2.1.0 (OASIS, errata 01), with what GitHub code scanning asks of it.

What a file ignores or a baseline accepts is among the results, as suppressed. Only the rules that
a result names are described. A finding inside an archive is placed at the
archive, since a viewer has no other file to open; its member is the logical location. The log is
written without indentation: it is the largest format by far, and read by programs alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from heapq import nlargest
from typing import Any

from herdr_lint.judge.rule_registry import Rule
from herdr_lint.links import HOME, rule_page
from herdr_lint.model import (
    FILE_START,
    Edit,
    Finding,
    Report,
    Severity,
    Span,
    Suppressed,
    Unchecked,
)
from herdr_lint.report.fingerprint import fingerprints
from herdr_lint.report.json_text import json_text
from herdr_lint.report.paths import as_uri, is_absolute
from herdr_lint.report.view import View, place, prose, remedy, unchecked_prose
from herdr_lint.report.visible import visible
from herdr_lint.version import __version__

Json = dict[str, Any]

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

MOST_RESULTS = 25_000
"""GitHub refuses a run with more of them, so the gravest are kept."""
_ROOT = "%SRCROOT%"
_END = "]}]}\n"
"""How a log ends whose last member are the results of its last run."""
_LEFT_OUT = "results-left-out"
_UNCHECKED = "not-checked"
_LONGEST_NAME = 255
_LONGEST_DESCRIPTION = 1024
_PROBLEMS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "recommendation",
}


def render(view: View) -> Iterator[str]:
    view, left_out = _bounded(view)
    run: Json = {
        "tool": {"driver": _driver(view, left_out)},
        "invocations": [_invocation(view, left_out)],
        "originalUriBaseIds": {
            _ROOT: {"description": {"text": "The root of the repository that was checked."}}
        },
        "columnKind": "unicodeCodePoints",
        "results": [],
    }
    log = json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=None)
    around = log.removesuffix(_END)
    between = ""
    yield around
    for result in _results(view):
        yield between + json_text(result, indent=None).rstrip()
        between = ", "
    yield _END


def _bounded(view: View) -> tuple[View, int]:
    """The view with no more findings than a run may have, and the number of those left out.

    What is suppressed has to stand back for what is not.
    """
    findings, suppressed = view.report.findings, view.report.suppressed
    left_out = len(findings) + len(suppressed) - MOST_RESULTS
    if left_out <= 0:
        return view, 0
    gravest = nlargest(MOST_RESULTS, findings, key=lambda finding: finding.severity)
    kept = view.report._replace(
        findings=tuple(sorted(gravest, key=lambda one: one.sort_key)),
        suppressed=suppressed[: MOST_RESULTS - len(gravest)],
    )
    return view._replace(report=kept), left_out


def _all_findings(report: Report) -> tuple[Finding, ...]:
    return (*report.findings, *(one.finding for one in report.suppressed))


def _driver(view: View, left_out: int) -> Json:
    driver: Json = {
        "name": "herdr-lint",
        "informationUri": HOME,
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(rule_id, view.rule(rule_id)) for rule_id in _rule_ids(view)],
    }
    notifications = []
    if view.report.unchecked:
        told = "It was met and not judged, which is never the same as being fine."
        notifications.append(_descriptor(_UNCHECKED, "Something was not checked.", told))
    if left_out:
        told = f"A run holds {MOST_RESULTS:,} results; the gravest are kept."
        notifications.append(_descriptor(_LEFT_OUT, "There are too many results.", told))
    if notifications:
        driver["notifications"] = notifications
    return driver


def _rule_ids(view: View) -> Sequence[str]:
    return sorted({finding.rule for finding in _all_findings(view.report)})


def _rule(rule_id: str, rule: Rule | None) -> Json:
    if rule is None:
        own = "A rule of the policy of this run."
        return _descriptor(rule_id, own, f"{own} The policy tells more about it.")
    severity = rule.severity["*"]
    return {
        **_descriptor(rule_id, f"{rule.title}.", rule.explanation),
        "helpUri": rule_page(rule_id),
        "help": {"text": _help(rule), "markdown": _markdown_help(rule)},
        "defaultConfiguration": {"level": severity.value},
        "properties": {
            "tags": [rule.group],
            "precision": "very-high",
            "problem.severity": _PROBLEMS[severity],
        },
    }


def _descriptor(own_id: str, title: str, explanation: str) -> Json:
    return {
        "id": own_id,
        "name": _pascal_case(own_id)[:_LONGEST_NAME],
        "shortDescription": {"text": title},
        "fullDescription": {"text": explanation[:_LONGEST_DESCRIPTION]},
        "help": {"text": explanation},
    }


def _pascal_case(rule_id: str) -> str:
    return "".join(word.capitalize() for word in re.findall(r"[^\W_]+", rule_id))


def _help(rule: Rule) -> str:
    return (
        f"{rule.explanation}\n\n{rule.consequences}\n\nBad:\n\n{rule.bad}\n\nGood:\n\n{rule.good}\n\n"
        f"Source: {rule.source}"
    )


def _markdown_help(rule: Rule) -> str:
    return (
        f"{rule.explanation}\n\n{rule.consequences}\n\n**Bad**\n\n{_fenced(rule.bad)}\n\n"
        f"**Good**\n\n{_fenced(rule.good)}\n\nSource: {rule.source}"
    )


def _fenced(code: str) -> str:
    """A fenced block whose fence is longer than any run of backticks in it."""
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", code))])
    return f"{fence}\n{code.rstrip()}\n{fence}"


def _invocation(view: View, left_out: int) -> Json:
    crashed = any(rule == "internal-error" for rule, _ in view.report.tally)
    invocation: Json = {"executionSuccessful": not crashed}
    notes = [_notification(view, item) for item in view.report.unchecked]
    if left_out:
        told = f"{left_out:,} results are left out: a run holds {MOST_RESULTS:,}, the gravest."
        descriptor = {"id": _LEFT_OUT, "index": 1 if view.report.unchecked else 0}
        notes.append({"descriptor": descriptor, "level": "warning", "message": _message(told)})
    if notes:
        invocation["toolExecutionNotifications"] = notes
    return invocation


def _notification(view: View, item: Unchecked) -> Json:
    return {
        "descriptor": {"id": _UNCHECKED, "index": 0},
        "level": "warning",
        "message": _message(unchecked_prose(item)),
        "locations": [_location(view, item.path, FILE_START)],
    }


def _results(view: View) -> Iterator[Json]:
    rule_indices = {rule_id: index for index, rule_id in enumerate(_rule_ids(view))}
    findings = _all_findings(view.report)
    suppressions = _suppressions(view.report)
    for finding, own in zip(findings, fingerprints(view, findings), strict=True):
        result: Json = {
            "ruleId": finding.rule,
            "ruleIndex": rule_indices[finding.rule],
            "level": finding.severity.value,
            "message": _message(_told(view, finding)),
            "locations": [_location(view, finding.path, finding.span)],
            "partialFingerprints": {
                "primaryLocationLineHash": own,  # the one by which GitHub knows an alert again
                "herdrLintFinding/v1": own,
            },
        }
        if suppressions:  # of all results or of none (SARIF 3.27.23)
            result["suppressions"] = next(suppressions)
        result.update(_optional(view, finding))
        yield result


def _suppressions(report: Report) -> Iterator[list[Json]] | None:
    """Why each result is none that counts, the empty list for one that does; None if all do."""
    if not report.suppressed:
        return None
    told: list[list[Json]] = [[] for _ in report.findings]
    told += [[_suppression(one)] for one in report.suppressed]
    return iter(told)


def _suppression(one: Suppressed) -> Json:
    said = {"justification": visible(one.reason)} if one.reason else {}
    return {"kind": one.kind, "status": "accepted", **said}


def _told(view: View, finding: Finding) -> str:
    inside = view.file(finding.path)[1] is not None
    return f"{place(finding)}: {prose(finding)}" if inside else prose(finding)


def _optional(view: View, finding: Finding) -> Iterator[tuple[str, Any]]:
    if finding.related:
        yield "relatedLocations", _related(view, finding)
    if finding.edits and view.file(finding.path)[1] is None:
        yield "fixes", [_fix(view, finding)]
    known = {
        "cause": finding.cause,
        "pointer": finding.pointer,
        "hostCode": finding.host_code,
        "hostReports": finding.host_reports or None,
        "source": finding.source,
    }
    properties = {key: value for key, value in known.items() if value is not None}
    if properties:
        yield "properties", properties


def _related(view: View, finding: Finding) -> list[Json]:
    return [
        {
            "id": number,
            "message": _message(related.message),
            **_location(view, related.path, related.span),
        }
        for number, related in enumerate(finding.related, start=1)
    ]


def _fix(view: View, finding: Finding) -> Json:
    option = remedy(finding)
    advice = f"`herdr-lint {option}` makes this edit." if option else "Make this edit by hand."
    change = {
        "artifactLocation": _artifact(view.file(finding.path)[0]),
        "replacements": [_replacement(edit) for edit in finding.edits],
    }
    return {"description": _message(advice), "artifactChanges": [change]}


def _replacement(edit: Edit) -> Json:
    return {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}


def _location(view: View, path: str, span: Span) -> Json:
    file, member = view.file(path)
    physical = {
        "artifactLocation": _artifact(file),
        "region": _region(FILE_START if member else span),
    }
    if member is None:
        return {"physicalLocation": physical}
    inside = {"name": visible(member), "fullyQualifiedName": visible(path), "kind": "resource"}
    return {"physicalLocation": physical, "logicalLocations": [inside]}


def _artifact(file: str) -> Json:
    uri = as_uri(file)
    return {"uri": uri} if is_absolute(file) else {"uri": uri, "uriBaseId": _ROOT}


def _region(span: Span) -> Json:
    return {
        "startLine": span.start.line,
        "startColumn": span.start.column,
        "endLine": span.end.line,
        "endColumn": span.end.column,
    }


def _message(text: str) -> Json:
    """A plain text message; what would read as an embedded link is escaped (SARIF 3.11.6)."""
    shown = visible(text)
    if "](" in shown:
        shown = re.sub(r"([\\\[\]])", r"\\\1", shown)
    return {"text": shown}
