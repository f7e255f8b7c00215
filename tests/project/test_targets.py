"""Which findings are about what was asked for, by their paths."""

from __future__ import annotations

import pytest

from herdr_lint.project.targets import Discovery


@pytest.mark.parametrize(
    ("requested", "inside", "outside"),
    [
        (
            "roles",
            ["roles", "roles/a.md", "roles/a/b.md"],
            ["role", "roles.md", "x/roles", "/roles"],
        ),
        ("a/b.md", ["a/b.md"], ["a", "a/b.md.bak", "b.md"]),
        ("a.tgz", ["a.tgz", "a.tgz!pack.json", "a.tgz!roles/a.md"], ["b.tgz!a.tgz", "a!x"]),
        ("a!b", ["a!b"], ["a", "b"]),
        ("/a", ["/a", "/a/b", "/a/b/c"], ["/", "/b", "/b/a", "a", "../a"]),
        ("/a/b", ["/a/b", "/a/b/c"], ["/a", "/b"]),
        ("/", ["/", "/a", "/a/b"], ["a", "../a", ".."]),
        (".", [".", "a", "a/b", "..a"], ["..", "../a", "/a", "/"]),
        ("..", ["..", "../a", "../a/b", ".", "a/b"], ["../..", "../../a", "/a"]),
        ("../..", ["../..", "..", "../a", "../../a", "a"], ["../../..", "../../../a", "/"]),
        ("../a", ["../a", "../a/b"], ["..", "../b", "a", "../../a", "."]),
    ],
)
def test_a_finding_is_covered_by_what_was_asked_for(
    requested: str, inside: list[str], outside: list[str]
) -> None:
    found = Discovery(requested=frozenset({requested}))
    assert [one for one in (*inside, *outside) if found.covers(one)] == inside
    more = Discovery(requested=frozenset({requested, "elsewhere/x"}))
    assert [one for one in (*inside, *outside) if more.covers(one)] == inside
    assert not Discovery().covers(requested)
