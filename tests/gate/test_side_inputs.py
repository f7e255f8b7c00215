"""What a registry gives to compare with never makes a pack pass by being of no use."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from herdr_lint import Limits, Outcome, UsageError, Verdict, gate
from herdr_lint.gate.previous import precedence
from herdr_lint.syntax.json_reader import read_json
from herdr_lint.syntax.parse import Reading
from herdr_lint.syntax.text import SourceText
from tests.builders import NAME, agent, files, manifest, text, tgz

V2 = files(manifest(version="2.0.0"))
SKILL = manifest(version="1.0.0", agents=[agent(role="skill", handoff={})])


def reasons(verdict: Verdict) -> list[str]:
    return [item.reason for item in verdict.unchecked if item.decides]


def without_use(trouble: str) -> str:
    return (
        f"what was given as the previous version {trouble}, so it was not checked whether this"
        " version is published already, or an agent lost its role; give the version before this one"
    )


class TestPrevious:
    @pytest.mark.parametrize(
        ("previous", "trouble"),
        [
            (b"", "could not be read to its end"),
            (tgz(files(SKILL))[:-30], "could not be read to its end"),
            ({}, "has no `pack.json`"),
            ({"README.md": b""}, "has no `pack.json`"),
            ({"pack.json": b""}, "has a `pack.json` that cannot be read"),
            ({"pack.json": b"[]"}, "has a `pack.json` that cannot be read"),
            ({"pack.json": text(SKILL) + b"}"}, "has a `pack.json` that cannot be read"),
            ({"pack.json": text({})}, "is of another pack, `null`"),
            (files(manifest(name="vendor.acme.other")), "is of another pack, `vendor.acme.other`"),
            (
                files(manifest(version="2.0.1")),
                "is version `2.0.1`, which is later than `2.0.0`",
            ),
            (
                files(manifest(version=1)),
                "is version `1`, which cannot be compared with `2.0.0`",
            ),
        ],
    )
    def test_one_of_no_use_leaves_the_pack_undecided(self, previous: Any, trouble: str) -> None:
        verdict = gate(V2, previous=previous)
        assert verdict.outcome is Outcome.UNDECIDED
        assert (verdict.accepted, verdict.primary) == (False, None)
        assert reasons(verdict) == [without_use(trouble)]

    def test_a_version_that_is_none_cannot_be_compared_either(self) -> None:
        verdict = gate(files(manifest(version="two")), previous=files(SKILL))
        trouble = "is version `1.0.0`, which cannot be compared with `two`"
        assert reasons(verdict) == [without_use(trouble)]

    def test_a_version_that_is_none_is_the_same_as_itself(self) -> None:
        pack = files(manifest(version="two"))
        assert gate(pack, previous=pack).unchecked == ()

    def test_a_role_pack_has_no_agents_that_could_lose_a_role(self) -> None:
        pack = {"package.json": text({"name": "a", "version": "1.0.0"})}
        assert reasons(gate(pack, "role-pack", previous={}))[1:] == [
            "what was given as the previous version has no `package.json`, so it was not checked"
            " whether this version is published already; give the version before this one"
        ]

    def test_no_limit_has_to_admit_anything(self) -> None:
        told = gate(files(), limits=Limits(members=0)).findings
        assert [one.rule for one in told] == ["archive-too-large"]

    def test_limits_hold_for_the_version_before_as_well(self) -> None:
        larger = files(SKILL, more_md=b"", most_md=b"")
        assert gate(V2, previous=larger, limits=Limits(members=4)).accepted
        verdict = gate(V2, previous=larger, limits=Limits(members=3))
        assert reasons(verdict) == [without_use("could not be read to its end")]

    def test_one_of_use_is_compared_with(self) -> None:
        verdict = gate(V2, previous=files(SKILL))
        assert verdict.outcome is Outcome.ACCEPTED
        assert [one.rule for one in verdict.findings] == ["role-regression"]

    def test_versions_of_one_rank_are_compared(self) -> None:
        before = files(manifest(version="2.0.0+a"))
        verdict = gate(files(manifest(version="2.0.0+b")), previous=before)
        assert verdict.outcome is Outcome.ACCEPTED

    def test_an_error_is_an_error_all_the_same(self) -> None:
        verdict = gate(files(manifest(agents=[])), previous=b"")
        assert verdict.outcome is Outcome.REJECTED
        assert len(reasons(verdict)) == 1

    def test_a_pack_that_cannot_be_read_is_compared_with_nothing(self) -> None:
        broken = {"pack.json": text(manifest()) + b"}"}
        verdict = gate(broken, previous=b"", name="vendor.acme.other")
        assert [one.rule for one in verdict.findings] == ["json-invalid"]
        assert reasons(verdict) == ["not readable, so nothing in it was judged"]

    def test_a_role_pack_is_published_once(self) -> None:
        first = {"package.json": text({"name": "a", "version": "1.0.0"})}
        other = first | {"README.md": b"Other."}
        found = gate(other, "role-pack", previous=first).findings
        assert [(one.rule, one.cause, one.span.start.line) for one in found] == [
            ("role-pack-inert", "nothing-named", 1),
            ("role-pack-keyword", None, 1),
            ("version-immutable", None, 3),
        ]


@pytest.mark.parametrize(
    "versions",
    [
        ["0.9.0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2"],
        ["1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.0", "1.10.0"],
        ["1.0.0-1", "1.0.0-a", "1.0.0"],
        ["9.0.0", f"{'9' * 5000}.0.0"],
    ],
)
def test_versions_are_ordered_as_semantic_versioning_says(versions: list[str]) -> None:
    ranks = [precedence(version) for version in versions]
    assert ranks == sorted(ranks, key=lambda rank: rank or ())
    assert len({*ranks}) == len(ranks)


def test_build_metadata_and_leading_zeros_order_nothing() -> None:
    assert precedence("01.0.0+a") == precedence("1.0.0+b")
    assert precedence("1.0") is None


class TestKinds:
    @pytest.mark.parametrize("kind", [[], {}, ["node"], {"a": "node"}, 1, None, True])
    def test_a_kind_that_is_not_a_name_is_an_error(self, kind: Any) -> None:
        law = {
            "$id": "https://registry.example/node.json",
            "properties": {"kind": {"const": "node"}},
        }
        verdict = gate(files(manifest(kind=kind)), schemas={"node.json": law})
        assert verdict.outcome is Outcome.REJECTED
        assert verdict.primary == "pack_kind_invalid"
        assert [one.rule for one in verdict.findings] == ["pack-kind-invalid"]

    def test_a_kind_without_a_schema_is_not_decided_upon(self) -> None:
        verdict = gate(files(chain()))
        assert verdict.outcome is Outcome.UNDECIDED
        assert reasons(verdict) == [
            "packs of the kind `workflow-chain` have no schema here, so only what all kinds share"
            " was judged; give the registry's own schemas (`--schemas`)"
        ]

    def test_the_registry_may_bring_one(self) -> None:
        law = {
            "$id": "https://registry.example/chain.json",
            "properties": {"kind": {"const": "workflow-chain"}},
        }
        assert gate(files(chain()), schemas={"chain.json": law}).outcome is Outcome.ACCEPTED
        node = gate(files(), schemas={"chain.json": law})
        assert node.outcome is Outcome.ACCEPTED
        assert [item.reason for item in node.unchecked] == [
            "none of the given schemas judges packs of the kind `node`; ours did"
        ]

    def test_what_is_too_deep_for_us_may_not_be_for_the_registry(self) -> None:
        deep: Any = 1
        for _ in range(70):
            deep = [deep]
        law = {
            "$id": "https://registry.example/node.json",
            "properties": {"kind": {"const": "node"}},
        }
        pack = files(manifest(**{"x-deep": deep}))
        assert gate(pack).outcome is Outcome.ACCEPTED
        assert gate(pack, schemas={"node.json": law}).outcome is Outcome.UNDECIDED


def chain() -> dict[str, Any]:
    pack = manifest(kind="workflow-chain", chains=[{}])
    del pack["runtime"], pack["agents"]
    return pack


class Bytes(os.PathLike[bytes]):
    def __fspath__(self) -> bytes:
        return b"crew"


PACK = "the bytes of an archive, a path, or a mapping from file names to bytes"
PROFILES = "auto, openwop/v1, openwop/v2, role-pack"
MISSING = "does not exist; check its spelling and the working directory"
SCHEMAS = "`schemas` has to be a folder, or a mapping from file names to schemas"


class TestWrongUse:
    @pytest.mark.parametrize(
        ("call", "problem"),
        [
            ({"pack": None}, f"`pack` has to be {PACK}, not NoneType"),
            ({"pack": 1}, f"`pack` has to be {PACK}, not int"),
            ({"pack": ["a"]}, f"`pack` has to be {PACK}, not list"),
            ({"pack": {"a": "b"}}, "`pack` is a mapping, but not from file names to bytes"),
            ({"pack": {1: b"b"}}, "`pack` is a mapping, but not from file names to bytes"),
            ({"pack": "a\0b"}, "`pack` is not a path: 'a\\x00b'"),
            ({"pack": "a\ud800b"}, "`pack` is not a path: 'a\\ud800b'"),
            ({"pack": Bytes()}, "`pack` is not a path: b'crew'"),
            ({"pack": "/dev/null"}, "`/dev/null` is neither a file nor a folder"),
            ({"pack": "nowhere"}, f"`nowhere` {MISSING}"),
            ({"pack": "nowhere/a.tgz"}, f"`nowhere/a.tgz` {MISSING}"),
            ({"pack": "R\u00f4les\udcff"}, f"`R\u00f4les\ufffd` {MISSING}"),
            ({"pack": "x" * 5000}, f"`{'x' * 5000}` cannot be opened: File name too long"),
            ({"previous": 1}, f"`previous` has to be {PACK}, not int"),
            ({"previous": "nowhere"}, f"`nowhere` {MISSING}"),
            ({"previous": "a\0b"}, "`previous` is not a path: 'a\\x00b'"),
            ({"catalog": "a\0b"}, "`catalog` is not a path: 'a\\x00b'"),
            ({"schemas": "a\0b"}, "`schemas` is not a path: 'a\\x00b'"),
            ({"previous": {1: b""}}, "`previous` is a mapping, but not from file names to bytes"),
            ({"profile": 1}, f"there is no profile 1; choose one of {PROFILES}"),
            ({"profile": []}, f"there is no profile []; choose one of {PROFILES}"),
            ({"name": 1}, "`name` has to be a string, not int"),
            ({"version": 1.0}, "`version` has to be a string, not float"),
            ({"limits": 1}, "`limits` has to be a `Limits`, not int"),
            ({"limits": Limits(members=-1)}, "`limits.members` is -1, not a number from 0"),
            ({"limits": Limits(members=True)}, "`limits.members` is True, not a number from 0"),
            ({"limits": Limits(ratio="x")}, "`limits.ratio` is 'x', not a number from 0"),  # type: ignore[arg-type]
            (
                {"catalog": []},
                "`catalog` has to be a mapping, a path, or a `PublishedPacks`, not list",
            ),
            ({"catalog": "nowhere"}, f"`nowhere` {MISSING}"),
            ({"schemas": 1}, f"{SCHEMAS}, not int"),
            ({"schemas": {"a": 1}}, f"{SCHEMAS}, not dict"),
            ({"schemas": {1: b"{}"}}, f"{SCHEMAS}, not dict"),
            ({"schemas": "nowhere"}, f"`nowhere` {MISSING}"),
            (
                {"schemas": {}},
                "none of the given schemas judges a kind of pack: no `kind` is a constant in any",
            ),
        ],
    )
    def test_is_told_in_one_sentence(self, call: dict[str, Any], problem: str) -> None:
        with pytest.raises(UsageError) as raised:
            gate(**({"pack": files()} | call))
        assert raised.value.problems == (problem,)

    def test_all_that_is_wrong_with_a_call_is_told_at_once(self) -> None:
        with pytest.raises(UsageError) as raised:
            gate(1, version=1)  # type: ignore[arg-type]
        assert len(raised.value.problems) == 2

    def test_a_folder_may_be_closed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refused(*_: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "stat", refused)
        with pytest.raises(UsageError, match=r"crew\.tgz` cannot be opened: Permission denied$"):
            gate(tmp_path / "crew.tgz")


def test_a_pack_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def counted(source: SourceText) -> Reading:
        seen.append(source)
        return read_json(source)

    monkeypatch.setattr("herdr_lint.judge.manifest.read_json", counted)
    gate(tgz(files()), name=NAME, previous=tgz(files(SKILL)))
    assert len(seen) == 2  # the manifest, and that of the previous version
