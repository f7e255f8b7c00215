"""The words that the host knows, said once more: what the schema lists is what its page lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from herdr_lint.judge import shipped
from herdr_lint.role.fields import BUILT_IN_TOOLS, SKILL_NAME, SPAWNING_TOOLS, THINKING

DEFS: dict[str, Any] = shipped.load("role/role.schema.json")["$defs"]


@pytest.mark.parametrize(
    ("words", "known"),
    [
        (THINKING, "off minimal low medium high xhigh max"),
        (BUILT_IN_TOOLS, "read bash edit write grep find ls powershell subagent"),
        (
            SPAWNING_TOOLS,
            "subagent subagent_interrupt subagent_cancel subagent_send subagent_stop"
            " subagents_list subagent_resume",
        ),
        (DEFS["session-mode"]["enum"], "standalone lineage-only fork"),
        (DEFS["system-prompt"]["enum"], "append replace"),
    ],
)
def test_the_words_of_the_host(words: Sequence[str], known: str) -> None:
    assert " ".join(words) == known


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("a", True),
        ("a1-b2", True),
        ("a" * 64, True),
        ("a" * 65, False),
        ("", False),
        ("-a", False),
        ("a-", False),
        ("a--b", False),
        ("A", False),
        ("a_b", False),
        ("a b", False),
        ("a\n", False),
    ],
)
def test_the_name_of_a_skill(name: str, taken: bool) -> None:
    assert (SKILL_NAME.fullmatch(name) is not None) is taken
