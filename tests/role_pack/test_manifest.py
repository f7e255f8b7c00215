from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from herdr_lint.files.tree import FolderTree, MappingTree
from herdr_lint.judge.document import Part
from herdr_lint.model import Related, Span
from herdr_lint.role_pack.manifest import manifest_document
from herdr_lint.role_pack.reading import read_role_pack
from tests.role_pack.packs import EXTENSION, ROLE, Contents, pack

PLAIN = {
    "resource": "extensions",
    "entry": "./extension.ts",
    "found": "file",
    "how": "file",
    "near": "",
    "plain": ".extension.ts",
}

BOTH_FOUND = [
    PLAIN,
    {
        "resource": "skills",
        "entry": "./skills",
        "found": "folder",
        "how": "folder",
        "near": "",
        "plain": ".skills",
    },
]
"""What is said of a script and a folder of skills that a manifest names and that are there."""


def test_a_manifest_is_a_document_with_the_facts_around_it() -> None:
    files = pack(
        {"package.json": '{"name": "herdr", "pi": {"skill": []}, "private": true}', "a.ts": None}
    )
    document = manifest_document(read_role_pack(MappingTree(files), "a/"))
    assert document.path == "a/package.json"
    assert json.loads(json.dumps(document.data)) == {
        "kind": "role-pack",
        "private": True,
        "manifest": {"name": "herdr", "pi": {"skill": []}, "private": True},
        "keyword": False,
        "entries": [],
        "inert": {"how": "root-module", "module": "extension.ts"},
        "misspelled": [{"key": "skill", "near": "skills"}],
        "peers": {"missing": ["@earendil-works/pi-coding-agent"]},
    }
    assert document.locate("/manifest/name") == Span.at(1, 10, 17)
    assert document.locate("/manifest/name", "key") == Span.at(1, 2, 8)
    assert document.locate("/misspelled/0/key") == Span.at(1, 26, 33)
    assert document.locate("/inert/how") == Span.at(1, 19, 23)
    assert document.locate("/keyword") == Span.at(1, 1, 2)
    assert document.locate("/private") == Span.at(1, 1, 2)
    assert document.locate("/manifest/version") == Span.at(1, 1, 2)


def test_what_npm_leaves_out_is_told_where_the_entries_cannot_be() -> None:
    files = pack(pi={"extensions": ["./+(a|b)/*"]}, files=["extension.ts"])
    data = manifest_document(read_role_pack(MappingTree(files))).data
    assert {*data} == {"kind", "private", "manifest", "keyword", "entries", "unshipped"}
    assert (data["entries"], data["unshipped"]) == (
        [],
        [{"what": "roles", "path": "roles", "how": "files"}],
    )


def test_a_link_that_npm_leaves_out_is_told(tmp_path: Path) -> None:
    for name, data in pack({"roles/scout.md": None, "crew/scout.md": ROLE}).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    (tmp_path / "roles").symlink_to("crew")
    document = manifest_document(read_role_pack(FolderTree(tmp_path), "p/"))
    assert document.data["unshipped"] == [{"what": "roles", "path": "roles", "how": "link"}]
    assert document.related["/unshipped/0"] == (Related("p/roles", Span.at(1, 1), "the link"),)


def test_places_can_be_listed() -> None:
    spans = manifest_document(read_role_pack(MappingTree(pack()))).spans
    assert {"/keyword", "/manifest/name", "/manifest/pi/extensions/0"} <= set(spans)
    assert len(spans) == len([*spans])
    with pytest.raises(KeyError):
        spans["/nothing"]


@pytest.mark.parametrize(
    ("contents", "members", "facts", "related"),
    [
        pytest.param(
            {},
            {
                "pi": {
                    "extensions": ["./extensions.ts", "./nowhere"],
                    "skills": ["./rolse"],
                    "prompts": ["./none"],
                }
            },
            {
                "entries": [
                    {
                        "resource": "extensions",
                        "entry": "./extensions.ts",
                        "found": "missing",
                        "how": "all-near",
                        "near": "./extension.ts",
                        "plain": ".extensions.ts",
                    },
                    {
                        "resource": "extensions",
                        "entry": "./nowhere",
                        "found": "missing",
                        "how": "all",
                        "near": "",
                        "plain": ".nowhere",
                    },
                    {
                        "resource": "skills",
                        "entry": "./rolse",
                        "found": "missing",
                        "how": "resource",
                        "near": "",
                        "plain": ".rolse",
                    },
                    {
                        "resource": "prompts",
                        "entry": "./none",
                        "found": "missing",
                        "how": "resource",
                        "near": "",
                        "plain": ".none",
                    },
                ]
            },
            {},
            id="entries missing near",
        ),
        pytest.param(
            {},
            {
                "pi": {
                    "extensions": [
                        "./extension.ts",
                        "./extensoin.ts",
                        "!./extension.tsx",
                        "../out.ts",
                    ]
                }
            },
            {
                "entries": [
                    PLAIN,
                    {
                        "resource": "extensions",
                        "entry": "./extensoin.ts",
                        "found": "missing",
                        "how": "some-near",
                        "near": "./extension.ts",
                        "plain": ".extensoin.ts",
                    },
                    {
                        "resource": "extensions",
                        "entry": "!./extension.tsx",
                        "found": "void",
                        "how": "void",
                        "near": "",
                        "plain": "!extension.tsx",
                    },
                    {
                        "resource": "extensions",
                        "entry": "../out.ts",
                        "found": "out",
                        "how": "out",
                        "near": "",
                        "plain": ".out.ts",
                    },
                ]
            },
            {},
            id="some",
        ),
        pytest.param(
            {},
            {"pi": {"extensions": ["./ext*.ts", "./nowhere"]}},
            {
                "entries": [
                    {
                        "resource": "extensions",
                        "entry": "./nowhere",
                        "found": "missing",
                        "how": "some",
                        "near": "",
                        "plain": ".nowhere",
                    }
                ]
            },
            {},
            id="pattern",
        ),
        pytest.param(
            {},
            {"pi": {"extensions": ["./nowhere.ts"]}},
            {
                "entries": [
                    {
                        "resource": "extensions",
                        "entry": "./nowhere.ts",
                        "found": "missing",
                        "how": "all",
                        "near": "",
                        "plain": ".nowhere.ts",
                    }
                ]
            },
            {},
            id="all",
        ),
        pytest.param(
            {},
            {"pi": {"extensions": []}},
            {"entries": [], "inert": {"how": "empty"}},
            {},
            id="inert empty",
        ),
        pytest.param(
            {},
            {"pi": {"extensions": ["./none*.ts"]}},
            {"entries": [], "inert": {"how": "nothing"}},
            {},
            id="inert nothing",
        ),
        pytest.param(
            {},
            {"pi": {"extensions": "x"}},
            {"entries": []},
            {},
            id="inert nolist",
        ),
        pytest.param(
            {},
            {"pi": {"skills": ["./skills"]}},
            {
                "entries": [
                    {
                        "resource": "skills",
                        "entry": "./skills",
                        "found": "missing",
                        "how": "resource",
                        "near": "",
                        "plain": ".skills",
                    }
                ],
                "inert": {"how": "other-resources"},
            },
            {},
            id="inert other",
        ),
        pytest.param(
            {"extension.ts": None, "extensions/x.md": "", "src/a.ts": EXTENSION},
            {"pi": None},
            {"entries": [], "inert": {"how": "empty-folder"}},
            {},
            id="inert folder",
        ),
        pytest.param(
            {},
            {"pi": None},
            {"entries": [], "inert": {"how": "root-module", "module": "extension.ts"}},
            {},
            id="inert root",
        ),
        pytest.param(
            {"extension.ts": None, "src/index.ts": EXTENSION},
            {"pi": None},
            {"entries": [], "inert": {"how": "nothing-named"}},
            {},
            id="inert nothing named",
        ),
        pytest.param(
            {},
            {"pi": [1]},
            {"entries": []},
            {},
            id="pi is no object",
        ),
        pytest.param(
            {},
            {"pi": {"Extension": [], "skils": [], "scheme": [], "themes": []}},
            {
                "entries": [],
                "inert": {"how": "other-resources"},
                "misspelled": [
                    {"key": "Extension", "near": "extensions"},
                    {"key": "skils", "near": "skills"},
                ],
            },
            {},
            id="misspelled",
        ),
        pytest.param(
            {},
            {"dependencies": {"typebox": "1", "other": "1", "@earendil-works/pi-ai": "1"}},
            {"bundled": ["typebox", "@earendil-works/pi-ai"]},
            {},
            id="bundled",
        ),
        pytest.param(
            {
                "extension.ts": EXTENSION + 'import "typebox";\nimport "./b";\n',
                "b.ts": 'import "@earendil-works/pi-tui";\nimport "typebox";\n',
            },
            {"peerDependencies": 3},
            {
                "peers": {
                    "missing": [
                        "@earendil-works/pi-coding-agent",
                        "typebox",
                        "@earendil-works/pi-tui",
                    ]
                }
            },
            {
                "/peers/missing/0": [("p/extension.ts", 1, "it is imported here")],
                "/peers/missing/1": [("p/extension.ts", 12, "it is imported here")],
                "/peers/missing/2": [("p/b.ts", 1, "it is imported here")],
            },
            id="peers",
        ),
        pytest.param(
            {
                "skills/a/SKILL.md": "---\nname: a\n---\n",
                "skills/b/SKILL.md": "x",
                "extension.ts": EXTENSION
                + 'import "./b";\npi.on("x", () => import("./c"));\n'
                + 'try { require("./d"); } catch {}\n',
                "b.ts": "",
                "c.ts": "",
                "d.ts": "",
            },
            {"files": ["x"], "pi": {"extensions": ["./extension.ts"], "skills": ["./skills"]}},
            {
                "entries": BOTH_FOUND,
                "unshipped": [
                    {"what": "roles", "path": "roles", "how": "files"},
                    {"what": "skills", "path": "skills", "how": "files"},
                    {"what": "extension", "path": "extension.ts", "how": "files"},
                    {"what": "extension", "path": "b.ts", "how": "files"},
                    {"what": "late", "path": "c.ts", "how": "files"},
                ],
            },
            {},
            id="unshipped files",
        ),
        pytest.param(
            {
                "skills/a/SKILL.md": "---\nname: a\n---\n",
                "skills/b/SKILL.md": "x",
                "roles/b.md": ROLE,
            },
            {
                "files": ["extension.ts", "roles/scout.md", "skills/a"],
                "pi": {"extensions": ["./extension.ts"], "skills": ["./skills"]},
                "private": True,
            },
            {
                "private": True,
                "entries": BOTH_FOUND,
                "unshipped": [
                    {"what": "private", "path": "roles/b.md", "how": "files"},
                    {"what": "private", "path": "skills/b/SKILL.md", "how": "files"},
                ],
            },
            {},
            id="unshipped some",
        ),
        pytest.param(
            {".npmignore": "roles\n"},
            {},
            {"unshipped": [{"what": "roles", "path": "roles", "how": "ignored"}]},
            {"/unshipped/0": [("p/.npmignore", 1, "the patterns are here")]},
            id="ignored",
        ),
        pytest.param(
            {".gitignore": "roles\n", "roles/.npmignore": "*\n"},
            {},
            {"unshipped": [{"what": "roles", "path": "roles", "how": "ignored"}]},
            {"/unshipped/0": [("p/.gitignore", 1, "the patterns are here")]},
            id="ignored deeper",
        ),
    ],
)
def test_each_fact_has_what_it_is_about(
    contents: Contents,
    members: dict[str, Any],
    facts: dict[str, Any],
    related: dict[str, list[tuple[str, int, str]]],
) -> None:
    files = MappingTree(pack(contents, **members))
    document = manifest_document(read_role_pack(files, "p/"))
    always = {"kind": "role-pack", "private": False, "keyword": True, "entries": [PLAIN]}
    told = {name: value for name, value in document.data.items() if name != "manifest"}
    assert told == {**always, **facts}
    assert {
        pointer: [(one.path, one.span.start.line, one.message) for one in places]
        for pointer, places in document.related.items()
        if places
    } == related
    packed = manifest_document(read_role_pack(files, "p/", packed=True)).data
    assert "unshipped" not in packed


@pytest.mark.parametrize(
    ("members", "fact", "member", "part"),
    [
        ({}, "/keyword", "/keywords", "value"),
        ({}, "/entries/0", "/pi/extensions/0", "value"),
        ({"pi": {"extensions": ["./a", "./b"]}}, "/entries/1", "/pi/extensions/1", "value"),
        ({"pi": {"extensions": []}}, "/inert", "/pi/extensions", "value"),
        ({"pi": {"skills": ["./skills"]}}, "/inert", "/pi", "key"),
        ({"pi": {"skils": [], "themse": []}}, "/misspelled/1", "/pi/themse", "key"),
        (
            {"dependencies": {"a": "1", "typebox": "1"}},
            "/bundled/0",
            "/dependencies/typebox",
            "key",
        ),
        ({"peerDependencies": {}}, "/peers/missing/0", "/peerDependencies", "key"),
        ({"files": ["extension.ts"]}, "/unshipped/0", "/files", "key"),
    ],
)
def test_each_fact_stands_where_its_member_does(
    members: dict[str, Any], fact: str, member: str, part: Part
) -> None:
    document = manifest_document(read_role_pack(MappingTree(pack(**members))))
    span = document.locate(f"/manifest{member}", part)
    assert span.start.line > 1
    assert document.locate(fact) == document.locate(fact, "key") == span
