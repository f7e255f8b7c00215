"""A schema in one file says what the schema in many files says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from herdr_lint.judge import shipped, validator
from herdr_lint.judge.bundle import bundled
from tests.builders import agent, manifest, manifest_v2

NAMES = [
    "config.schema.json",
    "openwop/v1/node-pack.schema.json",
    "openwop/v2/node-pack.schema.json",
    "openwop/v2/agent-manifest.schema.json",
    "openwop/json-schema.schema.json",
]


def references(value: Any) -> list[str]:
    if isinstance(value, list):
        return [one for item in value for one in references(item)]
    if not isinstance(value, dict):
        return []
    own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
    return own + [one for item in value.values() for one in references(item)]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_outside_is_referred_to(name: str) -> None:
    schema = bundled(name)
    Draft202012Validator.check_schema(schema)
    for reference in references(schema):
        at: Any = schema
        for step in reference.removeprefix("#/").split("/") if reference != "#" else []:
            at = at[step]
    text = json.dumps(schema)
    assert "x-herdr" not in text
    assert text.count('"$schema": "') == 1
    assert '"$id": "' not in text
    own = name.removesuffix(".schema.json").replace("/", ".")
    assert own not in schema.get("$defs", {})
    assert next(iter(schema.items())) == (
        "$schema",
        "https://json-schema.org/draft/2020-12/schema",
    )


def test_each_file_is_found_by_its_path() -> None:
    names = [*bundled("openwop/v1/node.schema.json")["$defs"]]
    assert [name for name in names if "." in name] == [
        "openwop.shared.connector",
        "openwop.shared.ids",
        "openwop.shared.node",
        "openwop.shared.pack",
        "openwop.v1.ids",
        "openwop.v1.pack",
    ]


@pytest.mark.parametrize("name", ["catalog.schema.json", "openwop/v2/mcp-server.schema.json"])
def test_a_member_may_be_called_like_a_keyword(name: str) -> None:
    assert bundled(name)["properties"]["$schema"] == shipped.load(name)["properties"]["$schema"]


def test_what_refers_to_no_file_gets_no_definitions() -> None:
    assert "$defs" not in bundled("annotation.schema.json")


members = st.dictionaries(
    st.sampled_from(["name", "version", "kind", "agents", "engines", "license", "runtime", "x"]),
    st.sampled_from(
        ["vendor.acme.crew", "1.0.0", "node", [], [agent()], [agent(role="skill")], {}, None, 1]
    ),
)


@pytest.mark.parametrize("version", ["v1", "v2"])
@given(members)
def test_the_same_documents_are_valid(version: str, changed: dict[str, Any]) -> None:
    name = f"openwop/{version}/node-pack.schema.json"
    data = {**(manifest() if version == "v1" else manifest_v2()), **changed}
    found = [one.keyword for one in validator.schema_errors(validator.shipped(name), data)]
    breaks = [keyword for keyword in found if keyword != "x-herdr-report"]  # a mere remark
    assert Draft202012Validator(bundled(name)).is_valid(data) is (breaks == [])
