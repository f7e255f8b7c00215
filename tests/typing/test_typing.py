"""The library is typed for those who check their programs strictly."""

from __future__ import annotations

import inspect
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import herdr_lint
from herdr_lint import Layer, UsageError, lint, normalize

CONSUMER = Path(__file__).with_name("consumer.py")
ROOT = Path(__file__).parents[2]

PAGE = ROOT / "docs" / "library.md"


def test_mypy_finds_nothing_to_say(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "/dev/null"]
    command += ["--cache-dir", str(tmp_path), "--follow-imports=silent", str(CONSUMER)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "Success: no issues found in 1 source file\n"


def test_pyright_finds_nothing_to_say(tmp_path: Path) -> None:
    if shutil.which("pyright") is None:
        pytest.skip("needs pyright, which .ci/run installs")
    settings = {
        "include": [str(CONSUMER)],
        "extraPaths": [str(ROOT)],
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
    }
    project = tmp_path / "pyrightconfig.json"
    project.write_text(json.dumps(settings))
    command = ["pyright", "--project", str(project), "--pythonpath", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(not PAGE.exists(), reason="the docs are not shipped")
@pytest.mark.parametrize("name", ["lint", "gate", "normalize"])
def test_the_signature_in_the_docs_is_that_of_the_code(name: str) -> None:
    page = PAGE.read_text("utf-8")
    found = re.search(rf"^{name}\((.*?)\) -> ", page, re.MULTILINE | re.DOTALL)
    assert found
    written = [part.strip() for part in re.split(r",(?![^(]*\))", found[1])]
    parameters = inspect.signature(getattr(herdr_lint, name)).parameters.values()
    known = []
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in known:
            known.append("*")
        default = parameter.default
        shown = repr(default).replace("'", '"')
        shown = f"{type(default).__name__}()" if shown.startswith("Limits(") else shown
        known.append(parameter.name if default is parameter.empty else f"{parameter.name}={shown}")
    assert written == known


def test_a_layer_is_a_word_or_a_member(tmp_path: Path) -> None:
    role = tmp_path / "scout.md"
    role.write_text("---\nname: other\n---\nx\n")
    by_word, by_member = (lint(role, layer=layer) for layer in ("project", Layer.PROJECT))
    assert by_word == by_member
    assert by_word != lint(role, layer=Layer.PACKAGE)
    text = role.read_text()
    assert normalize(text, layer=Layer.GLOBAL) == normalize(text, layer="global")


@pytest.mark.parametrize("layer", ["moon", 3, None])
def test_another_layer_is_wrong_use(layer: object) -> None:
    with pytest.raises(UsageError, match="layer is one of auto, package, global, project, not"):
        lint(".", layer=layer)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="layer is one of"):
        normalize("x", layer=layer)  # type: ignore[arg-type]
