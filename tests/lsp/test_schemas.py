"""What ``lsp --associate`` writes, used by the programs that it is written for.

With ``HERDR_LINT_NODE=1`` only: npm has yaml-language-server and taplo.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import client_capabilities, make_test_lsp_client

from herdr_lint.cli.main import main
from tests.cli.conftest import write
from tests.lsp.editor import Editor, run
from tests.lsp.programs import PACK

pytestmark = pytest.mark.skipif(
    os.environ.get("HERDR_LINT_NODE") != "1" or shutil.which("npm") is None,
    reason="needs npm and the network: HERDR_LINT_NODE=1 runs it",
)

_NPM = ("npm", "exec", "--yes", "--package")


def test_yaml_language_server_judges_a_manifest(tmp_path: Path) -> None:
    assert main(["lsp", "--associate", str(tmp_path)]) == 0
    settings = json.loads((tmp_path / ".vscode/settings.json").read_text("utf-8"))
    faulty = PACK.replace("1.0.0", "1").replace("kind: node\n", "kind: nodes\n")
    assert _judged(tmp_path, settings, PACK) == []
    assert _judged(tmp_path, settings, faulty) == [
        '2:6-11 Value must be "node".',
        '1:9-10 Incorrect type. Expected "string".',
    ]
    named = "# yaml-language-server: $schema=.herdr-lint/openwop-v2.schema.json\n"
    assert _judged(tmp_path, {"yaml.schemas": {}}, f"{named}{faulty}") == [
        '3:6-11 Value must be "node".',
        '2:9-10 Incorrect type. Expected "string".',
    ]


def _judged(project: Path, settings: dict[str, object], text: str) -> list[str]:
    """What yaml-language-server says of a manifest, one a line."""
    path = write(project / "pack.yaml", text)
    found: list[str] = []

    async def session() -> None:
        client = make_test_lsp_client()
        client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda _: None)
        client.set_configuration({"yaml": {"schemas": settings["yaml.schemas"]}})
        package = "yaml-language-server"
        await client.start_io(*_NPM, package, "--", package, "--stdio")
        folder = types.WorkspaceFolder(project.as_uri(), project.name)
        capabilities = client_capabilities("visual-studio-code")
        await client.initialize_session(
            types.InitializeParams(
                capabilities=capabilities, root_uri=folder.uri, workspace_folders=[folder]
            )
        )
        client.workspace_did_change_configuration(types.DidChangeConfigurationParams({}))
        Editor(client).open(path)
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        found.extend(
            f"{one.range.start.line}:{one.range.start.character}-{one.range.end.character} "
            f"{one.message.splitlines()[-1]}"
            for one in client.diagnostics[path.as_uri()]
        )
        await client.shutdown_session()

    run(session)
    return found


def test_taplo_judges_a_configuration(tmp_path: Path) -> None:
    assert main(["lsp", "--associate", str(tmp_path)]) == 0
    write(tmp_path / "herdr-lint.toml", 'fail-on = "error"\nselect = ["all"]\n')
    assert _checked(tmp_path) == (0, set())
    write(tmp_path / "herdr-lint.toml", 'fail-onn = "error"\nselect = 3\n')
    code, said = _checked(tmp_path)
    assert code == 1
    assert said == {
        '3 is not of type "array"',
        "Additional properties are not allowed ('fail-onn' was unexpected)",
    }
    (tmp_path / ".taplo.toml").unlink()
    assert _checked(tmp_path) == (0, set())
    write(tmp_path / "herdr-lint.toml", "#:schema .herdr-lint/config.schema.json\nselect = 3\n")
    assert _checked(tmp_path) == (1, {'3 is not of type "array"'})


def _checked(project: Path) -> tuple[int, set[str]]:
    """What taplo answers, and what it says is wrong; it says it again for other places."""
    done = subprocess.run(
        [*_NPM, "@taplo/cli", "--", "taplo", "check", "--colors", "never"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, set(re.findall(r"^error: (.*)$", done.stderr, re.MULTILINE))
