"""An audit: what it tells, that it goes on where it was, and that nobody can spoil it."""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint import gate
from herdr_lint.audit import audit
from herdr_lint.audit import run as run_module
from herdr_lint.audit.claims import BUCKETS, claims_of, contradictions, role_claims
from herdr_lint.audit.judging import Rows
from herdr_lint.audit.run import Job, _judge_all
from herdr_lint.audit.store import SCHEMAS, Store
from herdr_lint.audit.tally import WORST, Tally, tally
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import Limits, UsageError
from herdr_lint.openwop import profiles
from herdr_lint.openwop.subject import OpenwopPack
from herdr_lint.version import __version__
from tests.audit.registry import contents, pack, registry, write
from tests.builders import agent, manifest, text, tgz
from tests.catalog.test_collisions import packed
from tests.effort import examples


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    write(tmp_path / "packs", registry())
    return tmp_path / "packs"


def rows(output: Path, table: str, *columns: str) -> set[tuple[Any, ...]]:
    found = Store(str(output)).rows(table, list(columns))
    return {tuple(row[column] for column in columns) for row in found}


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


class TestWhatIsTold:
    def test_each_pack_has_the_verdict_of_the_gate(self, packs: Path, tmp_path: Path) -> None:
        told: list[tuple[int, int]] = []
        audit([str(packs)], str(tmp_path / "out"), progress=lambda *count: told.append(count))
        found = {row["pack"]: row for row in Store(str(tmp_path / "out")).rows("verdicts")}
        verdicts = {str(path): gate(path.read_bytes()) for path in packs.iterdir()}
        assert found == {
            path: {
                "pack": path,
                "name": verdict.name.replace("\ud800", "\\ud800") if verdict.name else None,
                "version": verdict.version,
                "profile": verdict.profile,
                "outcome": verdict.outcome.value,
                "primary": verdict.primary,
                "integrity": verdict.integrity,
                "bytes": Path(path).stat().st_size,
                **{
                    f"{level}s": sum(one.severity == level for one in verdict.findings)
                    for level in ("error", "warning", "note")
                },
                "unchecked": [
                    f"{path}{one.path.removeprefix('pack')}: {one.reason}"
                    for one in verdict.unchecked
                ],
            }
            for path, verdict in verdicts.items()
        }
        left = {Path(path).name for path, row in found.items() if row["unchecked"]}
        assert left == {"asks.tgz", "role.tgz"}
        assert told == [(done, len(found)) for done in range(len(found) + 1)]

    def test_findings_are_those_of_the_gate_at_the_address_of_their_pack(
        self, packs: Path, tmp_path: Path
    ) -> None:
        audit([str(packs)], str(tmp_path / "out"))
        expected = [
            {
                "pack": str(path),
                "rule": one.rule,
                "severity": one.severity.value,
                "cause": one.cause,
                "path": f"{path}{one.path.removeprefix('pack')}",
                "line": one.span.start.line,
                "column": one.span.start.column,
                "end_line": one.span.end.line,
                "end_column": one.span.end.column,
                "pointer": one.pointer,
                "message": one.message,
                "help": one.help,
                "host_code": one.host_code,
            }
            for path in packs.iterdir()
            for one in gate(path.read_bytes()).findings
        ]
        found = [*Store(str(tmp_path / "out")).rows("findings")]
        assert sorted(found, key=repr) == sorted(expected, key=repr)
        assert {row["path"] for row in found} >= {
            f"{packs}/empty.tgz",
            f"{packs}/poses.tgz!pack.json",
        }

    def test_what_only_many_packs_show(self, packs: Path, tmp_path: Path) -> None:
        audit([str(packs)], str(tmp_path / "out"))
        found = rows(tmp_path / "out", "across", "pack", "rule", "path")
        assert {(Path(name).name, rule) for name, rule, _ in found} == {
            ("also-counts.tgz", "duplicate-type-id"),
            ("asks.tgz", "tool-unresolved"),
            ("counts.tgz", "duplicate-type-id"),
            ("lost-1.10.0.tgz", "role-regression"),
            ("plain-0.tgz", "duplicate-agent-id"),
            ("poses.tgz", "duplicate-agent-id"),
        }
        assert {path for _, _, path in found} == {f"{name}!pack.json" for name, _, _ in found}
        (left,) = rows(tmp_path / "out", "open", "path", "reason")
        assert left[0] == f"{packs}/asks.tgz!pack.json"
        assert "`other.a.b`" in left[1]

    def test_a_regression_is_told_as_the_gate_tells_it(self, packs: Path, tmp_path: Path) -> None:
        audit([str(packs)], str(tmp_path / "out"))
        columns = ("message", "help", "line", "column", "pointer")
        found = rows(tmp_path / "out", "across", "rule", *columns)
        verdict = gate(packs / "lost-1.10.0.tgz", previous=packs / "lost-1.0.0.tgz")
        (expected,) = (one for one in verdict.findings if one.rule == "role-regression")
        start = expected.span.start
        place = (start.line, start.column, expected.pointer)
        assert ("role-regression", expected.message, expected.help, *place) in found

    def test_the_summary_counts(self, packs: Path, tmp_path: Path) -> None:
        outcome = audit([str(packs)], str(tmp_path / "out"))
        data = json.loads((tmp_path / "out/summary.json").read_bytes())
        assert data == outcome.tally.to_dict()
        assert outcome.output == str(tmp_path / "out")
        assert (tmp_path / "out/summary.json").read_text("utf-8").startswith('{\n  "version": 1,')
        files = ["audit.json", "summary.json", "summary.md"]
        assert names(tmp_path / "out") == sorted([*files, *(SCHEMAS.keys() - {"unread"})])
        assert sum(data["packs"].values()) == outcome.tally.judged == len(registry())
        assert data["bytes"] == sum(path.stat().st_size for path in packs.iterdir())
        store = Store(str(tmp_path / "out"))
        told = [
            (row["rule"], row["severity"])
            for table in ("findings", "across")
            for row in store.rows(table)
        ]
        assert {(row["rule"], row["severity"]): row["findings"] for row in data["rules"]} == (
            Counter(told)
        )
        page = (tmp_path / "out/summary.md").read_text("utf-8")
        assert page == outcome.tally.to_markdown()
        assert "| role-regression | warning | 1 |" in page
        assert f"| `{packs}/empty.tgz` |" in page

    def test_a_tool_that_only_a_prompt_speaks_of(self, tmp_path: Path) -> None:
        archives = {name: data for name, data in registry(0).items() if name == "counts.tgz"}
        asks = {
            "pack.json": text(manifest(name="vendor.acme.asks", agents=[agent()])),
            "prompts/writer.md": b"Call `openwop:acme.text.cuont`.\n",
        }
        write(tmp_path / "packs", archives | {"asks.tgz": tgz(asks)})
        audit([str(tmp_path / "packs")], str(tmp_path / "out"))
        assert rows(tmp_path / "out", "across", "rule", "cause", "path", "line", "column") == {
            (
                "tool-unresolved",
                "prompt",
                f"{tmp_path}/packs/asks.tgz!prompts/writer.md",
                1,
                7,
            )
        }

    def test_of_a_large_archive_no_more_is_read_than_may_be(self, tmp_path: Path) -> None:
        (tmp_path / "large.zip").touch()
        os.truncate(tmp_path / "large.zip", Limits().unpacked + 9)
        audit([str(tmp_path / "large.zip")], str(tmp_path / "out"))
        read = rows(tmp_path / "out", "verdicts", "outcome", "bytes")
        assert read == {("rejected", Limits().unpacked + 1)}

    def test_nothing_is_an_audit_too(self, tmp_path: Path) -> None:
        (tmp_path / "none.txt").touch()
        outcome = audit([str(tmp_path / "none.txt")], str(tmp_path / "out"))
        assert outcome.tally == Tally()
        assert outcome.tally.to_markdown() == "# Audit\n\n0 packs, 0.0 MiB: none.\n"


def test_roles_collide_in_packs_that_are_installed_together(tmp_path: Path) -> None:
    role = b"---\nname: scout\ndescription: d\nspawning: false\n---\n\nScout.\n"
    twice = role.replace(b"scout", b"twice")
    for name in ("a", "b"):
        files = {"package.json": text({"name": name, "version": "1.0.0"}), "roles/scout.md": role}
        if name == "a":
            files |= {"roles/twice.md": twice, "roles/x/twice.md": twice}
        write(tmp_path / "packs", {f"{name}.tgz": tgz(files)})
    inputs = [str(tmp_path / "packs")]
    audit(inputs, str(tmp_path / "apart"))
    assert rows(tmp_path / "apart", "across", "rule") == set()
    audit(inputs, str(tmp_path / "out"), together=True)
    found = rows(tmp_path / "out", "across", "rule", "path")
    assert found == {
        ("duplicate-package-role", f"{tmp_path}/packs/{name}.tgz!roles/scout.md") for name in "ab"
    }


class TestGoingOn:
    def test_what_is_judged_is_not_judged_again(
        self, packs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = audit([str(packs / "counts.tgz"), str(packs / "broken.zip")], str(tmp_path / "out"))
        assert first.tally.judged == 2
        read: list[str] = []
        whole = Rows.add

        def spy(self: Any, address: str, *more: Any) -> None:
            read.append(Path(address).name)
            whole(self, address, *more)

        monkeypatch.setattr(Rows, "add", spy)
        audit([str(packs)], str(tmp_path / "out"))
        assert sorted(read) == sorted(registry().keys() - {"counts.tgz", "broken.zip"})
        monkeypatch.undo()
        audit([str(packs)], str(tmp_path / "again"))
        assert contents(tmp_path / "out") == contents(tmp_path / "again")

    def test_half_a_task_does_not_count(self, packs: Path, tmp_path: Path) -> None:
        audit([str(packs)], str(tmp_path / "whole"))
        store = Store(str(tmp_path / "out"))
        leftovers = Store(str(tmp_path / "whole"))
        for table in SCHEMAS.keys() - {"verdicts", "unread"}:
            store.write(table, "half", leftovers.rows(table))
        store.write("unread", "half", [{"pack": "a.tgz", "reason": "gone"}])
        audit([str(packs)], str(tmp_path / "out"))
        assert contents(tmp_path / "out") == contents(tmp_path / "whole")

    def test_what_could_not_be_read_is_tried_again(self, tmp_path: Path) -> None:
        late = tmp_path / "late.tgz"
        first = audit([str(late)], str(tmp_path / "out"))
        assert first.tally.packs == {"unread": 1}
        reason = f"FileNotFoundError: [Errno 2] No such file or directory: '{late}'"
        assert rows(tmp_path / "out", "unread", "pack", "reason") == {(str(late), reason)}
        late.write_bytes(pack("vendor.acme.late"))
        second = audit([str(late)], str(tmp_path / "out"))
        assert second.tally.packs == {"accepted": 1}
        assert rows(tmp_path / "out", "unread", "pack") == set()

    def test_an_audit_of_another_kind_is_left_alone(self, packs: Path, tmp_path: Path) -> None:
        audit([str(packs)], str(tmp_path / "out"))
        before = contents(tmp_path / "out")
        with pytest.raises(UsageError) as refused:
            audit([str(packs)], str(tmp_path / "out"), profile="openwop/v2")
        assert refused.value.problems == (
            f"{tmp_path}/out holds an audit by version {__version__} with the profile auto; give"
            " this one another folder",
        )
        assert contents(tmp_path / "out") == before

    def test_a_profile_that_there_is_not(self, packs: Path, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match=r"^there is no profile 'openwop/v9'"):
            audit([str(packs)], str(tmp_path / "out"), profile="openwop/v9")
        assert not (tmp_path / "out").exists()

    def test_an_audit_by_another_version_is_left_alone(self, packs: Path, tmp_path: Path) -> None:
        state = tmp_path / "out/audit.json"
        state.parent.mkdir()
        state.write_text('{"version": "0.0.1", "profile": "auto"}')
        with pytest.raises(UsageError, match=r"holds an audit by version 0\.0\.1 with the profile"):
            audit([str(packs)], str(tmp_path / "out"))
        assert names(tmp_path / "out") == ["audit.json"]


class Fragile:
    """A pool whose workers die of some packs."""

    workers = 1

    def __init__(self, deadly: set[str]) -> None:
        self.deadly = deadly

    def run(self, task: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        for item in items:
            died = self.deadly & set(item)
            yield item, RuntimeError("the worker died") if died else task(item)


def test_a_pack_that_ends_its_worker_is_found_and_told(packs: Path, tmp_path: Path) -> None:
    names = sorted(map(str, packs.iterdir()))
    deadly = {names[3], names[7]}
    job = Job(Store(str(tmp_path / "out")), "auto", together=False, storage={})
    counts: list[int] = []
    _judge_all(job, Fragile(deadly), [tuple(names)], counts.append)
    assert rows(tmp_path / "out", "unread", "pack", "reason") == {
        (name, "RuntimeError: the worker died") for name in deadly
    }
    assert rows(tmp_path / "out", "verdicts", "pack") == {
        (name,) for name in names if name not in deadly
    }
    assert (counts[0], counts[-1]) == (0, len(names))


def test_a_fault_of_the_merge_is_not_hidden(packs: Path, tmp_path: Path) -> None:
    def fails(*_: Any) -> None:
        raise RuntimeError("lost")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_module, "merge_buckets", fails)
        with pytest.raises(RuntimeError, match="lost"):
            audit([str(packs)], str(tmp_path / "out"))


def test_the_merge_is_parted_by_buckets(packs: Path, tmp_path: Path) -> None:
    merged: list[tuple[int, int]] = []

    def told(_: Job, parts: Iterable[str], buckets: tuple[int, int]) -> None:
        merged.append(buckets)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_module, "merge_buckets", told)
        audit([str(packs)], str(tmp_path / "out"))
    parts = Store(str(tmp_path / "out")).parts("claims")
    assert len(merged) == len(parts) > 1
    assert [bucket for part in merged for bucket in range(*part)] == [*range(BUCKETS)]


@pytest.mark.slow
class TestCluster:
    def test_a_killed_worker_changes_nothing(self, tmp_path: Path) -> None:
        write(tmp_path / "packs", registry(40))
        killed: list[int] = []

        def kill(done: int, total: int) -> None:
            if done > total // 4 and not killed:
                workers = [
                    child
                    for child in psutil.Process().children(recursive=True)
                    if "spawn_main" in " ".join(child.cmdline())
                ]
                killed.append(workers[0].pid)
                os.kill(workers[0].pid, signal.SIGKILL)

        inputs = [str(tmp_path / "packs")]
        many = audit(inputs, str(tmp_path / "many"), workers=3, progress=kill)
        assert killed
        alone = audit(inputs, str(tmp_path / "alone"))
        assert many.tally == alone.tally
        assert contents(tmp_path / "many") == contents(tmp_path / "alone")

    def test_a_cluster_of_somebody_else(self, packs: Path, tmp_path: Path) -> None:
        from distributed import LocalCluster

        with LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
        ) as cluster:
            audit([str(packs)], str(tmp_path / "out"), scheduler=cluster.scheduler_address)
        audit([str(packs)], str(tmp_path / "alone"))
        assert contents(tmp_path / "out") == contents(tmp_path / "alone")


class TestMerging:
    VERSIONS = ("1.0.0", "1.0.0-rc.1", "1.2.0", "1.10.0", "2.0.0", "x")

    @given(st.data())
    @examples(30)
    def test_order_and_repetition_of_claims_are_no_matter(self, data: st.DataObject) -> None:
        roles = st.sampled_from([{}, {"role": "skill"}, {"role": "assistant"}])
        drawn = st.tuples(st.sampled_from(self.VERSIONS), roles)
        claims = [
            claim
            for version, role in data.draw(st.lists(drawn, max_size=5))
            for claim in claims_of(_pack(version, role))
        ]
        shuffled = data.draw(st.permutations(claims))
        more = data.draw(st.lists(st.sampled_from(claims), max_size=3)) if claims else []
        for bucket in {claim.bucket for claim in claims}:
            own = [claim.value for claim in claims if claim.bucket == bucket]
            other = [claim.value for claim in (*shuffled, *more) if claim.bucket == bucket]
            assert contradictions(own) == contradictions(other)

    def test_two_packs_of_one_version_lose_nothing_to_each_other(self) -> None:
        first, second = _pack("1.0.0", {"role": "skill"}), _pack("1.1.0", {})
        claims = [claim.value for pack in (first, second) for claim in claims_of(pack)]
        versions = [one for one in claims if '"kind": "version"' in one]
        assert [one.rule for one in contradictions(versions).findings] == ["role-regression"]
        alike = [one.replace('"1.1.0"', '"1.0.0"') for one in versions]
        assert contradictions(alike).findings == ()

    def test_roles_are_compared_beside_claims_of_other_kinds(self) -> None:
        """A bucket holds whatever came to have its number."""
        alike = [packed("a", "x"), packed("b", "x")]
        roles = [claim.value for claim in role_claims(alike)]
        versions = [claim.value for claim in claims_of(_pack("1.0.0", {}))]
        assert contradictions([*roles, *versions]).findings == ()
        found = contradictions([*roles, *versions], together=True)
        assert [(one.rule, one.path) for one in found.findings] == [
            ("duplicate-package-role", "a/roles/x.md"),
            ("duplicate-package-role", "b/roles/x.md"),
        ]

    def test_names_are_compared_whatever_characters_they_have(self) -> None:
        claims = role_claims([packed("a", "\u00c9tude"), packed("b", "\u00e9tude")])
        assert len({claim.bucket for claim in claims}) == 1
        assert all(0 <= claim.bucket < BUCKETS for claim in claims)
        found = contradictions([claim.value for claim in claims], together=True)
        assert [(one.rule, one.path) for one in found.findings] == [
            ("case-collision", "a/roles/\u00c9tude.md"),
            ("case-collision", "b/roles/\u00e9tude.md"),
        ]

    def test_a_pack_without_a_name_claims_nothing(self) -> None:
        assert (
            claims_of(OpenwopPack(read_manifest("p", b"{}"), profiles.shipped()["openwop/v1"]))
            == []
        )

    def test_agents_that_are_none_keep_their_place(self) -> None:
        data = manifest(agents=[1, agent(role="skill"), agent(agentId="vendor.acme.crew.other")])
        document = read_manifest("pack.json", text(data))
        found = claims_of(OpenwopPack(document, profiles.shipped()["openwop/v1"]))
        version = next(json.loads(one.value) for one in found if '"kind": "version"' in one.value)
        assert version["agents"] == [
            {},
            {"agentId": "vendor.acme.crew.writer", "role": "skill"},
            {"agentId": "vendor.acme.crew.other"},
        ]

    @given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.text("ab", max_size=2))))
    def test_tallies_add_up(self, found: list[tuple[int, int, str]]) -> None:
        parts = [
            tally(
                [
                    {
                        "pack": name,
                        "outcome": "rejected" if errors else "accepted",
                        "primary": "a" if errors else None,
                        "profile": "p",
                        "errors": errors,
                        "warnings": warnings,
                        "bytes": 1,
                    }
                ],
                [{"rule": "r", "severity": "error"}] * errors,
            )
            for errors, warnings, name in found
        ]
        left = sum(parts, Tally())
        right = Tally()
        for part in reversed(parts):
            right = part + right
        assert left == right
        assert left.judged == len(found)
        assert len(left.worst) <= WORST

    def test_versions_are_held_against_the_one_before(self) -> None:
        """Whatever they are called: a number of so many digits is none of Python's."""
        role, vast = {"role": "skill"}, f"1{'0' * 5_000}.0.0"
        versions = [("x", role), ("1.9.0", {}), ("1.10.0-a", role), ("1.10.0", {}), (vast, role)]
        for ordered in (versions, versions[::-1]):
            claims = [one for own in ordered for one in claims_of(_pack(*own))]
            found = contradictions(one.value for one in claims if '"kind": "version"' in one.value)
            assert [(one.rule, one.path) for one in found.findings] == [
                ("role-regression", f"{version}.tgz!pack.json") for version in ("1.9.0", "1.10.0")
            ]

    def test_a_summary_begins_with_what_is_most(self) -> None:
        verdict = {"primary": None, "profile": "p", "warnings": 0, "bytes": 3 << 19, "errors": 0}
        packs = [
            {**verdict, "pack": "b", "outcome": "rejected", "primary": "y", "errors": 2},
            {**verdict, "pack": "a", "outcome": "rejected", "primary": "y", "errors": 2},
            {**verdict, "pack": "c", "outcome": "rejected", "primary": "x", "errors": 1},
            {**verdict, "pack": "d", "outcome": "accepted", "warnings": 1, "profile": "q"},
            {**verdict, "pack": "e", "outcome": "accepted", "errors": 0},
        ]
        found = [("r", "error")] * 5 + [("b", "warning"), ("a", "warning")]
        told = tally(packs, [{"rule": rule, "severity": level} for rule, level in found], 1234)
        assert told.to_markdown() == (
            "# Audit\n\n1,239 packs, 7.5 MiB: 2 accepted, 3 rejected, 1,234 unread.\n\n"
            "| rule | severity | findings |\n|---|---|---|\n"
            "| r | error | 5 |\n| a | warning | 1 |\n| b | warning | 1 |\n\n"
            "| code to answer with | packs |\n|---|---|\n| y | 2 |\n| x | 1 |\n\n"
            "| pack | errors | warnings |\n|---|---|---|\n"
            "| `a` | 2 | 0 |\n| `b` | 2 | 0 |\n| `c` | 1 | 0 |\n| `d` | 0 | 1 |\n"
        )
        assert told.judged == 5
        assert told.to_dict() == {
            "version": 1,
            "tool": {"name": "herdr-lint", "version": __version__},
            "packs": {"accepted": 2, "rejected": 3, "unread": 1234},
            "bytes": 5 * (3 << 19),
            "profiles": {"p": 4, "q": 1},
            "codes": {"y": 2, "x": 1},
            "rules": [
                {"rule": "r", "severity": "error", "findings": 5},
                {"rule": "a", "severity": "warning", "findings": 1},
                {"rule": "b", "severity": "warning", "findings": 1},
            ],
            "worst": [
                {"pack": "a", "errors": 2, "warnings": 0},
                {"pack": "b", "errors": 2, "warnings": 0},
                {"pack": "c", "errors": 1, "warnings": 0},
                {"pack": "d", "errors": 0, "warnings": 1},
            ],
        }
        assert list(told.to_dict()["codes"]) == ["y", "x"]

    def test_no_more_than_so_many_packs_are_named(self) -> None:
        verdict = {"primary": None, "profile": "p", "warnings": 0, "bytes": 1, "errors": 1}
        packs = [{**verdict, "pack": f"{number:02}", "outcome": "rejected"} for number in range(21)]
        worst = [pack for _, _, pack in (tally(packs[:9], []) + tally(packs[9:], [])).worst]
        assert worst == [f"{number:02}" for number in range(20)]


def _pack(version: str, role: dict[str, str]) -> OpenwopPack:
    data = manifest(version=version, agents=[agent(**role)])
    document = read_manifest(f"{version}.tgz!pack.json", text(data))
    return OpenwopPack(document, profiles.shipped()["openwop/v1"], {})
