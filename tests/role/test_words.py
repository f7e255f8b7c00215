"""The words that the host knows, said once more: what the schema lists is what its page lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from herdr_lint.judge import shipped
from herdr_lint.role.fields import (
    BOOLEANS,
    BUILT_IN_TOOLS,
    CAPABILITIES,
    FIELDS,
    SKILL_NAME,
    SPAWNING_TOOLS,
    THINKING,
)
from herdr_lint.role.file_name import DOCUMENTS, is_document

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


def test_the_keys_that_the_host_looks_for() -> None:
    assert " ".join(FIELDS) == (
        "tools deny-tools spawning self-spawn name description model thinking system-prompt"
        " session-mode persistent auto-exit interactive disable-model-invocation skills skill cwd"
        " cli cli-model"
    )
    assert CAPABILITIES == ("tools", "deny-tools", "spawning", "self-spawn")
    lists = [name for name, field in FIELDS.items() if field.entries]
    assert lists == ["tools", "deny-tools", "skills", "skill"]
    switches = [name for name, field in FIELDS.items() if field.words == BOOLEANS]
    assert " ".join(switches) == (
        "spawning self-spawn persistent auto-exit interactive disable-model-invocation"
    )


@pytest.mark.parametrize(
    ("key", "raw", "read"),
    [
        ("tools", "read, bash", ["read", "bash"]),
        ("tools", "read,, bash", "read,, bash"),
        ("tools", "[read]", "[read]"),
        ("tools", '"read"', '"read"'),
        ("tools", "read # x", "read # x"),
        ("tools", "> x", "> x"),
        ("skills", "a,, b", ["a", "b"]),
        ("spawning", "true", True),
        ("spawning", "false", False),
        ("spawning", "True", "True"),
        ("disable-model-invocation", "TRUE", True),
        ("disable-model-invocation", "false", False),
        ("disable-model-invocation", "yes", "yes"),
        ("disable-model-invocation", "tru\u0435", "tru\u0435"),
        ("cwd", "/a", "/a"),
    ],
)
def test_what_the_host_takes_a_value_for(key: str, raw: str, read: object) -> None:
    assert FIELDS[key].read(raw) == read


@pytest.mark.parametrize("stem", ["readme", "changes", "claude"])
def test_documents_are_none_of_the_roles(stem: str) -> None:
    assert is_document(f"{stem}.md")
    assert is_document(f"{stem.upper()}.de.md")
    assert not is_document(f"my-{stem}.md")


def test_all_documents() -> None:
    assert " ".join(sorted(DOCUMENTS)) == (
        "agents changelog changes claude code-of-conduct code_of_conduct contributing gemini"
        " licence license notice readme skill"
    )
