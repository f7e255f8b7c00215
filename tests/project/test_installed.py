from __future__ import annotations

import json
from pathlib import Path

import pytest

from herdr_lint.files.file_system import FileSystem
from herdr_lint.model import Layer, Unchecked
from herdr_lint.project.installed import host_view, installed_packs
from herdr_lint.project.options import Options
from herdr_lint.project.targets import RoleFile
from tests.project.trees import (
    PROSE,
    ROLE,
    context,
    package,
    plant,
    requested,
    roles,
    unreadable,
    ways,
)


def settings(*packages: object) -> str:
    return json.dumps({"packages": packages})


def pack_in(folder: str, name: str = "pack", role: str = "x") -> dict[str, str]:
    return {f"{folder}/package.json": package(name), f"{folder}/roles/{role}.md": ROLE}


def installed(root: Path) -> tuple[list[str], dict[str, str]]:
    """The folders of the packs, and what could not be resolved."""
    found = installed_packs(root / "work", root / "home", Options(FileSystem(), directory=root))
    return (
        [pack.display_path for pack in found.packs],
        {note.reason: note.path for note in found.unchecked},
    )


class TestSources:
    @pytest.mark.parametrize(
        ("source", "folder"),
        [
            ("npm:pack", "npm/node_modules/pack"),
            ("npm:pack@1.2.3", "npm/node_modules/pack"),
            (" npm: @own/pack@^1 ", "npm/node_modules/@own/pack"),
            ("git:github.com/own/pack@v1", "git/github.com/own/pack"),
            ("git:own/pack", "git/github.com/own/pack"),
            ("git:own/pack#v1", "git/github.com/own/pack"),
            ("git:github:own/pack", "git/github.com/own/pack"),
            ("git:gitlab:own/pack", "git/gitlab.com/own/pack"),
            ("git: bitbucket:own/pack@v1", "git/bitbucket.org/own/pack"),
            ("git:git@github.com:own/pack.git@v1", "git/github.com/own/pack"),
            ("git:localhost/own/pack", "git/localhost/own/pack"),
            ("https://github.com/own/pack.git#main", "git/github.com/own/pack"),
            ("ssh://git@example.org:22/own/deep/pack@v2", "git/example.org/own/deep/pack"),
            ("http://Example.org//own/pack", "git/example.org/own/pack"),
            ("git://gitlab.com/own/pack.git#v2", "git/gitlab.com/own/pack"),
            ("git:own.er/pack", "git/github.com/own.er/pack"),
            ("https://git.example.org/~own/pack", "git/git.example.org/~own/pack"),
            ("./local/pack", "local/pack"),
            ("./50%25 #1?", "50%25 #1?"),
            ("local/pack", "local/pack"),
        ],
    )
    @pytest.mark.parametrize("base", ["home", "work/.pi"])
    def test_lead_to_a_folder(self, tmp_path: Path, source: str, folder: str, base: str) -> None:
        plant(tmp_path, {f"{base}/settings.json": settings(source), **pack_in(f"{base}/{folder}")})
        assert installed(tmp_path) == ([f"{base}/{folder}"], {})

    def test_absolute_and_home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", str(tmp_path / "me"))
        plant(tmp_path, {**pack_in("a"), **pack_in("b"), **pack_in("me/c")})
        listed = settings(str(tmp_path / "a"), (tmp_path / "b").as_uri(), "~/c")
        plant(tmp_path, {"home/settings.json": listed})
        assert installed(tmp_path) == (["a", "b", "me/c"], {})

    @pytest.mark.parametrize(
        "source",
        [
            "npm:",
            "npm:../../pack",
            "git:pack",
            "git:a/b/c",
            "https://example.org/pack",
            "git://example.org/own/pack",
            "git:/own/pack",
            "git:example.org/../../pack",
            "git:example.org/%2e%2e/pack",
            "git:example.org/a\\b/pack",
            "https://[x/own/pack",
            "https:///own/pack",
            "git:a%2fb.org/own/pack",
            "github:own/pack",
            "builtin:mcp",
        ],
    )
    def test_that_lead_nowhere(self, tmp_path: Path, source: str) -> None:
        plant(tmp_path, {"home/settings.json": settings(source)})
        reason = f"the package `{source}` cannot be followed to a folder"
        assert installed(tmp_path) == ([], {reason: "home/settings.json"})

    @pytest.mark.parametrize("source", ["./a\0b", "npm:\ud800"])
    def test_that_no_file_system_can_hold(self, tmp_path: Path, source: str) -> None:
        plant(tmp_path, {"home/settings.json": settings(source)})
        [reason] = installed(tmp_path)[1]
        assert reason.endswith(" cannot be followed to a folder")
        assert reason.isprintable()

    def test_that_are_not_installed(self, tmp_path: Path) -> None:
        plant(tmp_path, {"home/settings.json": settings("npm:gone", "./x.ts"), "home/x.ts": ""})
        reasons = [
            "the package `npm:gone` is not there: no folder `home/npm/node_modules/gone`",
            "the package `./x.ts` is not there: no folder `home/x.ts`",
        ]
        assert installed(tmp_path) == ([], dict.fromkeys(reasons, "home/settings.json"))

    def test_without_roles_are_no_role_packs(self, tmp_path: Path) -> None:
        plant(tmp_path, {"home/settings.json": settings("./p"), "home/p/package.json": package()})
        assert installed(tmp_path) == ([], {})


class TestSettings:
    def test_a_byte_order_mark_does_no_harm(self, tmp_path: Path) -> None:
        plant(tmp_path, {"home/settings.json": "\ufeff" + settings("./p"), **pack_in("home/p")})
        assert installed(tmp_path) == (["home/p"], {})

    def test_of_four_mebibytes_and_of_more(self, tmp_path: Path) -> None:
        largest = settings("./p").ljust(4 << 20)
        plant(tmp_path, {"home/settings.json": largest, **pack_in("home/p")})
        assert installed(tmp_path) == (["home/p"], {})
        plant(tmp_path, {"home/settings.json": f"{largest} "})
        assert installed(tmp_path)[0] == []

    @pytest.mark.parametrize(
        "content",
        ["{", "[]", '{"packages": "npm:x"}', '{"packages": null}', '{"packages": [], "x": NaN}'],
    )
    def test_that_name_no_packages(self, tmp_path: Path, content: str) -> None:
        plant(tmp_path, {"home/settings.json": content, "work/.pi/settings.json": "{}"})
        reason = "names no packages that can be read"
        assert installed(tmp_path) == ([], {reason: "home/settings.json"})

    def test_that_are_no_file(self, tmp_path: Path) -> None:
        plant(tmp_path, {"home/settings.json/": "", "work/.pi/settings.json": "{}"})
        reason = "names no packages that can be read"
        assert installed(tmp_path) == ([], {reason: "home/settings.json"})

    def test_with_an_odd_entry(self, tmp_path: Path) -> None:
        listed = settings(1, {"extensions": []}, {"source": "./p"})
        plant(tmp_path, {"home/settings.json": listed, **pack_in("home/p")})
        reason = "an entry of `packages` names no source"
        assert installed(tmp_path) == (["home/p"], {reason: "home/settings.json"})

    def test_project_replaces_personal(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "work/.pi/settings.json": settings("npm:a", "git:own/b@v2"),
                "home/settings.json": settings("npm:a@1", "https://github.com/own/b", "npm:c"),
                **pack_in("work/.pi/npm/node_modules/a"),
                **pack_in("home/npm/node_modules/a"),
                **pack_in("work/.pi/git/github.com/own/b"),
                **pack_in("home/git/github.com/own/b"),
                **pack_in("home/npm/node_modules/c"),
            },
        )
        assert installed(tmp_path)[0] == [
            "home/npm/node_modules/c",
            "work/.pi/git/github.com/own/b",
            "work/.pi/npm/node_modules/a",
        ]

    def test_a_package_can_be_switched_off(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "work/.pi/settings.json": settings({"source": "../../p", "extensions": []}),
                "home/settings.json": settings("../p", {"source": "../q", "extensions": ["x"]}),
                **pack_in("p"),
                **pack_in("q"),
            },
        )
        assert installed(tmp_path) == (["q"], {})

    def test_a_narrowing_entry_leaves_the_personal_one(self, tmp_path: Path) -> None:
        narrowed = [
            {"source": source, "autoload": False, "extensions": extensions}
            for source, extensions in [("../../p", []), ("../../q", []), ("../../r", ["+x.ts"])]
        ]
        narrowed.append({"source": "../../s", "autoload": False})
        plant(
            tmp_path,
            {
                "work/.pi/settings.json": settings(*narrowed),
                "home/settings.json": settings("../p"),
                **pack_in("p"),
                **pack_in("q"),
                **pack_in("r"),
                **pack_in("s"),
            },
        )
        assert installed(tmp_path) == (["p", "r"], {})

    def test_extensions_of_one_s_own(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                **pack_in("home/extensions/a"),
                "home/extensions/b/index.ts": "",
                "home/extensions/b/roles/x.md": ROLE,
                "home/extensions/c.ts": "",
                **pack_in("work/.pi/extensions"),
            },
        )
        assert installed(tmp_path) == (["home/extensions/a", "work/.pi/extensions"], {})


class TestHostView:
    def test_all_layers(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "work/.git/": "",
                "work/.gitignore": ".pi/npm/\n",
                "work/.pi/settings.json": settings("npm:a", "npm:gone"),
                "work/roles/not-installed.md": ROLE,
                "work/.pi/agents/p.md": PROSE,
                "work/.pi/agents/gone.md": "->nowhere",
                "home/agents/g.md": ROLE,
                **pack_in("work/.pi/npm/node_modules/a", "a"),
                "work/.pi/npm/node_modules/a/test/roles/t.md": ROLE,
            },
        )
        options = Options(
            FileSystem(),
            directory=tmp_path / "work",
            agent_directory=tmp_path / "home",
            excluded=lambda _: True,
            layer=Layer.PROJECT,
        )
        found = host_view(tmp_path / "work", options)
        assert requested(found) == []
        assert context(found) == [
            "RoleFile ../home/agents/g.md",
            "RoleFile .pi/agents/gone.md",
            "RoleFile .pi/agents/p.md",
            "RolePack .pi/npm/node_modules/a",
            "RoleFile .pi/npm/node_modules/a/roles/x.md",
        ]
        assert roles(found) == {
            "../home/agents/g.md": ("global", "../home/agents"),
            ".pi/agents/gone.md": ("project", ".pi/agents"),
            ".pi/agents/p.md": ("project", ".pi/agents"),
            ".pi/npm/node_modules/a/roles/x.md": ("package", ""),
        }
        assert unreadable(found) == {".pi/agents/gone.md": "dangling-link"}
        assert found.unchecked == (
            Unchecked(
                ".pi/settings.json",
                "the package `npm:gone` is not there: no folder `.pi/npm/node_modules/gone`",
            ),
        )

    def test_of_a_bare_project(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("PI_CODING_AGENT_DIR", str(tmp_path / "home"))
        found = host_view(tmp_path, Options(FileSystem()))
        assert (found.targets, found.unchecked) == ((), ())
        plant(tmp_path, {"home/agents/a.md": ROLE, ".pi/agents": "->../mine", "mine/b.md": PROSE})
        assert roles(host_view(tmp_path, Options(FileSystem()))) == {
            "home/agents/a.md": ("global", "home/agents"),
            "mine/b.md": ("project", "mine"),
        }

    def test_with_packs_that_are_taken_for_installed(self, tmp_path: Path) -> None:
        plant(tmp_path, {"home/settings.json": settings("./p"), **pack_in("home/p"), "q/": ""})
        plant(tmp_path, {**pack_in("r", "r"), "link": "->r"})
        options = Options(FileSystem(), directory=tmp_path, agent_directory=tmp_path / "home")
        packs = [tmp_path / name for name in ("home/p", "q", "link", "r")]
        found = host_view(tmp_path / "work", options, packs)
        assert list(roles(found)) == ["home/p/roles/x.md", "r/roles/x.md"]
        assert found.unchecked == (Unchecked("q", "registers no roles"),)

    def test_roles_registered_on_several_ways(self, tmp_path: Path) -> None:
        plant(tmp_path, {"home/settings.json": settings("./p"), **pack_in("home/p")})
        options = Options(
            FileSystem(),
            directory=tmp_path,
            agent_directory=tmp_path / "home",
            registered=lambda _: ["roles", "roles/x.md"],
        )
        found = host_view(tmp_path, options)
        assert ways(found) == {"home/p/roles/x.md": ("home/p/roles", "home/p/roles/x.md")}
        [role] = (target for target in found.targets if isinstance(target, RoleFile))
        assert role.pack is not None
        assert role.pack.label == "pack@1.0.0"
