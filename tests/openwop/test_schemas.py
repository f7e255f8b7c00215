"""The schemas of OpenWOP packs: verdicts, places and words, and how they hang together."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema_specifications import (  # type: ignore[import-untyped]
    REGISTRY as SPECIFICATIONS,
)

from herdr_lint import Limits, UsageError, gate
from herdr_lint.config.loading import Configs
from herdr_lint.judge import codes, schema_errors, validator
from herdr_lint.judge import rule_registry as registry_of_rules
from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge import shipped as files
from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import judge, make_finding, show
from herdr_lint.judge.keywords import ANNOTATION, REPORT, SINGLE
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.model import Finding, Severity
from herdr_lint.openwop import profiles
from herdr_lint.syntax.json_reader import read_json
from herdr_lint.syntax.text import SourceText
from tests.builders import files as files_of
from tests.builders import manifest_v2, tgz
from tests.effort import examples
from tests.judge.shapes import SHAPES
from tests.strategies import openwop

FIXTURES = Path(__file__).parent / "tables"
BASE = "https://herdr-lint.dev/schemas/"
VERSIONS = ("v1", "v2")
PROFILE = next(SHAPES["openwop/profile"]())[1]
FILE = "a.schema.json"
NO_FILES = [f"{name}.schema.json" for name in ("", "A", "a_b", "b/a", "../a/b/c", "../../a", "..")]
IN_SITU = ("allOf", "then", "else", "properties", "patternProperties", "additionalProperties")
APPLICATORS = {*IN_SITU, "items", "if", "$ref", "$defs"}
SILENT = {"title", "description", "$schema", "$id", ANNOTATION, REPORT}
PACK = files.load("openwop/shared/pack.schema.json")["$defs"]


def load(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


TABLES = {version: load(FIXTURES / f"{version}.json") for version in VERSIONS}
SCHEMAS = sorted(
    path.relative_to(files.root()).as_posix()
    for path in (files.root() / "openwop").rglob("*.schema.json")
)


def document(data: Any) -> Document:
    text = SourceText(json.dumps(data))
    return Document("pack", "pack.json", data, text, read_json(text).spans)


def judged(version: str, schema: str, data: Any, *selected: str) -> list[Finding]:
    names = [f"openwop/{version}/{schema}.schema.json"]
    if schema == "pack" and isinstance(data, dict):
        names += profiles.shipped()[f"openwop/{version}"].schemas_for(data)[1:]
    return [
        finding
        for name in names
        for finding in judge(
            document(data), validator.shipped(name), f"openwop/{version}", selected
        )
    ]


# --- each constraint, at its boundary -----------------------------------------------------------


class Case(NamedTuple):
    """A base manifest, what is changed in it, and the findings that this must give."""

    version: str
    base: Mapping[str, Any]
    entry: Mapping[str, Any]


def expand(value: Any) -> Any:
    """Long values are written as ``{"repeat": …, "times": n}`` and ``{"join": […]}``."""
    match value:
        case {"repeat": str(text), "times": int(times)}:
            return text * times
        case {"repeat": item, "times": int(times)}:
            return [expand(item)] * times
        case {"join": list(parts)}:
            return "".join(map(expand, parts))
        case dict():
            return {key: expand(member) for key, member in value.items()}
        case list():
            return list(map(expand, value))
    return value


def member(data: Any, pointer: str) -> tuple[Any, Any]:
    *way, last = pointer.split("/")[1:]
    for step in way:
        data = data[int(step)] if isinstance(data, list) else data[step]
    return data, int(last) if isinstance(data, list) else last


def manifest(case: Case) -> Any:
    data = json.loads(json.dumps(case.base["data"]))
    for pointer in case.entry.get("remove", ()):
        parent, last = member(data, pointer)
        parent.pop(last, None)
    for pointer, value in case.entry.get("set", {}).items():
        parent, last = member(data, pointer)
        parent[last] = expand(value)
    return data


CASES = [
    pytest.param(
        Case(version, table["bases"][entry["base"]], entry), id=f"{version} {entry['name']}"
    )
    for version, table in TABLES.items()
    for entry in table["cases"]
]


@pytest.mark.parametrize("case", CASES)
def test_each_constraint_gives_exactly_its_findings(case: Case) -> None:
    found = judged(case.version, case.base["schema"], manifest(case))
    shapes = [
        {
            "rule": finding.rule,
            **({"cause": finding.cause} if finding.cause else {}),
            "severity": finding.severity.value,
            "pointer": finding.pointer,
            **at(finding, document(manifest(case))),
            "message": finding.message,
        }
        for finding in found
    ]
    assert shapes == case.entry["findings"]


def at(finding: Finding, document: Document) -> dict[str, str]:
    """Whether a finding is about a key and not about its value."""
    place = document.spans[finding.pointer or ""]
    assert finding.span in {place.key, place.value}
    return {"at": "key"} if finding.span == place.key else {}


GOLDEN = Path(__file__).parents[1] / "golden" / "openwop.txt"
OF_TABLES = sorted(
    {
        one["rule"]
        for table in TABLES.values()
        for case in table["cases"]
        for one in case["findings"]
    }
)


def words(rule: str) -> str:
    """What is said of the first case of each cause of a rule, as a person reads it."""
    told: dict[str | None, str] = {}
    for version, table in TABLES.items():
        for entry in table["cases"]:
            causes = {one.get("cause") for one in entry["findings"] if one["rule"] == rule}
            if causes <= told.keys():
                continue
            case = Case(version, table["bases"][entry["base"]], entry)
            for one in judged(version, case.base["schema"], manifest(case)):
                if one.rule == rule and one.cause not in told:
                    told[one.cause] = (
                        f"{one.severity}[{rule}/{one.cause}] {version} {entry['name']}\n"
                        f"  {one.message}\n  host: {one.consequence}\n  help: {one.help}\n"
                    )
    return "\n".join(told.values())


@pytest.mark.parametrize("rule", OF_TABLES, ids=lambda rule: f"openwop/{rule}: all that is said")
def test_all_that_is_said_is_as_agreed(rule: str) -> None:
    """After a change that is meant: ``UPDATE_GOLDEN=1`` writes it; then read the difference."""
    if os.environ.get("UPDATE_GOLDEN") and not os.environ.get("CI"):  # pragma: no cover
        GOLDEN.write_text("\n".join(map(words, OF_TABLES)), "utf-8", newline="\n")
    agreed = GOLDEN.read_text("utf-8").removesuffix("\n").split("\n\n")
    told = words(rule).removesuffix("\n").split("\n\n")
    assert told == [one for one in agreed if f"[{rule}/" in one]
    assert all(any(f"[{known}/" in one for known in OF_TABLES) for one in agreed)


def test_helps_say_what_to_write() -> None:
    skill = TABLES["v1"]["bases"]["skill"]["data"]
    without = {key: value for key, value in skill.items() if key != "handoff"}
    remembering = {**skill, "memoryShape": {"longTerm": True}}
    capital = {**skill, "role": "Skill", "modelClass": "Generel", "personna": "A"}
    found = [
        *judged("v1", "agent-manifest", without),
        *judged("v1", "agent-manifest", remembering),
        *judged("v1", "agent-manifest", {**capital, "description": 5}),
    ]
    assert [finding.help for finding in found] == [
        "add a `handoff` with `taskSchemaRef` and `returnSchemaRef`;"
        " or remove `role`, or set it to `assistant`",
        'write `"longTerm": false` or leave it out; or remove `role`, or set it to `assistant`',
        "write a value of the type `string`."
        " What the agent is good for, in a line; at most 500 characters.",
        "use one of `reasoning`, `writing`, `coding`, `research`, `classification`, `general`."
        " Did you mean `general`? Vendors cannot add any",
        "use `skill` or `assistant`, in lower case, or leave the member out. Did you mean `skill`?",
        "remove it or correct its name. Did you mean `persona`? Known here: `agentId`, `persona`,"
        " `label`, `description`, `modelClass`, `role`, `systemPrompt`, `systemPromptRef`,"
        " `handoff`, `memoryShape`, `confidence`, `toolAllowlist`, `requiresCapabilities`,"
        " `evalSuiteRef`, `promptLibraryRef`, `promptOverrides`",
    ]


def test_an_agent_without_a_role_is_remarked_on_when_asked_for() -> None:
    bare = TABLES["v1"]["bases"]["bare"]["data"]
    assert judged("v1", "agent-manifest", bare) == []
    for version in VERSIONS:
        (finding,) = judged(version, "agent-manifest", bare, "explicit-role")
        assert (finding.rule, finding.severity, finding.pointer) == (
            "explicit-role",
            Severity.NOTE,
            "",
        )
    assert judged("v1", "agent-manifest", {**bare, "role": "assistant"}, "explicit-role") == []


@pytest.mark.parametrize("version", VERSIONS)
def test_findings_carry_the_code_of_the_registry(version: str) -> None:
    code = {"v1": "invalid_manifest", "v2": "pack_validation_failed"}[version]
    skill = {**TABLES[version]["bases"]["skill"]["data"], "memoryShape": {"longTerm": True}}
    crew = {**TABLES[version]["bases"]["crew"]["data"], "agents": [skill], "engines": {}, "kind": 1}
    codes = {finding.rule: finding.host_code for finding in judged(version, "node-pack", crew)}
    assert codes == {
        "skill-memory-not-scratchpad": code,
        "pack-kind-invalid": "pack_kind_invalid",
        "pack-engine-unsupported": {
            "v1": "invalid_engines_range",
            "v2": "pack_engine_unsupported",
        }[version],
    }


# --- properties ---------------------------------------------------------------------------------


def plain(version: str, schema: str) -> Draft202012Validator:
    """The same schema under jsonschema as it comes, ignorant of our annotations."""
    found, resources = registry.shipped(f"openwop/{version}/{schema}.schema.json")
    return Draft202012Validator(found, registry=resources, format_checker=schema_errors._FORMATS)


bases = st.sampled_from(
    [
        (version, base["schema"], base["data"])
        for version, table in TABLES.items()
        for base in table["bases"].values()
    ]
)


@examples(60)
@given(st.data())
def test_any_validator_comes_to_the_same_verdict(data: st.DataObject) -> None:
    version, schema, base = data.draw(bases)
    changed = data.draw(openwop.changed(base))
    own = validator.shipped(f"openwop/{version}/{schema}.schema.json")
    faults = [fault for fault in validator.schema_errors(own, changed) if fault.keyword != REPORT]
    assert plain(version, schema).is_valid(changed) is not bool(faults)


@examples(60)
@given(st.data())
def test_every_finding_is_worded(data: st.DataObject) -> None:
    version, schema, base = data.draw(bases)
    changed = data.draw(openwop.changed(base) | openwop.json_values)
    book = RuleRegistry.shipped()
    for finding in judged(version, schema, changed):
        assert finding.cause is None or finding.cause in book[finding.rule].causes
        assert not re.search(r"\{(?!\w*…)[a-z]\w*\}", remove_shown(finding.message + finding.help))
        assert (finding.host_code is not None) == (finding.severity is Severity.ERROR)


def remove_shown(text: str) -> str:
    return re.sub(r"`[^`]*`", "", text)


@examples(50)
@given(
    st.sampled_from(VERSIONS),
    st.sampled_from([None, "skill", "assistant"]),
    st.booleans(),
    st.dictionaries(st.sampled_from(["scratchpad", "conversation", "longTerm"]), st.booleans()),
)
def test_the_skill_profile_binds_who_declares_it(
    version: str, role: str | None, handoff: bool, memory: dict[str, bool]
) -> None:
    agent = {**TABLES[version]["bases"]["bare"]["data"], "memoryShape": memory}
    agent |= {"role": role} if role else {}
    agent |= {"handoff": {"taskSchemaRef": "schemas/task.json"}} if handoff else {}
    expected = []
    if role == "skill":
        expected += [] if handoff else [("skill-handoff-missing", "")]
        expected += [
            ("skill-memory-not-scratchpad", f"/memoryShape/{kind}")
            for kind in ("conversation", "longTerm")
            if memory.get(kind)
        ]
    found = judged(version, "agent-manifest", agent)
    assert [(finding.rule, finding.pointer) for finding in found] == expected


# --- the schemas as such ------------------------------------------------------------------------


def subschemas(schema: Any, inside: tuple[str, ...] = ()) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Each subschema with the keywords that it stands under, the outermost first."""
    if not isinstance(schema, Mapping):
        return
    yield schema, inside
    for keyword, value in schema.items():
        below = (*inside, keyword)
        if keyword in {"properties", "patternProperties", "$defs"}:
            for part in value.values():
                yield from subschemas(part, below)
        elif keyword in {"allOf", "anyOf", "oneOf"}:
            for part in value:
                yield from subschemas(part, below)
        elif keyword in SINGLE:
            yield from subschemas(value, below)
        elif keyword == REPORT and "unless" in value:
            yield from subschemas(value["unless"], below)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_sound_and_says_what_it_is(name: str) -> None:
    schema = files.load(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert schema["$id"] == BASE + name
    assert schema["title"]
    assert schema["description"]


@pytest.mark.parametrize("name", [name for name in SCHEMAS if name.count("/") > 1])
def test_references_are_relative_and_resolve(name: str) -> None:
    resolver = registry.shipped(name)[1].resolver(base_uri=BASE + name)
    for schema, _ in subschemas(files.load(name)):
        if "$ref" in schema:
            assert "//" not in schema["$ref"]
            assert resolver.lookup(schema["$ref"]).contents


@pytest.mark.parametrize("name", SCHEMAS)
def test_members_of_closed_objects_are_described(name: str) -> None:
    for schema, _ in subschemas(files.load(name)):
        if schema.get("additionalProperties") is False:
            for key, part in schema["properties"].items():
                assert {"description", "$ref"} & part.keys() or key == "$schema", key


def test_reports_stand_where_nobody_asks_whether_a_schema_holds() -> None:
    asking = {"if", "not", "anyOf", "oneOf", "contains", "propertyNames", REPORT}
    reports = 0
    for name in SCHEMAS:
        for schema, inside in subschemas(files.load(name)):
            if REPORT in schema:
                reports += 1
                assert not asking & {*inside}, (name, inside)
    assert reports > len(VERSIONS)


def kebab(keyword: str) -> str:
    return re.sub("[A-Z]", lambda upper: "-" + upper[0].lower(), keyword)


class Used(NamedTuple):
    """A rule and a cause that some schema can report."""

    rule: str
    cause: str


def uses(
    schema: Any, annotation: Mapping[str, Any] | None, resolver: Any, seen: set[Any]
) -> set[Used]:
    """What a schema can report, below an annotation, its references followed."""
    if not isinstance(schema, Mapping):
        return set()
    annotation = schema.get(ANNOTATION, annotation)
    found = set()
    if REPORT in schema:
        report = {key: part for key, part in schema[REPORT].items() if key not in {"unless", "of"}}
        found.add(used(report, REPORT))
    for keyword in schema.keys() - APPLICATORS - SILENT:
        assert annotation is not None, schema
        found.add(used(annotation, keyword))
    if schema.get("additionalProperties") is False and annotation:
        found.add(used(annotation, "additionalProperties"))
    if "$ref" in schema:
        target = resolver.lookup(schema["$ref"])
        key = (id(target.contents), json.dumps(annotation))
        if key not in seen:
            seen.add(key)
            found |= uses(target.contents, annotation, target.resolver, seen)
    for part in parts(schema):
        found |= uses(part, annotation, resolver, seen)
    return found


def used(annotation: Mapping[str, Any], keyword: str) -> Used:
    assert annotation.keys() <= {"rule", "cause", "at"}
    assert annotation.get("at", "key") in {"key", "value"}
    cause = annotation.get("cause", "default").replace("{keyword}", kebab(keyword))
    return Used(annotation["rule"], cause)


def parts(schema: Mapping[str, Any]) -> Iterator[Any]:
    for keyword in IN_SITU:
        value = schema.get(keyword)
        if keyword in {"properties", "patternProperties"}:
            yield from (value or {}).values()
        elif keyword == "allOf":
            yield from value or ()
        else:
            yield value
    yield schema.get("items")


def reported() -> set[Used]:
    found: set[Used] = set()
    for profile in profiles.shipped().values():
        starts = {profile.agent, profile.any_pack}
        starts |= {str(kind.schema or kind.frame) for kind in profile.kinds.values()}
        for name in starts:
            schema, resources = registry.shipped(name)
            resolver = resources.resolver(base_uri=schema["$id"])
            found |= uses(schema, None, resolver, set())
    return found


PYTHON: dict[str, dict[str, dict[str, Any]]] = {
    "agent-id-outside-pack": {
        cause: {"value": "`a`", "name": "vendor.acme.crew", "expected": "`vendor.acme.crew.a`"}
        for cause in ("default", "same", "nested", "segment")
    },
    "connector-action-unresolved": {
        cause: {"value": "`a`", "hint": ""} for cause in ("default", "trigger")
    },
    "duplicate-agent-id": {
        "default": {"value": "`a`"},
        "other-pack": {"value": "`a`", "other": "`b`"},
        "alike": {"value": "`a`", "other": "`A`"},
    },
    "duplicate-json-key": {cause: {"key": "`a`"} for cause in ("default", "escaped")},
    "duplicate-type-id": {
        "default": {"value": "`a`"},
        "other-pack": {"value": "`a`", "other": "`b`"},
        "alike": {"value": "`a`", "other": "`A`"},
    },
    "handoff-schema-invalid": {
        "default": {"value": "`a`", "problem": "no", "place": "`/type`"},
        "json": {"value": "`a`", "problem": "no"},
        "not-a-schema": {"value": "`a`"},
        "dialect": {"value": "`a`", "dialect": "`http://json-schema.org/draft-07/schema#`"},
        "pattern": {"value": "`a`", "problem": "no", "place": "`/pattern`"},
        "reference": {"value": "`a`", "reference": "`other.json`"},
    },
    "json-invalid": {
        "syntax": {"problem": "no"},
        "yaml": {"problem": "no"},
        "not-utf8": {"offset": 3},
        "too-deep": {"expected": 100},
        **{
            cause: {"value": "`a`"}
            for cause in ("nan", "lone-surrogate", "integer-range", "number-range", "not-an-object")
        },
        **{cause: {} for cause in ("empty", "comment", "trailing-comma", "single-quotes", "bom")},
    },
    "mcp-entry-mismatch": {"default": {"value": "`a`", "expected": "`b`"}},
    "name-mismatch": {"default": {"value": "`a`", "expected": "`b`"}},
    "namespace-unpublishable": {
        "default": {"value": "`a`"},
        "local": {"value": "`a`", "expected": "`b`"},
    },
    "pack-peer-dependency-undefined": {
        "default": {"hint": ""},
        "alias": {"expected": "`b`"},
        "deleted": {},
    },
    "pack-schema-invalid": {
        "default": {"value": "`a`", "problem": "no", "place": "`/type`"},
        "json": {"value": "`a`", "problem": "no"},
        "not-a-schema": {"value": "`a`"},
        "dialect": {"value": "`a`", "dialect": "`http://json-schema.org/draft-07/schema#`"},
        "pattern": {"value": "`a`", "problem": "no", "place": "`/pattern`"},
        "reference": {"value": "`a`", "reference": "`other.json`"},
    },
    "peer-dependency-meta-unused": {"default": {"hint": ""}},
    "prompt-not-bundled": {
        cause: {"value": "`a`"} for cause in ("default", "schema", "eval-suite")
    },
    "ref-missing": {
        cause: {"value": "`a`", "hint": ""}
        for cause in ("default", "directory", "node-schema", "signing")
    },
    "ref-not-utf8": {
        "default": {"value": "`a`", "offset": 3},
        "truncated": {"value": "`a`", "offset": 3},
        "utf16": {"value": "`a`"},
    },
    "ref-unsafe": {
        **{
            cause: {"value": "`a`"}
            for cause in ("parent", "absolute", "backslash", "url", "unicode-form")
        },
        **{
            cause: {"value": "`a`", "expected": "`b`"}
            for cause in ("not-normal", "percent", "fragment", "case")
        },
    },
    "role-regression": {
        cause: {"value": "`a`", "previous": "1.0.0"} for cause in ("default", "assistant")
    },
    "runtime-entry-missing": {
        "default": {"value": "`a`", "hint": ""},
        "dot-slash": {"value": "`a`", "expected": "`b`"},
    },
    "schema-id-stale": {
        "default": {"value": "`a`", "version": "1.0.0", "expected": "`b`", "more": ""},
        "name": {"value": "`a`", "name": "vendor.acme.crew", "expected": "`b`", "more": ""},
        "file": {"value": "`a`", "expected": "`b`", "more": ""},
        "foreign": {"value": "`a`", "expected": "`b`", "more": ""},
        "missing": {"expected": "`b`", "more": "; the same goes for 2 more schemas"},
    },
    "text-invisible": {"file": {"value": "`a`"}},
    "tool-scope-unknown": {
        "default": {"value": "`a`", "scope": "`b`", "hint": ""},
        "malformed": {"value": "`a`", "expected": "`b`"},
        "empty-id": {"value": "`a`"},
    },
    "tool-unresolved": {cause: {"value": "`a`", "hint": ""} for cause in ("default", "prompt")},
    "version-immutable": {
        cause: {"name": "vendor.acme.crew", "version": "1.0.0"} for cause in ("default", "unknown")
    },
    "version-mismatch": {"default": {"value": "`a`", "expected": "`b`"}},
}
"""The causes that no schema can report, with the parameters that each is given."""

FALLBACKS = {
    Used("agent-manifest-invalid", "other"),
    Used("pack-manifest-invalid", "other"),
}
"""The words for what the schemas of a registry say."""


def test_each_annotation_has_its_words_and_each_word_its_use() -> None:
    book = RuleRegistry.shipped()
    worded = {
        Used(rule.id, cause) for rule in book if rule.group == "openwop" for cause in rule.causes
    }
    in_python = {Used(rule, cause) for rule, causes in PYTHON.items() for cause in causes}
    in_schemas = reported()
    assert in_schemas | in_python | FALLBACKS == worded
    assert not in_schemas & in_python
    assert not FALLBACKS & (in_schemas | in_python)


@pytest.mark.parametrize("rule", sorted(PYTHON))
def test_rules_in_python_have_all_their_words_filled(rule: str) -> None:
    for cause, params in PYTHON[rule].items():
        for context in profiles.shipped():
            finding = make_finding(
                document({}), rule, context, cause=cause, pointer="/agents/0", **params
            )
            said = finding.message + finding.help
            unknown = set(re.findall(r"\{(\w+)\}", said))
            assert not unknown, (cause, said)
            assert all(str(value) in said for value in params.values() if value), cause


def test_what_is_called_empty_must_have_at_least_one() -> None:
    for name in SCHEMAS:
        for schema, inside in subschemas(files.load(name)):
            if not {"if", "not", "anyOf"} & {*inside} and ANNOTATION not in schema:
                assert schema.get("minLength", 1) == schema.get("minItems", 1) == 1


def test_causes_by_keyword_know_the_same_keywords() -> None:
    book = RuleRegistry.shipped()
    agent, pack = book["agent-manifest-invalid"].causes, book["pack-manifest-invalid"].causes
    for cause in ("required", "type", "additional-properties", "min-length", "max-length"):
        assert agent[cause] == pack[cause]


def example(text: str, *selected: str) -> list[Finding]:
    data = json.loads(text)
    if "agentId" in data:
        return judged("v1", "agent-manifest", data, *selected)
    profile = profiles.recognise(data)
    name = profile.schema_for(data)
    return list(judge(document(data), validator.shipped(name), profile.name, selected))


@pytest.mark.parametrize("rule_id", sorted({use.rule for use in reported()}))
def test_examples_of_rules_in_schemas_do_what_they_show(rule_id: str) -> None:
    rule = RuleRegistry.shipped()[rule_id]
    assert {finding.rule for finding in example(rule.bad, rule_id)} == {rule_id}
    assert example(rule.good, rule_id) == []


@pytest.mark.parametrize("rule_id", sorted(PYTHON.keys() - {use.rule for use in reported()}))
def test_examples_of_rules_in_python_have_no_other_fault(rule_id: str) -> None:
    rule = RuleRegistry.shipped()[rule_id]
    for text in (rule.bad, rule.good):
        if text.startswith("{") and rule_id not in {"json-invalid", "duplicate-json-key"}:
            assert [finding.rule for finding in example(text)] == []


def test_no_word_speaks_of_what_a_host_does_with_less() -> None:
    shipped = list(files.root().rglob("*.json"))
    assert shipped
    for path in shipped:
        assert "degrade" not in path.read_text("utf-8").casefold()


# --- the profiles -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(profiles.shipped()))
def test_a_profile_satisfies_its_schema(name: str) -> None:
    schema = files.load("openwop/profile.schema.json")
    profile = files.load(f"{name}/profile.json")
    Draft202012Validator(schema, registry=SPECIFICATIONS).validate(profile)


@pytest.mark.parametrize(
    ("member", "sound", "others"),
    [
        ("kinds", [], [{}, {"a": {}}, {"a": {"schema": FILE, "frame": FILE}}, {"a": {"x": FILE}}]),
        ("order", [[{"step": "s"}]], [[]]),
        ("schema_id", ["p{name}/{version}/{file}s"], ["{name}{file}", "{version}{file}", ""]),
        ("default_code", ["a1", "a_b"], ["", "1", "_", "A", "a-b"]),
        ("codes", [{}], [{key: "c"} for key in ("", "1", "a/", "a/1", "a_", "/a", "a/b/c")]),
        ("severities", [{}], [{key: "note"} for key in ("a", "1/a", "a/1", "a/", "/a", "a/b/c")]),
        *(
            (pointer, [FILE, "../v1-2/a-1.schema.json"], NO_FILES)
            for pointer in ("schemas/agent", "schemas/any_pack", "kinds/a/schema", "kinds/b/frame")
        ),
        ("schemas/agent", [FILE], ["aschema.json", "a.schemajson", "a.schema.jso", f"{FILE}s"]),
        ("order/0/rules", [["a1", "a-1-b"]], [[name] for name in ("", "a-", "a--b", "1", "a_b")]),
    ],
)
def test_what_a_profile_may_say(member: str, sound: list[Any], others: list[Any]) -> None:
    judge = validator.shipped("openwop/profile.schema.json")
    told = [judge.is_valid(_with(PROFILE, member, value)) for value in (*sound, *others)]
    assert told == [True] * len(sound) + [False] * len(others)


def _with(data: Any, way: str, value: Any) -> Any:
    whole = json.loads(json.dumps(data))
    inner, last = member(whole, f"/{way}")
    inner[last] = value
    return whole


VOCABULARIES = ("core", "applicator", "unevaluated", "validation", "meta-data", "content")
VALUES: Final[tuple[object, ...]] = (
    *(None, True, 0, 1, -1, 1.5, "x", "1a", "a#b", "a#", "object", {}, {"a": 1}, {"a": True}),
    *([], ["x"], ["x", "x"], ["object"], ["object", "object"], [1], [{}], [True]),
    *({"a": ["x"]}, {"a": ["x", "x"]}, {"a": [1]}, {"a": {}}),
)


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
def test_each_keyword_of_json_schema_takes_what_its_meta_schema_takes(vocabulary: str) -> None:
    meta = Draft202012Validator(Draft202012Validator.META_SCHEMA)
    ours = validator.shipped("openwop/json-schema.schema.json")
    name = f"https://json-schema.org/draft/2020-12/meta/{vocabulary}"
    schemas = [{key: one} for key in SPECIFICATIONS.contents(name)["properties"] for one in VALUES]
    assert [one for one in schemas if ours.admits(one) is not meta.is_valid(one)] == []
    assert [one for one in VALUES if ours.admits(one) is not meta.is_valid(one)] == []


@pytest.mark.parametrize("name", sorted(profiles.shipped()))
def test_a_profile_agrees_with_its_schemas_and_rules(name: str) -> None:
    profile = profiles.shipped()[name]
    book = RuleRegistry.shipped()
    kinds = profile.kinds.values()
    for schema in (profile.agent, profile.any_pack, *(kind.schema or kind.frame for kind in kinds)):
        assert (files.root() / str(schema)).is_file()
    assert list(profile.kinds) == PACK["kind"]["enum"]
    assert profile.absent_kind in profile.kinds

    rules = [rule for step in profile.order for rule in step.rules]
    assert len(rules) == len(set(rules))
    assert all(book[rule].severity_in(name) is Severity.ERROR for rule in rules)
    groups = {group for step in profile.order for group in step.groups}
    for key in (*profile.codes, *files.load(f"{name}/profile.json")["severities"]):
        rule, _, cause = key.partition("/")
        assert rule in rules or book[rule].group in groups
        assert not cause or cause in book[rule].causes
    for alias, targets in profile.peers.aliases.items():
        assert alias not in profile.peers.families
        assert {target.family for target in targets} <= profile.peers.families
    assert not profile.peers.deleted & profile.peers.families


def test_every_error_stands_in_an_order_of_checks() -> None:
    ordered = {
        rule
        for profile in profiles.shipped().values()
        for step in profile.order
        for rule in step.rules
    }
    errors = {
        rule.id
        for rule in RuleRegistry.shipped()
        if rule.group == "openwop" and Severity.ERROR in rule.severity.values()
    }
    assert ordered == errors


PAYLOAD = {
    "node": {"nodes", "agents"},
    "workflow-chain": {"chains"},
    "prompt": {"prompts"},
    "artifact-type": {"artifactTypes"},
    "card": {"cards"},
    "form-content": {"templates"},
    "connection": {"provider"},
    "frontend-plugin": {"uiPlugins"},
}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", PAYLOAD)
def test_the_payload_of_a_kind_belongs_to_it_alone(version: str, kind: str) -> None:
    base = TABLES[version]["bases"]["crew" if kind == "node" else "chain"]["data"]
    shipped = PACK["otherName"]["not"]["enum"]
    assert set(shipped) == set().union(*PAYLOAD.values())
    pack = base | {"kind": kind}
    for name in shipped:
        pack.setdefault(name, {} if name == "provider" else [{}])
    found = judged(version, "node-pack" if kind == "node" else "pack", pack)
    mixed = [one.pointer for one in found if one.cause == "mixed"]
    assert sorted(map(str, mixed)) == sorted(f"/{name}" for name in {*shipped} - PAYLOAD[kind])
    assert "empty-pack" not in {one.cause for one in found}


def ranged(openwop: Any, **members: Any) -> dict[str, Any]:
    return {"engines": {"openwop": openwop}, **members}


NEW_SIGNATURE = {"keyId": "k", "scheme": "ed25519-canonical-json"}
OLD_SIGNATURE = {"publicKeyRef": "k", "method": "manual"}


@pytest.mark.parametrize(
    ("data", "version"),
    [
        ({}, "v1"),
        ({"engines": ">=1.1.0 <3.0.0"}, "v1"),
        (ranged(None), "v1"),
        (ranged(">=1.0.0"), "v1"),
        (ranged("^2.0.0", kind="node"), "v1"),
        (ranged(">=2.0.0 <3"), "v1"),
        (ranged(">=2.0.0 <2.5.0"), "v1"),
        (ranged(">=1.0.0 <2.0.0"), "v1"),
        (ranged(">=1.0.0 <2.0.0", kind="node"), "v1"),
        (ranged(">=1.0.0 <2.0.0", kind="node", signing=NEW_SIGNATURE), "v2"),
        (ranged(">=1.0.0 <2.0.0", signing=NEW_SIGNATURE), "v1"),
        (ranged(">=1.1.0 <3.0.0", kind="node"), "v2"),
        (ranged(">=1.1.0 <3.0.0"), "v2"),
        (ranged(">=1.1.0 <3.0.0", kind="node", signing=OLD_SIGNATURE), "v2"),
        (ranged(">=1.1.0 <3.0.0\n"), "v1"),
        (ranged(">=1.1.0 <03.0.0"), "v2"),
        (ranged(">=1.1.0 <30.0.0"), "v2"),
        (ranged(">=3.0.0 <4.0.0", kind="node"), "v2"),
        (ranged("^2.0.0", kind="node", signing=NEW_SIGNATURE), "v1"),
    ],
)
def test_a_manifest_shows_its_profile(data: dict[str, Any], version: str) -> None:
    assert profiles.recognise(data).name == f"openwop/{version}"


@pytest.mark.parametrize(
    "engines",
    [
        None,
        {},
        [">=1.1.0 <3.0.0"],
        *(
            {"openwop": openwop}
            for openwop in (
                "x>=1.1.0 <3.0.0",
                ">= <3.0.0",
                ">=1. <3.0.0",
                ">=1.1.0.0 <3.0.0",
                ">=1.1.0 <3.0.0 ",
                ">=1.1.0 <.0.0",
                [">=1.1.0 <3.0.0"],
            )
        ),
    ],
)
def test_a_range_of_another_form_is_not_that_of_v2(engines: Any) -> None:
    said = {} if engines is None else {"engines": engines}
    for more in ({}, {"kind": "node", "signing": NEW_SIGNATURE}):
        assert profiles.recognise({**said, **more}).name == "openwop/v1"


@pytest.mark.parametrize(
    ("signing", "version"),
    [(OLD_SIGNATURE, "v1"), (["scheme"], "v1"), (NEW_SIGNATURE, "v2"), ({"scheme": 1}, "v2")],
)
@pytest.mark.parametrize("openwop", [">=1 <2.0.0", ">=10.10 <20.0.0", ">=1.1.1 <3.0.0"])
def test_a_signature_of_v2_shows_it_where_the_range_does_not(
    openwop: str, signing: Any, version: str
) -> None:
    told = profiles.recognise(ranged(openwop, kind="node", signing=signing)).name
    shown = openwop.endswith(("<20.0.0", "<3.0.0"))
    assert told == ("openwop/v2" if shown else f"openwop/{version}")
    data = ranged(openwop, signing=signing)
    assert profiles.recognise(data).name == ("openwop/v2" if shown else "openwop/v1")


@pytest.mark.parametrize(
    ("data", "schema"),
    [
        ({}, "node-pack"),
        ({"kind": "node"}, "node-pack"),
        ({"kind": "prompt"}, "pack"),
        ({"kind": "agent"}, "pack"),
        ({"kind": None}, "pack"),
        ({"kind": ["node"]}, "pack"),
    ],
)
def test_the_kind_chooses_the_schema(data: dict[str, Any], schema: str) -> None:
    for name, profile in profiles.shipped().items():
        assert profile.schema_for(data) == f"{name}/{schema}.schema.json"
    kind = profiles.shipped()["openwop/v1"].kind_of(data)
    assert (kind is None) == (data.get("kind", "node") not in ("node", "prompt"))


@pytest.mark.parametrize(
    ("version", "steps"),
    [
        ("v1", ["archive", "manifest", "integrity", "conflict"]),
        ("v2", ["archive", "json", "engine", "manifest", "integrity", "conflict"]),
    ],
)
def test_the_steps_of_a_registry_are_those_of_the_specification(
    version: str, steps: list[str]
) -> None:
    order = files.load(f"openwop/{version}/profile.json")["order"]
    assert [step["step"] for step in order] == steps


def test_errors_rank_by_the_order_of_checks() -> None:
    v1, v2 = (profiles.shipped()[f"openwop/{version}"] for version in VERSIONS)

    def order(profile: profiles.Profile, *rules: tuple[str, str]) -> list[str]:
        return [rule for rule, group in sorted(rules, key=lambda rule: profile.rank(*rule))]

    rules = [
        ("version-immutable", "openwop"),
        ("skill-handoff-missing", "openwop"),
        ("of-nobody", "openwop"),
        ("pack-engine-unsupported", "openwop"),
        ("json-invalid", "openwop"),
        ("archive-something", "archive"),
    ]
    assert order(v1, *rules) == [
        "archive-something",
        "json-invalid",
        "skill-handoff-missing",
        "pack-engine-unsupported",
        "version-immutable",
        "of-nobody",
    ]
    assert order(v2, *rules) == [
        "archive-something",
        "json-invalid",
        "pack-engine-unsupported",
        "skill-handoff-missing",
        "version-immutable",
        "of-nobody",
    ]


FAMILIES = """
a2a a2uiSurface agentRuntime agents aiEnvelope aiProviders anonymousActor artifactTypes auth
authorization blobStorage brand budget cache canvas channelPresence chat compensation connections
content conversationPrimitive conversationTurnModelProvenance coordination credentials
dataIntegration dataResidency deadLetter entities envelopeContracts envelopes envelopeStrictness
eventLog feedback forms fs heartbeat httpClient i18n idempotency interrupt kanban knowledge
kvStorage launchStudio limits mcp memory messaging modelCapabilities multiAgent
multiPartyConversation nodePackRuntimes nondeterminismPolicy nosql oauth packs portability
production promptLibrary prompts providerUsage purposePropagation queueBus replay restTransport
runList sandbox scheduling schemaVersions searchIndex secrets selfHostedRunner sql subWorkflow
supportedEnvelopes tableStorage toolCatalog toolHooks triggerBridge uiPlugins vectorStore webhooks
webResearch workflowChainPacks workspace
"""
"""What a host of OpenWOP v2 can be asked for (OpenWOP v2, capabilities)."""
RENAMED = {
    "aiEnvelope.await": ("aiEnvelope", "await"),
    "campaignMessaging": ("messaging", "campaign"),
    "webSearch": ("webResearch", None),
}


def test_peers_are_the_families_of_the_specification() -> None:
    asked = dict.fromkeys(
        [*FAMILIES.split(), "contractProvenance", "grpc", "eventlog"], "supported"
    )
    found = gate(files_of(manifest_v2(peerDependencies=asked))).findings
    told = {one.pointer: one.cause for one in found if one.rule == "pack-peer-dependency-undefined"}
    assert told == {
        "/peerDependencies/contractProvenance": "deleted",
        "/peerDependencies/grpc": "deleted",
        "/peerDependencies/eventlog": None,
    }


def test_a_name_of_v1_leads_to_the_family_that_it_says() -> None:
    aliases = profiles.shipped()["openwop/v2"].peers.aliases
    assert len(aliases) == 23
    for alias, (target,) in aliases.items():
        name = alias.removeprefix("host.").removeprefix("openwop.")
        family, _, facet = name.partition(".")
        assert (target.family, target.facet) == RENAMED.get(name, (family, facet or None))


def test_peers_name_what_became_of_a_name() -> None:
    peers = profiles.shipped()["openwop/v2"].peers
    assert peers.aliases["host.webSearch"] == (profiles.Alias("webResearch", None),)
    assert peers.aliases["openwop.agents.memoryBackends"] == (
        profiles.Alias("agents", "memoryBackends"),
    )
    assert profiles.shipped()["openwop/v1"].peers.families == frozenset()


CACHES = (
    files.root,
    files.load,
    files.referred,
    validator.shipped,
    profiles.shipped,
    codes._files,
    codes._profiles,
    profiles._names,
    profiles._marks,
    profiles.widest,
    registry_of_rules.RuleRegistry.shipped,
)


def forget() -> None:
    for cached in CACHES:
        cached.cache_clear()


@pytest.fixture
def third_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The schemas with a folder ``v3`` more: a copy of ``v2`` for ranges that end at 4."""
    root = tmp_path / "schemas"
    shutil.copytree(files.root(), root)
    shutil.copytree(root / "openwop" / "v2", root / "openwop" / "v3")
    for path in (root / "openwop" / "v3").iterdir():
        path.write_text(path.read_text("utf-8").replace("openwop/v2/", "openwop/v3/"), "utf-8")
    profile = root / "openwop" / "v3" / "profile.json"
    data = load(profile)
    data["title"] = "OpenWOP v3"
    data["default_code"] = "refused"
    data["codes"]["archive-unreadable"] = "torn"
    data["peers"]["aliases"]["host.both"] = ["fs", "agents#memory"]
    data["severities"]["json-invalid/number-range"] = "warning"
    data["limits"] = {**data["limits"], "manifest": 1_000, "member_name": 20}
    data["recognised_by"] = {
        "precedence": 3,
        "schema": {
            "required": ["engines"],
            "properties": {"engines": {"properties": {"openwop": {"pattern": "<4\\.0\\.0$"}}}},
        },
    }
    profile.write_text(json.dumps(data), "utf-8")
    forget()
    monkeypatch.setattr(files, "_PACKAGE", tmp_path)
    yield
    monkeypatch.undo()
    forget()


@pytest.mark.usefixtures("third_profile")
def test_a_third_profile_is_a_matter_of_files() -> None:
    assert sorted(profiles.shipped()) == ["openwop/v1", "openwop/v2", "openwop/v3"]
    crew = TABLES["v2"]["bases"]["crew"]["data"]
    agent = {**crew["agents"][0], "memoryShape": {"longTerm": True}}
    data = {**crew, "engines": {"openwop": ">=2.0.0 <4.0.0"}, "agents": [agent]}
    profile = profiles.recognise(data)
    assert (profile.name, profile.title) == ("openwop/v3", "OpenWOP v3")
    schema = validator.shipped(profile.schema_for(data))
    (finding,) = judge(document(data), schema, profile.name)
    assert (finding.rule, finding.host_code) == ("skill-memory-not-scratchpad", "refused")
    assert profiles.recognise(crew).name == "openwop/v2"
    assert show(profile.name) == "`openwop/v3`"


@pytest.mark.usefixtures("third_profile")
def test_a_third_profile_brings_its_codes_its_severities_and_its_limits() -> None:
    v3 = manifest_v2() | {"engines": {"openwop": ">=2.0.0 <4.0.0"}}
    assert gate(files_of(v3)).profile == "openwop/v3"
    assert gate(b"", "openwop/v3").primary == "torn"
    (peer,) = gate(files_of({**v3, "peerDependencies": {"host.both": "x"}})).findings
    remark = '`"peerDependenciesMeta": {"agents": {"facets": ["memory"]}}`'
    assert f"`fs` and `agents`, with {remark}" in peer.help
    assert gate(tgz({**files_of(v3), "../x": b""})).primary == "refused"
    long = {"prompts/a-name-of-more-than-twenty-bytes.md": b"x"}
    assert [one.rule for one in gate({**files_of(v3), **long}).findings] == [
        "archive-extended-header"
    ]
    assert gate({**files_of(manifest_v2()), **long}).accepted
    large = files_of({**v3, "description": "x" * 900})
    assert gate(large).primary == "payload_too_large"
    assert gate(large, limits=Limits()).accepted
    far = large["pack.json"].replace(b'"description": "', b'"x-number": 1e999, "description": "')
    (found,) = gate({**large, "pack.json": far}, limits=Limits()).findings
    assert (found.cause, found.severity) == ("number-range", Severity.WARNING)


@pytest.mark.usefixtures("third_profile")
def test_a_third_profile_may_be_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "herdr-lint.toml").write_text('profile = "openwop/v3"\n')
    assert Configs.load().run.profile == "openwop/v3"
    assert Configs.load(profile="openwop/v2").run.profile == "openwop/v2"


def test_a_profile_that_is_not_there_is_wrong_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = "there is no profile `openwop/v3`; choose one of auto, openwop/v1, openwop/v2"
    with pytest.raises(UsageError, match=f"^--profile: {told}$"):
        Configs.load(profile="openwop/v3")
    (tmp_path / "herdr-lint.toml").write_text('profile = "openwop/v3"\n')
    with pytest.raises(UsageError, match=f"herdr-lint.toml:1:11: .*{told}$"):
        Configs.load()
