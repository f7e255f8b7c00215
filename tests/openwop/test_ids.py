"""Ids in manifests, at the edges of what their patterns take."""

from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.judge import shipped
from herdr_lint.judge.validator import standalone
from herdr_lint.openwop.pack import check_openwop_pack
from tests.builders import files, manifest

LONG = "a" * 300
LONG_NAME = "core.a.".ljust(256, "a")


def sound(version: str, name: str, values: tuple[Any, ...]) -> list[Any]:
    """Those of the values that an id may be."""
    schema = shipped.load(f"openwop/{version}/ids.schema.json")["$defs"][name]
    judge = standalone({key: value for key, value in schema.items() if key != "x-herdr"})
    return [value for value in values if next(judge.errors(value), None) is None]


@pytest.mark.parametrize(
    ("version", "name", "taken", "refused"),
    [
        (
            "v1",
            "agentId",
            ("core.a.b", "vendor.a-1_.b-C_1", "community.a.b.c", "private.a.b", "local.a.b"),
            ("core.a", "other.a.b", "xcore.a.b", "core.A.b", "core.a.B", "core.1.b", "core.a.1", 1),
        ),
        ("v1", "nodeType", ("a", "aA0._-", LONG[:256]), ("", "A", "1", "-a", "~a", "a~", LONG, 1)),
        (
            "shared",
            "packName",
            ("core.a.b", "vendor.a1_-.bC_-", "community.a.b.c", "private.a.b", LONG_NAME),
            (
                *("core.a", "other.a.b", "xcore.a.b", "core.A.b", "core.a.1", "core.a.b."),
                *("core.a.b~", "core..b", "core.1.b", f"{LONG_NAME}a", 1),
            ),
        ),
        (
            "shared",
            "promptId",
            ("a", "0", "a._-", LONG[:128]),
            ("", "A", "_a", "~a", "a~", LONG[:129], 1),
        ),
        (
            "shared",
            "promptReference",
            (
                *("prompt:a", "prompt:0._-", f"prompt:{LONG[:128]}", "prompt:a@10.20.30"),
                *("prompt:a@1.0.0-rc.1", "prompt:a@1.0.0+b.1", "prompt:a@1.0.0-a+b"),
            ),
            (
                *("prompt:", "xprompt:a", "prompt:A", f"prompt:{LONG[:129]}", "prompt:a@"),
                *("prompt:a@1.0", "prompt:a@.0.0", "prompt:a@1..0", "prompt:a@1.0."),
                *("prompt:a@1.0.0-", "prompt:a@1.0.0+", "prompt:a@1.0.0~"),
            ),
        ),
        (
            "shared",
            "version",
            ("1.0.0", "10.20.30", "1.0.0-rc.1", "1.0.0+b.1", "1.0.0-a+b"),
            ("", "1.0", ".0.0", "1..0", "1.0.", "1.0.0-", "1.0.0+", "1.0.0~", "v1.0.0", 1),
        ),
        (
            "v2",
            "authored",
            ("a", "A", "0", "._~:-", LONG[:128]),
            ("", "a/b", "/a", LONG[:129], 1),
        ),
        ("v2", "keyId", ("a", "A", "0", "._~-", LONG[:128]), ("", "a:b", ":", LONG[:129], 1)),
        (
            "v2",
            "nodeType",
            ("a.b", "a0_-.bC0_-", "a.b.c", f"a.{LONG[:254]}"),
            ("a", "A.b", "a.B", ".a.b", "~a.b", "a.b.", "a.b~", f"a.{LONG[:255]}", 1),
        ),
    ],
)
def test_what_an_id_may_be(
    version: str, name: str, taken: tuple[Any, ...], refused: tuple[Any, ...]
) -> None:
    assert sound(version, name, taken) == list(taken)
    assert sound(version, name, refused) == []


def told(**members: Any) -> list[tuple[str, str | None, str | None]]:
    found = check_openwop_pack(files(manifest(**members))).findings
    return [(one.rule, one.cause, one.pointer) for one in found]


@pytest.mark.parametrize(
    ("version", "semantic"),
    [
        ("1.0.0-rc.1+b.2", True),
        ("1.0.0-0a.10", True),
        ("10.20.30", True),
        *((version, False) for version in ("01.0.0", "1.00.0", "1.0.00")),
        *((f"1.0.0{more}", False) for more in ("-01", "-a.01", "-a..b", "-.a", "-a.")),
        *((f"1.0.0{more}", False) for more in ("+a.", "+.a", "+a..b")),
    ],
)
def test_versions_that_semantic_versioning_knows(version: str, semantic: bool) -> None:
    assert told(version=version) == [("version-not-semver", None, "/version")] * (not semantic)


def test_what_a_connector_needs_goes_by_its_type() -> None:
    connector = {"id": "crm", "displayName": "CRM", "auth": {}}
    assert told(connector=connector) == [("pack-manifest-invalid", "required", "/connector/auth")]


def test_a_pack_without_agents_is_none_of_agents_alone() -> None:
    runtime = {"language": "javascript", "entry": "index.mjs"}
    found = told(agents=[], runtime=runtime)
    assert [rule for rule, _, _ in found if rule == "pure-agent-runtime"] == []
    found = told(runtime=runtime)
    assert [rule for rule, _, _ in found] == ["pure-agent-runtime"]


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_the_short_name_of_a_connector(version: str) -> None:
    schema = shipped.load(f"openwop/{version}/connector.schema.json")["properties"]["id"]
    judge = standalone({key: value for key, value in schema.items() if key != "x-herdr"})
    values = ("a", "a0.-", "", "A", "1a", "~a", "a~", "a b", 1, None)
    assert [value for value in values if next(judge.errors(value), None) is None] == ["a", "a0.-"]
