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
from herdr_lint.judge.document import Document
from herdr_lint.role_pack.extension.imports import Imported, done_imports
from herdr_lint.role_pack.reading import PackReading, read_role_pack
from herdr_lint.role_pack.subject import Pack
from tests.pi import variants
from tests.pi.variants import describing, ignoring, importing, listing
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
    failed = {path for path, kind in bridge.factories.items() if kind in {"missing", "other"}}
    if any(one.target.found in {"declared", "elsewhere"} for one in _all_imports(reading)):
        return _observed(outcome)
    if _breaks(reading):
        failed = set(bridge.entries or ())
    loaded = outcome["loaded"]
    if bridge.entries is not None:
        loaded = sorted(set(bridge.entries) - failed)
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
        "failed": sorted(failed),
        "skills": _skills(reading),
        "registered": registered,
    }


def _breaks(reading: PackReading) -> bool:
    """Whether an import fails when the extension is loaded."""
    wrong = {"missing", "case", "out", "undeclared", "dev"}
    return any(one.target.found in wrong and not one.use.late for one in reading.imports)


def _all_imports(reading: PackReading) -> list[Imported]:
    """The imports of the entries; what is declared, or lies elsewhere, is not there to load."""
    entries = reading.resources.extensions or ()
    modules = [module for path in entries if (module := reading.modules.get(path)) is not None]
    return [
        Imported(module, one, reading.resolution.target(module.path, one.source))
        for module in modules
        for one in done_imports(module)
    ]


def test_pi_resolves_what_is_said_to_resolve(load: Load, tmp_path: Path) -> None:
    packs = {
        name: importing(tmp_path / str(at), lines)
        for at, (name, lines) in enumerate(variants.IMPORTS.items())
    }
    outcomes = load([*packs.values()])
    loaded = {name: bool(outcomes[str(root)]["loaded"]) for name, root in packs.items()}
    said = {name: not _breaks(read_role_pack(FolderTree(root))) for name, root in packs.items()}
    assert said == loaded


@pytest.mark.parametrize("resource", ["extensions", "skills"])
def test_pi_takes_entries_as_is_said(load: Load, tmp_path: Path, resource: str) -> None:
    lists = variants.EXTENSIONS if resource == "extensions" else variants.SKILLS
    packs = {one: listing(tmp_path / str(at), resource, one) for at, one in enumerate(lists)}
    outcomes = load([*packs.values()])
    assert {one: _taken(root, resource) for one, root in packs.items()} == {
        one: _loaded(outcomes[str(root)], resource) for one, root in packs.items()
    }


def test_pi_reads_skills_as_is_said(load: Load, tmp_path: Path) -> None:
    root = describing(tmp_path, variants.BLOCKS)
    reading = read_role_pack(FolderTree(root))
    documents = [document for _, document in Pack(reading).skills or ()]
    in_part = {one.data["name"] for one in documents if one.data["block"] == "in-part"}
    loaded = set(load([root])[str(root)]["skills"])
    assert {*_skills(reading)} - in_part == loaded - in_part


@pytest.mark.parametrize("name", [".gitignore", ".ignore", ".fdignore"])
def test_pi_heeds_ignore_files_as_is_said(load: Load, tmp_path: Path, name: str) -> None:
    lines = ["a.ts\nsub\n", "*.js\n!c.js\n", "b\n!c.md\n", "g/h\n", "/a/\n# x\n\n", "h/\n"]
    places = [(folder, line) for folder in ("ext", "skills", "skills/g") for line in lines]
    packs = [
        ignoring(tmp_path / str(at), folder, name, line) for at, (folder, line) in enumerate(places)
    ]
    outcomes = load(packs)
    for root in packs:
        for resource in ("extensions", "skills"):
            assert _taken(root, resource) == _loaded(outcomes[str(root)], resource), root


def _taken(root: Path, resource: str) -> list[str]:
    reading = read_role_pack(FolderTree(root))
    if resource == "skills":
        return _skills(reading)
    return sorted(reading.resources.extensions or ())


def _loaded(outcome: Mapping[str, Any], resource: str) -> Any:
    loaded = outcome["loaded"] + outcome["failed"]
    return outcome["skills"] if resource == "skills" else sorted(loaded)


def test_npm_packs_what_is_said(tmp_path: Path) -> None:
    said = [one for one in scenarios() if "package.json" in one.files and one.group == "role-pack"]
    for at, scenario in enumerate(said):
        root = plant(scenario, tmp_path / str(at))
        done = subprocess.run(
            ["npm", "pack", "--dry-run", "--json", "--ignore-scripts"],
            cwd=root,
            capture_output=True,
            check=False,
            timeout=120,
        )
        if done.returncode:
            continue
        packed = {one["path"] for one in json.loads(done.stdout)[0]["files"]}
        reading = read_role_pack(FolderTree(root))
        there = {
            path.relative_to(root).as_posix()
            for path in root.rglob("*")
            if path.is_file() and "*" not in path.name
        }
        assert {path for path in there if reading.ships(path)} == packed, scenario


def _skills(reading: PackReading) -> list[str]:
    documents = [document for _, document in Pack(reading).skills or ()]
    return sorted(one.data["name"] for one in documents if _is_loaded(one))


def _is_loaded(skill: Document) -> bool:
    description = skill.data.get("description")
    described = isinstance(description, str) and description.strip() != ""
    return skill.data["block"] == "read" and described
