"""Whether a document is valid by a schema of ours: jsonschema-rs, a hundred times as fast.

It is given our schemas in its own terms: a report fails, patterns spell out what ECMA-262 means,
and no format but ``uri`` is asserted. ``refusals`` tells in our terms what it refuses.
``tests/judge/test_quick_check.py`` holds its verdicts to those of jsonschema.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from jsonschema_rs import Draft202012Validator, Registry

from herdr_lint.judge.keywords import NAMED, REPORT, SEVERAL, SINGLE
from herdr_lint.late import late, late_pattern

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

    from herdr_lint.judge import formats
else:
    formats = late("herdr_lint.judge.formats")

NAMES = "propertyNames"
ITEMS = "items"

_PART = late_pattern(r"(?P<class>\[(?:\\.|[^\]\\])*\])|(?P<escape>\\.)|\.", re.DOTALL)
_ESCAPE = late_pattern(r"\\(.)", re.DOTALL)
_LINE_ENDS = r"\n\r\u2028\u2029"
_SETS = {
    "d": "0-9",
    "w": "A-Za-z0-9_",
    "s": r"\t\n\x0b\x0c\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff",
}
"""What the classes of characters hold in ECMA-262, as members of a set in brackets."""


class QuickCheck:
    """Admits documents by a schema; ``others`` are those that it refers to.

    ``unheard`` are rules whose reports are not to count.
    """

    def __init__(
        self,
        schema: Mapping[str, Any],
        others: Iterable[Mapping[str, Any]] = (),
        unheard: Container[str] = (),
    ) -> None:
        resources = [(other["$id"], translated(other, unheard)) for other in others]
        self._validator = Draft202012Validator(
            translated(schema, unheard),
            registry=Registry(resources),
            **FORMATS,
        )

    def admits(self, instance: Any) -> bool:
        """Whether the instance is surely valid."""
        return self.says(instance) is True

    def says(self, instance: Any) -> bool | None:
        """Whether the instance is valid, or None where that cannot be asked.

        A lone surrogate cannot be asked about, nor what is not of a type of JSON. A refusal is to
        be relied upon only by schemas whose patterns say the same to every engine.
        """
        try:
            return self._validator.is_valid(instance)
        except ValueError:
            return None

    def refusals(self, instance: Any) -> Iterator[ValidationError]:
        """Why the instance is refused, demand by demand.

        Raises `ValueError` where that cannot be asked.
        """
        return self._validator.iter_errors(instance)


def translated(schema: Any, unheard: Container[str] = (), *, apart: bool = False) -> Any:
    """A schema as jsonschema-rs is to judge by it.

    With ``apart`` a list whose items are refused is refused once, and what its items are judged by
    has an anchor (`herdr_lint.judge.portions`).
    """
    return _Terms(unheard, apart).translated(schema)


class _Terms(NamedTuple):
    """How schemas are put in the terms of jsonschema-rs."""

    unheard: Container[str]
    apart: bool

    def translated(self, schema: Any) -> Any:
        if not isinstance(schema, dict):
            return schema
        made = dict(self._keywords(schema))
        more = [*self._more(schema)]
        if self.apart and are_apart(schema):
            items = {"$anchor": anchor(schema[ITEMS]), **made.pop(ITEMS)}
            more.append({"not": {"not": {ITEMS: items}}})
        return {**made, "allOf": [*made.get("allOf", ()), *more]} if more else made

    def _more(self, schema: dict[str, Any]) -> Iterator[Any]:
        report = schema.get(REPORT)
        if report and report["rule"] not in self.unheard:
            yield self.translated(report.get("unless", False))
        if NAMES in schema:  # twice not: each refused name comes with a copy of the whole object
            yield {"not": {"not": {NAMES: self.translated(schema[NAMES])}}}

    def _keywords(self, schema: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        for key, value in schema.items():
            if key in SINGLE and key != NAMES:
                yield key, self.translated(value)
            elif key in SEVERAL:
                yield key, [self.translated(one) for one in value]
            elif key == "patternProperties":
                yield key, {ecmascript(name): self.translated(one) for name, one in value.items()}
            elif key in NAMED:
                yield key, {name: self.translated(one) for name, one in value.items()}
            elif key == "pattern":
                yield key, ecmascript(value)
            elif key not in ("format", NAMES) or value == "uri":
                yield key, value


def are_apart(schema: Mapping[str, Any]) -> bool:
    """Whether the items of a list can be judged without the list: by the same schema, each."""
    return isinstance(schema.get(ITEMS), dict) and "prefixItems" not in schema


def anchor(schema: Mapping[str, Any]) -> str:
    """The name of a schema of items among all schemas that there are."""
    return f"items-{id(schema)}"


def ecmascript(pattern: str) -> str:
    """A pattern of ECMA-262 in which every class of characters is spelled out.

    jsonschema-rs reads patterns that look ahead in the manner of Rust, whose digits are those of
    all scripts. A class that is the complement of another has no place in brackets here.
    """
    return _PART.sub(_spelled_out, pattern)


def _spelled_out(found: re.Match[str]) -> str:
    if found["class"]:
        return _ESCAPE.sub(lambda escape: _SETS.get(escape[1], escape[0]), found["class"])
    if found["escape"]:
        letter = found["escape"][1]
        negated = "^" if letter.isupper() else ""
        known = _SETS.get(letter.lower())
        return f"[{negated}{known}]" if known else found["escape"]
    return f"[^{_LINE_ENDS}]"


def reports(schema: Any) -> Iterator[str]:
    """The rules that a schema reports without failing."""
    waiting = [schema]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if REPORT in value:
                yield value[REPORT]["rule"]
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value


def _is_uri(value: str) -> bool:
    return formats.is_uri(value)


FORMATS: Mapping[str, Any] = {"formats": {"uri": _is_uri}, "validate_formats": True}
"""How formats are asserted, for any validator by our schemas."""
