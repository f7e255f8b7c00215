from __future__ import annotations

import errno
import json
import os
import tomllib
from pathlib import Path

import pytest

from herdr_lint.cli.main import main
from herdr_lint.judge.bundle import bundled


def test_schemas_and_settings_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lsp", "--associate", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "wrote .herdr-lint/config.schema.json",
        "wrote .herdr-lint/openwop-v1.schema.json",
        "wrote .herdr-lint/openwop-v2.schema.json",
        "wrote .vscode/settings.json",
        "wrote .taplo.toml",
    ]
    written = (tmp_path / ".vscode/settings.json").read_text()
    manifest, config = (f"./.herdr-lint/{name}.schema.json" for name in ("openwop-v2", "config"))
    settings = {
        "json.schemas": [{"fileMatch": ["**/pack.json"], "url": manifest}],
        "yaml.schemas": {manifest: ["**/pack.yaml", "**/pack.yml"]},
        "evenBetterToml.schema.associations": {r".*/herdr-lint\.toml$": config},
    }
    assert written == json.dumps(settings, indent=2) + "\n"
    rule = {"include": ["**/herdr-lint.toml"], "schema": {"path": config}}
    assert tomllib.loads((tmp_path / ".taplo.toml").read_text()) == {"rule": [rule]}
    for name, title in (
        ("config", "config.schema.json"),
        ("openwop-v1", "openwop/v1/node-pack.schema.json"),
        ("openwop-v2", "openwop/v2/node-pack.schema.json"),
    ):
        text = (tmp_path / f".herdr-lint/{name}.schema.json").read_text("utf-8")
        assert text == json.dumps(bundled(title), indent=2, ensure_ascii=False) + "\n"


def test_what_is_there_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".taplo.toml").write_text("# mine\n")
    (tmp_path / ".herdr-lint").mkdir()
    assert main(["lsp", "--associate", str(tmp_path), "--profile", "openwop/v1"]) == 0
    told = capsys.readouterr().out
    config = "./.herdr-lint/config.schema.json"
    assert told.endswith(
        "wrote .vscode/settings.json\n.taplo.toml is there already; it should have\n\n[[rule]]\n"
        f'include = ["**/herdr-lint.toml"]\n\n[rule.schema]\npath = "{config}"\n\n'
    )
    assert (tmp_path / ".taplo.toml").read_text() == "# mine\n"
    settings = json.loads((tmp_path / ".vscode/settings.json").read_text())
    manifest = "./.herdr-lint/openwop-v1.schema.json"
    assert settings["json.schemas"] == [{"fileMatch": ["**/pack.json"], "url": manifest}]
    assert [*settings["yaml.schemas"]] == [manifest]


def test_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lsp", "--associate", str(tmp_path), "--profile", "openwop/v9"]) == 2
    assert capsys.readouterr().err == (
        "herdr-lint: there is no profile 'openwop/v9'; choose openwop/v1 or openwop/v2\n"
    )
    (tmp_path / "file").write_text("")
    assert main(["lsp", "--associate", str(tmp_path / "file")]) == 2
    place = tmp_path / "file" / ".herdr-lint"
    reason = os.strerror(errno.ENOTDIR)
    assert capsys.readouterr().err == f"herdr-lint: cannot write {place}: {reason}\n"


def test_a_project_that_is_not_there_is_made(tmp_path: Path) -> None:
    assert main(["lsp", "--associate", str(tmp_path / "a/b")]) == 0
    assert (tmp_path / "a/b/.taplo.toml").is_file()
