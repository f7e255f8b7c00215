"""Neovim as it is set up by docs/editors/neovim.md."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import write
from tests.lsp.programs import ROLE, needs, set_up, start

_WAIT = """
vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end, 50)
local found = {}
for _, one in ipairs(vim.diagnostic.get(0)) do
  table.insert(found, {one.lnum, one.col, one.end_col, one.severity, one.source, one.code})
end
vim.fn.writefile({vim.fn.json_encode(found)}, "found.json")
"""


@needs("nvim")
def test_neovim_shows_what_is_wrong_with_a_role(tmp_path: Path) -> None:
    write(tmp_path / "init.lua", set_up("neovim", "lua"))
    write(tmp_path / "wait.lua", _WAIT)
    write(tmp_path / "roles/scout.md", ROLE)
    command = ["nvim", "--headless", "--clean", "-u", "init.lua", "roles/scout.md"]
    start(tmp_path, [*command, "-c", "luafile wait.lua", "-c", "qa!"])
    found = json.loads((tmp_path / "found.json").read_text())
    assert found == [[2, 7, 13, 1, "herdr-lint", "invalid-capability-declaration"]]
