"""Which files Pi loads. What is expected was compared with Pi 1.6 for the packs of the fixtures."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from herdr_lint.files.tree import FolderTree, MappingTree
from herdr_lint.role_pack import pi_folders
from herdr_lint.role_pack.pi_resources import PiResources, ResourceEntry, place

ALL = (
    "extension.ts",
    "src/a.ts",
    "src/b.js",
    "src/c.d.ts",
    "src/.hidden.ts",
    "src/deep/index.js",
    "src/deep/other.ts",
    "src/plain/other.ts",
    "src/node_modules/x/index.js",
    "src/README.md",
    "index/index.ts",
    "index/index.js",
    "index/other.ts",
)


def resources(pi: Any, files: Iterable[str] = ALL, **contents: str) -> PiResources:
    members = dict.fromkeys(files, b"")
    members |= {name.replace("__", "/"): text.encode() for name, text in contents.items()}
    return PiResources(pi, MappingTree(members))


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (["./extension.ts"], ["extension.ts"]),
        (["extension.ts", "./extension.ts"], ["extension.ts"]),
        (["src"], ["src/a.ts", "src/b.js", "src/c.d.ts", "src/deep/index.js"]),
        (["src/"], ["src/a.ts", "src/b.js", "src/c.d.ts", "src/deep/index.js"]),
        (["index"], ["index/index.ts"]),
        (["./src/*.ts"], ["src/a.ts", "src/c.d.ts"]),
        (["src/?.ts"], ["src/a.ts"]),
        (["src/?.*"], ["src/a.ts", "src/b.js", "src/c.d.ts"]),
        (["index/**/*.js"], ["index/index.js"]),
        (
            ["*"],
            [
                "extension.ts",
                "index/index.ts",
                "src/a.ts",
                "src/b.js",
                "src/c.d.ts",
                "src/deep/index.js",
            ],
        ),
        (["src", "!src/*.d.ts"], ["src/a.ts", "src/b.js", "src/deep/index.js"]),
        (["src", "!a.ts"], ["src/b.js", "src/c.d.ts", "src/deep/index.js"]),
        (["src", "!src/*", "+src/a.ts"], ["src/a.ts", "src/deep/index.js"]),
        (["src", "-./src/a.ts", "-b.js"], ["src/b.js", "src/c.d.ts", "src/deep/index.js"]),
        (["src", "!{a,b}.ts"], ["src/b.js", "src/c.d.ts", "src/deep/index.js"]),
        (["src", "!./src/a.ts"], ["src/a.ts", "src/b.js", "src/c.d.ts", "src/deep/index.js"]),
        (["src", "!!a.ts"], []),
        (["src", "!!!a.ts"], ["src/b.js", "src/c.d.ts", "src/deep/index.js"]),
        (["src", "!~a.ts"], ["src/a.ts", "src/b.js", "src/c.d.ts", "src/deep/index.js"]),
        (["src", "!#a.ts"], ["src/a.ts", "src/b.js", "src/c.d.ts", "src/deep/index.js"]),
        (["src", "!+(a).ts"], None),
        (["+(a).*"], []),
        (["src/+(a).*"], None),
        (["missing.ts"], []),
        (["!src"], []),
        ([], []),
        ([""], None),
        (["."], None),
        (["../other"], []),
        (["../other/*.ts"], []),
        (["/opt/x.ts"], []),
        (["~/x.ts"], []),
        (["node_modules/x"], None),
        (["node_modules/x/*.ts"], []),
        (["src/*.{ts,js}"], ["src/a.ts", "src/b.js", "src/c.d.ts"]),
        (["src/deep/*.js"], ["src/deep/index.js"]),
        (["s*/a.ts"], ["src/a.ts"]),
        (["**/b.js"], ["src/b.js"]),
        (["src/.*.ts"], []),
        (["gone/*.ts"], []),
        (["src", "!!#a.ts"], []),
    ],
)
def test_a_list_names_what_is_loaded(entries: list[str], expected: list[str] | None) -> None:
    found = resources({"extensions": entries}).extensions
    assert (None if found is None else sorted(found)) == expected


@pytest.mark.parametrize(
    "pi", [None, {}, [], {"image": "x"}, {"extensions": "./extension.ts"}, {"skills": [1]}]
)
def test_without_any_list_the_folders_count(pi: Any) -> None:
    files = ("extensions/a.ts", "extension.ts", "skills/x/SKILL.md")
    assert resources(pi, files).extensions == ("extensions/a.ts",)
    assert resources(pi, files).skills == ("skills/x/SKILL.md",)


def test_one_list_is_enough_for_folders_not_to_count() -> None:
    files = ("extensions/a.ts", "skills/x/SKILL.md")
    assert resources({"skills": []}, files).extensions == ()
    assert resources({"extensions": []}, files).skills == ()
    for other in ("prompts", "themes"):
        assert resources({other: []}, files).extensions == ()


def test_an_entry_without_stars_is_no_pattern() -> None:
    found = resources({"extensions": ["src/[a].ts"]}, ("src/[a].ts", "src/a.ts"))
    assert found.extensions == ("src/[a].ts",)


def test_a_folder_may_be_called_like_home() -> None:
    found = resources({"extensions": ["~/a.ts", "~x/a.ts"]}, ("~/a.ts",))
    assert found.extensions == ("~/a.ts",)


def test_the_root_of_a_pack_may_be_a_folder_of_skills() -> None:
    assert resources({"skills": ["."]}, ("a/SKILL.md", "b.md")).skills == ("b.md", "a/SKILL.md")


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        ('{"pi": {"extensions": ["./own.ts", "./missing.ts"]}}', ["src/own.ts"]),
        ('\ufeff{"pi": {"extensions": ["./own.ts"]}}', ["src/own.ts"]),
        ('{"pi": {"extensions": ["./missing.ts"]}}', ["src/index.ts"]),
        ('{"pi": {"extensions": "./own.ts"}}', ["src/index.ts"]),
        ('{"pi": {"extensions": [".."]}}', None),
        ('{"pi": 3}', ["src/index.ts"]),
        ("[]", ["src/index.ts"]),
        ("{", ["src/index.ts"]),
        ("[" * 100_000, ["src/index.ts"]),
    ],
)
def test_a_folder_may_name_its_own(manifest: str, expected: list[str] | None) -> None:
    found = resources(
        {"extensions": ["src"]}, ("src/own.ts", "src/index.ts"), **{"src__package.json": manifest}
    )
    assert found.extensions == (None if expected is None else tuple(expected))


def test_what_is_not_utf8_is_read_all_the_same() -> None:
    files = {
        "x/package.json": b'{"pi": {"extensions": ["./own.ts"]}, "\xff": 1}',
        "x/own.ts": b"",
        "y/.ignore": "\u00e9.ts\n".encode() + b"\xff\n",
        **dict.fromkeys(("y/\u00e9.ts", "y/a.ts", "y/\ufffd/index.ts"), b""),
    }
    found = PiResources({"extensions": ["x", "y"]}, MappingTree(files))
    assert found.extensions == ("x/own.ts", "y/a.ts")


def test_a_link_to_nothing_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "a.ts").write_text("")
    (tmp_path / "x" / "b.ts").symlink_to("gone.ts")
    found = PiResources({"extensions": ["x"]}, FolderTree(tmp_path))
    assert found.extensions == ("x/a.ts",)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["skills/b.md", "skills/b.txt", "skills/a/c.md"], ["skills/b.md"]),
        (["skills/SKILL.md", "skills/a/SKILL.md", "skills/b.md"], ["skills/SKILL.md"]),
        (
            [
                "skills/b.md",
                "skills/a/SKILL.md",
                "skills/a/b/SKILL.md",
                "skills/c/d/SKILL.md",
                "skills/c/notes.md",
                "skills/.x/SKILL.md",
                "skills/node_modules/y/SKILL.md",
            ],
            ["skills/b.md", "skills/a/SKILL.md", "skills/c/d/SKILL.md"],
        ),
        ([], []),
    ],
)
def test_skills_are_found_in_folders(files: list[str], expected: list[str]) -> None:
    assert resources({"skills": ["./skills"]}, files).skills == tuple(expected)


def test_an_exception_for_a_skill_may_name_its_folder() -> None:
    files = ["skills/a/SKILL.md", "skills/b/SKILL.md", "skills/c/SKILL.md"]
    found = resources({"skills": ["skills", "!b", "-skills/c"]}, files)
    assert found.skills == ("skills/a/SKILL.md",)


def test_entries_tell_what_is_there() -> None:
    found = resources(
        {
            "extensions": [
                "./extension.ts",
                "src",
                "x.ts",
                "*.ts",
                "!a",
                "../y",
                "!./a",
                "-./a",
                "-a/",
                "+/a",
                "!/a",
                "!../a",
                "!~/a",
                "-~/a",
                "-../a",
                "-././a",
                "!a/",
                "/a",
                "~/a",
                "node_modules/x",
            ],
        }
    )
    assert found.entries("extensions") == (
        ResourceEntry("./extension.ts", "file", "extension.ts"),
        ResourceEntry("src", "folder", "src"),
        ResourceEntry("x.ts", "missing", "x.ts"),
        ResourceEntry("*.ts", "pattern", "*.ts"),
        ResourceEntry("!a", "exception"),
        ResourceEntry("../y", "out"),
        ResourceEntry("!./a", "void"),
        ResourceEntry("-./a", "exception"),
        ResourceEntry("-a/", "void"),
        ResourceEntry("+/a", "void"),
        ResourceEntry("!/a", "void"),
        ResourceEntry("!../a", "void"),
        ResourceEntry("!~/a", "void"),
        ResourceEntry("-~/a", "void"),
        ResourceEntry("-../a", "void"),
        ResourceEntry("-././a", "void"),
        ResourceEntry("!a/", "exception"),
        ResourceEntry("/a", "absolute"),
        ResourceEntry("~/a", "home"),
        ResourceEntry("node_modules/x", "unknown", "node_modules/x"),
    )
    assert found.entries("skills") == resources("x").entries("skills") == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [("./a/../b", "b"), (".", ""), ("", ""), ("a/", "a"), ("..", None), ("a/../../b", None)],
)
def test_a_place_is_a_name_in_the_pack(text: str, expected: str | None) -> None:
    assert place(text) == expected


@pytest.mark.parametrize("name", [".gitignore", ".ignore", ".fdignore"])
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("a.ts\n", ["b.js", "sub/index.ts"]),
        ("/A.TS\nsub\n", ["b.js"]),
        ("sub/\nb.js/\n", ["a.ts", "b.js"]),
        ("*\n!b.js\n", ["b.js"]),
        ("# a.ts\n\n  \n+(a).ts\n", ["a.ts", "b.js", "sub/index.ts"]),
        ("~a.ts\nsub~\n", ["a.ts", "b.js", "sub/index.ts"]),
    ],
)
def test_an_ignore_file_in_a_folder_counts(name: str, lines: str, expected: list[str]) -> None:
    files = ("x/a.ts", "x/b.js", "x/sub/index.ts", "x/~a.ts", "x/sub~/index.ts")
    found = resources({"extensions": ["x"]}, files, **{f"x__{name}": lines}).extensions
    others = [] if "~" in lines or "*" in lines else files[:2:-1]
    assert sorted(found or ()) == sorted([*(f"x/{one}" for one in expected), *others])
    by_name = resources({"extensions": ["x/a.ts"]}, files, **{f"x__{name}": lines})
    assert by_name.extensions == ("x/a.ts",)


def test_ignore_files_of_skills_hold_from_their_folder_on() -> None:
    names = ("a", "g/a", "g/b", "h/a", "~g/a", "~g/b")
    files = [*(f"skills/{name}/SKILL.md" for name in names), "skills/c.md"]

    def left(**lines: str) -> list[str]:
        ignores = {f"skills__{place}.gitignore": text for place, text in lines.items()}
        found = resources({"skills": ["skills"]}, files, **ignores).skills or ()
        return [path.removeprefix("skills/").removesuffix("/SKILL.md") for path in found]

    assert left() == ["c.md", *names]
    assert left(g__="a\n") == ["c.md", "a", "g/b", "h/a", "~g/a", "~g/b"]
    assert left(**{"~g__": "a\n"}) == ["c.md", "a", "g/a", "g/b", "h/a", "~g/b"]
    assert left(**{"": "b\n"}) == ["c.md", "a", "g/a", "h/a", "~g/a"]
    assert left(**{"": "/a\n"}) == ["c.md", "g/b", "~g/b"]
    assert left(**{"": "g/a\n"}) == ["c.md", "a", *names[2:]]
    assert left(**{"": "SKILL.md/\n"}) == ["c.md", *names]
    own = resources({"skills": ["skills"]}, files, **{"skills__a__.gitignore": "SKILL.md\n"})
    assert own.skills is not None
    assert "skills/a/SKILL.md" not in own.skills


def test_with_too_many_lines_to_ignore_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pi_folders, "MOST_LINES", 2)
    for pi in ({"extensions": ["x"]}, {"image": "x"}):
        found = resources(
            pi, ("x/a.ts",), **{"x__.ignore": "b\n" * 3, "extensions__.ignore": "b\n" * 3}
        )
        assert found.extensions is None
    found = resources({"skills": ["x"]}, ("x/SKILL.md",), **{"x__.ignore": "b\n" * 3})
    assert found.skills is None
    lines = {"x__.ignore": "b\nc\n" + "# d\n\n  \n" * 3}
    assert resources({"extensions": ["x"]}, ("x/a.ts",), **lines).extensions == ("x/a.ts",)


def test_a_thousand_lines_to_ignore_are_followed() -> None:
    for lines, expected in ((1_000, ("x/a.ts",)), (1_001, None)):
        ignores = {"x__.ignore": "b\n" * lines}
        found = resources({"extensions": ["x"]}, ("x/a.ts", "x/b/index.ts"), **ignores)
        assert found.extensions == expected


def test_a_comment_leaves_out_no_file_of_that_name() -> None:
    found = resources({"extensions": ["x"]}, ("x/#a.ts", "x/b.ts"), **{"x__.ignore": "#a.ts\n"})
    assert found.extensions == ("x/#a.ts", "x/b.ts")


def test_folders_in_folders_are_looked_into_so_far() -> None:
    deep = "skills/" + "d/" * 32
    found = resources({"skills": ["skills"]}, (f"{deep}SKILL.md", f"{deep}d/SKILL.md"))
    assert found.skills == (f"{deep}SKILL.md",)
    assert resources({"skills": ["skills"]}, (f"{deep}d/SKILL.md",)).skills == ()
    found = resources({"skills": ["a/b"]}, (f"a/b/{deep}SKILL.md", f"a/b/{'d/' * 32}SKILL.md"))
    assert found.skills == (f"a/b/{'d/' * 32}SKILL.md",)


def test_so_many_entries_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [f"skills/{name}/SKILL.md" for name in "abc"]
    for most, expected in ((3, ()), (4, tuple(files))):
        monkeypatch.setattr(pi_folders, "MOST", most)
        assert resources({"skills": ["skills"]}, files).skills == expected


def test_a_folder_that_names_a_folder_is_not_followed() -> None:
    manifest = '{"pi": {"extensions": ["./sub"]}}'
    found = resources({"extensions": ["x"]}, ("x/sub/index.ts",), **{"x__package.json": manifest})
    assert found.extensions is None


def test_what_leads_out_is_no_place() -> None:
    assert place("/a") is None
    assert place("a\0") is None
    assert place("a/node_modules/b") is None
    assert place("a/node_modules/b", installed=True) == "a/node_modules/b"
