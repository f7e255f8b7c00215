"""A registry's own schemas: they decide, ours explain."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from herdr_lint import UsageError, Verdict, gate, lint
from herdr_lint.files import disk
from herdr_lint.openwop.pinned import PinnedSchemas, digest
from tests.builders import agent, files, manifest, text, tgz
from tests.role_pack.packs import ROLE
from tests.role_pack.packs import pack as role_pack
from tests.strategies.archives import write_folder

BASE = "https://registry.example"
AGENT = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": f"{BASE}/agent.schema.json",
    "type": "object",
    "required": ["agentId", "tier"],
    "properties": {"tier": {"enum": ["gold"]}, "modelClass": {"type": "string"}},
    "oneOf": [{"required": ["systemPrompt"]}, {"required": ["systemPromptRef"]}],
    "if": {"required": ["role"], "properties": {"role": {"const": "skill"}}},
    "then": {"required": ["handoff"]},
}
NODE = {
    "$id": f"{BASE}/node-pack.schema.json",
    "type": "object",
    "required": ["name", "license", "homepage"],
    "properties": {
        "kind": {"const": "node"},
        "agents": {"type": "array", "items": {"$ref": "agent.schema.json"}},
    },
}
CHAIN = {
    "$id": f"{BASE}/chains.schema.json",
    "properties": {
        "kind": {"enum": ["workflow-chain"]},
        "chains": {"items": {"required": ["dag"]}},
    },
}
SCHEMAS: dict[str, dict[str, Any]] = {"agent.json": AGENT, "node.json": NODE, "chains.json": CHAIN}


def told(verdict: Verdict) -> list[tuple[str, str | None, str]]:
    return [
        (one.rule, one.cause, one.message) for one in verdict.findings if one.severity == "error"
    ]


def judged(**members: Any) -> list[tuple[str, str | None, str]]:
    return told(gate(files(manifest(homepage="x:y", **members)), schemas=SCHEMAS))


def test_what_only_they_refuse_is_said_plainly() -> None:
    assert judged() == [("agent-manifest-invalid", "required", "`agents[0].tier` is missing")]
    assert judged(agents=[agent(tier="iron")]) == [
        (
            "agent-manifest-invalid",
            "enum",
            "`agents[0].tier` is `iron`, which is not one of `gold`",
        )
    ]


def test_what_only_ours_refuse_is_not_said() -> None:
    assert judged(agents=[agent(tier="gold", modelClass="prose", extra=1)]) == []
    missing = ("agent-manifest-invalid", "required", "`agents[0].tier` is missing")
    assert judged(agents=[agent(modelClass="prose", extra=1)]) == [missing]


def test_what_both_refuse_is_said_in_our_words() -> None:
    found = judged(agents=[agent(tier="gold", role="skill", systemPrompt="x")])
    assert [(rule, cause) for rule, cause, _ in found] == [
        ("agent-manifest-invalid", "prompt-twice"),
        ("skill-handoff-missing", None),
    ]


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        ("agent-manifest-invalid", {"agents": [agent(systemPrompt="x")]}),
        ("pack-kind-invalid", {"chains": []}),
        ("pack-manifest-invalid", {"author": 1}),
        ("skill-handoff-missing", {"agents": [agent(role="skill")]}),
        (
            "skill-memory-not-scratchpad",
            {"agents": [agent(role="skill", handoff={}, memoryShape={"longTerm": True})]},
        ),
    ],
)
def test_no_rule_of_our_schemas_is_said_alone(rule: str, wrong: dict[str, Any]) -> None:
    law: dict[str, Any] = {"agent.json": {"$id": AGENT["$id"]}, "node.json": NODE}
    pack = files(manifest(homepage="x:y", **wrong))
    assert [found for found, _, _ in told(gate(pack))] == [rule]
    assert told(gate(pack, schemas=law)) == []


@pytest.mark.parametrize("key", ["extra", "__proto__", "openwop-tier", "x-tier"])
@pytest.mark.parametrize("place", ["pack", "agent"])
def test_a_member_that_they_know_is_none_that_nobody_knows(key: str, place: str) -> None:
    known = {key: {"type": "integer"}}
    agents = {"items": {"$ref": "agent.schema.json"}}
    kind = {"const": "node"}
    node: dict[str, Any] = {**NODE, "properties": {"kind": kind, "agents": agents, **known}}
    law = {"node.json": node, "agent.json": {"$id": AGENT["$id"], "properties": known}}
    wrong = {key: "text"} if place == "pack" else {"agents": [agent(**{key: "text"})]}
    found = told(gate(files(manifest(homepage="x:y", **wrong)), schemas=law))
    assert [cause for _, cause, _ in found] == ["type"]


def test_rules_beyond_the_schema_stay() -> None:
    found = judged(agents=[agent(tier="gold", systemPromptRef="prompts/none.md")])
    assert [rule for rule, _, _ in found] == ["ref-missing"]
    found = judged(agents=[agent(tier="gold")], engines={"openwop": "latest"})
    assert [rule for rule, _, _ in found] == ["pack-engine-unsupported"]


def test_a_missing_member_of_theirs_is_told_from_one_of_ours() -> None:
    pack = manifest(agents=[agent(tier="gold")])
    del pack["name"]
    assert told(gate(files(pack), schemas=SCHEMAS)) == [
        ("pack-manifest-invalid", "required", "`homepage` is missing"),
        ("pack-manifest-invalid", "required", "`name` is missing"),
    ]


def test_they_judge_no_role_pack() -> None:
    given = role_pack({"roles/scout.md": ROLE})
    alone, verdict = gate(given), gate(given, schemas=SCHEMAS)
    assert verdict.outcome is alone.outcome
    assert verdict.schemas == alone.schemas
    assert [item.reason for item in verdict.unchecked] == [
        *(item.reason for item in alone.unchecked),
        "no schema of a registry judges a role pack",
    ]


def test_they_judge_kinds_of_which_we_have_no_schema() -> None:
    chains: dict[str, Any] = {"name": "vendor.a.b", "version": "1.0.0", "license": "MIT"}
    chains |= {"kind": "workflow-chain", "engines": {"openwop": ">=1.0.0"}, "chains": [{}]}
    pack = {"pack.json": text(chains)}
    assert [item.reason for item in gate(pack).unchecked] == [
        "packs of the kind `workflow-chain` have no schema here, so only what all kinds share was"
        " judged; give the registry's own schemas (`--schemas`)"
    ]
    verdict = gate(pack, schemas=SCHEMAS)
    assert verdict.unchecked == ()
    assert told(verdict) == [("pack-manifest-invalid", "required", "`chains[0].dag` is missing")]


def test_of_a_kind_without_a_schema_of_theirs_ours_decide() -> None:
    pack = {"pack.json": text(manifest(kind="prompt", prompts=[]))}
    alone = {"chains.json": CHAIN}
    assert told(gate(pack, schemas=alone)) == told(gate(pack))
    odd = {"pack.json": text(manifest(kind=1))}
    assert told(gate(odd, schemas=alone)) == told(gate(odd))


def test_a_verdict_names_them_by_their_hashes(tmp_path: Path) -> None:
    for name, schema in SCHEMAS.items():
        (tmp_path / name).write_bytes(text(schema))
    verdict = gate(files(), schemas=tmp_path)
    assert verdict.schemas["node.json"] == digest(text(NODE))
    pinned = PinnedSchemas.read({"node.json": text(NODE), "agent.json": AGENT})
    assert pinned.hashes == {"node.json": digest(text(NODE)), "agent.json": digest(AGENT)}
    assert told(gate(files(), schemas=pinned)) == told(verdict)


def test_a_schema_is_known_by_its_content() -> None:
    empty = "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert digest(b"{}") == digest({}) == empty
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})


def test_what_judges_a_kind_is_made_once() -> None:
    pinned = PinnedSchemas.read(SCHEMAS)
    before = pickle.dumps(pinned)
    assert pinned.validator("node") is pinned.validator("node")
    assert pickle.dumps(pinned) == before  # another process makes its own
    assert pinned == PinnedSchemas.read(SCHEMAS)
    assert repr(pinned) == repr(PinnedSchemas.read(SCHEMAS))
    assert pinned.validator("prompt") is None


NO_ID = "the schema a.json has no `$id`, by which the others refer to it; add one"


@pytest.mark.parametrize(
    ("schemas", "problem"),
    [
        (
            {"a.json": b"{'"},
            "the schema a.json is not JSON: Expecting property name enclosed in double quotes: line"
            " 1 column 2 (char 1)",
        ),
        ({"a.json": b"[" * 100_000}, "the schema a.json is not JSON: it is nested too deeply"),
        ({"a.json": b"[]"}, NO_ID),
        ({"a.json": {"$id": 1}}, NO_ID),
        (
            {"a.json": NODE},
            "a.json refers to `agent.schema.json`, which is not among the schemas; add it",
        ),
        (
            {"a.json": AGENT},
            "none of the given schemas judges a kind of pack: no `kind` is a constant in any",
        ),
        (
            {"a.json": NODE, "b.json": NODE | {"$id": "x:y"}},
            "two schemas judge the kind `node`, b.json is one; keep one of them",
        ),
    ],
)
def test_what_are_no_schemas_is_wrong_use(schemas: dict[str, Any], problem: str) -> None:
    with pytest.raises(UsageError) as raised:
        gate(files(), schemas=schemas)
    told, start = str(raised.value), problem.removesuffix("…")
    assert told.startswith(start) if problem != start else told == problem


def test_an_unreadable_folder_is_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "a.json").mkdir()
    with pytest.raises(UsageError) as raised:
        gate(files(), schemas=str(tmp_path))
    assert str(raised.value) == f"cannot read the schemas in {tmp_path}: Is a directory"


def test_what_lies_below_a_folder_counts_as_far_as_it_may_be_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a/node.json", "b/chains.json", "agent.json", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        schema = SCHEMAS.get(name.rpartition("/")[2], {})
        (tmp_path / name).write_bytes(text(schema))
    (tmp_path / "again").symlink_to("a")
    assert set(PinnedSchemas.read(tmp_path).hashes) == {
        "a/node.json",
        "b/chains.json",
        "agent.json",
    }
    real = disk.listing

    def listing(folder: str) -> Any:
        if folder.endswith("b"):
            raise PermissionError(13, "Permission denied")
        return real(folder)

    monkeypatch.setattr(disk, "listing", listing)
    assert set(PinnedSchemas.read(tmp_path).hashes) == {"a/node.json", "agent.json"}


CLASS = {"properties": {"modelClass": {"const": "writing"}}}


@pytest.mark.parametrize(
    "demand",
    [
        CLASS,
        {"allOf": [CLASS]},
        {"if": True, "then": CLASS},
        {"anyOf": [CLASS, {"required": ["other"]}]},
        {"oneOf": [CLASS, {"required": ["other"]}]},
        {"not": {"not": CLASS}},
    ],
    ids=lambda demand: next(iter(demand)),
)
def test_a_demand_of_theirs_may_stand_in_a_choice(demand: Any) -> None:
    law = {"agent.json": demand | {"$id": AGENT["$id"]}, "node.json": NODE}
    pack = manifest(homepage="x:y", agents=[agent(modelClass="prose")])
    verdict = gate(files(pack), schemas=law)
    assert [(one.rule, one.cause, one.pointer) for one in verdict.findings] == [
        ("agent-manifest-invalid", "model-class", "/agents/0/modelClass")
    ]
    sound = gate(files(manifest(homepage="x:y")), schemas=law)
    assert sound.findings == ()


@pytest.mark.parametrize(
    "demand",
    [
        {"properties": {"kind": {"const": "node"}, "extra": False}},
        {"properties": {"kind": {"const": "node"}, "extra": {"not": {}}}},
        {"properties": {"kind": {"const": "node"}}, "patternProperties": {"^ex": False}},
        {
            "properties": {**dict.fromkeys(manifest(homepage=1), True), "kind": {"const": "node"}},
            "additionalProperties": False,
        },
    ],
    ids=str,
)
def test_a_member_of_theirs_may_be_forbidden(demand: Any) -> None:
    node = NODE | demand
    found = gate(files(manifest(homepage="x:y", extra=1)), schemas={"node.json": node}).findings
    assert [(one.rule, one.cause, one.pointer) for one in found] == [
        ("pack-manifest-invalid", "additional-properties", "/extra")
    ]
    assert "`license`" in found[0].help  # that ours know, whatever theirs do


@pytest.mark.parametrize("place", ["properties", "patternProperties"])
def test_what_only_they_forbid_is_told_where_it_stands(place: str) -> None:
    kind = {"kind": {"const": "node"}}
    node = {"$id": NODE["$id"], "properties": kind, place: kind | {"license": False}}
    (found,) = gate(files(manifest(extra=1)), schemas={"node.json": node}).findings
    assert (found.pointer, found.span.start.line) == ("/license", 4)
    assert found.message == "`license` breaks the schema of pack manifests: nothing may be there"


@pytest.mark.parametrize(
    "member",
    [
        {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
        {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
        {"not": {"maxProperties": 0}},
    ],
)
def test_a_choice_of_theirs_is_covered_by_what_ours_say_within_it(member: Any) -> None:
    node = NODE | {"properties": {"kind": {"const": "node"}, "engines": member}}
    verdict = gate(files(manifest(homepage="x:y", engines={})), schemas={"node.json": node})
    assert [(rule, cause) for rule, cause, _ in told(verdict)] == [
        ("pack-engine-unsupported", "missing")
    ]
    range_ = {"openwop": "latest"}
    pack = manifest(homepage="x:y", engines=range_, author="A")
    node = NODE | {"properties": {"kind": {"const": "node"}, "author": {"anyOf": [False]}}}
    found = told(gate(files(pack), schemas={"agent.json": AGENT, "node.json": node}))
    assert [(rule, cause) for rule, cause, _ in found] == [
        ("pack-engine-unsupported", "range"),
        ("pack-manifest-invalid", "any-of"),
    ]
    node = NODE | {"properties": {"kind": {"const": "node"}, "engines": {"minProperties": 2}}}
    found = told(gate(files(pack), schemas={"agent.json": AGENT, "node.json": node}))
    assert [(rule, cause) for rule, cause, _ in found] == [
        ("pack-manifest-invalid", "min-properties"),
        ("pack-engine-unsupported", "range"),
    ]
    whole: dict[str, Any] = {"anyOf": [{"properties": {"engines": {"required": ["openwop"]}}}]}
    whole |= NODE | {"properties": {"kind": {"const": "node"}}}
    verdict = gate(files(manifest(homepage="x:y", engines={})), schemas={"node.json": whole})
    assert [(rule, cause) for rule, cause, _ in told(verdict)] == [
        ("pack-engine-unsupported", "missing")
    ]


def test_an_unknown_member_is_one_only_if_they_know_it_neither() -> None:
    closed = {**NODE, "additionalProperties": False}
    pinned = SCHEMAS | {"node.json": closed}
    verdict = gate(files(manifest(homepage="x:y", extra=1)), schemas=pinned)
    assert ("pack-manifest-invalid", "additional-properties") in {
        (rule, cause) for rule, cause, _ in told(verdict)
    }


def test_lint_takes_them_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    law = {
        "$id": "https://registry.example/prompt.json",
        "properties": {"kind": {"const": "prompt"}, "prompts": {"maxItems": 1}},
    }
    (tmp_path / "law").mkdir()
    (tmp_path / "law" / "prompt.json").write_bytes(text(law))
    pack = manifest(kind="prompt", prompts=[{}, {}])
    del pack["runtime"], pack["agents"]
    (tmp_path / "crew.tgz").write_bytes(tgz(files(pack)))
    write_folder(tmp_path / "crew", files(pack))
    assert lint(["crew.tgz"]).findings == ()
    for path in ("crew.tgz", "crew"):
        found = lint([path], schemas="law").findings
        assert [(one.rule, one.pointer) for one in found] == [("pack-manifest-invalid", "/prompts")]
    assert pickle.loads(pickle.dumps(PinnedSchemas.read(tmp_path / "law"))).kinds  # noqa: S301
    with pytest.raises(UsageError, match=r"^there is no folder `nowhere` of schemas; give one$"):
        lint(["crew"], schemas="nowhere")
