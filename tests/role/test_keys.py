"""Unknown keys, and the known ones that they were probably meant to be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.role.fields import FIELDS
from herdr_lint.role.keys import deceiving, resembles, skeleton, visible


@pytest.mark.parametrize(
    ("key", "known", "by"),
    [
        ("Tools", "tools", "case"),
        ("DENY-TOOLS", "deny-tools", "case"),
        ("deny_tools", "deny-tools", "separator"),
        ("deny tools", "deny-tools", "separator"),
        ("Deny_Tools", "deny-tools", "separator"),
        ("denytools", "deny-tools", "separator"),
        ("denyTools", "deny-tools", "camel"),
        ("SelfSpawn", "self-spawn", "camel"),
        ("disableModelInvocation", "disable-model-invocation", "camel"),
        ("to\u200bols", "tools", "invisible"),
        ("\u00adtools", "tools", "invisible"),
        ("t\u043eols", "tools", "lookalike"),
        ("deny\u2011tools", "deny-tools", "lookalike"),
        ("\u0422ools", "tools", "lookalike"),
        ("D\u0395NY-TOOLS", "deny-tools", "lookalike"),
        ("tool", "tools", "typo"),
        ("spawn", "spawning", "typo"),
        ("descripton", "description", "typo"),
        ("sesion_mode", "session-mode", "typo"),
        ("slef_spawn", "self-spawn", "typo"),
        ("slef. spawn", "self-spawn", "typo"),
        ("denytolls", "deny-tools", "typo"),
        ("iname", "name", "typo"),
        ("uname", "name", "typo"),
        ("dscripton", "description", "typo"),
        ("descirptoin", "description", "typo"),
        ("insteractive", "interactive", "typo"),
        ("skil", "skills", "typo"),
        ("skilla", "skills", "typo"),
        ("askills", "skills", "typo"),
        ("tools", "tools", "separator"),
        ("To\u200bols", "tools", "lookalike"),
        ("denyT\u043eols", "deny-tools", "camel"),
        ("deny_T\u043eols", "deny-tools", "camel"),
        ("deny-to-ols", "deny-tools", "separator"),
        ("to\x07ols", "tools", "invisible"),
        ("self-spwan", "self-spawn", "typo"),
        ("session-mod-e", "session-mode", "separator"),
    ],
)
def test_what_a_key_stands_for(key: str, known: str, by: str) -> None:
    assert resembles(key) == (known, by)


@pytest.mark.parametrize(
    "key",
    [
        "color",
        "mode",
        "toolset",
        "x-tools",
        "user",
        "output",
        "",
        "role",
        "permission",
        "pesistnt",  # two letters of ten
        "descxxxtion",
        "cld",  # as near to `cli` as to `cwd`
        "a_skills",
        "a skills",
        "undescription",
        "nosession-mode",
    ],
)
def test_other_keys_are_other_keys(key: str) -> None:
    assert resembles(key) is None


@given(st.text(max_size=12))
def test_only_known_keys_are_named(key: str) -> None:
    found = resembles(key)
    assert found is None or found.key in FIELDS


def test_what_can_be_seen() -> None:
    assert visible("a\u200b\u2060\u0301\x07b") == "ab"
    assert skeleton("\uff41\u0435\u03bf\u2013\u00e9") == "aeo-\u00e9"
    for length in (255, 256):
        long = "\u0435" * length
        assert skeleton(long) == ("e" * length if length == 255 else long)


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ("", []),
        ("read bash\tls", []),
        ("re\u200bad", [2]),  # of each kind that is not to be seen
        ("re\x07ad", [2]),
        ("\u00a0read", [0]),
        ("\u00a0\u00e9", [0]),
        ("read\u2028", [4]),
        ("re\u2029ad", [2]),
        ("r\u0435\u0430d", [1, 2]),
        ("\u0435\u0430", []),
        ("1\u0435", []),
        ("\u0436r\u0435", [2]),  # the first looks like no letter of ours
        ("r\u00e9ad", []),
        ("re\u0301ad", []),
    ],
)
def test_characters_that_deceive(entry: str, found: list[int]) -> None:
    assert list(deceiving(entry)) == [(at, entry[at]) for at in found]
