from __future__ import annotations

import json
from contextlib import chdir
from pathlib import Path

import pytest

from herdr_lint import gate, lint
from herdr_lint.init import (
    adopt_role,
    create_openwop_pack,
    create_pack,
    create_role,
    create_service,
)
from herdr_lint.model import Layer, UsageError
from herdr_lint.role.document import read_role
from herdr_lint.version import __version__


def test_a_new_pack_has_nothing_to_be_said_of(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "pack"
    files = create_pack(folder, "@acme/security-roles", "security-reviewer")
    assert [path.relative_to(folder).as_posix() for path in files] == [
        "package.json",
        "extension.ts",
        "README.md",
        "roles/security-reviewer.md",
    ]
    with chdir(folder):
        report = lint(["."])
    assert (report.findings, report.unchecked) == ((), ())
    assert report.files == ("extension.ts", "package.json", "roles/security-reviewer.md")
    contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
    assert gate(contents, profile="role-pack").findings == ()
    assert json.loads(contents["package.json"])["name"] == "@acme/security-roles"
    assert all(b"{{" not in data and b"\r" not in data for data in contents.values())
    assert b"# Security Reviewer\n" in contents["roles/security-reviewer.md"]


def test_a_new_role_has_nothing_to_be_said_of(tmp_path: Path) -> None:
    path = create_role(tmp_path / ".pi" / "agents", "scout")
    assert path == tmp_path / ".pi" / "agents" / "scout.md"
    with chdir(tmp_path):
        assert lint(["."]).findings == ()
    document = read_role("scout.md", path.read_bytes(), stem="scout", layer=Layer.PACKAGE)
    assert document.data["frontmatter"]["tools"] == ["read", "grep", "find", "ls"]


@pytest.mark.parametrize(
    "name", ["", "Acme", "@acme", "@acme/", "a b", ".roles", "_roles", "a" * 215, "@a/b/c", "a\n"]
)
def test_a_package_has_a_name_that_npm_takes(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        create_pack(tmp_path, name)
    told = f"{name!r} is not a name for an npm package; try `@scope/roles`"
    assert refused.value.problems == (told,)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("role", ["", "Scout", "a_b", "-a", "a--b", "list", "../x", "a" * 65])
def test_a_role_has_a_name_that_works_everywhere(role: str, tmp_path: Path) -> None:
    why = "use 1 to 64 small letters, digits and single hyphens"
    if role == "list":
        why = "`/subagent list` means something else; choose another name"
    for create in (
        lambda: create_role(tmp_path, role),
        lambda: create_pack(tmp_path, "a", role),
        lambda: create_openwop_pack(tmp_path, "vendor.acme.crew", role),
    ):
        with pytest.raises(UsageError) as refused:
            create()
        assert refused.value.problems == (f"{role!r} is not a name for a role: {why}",)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "name", ["vendor.acme", "acme.crew.x", "vendor.Acme.crew", "vendor.acme.crew.", "vendor.a-.b"]
)
def test_an_openwop_pack_has_a_name_with_a_namespace(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        create_openwop_pack(tmp_path, name)
    told = f"{name!r} is not a name for an OpenWOP pack; try `vendor.acme.crew`"
    assert refused.value.problems == (told,)
    assert [*tmp_path.iterdir()] == []


def test_the_longest_names_and_the_roles_of_new_packs(tmp_path: Path) -> None:
    assert create_role(tmp_path / "roles", "a" * 64).name == f"{'a' * 64}.md"
    package, *_, role = create_pack(tmp_path / "pack", "a" * 214)
    assert json.loads(package.read_bytes())["name"] == "a" * 214
    assert role.name == "reviewer.md"
    for name in ("vendor.acme.crew", "community.acme-1.crew.x2"):
        manifest, prompt = create_openwop_pack(tmp_path / name, name)
        (agent,) = json.loads(manifest.read_bytes())["agents"]
        assert (prompt.name, agent["agentId"]) == ("writer.md", f"{name}.writer")
        with chdir(tmp_path / name):
            report = lint(["."])
        assert (report.findings, report.unchecked) == ((), ())
        assert report.files == ("pack.json",)
        assert prompt == tmp_path / name / "prompts" / "writer.md"


@pytest.mark.parametrize("existing", ["package.json", "extension.ts", "README.md", "roles/a.md"])
def test_nothing_is_overwritten(existing: str, tmp_path: Path) -> None:
    path = tmp_path / existing
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    with pytest.raises(UsageError) as refused:
        create_pack(tmp_path, "a", "a")
    told = f"{path} exists, and nothing is overwritten; move it, or choose another folder"
    assert refused.value.problems == (told,)
    assert path.read_text() == "mine"
    assert {one.name for one in tmp_path.rglob("*") if one.is_file()} == {path.name}


def test_a_link_counts_as_existing(tmp_path: Path) -> None:
    (tmp_path / "scout.md").symlink_to("nowhere")
    with pytest.raises(UsageError, match="exists"):
        create_role(tmp_path, "scout")


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError) as refused:
        create_role(tmp_path / "file", "scout")
    told = f"cannot write {tmp_path / 'file' / 'scout.md'}: File exists"
    assert refused.value.problems == (told,)


def test_an_agent_file_becomes_a_role(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\nname: scout\ndescription: Maps the code\n---\n\nMap.\n")
    path, _ = adopt_role(tmp_path / "roles", tmp_path / "a.md")
    assert path == tmp_path / "roles" / "scout.md"
    assert path.read_text("utf-8").startswith("---\nname: scout\n")


def test_an_agent_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        adopt_role(tmp_path, tmp_path / "none.md")
    told = f"cannot read {tmp_path / 'none.md'}: No such file or directory"
    assert refused.value.problems == (told,)


@pytest.mark.parametrize(
    ("service", "place", "said"),
    [
        (
            "pre-commit",
            ".pre-commit-config.yaml",
            f"  - repo: https://github.com/herdr-lint/herdr-lint\n    rev: v{__version__}\n",
        ),
        (
            "github",
            ".github/workflows/herdr-lint.yml",
            f"      - uses: herdr-lint/herdr-lint@v{__version__}\n",
        ),
        (
            "gitlab",
            ".gitlab-ci.yml",
            f"git+https://github.com/herdr-lint/herdr-lint@v{__version__}",
        ),
    ],
)
def test_a_service_runs_this_version(tmp_path: Path, service: str, place: str, said: str) -> None:
    assert create_service(tmp_path, service) == tmp_path / place
    assert said in (tmp_path / place).read_text("utf-8")


def test_a_service_is_one_of_those_that_are_known(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^'jenkins' is not one of pre-commit, github, gitlab$"):
        create_service(tmp_path, "jenkins")


def test_a_file_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", refuse)
    with pytest.raises(UsageError) as refused:
        create_role(tmp_path, "scout")
    (told,) = refused.value.problems
    assert told == f"cannot write {tmp_path / 'scout.md'}: No space left on device"
    assert list(tmp_path.iterdir()) == []
