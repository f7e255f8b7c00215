"""Unknown keys, and the known ones that they were probably meant to be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.role.fields import FIELDS
from herdr_lint.role.keys import resembles, skeleton, visible


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
    ],
)
def test_what_a_key_stands_for(key: str, known: str, by: str) -> None:
    assert resembles(key) == (known, by)


@pytest.mark.parametrize(
    "key", ["color", "mode", "toolset", "x-tools", "user", "output", "", "role", "permission"]
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
