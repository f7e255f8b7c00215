from __future__ import annotations

import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from herdr_lint.judge.rule_registry import RuleRegistry
from tests.adoption.conftest import ROOT
from tools import generate
from tools.markdown import fenced, table
from tools.settings import settings_page


def copy_of_docs(folder: Path) -> Path:
    shutil.copytree(ROOT / "docs", folder / "docs")
    return folder


def test_the_generated_files_are_fresh() -> None:
    assert list(generate.stale()) == []


def test_a_stale_file_is_named_and_then_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = copy_of_docs(tmp_path)
    (root / "docs/cli.md").write_text("old", "utf-8")
    (root / "docs/rules.md").unlink()
    assert generate.main(["--check"], root) == 1
    assert capsys.readouterr().err == (
        "docs/rules.md is stale: run `python -m tools.generate`\n"
        "docs/cli.md is stale: run `python -m tools.generate`\n"
    )
    assert generate.main([], root) == 0
    assert capsys.readouterr().out == "wrote docs/rules.md\nwrote docs/cli.md\n"
    assert generate.main(["--check"], root) == 0
    assert (root / "docs/cli.md").read_bytes() == (ROOT / "docs/cli.md").read_bytes()


def test_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate.main(["--chek"]) == 2
    assert "usage: python -m tools.generate" in capsys.readouterr().err


def test_every_rule_has_an_anchor() -> None:
    lines = (ROOT / "docs/rules.md").read_text("utf-8").splitlines()
    headings = [line.removeprefix("### ") for line in lines if line.startswith("### ")]
    assert sorted(headings) == sorted(rule.id for rule in RuleRegistry.shipped())


@pytest.mark.parametrize("name", ["output", "output-light", "output-40", "output-120"])
def test_a_picture_is_a_whole_document_that_fetches_nothing(name: str) -> None:
    text = (ROOT / f"docs/{name}.svg").read_text("utf-8")
    root = ET.fromstring(text)  # noqa: S314 (made by this repository)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "url(http" not in text
    assert "@font-face" not in text
    assert "invalid-capability-declaration" in text


def test_a_page_without_marks_is_not_overwritten(tmp_path: Path) -> None:
    page = tmp_path / "configuration.md"
    page.write_text("# Configuration\n", "utf-8")
    with pytest.raises(ValueError, match="lost the marks"):
        settings_page(page)


def test_markdown() -> None:
    assert table(("a", "b"), [("1|2", "x")]) == ["| a | b |", "|---|---|", "| 1\\|2 | x |"]
    assert fenced("x\n```\ny\n", "yaml") == ["````yaml", "x", "```", "y", "````"]
