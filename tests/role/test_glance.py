"""What the beginning of a file shows of being meant for a role."""

from __future__ import annotations

from pathlib import Path

import pytest

from herdr_lint import lint
from herdr_lint.role.glance import is_meant_for_role, is_role_anywhere, keys_of, reads_like_role

SEEN = 4096
"""Bytes of a file that are looked at."""


@pytest.mark.parametrize(
    "text",
    [
        "---\nname: a\n---\n",
        "\n \r\n---\nx: y\n",
        "\ufeff\ufeff---\n",
        "***\nname: a\n***\n",
        "+++\nname = 'a'\n+++\n",
        "```yaml\nname: a\n```\n",
        "name: a\ndescription: b\n",
        "tools\uff1aread\n",
        "# Panel\n\n```yaml\n---\nname: panel\n---\n```\n",
    ],
)
def test_frontmatter_however_badly_it_is_written(text: str) -> None:
    assert reads_like_role(text.encode())
    assert is_meant_for_role(text.encode()) is bool(keys_of(text.encode()))


@pytest.mark.parametrize(
    "text",
    ["", "# Title\n\nText.\n", "***\nText.\n", "Note: a\n", "# T\n" * 9 + "---\nname: a\n"],
)
def test_prose(text: str) -> None:
    assert not reads_like_role(text.encode())
    assert not is_meant_for_role(text.encode())


def test_a_key_below_text_shows_nothing() -> None:
    assert not reads_like_role(b"Text\nname: a\n")


def test_utf_16_shows_through() -> None:
    assert keys_of("---\nname: a\n---\n".encode("utf-16")) == {"name"}
    assert reads_like_role("---\nname: a\n".encode("utf-16"))


def test_only_a_key_of_this_host_tells_anywhere() -> None:
    assert is_role_anywhere(b"---\nname: a\nspawning: false\n---\n")
    assert not is_role_anywhere(b"---\nname: a\ndescription: d\ntools: read\nmodel: m\n---\n")
    assert not is_role_anywhere(b"---\nname: a\n---\nspawning: false\n")
    assert not is_role_anywhere(b"spawning: false\n")


def test_a_page_of_a_site_is_not_meant_for_a_role() -> None:
    assert is_meant_for_role(b"---\ndescription: d\n---\n")
    assert not is_meant_for_role(b"---\ndescription: d\ntitle: T\n---\n")
    assert is_meant_for_role(b"---\nname: n\ntitle: T\n---\n")


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("---\nname: a\n\"tools\": b\n  'cwd' : c\nx: y\n---\ncli: pi\n", "name tools cwd"),
        ("---\nmodel = d\n\tname=a\n---\n", "model name"),
        ("---\nskills\uff1aa\n names: b\nmy-name: c\ntools\n", "skills"),
        ("thinking: low\n---\nspawning: true\n", "thinking spawning"),
        ("\n\t---\nname: a\n---\ncli: pi\n", "name"),
        ("", ""),
    ],
)
def test_the_keys_of_the_host_at_the_beginning(text: str, keys: str) -> None:
    assert keys_of(text.encode()) == {*keys.split()}


@pytest.mark.parametrize("mark", ["---", "+++", "***", "___", "```", "~~~", "\u2013", "\u2014"])
def test_a_mark_above_a_key_of_the_host(mark: str) -> None:
    assert reads_like_role(f"{mark}\nname: a\n".encode())
    assert reads_like_role(f"{mark}\nname of it\n".encode()) is (mark == "---")


@pytest.mark.parametrize("space", [" ", "\t", "\r", "\n", "\v", "\f", "\ufeff"])
def test_nothing_to_see_before_a_fence(space: str) -> None:
    assert reads_like_role(f"{space}---\n".encode())
    assert keys_of(f"{space}---\nname: a\n---\ncli: pi\n".encode()) == {"name"}


@pytest.mark.parametrize(
    ("lines", "found"),
    [(5, True), (6, True), (7, False)],
)
def test_frontmatter_that_slipped_down_stands_in_the_first_lines(lines: int, found: bool) -> None:
    assert reads_like_role(("T\n" * lines + "---\nname: a\n").encode()) is found


def test_no_more_than_the_beginning_is_looked_at() -> None:
    inside = b"---\n" + b"#" * (SEEN - len("---\n\ncli:")) + b"\ncli:"
    assert len(inside) == SEEN
    assert keys_of(inside) == {"cli"}
    assert keys_of(inside.replace(b"#\n", b"##\n")) == set()
    marked = b"***\ncli:"
    space = b"\n" * (SEEN - len(marked))
    assert reads_like_role(space + marked)
    assert not reads_like_role(space + b"\n" + marked)
    page = b"---\ndescription: d\n" + b"#" * (SEEN - len("---\ndescription: d\n\nlayout:"))
    assert not is_meant_for_role(page + b"\nlayout:")
    assert is_meant_for_role(page + b"#\nlayout:")


@pytest.mark.parametrize("key", ["title", "layout", "permalink", "sidebar", "sidebar_label"])
def test_the_keys_of_pages(key: str) -> None:
    assert not is_meant_for_role(f"---\ndescription: d\n{key}: x\n---\n".encode())
    assert is_meant_for_role(f"---\ndescription: d\nmy {key}: x\n---\n".encode())


def test_a_role_that_is_too_large_is_not_judged(tmp_path: Path) -> None:
    head = b"---\nname: scout\ndescription: Maps.\n---\n\n"
    role = tmp_path / "roles/scout.md"
    role.parent.mkdir()
    role.write_bytes(head + b"x" * ((1 << 20) - len(head)))
    assert (len(role.read_bytes()), lint([role]).unchecked) == (1 << 20, ())
    role.write_bytes(role.read_bytes() + b"x")
    (left,) = lint([role]).unchecked
    assert (left.reason, left.decides) == ("larger than 1 MiB", False)
