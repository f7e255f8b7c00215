"""What is said of role packs, held against Pi itself. Runs with ``HERDR_LINT_NODE=1`` alone.

Installs Pi and a version of Node that it runs on from npm into a scratch folder, which needs npm
and the network and takes a minute.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from herdr_lint.files.tree import FolderTree
from herdr_lint.init import create_pack
from herdr_lint.role_pack.document import read_role_pack
from herdr_lint.role_pack.subject import Pack
from tests.scenarios import plant, scenarios

PACKAGES = ("@earendil-works/pi-coding-agent@1.6.0", "node@22")
SCRIPT = Path(__file__).parent / "load.mjs"

pytestmark = pytest.mark.skipif(
    os.environ.get("HERDR_LINT_NODE") != "1" or shutil.which("npm") is None,
    reason="set HERDR_LINT_NODE=1 to install Pi from npm and compare",
)

Load: TypeAlias = Callable[[Sequence[Path]], Mapping[str, Any]]


@pytest.fixture(scope="session")
def load(tmp_path_factory: pytest.TempPathFactory) -> Load:
    """Loads packs with the real Pi: what came of each, by its folder."""
    home = tmp_path_factory.mktemp("pi")
    (home / "package.json").write_text('{"private": true, "type": "module"}\n')
    subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", *PACKAGES], cwd=home, check=True, timeout=600
    )
    script = shutil.copy(SCRIPT, home)
    node = home / "node_modules" / "node" / "bin" / "node"

    def run(packs: Sequence[Path]) -> Mapping[str, Any]:
        done = subprocess.run(
            [node, script, *packs], cwd=home, check=True, capture_output=True, timeout=600
        )
        outcomes: Mapping[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return outcomes

    return run


def test_a_new_pack_registers_its_roles_and_stops_when_the_session_ends(
    load: Load, tmp_path: Path
) -> None:
    create_pack(tmp_path, "@acme/roles")
    assert load([tmp_path])[str(tmp_path)] == {
        "loaded": ["extension.ts"],
        "failed": [],
        "warnings": [],
        "skills": [],
        "registered": ["roles"],
        "registeredByVersion2": [],
        "registeredAfterReload": ["roles"],
        "registeredAfterDispose": [],
    }


def test_pi_does_with_the_scenarios_what_is_said_of_them(load: Load, tmp_path: Path) -> None:
    said = [scenario for scenario in scenarios() if "package.json" in scenario.files]
    packs = [plant(scenario, tmp_path / str(at)) for at, scenario in enumerate(said)]
    for pack, outcome in load(packs).items():
        assert _predicted(Path(pack), outcome) == _observed(outcome), pack


def _observed(outcome: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "loaded": outcome["loaded"],
        "failed": [path for path in outcome["failed"] if path],
        "skills": outcome["skills"],
        "registered": outcome["registered"],
    }


def _predicted(root: Path, outcome: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of a pack without running it; what is not known is taken as it came."""
    reading = read_role_pack(FolderTree(root))
    bridge = reading.bridge
    failed = sorted(path for path, kind in bridge.factories.items() if kind in {"missing", "other"})
    loaded = outcome["loaded"]
    if bridge.entries is not None:
        loaded = sorted(set(bridge.entries) - set(failed))
    heard = bool(loaded) and all(listener.via != "api" for listener in bridge.listeners)
    forms = {registration.form for registration in bridge.registrations}
    registered = outcome["registered"]
    if "unknown" not in forms and "absolute" not in forms and bridge.certain:
        registered = [
            one.target if one.form in {"path", "pathname"} else "other"
            for one in bridge.registrations
            if heard and one.late is None
        ]
    return {
        "loaded": loaded,
        "failed": failed,
        "skills": _skills(reading),
        "registered": registered,
    }


def _skills(reading: Any) -> list[str]:
    documents = [document for _, document in Pack(reading).skills or ()]
    return sorted(
        document.data["name"]
        for document in documents
        if document.data["block"] == "read" and str(document.data.get("description", "")).strip()
    )
