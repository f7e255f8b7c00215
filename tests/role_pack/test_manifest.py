from __future__ import annotations

import json

import pytest

from herdr_lint.files.tree import MappingTree
from herdr_lint.model import Span
from herdr_lint.role_pack.manifest import manifest_document
from herdr_lint.role_pack.reading import read_role_pack
from tests.role_pack.packs import pack


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
    assert (data["entries"], data["unshipped"]) == (
        [],
        [{"what": "roles", "path": "roles", "how": "files"}],
    )


def test_places_can_be_listed() -> None:
    spans = manifest_document(read_role_pack(MappingTree(pack()))).spans
    assert {"/keyword", "/manifest/name", "/manifest/pi/extensions/0"} <= set(spans)
    assert len(spans) == len([*spans])
    with pytest.raises(KeyError):
        spans["/nothing"]
