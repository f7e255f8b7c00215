from __future__ import annotations

import pytest

from herdr_lint.role.fields import FIELDS
from herdr_lint.role.frontmatter import FrontmatterEntry, key_line
from herdr_lint.role.meaning import means_same


def entry(key: str, text: str) -> FrontmatterEntry:
    first, *rest = text.split("\n")
    head = key_line(2, f"{key}: {first}")
    assert head is not None
    return FrontmatterEntry(head, tuple(enumerate(rest, 3)))


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        ("tools", "[read, bash]", "read, bash"),
        ("tools", "\n  - read\n  - bash", "read, bash"),
        ("tools", "read,, bash,", "read, bash"),
        ("tools", "'read,bash'", "read, bash"),
        ("spawning", '"false"', "false"),
        ("spawning", "FALSE", "false"),
        ("name", '"scout"', "scout"),
        ("name", "scout # why", "scout"),
        ("description", ">\n  Maps\n  the code", "Maps the code"),
        ("description", "Maps\n  the code", "Maps the code"),
        ("model", "12", "12"),
    ],
)
def test_the_same(key: str, old: str, new: str) -> None:
    assert means_same(FIELDS[key], entry(key, old), entry(key, new))


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        pytest.param("tools", "[read, 'a,b']", "read, a, b", id="a comma in a name"),
        pytest.param("tools", "[read, ~]", "read", id="a null among the names"),
        pytest.param("tools", "[read, ~]", "read, ~", id="a null that becomes a name"),
        pytest.param("tools", "[read, [bash]]", "read, bash", id="a list in the list"),
        pytest.param("tools", "{read: yes}", "read", id="a mapping"),
        pytest.param("tools", "'*'", "*", id="a name that YAML refuses bare"),
        pytest.param("tools", "'12'", "12", id="a name that is a number when bare"),
        pytest.param("tools", "&mine read", "read", id="an anchor"),
        pytest.param("tools", "*mine", "read", id="an alias"),
        pytest.param("spawning", "yes", "true", id="another word for true"),
        pytest.param("spawning", "[true]", "true", id="a list for a switch"),
        pytest.param("name", "[scout]", "scout", id="a list for a text"),
        pytest.param("name", "'12'", "12", id="a text that is a number when bare"),
        pytest.param("name", "'off'", "off", id="a text that is a switch to older readers"),
        pytest.param("name", "'2026-01-02'", "2026-01-02", id="a text that is a date when bare"),
        pytest.param("description", "'a: b'", "a: b", id="a colon"),
        pytest.param("description", "'a # b'", "a # b", id="what becomes a comment"),
        pytest.param("description", "|\n  a\n  b", "a b", id="line breaks that count"),
        pytest.param("description", "'a  b'", "a b", id="two spaces"),
        pytest.param("description", '"a', "a", id="what YAML refuses"),
    ],
)
def test_not_the_same(key: str, old: str, new: str) -> None:
    assert not means_same(FIELDS[key], entry(key, old), entry(key, new))
