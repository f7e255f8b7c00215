from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from herdr_lint.files.regular import DEEPEST
from herdr_lint.model import Layer, Unchecked, UsageError
from herdr_lint.project.inventory import IGNORED
from herdr_lint.project.search import discover
from herdr_lint.project.targets import Discovery, RoleFile, RolePack
from tests.project.trees import (
    PROSE,
    ROLE,
    context,
    findings_of,
    look,
    looking,
    package,
    packs,
    plant,
    requested,
    roles,
    said,
    unreadable,
    ways,
)


def unchecked(discovery: Discovery) -> dict[str, str]:
    return {item.path: item.reason for item in discovery.unchecked}


class TestOneFile:
    def test_alone(self, tmp_path: Path) -> None:
        plant(tmp_path, {"scout.md": ROLE, "notes.md": ROLE})
        found = look(tmp_path, "scout.md")
        assert requested(found) == ["RoleFile scout.md"]
        assert context(found) == []
        assert roles(found) == {"scout.md": ("package", ".")}
        assert unreadable(found) == {}

    def test_of_prose_is_no_role_unless_a_layer_says_so(self, tmp_path: Path) -> None:
        plant(tmp_path, {"a.md": PROSE, "b.md": ROLE, "README.md": ROLE})
        found = look(tmp_path, "a.md", "b.md", "README.md")
        assert requested(found) == ["RoleFile b.md"]
        told = "not a kind of file that is checked"
        assert unchecked(found) == {"README.md": told, "a.md": told}
        forced = look(tmp_path, "a.md", options=looking(layer=Layer.PACKAGE))
        assert requested(forced) == ["RoleFile a.md"]

    @pytest.mark.parametrize("start", ["title: T\n", "layout: home\n", ""])
    def test_of_a_page_with_a_description_is_no_role(self, tmp_path: Path, start: str) -> None:
        plant(tmp_path, {"a.md": f"---\n{start}description: d\n---\n", "b.md": ROLE})
        expected = ["RoleFile b.md"] if start else ["RoleFile a.md", "RoleFile b.md"]
        assert requested(look(tmp_path, "a.md", "b.md")) == expected

    def test_brings_the_roles_that_may_bear_its_name(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "package.json": package(),
                "README.md": PROSE,
                "roles/a.md": ROLE,
                "roles/b.md": ROLE,
                "agents/A.md": ROLE,
                ".pi/agents/b.md": ROLE,
            },
        )
        found = look(tmp_path, "roles/a.md")
        assert requested(found) == ["RolePack .", "RoleFile roles/a.md"]
        assert context(found) == ["RoleFile .pi/agents/b.md", "RoleFile agents/A.md"]
        assert found.requested == {"roles/a.md"}
        assert packs(found) == {"pack@1.0.0": ("agents", "roles")}
        assert ways(found) == {
            ".pi/agents/b.md": (),
            "agents/A.md": ("agents",),
            "roles/a.md": ("roles",),
        }

    def test_in_the_working_directory_brings_none_that_is_called_otherwise(
        self, tmp_path: Path
    ) -> None:
        plant(tmp_path, {"roles/a.md": ROLE, "roles/b.md": ROLE, "agents/a.md": ROLE})
        found = look(tmp_path / "roles", "a.md")
        assert requested(found) == ["RoleFile a.md"]
        assert context(found) == []
        found = look(tmp_path / "roles", "a.md", "../agents")
        assert requested(found) == ["RoleFile ../agents/a.md", "RoleFile a.md"]
        assert context(found) == []

    def test_brings_the_other_roles_of_its_project(self, tmp_path: Path) -> None:
        plant(tmp_path, {".pi/agents/a.md": ROLE, ".pi/agents/b.md": PROSE, "roles/a.md": ROLE})
        found = look(tmp_path, ".pi/agents/a.md")
        assert requested(found) == ["RoleFile .pi/agents/a.md"]
        assert context(found) == ["RoleFile .pi/agents/b.md", "RoleFile roles/a.md"]
        assert roles(found) == {
            ".pi/agents/a.md": ("project", ".pi/agents"),
            ".pi/agents/b.md": ("project", ".pi/agents"),
            "roles/a.md": ("package", "."),
        }

    def test_below_a_directory_of_roles_is_reported(self, tmp_path: Path) -> None:
        plant(tmp_path, {".pi/agents/a.md": ROLE, ".pi/agents/team/x/b.md": ROLE})
        found = look(tmp_path, ".pi/agents/team/x/b.md")
        assert requested(found) == []
        assert said(found) == [
            (
                ".pi/agents/team/x/b.md",
                "nested-role-ignored",
                "warning",
                1,
                1,
                "`b.md` lies below `.pi/agents`, where the host does not look",
            )
        ]

    def test_of_many_files_in_one_folder_ten_more_are_pointed_to(self, tmp_path: Path) -> None:
        names = [f"roles/team/{letter}.md" for letter in "abcdefghijkl"]
        plant(
            tmp_path, {"package.json": package(), "roles/a.md": ROLE, **dict.fromkeys(names, ROLE)}
        )
        [finding] = findings_of(look(tmp_path, "roles"))
        assert finding.path == names[0]
        assert finding.message == (
            "12 role files lie in `roles/team`,"
            " and the host reads only the files directly in `roles`"
        )
        assert [(one.path, one.message) for one in finding.related] == [
            (name, "this file as well") for name in names[1:11]
        ]

    @pytest.mark.parametrize("mark", ["package.json", ".git"])
    def test_in_a_package_or_repository_of_its_own_is_not_nested(
        self, tmp_path: Path, mark: str
    ) -> None:
        plant(tmp_path, {"roles/a.md": ROLE, f"roles/p/{mark}": "{}", "roles/p/b.md": ROLE})
        plant(tmp_path, {"roles/p/x/c.md": ROLE})
        for path in ("roles/p/b.md", "roles/p/x", "roles/p", "roles", "."):
            assert look(tmp_path, path).misplaced == ()

    @pytest.mark.parametrize("layer", [None, *Layer])
    def test_with_another_extension_has_the_layer_of_its_place(
        self, tmp_path: Path, layer: Layer | None
    ) -> None:
        plant(tmp_path, {"a.mdx": ROLE, ".pi/agents/b.mdx": ROLE})
        found = look(tmp_path, "a.mdx", ".pi/agents/b.mdx", options=looking(layer=layer))
        assert {one.display_path: one.layer for one in found.misplaced} == {
            "a.mdx": layer or Layer.PACKAGE,
            ".pi/agents/b.mdx": layer or Layer.PROJECT,
        }

    @pytest.mark.parametrize("name", ["scout.MD", "scout.markdown"])
    def test_with_another_extension(self, tmp_path: Path, name: str) -> None:
        plant(tmp_path, {name: ROLE})
        found = look(tmp_path, name)
        assert found.targets == ()
        extension = name.removeprefix("scout")
        assert said(found) == [
            (
                name,
                "role-extension-ignored",
                "warning",
                1,
                1,
                f"`{name}` ends in `{extension}`, and the host reads only files that end in `.md`",
            )
        ]
        assert findings_of(found)[0].help == "rename it to `scout.md`"

    def test_with_another_extension_in_a_project(self, tmp_path: Path) -> None:
        plant(tmp_path, {".pi/agents/scout.mdx": PROSE})
        found = look(tmp_path, ".pi/agents/scout.mdx")
        assert [finding.rule for finding in findings_of(found)] == ["role-extension-ignored"]

    def test_other_markdown_that_is_no_role_is_unchecked(self, tmp_path: Path) -> None:
        plant(tmp_path, {"a.md": ROLE, "doc.markdown": PROSE})
        found = look(tmp_path, "a.md", "doc.markdown")
        assert requested(found) == ["RoleFile a.md"]
        assert unchecked(found) == {
            "doc.markdown": "the host reads only role files that end in `.md`"
        }

    def test_a_folder_of_a_manifest_s_name_is_no_pack(self, tmp_path: Path) -> None:
        plant(tmp_path, {"pack.json/": "", "roles/a.md": ROLE})
        assert requested(look(tmp_path)) == ["RoleFile roles/a.md"]

    def test_a_folder_of_a_plugin_for_another_host_holds_nothing(self, tmp_path: Path) -> None:
        plant(tmp_path, {".claude-plugin/plugin.json": "{}", "agents/a.md": ROLE, "b.md": ROLE})
        found = look(tmp_path, "agents", "b.md")
        assert requested(found) == ["RoleFile b.md"]
        assert unchecked(found) == {"agents": "holds no role file, pack or manifest"}

    def test_of_a_plugin_for_another_host_is_unchecked(self, tmp_path: Path) -> None:
        plant(tmp_path, {".claude-plugin/plugin.json": "{}", "agents/a.md": ROLE, "b.md": ROLE})
        found = look(tmp_path, "agents/a.md", "b.md")
        assert requested(found) == ["RoleFile b.md"]
        assert unchecked(found) == {"agents/a.md": "not a kind of file that is checked"}

    def test_of_another_kind_is_unchecked(self, tmp_path: Path) -> None:
        plant(tmp_path, {"a.md": ROLE, "b.txt": ROLE})
        found = look(tmp_path, "a.md", "b.txt")
        assert found.unchecked == (Unchecked("b.txt", "not a kind of file that is checked"),)

    def test_member_of_an_agent_pack_brings_the_pack(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {"p/pack.json": "{}", "p/prompts/a.md": PROSE, "p/schemas/a.schema.json": "{}"},
        )
        for member in ("p/prompts/a.md", "p/schemas/a.schema.json", "p/prompts"):
            found = look(tmp_path, member)
            assert requested(found) == ["AgentPack p/pack.json"]
            assert unchecked(found) == {}
            assert found.covers(member)
            assert not found.covers("p/pack.json")

    def test_of_an_agent_pack_is_a_role_only_where_a_layer_says_so(self, tmp_path: Path) -> None:
        plant(tmp_path, {"p/pack.json": "{}", "p/roles/a.md": ROLE, "p/prompts/b.md": ROLE})
        assert requested(look(tmp_path, "p/roles/a.md")) == ["AgentPack p/pack.json"]
        forced = look(tmp_path, "p/prompts/b.md", options=looking(layer=Layer.PROJECT))
        assert requested(forced) == ["AgentPack p/pack.json", "RoleFile p/prompts/b.md"]

    def test_source_of_a_role_pack_brings_the_pack(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {"package.json": package(), "roles/a.md": ROLE, "src/x.ts": "", "src/x.txt": ""},
        )
        plant(tmp_path, {"src/x.md": ROLE})
        for member in ("src/x.ts", "src/x.txt", "src/x.md", "src"):
            found = look(tmp_path, member)
            assert requested(found) == ["RolePack ."]
            assert (context(found), unchecked(found)) == ([], {})
            assert not found.covers("package.json")

    def test_manifests_and_archives(self, tmp_path: Path) -> None:
        names = ("x.json", "y.yaml", "z.yml", "a.tgz", "b.tar.gz", "c.tar", "d.ZIP")
        plant(tmp_path, dict.fromkeys(names, '{"agentId": 1}'))
        plant(tmp_path, {"tsconfig.json": "{}", "core.acme.crew.json": "{"})
        plant(tmp_path, {"notes.txt": '{"agentId": 1}'})
        plant(tmp_path, {"p/pack.json": "{}", "p/x.json": '{"agentId": 1}'})
        assert requested(look(tmp_path, "p/x.json")) == ["AgentPack p/pack.json"]
        found = look(tmp_path, *names, "tsconfig.json", "core.acme.crew.json", "notes.txt")
        told = "not a kind of file that is checked"
        assert unchecked(found) == {"tsconfig.json": told, "notes.txt": told}
        assert requested(found) == [
            "ArchiveFile a.tgz",
            "ArchiveFile b.tar.gz",
            "ArchiveFile c.tar",
            "Manifest core.acme.crew.json",
            "ArchiveFile d.ZIP",
            "Manifest x.json",
            "Manifest y.yaml",
            "Manifest z.yml",
        ]

    def test_manifest_of_a_pack(self, tmp_path: Path) -> None:
        plant(tmp_path, {"p/pack.yaml": "", "q/pack.json": "", "q/pack.yml": ""})
        found = look(tmp_path, "p/pack.yaml", "q/pack.json")
        assert requested(found) == ["AgentPack p/pack.yaml", "AgentPack q/pack.json"]
        assert requested(look(tmp_path, "q/pack.yml")) == ["AgentPack q/pack.json"]

    def test_where_files_change_their_layer_names_in_them_count(self, tmp_path: Path) -> None:
        plant(tmp_path, {"package.json": package(), "roles/a.md": ROLE, "roles/b.md": ROLE})
        found = look(tmp_path, "roles/a.md", options=looking(moves=lambda _: True))
        assert context(found) == ["RoleFile roles/b.md"]

    @pytest.mark.parametrize(
        ("paths", "roles_only"),
        [
            (".", False),
            ("p", False),
            ("p/package.json", False),
            ("p/src", False),
            ("p/roles", False),
            ("p/roles/a.md", True),
            ("p/roles/a.md p/roles/b.md", True),
            ("p/roles/a.md q/roles/a.md", True),
            ("p/roles/a.md q/package.json", True),
            ("p/roles/a.md p/package.json", False),
            ("p/roles/a.md p", False),
        ],
    )
    def test_only_of_roles_of_a_pack_nothing_else_is_wanted(
        self, tmp_path: Path, paths: str, *, roles_only: bool
    ) -> None:
        for name in "pq":
            plant(tmp_path, {f"{name}/package.json": package(name), f"{name}/src/x.ts": ""})
            plant(tmp_path, {f"{name}/roles/{role}.md": ROLE for role in "ab"})
        found = look(tmp_path, *paths.split())
        [pack] = (one for one in found.targets if isinstance(one, RolePack) and one.name == "p")
        assert (pack.requested, pack.roles_only) == (True, roles_only)

    def test_package_json_is_given_without_its_roles(self, tmp_path: Path) -> None:
        plant(tmp_path, {"package.json": package(), "roles/a.md": ROLE})
        found = look(tmp_path, "package.json")
        assert requested(found) == ["RolePack ."]
        assert context(found) == []
        assert not found.covers("roles/a.md")

    def test_package_json_without_roles(self, tmp_path: Path) -> None:
        plant(tmp_path, {"package.json": package(), "a.md": ROLE})
        found = look(tmp_path, "package.json", "a.md")
        assert unchecked(found) == {
            "package.json": "no directory of roles of this package is known; name it in `roles`"
        }


class TestBareDirectory:
    def test_with_a_fence(self, tmp_path: Path) -> None:
        plant(tmp_path, {"mine/a.md": ROLE, "mine/b.md": PROSE, "mine/README.md": PROSE})
        found = look(tmp_path, "mine")
        assert roles(found) == {
            "mine/a.md": ("package", "mine"),
        }

    @pytest.mark.parametrize(
        "start",
        [
            b"---",
            b"\n \r\n---",
            b"\xef\xbb\xbf\xef\xbb\xbf---",
            b"--- \r",
            b"***",
            b"+++",
            b"```yaml",
            "\u2014\u2014".encode(),
            b"description: d",
        ],
    )
    def test_with_a_bad_fence(self, tmp_path: Path, start: bytes) -> None:
        plant(tmp_path, {"mine/a.md": start + b"\ntools: read\nname = a\n", "roles/b.md": start})
        assert requested(look(tmp_path, "mine")) == ["RoleFile mine/a.md"]
        plant(tmp_path, {"roles/b.md": start + b"\ntools: read\n"})
        assert "RoleFile roles/b.md" in requested(look(tmp_path))

    def test_in_utf_16(self, tmp_path: Path) -> None:
        plant(tmp_path, {"roles/a.md": ROLE.encode("utf-16")})
        assert requested(look(tmp_path, "roles")) == ["RoleFile roles/a.md"]

    @pytest.mark.parametrize("name", ["roles/README.md", "mine/a.md", "src/roles/about.md"])
    def test_of_prose_holds_nothing(self, tmp_path: Path, name: str) -> None:
        plant(tmp_path, {name: PROSE})
        for path in (name, str(Path(name).parent), "."):
            with pytest.raises(UsageError, match=f"nothing to check in `{re.escape(path)}`"):
                look(tmp_path, path)

    def test_of_documents_holds_nothing(self, tmp_path: Path) -> None:
        plant(tmp_path, {"docs/README.md": ROLE, "docs/CHANGELOG.md": PROSE})
        with pytest.raises(UsageError, match="nothing to check in `docs`"):
            look(tmp_path, "docs")

    def test_documents_of_a_repository_are_left_alone(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                ".git/": "",
                "README.md": PROSE,
                "index.md": ROLE,
                "docs/guide.md": ROLE,
                "agents/a.md": ROLE,
            },
        )
        assert requested(look(tmp_path)) == ["RoleFile agents/a.md"]
        assert requested(look(tmp_path, ".")) == ["RoleFile agents/a.md"]

    def test_roles_in_the_root_of_a_repository(self, tmp_path: Path) -> None:
        plant(tmp_path, {".git/": "", "README.md": PROSE, "index.md": PROSE, "a.md": ROLE})
        for paths in ((), (".",), ("a.md",)):
            assert requested(look(tmp_path, *paths)) == ["RoleFile a.md"]

    def test_a_key_of_this_host_alone_tells_everywhere(self, tmp_path: Path) -> None:
        role = "---\nname: a\ndeny-tools: subagent\n---\n"
        plant(tmp_path, {"x/team/a.md": role, "x/team/notes.md": ROLE})
        for path in ("x/team/a.md", "x/team", "x", "."):
            assert requested(look(tmp_path, path)) == ["RoleFile x/team/a.md"]
        found = look(tmp_path, "x")
        assert roles(found) == {"x/team/a.md": ("package", "x/team")}
        plant(tmp_path, {"x/team/prose.md": PROSE})
        assert unchecked(look(tmp_path, "x/team/a.md", "x/team/prose.md")) == {
            "x/team/prose.md": "not a kind of file that is checked"
        }

    def test_prose_in_the_root_of_a_repository(self, tmp_path: Path) -> None:
        plant(tmp_path, {".git/": "", "notes.md": PROSE})
        with pytest.raises(UsageError):
            look(tmp_path, ".")

    def test_may_hold_further_places(self, tmp_path: Path) -> None:
        own = ROLE.replace("---\n", "---\nspawning: false\n", 1)
        plant(tmp_path, {"a.md": own, "team/agents/b.md": ROLE, "team/c.md": own})
        for paths in ((), (".",)):
            found = look(tmp_path, *paths)
            assert requested(found) == [
                "RoleFile a.md",
                "RoleFile team/agents/b.md",
                "RoleFile team/c.md",
            ]

    def test_below_a_directory_of_roles(self, tmp_path: Path) -> None:
        plant(tmp_path, {"roles/a.md": ROLE, "roles/sub/b.md": ROLE, "roles/sub/c/d.md": ROLE})
        found = look(tmp_path, "roles/sub")
        assert requested(found) == []
        assert [(f.path, f.message) for f in findings_of(found)] == [
            (
                "roles/sub/b.md",
                "`b.md` lies below `roles`, and the host reads only the files directly in it",
            ),
            (
                "roles/sub/c/d.md",
                "`d.md` lies below `roles`, and the host reads only the files directly in it",
            ),
        ]

    def test_of_archives_and_manifests(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "x/one.json": '{"agentId": "core.a.b"}',
                "x/two.yaml": "engines:\n  openwop: '>=1'\n",
                "x/three.json": "{}",
                "x/four.tgz": "",
                "x/five.TGZ": "",
                "x/six.tgz/": "",
                "x/early.json": " " * 4089 + "agentId",
                "x/late.json": " " * 4090 + "agentId",
                "x/engines.json": '{"engines": 1}',
                "x/openwop.json": '{"openwop": 1}',
                "x/both.txt": "engines openwop",
                "x/late.yml": "engines" + " " * 4083 + "openwop",
                "x/later.yml": " " * 4090 + "engines openwop",
            },
        )
        assert requested(look(tmp_path, "x")) == [
            "Manifest x/early.json",
            "ArchiveFile x/five.TGZ",
            "ArchiveFile x/four.tgz",
            "Manifest x/one.json",
            "Manifest x/two.yaml",
        ]

    def test_of_an_agent_pack_is_part_of_the_pack(self, tmp_path: Path) -> None:
        plant(tmp_path, {"p/pack.json": "{}", "p/prompts/a.md": ROLE, "p/roles/a.md": ROLE})
        for path in ("p/prompts", "p", "p/roles", "."):
            assert requested(look(tmp_path, path)) == ["AgentPack p/pack.json"]

    def test_those_beside_each_other_belong_together(self, tmp_path: Path) -> None:
        plant(tmp_path, {"a/roles/x.md": ROLE, "a/agents/x.md": ROLE, "b/roles/x.md": ROLE})
        expected = {
            "a/agents/x.md": ("package", "a"),
            "a/roles/x.md": ("package", "a"),
            "b/roles/x.md": ("package", "b"),
        }
        for paths in (("a/roles", "a/agents", "b/roles"), ("a", "b"), (".",), ()):
            assert roles(look(tmp_path, *paths)) == expected


class TestLayers:
    def test_each_place_tells_its_layer(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "package.json": package(),
                "roles/a.md": ROLE,
                ".pi/agents/b.md": ROLE,
                "test/agents/c.md": ROLE,
                "home/agents/d.md": ROLE,
            },
        )
        found = look(tmp_path, options=looking(agent_directory=tmp_path / "home"))
        assert roles(found) == {
            ".pi/agents/b.md": ("project", ".pi/agents"),
            "home/agents/d.md": ("global", "home/agents"),
            "roles/a.md": ("package", ""),
            "test/agents/c.md": ("package", "test/agents"),
        }

    @pytest.mark.parametrize("path", ["home", "home/agents", "home/agents/a.md", "link"])
    def test_agent_directory(self, tmp_path: Path, path: str) -> None:
        plant(
            tmp_path,
            {
                "home/agents/a.md": ROLE,
                "home/sessions/roles/b.md": ROLE,
                "home/roles/c.md": ROLE,
                "link": "->home",
            },
        )
        found = look(tmp_path, path, options=looking(agent_directory=tmp_path / "home"))
        [role] = found.targets
        assert isinstance(role, RoleFile)
        assert (role.layer, role.display_path, role.requested) == (
            Layer.GLOBAL,
            "home/agents/a.md",
            True,
        )

    def test_agent_directory_whose_agents_are_a_link(self, tmp_path: Path) -> None:
        plant(tmp_path, {"dots/pi/a.md": ROLE, "home/agents": "->../dots/pi"})
        options = looking(agent_directory=tmp_path / "home")
        found = look(tmp_path, "home/agents", options=options)
        assert roles(found) == {"dots/pi/a.md": ("global", "dots/pi")}

    def test_default_agent_directory(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        plant(tmp_path, {"away/agents/a.md": ROLE})
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("PI_CODING_AGENT_DIR", str(tmp_path / "away"))
        assert roles(discover(["away/agents/a.md"])) == {
            "away/agents/a.md": ("global", "away/agents")
        }

    @pytest.mark.parametrize("layer", list(Layer))
    def test_can_be_forced(self, tmp_path: Path, layer: Layer) -> None:
        plant(
            tmp_path,
            {
                "p/package.json": package(),
                "p/roles/a.md": ROLE,
                "p/.pi/agents/b.md": ROLE,
                "x/c.md": ROLE,
            },
        )
        found = look(tmp_path, "p", "x", options=looking(layer=layer))
        shared = layer is Layer.PACKAGE
        assert roles(found) == {
            "p/.pi/agents/b.md": (layer.value, "p/.pi/agents"),
            "p/roles/a.md": (layer.value, "" if shared else "p/roles"),
            "x/c.md": (layer.value, "." if shared else "x"),
        }
        assert ways(found)["p/roles/a.md"] == (("p/roles",) if shared else ())

    def test_forced_layer_of_a_single_file(self, tmp_path: Path) -> None:
        plant(tmp_path, {"x/a.md": ROLE, "x/b.md": ROLE})
        found = look(tmp_path, "x/a.md", options=looking(layer=Layer.PROJECT))
        assert requested(found) == ["RoleFile x/a.md"]
        assert context(found) == []


class TestMonorepo:
    def test_packs_projects_and_agent_packs(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                ".git/": "",
                "package.json": package("root"),
                "README.md": ROLE,
                "docs/guide.md": ROLE,
                "packs/a/package.json": package("a"),
                "packs/a/roles/scout.md": ROLE,
                "packs/a/test/fixtures/agents/scout.md": ROLE,
                "packs/a/examples/demo/package.json": package("demo"),
                "packs/a/examples/demo/roles/scout.md": ROLE,
                "packs/b/package.json": package("b", "2.0.0"),
                "packs/b/agents/scout.md": ROLE,
                "packs/b/node_modules/c/package.json": package("c"),
                "packs/b/node_modules/c/roles/scout.md": ROLE,
                "apps/web/.pi/agents/scout.md": ROLE,
                "apps/web/.pi/npm/x/roles/scout.md": ROLE,
                "apps/web/.claude/agents/scout.md": ROLE,
                "openwop/core.x.y/pack.json": "{}",
                "openwop/core.x.y/prompts/p.md": ROLE,
                "openwop/core.x.y/agents/p.md": ROLE,
                "tarballs/core.x.y-1.0.0.tgz": "",
                "tarballs/assets.tgz": "",
                "tarballs/1.0.0.tgz": "",
                "tarballs/core.x.y-2.0.0.tgz/": "",
                "registry/v1/packs/core.x.y/-/1.0.0.tgz": "",
                "registry/v1/packs/core.x.y/-/1.0.0.json": "{}",
                "manifests/core.x.z.json": "{}",
                "manifests/tsconfig.json": "{}",
            },
        )
        found = look(tmp_path)
        assert requested(found) == [
            "RoleFile apps/web/.pi/agents/scout.md",
            "Manifest manifests/core.x.z.json",
            "AgentPack openwop/core.x.y/pack.json",
            "RolePack packs/a",
            "RolePack packs/a/examples/demo",
            "RoleFile packs/a/examples/demo/roles/scout.md",
            "RoleFile packs/a/roles/scout.md",
            "RoleFile packs/a/test/fixtures/agents/scout.md",
            "RolePack packs/b",
            "RoleFile packs/b/agents/scout.md",
            "ArchiveFile registry/v1/packs/core.x.y/-/1.0.0.tgz",
            "ArchiveFile tarballs/core.x.y-1.0.0.tgz",
        ]
        assert context(found) == []
        assert found.misplaced == ()
        assert found.unchecked == ()
        assert roles(found) == {
            "apps/web/.pi/agents/scout.md": ("project", "apps/web/.pi/agents"),
            "packs/a/examples/demo/roles/scout.md": ("package", "packs/a/examples/demo"),
            "packs/a/roles/scout.md": ("package", ""),
            "packs/a/test/fixtures/agents/scout.md": ("package", "packs/a/test/fixtures/agents"),
            "packs/b/agents/scout.md": ("package", ""),
        }
        assert packs(found) == {
            "a@1.0.0": ("roles",),
            "demo@1.0.0": ("roles",),
            "b@2.0.0": ("agents",),
        }

    @pytest.mark.parametrize("marks", [{}, {".git/": ""}])
    def test_samples_keep_to_themselves_whatever_is_requested(
        self, tmp_path: Path, marks: dict[str, str]
    ) -> None:
        plant(tmp_path, {"examples/a/package.json": package(), "examples/a/roles/x.md": ROLE})
        plant(tmp_path, marks)
        for path in (".", "examples", "examples/a", "examples/a/roles/x.md"):
            assert roles(look(tmp_path, path)) == {
                "examples/a/roles/x.md": ("package", "examples/a")
            }

    def test_a_repository_among_samples_is_none(self, tmp_path: Path) -> None:
        plant(tmp_path, {"tests/.git/": "", "tests/p/package.json": package()})
        plant(tmp_path, {"tests/p/roles/x.md": ROLE, "tests/tests/q/roles/y.md": ROLE})
        plant(tmp_path, {"tests/tests/q/package.json": package()})
        assert roles(look(tmp_path / "tests", ".")) == {
            "p/roles/x.md": ("package", ""),
            "tests/q/roles/y.md": ("package", "tests/q"),
        }

    def test_second_manifest_of_an_agent_pack_is_unchecked(self, tmp_path: Path) -> None:
        plant(tmp_path, {"p/pack.json": "{}", "p/pack.yml": ""})
        found = look(tmp_path)
        assert requested(found) == ["AgentPack p/pack.json"]
        assert unchecked(found) == {
            "p/pack.yml": "`pack.json` is the manifest of this folder, and a pack has only one"
        }

    def test_agents_of_a_plugin_for_another_host(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "p/package.json": package(pi={}),
                "p/.claude-plugin/plugin.json": "{}",
                "p/agents/a.md": ROLE,
                "p/roles/b.md": ROLE,
            },
        )
        assert requested(look(tmp_path)) == ["RolePack p", "RoleFile p/roles/b.md"]

    def test_the_rest_of_the_repository_is_context(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                ".git/": "",
                "a-clone/.git/": "",
                "a-clone/package.json": package("clone"),
                "a-clone/roles/x.md": ROLE,
                "a/package.json": package("a"),
                "a/roles/x.md": ROLE,
                "b/package.json": package("b"),
                "b/roles/x.md": ROLE,
                "b/roles/w.md": ROLE,
                "b/roles/sub/y.md": ROLE,
                "b/roles/z.MD": ROLE,
                "c/pack.json": "{}",
                "c/pack.yml": "",
                "d/core.acme.x.json": "{}",
                "d/core.acme.x-1.0.0.tgz": "",
                "e/.gitignore": "roles/\n",
                "e/roles/x.md": ROLE,
                "f/roles": "->../../out",
                "g/team/x.md": ROLE.replace("---\n", "---\nspawning: false\n", 1),
            },
        )
        plant(tmp_path.parent, {"out/x.md": ROLE})
        for path in ("a/roles/x.md", "a/roles", "a"):
            found = look(tmp_path, path)
            assert requested(found) == ["RolePack a", "RoleFile a/roles/x.md"]
            expected = ["RolePack b", "RoleFile b/roles/x.md", "AgentPack c/pack.json"]
            assert context(found) == expected
            assert (found.misplaced, found.unchecked) == ((), ())

    def test_the_rest_of_the_working_directory_is_context(self, tmp_path: Path) -> None:
        for name in "ab":
            plant(tmp_path, {f"{name}/package.json": package(name), f"{name}/roles/x.md": ROLE})
        found = look(tmp_path, "a/roles/x.md")
        assert context(found) == ["RolePack b", "RoleFile b/roles/x.md"]
        assert context(look(tmp_path / "a", "roles/x.md")) == []

    def test_a_repository_in_another_keeps_to_itself(self, tmp_path: Path) -> None:
        plant(tmp_path, {".git/": "", "package.json": package("a"), "roles/x.md": ROLE})
        plant(tmp_path, {"w/.git": "gitdir: ../.git\n", "w/package.json": package("a")})
        plant(tmp_path, {"w/roles/x.md": ROLE})
        for paths in ((), ("w", "roles"), ("w/roles/x.md", "roles/x.md")):
            assert roles(look(tmp_path, *paths)) == {
                "roles/x.md": ("package", ""),
                "w/roles/x.md": ("package", "w"),
            }

    @pytest.mark.parametrize("name", ["git", "npm", "sessions"])
    def test_only_of_pi_these_are_not_the_project_s_own(self, tmp_path: Path, name: str) -> None:
        plant(tmp_path, {f"{name}/roles/a.md": ROLE, f".pi/{name}/roles/b.md": ROLE})
        plant(tmp_path, {f".pi/x/{name}/roles/c.md": ROLE})
        assert requested(look(tmp_path)) == [
            f"RoleFile .pi/x/{name}/roles/c.md",
            f"RoleFile {name}/roles/a.md",
        ]


class TestRegistered:
    def test_configured_directories_replace_the_conventional_ones(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "package.json": package(),
                "roles/a.md": ROLE,
                "prompts/pi/b.md": PROSE,
                "other/package.json": package("other"),
                "other/roles/c.md": ROLE,
            },
        )
        options = looking(roles=lambda _: [str(tmp_path / "prompts/pi")])
        found = look(tmp_path, options=options)
        assert roles(found) == {
            "other/roles/c.md": ("package", ""),
            "prompts/pi/b.md": ("package", ""),
            "roles/a.md": ("package", "roles"),
        }
        assert packs(found) == {"pack@1.0.0": ("pi",), "other@1.0.0": ("roles",)}
        single = look(tmp_path, "prompts/pi/b.md", options=options)
        assert requested(single) == ["RoleFile prompts/pi/b.md", "RolePack ."][::-1]

    def test_configured_directory_without_a_package(self, tmp_path: Path) -> None:
        plant(tmp_path, {"prompts/pi/b.md": PROSE})
        found = look(tmp_path, options=looking(roles=lambda _: [str(tmp_path / "prompts/pi")]))
        assert roles(found) == {"prompts/pi/b.md": ("package", "prompts")}

    def test_conventional_names_share_a_package_to_come_and_others_do_not(
        self, tmp_path: Path
    ) -> None:
        known = ROLE.replace("---\n\n", "deny-tools: read\nspawning: false\n---\n\n")
        plant(tmp_path, {f"kit/{name}/a.md": known for name in ("one", "two")})
        plant(tmp_path, {f"kit/{name}/b.md": ROLE for name in ("roles", "agents")})
        assert roles(look(tmp_path)) == {
            "kit/agents/b.md": ("package", "kit"),
            "kit/one/a.md": ("package", "kit/one"),
            "kit/roles/b.md": ("package", "kit"),
            "kit/two/a.md": ("package", "kit/two"),
        }

    def test_what_the_extension_registers(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "package.json": package(),
                "roles/a.md": ROLE,
                "extra/b.md": ROLE,
                "extra/c.md": ROLE,
                "extra/d.txt": ROLE,
            },
        )
        names = ["roles/../roles/", "extra/b.md", "extra/d.txt", "gone", "extra/gone.md"]
        options = looking(registered=lambda _: names)
        found = look(tmp_path, options=options)
        assert requested(found) == ["RolePack .", "RoleFile extra/b.md", "RoleFile roles/a.md"]
        assert ways(found) == {"extra/b.md": ("extra/b.md",), "roles/a.md": ("roles",)}
        single = look(tmp_path, "extra/b.md", options=options)
        assert requested(single) == ["RolePack .", "RoleFile extra/b.md"]
        assert ways(single) == {"extra/b.md": ("extra/b.md",)}

    def test_a_file_and_its_directory_are_two_ways_to_one_file(self, tmp_path: Path) -> None:
        plant(tmp_path, {"package.json": package(), "roles/a.md": ROLE, "alias": "->roles"})
        options = looking(registered=lambda _: ["roles", "roles/a.md"])
        assert ways(look(tmp_path, options=options)) == {"roles/a.md": ("roles", "roles/a.md")}
        options = looking(registered=lambda _: ["alias", "roles"])
        assert ways(look(tmp_path, options=options)) == {"roles/a.md": ("alias", "roles")}

    def test_an_extension_that_cannot_be_read(self, tmp_path: Path) -> None:
        plant(tmp_path, {"package.json": package(), "roles/a.md": ROLE})
        found = look(tmp_path, options=looking(registered=lambda _: None))
        assert packs(found) == {"pack@1.0.0": ("roles",)}

    def test_an_extension_that_registers_nothing(self, tmp_path: Path) -> None:
        plant(tmp_path, {"package.json": package(), "roles/a.md": ROLE})
        found = look(tmp_path, options=looking(registered=lambda _: []))
        assert roles(found) == {"roles/a.md": ("package", "roles")}
        assert ways(found) == {"roles/a.md": ()}
        assert packs(found) == {}

    def test_registered_out_of_the_tree(self, tmp_path: Path) -> None:
        plant(tmp_path, {"p/package.json": package(), "p/roles/a.md": ROLE, "shared/a.md": ROLE})
        options = looking(registered=lambda _: ["roles", "../shared"])
        found = look(tmp_path, "p", options=options)
        assert requested(found) == ["RolePack p", "RoleFile p/roles/a.md"]
        assert unchecked(found) == {
            "shared": "leads out of the requested tree; ask for what it leads to"
        }
        assert context(look(tmp_path, "p/roles/a.md", options=options)) == ["RoleFile shared/a.md"]

    def test_a_package_between_gives_the_identity(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "package.json": package("outer"),
                "roles/package.json": package("inner"),
                "roles/a.md": ROLE,
            },
        )
        found = look(tmp_path)
        [role] = (target for target in found.targets if isinstance(target, RoleFile))
        assert role.pack is not None
        assert role.pack.label == "inner@1.0.0"
        assert packs(found) == {"outer@1.0.0": ("roles",)}

    def test_conventional_directories_need_a_sign(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "a/package.json": package("a"),
                "a/agents/overview.md": PROSE,
                "b/package.json": package("b", keywords=["pi-package"]),
                "b/agents/lost.md": PROSE,
                "c/package.json": package("c"),
                "c/roles/lost.md": PROSE,
                "d/package.json": package("d"),
                "d/roles/README.md": PROSE,
                "d/agents/x.md/": "",
            },
        )
        assert packs(look(tmp_path)) == {"b@1.0.0": ("agents",), "c@1.0.0": ("roles",)}

    def test_conventional_link_to_the_other_directory_counts_once(self, tmp_path: Path) -> None:
        plant(tmp_path, {"package.json": package(), "roles/a.md": ROLE, "agents": "->roles"})
        assert ways(look(tmp_path)) == {"roles/a.md": ("roles",)}


class TestLinks:
    def test_a_link_is_a_role_of_its_own(self, tmp_path: Path) -> None:
        plant(tmp_path, {"roles/a.md": ROLE, "roles/b.md": "->a.md"})
        assert requested(look(tmp_path, "roles")) == ["RoleFile roles/a.md", "RoleFile roles/b.md"]

    def test_one_path_on_several_ways_is_one_file(self, tmp_path: Path) -> None:
        plant(tmp_path, {"roles/a.md": ROLE, "alias": "->roles"})
        found = look(tmp_path, "alias", "roles/../roles/a.md", "roles", str(tmp_path / "roles"))
        assert requested(found) == ["RoleFile roles/a.md"]

    def test_loops_and_links_out_of_the_tree(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "out/agents/x.md": ROLE,
                "in/roles/a.md": ROLE,
                "in/loop": "->.",
                "in/roles/up": "->..",
                "in/self": "->self",
                "in/docs": "->../out",
                "in/agents": "->../out/agents",
                "in/sub/.pi": "->../../out",
            },
        )
        found = look(tmp_path, "in")
        assert requested(found) == ["RoleFile in/roles/a.md"]
        reason = "leads out of the requested tree; ask for what it leads to"
        assert unchecked(found) == {"in/agents": reason, "in/sub/.pi/agents": reason}

    def test_a_namesake_that_does_not_count_is_not_spoken_of(self, tmp_path: Path) -> None:
        """It would meet the role that was asked for, and was not asked for itself."""
        plant(
            tmp_path,
            {
                ".git/": "",
                "roles/a.md": ROLE,
                "agents/a.md": ROLE,
                "p/roles/b.md": ROLE,
                "p/agents/b.md": "->../../../out.md",
                "q/.gitignore": "agents/c.md\n",
                "q/roles/c.md": ROLE,
                "q/agents/c.md": ROLE,
            },
        )
        plant(tmp_path.parent, {"out.md": ROLE})
        options = looking(excluded=lambda path: path.endswith("agents/a.md"))
        asked = ("roles/a.md", "p/roles/b.md", "q/roles/c.md")
        found = look(tmp_path, *asked, options=options)
        assert requested(found) == [f"RoleFile {path}" for path in sorted(asked)]
        assert (context(found), unchecked(found)) == ([], {})
        found = look(tmp_path, options=options)
        assert sorted(unchecked(found)) == ["agents/a.md", "p/agents/b.md", "q/agents/c.md"]

    def test_a_role_that_leads_out_is_told_of_where_it_was_asked_for(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "out.md": ROLE,
                "repo/.git/": "",
                "repo/roles/a.md": ROLE,
                "repo/roles/b.md": "->../../out.md",
            },
        )
        reason = "leads out of the requested tree; ask for what it leads to"
        for path, told in (("repo", {"repo/roles/b.md": reason}), ("repo/roles/a.md", {})):
            found = look(tmp_path, path)
            assert requested(found) == ["RoleFile repo/roles/a.md"]
            assert context(found) == []
            assert unchecked(found) == told

    def test_a_conventional_link_to_a_folder_of_pages(self, tmp_path: Path) -> None:
        """By its own name nothing tells that the folder holds roles."""
        page = "---\ntitle: T\ndescription: d\nmodel: m\n---\n"
        plant(tmp_path, {"p/docs/a.md": page, "p/roles": "->docs", "p/b/roles/x.md": ROLE})
        assert roles(look(tmp_path, "p")) == {
            "p/b/roles/x.md": ("package", "p/b"),
            "p/docs/a.md": ("package", "p"),
        }
        (tmp_path / "p/roles").unlink()
        assert roles(look(tmp_path, "p")) == {"p/b/roles/x.md": ("package", "p/b")}

    def test_what_a_link_makes_a_role_is_one_by_its_name_as_well(self, tmp_path: Path) -> None:
        page = "---\ntitle: T\ndescription: d\nmodel: m\n---\n"
        plant(tmp_path, {"p/docs/a.md": page, "p/docs/b.txt": "", "p/roles": "->docs"})
        found = look(tmp_path, "p/docs/a.md", "p/docs/b.txt")
        assert requested(found) == ["RoleFile p/docs/a.md"]
        assert unchecked(found) == {"p/docs/b.txt": "not a kind of file that is checked"}

    def test_a_role_may_lead_into_the_tree_that_its_folder_belongs_to(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "repo/.git/": "",
                "repo/a.txt": ROLE,
                "repo/x/y/roles/a.md": "->../../../a.txt",
                "lone/roles/b.md": "->../b.txt",
                "lone/roles/c.md": "->../../c.txt",
                "lone/b.txt": ROLE,
                "c.txt": ROLE,
            },
        )
        assert requested(look(tmp_path, "repo")) == ["RoleFile repo/x/y/roles/a.md"]
        found = look(tmp_path / "lone/roles", "b.md", "c.md")
        assert requested(found) == ["RoleFile b.md"]
        assert list(unchecked(found)) == ["c.md"]

    def test_link_where_the_host_looks(self, tmp_path: Path) -> None:
        plant(tmp_path, {"p/.pi/agents": "->../mine", "p/mine/a.md": ROLE, "p/mine/x/b.md": ROLE})
        found = look(tmp_path, "p")
        assert roles(found) == {"p/mine/a.md": ("project", "p/mine")}
        found = look(tmp_path, "p", options=looking(layer=Layer.GLOBAL))
        assert roles(found) == {"p/mine/a.md": ("global", "p/mine")}

    def test_linked_folder_of_pi(self, tmp_path: Path) -> None:
        plant(tmp_path, {"p/.pi": "->dots", "p/dots/agents/a.md": ROLE, "q/.pi": "->../p/empty"})
        plant(tmp_path, {"p/empty/": ""})
        found = look(tmp_path, ".")
        assert roles(found) == {"p/dots/agents/a.md": ("project", "p/dots/agents")}
        assert unchecked(found) == {}

    def test_link_to_a_place_is_the_place(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {".pi/agents": "->../roles", "package.json": package(), "roles/a.md": ROLE},
        )
        assert roles(look(tmp_path)) == {"roles/a.md": ("package", "")}

    def test_link_to_a_project_directory(self, tmp_path: Path) -> None:
        plant(tmp_path, {"p/.pi/agents/a.md": PROSE, "short": "->p/.pi/agents"})
        assert roles(look(tmp_path, "short")) == {"p/.pi/agents/a.md": ("project", "p/.pi/agents")}


class TestUnreadable:
    def test_each_kind(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "roles/ok.md": ROLE,
                "roles/dir.md/x.txt": "",
                "roles/gone.md": "->nowhere.md",
                "roles/self.md": "->self.md",
                "roles/linked.md": "->dir.md",
                "roles/away.md": "->../../../nowhere.md",
            },
        )
        os.mkfifo(tmp_path / "roles/pipe.md")
        assert unreadable(look(tmp_path, "roles")) == {
            "roles/away.md": "dangling-link",
            "roles/dir.md": "directory",
            "roles/gone.md": "dangling-link",
            "roles/linked.md": "directory",
            "roles/pipe.md": "special-file",
            "roles/self.md": "dangling-link",
        }

    @pytest.mark.parametrize("name", ["gone.md", "dir.md", "pipe.md"])
    def test_given_alone(self, tmp_path: Path, name: str) -> None:
        plant(tmp_path, {"roles/ok.md": ROLE, "roles/dir.md/": "", "roles/gone.md": "->nowhere"})
        os.mkfifo(tmp_path / "roles/pipe.md")
        found = look(tmp_path, f"roles/{name}")
        assert requested(found) == [f"RoleFile roles/{name}"]
        assert f"roles/{name}" in unreadable(found)
        assert unchecked(found) == {}

    def test_given_alone_in_a_pack_that_no_walk_looks_at(self, tmp_path: Path) -> None:
        plant(tmp_path, {"node_modules/p/package.json": package(), "a.md": ROLE})
        plant(tmp_path, {"node_modules/p/roles/x.md/": "", "node_modules/p/roles/y.md": ROLE})
        found = look(tmp_path, "node_modules/p/roles/x.md")
        assert requested(found) == [
            "RolePack node_modules/p",
            "RoleFile node_modules/p/roles/x.md",
        ]
        found = look(tmp_path, "node_modules/p/roles")
        assert requested(found) == [*requested(found)[:2], "RoleFile node_modules/p/roles/y.md"]
        plant(tmp_path, {"node_modules/q/pack.json": "{}", "node_modules/q/prompts/": ""})
        plant(tmp_path, {"node_modules/q/prompts/a.md": ROLE, "node_modules/p/x.ts": ""})
        for path in ("node_modules/q/prompts", "node_modules/q/prompts/a.md"):
            found = look(tmp_path, path)
            assert requested(found) == ["AgentPack node_modules/q/pack.json"]
            assert unchecked(found) == {}
        found = look(tmp_path, "node_modules/p/x.ts")
        assert (requested(found), unchecked(found)) == (["RolePack node_modules/p"], {})

    def test_directory_named_like_a_role_elsewhere(self, tmp_path: Path) -> None:
        own = ROLE.replace("---\n", "---\nspawning: false\n", 1)
        plant(tmp_path, {"x.md/a.md": own, "mine/a.md": own, "mine/y.md/b.md": own})
        assert requested(look(tmp_path, "x.md")) == ["RoleFile x.md/a.md"]
        assert requested(look(tmp_path, "mine/y.md")) == ["RoleFile mine/y.md/b.md"]

    @pytest.mark.parametrize("name", ["a.md", "b.json"])
    def test_what_cannot_be_read_ahead_shows_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        plant(tmp_path, {"x/roles/a.md": ROLE, f"y/{name}": ROLE, "y/c.tgz": ""})
        monkeypatch.setattr("os.open", failing(os.open, name, PermissionError()))
        assert requested(look(tmp_path, "y")) == ["ArchiveFile y/c.tgz"]

    def test_a_device_is_no_directory_to_look_into(self, tmp_path: Path) -> None:
        plant(tmp_path, {"x/roles/a.md": ROLE})
        os.mkfifo(tmp_path / "x/pipe")
        assert unchecked(look(tmp_path, "x")) == {}

    def test_directories_that_lie_too_deep(self, tmp_path: Path) -> None:
        deep = "x/" + "d/" * (DEEPEST - 1)
        plant(tmp_path, {f"{deep}roles/a.md": ROLE, f"{deep}roles/b/c/": "", "y/roles/a.md": ROLE})
        plant(tmp_path, {"x/e/roles/a.md": ROLE})
        found = look(tmp_path, "x")
        assert requested(found) == [f"RoleFile {deep}roles/a.md", "RoleFile x/e/roles/a.md"]
        assert unchecked(found) == {f"{deep}roles/b": f"more than {DEEPEST} folders deep"}
        plant(tmp_path, {f"{deep}roles/b/roles/a.md": ROLE})
        assert unchecked(look(tmp_path, "y")) == {}

    def test_directory_that_cannot_be_listed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plant(tmp_path, {"roles/a.md": ROLE, "locked/x": "", ".pi/agents/b.md": ROLE})
        denied = PermissionError(13, "Permission denied")
        monkeypatch.setattr("os.scandir", failing(os.scandir, "locked", denied))
        found = look(tmp_path)
        assert requested(found) == ["RoleFile .pi/agents/b.md", "RoleFile roles/a.md"]
        assert unchecked(found) == {"locked": "cannot be listed: Permission denied"}
        with pytest.raises(UsageError, match="`locked` cannot be listed: Permission denied"):
            look(tmp_path, "locked")
        assert unchecked(look(tmp_path, "roles/a.md")) == {}

    def test_directory_of_roles_that_cannot_be_listed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plant(tmp_path, {".pi/agents/b.md": ROLE, "roles/a.md": ROLE})
        denied = PermissionError(13, "Permission denied")
        monkeypatch.setattr("os.scandir", failing(os.scandir, "agents", denied))
        assert requested(look(tmp_path)) == ["RoleFile roles/a.md"]
        found = look(tmp_path, "roles")
        assert requested(found) == ["RoleFile roles/a.md"]


def failing(real: Callable[..., Any], name: str, error: OSError) -> Callable[..., Any]:
    """A function that fails for paths with a certain last name."""

    def call(path: Any = ".", *rest: Any, **more: Any) -> Any:
        if Path(str(path)).name == name:
            raise error
        return real(path, *rest, **more)

    return call


class TestOtherExtensionsAndNesting:
    def test_are_warned_of_once_each(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "package.json": package(),
                "roles/a.md": ROLE,
                "roles/b.MD": ROLE,
                "roles/c.markdown": PROSE,
                "roles/notes/d.md": PROSE,
                "roles/notes/SKILL.md": ROLE,
                "roles/team/e.md": ROLE,
                "roles/team/deep/f.MD": ROLE,
                "roles/team/gone.md": "->nowhere",
                "roles/inner/package.json": package("inner"),
                "roles/inner/roles/g.md": ROLE,
            },
        )
        found = look(tmp_path)
        assert [(f.path, f.rule) for f in findings_of(found)] == [
            ("roles/team/deep/f.MD", "nested-role-ignored"),
            ("roles/team/e.md", "nested-role-ignored"),
            ("roles/b.MD", "role-extension-ignored"),
        ]


class TestIgnored:
    def test_what_git_ignores_is_left_out(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                ".git/info/exclude": "local.md\n",
                ".gitignore": "build/\n/tmp*\n",
                "roles/.gitignore": "draft-*\n!draft-kept.md\n",
                "roles/a.md": ROLE,
                "roles/draft-b.md": ROLE,
                "roles/draft-kept.md": ROLE,
                "roles/local.md": ROLE,
                "roles/draft-sub/x.md": ROLE,
                "build/x.md": ROLE,
                "build/roles/c.md": ROLE,
                "tmp1/roles/d.md": ROLE,
                "sub/tmp2/roles/e.md": ROLE,
            },
        )
        found = look(tmp_path)
        assert requested(found) == [
            "RoleFile roles/a.md",
            "RoleFile roles/draft-kept.md",
            "RoleFile sub/tmp2/roles/e.md",
        ]
        assert unchecked(found) == {"roles/draft-b.md": IGNORED, "roles/local.md": IGNORED}

    def test_what_is_given_is_linted_all_the_same(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                ".git/": "",
                ".gitignore": "build/\nskip.md\n",
                "build/roles/c.md": ROLE,
                "roles/skip.md": ROLE,
                "roles/b.md": ROLE,
                "node_modules/p/roles/d.md": ROLE,
            },
        )
        found = look(tmp_path, "build", "roles/b.md", "node_modules/p")
        assert requested(found) == [
            "RoleFile build/roles/c.md",
            "RoleFile node_modules/p/roles/d.md",
            "RoleFile roles/b.md",
        ]

    def test_a_folder_of_roles_that_git_ignores_is_told_of(self, tmp_path: Path) -> None:
        ignored = ".gitignore"
        plant(tmp_path, {".git/": "", ignored: "roles/\nagents/\n", "x/roles/a.md": ROLE})
        plant(tmp_path, {"agents/README.md": PROSE, "y/agents/main.py": "", "team/b.md": ROLE})
        for paths in (("team", "."), ("team", "x"), ("team", "x", ".")):
            assert unchecked(look(tmp_path, *paths)) == {"x/roles": IGNORED}
        (tmp_path / "team/b.md").unlink()
        with pytest.raises(UsageError) as told:
            look(tmp_path)
        assert told.value.problems[1:] == (f"`x/roles`: {IGNORED}",)

    def test_a_role_that_git_ignores_is_never_passed_over_in_silence(self, tmp_path: Path) -> None:
        plant(tmp_path, {".git/": "", ".gitignore": "roles/\nskip.md\n.pi/\n"})
        plant(tmp_path, {"agents/skip.md": ROLE, "agents/b.md": ROLE, ".pi/agents/c.md": ROLE})
        plant(
            tmp_path, {"p/package.json": package(), "p/roles/d.md": ROLE, "p/roles/skip.md": ROLE}
        )
        single = ("agents/skip.md", "agents", ".pi/agents", "p/roles")
        for paths in ((), ("agents", ".pi", "p"), single):
            found = look(tmp_path, *paths)
            assert [one for one in requested(found) if one.startswith("RoleFile")] == [
                "RoleFile .pi/agents/c.md",
                "RoleFile agents/b.md",
                "RoleFile p/roles/d.md",
                "RoleFile p/roles/skip.md",
            ]
            assert unchecked(found) == {"agents/skip.md": "left out by `.gitignore`"}
        found = look(tmp_path, "agents/b.md")
        assert unchecked(found) == {}

    def test_git_has_no_say_where_the_host_looks(self, tmp_path: Path) -> None:
        plant(tmp_path, {".git/": "", ".gitignore": "skip.md\n", "p/package.json": package()})
        plant(tmp_path, {"q/.pi/agents": "->../mine"})
        names = (".pi/agents/skip.md", "p/agents/skip.md", "q/mine/skip.md", "r/.pi/agents/a.md")
        plant(tmp_path, dict.fromkeys(names, ROLE))
        plant(tmp_path, {"r/.gitignore": "agents/\n"})
        found = look(tmp_path)
        assert list(roles(found)) == list(names)
        assert unchecked(found) == {}

    def test_what_git_ignores_below_a_directory_of_roles_is_not_told_of(
        self, tmp_path: Path
    ) -> None:
        plant(tmp_path, {".git/": "", ".gitignore": "skip.md\n", "roles/a.md": ROLE})
        plant(tmp_path, {"roles/team/skip.md": ROLE, "roles/team/b.md": ROLE})
        (told,) = findings_of(look(tmp_path))
        assert (told.path, told.related) == ("roles/team/b.md", ())

    @pytest.mark.parametrize("name", ["core.acme.x-1.0.0.tgz", "core.acme.x.json", "roles/a.mdx"])
    def test_a_single_file_that_is_left_out_is_not_found(self, tmp_path: Path, name: str) -> None:
        plant(tmp_path, {".git/": "", "roles/b.md": ROLE, name: ROLE})
        assert len(look(tmp_path).targets) + len(look(tmp_path).misplaced) == 2
        options = looking(excluded=lambda path: Path(path).name == Path(name).name)
        left = look(tmp_path, options=options)
        plant(tmp_path, {".gitignore": Path(name).name})
        assert left == look(tmp_path)
        assert (requested(left), left.misplaced) == (["RoleFile roles/b.md"], ())

    def test_what_git_ignores_can_count_as_well(self, tmp_path: Path) -> None:
        plant(tmp_path, {".git/": "", ".gitignore": "skip*\n", "roles/skip.md": ROLE})
        plant(tmp_path, {"skip/roles/b.md": ROLE, "core.acme.skip-1.0.0.tgz": ""})
        found = look(tmp_path, options=looking(gitignore=False))
        assert requested(found) == [
            "ArchiveFile core.acme.skip-1.0.0.tgz",
            "RoleFile roles/skip.md",
            "RoleFile skip/roles/b.md",
        ]

    def test_what_the_configuration_says_goes_before_what_git_does(self, tmp_path: Path) -> None:
        plant(tmp_path, {".git/": "", ".gitignore": "skip.md\n"})
        plant(tmp_path, {"roles/a.md": ROLE, "roles/skip.md": ROLE})
        found = look(tmp_path, options=looking(excluded=lambda path: path.endswith("skip.md")))
        assert unchecked(found) == {"roles/skip.md": "left out by the configuration"}

    def test_configuration_leaves_out_even_what_is_given(self, tmp_path: Path) -> None:
        plant(tmp_path, {"roles/a.md": ROLE, "roles/README.md": PROSE, "old/roles/b.md": ROLE})
        options = looking(excluded=lambda path: Path(path).name in {"README.md", "old"})
        found = look(tmp_path, options=options)
        assert requested(found) == ["RoleFile roles/a.md"]
        assert unchecked(found) == {"roles/README.md": "left out by the configuration"}
        found = look(tmp_path, "roles/README.md", options=options)
        assert requested(found) == []
        assert unchecked(found) == {"roles/README.md": "left out by the configuration"}
        found = look(tmp_path, "roles/a.md", options=options)
        assert (requested(found), context(found)) == (["RoleFile roles/a.md"], [])
        assert unchecked(found) == {}
        found = look(tmp_path, "old", "roles/a.md", options=options)
        assert unchecked(found) == {"old": "left out by the configuration"}


class TestUsage:
    def test_every_missing_path_is_named(self, tmp_path: Path) -> None:
        plant(tmp_path, {"roles/a.md": ROLE, "link": "->nowhere"})
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(UsageError) as caught:
            look(tmp_path, "roles", "gone", "link", "pipe", "also/gone.md")
        assert caught.value.problems == (
            "`also/gone.md` does not exist; check its spelling and the working directory",
            "`gone` does not exist; check its spelling and the working directory",
            "`link` is a link that leads nowhere",
            "`pipe` is neither a file nor a directory",
        )
        assert str(caught.value) == "\n".join(caught.value.problems)

    def test_paths_that_no_file_system_can_hold(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError) as caught:
            look(tmp_path, "a\0b.md", "\ud800", "a\0/b.md")
        assert caught.value.problems == (
            "`a\\x00/b.md` does not exist; check its spelling and the working directory",
            "`a\\x00b.md` does not exist; check its spelling and the working directory",
            "`\\ud800` does not exist; check its spelling and the working directory",
        )
        with pytest.raises(UsageError, match=r"a\\x00b\.md` does not exist"):
            look(tmp_path, "/a\0b.md")

    def test_nothing_to_check(self, tmp_path: Path) -> None:
        plant(tmp_path, {"README.md": PROSE, "src/x.py": "", "src/y.txt": ""})
        with pytest.raises(UsageError) as caught:
            look(tmp_path, "src", "src/y.txt")
        assert str(caught.value) == (
            "nothing to check in `src`, `src/y.txt`: give a role file (.md), a directory of roles, "
            "a role pack, a project with `.pi/agents`, an OpenWOP pack or manifest, or an archive "
            "of a pack\n"
            "`src`: holds no role file, pack or manifest\n"
            "`src/y.txt`: not a kind of file that is checked"
        )

    def test_nothing_to_check_can_be_allowed(self, tmp_path: Path) -> None:
        plant(tmp_path, {"src/x.py": ""})
        found = look(tmp_path, "src", options=looking(allow_empty=True))
        assert found.targets == ()
        assert unchecked(found) == {"src": "holds no role file, pack or manifest"}

    def test_empty_directory_of_roles(self, tmp_path: Path) -> None:
        plant(tmp_path, {".pi/agents/": "", "roles/a.md": ROLE})
        found = look(tmp_path)
        assert requested(found) == ["RoleFile roles/a.md"]
        assert unchecked(found) == {".pi/agents": "the host finds no role here"}
        with pytest.raises(UsageError, match=r"nothing to check in `\.pi`"):
            look(tmp_path, ".pi")


class TestResult:
    def test_order_of_paths_does_not_matter(self, tmp_path: Path) -> None:
        plant(
            tmp_path,
            {
                "p/package.json": package(),
                "p/roles/a.md": ROLE,
                "p/agents/a.md": ROLE,
                "p/roles/sub/x.md": ROLE,
                "q/.pi/agents/b.md": ROLE,
                "alias": "->p/roles",
            },
        )
        paths = ["p/roles/a.md", "alias", "q", "p", "p/roles/sub/x.md", "p/roles"]
        first = look(tmp_path, *paths)
        assert look(tmp_path, *reversed(paths)) == first
        assert look(tmp_path, *paths, *paths) == first

    def test_roles_that_are_found_alike_share_what_is_said_of_them(self, tmp_path: Path) -> None:
        plant(tmp_path, {"package.json": package(), "roles/a.md": ROLE, "roles/b.md": ROLE})
        options = looking(registered=lambda _: ["roles", "roles/c.md"])
        plant(tmp_path, {"roles/c.md": ROLE, "roles/d.md": ROLE})
        found = look(tmp_path, options=options).targets
        a, b, c, d = (one.site for one in found if isinstance(one, RoleFile))
        assert a is b is d
        assert a != c

    def test_where_roles_are_from_as_people_read_it(self, tmp_path: Path) -> None:
        own = ROLE.replace("---\n", "---\nspawning: false\n", 1)
        plant(tmp_path, {"p/package.json": package(), "p/roles/a.md": ROLE, "d.md": own})
        plant(tmp_path, {"p/test/roles/b.md": ROLE, ".pi/agents/c.md": ROLE})
        origins = [one.site.origin for one in look(tmp_path).targets if isinstance(one, RoleFile)]
        assert [(one.shown, one.source, one.home, one.package, one.via) for one in origins] == [
            (".pi/agents/", ".pi/agents", ".pi/agents", None, ()),
            ("", ".", ".", None, ()),
            ("p/roles/", "pack@1.0.0", "p", "pack", ("p/roles",)),
            ("p/test/roles/", "p/test/roles", "p/test/roles", "pack", ()),
        ]

    def test_covers_what_was_asked_for(self) -> None:
        found = Discovery(requested=frozenset({"roles", "x/a.md", "p.tgz", "odd!name/b.md"}))
        for path in ("roles", "roles/a/b.md", "x/a.md", "p.tgz!pack.json", "odd!name/b.md"):
            assert found.covers(path)
        for path in ("role", "x/b.md", "q.tgz!pack.json", "/etc", "../roles", "rolesx/a.md"):
            assert not found.covers(path)
        here = found._replace(requested=frozenset({"."}))
        assert here.covers("anything/below")
        assert not here.covers("../beside")
        assert not here.covers("/elsewhere")
        above = found._replace(requested=frozenset({".."}))
        for path in ("..", "../beside/a.md", "below/a.md"):
            assert above.covers(path)
        for path in ("../..", "../../beside/a.md", "/elsewhere"):
            assert not above.covers(path)

    def test_stem_is_the_host_s(self, tmp_path: Path) -> None:
        plant(tmp_path, {"roles/.md": ROLE, "roles/.x.md": ROLE, "roles/a.b.md": ROLE})
        found = look(tmp_path, "roles")
        assert [target.stem for target in found.targets if isinstance(target, RoleFile)] == [
            ".md",
            ".x",
            "a.b",
        ]

    def test_file_names_that_are_not_text_can_be_shown(self, tmp_path: Path) -> None:
        plant(tmp_path, {"roles/a.md": ROLE})
        odd = os.fsdecode(b"b\xff.md")
        (tmp_path / "roles" / odd).write_text(ROLE)
        assert requested(look(tmp_path, "roles")) == [
            "RoleFile roles/a.md",
            "RoleFile roles/b\\xff.md",
        ]


class TestFilesOfAFolderBelow:
    FILES: ClassVar = {
        "roles/a.md": ROLE,
        "roles/team/b.md": ROLE,
        "roles/team/c.md": ROLE,
        "roles/team/notes.md": PROSE,
        "roles/team/notes.txt": ROLE,
        "roles/team/README.md": ROLE,
    }

    @pytest.mark.parametrize(
        "path",
        [
            ".",
            "roles/team",
            "roles/team/b.md",
            "roles/team/c.md",
            "roles/team/c.md roles/team/b.md",
        ],
    )
    def test_are_told_together_whichever_is_asked_for(self, tmp_path: Path, path: str) -> None:
        plant(tmp_path, self.FILES)
        assert [
            (one.path, one.message, [other.path for other in one.related])
            for one in findings_of(look(tmp_path, *path.split()))
        ] == [
            (
                "roles/team/b.md",
                "2 role files lie in `roles/team`, and the host reads only the files directly in "
                "`roles`",
                ["roles/team/c.md"],
            )
        ]

    def test_are_below_whatever_their_folder_is_called(self, tmp_path: Path) -> None:
        plant(tmp_path, {"roles/a.md": ROLE, "roles/agents/b.md": ROLE})
        for path in (".", "roles", "roles/agents", "roles/agents/b.md"):
            found = look(tmp_path, path)
            assert [one.display_path for one in found.misplaced] == ["roles/agents/b.md"]
            assert set(roles(found)) <= {"roles/a.md"}

    @pytest.mark.parametrize("team", ["team", ".pi/agents"])
    def test_are_roles_where_the_host_looks_as_well(self, tmp_path: Path, team: str) -> None:
        plant(tmp_path, {"package.json": package(), "roles/a.md": ROLE, f"roles/{team}/b.md": ROLE})
        plant(tmp_path, {"roles/x/c.md": ROLE, "roles/x/d.md": ROLE})
        registered = ["roles", "roles/team", "roles/x/c.md"]
        options = looking(registered=lambda _: registered)
        for path in (f"roles/{team}/b.md", "roles/x/c.md"):
            found = look(tmp_path, path, options=options)
            assert requested(found)[1:] == [f"RoleFile {path}"]
            assert (found.misplaced, unchecked(found)) == ((), {})
        shutil.rmtree(tmp_path / "roles/x")
        found = look(tmp_path, options=looking(registered=lambda _: registered))
        assert requested(found)[1:] == sorted(
            ["RoleFile roles/a.md", f"RoleFile roles/{team}/b.md"]
        )
        assert found.misplaced == ()

    def test_of_two_with_another_ending_only_the_one_is_told_that_was_asked_for(
        self, tmp_path: Path
    ) -> None:
        plant(tmp_path, {"roles/a.md": ROLE, "roles/x.MD": ROLE, "roles/y.MD": ROLE})
        found = look(tmp_path, "roles/x.MD")
        assert [one.display_path for one in found.misplaced] == ["roles/x.MD"]

    @pytest.mark.parametrize("path", [".", "roles", "roles/team", "roles/team/b.MD"])
    @pytest.mark.parametrize("team", ["team", "agents"])
    def test_are_below_whatever_they_end_in(self, tmp_path: Path, path: str, team: str) -> None:
        plant(
            tmp_path, {"roles/a.md": ROLE, f"roles/{team}/b.MD": ROLE, f"roles/{team}/c.MD": PROSE}
        )
        assert [
            (one.path, one.rule) for one in findings_of(look(tmp_path, path.replace("team", team)))
        ] == [(f"roles/{team}/b.MD", "nested-role-ignored")]

    @pytest.mark.parametrize("name", ["notes.md", "README.md"])
    def test_that_are_no_roles_are_none_by_name_either(self, tmp_path: Path, name: str) -> None:
        plant(tmp_path, self.FILES)
        found = look(tmp_path, "roles/a.md", f"roles/team/{name}")
        assert findings_of(found) == []
        assert found.unchecked == (
            Unchecked(f"roles/team/{name}", "not a kind of file that is checked"),
        )

    def test_that_are_no_roles_and_end_otherwise_are_unchecked(self, tmp_path: Path) -> None:
        plant(tmp_path, {"roles/a.md": ROLE, "roles/team/notes.mdx": PROSE})
        assert look(tmp_path).unchecked == ()
        assert unchecked(look(tmp_path, "roles/a.md", "roles/team/notes.mdx")) == {
            "roles/team/notes.mdx": "the host reads only role files that end in `.md`"
        }
