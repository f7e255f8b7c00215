"""From what is named on the command line to the addresses of packs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from herdr_lint.audit.addresses import addresses, indexed
from herdr_lint.model import UsageError

INDEX = "https://x.test/v1/index.json"


def test_an_archive_is_taken_as_it_is() -> None:
    assert addresses(["b.tgz", "s3://a/c.zip", "b.tgz"], {}) == ["b.tgz", "s3://a/c.zip"]


def test_a_folder_stands_for_its_archives_at_any_depth(tmp_path: Path) -> None:
    for name in ("b.tgz", "a/c.tar.gz", "a/d/e.zip", "a/f.sig", "g.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    names = ("a/c.tar.gz", "a/d/e.zip", "b.tgz")
    assert addresses([str(tmp_path)], {}) == [f"{tmp_path}/{name}" for name in names]
    assert addresses([f"file://{tmp_path}/"], {}) == [f"file://{tmp_path}/{name}" for name in names]


def test_a_listing_has_an_address_a_line(tmp_path: Path) -> None:
    listing = tmp_path / "packs.txt"
    lines = "# all\n b.tgz \n\nhttps://x.test/a.tgz\r\nb.tgz\n\u00e9.zip\n".encode()
    listing.write_bytes(lines + b"\xff.zip\n")
    found = ["b.tgz", "https://x.test/a.tgz", "\u00e9.zip", "\ufffd.zip"]
    assert addresses([str(listing)], {}) == found
    with pytest.raises(UsageError, match=r"packs\.txt/ has no archive "):
        addresses([f"{listing}/"], {})


@pytest.mark.parametrize(
    ("index", "found"),
    [
        (
            {"versions": {"1.0.0": {"dist": {"tarball": "https://t.test/a.tgz"}}, "2": {}}},
            ["https://t.test/a.tgz"],
        ),
        (
            {
                "packs": {
                    "core.a.b": {"versions": {"1.0.0": None}},
                    "core.c.d": [],
                    "core.e.f": {},
                }
            },
            ["https://x.test/v1/packs/core.a.b/-/1.0.0.tgz"],
        ),
        (
            {
                "packs": [
                    {"name": "core.a.b", "versions": ["1.0.0", {"version": "1.1.0"}]},
                    {"name": "core.c.d", "version": "2.0.0"},
                    {"tarball": "e.tgz"},
                    {"url": "s3://bucket/f.tgz"},
                    "?",
                ]
            },
            [
                "https://x.test/v1/packs/core.a.b/-/1.0.0.tgz",
                "https://x.test/v1/packs/core.a.b/-/1.1.0.tgz",
                "https://x.test/v1/packs/core.c.d/-/2.0.0.tgz",
                "https://x.test/v1/e.tgz",
                "s3://bucket/f.tgz",
            ],
        ),
        (
            [{"name": "core a", "versions": [{}]}, {"url": "/b.tgz"}],
            ["https://x.test/v1/packs/core%20a/-/.tgz", "https://x.test/b.tgz"],
        ),
    ],
    ids=["npm", "catalog", "list", "bare list"],
)
def test_an_index_names_or_implies_them(index: Any, found: list[str]) -> None:
    assert list(indexed(INDEX, json.dumps(index).encode())) == found


def test_addresses_count_from_their_index_whatever_its_scheme() -> None:
    content = json.dumps([{"url": "a.tgz"}, {"url": "/b.tgz"}, {"url": "gs://c/d.tgz"}]).encode()
    assert [*indexed("s3://bucket/v1/index.json", content)] == [
        "s3://bucket/v1/a.tgz",
        "s3://bucket/b.tgz",
        "gs://c/d.tgz",
    ]
    assert [*indexed("v1/index.json", content)] == ["v1/a.tgz", "/b.tgz", "gs://c/d.tgz"]


def test_a_page_of_search_results_implies_them() -> None:
    page = {"objects": [{"package": {"name": "@a/b", "version": "1.0.0"}}, {}]}
    found = indexed("https://npm.test/-/v1/search?text=pi", json.dumps(page).encode())
    assert list(found) == ["https://npm.test/@a/b/-/b-1.0.0.tgz"]


def test_an_index_may_lie_on_this_machine(tmp_path: Path) -> None:
    (tmp_path / "index.json").write_text('[{"tarball": "a.tgz"}, {"tarball": "s3://b/c.tgz"}]')
    assert addresses([str(tmp_path / "index.json")], {}) == [f"{tmp_path}/a.tgz", "s3://b/c.tgz"]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("index.json", "{", "{path} is not JSON, as the index of a registry has to be"),
        (
            "index.json",
            "{}",
            "{path} is not an index of packs that is known here: an npm package document or search"
            " result, an OpenWOP catalog, or a list of packs",
        ),
        (
            "none.txt",
            None,
            "{path} has no archive (.tgz, .tar.gz, .zip) in it; check the address",
        ),
        (
            "none.json",
            None,
            "cannot read {path}: [Errno 2] No such file or directory: '{path}'",
        ),
    ],
)
def test_what_names_no_packs_is_wrong_use(
    tmp_path: Path, name: str, content: str | None, told: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_text(content, "utf-8")
    with pytest.raises(UsageError) as error:
        addresses([str(path)], {})
    assert error.value.problems == (told.format(path=path),)
