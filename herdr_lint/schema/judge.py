"""Documents against schemas: each fault becomes a finding in the words of its rule."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from jsonschema.protocols import Validator

from herdr_lint.model import Finding, Related, Severity
from herdr_lint.normalize.document import Document, Part, to_pointer
from herdr_lint.schema.rulebook import Rule, Rulebook, Wording
from herdr_lint.schema.validator import Fault, faults

Params = Mapping[str, Any]

LONGEST_VALUE = 60
"""Values are cut to this many characters in messages; the code frame shows the rest."""


def judge(document: Document, validator: Validator, context: str) -> Iterator[Finding]:
    """Findings of one document, in the order in which the schema states its demands.

    ``context`` is the layer or profile that decides severities and codes. Of a role file the host
    reports its first demand that is not met, and nothing else; that finding is marked.
    """
    found = (_finding(document, fault, context) for fault in faults(validator, document.data))
    yield from _mark_reported(found) if document.kind == "role" else found


def _mark_reported(findings: Iterable[Finding]) -> Iterator[Finding]:
    reported = False
    for finding in findings:
        if finding.host_code and not reported:
            reported = True
            yield replace(finding, host_reports=True)
        else:
            yield finding


def make_finding(
    document: Document,
    rule_id: str,
    context: str,
    *,
    cause: str | None = None,
    pointer: str = "",
    part: Part = "value",
    related: tuple[Related, ...] = (),
    **params: Any,
) -> Finding:
    """The finding of a rule at a place of a document, for rules that no schema can state."""
    rule = Rulebook.shipped()[rule_id]
    return _worded(document, rule, context, cause, pointer, part, params, related)


def _finding(document: Document, fault: Fault, context: str) -> Finding:
    annotation = fault.annotation
    params = _params(document, fault)
    pointer = to_pointer(fault.path)
    cause = fill(annotation["cause"], params) if "cause" in annotation else None
    part: Part = "key" if fault.keyword == "additionalProperties" else annotation.get("at", "value")
    rule = _rule_of(annotation)
    return _worded(document, rule, context, cause, pointer, part, params, ())


def _worded(
    document: Document,
    rule: Rule,
    context: str,
    cause: str | None,
    pointer: str,
    part: Part,
    params: Params,
    related: tuple[Related, ...],
) -> Finding:
    wording = rule.wording(cause)
    edit = document.edits.get(pointer)
    return Finding(
        rule=rule.id,
        severity=rule.severity_in(context, cause),
        message=fill(wording.message, params),
        help=fill(wording.help, params),
        path=document.path,
        span=document.locate(pointer, part),
        cause=cause,
        pointer=pointer,
        host_code=rule.codes.get(context, rule.codes.get("*")),
        source=rule.source,
        related=related or document.related.get(pointer, ()),
        edits=(edit,) if edit else (),
    )


def _rule_of(annotation: Mapping[str, Any]) -> Rule:
    """The rule an annotation names: one of ours, or one that a policy schema words itself."""
    rule_id = annotation.get("rule", "policy")
    book = Rulebook.shipped()
    if rule_id in book:
        return book[rule_id]
    wording = Wording(
        annotation.get("message", "the policy does not allow this: {requirement}"),
        annotation.get("help", "see the policy that this run was given"),
    )
    severity = Severity(annotation.get("severity", Severity.ERROR))
    return Rule(
        id=rule_id,
        group="policy",
        title=rule_id,
        severity={"*": severity},
        explanation="",
        consequence="",
        bad="",
        good="",
        source=annotation.get("source", "policy"),
        causes={"default": wording},
    )


def _params(document: Document, fault: Fault) -> dict[str, Any]:
    """What a template may name: the document's scalars, the subject's, then the fault's own."""
    unexpected = fault.keyword == "additionalProperties"
    value = fault.path[-1] if unexpected else fault.value
    params: dict[str, Any] = {"key": fault.path[-1] if fault.path else ""}
    for mapping in (document.data, fault.subject):
        if isinstance(mapping, Mapping):
            params.update((k, _plain(v)) for k, v in mapping.items() if isinstance(v, str | int))
    if unexpected or fault.keyword == "required":
        params["key"] = _plain(value if unexpected else fault.detail)
    return params | {
        "keyword": fault.keyword,
        "parent": fault.path[-2] if len(fault.path) > 1 else "",
        "value": show(value),
        "raw_value": _plain(value),
        "requirement": f"{fault.keyword} {show(fault.expected)}",
        "expected": _expected(fault),
        "hint": _hint(value, fault.choices),
    }


def _expected(fault: Fault) -> str:
    if fault.keyword == "enum":
        return ", ".join(show(choice) for choice in fault.expected)
    return show(fault.expected)


def _hint(value: Any, choices: Sequence[str]) -> str:
    """`` Did you mean `x`?`` when one of the choices is close to the value, else nothing."""
    close = closest(value, choices)
    return f" Did you mean {show(close)}?" if close else ""


def closest(value: Any, choices: Sequence[str]) -> str | None:
    """The choice that a person most likely meant, or None if there is none near enough."""
    if not isinstance(value, str) or not choices:
        return None
    folded = {choice.casefold().replace("_", "-"): choice for choice in reversed(choices)}
    near = difflib.get_close_matches(
        value.strip().casefold().replace("_", "-"), folded, n=1, cutoff=0.7
    )
    return folded[near[0]] if near else None


def show(value: Any) -> str:
    """A value for a message: in backticks, on one line, cut when long, nothing invisible."""
    return f"`{_plain(value)}`" if value != "" else "nothing"


def _plain(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    if len(text) > LONGEST_VALUE:
        text = text[: LONGEST_VALUE - 1] + "…"
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def fill(template: str, params: Params) -> str:
    """Put parameters into a template; a name that nobody knows stays as it is written."""
    return re.sub(r"\{(\w+)\}", lambda found: str(params.get(found[1], found[0])), template)
