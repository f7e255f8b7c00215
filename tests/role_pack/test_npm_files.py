"""Which files npm packs. Each expectation was compared with ``npm pack --dry-run`` of npm 11."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from herdr_lint.files.tree import FolderTree, MappingTree
from herdr_lint.role_pack import npm_files
from herdr_lint.role_pack.npm_files import NpmFiles
from tests.effort import examples

ALL = (
    "package.json",
    "package-lock.json",
    "README.md",
    "LICENSE",
    "extension.ts",
    "notes.md",
    "roles/a.md",
    "roles/b.md",
    "roles/sub/c.md",
    "roles/.hidden.md",
    "src/index.ts",
    "src/roles/d.md",
    "x/extension.ts",
    "a.orig",
    "node_modules/y/index.js",
)
ALWAYS = {"package.json", "README.md", "LICENSE"}
ROLES = {"roles/a.md", "roles/b.md", "roles/sub/c.md", "roles/.hidden.md"}
REST = {"extension.ts", "notes.md", "src/index.ts", "src/roles/d.md", "x/extension.ts"}

DEEP_OR_NOTES = {"notes.md", "roles/sub/c.md", "src/roles/d.md"}


def packed(manifest: dict[str, Any], **ignores: str) -> set[str]:
    """What is packed besides what always is; ``ignores`` are ignore files by their folder."""
    files = dict.fromkeys(ALL, b"")
    for place, text in ignores.items():
        folder, _, kind = place.rpartition("__")
        files[f"{folder}/.{kind}" if folder else f".{kind}"] = text.encode()
    npm = NpmFiles(manifest, MappingTree(files))
    found = {path for path in files if npm.has(path)}
    assert found >= ALWAYS
    return found - ALWAYS


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (None, ROLES | REST),
        ("roles", set()),
        ("", ROLES | REST),
        ([], set()),
        (["roles"], ROLES),
        (["ROLES"], set()),
        (["/roles/", "extension.ts"], ROLES | {"extension.ts"}),
        (["./roles/*.md"], {"roles/a.md", "roles/b.md", "roles/.hidden.md"}),
        (["roles/*"], ROLES),
        (["roles/**"], ROLES),
        (["r*"], set()),
        (["*"], ROLES | REST | {"a.orig"}),
        (["src/**/*.ts"], {"src/index.ts"}),
        (["**/*.md"], ROLES | {"notes.md", "src/roles/d.md"}),
        (["roles", "!roles/b.md"], ROLES - {"roles/b.md"}),
        (["roles", "!roles/sub"], ROLES - {"roles/sub/c.md"}),
        (["roles", "!**/*.md"], set()),
        (["nothing", "roles/a.md"], {"roles/a.md"}),
    ],
)
def test_files_name_what_is_packed(files: Any, expected: set[str]) -> None:
    manifest = {} if files is None else {"files": files}
    assert packed(manifest) == expected


def test_entries_that_are_no_texts_do_no_harm() -> None:
    assert packed({"files": [3, "roles/a.md", None]}) == {"roles/a.md"}
    assert packed({"files": {"a": 1}}) == ROLES | REST


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        ({"main": "extension.ts"}, {"extension.ts"}),
        ({"browser": "extension.ts", "main": {}}, {"extension.ts"}),
        ({"browser": "./extension.ts", "main": "./notes.md"}, set()),
        ({"browser": {"a": "extension.ts"}, "main": "/notes.md"}, {"notes.md"}),
        ({"main": "x/../notes.md"}, {"notes.md"}),
        ({"main": "src/*.ts"}, {"src/index.ts"}),
        ({"bin": "./extension.ts"}, {"extension.ts"}),
        ({"bin": {"roles": "./extension.ts", "other": 3}}, {"extension.ts"}),
        ({"bin": {"": "notes.md", "..": "notes.md", "a/b": "extension.ts"}}, {"extension.ts"}),
        ({"bin": ["../src/./index.ts", 5, "notes.md"]}, {"src/index.ts", "notes.md"}),
        ({"bin": ".\\src\\index.ts"}, {"src/index.ts"}),
        ({"bin": "src:index.ts"}, {"src/index.ts"}),
        ({"bin": "."}, set()),
        ({"directories": {"bin": "./roles"}}, {"roles/a.md", "roles/b.md", "roles/sub/c.md"}),
        ({"directories": {"bin": "roles"}, "bin": {}}, set()),
        ({"directories": {"bin": "roles"}, "bin": []}, set()),
        ({"directories": {"bin": "roles"}, "bin": "notes.md"}, {"notes.md"}),
        ({"directories": {"bin": "src"}, "bin": ""}, {"src/index.ts", "src/roles/d.md"}),
        ({"directories": {"bin": ""}}, set()),
        ({"directories": {"bin": 5}}, set()),
        ({"directories": ["src"]}, set()),
    ],
)
def test_programs_are_packed(manifest: dict[str, Any], expected: set[str]) -> None:
    assert packed({**manifest, "files": []}) == expected


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        (".", ["src/a.md"]),
        ("src", ["src/a.md"]),
        ("p/.q", ["p/.q/b.md", "p/.q/in/c.md"]),
    ],
)
def test_of_a_folder_of_programs_what_is_hidden_in_it_is_none(
    folder: str, expected: list[str]
) -> None:
    names = ("src/a.md", "src/.x/a.md", "src/.h", ".top", "p/.q/b.md", "p/.q/in/c.md")
    manifest = {"files": [], "directories": {"bin": folder}}
    npm = NpmFiles(manifest, MappingTree(dict.fromkeys(names, b"")))
    assert [name for name in names if npm.has(name)] == expected


PACKAGES = json.loads(Path(__file__).with_name("npm_packages.json").read_text("utf-8"))


@pytest.mark.parametrize("number", range(len(PACKAGES)))
def test_of_any_package_that_is_packed_which_npm_packs(number: int) -> None:
    """Packages of all kinds of lines, made at random, and what npm 11 packs of each."""
    package = PACKAGES[number]
    both = [*package["packed"], *package["left_out"]]
    files = dict.fromkeys(both, b"") | {
        name: text.encode() for name, text in package["ignores"].items()
    }
    npm = NpmFiles(package["manifest"], MappingTree(files))
    assert [name for name in both if npm.has(name)] == package["packed"]


@pytest.mark.parametrize(
    ("ignores", "expected"),
    [
        ({"npmignore": "roles/\n"}, REST - {"src/roles/d.md"}),
        ({"npmignore": "/roles\n"}, REST),
        ({"npmignore": "# roles\n\n*.md\n!roles/*.md\n"}, (ROLES | REST) - DEEP_OR_NOTES),
        ({"npmignore": "*\n!roles/**\n"}, ROLES),
        ({"npmignore": "/roles/*\n!/roles/a.md\n"}, REST | {"roles/a.md"}),
        ({"npmignore": "sub/\n"}, (REST | ROLES) - {"roles/sub/c.md"}),
        ({"gitignore": "roles/a.md\n"}, (REST | ROLES) - {"roles/a.md"}),
        ({"gitignore": "roles\n", "npmignore": "x\n"}, (REST | ROLES) - {"x/extension.ts"}),
        ({"roles__npmignore": "b.md\n"}, (REST | ROLES) - {"roles/b.md"}),
        ({"roles__gitignore": "*\n!a.md\n"}, REST | {"roles/a.md"}),
        ({"npmignore": "**/sub/c.md\n"}, (REST | ROLES) - {"roles/sub/c.md"}),
        ({"npmignore": "**/ro*/a.md\n"}, (REST | ROLES) - {"roles/a.md"}),
        ({"npmignore": "**/ro*/[ad].md\n"}, (REST | ROLES) - {"roles/a.md", "src/roles/d.md"}),
        ({"npmignore": "*\n!/roles/a.md\n", "roles__npmignore": "!b.md\n"}, {"roles/a.md"}),
        ({"npmignore": "*\n!/roles\n", "roles__npmignore": "!b.md\n"}, {"roles/b.md"}),
    ],
)
def test_ignore_files_leave_things_out(ignores: dict[str, str], expected: set[str]) -> None:
    assert packed({}, **ignores) == expected


@pytest.mark.parametrize(
    ("lines", "left_out"),
    [
        ("#a.md\n", []),
        ("~a.md\n", ["~a.md"]),
        ("  a.md \n", ["a.md", "roles/a.md"]),
        ("!!a.md\n", ["a.md", "roles/a.md"]),
        ("*.md\n!!!a.md\n", ["#a.md", "~a.md", "b.md", "roles/sub/c.md"]),
        ("sub/\n", ["roles/sub/c.md"]),
        ("/sub/\n", []),
        ("/\n", []),
        ("**\n", ["#a.md", "~a.md", "a.md", "b.md", "roles/a.md", "roles/sub/c.md"]),
        ("*\r\n!b.md\r\n", ["#a.md", "~a.md", "a.md", "roles/a.md", "roles/sub/c.md"]),
    ],
)
def test_a_line_of_an_ignore_file_means(lines: str, left_out: list[str]) -> None:
    names = ["#a.md", "~a.md", "a.md", "b.md", "roles/a.md", "roles/sub/c.md"]
    npm = NpmFiles({}, MappingTree({**dict.fromkeys(names, b""), ".npmignore": lines.encode()}))
    assert [name for name in names if not npm.has(name)] == left_out


def test_a_file_that_is_listed_is_packed_whatever_the_ignore_file_beside_it_says() -> None:
    ignoring = {"roles__npmignore": "*.md\n"}
    assert packed({"files": ["roles/a.md"]}, **ignoring) == {"roles/a.md"}
    assert packed({"files": ["roles/sub/c.md"]}, **ignoring) == set()


def test_a_list_of_files_outweighs_ignore_files_at_the_root_only() -> None:
    assert packed({"files": ["roles"]}, npmignore="roles\n") == ROLES
    assert packed({"files": ["roles"]}, roles__npmignore="b.md\n") == ROLES - {"roles/b.md"}


class TestLinks:
    def test_no_link_is_packed(self, tmp_path: Path) -> None:
        for name in ("roles/a.md", "shared/b.md", "shared/deep/c.md"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(b"")
        (tmp_path / "roles" / "l.md").symlink_to("a.md")
        (tmp_path / "linked").symlink_to("shared")
        tree = FolderTree(tmp_path)
        names = ("roles/a.md", "roles/l.md", "shared/deep/c.md", "linked/b.md", "linked/deep/c.md")
        for files in (None, ["roles", "linked", "shared"], ["roles/l.md", "**/*.md"]):
            npm = NpmFiles({} if files is None else {"files": files}, tree)
            packed = [name for name in names if npm.has(name)]
            assert packed == ["roles/a.md", "shared/deep/c.md"], files

    def test_a_link_that_is_listed_says_nothing_of_files_with_its_name(
        self, tmp_path: Path
    ) -> None:
        (tmp_path / "x").mkdir()
        for name in ("l.md", "y.md"):
            (tmp_path / "x" / name).write_bytes(b"")
        manifest = {"files": ["l.md", "x/y.md"]}
        assert NpmFiles(manifest, FolderTree(tmp_path)).has("x/l.md")
        (tmp_path / "l.md").symlink_to("x/l.md")
        assert not NpmFiles(manifest, FolderTree(tmp_path)).has("x/l.md")

    def test_a_name_with_a_star_is_not_packed(self) -> None:
        npm = NpmFiles({}, MappingTree({"a*b.md": b"", "x*/a.md": b"", "y/z*/a.md": b""}))
        assert [path for path in ("a*b.md", "x*/a.md", "y/z*/a.md") if npm.has(path)] == []


def test_an_ignore_file_may_hold_any_bytes() -> None:
    npm = NpmFiles({}, MappingTree({".npmignore": b"\xff\na.md", "a.md": b"", "b.md": b""}))
    assert [name for name in ("a.md", "b.md") if npm.has(name)] == ["b.md"]


class TestBounds:
    def test_with_too_many_lines_nothing_is_called_left_out(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(npm_files, "MOST_RULES", 60)
        tree = MappingTree({".npmignore": b"a.md\n" * 60, "a.md": b""})
        npm = NpmFiles({}, tree)
        assert (npm.certain, npm.has("a.md")) == (False, True)

    @pytest.mark.parametrize("line", ["*.m?{}", "*.m{}", "**/q{}*", "q*{}", "x/q*{}", "**/x/q*{}"])
    def test_with_too_many_loose_patterns_as_well(
        self, line: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(npm_files, "MOST_LOOSE", 20)
        lines = "\n".join(line.format(at) for at in range(30)).encode()
        tree = MappingTree({"x/.npmignore": lines, "x/a.md": b"", "b.md": b""})
        npm = NpmFiles({}, tree)
        assert (npm.has("b.md"), npm.certain) == (True, True)
        assert (npm.has("x/a.md"), npm.certain) == (True, False)

    @pytest.mark.parametrize(
        "line",
        [
            "",
            "#",
            "q.md",
            "q{}.md",
            "q{}*",
            "**/q{}",
            "src/q{}*",
            "src/q{}",
            "**/src/q{}",
            "!src/q{}",
        ],
    )
    def test_many_others_are_followed(self, line: str) -> None:
        lines = "\n".join(line.format(at) for at in range(600)).encode()
        assert NpmFiles({}, MappingTree({".npmignore": lines})).certain

    @pytest.fixture
    def tried(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The names that lines are tried with, one for each line."""
        names: list[str] = []
        fits = npm_files._Rule.fits

        def counted(rule: Any, path: list[str], *, folder: bool) -> bool:
            names.append(path[-1])
            return fits(rule, path, folder=folder)

        monkeypatch.setattr(npm_files._Rule, "fits", counted)
        return names

    @pytest.mark.parametrize(
        "line", ["x/r{}.md", "!x/r{}.md", "/x/r{}*", "**/x/r{}.md", "x/r{}.md/", "x/*.md"]
    )
    def test_of_many_lines_about_a_folder_few_are_tried(self, tried: list[str], line: str) -> None:
        names = [f"x/r{at}.md" for at in range(500)]
        lines = "\n".join(line.format(at) for at in range(500)).encode()
        npm = NpmFiles({"files": names}, MappingTree(dict.fromkeys(names, b"")))
        assert all(map(npm.has, names))
        npm = NpmFiles({}, MappingTree({**dict.fromkeys(names, b""), ".npmignore": lines}))
        assert {npm.has(name) for name in names} == {line.startswith("!") or line.endswith("/")}
        assert npm.certain
        assert len(tried) < 20 * len(names)

    def test_lines_are_found_by_how_they_begin(self, tried: list[str]) -> None:
        lines = "".join(f"q{at}*\nr{at}.md\n" for at in range(2_000))
        npm = NpmFiles({}, MappingTree({".npmignore": lines.encode(), "q7x.md": b"", "b.md": b""}))
        assert (npm.has("q7x.md"), npm.has("b.md")) == (False, True)
        assert len(tried) < 100

    @pytest.mark.parametrize(
        "line", ["notes.md", "q*", "*.txt", "**/q/x.md", "**/q*/x.md", "q/", "f", "!src", "!src/**"]
    )
    def test_files_of_whose_names_nothing_is_said_are_decided_together(
        self, line: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        decided: list[str] = []
        decide = npm_files._Rules.decide

        def counted(rules: Any, path: list[str], *, folder: bool, taken: bool) -> bool:
            decided.append(path[-1])
            return decide(rules, path, folder=folder, taken=taken)

        monkeypatch.setattr(npm_files._Rules, "decide", counted)
        names = [f"src/f{at}.md" for at in range(50)]
        npm = NpmFiles({}, MappingTree(dict.fromkeys([*names, ".npmignore"], line.encode())))
        assert all(map(npm.has, names))
        assert [name for name in decided if name.startswith("f") and name != "f0.md"] == []


def names_in(text: str) -> list[str]:
    return text.split()


OF_ITS_OWN = names_in("""
.git/config src/.git/x src/.git/deep/x .svn/x src/.svn/x .hg/x src/.hg/x CVS/x src/CVS/x
src/CVS/deep/x .lock-wscript src/.lock-wscript .wafpickle-1 src/.wafpickle-1 build/config.gypi
src/build/config.gypi npm-debug.log src/npm-debug.log .npmrc src/.npmrc .a.swp src/.a.swp .DS_Store
src/.DS_Store src2/.DS_Store/x ._a src/._a src2/._a/x a.orig src/a.orig archived-packages/x
src/archived-packages/x node_modules/x/index.js package-lock.json yarn.lock pnpm-lock.yaml bun.lockb
.gitignore src/.gitignore src/.npmignore t/.git t/.svn t/.hg t/CVS
""")
WHATEVER = names_in("""
package.json README README.md readme.txt COPYING COPYING.txt LICENSE LICENSE.txt LICENCE LICENCE.md
""")
IN_SRC = names_in("""
README.md bun.lockb package-lock.json pnpm-lock.yaml yarn.lock index.ts
""")
OTHERS = names_in("""
README.md~ README.md$ LICENSES CHANGELOG.md bun.lock npm-debug.log.1 a.swp build/other.gypi a.md
""")
ON_REQUEST = names_in("""
.svn/x .hg/x CVS/x .lock-wscript .wafpickle-1 build/config.gypi npm-debug.log .a.swp .DS_Store ._a
a.orig archived-packages/x .gitignore
""")


class TestOfItsOwn:
    SRC: ClassVar = [f"src/{name}" for name in IN_SRC]

    def packed(self, manifest: dict[str, Any], ignored: str = "x") -> set[str]:
        names = [*OF_ITS_OWN, *WHATEVER, *OTHERS, *self.SRC]
        npm = NpmFiles(
            manifest, MappingTree({**dict.fromkeys(names, b""), ".npmignore": ignored.encode()})
        )
        return {name for name in names if npm.has(name)}

    def test_some_files_are_never_packed(self) -> None:
        assert self.packed({}) == {*WHATEVER, *OTHERS, *self.SRC}

    def test_some_files_always_are(self) -> None:
        assert self.packed({"files": []}) == {*WHATEVER}
        assert self.packed({}, "*\n") == {*WHATEVER}

    def test_within_a_folder_that_is_listed_it_is_the_same(self) -> None:
        assert self.packed({"files": ["src", "src2"]}) == {*WHATEVER, *self.SRC}

    def test_of_a_folder_that_is_taken_back_the_files_are_not(self) -> None:
        folders = (".git", ".svn", ".hg", "CVS", ".DS_Store", "._a")
        names = [*(f"src/{folder}/x" for folder in folders), "src/.npmrc", "src/t/.npmrc"]
        kept = "".join(f"!{name}\n" for name in (*folders, ".npmrc")).encode()
        npm = NpmFiles({}, MappingTree({**dict.fromkeys(names, b""), "src/.npmignore": kept}))
        assert [name for name in names if npm.has(name)] == ["src/.npmrc"]

    def test_some_files_are_packed_on_request(self) -> None:
        found = self.packed({}, "*\n!*\n!**/*\n")
        assert [name for name in OF_ITS_OWN if name in found] == ON_REQUEST


@pytest.mark.parametrize("line", ["!", "!!", "{a,b}" * 20])
def test_a_line_that_means_nothing_leaves_nothing_out(line: str) -> None:
    assert packed({}, __npmignore=line) == packed({}, __npmignore="")


_PATTERNS = """
roles a.md b.MD ._x ._y.md .swp a.orig readme.md cvs * ** *.md a* ?.md ._* *.orig {a,b}.md [ab].md
ro* *s
"""
STEPS = st.sampled_from(_PATTERNS.split())
LINES = st.builds(
    lambda kept, root, steps, folder: f"{kept}{root}{'/'.join(steps)}{folder}",
    st.sampled_from(["", "!"]),
    st.sampled_from(["", "/", "**/"]),
    st.lists(STEPS, min_size=1, max_size=3),
    st.sampled_from(["", "", "/", "/**"]),
)
NAMES = ["roles", "a.md", "b.md", "._x", "._y.md", "x.swp", "a.orig", "readme.md", "cvs", "c"]
PATHS = [
    *NAMES,
    *(f"{one}/{two}" for one in NAMES for two in NAMES),
    *(f"roles/{one}/{two}" for one in NAMES for two in NAMES),
]


@given(st.lists(LINES, max_size=4), st.lists(LINES, max_size=4), st.lists(LINES, max_size=3))
@example([], [], ["roles", "!**/roles"])
@examples(20)
def test_lines_are_looked_up_and_none_is_missed(
    files: list[str], ignored: list[str], inner: list[str]
) -> None:
    tree = MappingTree(
        dict.fromkeys(PATHS, b"")
        | {".npmignore": "\n".join(ignored).encode(), "roles/.npmignore": "\n".join(inner).encode()}
    )
    manifest = {"files": files} if files else {}
    looked_up = [path for path in PATHS if NpmFiles(manifest, tree).has(path)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(npm_files._Rules, "_candidates", _every_rule)
        patch.setattr(npm_files._Rules, "ask_for_name", lambda *_: True)
        tried = [path for path in PATHS if NpmFiles(manifest, tree).has(path)]
    assert looked_up == tried


def _every_rule(rules: Any, _: list[str]) -> Iterator[Any]:
    tables = (rules._named, rules._begun, rules._within, rules._within_begun, rules._ended)
    for table in (*tables, rules._paths._begun):
        for found in table.values():
            yield from found
    yield from rules._tails.values()
    yield from rules._loose


@pytest.mark.parametrize("first", ["config.gypi", "extension.ts"])
def test_a_default_of_two_steps_counts_in_every_folder_whatever_is_asked_first(first: str) -> None:
    files = ("src/build/config.gypi", "src/build/extension.ts", "src/build/x/config.gypi")
    npm = NpmFiles({}, MappingTree(dict.fromkeys(files, b"")))
    npm.has(f"src/build/{first}")
    assert [npm.has(file) for file in files] == [False, True, True]
