"""Documents against schemas: each fault becomes a finding in the words of its rule."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Sized
from itertools import islice
from typing import TYPE_CHECKING, Any

from herdr_lint.judge.document import Document, Part, from_pointer, to_pointer
from herdr_lint.judge.rule_registry import DEFAULT, ELSE, Rule, RuleRegistry, Wording
from herdr_lint.judge.validator import Validator
from herdr_lint.late import late, late_pattern
from herdr_lint.model import FILE_START, Finding, Related, Severity, Span

if TYPE_CHECKING:
    import difflib

    from herdr_lint.judge.schema_error import SchemaError
else:
    difflib = late("difflib")

Params = Mapping[str, Any]

_PARAMETER = late_pattern(r"\{(\w+)\}")

LONGEST_VALUE = 60
"""Values are cut to this many characters in messages; the code frame shows the rest."""

MOST_COMPARED = 20
"""Unknown members that are compared with the ones that are missing."""

LONGEST_MEMBER = 120
"""The way to a member is cut to this many."""

LONGEST_EXPECTED = 200
"""What a schema asks for is cut to this many."""


def judge(
    document: Document, validator: Validator, context: str, selected: Container[str] = ()
) -> Iterator[Finding]:
    """Findings of one document, in the order in which the schema states its demands.

    ``context`` is the layer or profile that decides severities and codes. Opt-in rules are heard
    only when ``selected`` names them. Demands that say the same of the same place are one finding.
    Of a role file the host reports the first demand that is not met; that finding is marked.
    """
    found = _findings(document, validator, context, selected)
    yield from _mark_reported(found) if document.kind == "role" else found


def _findings(
    document: Document, validator: Validator, context: str, selected: Container[str]
) -> Iterator[Finding]:
    if validator.admits(document.data):
        return
    unheard = _unheard(validator.reports, selected)
    if unheard and validator.admits(document.data, unheard):
        return
    seen: set[Finding] = set()
    for error in _told_once(validator.errors(document.data)):
        if not _is_heard(rule_of(error.annotation), selected):
            continue
        finding = _finding(document, error, context)
        if finding not in seen:
            seen.add(finding)
            yield finding


def _told_once(errors: Iterable[SchemaError]) -> Iterable[SchemaError]:
    """The errors without missing members that stand there misspelled: that is one mistake."""
    errors = list(errors)
    places = {error.path for error in errors if error.keyword == "required"}
    strange = (
        error
        for error in errors
        if error.keyword == "additionalProperties" and error.path[:-1] in places
    )
    meant = {
        (error.path[:-1], closest(error.path[-1], error.choices), _rule_named(error))
        for error in islice(strange, MOST_COMPARED)
    }
    # Of the demands on an object, no other has the name of a member for its detail.
    return [
        error for error in errors if (error.path, error.detail, _rule_named(error)) not in meant
    ]


def _rule_named(error: SchemaError) -> str | None:
    return error.annotation.get("rule")


def _mark_reported(findings: Iterable[Finding]) -> Iterator[Finding]:
    reported = False
    for finding in findings:
        if finding.host_code and not reported:
            reported = True
            yield finding._replace(host_reports=True)
        else:
            yield finding


def _unheard(reports: Iterable[str], selected: Container[str]) -> frozenset[str]:
    book = RuleRegistry.shipped()
    return frozenset(rule for rule in reports if not _is_heard(book[rule], selected))


def _is_heard(rule: Rule, selected: Container[str]) -> bool:
    return not rule.opt_in or rule.id in selected


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
    """The finding of a rule at a place of a document, for rules that no schema can state.

    ``params`` fill the templates; ``member``, the way to the place, need not be given.
    """
    rule = RuleRegistry.shipped()[rule_id]
    path = [int(step) if _is_index(step) else step for step in from_pointer(pointer)]
    params = {"member": _member(path), **params}
    return _worded(document, rule, context, cause, pointer, part, params, related)


def _finding(document: Document, error: SchemaError, context: str) -> Finding:
    annotation = error.annotation
    params = _Params(document, error)
    pointer = to_pointer(error.path)
    cause = fill(annotation["cause"], params) if "cause" in annotation else None
    part: Part = "key" if error.keyword == "additionalProperties" else annotation.get("at", "value")
    rule = rule_of(annotation)
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
    edit = document.edits.get(pointer)
    finding = _say(rule, context, cause, document.path, document.locate(pointer, part), params)
    return finding._replace(
        pointer=pointer,
        related=related or document.related.get(pointer, ()),
        edits=(edit,) if edit else (),
    )


def word(
    rule_id: str,
    context: str,
    path: str,
    *,
    cause: str | None = None,
    span: Span = FILE_START,
    related: tuple[Related, ...] = (),
    **params: Any,
) -> Finding:
    """The finding of a rule about a file that no document stands for, such as one never read."""
    finding = _say(RuleRegistry.shipped()[rule_id], context, cause, path, span, params)
    return finding._replace(related=related)


def _say(
    rule: Rule, context: str, cause: str | None, path: str, span: Span, params: Params
) -> Finding:
    wording = rule.wording(cause)
    return Finding(
        rule=rule.id,
        severity=rule.severity_in(context, cause),
        message=fill(wording.message, params),
        help=fill(wording.help, params),
        consequence=fill(rule.consequence_in(context, cause), params) or None,
        path=path,
        span=span,
        cause=cause,
        host_code=rule.code_in(context, cause),
        source=rule.source,
    )


def rule_of(annotation: Mapping[str, Any]) -> Rule:
    """The rule that an annotation names: one of ours, or one that a policy words itself."""
    rule_id = annotation.get("rule", "policy")
    book = RuleRegistry.shipped()
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
        severity={ELSE: severity},
        explanation="",
        consequence={ELSE: annotation.get("consequence", "")},
        bad="",
        good="",
        source=annotation.get("source", "policy"),
        causes={annotation.get("cause", DEFAULT): wording},
    )


class _Params(dict[str, Any]):
    """What a template may name: the fault's facts, the subject's scalars, then the document's.

    Each is worked out when a template asks for it: a file may have no end of faults.
    """

    def __init__(self, document: Document, error: SchemaError) -> None:
        self._document = document
        self._error = error

    def __missing__(self, name: str) -> Any:
        fact = _FACTS.get(name)
        if fact is not None:
            value = self[name] = fact(self._document, self._error)
            return value
        for members in (self._error.subject, self._document.data):
            value = members.get(name) if isinstance(members, Mapping) else None
            if isinstance(value, str | int | float):
                return _plain(value)
        raise KeyError(name)


def _keyword(error: SchemaError) -> str:
    return re.sub("[A-Z]", lambda upper: "-" + upper[0].lower(), error.keyword)


def _value(error: SchemaError) -> Any:
    return _key(error) if error.keyword == "additionalProperties" else error.value


def _way(error: SchemaError) -> str:
    return _member((*error.path, _key(error)) if error.keyword == "required" else error.path)


def _requirement(error: SchemaError) -> str:
    """What a schema asks for, in the words of JSON Schema; of `false`, what that comes to."""
    if error.keyword == "false":
        return "nothing may be there"
    return f"{error.keyword} {show(error.expected)}"


_FACTS: Mapping[str, Callable[[Document, SchemaError], Any]] = {
    "keyword": lambda _, error: _keyword(error),
    "key": lambda _, error: _key(error),
    "parent": lambda _, error: error.path[-2] if len(error.path) > 1 else "",
    "member": lambda _, error: _way(error),
    "value": lambda document, error: _as_written(document, error) or show(_value(error)),
    "raw_value": lambda _, error: _plain(_value(error)),
    "length": lambda _, error: len(error.value) if isinstance(error.value, Sized) else "",
    "requirement": lambda _, error: _requirement(error),
    "expected": lambda _, error: _expected(error),
    "hint": lambda _, error: _hint(_value(error), error.choices),
    "about": lambda _, error: f" {error.about}" if error.about else "",
}
"""The facts of a fault: ``member`` is the way to the value at fault, or to the one that is missing,
and ``length`` its number of characters, items or members; ``about`` is what the schema says."""


def _as_written(document: Document, error: SchemaError) -> str | None:
    """A value of a manifest where its form is what is wrong: ``"true"`` in quotes, ``1.10`` whole.

    None where nothing sets it apart from what it stands for.
    """
    if document.kind != "manifest":
        return None
    value = error.value
    if isinstance(value, str):
        return show(json.dumps(value, ensure_ascii=False)) if error.keyword == "type" else None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return show(document.text.slice(document.locate(to_pointer(error.path))))
    return None


def _key(error: SchemaError) -> str | int:
    """The key that a fault is about; an entry of a list may say itself what it stands for."""
    if error.keyword == "required":
        return error.detail
    key = error.path[-1] if error.path else ""
    if isinstance(key, int) and isinstance(error.subject, Mapping):
        own = error.subject.get("key", key)
        return _plain(own) if isinstance(own, str) else key
    return key


def _member(path: Sequence[str | int]) -> str:
    """The way to a member as a program would write it: `agents[0].memoryShape`."""
    way = "".join(map(_step, path)).removeprefix(".")
    return f"`{_plain(way, LONGEST_MEMBER)}`" if way else "the document"


def _is_index(step: str) -> bool:
    return step.isascii() and step.isdecimal() and len(step) < 10


def _step(part: str | int) -> str:
    if isinstance(part, str) and re.fullmatch(r"[\w$-]+", part, re.ASCII):
        return f".{part}"
    return f"[{json.dumps(part)}]"


def _expected(error: SchemaError) -> str:
    if error.keyword == "enum":
        return ", ".join(show(choice) for choice in error.expected)
    if error.keyword == "additionalProperties":
        return ", ".join(show(choice) for choice in error.choices) or "nothing"
    return show(error.expected, LONGEST_EXPECTED)


def _hint(value: Any, choices: Sequence[str]) -> str:
    """`` Did you mean `x`?`` when one of the choices is close to the value, else nothing."""
    close = closest(value, choices)
    return f" Did you mean {show(close)}?" if close else ""


def closest(value: Any, choices: Sequence[str]) -> str | None:
    """The choice that a person most likely meant, or None if there is none near enough."""
    if not isinstance(value, str):
        return None
    folded = {choice.casefold().replace("_", "-"): choice for choice in reversed(choices)}
    meant = value.strip().casefold().replace("_", "-")
    near = difflib.get_close_matches(meant, folded, cutoff=0.7)
    return folded[near[0]] if near else None


def show(value: Any, longest: int = LONGEST_VALUE) -> str:
    """A value for a message: in backticks, on one line, cut when long, nothing invisible."""
    visible = _plain(value, longest)
    return f"`{visible}`" if visible else "nothing"


def show_path(path: str) -> str:
    """A path for a message: like a value, but never cut, since its end tells most."""
    return f"`{_visible(path)}`"


_IN_JSON = json.JSONEncoder(ensure_ascii=False, default=str)


def _json(value: Any, longest: int) -> str:
    """The beginning of a value, as JSON: a little more than is shown, however much there is."""
    text = ""
    try:
        for piece in _IN_JSON.iterencode(value):
            text += piece
            if len(text) > longest:
                break
    except ValueError:  # an integer of thousands of digits
        return "a value that is too long to be shown"
    return text


def _plain(value: Any, longest: int = LONGEST_VALUE) -> str:
    """A value as text, a string without quotes: cut when long, nothing invisible in it."""
    text = value if isinstance(value, str) else _json(value, longest)
    return _visible(text if len(text) <= longest else text[: longest - 1] + "…")


def _visible(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def fill(template: str, params: Params) -> str:
    """Put parameters into a template; a name that nobody knows stays as it is written."""

    def filled(found: re.Match[str]) -> str:
        try:
            return str(params[found[1]])
        except KeyError:
            return found[0]

    return _PARAMETER.sub(filled, template)
