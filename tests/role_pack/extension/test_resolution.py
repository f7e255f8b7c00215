"""What the name in an import means; tried with Pi itself."""

from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.files.tree import FolderTree, MappingTree
from herdr_lint.role_pack.extension.resolution import Resolution
from tests.role_pack.packs import EXTENSION


class TestResolution:
    FILES = (
        *("a.ts", "a.js", "b.tsx", "c.mts", "lib/index.ts", "d.json", "Up/Case.ts", "e f.ts"),
        *("main/package.json", "main/start.js", "broken/package.json", "broken/index.js"),
        *("exact/package.json", "exact/go.js", ".json"),
    )

    def target(
        self, source: str, importer: str = "extension.ts", **manifest: Any
    ) -> tuple[Any, ...]:
        files = dict.fromkeys(self.FILES, b"")
        files |= {"main/package.json": b'{"main": "./start"}', "broken/package.json": b"{"}
        files["exact/package.json"] = b'{"main": "go.js"}'
        files["node_modules/kit/index.js"] = b""
        packed = manifest.pop("packed", False)
        found = Resolution(MappingTree(files), manifest, packed=packed).target(
            "extension.ts", source
        )
        return found.found, found.path

    @pytest.mark.parametrize(
        ("source", "expected"),
        [
            ("./a", ("file", "a.js")),
            ("./a.ts", ("file", "a.ts")),
            ("./a.js?x#y", ("file", "a.js")),
            ("./b.jsx", ("file", "b.tsx")),
            ("./b.js", ("missing", None)),
            ("./c.mjs", ("file", "c.mts")),
            ("./lib", ("file", "lib/index.ts")),
            ("./lib/", ("file", "lib/index.ts")),
            ("./d", ("file", "d.json")),
            ("./e%20f", ("file", "e f.ts")),
            ("./main", ("file", "main/start.js")),
            ("./broken", ("file", "broken/index.js")),
            ("./exact", ("file", "exact/go.js")),
            ("./%2e%2e/a", ("missing", None)),
            ("./node%5Fmodules/x", ("missing", None)),
            ("./E%20F", ("missing", None)),
            (".", ("missing", None)),
            ("./up/case", ("case", "Up/Case.ts")),
            ("./LIB", ("missing", None)),
            ("./x/y", ("missing", None)),
            ("..", ("out", None)),
            ("../a", ("out", None)),
            ("./node_modules/kit/x", ("elsewhere", None)),
            ("/a.ts", ("elsewhere", None)),
            ("https://x/y.js", ("elsewhere", None)),
            ("node:test", ("elsewhere", None)),
            ("", ("elsewhere", None)),
            ("fs/promises", ("provided", None)),
            ("typebox/value", ("provided", None)),
            ("kit", ("undeclared", None)),
            ("@a/b/c", ("undeclared", None)),
            ("#x", ("missing", None)),
        ],
    )
    def test_a_name_means(self, source: str, expected: tuple[str, str | None]) -> None:
        assert self.target(source) == expected

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("..", ("out", None)),
            ("../a.ts", ("out", None)),
            ("..a.ts", ("missing", None)),
            ("a.ts", ("file", "a.ts")),
            ("a", ("missing", None)),
            ("A.TS", ("case", "a.ts")),
            ("lib", ("elsewhere", None)),
            ("node_modules/kit/gone.js", ("elsewhere", None)),
        ],
    )
    def test_a_file_that_is_read_is_found_by_exactly_its_name(
        self, name: str, expected: tuple[str, str | None]
    ) -> None:
        tree = MappingTree(dict.fromkeys(self.FILES, b""))
        found = Resolution(tree, {}, packed=False).file(name)
        assert (found.found, found.path) == expected

    def test_a_package_is_told_by_its_name(self) -> None:
        tree, manifest = MappingTree({"a.ts": b""}), {"name": "own", "devDependencies": {"dev": 1}}
        resolution = Resolution(tree, manifest, packed=False)
        names = [
            resolution.target("a.ts", source).name
            for source in ("./a", "fs/promises", "own/x", "dev", "@a/b/c", "#x")
        ]
        assert names == ["", "fs", "own", "dev", "@a/b", ""]

    @pytest.mark.parametrize(
        "manifest",
        [
            {"dependencies": {"kit": "1"}},
            {"optionalDependencies": {"kit": "1"}},
            {"peerDependencies": {"kit": "1"}},
            {"bundledDependencies": ["kit"]},
            {"bundleDependencies": ["kit"]},
            {"name": "kit"},
            {"packed": True},
        ],
    )
    def test_a_package_may_be_declared(self, manifest: dict[str, Any]) -> None:
        assert self.target("kit/x", **manifest) == ("declared", None)

    @pytest.mark.parametrize(
        "name", ["pi-agent-core", "pi-ai", "pi-coding-agent", "pi-tui", "pi-other"]
    )
    @pytest.mark.parametrize("scope", ["@earendil-works", "@mariozechner"])
    def test_pi_brings_its_own_packages(self, scope: str, name: str) -> None:
        found = "undeclared" if name == "pi-other" else "provided"
        assert self.target(f"{scope}/{name}") == (found, None)
        assert self.target("typebox") == self.target("@sinclair/typebox") == ("provided", None)

    ENDINGS = (".js", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".json", ".jsx", ".node")

    @pytest.mark.parametrize("place", ["x/y", "x/y/index", "x/y/start"])
    def test_an_ending_may_be_left_out(self, place: str) -> None:
        """Of several files, the one with the first ending counts."""
        files = {f"{place}{ending}": b"" for ending in self.ENDINGS}
        files |= {"x/y/package.json": b'{"main": "start"}'} if place.endswith("start") else {}
        for ending in self.ENDINGS:
            found = Resolution(MappingTree(files), {}, packed=False).target("x/a.ts", "./y")
            assert (found.found, found.path) == ("file", f"{place}{ending}")
            del files[f"{place}{ending}"]

    @pytest.mark.parametrize("letter", ["", "m", "c"])
    def test_typescript_may_be_called_javascript(self, letter: str) -> None:
        tree = MappingTree({f"x.{letter}ts": b""})
        found = Resolution(tree, {}, packed=False).target("a.ts", f"./x.{letter}js")
        assert (found.found, found.path) == ("file", f"x.{letter}ts")

    def test_what_authors_install_users_do_not(self) -> None:
        assert self.target("kit", devDependencies={"kit": "1"}) == ("dev", None)
        assert self.target("kit", dependencies=["kit"]) == ("undeclared", None)
        assert self.target("kit", bundledDependencies=["other"]) == ("undeclared", None)
        assert self.target("other", packed=True) == ("undeclared", None)

    @pytest.mark.parametrize("key", ["#x", "#*", "#x/*.js"])
    def test_a_package_has_names_of_its_own(self, key: str) -> None:
        source = key.replace("*", "y")
        assert self.target(source, imports={key: "./a.ts"}) == ("elsewhere", None)

    @pytest.mark.parametrize(
        ("key", "source"), [("#y", "#x"), ("#x/*.js", "#x/y.ts"), ("#x/*.js", "#z/y.js")]
    )
    def test_they_are_those_that_it_lists(self, key: str, source: str) -> None:
        assert self.target(source, imports={key: "./a.ts"}) == ("missing", None)

    def test_a_disk_that_does_not_mind_letters_changes_nothing(self) -> None:
        class Mindless(MappingTree):
            def is_file(self, path: str) -> bool:
                return super().is_file(path.lower())

        found = Resolution(Mindless({"a.ts": b""}), {}, packed=False).target("x.ts", "./A.ts")
        assert (found.found, found.path) == ("case", "a.ts")


def test_links_are_followed_where_they_stay_in_the_pack(tmp_path: Any) -> None:
    (tmp_path / "real.ts").write_text(EXTENSION)
    (tmp_path / "link.ts").symlink_to("real.ts")
    found = Resolution(FolderTree(tmp_path), {}, packed=False).target("a.ts", "./link")
    assert (found.found, found.path) == ("file", "link.ts")
