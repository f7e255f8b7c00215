"""Which part of a path names an archive, and which a file in it."""

from __future__ import annotations

import pytest

from herdr_lint.report.paths import split_member


@pytest.mark.parametrize(
    ("path", "file", "member"),
    [
        ("a.tgz!pack.json", "a.tgz", "pack.json"),
        ("x/a.tar.gz!b/c.md", "x/a.tar.gz", "b/c.md"),
        ("a.tar!b", "a.tar", "b"),
        ("A.ZIP!b\nc", "A.ZIP", "b\nc"),
        ("a.tgz!b.zip!c", "a.tgz", "b.zip!c"),
        ("a\nb.tgz!c", "a\nb.tgz", "c"),
        ("a.tgz!", "a.tgz!", None),
        (".tgz!b", ".tgz!b", None),
        ("a.gz!b", "a.gz!b", None),
        ("a.tgz", "a.tgz", None),
    ],
)
def test_a_member_of_an_archive(path: str, file: str, member: str | None) -> None:
    assert split_member(path) == (file, member)
