"""The gate, whatever it is given: it answers, always the same, and never raises."""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from herdr_lint import Finding, Limits, Severity, Verdict, gate, lint
from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge import validator
from tests.builders import files, manifest, tar, tgz, zipped
from tests.strategies.archives import damaged, write_folder
from tests.strategies.gate import manifests, mutated_archives, packs, values, written

SCHEMA = "verdict.schema.json"
LIMITS = Limits(unpacked=1 << 20)
some = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
profiles = st.sampled_from(["auto", "openwop/v1", "openwop/v2", "role-pack"])


def is_sound(verdict: Verdict) -> None:
    """What holds for every verdict."""
    errors = [one for one in verdict.findings if one.severity is Severity.ERROR]
    decides = any(item.decides for item in verdict.unchecked)
    assert verdict.outcome == ("rejected" if errors else "undecided" if decides else "accepted")
    assert (verdict.primary is None) is (not errors)
    assert list(verdict.findings) == sorted(verdict.findings, key=lambda one: one.sort_key)
    assert not [one for one in verdict.findings if one.rule == "internal-error"]
    data = json.loads(json.dumps(verdict.to_dict()))
    schema, resources = registry.shipped(SCHEMA)
    assert [*validator.schema_errors(validator.build(schema, resources), data)] == []
    assert "degraded" not in json.dumps(data).lower()


@given(st.binary(max_size=600), profiles)
@some
def test_any_bytes_get_a_verdict(data: bytes, profile: str) -> None:
    verdict = gate(data, profile)
    is_sound(verdict)
    assert not verdict.accepted


@given(mutated_archives() | damaged(), profiles)
@some
def test_damaged_archives_get_a_verdict(data: bytes, profile: str) -> None:
    is_sound(gate(data, profile, limits=LIMITS))


@given(packs, profiles)
@some
def test_any_files_get_a_verdict(pack: dict[str, bytes], profile: str) -> None:
    is_sound(gate(pack, profile, name="vendor.acme.crew", version="1.0.0", previous=pack))


@given(values)
@some
def test_any_json_as_a_manifest_gets_a_verdict(data: object) -> None:
    is_sound(gate({"pack.json": written(data)}))


@given(values)
@some
def test_any_json_as_a_schema_of_a_handoff_gets_a_verdict(data: object) -> None:
    task = {"taskSchemaRef": "schemas/a.json"}
    pack = files(manifest(agents=[{"handoff": task}]), schemas__a_json=written(data))
    is_sound(gate(pack))


@given(manifests)
@some
def test_the_form_of_a_pack_makes_no_difference(data: object) -> None:
    pack = files(data, schemas__a_json=b"{}")
    with TemporaryDirectory() as folder:
        write_folder(Path(folder), pack)
        told = [
            _told(gate(one), prefix)
            for one, prefix in (
                (pack, "pack!"),
                (tar(pack), "pack!"),
                (tgz(pack), "pack!"),
                (zipped(pack), "pack!"),
                (folder, f"{folder}/"),
            )
        ]
    assert told[1:] == told[:-1]


@given(packs)
@some
def test_it_says_what_lint_says_of_the_same_archive(pack: dict[str, bytes]) -> None:
    """Beyond that, only what belongs to publishing."""
    with TemporaryDirectory() as folder:
        archive = Path(folder) / "crew.tgz"
        archive.write_bytes(tgz(pack))
        report, verdict = lint(archive), gate(archive)
    told = {one._replace(path=one.path.partition("!")[2], related=()) for one in report.findings}
    gated = {one._replace(path=one.path.partition("!")[2], related=()) for one in verdict.findings}
    assert told <= gated
    assert {one.rule for one in gated - told} <= {"namespace-unpublishable"}
    assert {item.reason for item in report.unchecked} == {item.reason for item in verdict.unchecked}


@given(packs)
@some
def test_the_same_pack_gets_the_same_verdict(pack: dict[str, bytes]) -> None:
    assert gate(tgz(pack)) == gate(tgz(dict(reversed(pack.items()))))


def test_many_threads_get_the_verdicts_that_one_gets() -> None:
    given_packs = [files(manifest(version=f"1.{n}.0", agents=[{"role": n}])) for n in range(8)] * 4
    alone = [gate(pack) for pack in given_packs]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(gate, given_packs)) == alone


def _told(verdict: Verdict, prefix: str) -> object:
    """A verdict without what tells where the pack came from."""
    findings = [_without(finding, prefix) for finding in verdict.findings]
    reasons = [item.reason for item in verdict.unchecked]
    return verdict.primary, verdict.profile, findings, reasons, verdict.needs, verdict.schemas


def _without(finding: Finding, prefix: str) -> Mapping[str, object]:
    stated = finding.to_dict()
    related = [
        one | {"path": one["path"].removeprefix(prefix)} for one in stated.get("related", [])
    ]
    return stated | {"path": finding.path.removeprefix(prefix), "related": related}
