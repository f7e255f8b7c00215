"""Role packs in a run: what the configuration, the paths and an editor's buffer have to say."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from herdr_lint import lint
from herdr_lint.config.loading import Configs
from herdr_lint.run.run import Request, run
from tests.builders import tgz
from tests.role_pack.packs import CHANNEL, EXTENSION, MANIFEST, ROLE, changed, pack


def write(root: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def rules(*paths: str) -> list[tuple[str, str]]:
    return [(one.path, one.rule) for one in lint(paths).findings]


BROKEN = changed((CHANNEL, "pi-herdr-agents:roles:discover:v1"))


def test_a_pack_is_judged_wherever_it_lies(tmp_path: Path) -> None:
    write(tmp_path / "packs" / "crew", pack({"extension.ts": BROKEN}))
    assert rules("packs") == [("packs/crew/extension.ts", "role-pack-channel")]
    assert rules("packs/crew") == [("packs/crew/extension.ts", "role-pack-channel")]
    report = lint(["packs"])
    assert report.files == (
        "packs/crew/extension.ts",
        "packs/crew/package.json",
        "packs/crew/roles/scout.md",
    )


def test_a_file_alone_says_what_the_pack_has_to_say_of_it(tmp_path: Path) -> None:
    write(tmp_path, pack({"extension.ts": BROKEN}))
    assert rules("roles/scout.md") == []
    assert rules("package.json") == []
    assert rules("extension.ts") == [("extension.ts", "role-pack-channel")]


def test_a_pack_that_registers_what_is_not_there_is_found_all_the_same(tmp_path: Path) -> None:
    write(tmp_path, pack({"roles/scout.md": None}))
    assert rules(".") == [("extension.ts", "missing-role-pack-path")]


def test_the_configuration_names_places_and_turns_rules_off(tmp_path: Path) -> None:
    write(
        tmp_path,
        pack(
            {
                "extension.ts": "export default () => {};\n",
                "roles/scout.md": None,
                "crew/Lead.md": ROLE.replace("scout", "Lead"),
            }
        ),
    )
    (tmp_path / "herdr-lint.toml").write_text('roles = ["crew"]\n')
    assert rules(".") == [
        ("crew/Lead.md", "role-pack-roles-folder"),
        ("extension.ts", "role-pack-channel"),
    ]
    (tmp_path / "herdr-lint.toml").write_text(
        'roles = ["crew"]\nignore = ["role-pack-channel", "role-pack-roles-folder"]\n'
    )
    assert rules(".") == []


@pytest.mark.parametrize("folder", [".", "crew", "crew/inner"])
def test_any_folder_of_a_pack_may_be_a_place_of_roles(tmp_path: Path, folder: str) -> None:
    files = {"roles/scout.md": None, f"{folder}/scout.md".removeprefix("./"): ROLE}
    write(tmp_path, pack(files))
    (tmp_path / "herdr-lint.toml").write_text(f'roles = ["{folder}"]\n')
    assert rules(".") == [("extension.ts", "missing-role-pack-path")]
    way = folder if folder == "." else f"./{folder}"
    extension = changed(('new URL("./roles",', f'new URL("{way}",'))
    write(tmp_path, pack({**files, "extension.ts": extension}))
    assert rules(".") == []


@pytest.mark.parametrize("folder", [".", "crew", "crew/inner"])
def test_a_place_of_roles_that_is_named_has_to_be_shipped(tmp_path: Path, folder: str) -> None:
    write(tmp_path, pack({"roles/scout.md": None, f"{folder}/scout.md": ROLE}, files=["*.ts"]))
    (tmp_path / "herdr-lint.toml").write_text(f'roles = ["{folder}"]\n')
    told = [one.message for one in lint(".").findings if one.path == "package.json"]
    assert told == [f"`files` leaves out all roles in `{folder}`"]


def test_places_of_roles_of_several_packs(tmp_path: Path) -> None:
    for name in ("a", "b"):
        role = {"roles/scout.md": None, f"crew/{name}.md": ROLE.replace("scout", name)}
        extension = changed(('new URL("./roles",', 'new URL("./crew",'))
        write(tmp_path / name, pack({**role, "extension.ts": extension}, name=name))
    (tmp_path / "herdr-lint.toml").write_text('roles = ["a/crew"]\n')
    assert rules(".") == []
    write(tmp_path / "b", pack({**role, "extension.ts": extension}, name="b", files=["*.ts"]))
    assert [(one.path, one.message) for one in lint(".").findings] == [
        ("b/package.json", "`files` leaves out all roles in `crew`")
    ]


def test_a_role_in_an_archive_may_silence_what_is_said_of_it(tmp_path: Path) -> None:
    silent = ROLE.replace(
        "---\nname", "---\n# herdr-lint: ignore[key-unknown] x\ncolor: x\nname", 1
    )
    files = pack({"roles/scout.md": silent})
    (tmp_path / "crew.tgz").write_bytes(
        tgz({f"package/{name}": data for name, data in files.items()})
    )
    report = lint("crew.tgz")
    assert report.findings == ()
    assert [(one.finding.path, one.reason) for one in report.suppressed] == [
        ("crew.tgz!package/roles/scout.md", "x")
    ]


def test_an_editors_buffer_stands_for_the_file(tmp_path: Path) -> None:
    write(tmp_path / "crew", pack({"extension.ts": BROKEN}))
    (tmp_path / "notes.ts").touch()
    overlay = {Path("crew/extension.ts"): EXTENSION.encode(), Path("notes.ts"): b"@@"}
    assert run(Request(["crew"], Configs(), overlay)).findings == ()


def test_a_role_may_silence_what_is_said_of_it(tmp_path: Path) -> None:
    role = ROLE.replace(
        "---\nname", "---\n# herdr-lint: ignore[skill-not-in-pack] of another\nskills: map\nname", 1
    )
    skill = "---\nname: plan\ndescription: Plans\n---\n"
    files = {"roles/scout.md": role, "skills/plan/SKILL.md": skill}
    write(tmp_path, pack(files, pi={**MANIFEST["pi"], "skills": ["./skills"]}))
    assert rules(".") == []
