"""Where each rule is judged, as the schemas and the code say it."""

from __future__ import annotations

import importlib
from functools import reduce
from typing import Any

import pytest

from herdr_lint.judge import shipped
from herdr_lint.judge.document import from_pointer
from herdr_lint.judge.judged_at import judged_at
from herdr_lint.judge.keywords import ANNOTATION, REPORT
from herdr_lint.judge.rule_registry import RuleRegistry


@pytest.mark.parametrize("rule", RuleRegistry.shipped().ids)
def test_every_rule_is_judged_somewhere(rule: str) -> None:
    places = judged_at()[rule]
    assert places
    for place in places:
        name, _, pointer = place.partition("#")
        if name.endswith(".json"):
            assert _names(_within(shipped.load(name), pointer), rule)
        else:
            module, _, scope = place.partition(":")
            found = importlib.import_module(module)
            assert not scope or hasattr(found, scope.split(".")[0])


def _within(schema: Any, pointer: str) -> Any:
    steps = from_pointer(pointer)
    return reduce(
        lambda at, step: at[int(step)] if isinstance(at, list) else at[step], steps, schema
    )


def _names(schema: Any, rule: str) -> bool:
    return rule in {schema.get(keyword, {}).get("rule") for keyword in (ANNOTATION, REPORT)}


@pytest.mark.parametrize(
    ("rule", "places"),
    [
        (
            "external-cli-unsupported",
            ["role/role.schema.json#/properties/frontmatter/properties/cli"],
        ),
        ("baseline-unused", ["herdr_lint.config.baseline"]),
        (
            "case-collision",
            [
                "herdr_lint.catalog.collisions:_case_collisions",
                "herdr_lint.run.archive_findings",
            ],
        ),
        (
            "duplicate-key",
            [
                "role/role.schema.json#/$defs/once/then/properties/times",
                "role/role.schema.json#/$defs/once/else/properties/times",
                "herdr_lint.judge.parse_findings",
                "herdr_lint.role_pack.layout_rules",
            ],
        ),
        ("name-mismatch", ["herdr_lint.gate.publication:_address"]),
        ("role-file-name", ["herdr_lint.role.file_name:file_name.finding"]),
        ("tool-unresolved", ["herdr_lint.openwop.rules.across:_Tools._finding"]),
        (
            "schema-id-stale",
            ["herdr_lint.openwop.rules.contracts:_addresses"],
        ),
    ],
)
def test_some_places(rule: str, places: list[str]) -> None:
    assert [*judged_at()[rule]] == places
