"""What the beginning of a file shows of being meant for a role."""

from __future__ import annotations

import pytest

from herdr_lint.role.glance import is_meant_for_role, is_role_anywhere, keys_of, reads_like_role


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


def test_utf_16_shows_through() -> None:
    assert reads_like_role("---\nname: a\n".encode("utf-16"))


def test_only_a_key_of_this_host_tells_anywhere() -> None:
    assert is_role_anywhere(b"---\nname: a\nspawning: false\n---\n")
    assert not is_role_anywhere(b"---\nname: a\ntools: read\n---\n")
    assert not is_role_anywhere(b"---\nname: a\n---\nspawning: false\n")
    assert not is_role_anywhere(b"spawning: false\n")


def test_a_page_of_a_site_is_not_meant_for_a_role() -> None:
    assert is_meant_for_role(b"---\ndescription: d\n---\n")
    assert not is_meant_for_role(b"---\ndescription: d\ntitle: T\n---\n")
    assert is_meant_for_role(b"---\nname: n\ntitle: T\n---\n")
