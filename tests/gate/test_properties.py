"""The gate, whatever it is given: it answers, always the same, and never raises."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from herdr_lint import Limits, Severity, Verdict, gate
from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge import validator
from tests.builders import files, manifest, tgz
from tests.strategies.archives import damaged
from tests.strategies.gate import mutated_archives, packs, values, written

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


@given(packs)
@some
def test_the_same_pack_gets_the_same_verdict(pack: dict[str, bytes]) -> None:
    assert gate(tgz(pack)) == gate(tgz(dict(reversed(pack.items()))))


def test_many_threads_get_the_verdicts_that_one_gets() -> None:
    given_packs = [files(manifest(version=f"1.{n}.0", agents=[{"role": n}])) for n in range(8)] * 4
    alone = [gate(pack) for pack in given_packs]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(gate, given_packs)) == alone
