"""Corners of single rules that no fixture is needed for."""

from __future__ import annotations

from typing import Any

import pytest

from herdr_lint import gate
from herdr_lint.model import Finding, Severity, Unchecked
from herdr_lint.openwop.pack import Terms, check_manifest, check_openwop_pack, is_agent
from herdr_lint.openwop.rules import contracts
from herdr_lint.openwop.rules.identities import suggested
from tests.builders import NAME, agent, files, manifest, manifest_v2, node, text

BUILD = "build the program before packing, or correct the path."


@pytest.mark.parametrize(
    ("agent_id", "expected"),
    [
        ("vendor.other.crew.writer", f"{NAME}.writer"),
        (NAME, f"{NAME}.default"),
        (f"{NAME}.team.Lead Writer", f"{NAME}.leadWriter"),
        ("9-lives", f"{NAME}.lives"),
        ("...", f"{NAME}.default"),
        ("_a-B_1", f"{NAME}.a-B_1"),
        ("X", f"{NAME}.x"),
    ],
)
def test_an_id_is_suggested_that_fits(agent_id: str, expected: str) -> None:
    assert suggested(NAME, agent_id) == expected


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("vendor.acme.crew", None),
        ("vendor.acme", "nothing"),
        ("vendor.Acme.crew", "nothing"),
        ("vendor.acme.my crew", "nothing"),
        ("vendor.x", "nothing"),
    ],
)
def test_an_agent_is_called_after_a_pack_that_has_a_name(name: str, cause: str | None) -> None:
    found = check_openwop_pack(
        files(manifest(name=name, agents=[agent(agentId="core.x.y")]))
    ).findings
    causes = [one.cause for one in found if one.rule == "agent-id-outside-pack"]
    assert causes == ([] if cause == "nothing" else [cause])


@pytest.mark.parametrize(
    ("agent_id", "cause"),
    [
        (NAME, "same"),
        (f"{NAME}.writer", "inside"),
        (f"{NAME}x.writer", None),
        (f"{NAME}.team.writer", "nested"),
        (f"{NAME}.team.9", "segment"),
        (f"{NAME}.Writer", "segment"),
        (f"{NAME}.", "segment"),
    ],
)
def test_how_an_id_leaves_its_pack(agent_id: str, cause: str | None) -> None:
    found = check_openwop_pack(files(manifest(agents=[agent(agentId=agent_id)]))).findings
    causes = [one.cause for one in found if one.rule == "agent-id-outside-pack"]
    assert causes == ([] if cause == "inside" else [cause])


def test_each_id_that_stands_there_again_is_told() -> None:
    """An empty one is no id; its schema says so."""
    ids = [f"{NAME}.a", f"{NAME}.a", "", "", f"{NAME}.b", f"{NAME}.b"]
    data = manifest(agents=[agent(agentId=one) for one in ids])
    found = check_openwop_pack(files(data)).findings
    assert [one.pointer for one in found if one.rule == "duplicate-agent-id"] == [
        "/agents/1/agentId",
        "/agents/5/agentId",
    ]


def test_an_empty_reference_is_left_to_the_schema() -> None:
    found = check_openwop_pack(files(manifest(agents=[agent(systemPromptRef="")]))).findings
    assert {one.rule for one in found} == {"agent-manifest-invalid"}


@pytest.mark.parametrize(
    ("facet", "rule"),
    [
        (5, "pack-manifest-invalid"),
        ("other", None),
        ("longTerm", "memory-backend-contradiction"),
        (">=longTerm", "memory-backend-contradiction"),
    ],
)
def test_memory_is_demanded_by_a_text_that_says_so(facet: Any, rule: str | None) -> None:
    data = manifest(peerDependencies={"openwop.agents.memoryBackends": facet})
    found = check_openwop_pack(files(data)).findings
    assert [one.rule for one in found] == ([] if rule is None else [rule])


def test_an_entry_is_looked_for_where_the_files_are_known() -> None:
    runtime = {"language": "javascript", "entry": "index.mjs"}
    data = manifest(runtime=runtime, nodes=[node()])
    assert check_manifest("pack.json", text(data)).findings == ()
    found = check_openwop_pack(files(data), built=True).findings
    assert [(one.rule, one.pointer) for one in found] == [
        ("runtime-entry-missing", "/runtime/entry")
    ]
    runtime["entry"] = 3  # type: ignore[assignment]
    odd = manifest(runtime=runtime, nodes=[node()])
    found = check_openwop_pack(files(odd), built=True).findings
    assert {one.rule for one in found} == {"pack-manifest-invalid"}


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ("./index.mjs", ("dot-slash", "write `index.mjs`, without `./`")),
        (".//index.mjs", (None, f"{BUILD} Did you mean `index.mjs`?")),
        ("./other.mjs", (None, BUILD)),
    ],
)
def test_dots_in_front_are_all_that_is_wrong(entry: str, found: tuple[str | None, str]) -> None:
    data = manifest(runtime={"language": "javascript", "entry": entry}, nodes=[node()])
    told = check_openwop_pack(files(data) | {"index.mjs": b""}, built=True).findings
    assert [(one.cause, one.help) for one in told] == [found]


def test_a_type_that_is_no_text_is_a_matter_for_the_schema() -> None:
    runtime = {"language": "remote", "entry": "https://a.example/x"}
    data = manifest(runtime=runtime, nodes=[node(typeId=[])])
    found = check_openwop_pack(files(data)).findings
    assert [(one.rule, one.pointer) for one in found] == [
        ("pack-manifest-invalid", "/nodes/0/typeId")
    ]


def test_a_prompt_of_many_agents_is_read_once() -> None:
    agents = [agent(agentId=f"{NAME}.{name}") for name in "ab"]
    found = check_openwop_pack(files(manifest(agents=agents)) | {"prompts/writer.md": b"\xff"})
    assert [(one.rule, one.path) for one in found.findings] == [
        ("ref-not-utf8", "prompts/writer.md")
    ]


@pytest.mark.parametrize("start", [b"\xff\xfe", b"\xfe\xff"])
def test_a_prompt_in_utf_16_is_told_as_such(start: bytes) -> None:
    found = check_openwop_pack(files(manifest()) | {"prompts/writer.md": start + b"\0a"}).findings
    assert [(one.rule, one.cause) for one in found] == [("ref-not-utf8", "utf16")]


def test_a_contract_is_read_as_json_whatever_it_is_called() -> None:
    handoff = {"taskSchemaRef": "schemas/task.yaml"}
    data = manifest(agents=[agent(role="skill", handoff=handoff)])
    found = check_openwop_pack(files(data) | {"schemas/task.yaml": b"type: object\n"}).findings
    assert [(one.path, one.cause) for one in found if one.rule == "handoff-schema-invalid"] == [
        ("schemas/task.yaml", "json")
    ]


def regressions(role: object) -> list[Finding]:
    before = files(manifest(version="0.9.0", agents=[agent(role="skill", handoff={})]))
    later = files(manifest(agents=[agent(role=role)]))
    found = gate(later, previous=before).findings
    return [one for one in found if one.rule == "role-regression"]


@pytest.mark.parametrize(
    ("role", "count"), [("skill", 0), ("Skill", 0), (None, 0), ("assistant", 1)]
)
def test_a_role_is_lost_only_for_another_valid_one(role: object, count: int) -> None:
    assert len(regressions(role)) == count


def test_a_previous_version_need_not_be_valid() -> None:
    before = files(manifest(version="0.9.0", agents=[agent(role="skill"), agent(agentId=[1])]))
    found = gate(files(), previous=before).findings
    assert [one.message for one in found if one.rule == "role-regression"] == [
        f"agent `{NAME}.writer` was a skill in version 0.9.0, and has no role now"
    ]


def referring(handoff: dict[str, str]) -> dict[str, object]:
    """A manifest that refers to a file wherever it can."""
    return manifest(
        agents=[agent(systemPromptRef="p.md", handoff=handoff, evalSuiteRef="suite.json")],
        nodes=[node(configSchemaRef="a.json", inputSchemaRef="b.json", outputSchemaRef="c.json")],
        signing={"signatureRef": "x.sig"},
    )


def test_every_reference_has_to_lead_to_a_file() -> None:
    handoff = {"taskSchemaRef": "task.json", "returnSchemaRef": "return.json"}
    data = referring(handoff)
    found = check_openwop_pack({"pack.json": text(data)}, built=True).findings
    assert [(one.pointer, one.cause) for one in found if one.rule == "ref-missing"] == [
        ("/agents/0/systemPromptRef", None),
        ("/agents/0/handoff/taskSchemaRef", None),
        ("/agents/0/handoff/returnSchemaRef", None),
        ("/agents/0/evalSuiteRef", None),
        ("/nodes/0/configSchemaRef", "node-schema"),
        ("/nodes/0/inputSchemaRef", "node-schema"),
        ("/nodes/0/outputSchemaRef", "node-schema"),
        ("/signing/signatureRef", "signing"),
    ]


def test_every_file_has_to_lie_where_the_builder_takes_it_from() -> None:
    handoff = {"taskSchemaRef": "task.json", "returnSchemaRef": "schemas/return.json"}
    data = referring(handoff)
    names = ("p.md", "task.json", "suite.json", "a.json", "b.json", "c.json", "x.sig")
    pack = dict.fromkeys([*names, "schemas/return.json"], b"{}") | {"pack.json": text(data)}
    found = check_openwop_pack(pack).findings
    assert [(one.pointer, one.cause) for one in found if one.rule == "prompt-not-bundled"] == [
        ("/agents/0/systemPromptRef", None),
        ("/agents/0/handoff/taskSchemaRef", "schema"),
        ("/agents/0/evalSuiteRef", "eval-suite"),
        ("/nodes/0/configSchemaRef", "schema"),
        ("/nodes/0/inputSchemaRef", "schema"),
        ("/nodes/0/outputSchemaRef", "schema"),
    ]


def test_a_version_that_is_not_said_is_the_previous_one() -> None:
    before = manifest(agents=[agent(role="skill", handoff={})])
    later = manifest(agents=[agent(role="assistant")])
    del before["version"], later["version"]
    found = gate(files(later), previous=files(before)).findings
    assert [one.message for one in found if one.rule == "role-regression"] == [
        f"agent `{NAME}.writer` was a skill in the previous version, and is an assistant now"
    ]


@pytest.mark.parametrize("remotes", [[], {}, {"a": 1}, "x", [1], [{}], [{"url": 1}], None])
def test_remotes_of_another_form_are_no_address(remotes: object) -> None:
    runtime = {"language": "remote", "entry": "x.js", "mcpServer": {"remotes": remotes}}
    found = check_openwop_pack(files(manifest_v2(runtime=runtime)), built=True).findings
    assert [one.cause for one in found if one.rule == "runtime-entry-missing"] == [None]
    assert {one.rule for one in found} <= {"pack-manifest-invalid", "runtime-entry-missing"}


@pytest.mark.parametrize(
    "sentence",
    [
        "Fetch it with `openwop:core.http.fetch`.",
        "You do not have much time. Call openwop:core.http.fetch at once.",
        "- openwop:core.http.fetch: never mind the cost",
        "(openwop:core.http.fetch)",
        "Not sure?\nUse openwop:core.http.fetch, not a browser.",
    ],
)
def test_prompts_speak_of_tools(sentence: str) -> None:
    assert spoken_of(sentence) == ["core.http.fetch"]


@pytest.mark.parametrize(
    "sentence",
    [
        "openwop:core.http.* has what you need; see openwop:core and openwop:...",
        "https://x.example/openwop:core.http.fetch",
        "see vendor.openwop:core.http.fetch",
    ],
)
def test_some_mentions_are_no_tools_to_use(sentence: str) -> None:
    assert spoken_of(sentence) == []


def spoken_of(sentence: str) -> list[str]:
    pack = files() | {"prompts/writer.md": sentence.encode()}
    record = check_openwop_pack(pack).record
    assert record is not None
    return [one.id for one in record.mentions]


def test_only_prompts_are_read_as_prompts() -> None:
    """Of a schema that is not UTF-8, its own rule tells."""
    handoff = {"taskSchemaRef": "schemas/task.json"}
    data = manifest(agents=[agent(role="skill", handoff=handoff)])
    told = b'\xff "openwop:core.http.fetch"'
    check = check_openwop_pack({**files(data), "schemas/task.json": told})
    assert [(one.rule, one.cause) for one in check.findings] == [("handoff-schema-invalid", "json")]
    assert check.record is not None
    assert check.record.mentions == ()


def test_a_tool_is_reported_where_a_prompt_speaks_of_it_first() -> None:
    line = b"Use `openwop:core.http.fetch` or `openwop:core.http.fetch`.\n"
    record = check_openwop_pack(files() | {"prompts/writer.md": b"\n" + line * 2}).record
    assert record is not None
    assert [(one.span.start.line, one.span.start.column) for one in record.mentions] == [(2, 6)]


def test_a_prompt_may_speak_of_the_tools_of_its_own_pack() -> None:
    pack = files(manifest(nodes=[node()]))
    prompt = b"Use openwop:acme.text.count, then openwop:core.http.fetch."
    record = check_openwop_pack(pack | {"prompts/writer.md": prompt}).record
    assert record is not None
    assert [one.id for one in record.mentions] == ["core.http.fetch"]


def test_values_that_are_no_text_are_no_tools() -> None:
    pack = files(manifest(agents=[agent(toolAllowlist=[1, "", "openwop:a.b"])]))
    check = check_openwop_pack(pack)
    assert check.record is not None
    assert [one.id for one in check.record.tools] == ["a.b"]
    assert {one.rule for one in check.findings} == {"agent-manifest-invalid"}


@pytest.mark.parametrize(
    "key", ["agentId", "modelClass", "persona", "systemPrompt", "systemPromptRef"]
)
def test_a_manifest_with_a_member_of_agents_is_that_of_one(key: str) -> None:
    assert is_agent({key: "x", "name": "y"})
    for other in ("agents", "engines", "kind", "nodes", "runtime"):
        assert not is_agent({key: "x", other: "y"})
    assert not is_agent({"name": "y"})
    assert not is_agent([key])


@pytest.mark.parametrize(
    ("data", "cause", "whole"),
    [
        (b'{"agentId": "x"', "syntax", False),
        (b'{"name": "x", "kind": "node"', "syntax", True),
        (b"[]", "not-an-object", True),
        (b"1", "not-an-object", True),
        (b"", "empty", True),
    ],
)
def test_of_what_is_no_manifest_nothing_more_is_said(data: bytes, cause: str, whole: bool) -> None:
    check = check_manifest("crew/pack.json", data)
    assert [(one.rule, one.cause) for one in check.findings] == [("json-invalid", cause)]
    reason = "not readable, so nothing in it was judged"
    told = (Unchecked("crew/pack.json", reason, decides=True),) if whole else ()
    assert (check.unchecked, check.needs, check.record) == (told, (), None)


class TestBounds:
    """No pack takes long, however much is wrong with it."""

    def test_a_check_is_ended_after_many_errors(self) -> None:
        check = check_openwop_pack(files(manifest(agents=[{}] * 500)))
        schema = [one for one in check.findings if one.rule == "agent-manifest-invalid"]
        assert len(schema) == 500
        assert [one.reason for one in check.unchecked] == [
            "more than 500 findings of a kind; the rest is not told"
        ]

    def test_no_number_of_notes_hides_an_error(self) -> None:
        notes = {f"x-{number}": None for number in range(501)}
        hidden = [{"agentId": f"{NAME}.a"}]
        for pack in (manifest(**notes, agents=hidden), manifest(agents=hidden, **notes)):
            found = check_openwop_pack(files(pack)).findings
            assert sum(one.severity is Severity.NOTE for one in found) == 500
            assert any(one.rule == "agent-manifest-invalid" for one in found)

    def test_a_range_of_many_parts_takes_no_longer_than_it_is_long(self) -> None:
        engines = {"openwop": ">=1 " * 1_000 + "!"}
        found = check_openwop_pack(files(manifest(engines=engines))).findings
        assert [(one.rule, one.cause) for one in found] == [("pack-engine-unsupported", "range")]

    def test_large_manifests_are_not_judged(self) -> None:
        size = len(files()["pack.json"])
        assert check_openwop_pack(files(), terms=Terms(largest=size)).whole
        check = check_openwop_pack(files(), terms=Terms(largest=size - 1))
        assert not check.whole
        assert [(one.rule, one.cause) for one in check.findings] == [
            ("archive-manifest-too-large", "manifest-too-large")
        ]
        reason = f"larger than {size - 1} bytes"
        assert check.unchecked == (Unchecked("pack.json", reason, decides=True),)

    def test_a_large_manifest_is_told_of_by_its_name(self) -> None:
        check = check_manifest("packs/crew.pack.json", b"{}", terms=Terms(largest=1))
        (found,) = check.findings
        assert found.message == "`crew.pack.json` has 2 bytes, and the limit is 1"
        assert check.record is None

    @pytest.mark.parametrize("of", [manifest(), agent()], ids=["pack", "agent"])
    def test_of_a_manifest_that_stands_alone_no_file_is_seen(self, of: dict[str, Any]) -> None:
        reason = (
            "the manifest stands alone, so the files it refers to were not seen; check the folder"
            " or the archive of its pack"
        )
        unchecked = check_manifest("pack.json", text(of)).unchecked
        assert unchecked == (Unchecked("pack.json", reason, decides=True),)
        alone = agent(systemPrompt="Write.")
        del alone["systemPromptRef"]
        of = {**of, "agents": [alone]} if "agents" in of else alone
        assert check_manifest("pack.json", text(of)).unchecked == ()

    def test_an_agent_has_no_needs_of_a_pack(self) -> None:
        alone = agent(dependencies={"vendor.x.y": "1.0.0"})
        needs = check_manifest("agent.json", text(alone)).needs
        packed = check_openwop_pack(files(manifest(agents=[alone]))).needs
        assert needs == tuple(one for one in packed if one.by)
        assert [one.kind for one in needs] == ["model-class"]

    def test_large_schemas_are_not_judged(self) -> None:
        large = b'{"type": "x"}'.ljust((256 << 10) + 1)
        pack = files(schemas__a_json=large, schemas__b_json=large[:-1])
        check = check_openwop_pack(pack)
        assert [(one.path, one.reason, one.decides) for one in check.unchecked] == [
            ("schemas/a.json", "larger than 256 KiB", False)
        ]
        assert {one.path for one in check.findings} == {"schemas/b.json"}

    def test_a_file_outside_the_pack_is_not_called_missing(self) -> None:
        data = manifest(nodes=[node(inputSchemaRef="../x.json")])
        found = check_openwop_pack(files(data)).findings
        assert [
            (one.rule, one.cause) for one in found if one.pointer == "/nodes/0/inputSchemaRef"
        ] == [("ref-unsafe", "parent")]

    def test_a_large_schema_of_a_handoff_decides(self) -> None:
        large = b"{}".ljust((256 << 10) + 1)
        ours = agent(handoff={"taskSchemaRef": "schemas/a.json"})
        check = check_openwop_pack(files(manifest(agents=[ours]), schemas__a_json=large))
        assert check.unchecked == (
            Unchecked("schemas/a.json", "larger than 256 KiB", decides=True),
        )

    def test_4_mib_of_schemas_are_judged(self) -> None:
        quarter = b"{}".ljust(256 << 10)
        many = {f"schemas/{number:02}.json": quarter for number in range(16)}
        pack = {**files(), **many, "schemas/last.json": quarter}
        assert [(one.path, one.reason) for one in check_openwop_pack(pack).unchecked] == [
            ("schemas/last.json", "the schemas of the pack are larger than 4 MiB together")
        ]

    def test_of_many_schemas_the_first_are_judged(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(contracts, "MOST_BYTES", 4)
        names = ("schemas__a_json", "schemas__b_json", "schemas__c_json")
        check = check_openwop_pack(files(**dict.fromkeys(names, b"{}")))
        (found,) = check.findings
        assert (found.path, [one.path for one in found.related]) == (
            "schemas/a.json",
            ["schemas/b.json"],
        )
        assert [(one.path, one.reason) for one in check.unchecked] == [
            ("schemas/c.json", "the schemas of the pack are larger than 4 bytes together")
        ]

    def test_what_is_not_looked_at_in_a_schema_is_unchecked(self) -> None:
        pattern = {"$id": SCHEMA_ID, "pattern": "a|" * 1_000}
        check = check_openwop_pack(files(schemas__a_json=text(pattern)))
        assert check.findings == ()
        assert [(one.path, one.reason) for one in check.unchecked] == [
            ("schemas/a.json", "a regular expression in it is too long to be compiled safely")
        ]

    def test_prompts_speak_of_so_many_tools_at_most(self) -> None:
        prompt = "".join(f"openwop:a.b{n} " for n in range(201))
        record = check_openwop_pack(files() | {"prompts/writer.md": prompt.encode()}).record
        assert record is not None
        assert len(record.mentions) == 200


@pytest.mark.parametrize("member", ["name", "version"])
def test_without_a_name_or_a_version_no_address_is_stale(member: str) -> None:
    data = manifest()
    del data[member]
    found = check_openwop_pack(
        files(data, schemas__a_json=b'{"$id": "https://a.example"}')
    ).findings
    assert {one.rule for one in found} == {"pack-manifest-invalid"}


@pytest.mark.parametrize("length", [199, 200, 201])
def test_an_address_is_shown_whole(length: int) -> None:
    address = "https://a.example/".ljust(length, "x")
    pack = files(schemas__a_json=text({"$id": address}))
    (found,) = check_openwop_pack(pack).findings
    assert found.rule == "schema-id-stale"
    assert (address in found.message) is (length <= 200)
    assert ("…" in found.message) is (length > 200)


SCHEMA_ID = f"https://packs.openwop.dev/{NAME}/1.0.0/a.json"


@pytest.mark.parametrize("value", [5, [], {}, None, ""])
@pytest.mark.parametrize("place", ["action", "trigger", "agent", "name", "tool", "prompt"])
def test_values_of_another_type_break_no_rule(place: str, value: object) -> None:
    keys = {"agent": "agentId", "prompt": "systemPromptRef"}
    connector = {
        "id": "crm",
        "displayName": "CRM",
        "actions": [{"typeId": value if place == "action" else "x", "displayName": "a"}],
        "triggers": [{"typeId": value if place == "trigger" else "x", "displayName": "a"}],
    }
    data = manifest(
        connector=connector,
        agents=[agent(**{keys[place]: value}) if place in keys else agent(toolAllowlist=[value])],
        **({"name": value} if place == "name" else {}),
    )
    check = check_openwop_pack(files(data), "")
    assert "internal-error" not in {one.rule for one in check.findings}


@pytest.mark.parametrize("value", [5, [], {}, None, ""])
def test_what_is_not_a_type_is_not_looked_for(value: object) -> None:
    connector: dict[str, Any] = {"id": "crm", "displayName": "CRM"}
    connector |= {"actions": [{"typeId": value, "displayName": "a"}], "triggers": [value]}
    found = check_openwop_pack(files(manifest(connector=connector))).findings
    assert {one.rule for one in found} == {"pack-manifest-invalid"}
    connector |= {"actions": [{"typeId": "x"}], "triggers": ["y"]}
    found = check_openwop_pack(files(manifest(connector=connector))).findings
    assert [one.pointer for one in found if one.rule == "connector-action-unresolved"] == [
        "/connector/actions/0/typeId",
        "/connector/triggers/0",
    ]


@pytest.mark.parametrize(
    ("schema", "decides"), [("schemas/task.json", True), ("schemas/other.json", False)]
)
def test_a_contract_that_was_not_looked_at_decides(schema: str, decides: bool) -> None:
    handoff = {"taskSchemaRef": "schemas/task.json"}
    data = manifest(agents=[agent(role="skill", handoff=handoff)])
    large = text({"pattern": "(" * 300})
    pack = {**files(data), "schemas/task.json": b"{}", "schemas/other.json": b"{}", schema: large}
    (told,) = [one for one in check_openwop_pack(pack, "").unchecked if one.path == schema]
    assert told.reason == "a regular expression in it is too long to be compiled safely"
    assert told.decides is decides
