from __future__ import annotations

from pathlib import Path

import pytest

from herdr_lint.config.explain import Row, explain
from herdr_lint.config.loading import Configs
from herdr_lint.config.settings import Config

POLICY = '{"properties": {"stem": {"maxLength": 3, "x-herdr": {"rule": "short-stem"}}}}'


@pytest.fixture
def configs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Configs:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "policy.json").write_text(POLICY)
    (tmp_path / "pyproject.toml").write_text(
        """\
[tool.herdr-lint]
select = ["default"]
severity = {key-unknown = "error"}
policy = ["policy.json"]
alternatives = [["a", "b"]]
show = "note"

[[tool.herdr-lint.overrides]]
paths = ["roles/"]
layer = "project"
severity.model-pinned = "error"
"""
    )
    return Configs.load(fail_on="never", ignore=["openwop"])


OVERRIDE = [
    Row("overrides[0].paths", '["roles/"]', "pyproject.toml:9:1"),
    Row("overrides[0].layer", '"project"', "pyproject.toml:10:1"),
    Row("overrides[0].severity.model-pinned", '"error"', "pyproject.toml:11:10"),
]
OTHERS = [
    Row("select", '["default"]', "pyproject.toml:2:1"),
    Row("ignore", "[]", "default"),
    Row("severity.key-unknown", '"error"', "pyproject.toml:3:13"),
    Row("layer", '"auto"', "default"),
    Row("policy", '["policy.json"]', "pyproject.toml:4:1"),
    Row("known-tools", "[]", "default"),
    Row("known-keys", "[]", "default"),
    Row("roles", "[]", "default"),
    Row("exclude", "[]", "default"),
    Row("alternatives", '[["a", "b"]]', "pyproject.toml:5:1"),
    Row("profile", '"auto"', "default"),
    Row("fail-on", '"never"', "command line"),
    Row("show", '"note"', "pyproject.toml:6:1"),
    Row("baseline", "-", "default"),
    Row("extends", "-", "default"),
    Row("required-version", "-", "default"),
    Row("--ignore", '["openwop"]', "command line"),
]


def test_a_run(configs: Configs) -> None:
    assert explain(configs.run) == [*OTHERS[:3], *OVERRIDE, *OTHERS[3:]]


def test_a_file_that_an_override_holds_for(configs: Configs, tmp_path: Path) -> None:
    rows = explain(configs.run, tmp_path / "roles" / "x.md")
    assert rows == [*OTHERS[:3], *OVERRIDE, *OTHERS[3:]]


def test_a_file_that_none_holds_for(configs: Configs, tmp_path: Path) -> None:
    assert explain(configs.run, tmp_path / "x.md") == OTHERS


def test_what_the_command_line_chooses(configs: Configs, tmp_path: Path) -> None:
    policy = [tmp_path / "policy.json"]
    asked = Configs.load(select=["role", "openwop"], ignore=["empty-body"], policy=policy)
    assert Row("policy", '["policy.json"]', "command line") in explain(asked.run)
    assert explain(asked.run)[-2:] == [
        Row("--select", '["role", "openwop"]', "command line"),
        Row("--ignore", '["empty-body"]', "command line"),
    ]


def test_overrides_of_what_is_extended_come_first(configs: Configs, tmp_path: Path) -> None:
    for name, base in (("a", ""), ("b", 'extends = "a.toml"\n'), ("c", 'extends = "b.toml"\n')):
        text = f'{base}[[overrides]]\npaths = ["{name}/"]\n[[overrides]]\npaths = ["*.md"]\n'
        (tmp_path / f"{name}.toml").write_text(text)
    config = Configs.load(tmp_path / "c.toml").run
    rows = [
        (row.name, row.value, row.origin)
        for row in explain(config, tmp_path / "b" / "x.md")
        if row.name.startswith("overrides")
    ]
    assert rows == [
        ("overrides[1].paths", '["*.md"]', "a.toml:4:1"),
        ("overrides[0].paths", '["b/"]', "b.toml:3:1"),
        ("overrides[1].paths", '["*.md"]', "b.toml:5:1"),
        ("overrides[1].paths", '["*.md"]', "c.toml:5:1"),
    ]


def test_what_is_taken_over_stands_where_it_was_said(configs: Configs, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('show = "note"\nseverity.empty-body = "error"\n')
    (tmp_path / "b.toml").write_text('extends = "a.toml"\nseverity.key-unknown = "off"\n')
    (tmp_path / "c.toml").write_text('extends = "b.toml"\nseverity.empty-body = "note"\n')
    rows = explain(Configs.load(tmp_path / "c.toml").run)
    assert [row for row in rows if row.name == "show" or row.name.startswith("severity")] == [
        Row("severity.empty-body", '"note"', "c.toml:2:10"),
        Row("severity.key-unknown", '"off"', "b.toml:2:10"),
        Row("show", '"note"', "a.toml:1:1"),
    ]


def test_values_are_written_as_people_read_them(configs: Configs, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('known-tools = ["größe \\"x\\""]\nbaseline = "é.json"\n')
    rows = {row.name: row.value for row in explain(Configs.load(tmp_path / "own.toml").run)}
    assert rows["known-tools"] == '["größe \\"x\\""]'
    assert rows["baseline"] == '"é.json"'


def test_without_a_file_all_is_default() -> None:
    assert {row.origin for row in explain(Config())} == {"default"}
