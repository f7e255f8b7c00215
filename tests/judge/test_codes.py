"""The code with which a registry answers for each rule, when it does, and what it knows, as a page.

After a change that is meant: ``UPDATE_GOLDEN=1 pytest -n0 tests/judge/test_codes.py``; then read
the difference.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from herdr_lint.judge import codes, shipped
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.model import Severity
from herdr_lint.openwop import profiles

GOLDEN = Path(__file__).parents[1] / "golden" / "codes.txt"


def page() -> Iterator[str]:
    book = RuleRegistry.shipped()
    for name, profile in profiles.shipped.__wrapped__().items():  # as they are read, not kept
        yield f"# {name}"
        said = shipped.load(f"{name}/profile.json")
        yield f"recognised with precedence {said['recognised_by']['precedence']}"
        yield f"{profile.limits}"
        yield f"schemas {profile.agent} {profile.any_pack}, {profile.schema_id}"
        yield from (f"kind {kind}: {json.dumps(of_it)}" for kind, of_it in said["kinds"].items())
        yield f"kind {profile.absent_kind} where none is named"
        yield from (f"{cause}: {severity}" for cause, severity in said["severities"].items())
        yield from (f"peer {family}" for family in sorted(profile.peers.families))
        yield from (f"peer {family}, deleted" for family in sorted(profile.peers.deleted))
        for alias, targets in profile.peers.aliases.items():
            now = (f"{one.family}#{one.facet}" if one.facet else one.family for one in targets)
            yield f"peer {alias}, now {', '.join(now)}"
        yield from (f"step {number}: {one['step']}" for number, one in enumerate(said["order"]))
        ranked = sorted((profile.rank(rule.id, rule.group), rule.id) for rule in book)
        for (step, place), rule in ranked:
            own = codes.codes_of(rule, book.group_of(rule))
            told = {
                key.removeprefix(name): code for key, code in own.items() if key.startswith(name)
            }
            if told:
                of_causes = (f"{cause} {code}" for cause, code in sorted(told.items()))
                yield f"{step}.{place} {rule}: {', '.join(of_causes).strip()}"


def test_each_rule_has_the_code_that_it_had() -> None:
    actual = "\n".join(page()) + "\n"
    if os.environ.get("UPDATE_GOLDEN") and not os.environ.get("CI"):  # pragma: no cover
        GOLDEN.write_text(actual, "utf-8", newline="\n")
    assert actual == GOLDEN.read_text("utf-8")


@pytest.mark.parametrize(
    ("cause", "usual"),
    [
        pytest.param("lone-surrogate", Severity.WARNING, id="openwop/json-invalid: surrogate"),
        pytest.param("integer-range", Severity.NOTE, id="openwop/json-invalid: integer"),
        pytest.param("number-range", Severity.WARNING, id="openwop/json-invalid: number"),
    ],
)
def test_what_cannot_be_signed_is_an_error_in_v2_alone(cause: str, usual: Severity) -> None:
    rule = RuleRegistry.shipped()["json-invalid"]
    assert rule.severity_in("openwop/v1", cause) is usual
    assert rule.severity_in("openwop/v2", cause) is Severity.ERROR


def test_a_profile_may_be_stricter_about_one_cause() -> None:
    """What v2 signs has to have a canonical form."""
    assert codes.severities_of("json-invalid", "integer-range") == {"openwop/v2": "error"}
    assert codes.severities_of("json-invalid", "syntax") == {}


@pytest.mark.parametrize(
    ("language", "told"),
    [("python", True), ("go", True), ("wasm-component", True), ("javascript", False)],
)
def test_languages_that_a_registry_of_v1_cannot_publish(language: str, told: bool) -> None:
    schema = shipped.load("openwop/v1/node-pack.schema.json")["$defs"]["servableLanguage"]
    assert (language in schema["x-herdr-report"]["unless"]["not"]["enum"]) is told
