"""PAX records that all programs read alike, and what is said of each other one."""

from __future__ import annotations

import pytest

from herdr_lint.files.archives import read_archive
from herdr_lint.files.pax import split
from tests.strategies.archives import entry, pax, tar

MOST = 10**6 - 1
"""The length of a record that has as many digits as are read."""


def fault(key: str, value: str) -> str | None:
    """What is said of a record beside that there is one."""
    first, *others = read_archive(tar([pax({key: value}), entry("a", b"x")])).issues
    assert first.kind == "pax-header"
    kinds = [one.kind for one in others if one.kind != "name-with-nul"]
    return kinds.pop() if len(kinds) == 1 else ", ".join(kinds) or None


@pytest.mark.parametrize(
    ("content", "records"),
    [
        (b"6 a=b\n", [(b"a", b"b")]),
        (b"6 a=b\n5 c=\n", [(b"a", b"b"), (b"c", b"")]),
        (b"7 a==b\n", [(b"a", b"=b")]),
        (b"6 !=~\n", [(b"!", b"~")]),
        (b"7 a=\0b\n", [(b"a", b"\0b")]),
        (f"{MOST} a=".encode() + b"x" * (MOST - 10) + b"\n", [(b"a", b"x" * (MOST - 10))]),
        (b"1000000 a=" + b"x" * (10**6 - 11) + b"\n", None),
        (b"", None),
        (b"6 a=b", None),
        (b"6 a=b\n\n", None),
        (b"5 a=b\n", None),
        (b"7 a=b\n", None),
        (b"06 a=b\n", None),
        (b"4 a=\n", None),
        (b"5 =a\n", None),
        (b"3 a\n", None),
        (b"8 a b=c\n", None),
        (b"6 \x7f=b\n", None),
        (b"6 a=b\n6 c=d", None),
    ],
)
def test_records(content: bytes, records: list[tuple[bytes, bytes]] | None) -> None:
    assert split(content) == records


@pytest.mark.parametrize("key", ["atime", "ctime", "mtime"])
def test_times(key: str) -> None:
    for value in ("0", "-1", "1.", "1.123456789", "9" * 12):
        assert fault(key, value) is None
    for value in ("", "-", "+1", ".5", "1e3", "1.x", "9" * 13):
        assert fault(key, value) == "pax-value"


@pytest.mark.parametrize("key", ["uid", "gid"])
def test_numbers_of_owners(key: str) -> None:
    for value in ("0", "9" * 10):
        assert fault(key, value) is None
    for value in ("", "-1", "1.5", "9" * 11):
        assert fault(key, value) == "pax-value"


@pytest.mark.parametrize("key", ["comment", "gname", "uname"])
def test_texts(key: str) -> None:
    for value in ("", "é 1"):
        assert fault(key, value) is None
    assert fault(key, "a\0b") == "pax-value"
    assert fault(key, "a\nb") == "pax-newline"


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("path", "1a", None),
        ("path", "a", None),
        ("path", "12", "pax-value"),
        ("path", "", "pax-value"),
        ("size", "1", None),
        ("size", "0" * 11 + "1", None),
        ("size", "0" * 12 + "1", "pax-value"),
        ("size", "1.0", "pax-value"),
        ("size", "", "pax-value"),
        ("SCHILY.dev", "", None),
        ("SCHILY.ino", "", None),
        ("SCHILY.nlink", "", None),
        ("SCHILY.fflags", "", None),
        ("SCHILY.acl.access", "", None),
        ("SCHILY.xattr.user.a", "", None),
        ("SCHILY.realsize", "", "pax-unknown"),
        ("RHT.security.selinux", "", None),
        ("LIBARCHIVE.creationtime", "", None),
        ("LIBARCHIVE.xattr.a", "", None),
        ("LIBARCHIVE.symlinktype", "", "pax-unknown"),
        ("NODETAR.type", "", None),
        ("charset", "", "pax-unknown"),
        ("hdrcharset", "", "pax-unknown"),
        ("linkpath", "", "pax-unknown"),
    ],
)
def test_other_records(key: str, value: str, kind: str | None) -> None:
    assert fault(key, value) == kind


def test_only_a_comment_is_for_all_entries() -> None:
    packed = tar([pax({"comment": "c", "mtime": "1", "uid": "x"}, kind=b"g"), entry("a", b"x")])
    assert [(one.kind, dict(one.params)) for one in read_archive(packed).issues] == [
        ("pax-header", {}),
        ("pax-global", {"key": "mtime"}),
    ]
