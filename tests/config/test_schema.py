"""The schema of the configuration: a valid schema, with words for everything it can refuse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from herdr_lint.config.loading import load
from herdr_lint.config.selection import EVERYTHING, groups
from herdr_lint.config.settings import Config
from herdr_lint.judge import shipped as files
from herdr_lint.judge.rule_registry import RuleRegistry

SCHEMA = files.load("config.schema.json")
WORDED = {"type", "minItems", "minLength", "pattern", "minimum"}


@pytest.mark.parametrize("name", ["config", "baseline", "annotation"])
def test_is_a_schema(name: str) -> None:
    schema = files.load(f"{name}.schema.json")
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"https://herdr-lint.dev/schemas/{name}.schema.json"


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    yield schema
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from subschemas(schema[key])
    for key in ("properties", "$defs"):
        for inner in schema.get(key, {}).values():
            yield from subschemas(inner)


def test_whatever_can_fail_says_what_is_expected() -> None:
    for schema in subschemas(SCHEMA):
        if WORDED & schema.keys() and schema is not SCHEMA:
            assert schema["x-herdr"]["expects"]


def test_every_setting_has_a_title_for_editors() -> None:
    for setting in (
        *SCHEMA["properties"].values(),
        *SCHEMA["$defs"]["override"]["properties"].values(),
    ):
        assert setting["title"]


def test_settings_and_attributes_are_the_same() -> None:
    settings = {name.replace("-", "_") for name in SCHEMA["properties"]}
    own = {"directory", "choice", "asked", "asked_exclude", "base", "schemas"}
    own |= {"file", "document", "given"}
    chosen = {"select", "ignore", "severity"}
    assert settings == set(Config._fields) - own | chosen


def test_defaults_are_those_of_the_schema() -> None:
    config = Config()
    defaults = {
        name: setting["default"]
        for name, setting in SCHEMA["properties"].items()
        if "default" in setting
    }
    assert defaults == {"layer": "auto", "profile": "auto", "fail-on": "error", "show": "warning"}
    for name, default in defaults.items():
        assert getattr(config, name.replace("-", "_")) == default


def test_no_rule_is_called_like_a_group() -> None:
    assert not groups() & {rule.id for rule in RuleRegistry.shipped()}


def test_the_groups_are_told() -> None:
    for group in groups() - {EVERYTHING}:
        assert group in SCHEMA["description"]


def test_examples_are_valid(tmp_path: Any) -> None:
    import json

    settings = {k: v["examples"][0] for k, v in SCHEMA["properties"].items() if "examples" in v}
    (tmp_path / "policy").mkdir()
    for name in settings["roles"]:
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "policy" / "roles.schema.json").write_text("{}")
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "herdr-lint.toml").write_text("")
    severity = settings.pop("severity")
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    lines += ["[severity]", *(f"{rule} = {json.dumps(level)}" for rule, level in severity.items())]
    path = tmp_path / "herdr-lint.toml"
    path.write_text("\n".join(lines))
    assert load(path).baseline == tmp_path / "herdr-lint-baseline.json"
