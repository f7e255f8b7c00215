from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from herdr_lint.cli.main import main


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
    settings = json.loads((tmp_path / ".vscode/settings.json").read_text())
    (place,) = settings["json.schemas"]
    assert (tmp_path / place["url"]).is_file()
    for place in (
        *settings["yaml.schemas"],
        *settings["evenBetterToml.schema.associations"].values(),
    ):
        assert (tmp_path / place).is_file()
    (rule,) = tomllib.loads((tmp_path / ".taplo.toml").read_text())["rule"]
    schema = json.loads((tmp_path / rule["schema"]["path"]).read_text())
    assert "fail-on" in schema["properties"]


def test_what_is_there_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".taplo.toml").write_text("# mine\n")
    assert main(["lsp", "--associate", str(tmp_path), "--profile", "openwop/v1"]) == 0
    told = capsys.readouterr().out
    assert ".taplo.toml is there already; it should have\n\n[[rule]]\n" in told
    assert (tmp_path / ".taplo.toml").read_text() == "# mine\n"
    settings = (tmp_path / ".vscode/settings.json").read_text()
    assert ".herdr-lint/openwop-v1.schema.json" in settings


def test_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lsp", "--associate", str(tmp_path), "--profile", "openwop/v9"]) == 2
    (tmp_path / "file").write_text("")
    assert main(["lsp", "--associate", str(tmp_path / "file")]) == 2
    assert "there is no profile 'openwop/v9'" in capsys.readouterr().err
