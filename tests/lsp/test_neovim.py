"""Neovim as it is set up by docs/editors/neovim.md. On request only: ``HERDR_LINT_NEOVIM=1``."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.adoption.conftest import ROOT
from tests.cli.conftest import write

pytestmark = pytest.mark.skipif(
    os.environ.get("HERDR_LINT_NEOVIM") != "1" or shutil.which("nvim") is None,
    reason="Neovim is started on request (HERDR_LINT_NEOVIM=1)",
)

_WAIT = """
vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end, 50)
local found = {}
for _, one in ipairs(vim.diagnostic.get(0)) do
  table.insert(found, {one.lnum, one.col, one.end_col, one.severity, one.source, one.code})
end
vim.fn.writefile({vim.fn.json_encode(found)}, "found.json")
"""


def test_neovim_shows_what_is_wrong_with_a_role(tmp_path: Path) -> None:
    page = (ROOT / "docs/editors/neovim.md").read_text("utf-8")
    *_, setup = re.findall(r"^```lua\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    write(tmp_path / "init.lua", setup)
    write(tmp_path / "wait.lua", _WAIT)
    write(tmp_path / "bin/herdr-lint", _program())
    (tmp_path / "bin/herdr-lint").chmod(0o755)
    (tmp_path / ".git").mkdir()
    write(tmp_path / "roles/scout.md", "---\ndescription: é Maps\ntools: [read]\n---\n\nMap.\n")
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    command = ["nvim", "--headless", "--clean", "-u", "init.lua", "roles/scout.md"]
    subprocess.run(
        [*command, "-c", "luafile wait.lua", "-c", "qa!"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "HOME": str(tmp_path)},
        check=True,
        timeout=60,
    )
    found = json.loads((tmp_path / "found.json").read_text())
    assert [2, 7, 13, 1, "herdr-lint", "invalid-capability-declaration"] in [
        [*one[:5], one[5]] for one in found
    ]


def _program() -> str:
    start = "from herdr_lint.cli.main import run; run()"
    return f'#!/bin/sh\nexec {sys.executable} -c "{start}" "$@"\n'
