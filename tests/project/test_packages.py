from __future__ import annotations

import os
from pathlib import Path

import pytest

from herdr_lint.catalog.records import RoleOrigin
from herdr_lint.files.disk import Trace, keeping
from herdr_lint.files.file_system import FileSystem
from herdr_lint.files.tree import FolderTree
from herdr_lint.model import Layer
from herdr_lint.project.display import Display
from herdr_lint.project.options import Options, agent_directory
from herdr_lint.project.packages import LARGEST, Packages, holds_roles, members_of, read_object
from herdr_lint.project.targets import RoleFile, RolePack, RoleSite
from tests.project.trees import PROSE, ROLE, look, package, plant


def identity(root: Path, directory: str) -> tuple[str, str | None, str | None] | None:
    packages = Packages(Options(FileSystem()), Display(root))
    pack = packages.nearest(str(root / directory))
    return None if pack is None else (pack.display_path, pack.name, pack.version)


class TestIdentity:
    def test_is_the_nearest_package(self, tmp_path: Path) -> None:
        plant(tmp_path, {"package.json": package("outer", "1"), "a/package.json": package("in")})
        plant(tmp_path, {"a/roles/x/": "", "b/": ""})
        assert identity(tmp_path, "a/roles/x") == ("a", "in", "1.0.0")
        assert identity(tmp_path, "a") == ("a", "in", "1.0.0")
        assert identity(tmp_path, "b") == (".", "outer", "1")

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"{",
            b"[]",
            b"null",
            b"\xef\xbb\xbf" + package().encode(),
            b'{"name": NaN}',
            b'{"name": 1, "version": null}',
            b"[" * 100_000,
            b" " * LARGEST + b"{}",
        ],
    )
    def test_first_one_found_is_final(self, tmp_path: Path, content: bytes) -> None:
        plant(tmp_path, {"package.json": package("outer"), "a/package.json": content})
        assert identity(tmp_path, "a") == ("a", None, None)

    @pytest.mark.parametrize(
        ("directory", "top", "roots"),
        [
            ("/a/b/c", "/", ["/a/b", "/a", "/"]),
            ("/a/b/c", "/a", ["/a/b", "/a"]),
            ("/a/b", "/a/b", ["/a/b"]),
            ("/a/x", "/a/x", []),
            ("/ab", "/a", []),
            ("/", "/", ["/"]),
        ],
    )
    def test_those_around_a_folder_go_up_to_the_root(
        self, directory: str, top: str, roots: list[str]
    ) -> None:
        names = ("/package.json", "/a/package.json", "/a/b/package.json", "/a/b/c/x", "/ab/x")
        system = FileSystem(dict.fromkeys(names, b"{}"), disk=False)
        packages = Packages(Options(system), Display("/"))
        assert [pack.root for pack in packages.around(directory, top)] == roots

    def test_members_stand_alone(self, tmp_path: Path) -> None:
        plant(tmp_path, {"a/package.json": package("a", 2), "b/package.json": package(["b"], "2")})
        plant(tmp_path, {"c/package.json/": "", "d/package.json": b'{"name": "\\ud800\xff"}'})
        assert identity(tmp_path, "a") == ("a", "a", None)
        assert identity(tmp_path, "b") == ("b", None, "2")
        assert identity(tmp_path, "c") == ("c", None, None)
        assert identity(tmp_path, "d") == ("d", "\ufffd\ufffd", None)

    def test_label(self) -> None:
        pack = RolePack("/x", "x", FolderTree(Path("/x")))
        assert pack._replace(name="n", version="1").label == "n@1"
        assert pack._replace(name="n").label == "n"
        assert pack._replace(name="", version="1").label == "x"
        assert pack.label == "x"

    def test_without_any_package(self, tmp_path: Path) -> None:
        assert not os.path.exists("/package.json")  # noqa: PTH110
        assert identity(tmp_path, "a/b") is None
        packages = Packages(Options(FileSystem()), Display(tmp_path))
        assert packages.owner(str(tmp_path)) is None

    def test_each_folder_is_asked_about_once(self, tmp_path: Path) -> None:
        plant(tmp_path, {"package.json": package(), "a/b/c/": "", "a/d/": ""})
        packages = Packages(Options(FileSystem()), Display(tmp_path))
        packages.nearest(str(tmp_path / "a/b/c"))
        with keeping(Trace()) as trace:
            for name in ("a/b/c", "a/b", "a", ".", "a/b/c"):
                packages.nearest(os.path.normpath(tmp_path / name))
        assert trace.groups() == []

    def test_missing_manifest_has_no_members(self) -> None:
        assert members_of(None) == {}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'\xef\xbb\xbf{"a": "\xff"}', {"a": "\ufffd"}),
        (b"{" + b" " * (LARGEST - 2) + b"}", {}),
        (b"{" + b" " * (LARGEST - 1) + b"}", None),
        (b"[]", None),
        (b"{", None),
    ],
)
def test_an_object_of_settings(data: bytes, expected: object) -> None:
    assert read_object(FileSystem({"/a": data}, disk=False), "/a") == expected
    assert read_object(FileSystem({}, disk=False), "/a") is None


def test_registered_paths_of_an_outer_package(tmp_path: Path) -> None:
    plant(tmp_path, {"package.json": package("outer"), "roles/package.json": package("inner")})
    plant(tmp_path, {"roles/a.md": ROLE})
    owner = Packages(Options(FileSystem()), Display(tmp_path)).owner(str(tmp_path / "roles"))
    assert owner is not None
    assert owner.name == "outer"


@pytest.mark.parametrize("manifest", ["pack.json", "pack.yaml", "pack.yml"])
def test_what_npm_packs_may_be_a_pack_of_openwop(tmp_path: Path, manifest: str) -> None:
    own = ROLE.replace("---\n", "---\nspawning: false\n", 1)
    plant(tmp_path, {"package.json": package(), "notes/a.md": own, "p/notes/a.md": own})
    paths = ["notes/a.md", "p/notes/a.md"]
    roles = [one.display_path for one in look(tmp_path).targets if isinstance(one, RoleFile)]
    assert roles == paths
    plant(tmp_path, {manifest: "{}", "p/package.json": package()})
    roles = [one.display_path for one in look(tmp_path).targets if isinstance(one, RoleFile)]
    assert roles == paths[1:]


@pytest.mark.parametrize(
    ("more", "believed"),
    [
        ({}, False),
        ({"keywords": ["other"]}, False),
        ({"keywords": "pi-package"}, False),
        ({"keywords": ["other", "pi-package"]}, True),
        ({"pi": None}, True),
    ],
)
def test_a_package_of_pi_is_believed_without_a_fence(
    tmp_path: Path, more: dict[str, object], believed: bool
) -> None:
    plant(tmp_path, {"package.json": package(**more), "agents/a.md": PROSE})
    pack = Packages(Options(FileSystem()), Display(tmp_path)).at(str(tmp_path))
    assert pack.registered == ((str(tmp_path / "agents"),) if believed else ())
    plant(tmp_path, {"roles/a.md": PROSE})  # a name that tells
    pack = Packages(Options(FileSystem()), Display(tmp_path)).at(str(tmp_path))
    assert str(tmp_path / "roles") in pack.registered


@pytest.mark.parametrize(
    ("name", "text", "holds"),
    [
        ("a.md", ROLE, True),
        ("a.md", PROSE, False),
        ("a.txt", ROLE, False),
        ("a.MD", ROLE, False),
        ("README.md", ROLE, False),
        ("a.md/b.md", ROLE, False),
        ("b/a.md", ROLE, False),
    ],
)
def test_what_shows_that_a_folder_holds_roles(
    tmp_path: Path, name: str, text: str, holds: bool
) -> None:
    plant(tmp_path, {f"agents/{name}": text, "agents/notes.md": PROSE})
    assert holds_roles(FileSystem(), str(tmp_path / "agents")) is holds


def test_display_on_another_drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> str:
        raise ValueError

    monkeypatch.setattr("os.path.relpath", refuse)
    assert Display(tmp_path)("/elsewhere/a.md") == "/elsewhere/a.md"


def test_agent_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.delenv("PI_CODING_AGENT_DIR", raising=False)
    assert agent_directory() == Path("/home/me/.pi/agent")
    monkeypatch.setenv("PI_CODING_AGENT_DIR", "")
    assert agent_directory() == Path("/home/me/.pi/agent")
    monkeypatch.setenv("PI_CODING_AGENT_DIR", "~/x/../y")
    assert agent_directory() == Path("/home/me/y")


def test_role_files_are_values(tmp_path: Path) -> None:
    plant(tmp_path, {"package.json": package(), "roles/a.md": ROLE})
    [_, role] = look(tmp_path).targets
    roles = (str(tmp_path / "roles"),)
    pack = RolePack(str(tmp_path), ".", FolderTree(tmp_path), "pack", "1.0.0", roles)
    origin = RoleOrigin("roles/", Layer.PACKAGE, "", "pack@1.0.0", ".", "pack", ("roles",))
    site = RoleSite(f"{tmp_path / 'roles'}{os.sep}", origin, pack)
    assert role == RoleFile(site, "a.md", requested=True)
    assert (role.path, role.display_path) == (str(tmp_path / "roles/a.md"), "roles/a.md")
    assert (role.layer, role.scope, role.via, role.pack) == (Layer.PACKAGE, "", ("roles",), pack)
