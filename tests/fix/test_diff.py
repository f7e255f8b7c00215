from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.fix.diff import unified_diff
from tests.effort import examples


def test_headers_and_context() -> None:
    before = b"1\n2\n3\n4\n5\n6\n7\n8\n"
    assert unified_diff("roles/scout.md", before, before.replace(b"5", b"x")) == (
        b"--- a/roles/scout.md\n+++ b/roles/scout.md\n"
        b"@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"
    )


def test_no_change_no_diff() -> None:
    assert unified_diff("x", b"a", b"a") == b""


def test_no_newline_at_the_end() -> None:
    assert unified_diff("x", b"a\nb", b"a\nc") == (
        b"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n"
        b"-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"
    )


def test_line_ends_stay_as_they_are() -> None:
    assert unified_diff("x", b"a\r\nb\r\n", b"a\r\nc\r\n") == (
        b"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n"
    )


@pytest.mark.parametrize(
    ("path", "header"),
    [
        ("a b.md", b"a/a b.md\t"),
        ("é.md", "a/é.md".encode()),
        ("\udce9.md", b"a/\xe9.md"),
        ("a\x1b\n.md", b'"a/a\\033\\012.md"'),
        ('a"\\.md', b'"a/a\\042\\134.md"'),
    ],
)
def test_names_are_written_as_they_are(path: str, header: bytes) -> None:
    assert unified_diff(path, b"", b"x\n").split(b"\n")[0] == b"--- " + header


GIT = shutil.which("git")
contents = st.lists(st.sampled_from([b"a", b"b", b"\n", b"\n", b"\r\n", b"\r"])).map(b"".join)


@pytest.mark.skipif(GIT is None, reason="needs git")
@given(contents, contents, st.sampled_from(["x.md", "a b.md", "é.md", 'a"\\b.md', "a\x1b\n.md"]))
@examples(25)
def test_git_makes_of_the_diff_what_was_meant(
    tmp_path_factory: pytest.TempPathFactory, before: bytes, after: bytes, name: str
) -> None:
    folder = tmp_path_factory.mktemp("diff")
    path = Path(folder, name)
    path.write_bytes(before)
    diff = unified_diff(name, before, after)
    if before != after:
        subprocess.run([GIT or "", "apply", "-p1"], input=diff, cwd=folder, check=True)
    assert path.read_bytes() == after
