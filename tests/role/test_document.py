"""Role files as documents and findings: the host's reading, places, edits; nothing raises."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from herdr_lint.fix.plan import plan
from herdr_lint.judge.document import Document, NodeSpans
from herdr_lint.judge.judge import judge
from herdr_lint.judge.validator import shipped
from herdr_lint.model import Edit, Finding, Layer, Position, Severity, Span
from herdr_lint.role.document import read_role
from herdr_lint.role.fields import CAPABILITIES, FIELDS
from herdr_lint.role.frontmatter import read_frontmatter
from herdr_lint.role.keys import resembles
from herdr_lint.syntax.text import SourceText
from tests import host
from tests.effort import examples
from tests.strategies import roles

SCHEMA = "role/role.schema.json"
LAYERS = st.sampled_from(Layer)


def read(data: bytes | str, layer: Layer = Layer.PACKAGE, stem: str = "x") -> Document:
    raw = data.encode("utf-8") if isinstance(data, str) else data
    return read_role(f"{stem}.md", raw, stem=stem, layer=layer)


def found(data: bytes | str, layer: Layer = Layer.PACKAGE, stem: str = "x") -> list[Finding]:
    return list(judge(read(data, layer, stem), shipped(SCHEMA), layer.value))


def role(block: str, body: str = "\nBody.\n") -> str:
    return f"---\ndescription: d\n{block}---\n{body}"


class TestAnyBytes:
    @given(roles.any_bytes, roles.stems, LAYERS)
    @examples(150)
    @example(b"---", "x", Layer.PACKAGE)
    @example(b'---\nmodel: "\\UFFFFFFFF"\n---\n', "x", Layer.PACKAGE)
    def test_every_file_has_findings_within_itself(
        self, data: bytes, stem: str, layer: Layer
    ) -> None:
        document = read(data, layer, stem)
        lines = document.text.lines
        for finding in judge(document, shipped(SCHEMA), layer.value):
            spans = [finding.span, *(related.span for related in finding.related)]
            for span in [*spans, *(edit.span for edit in finding.edits)]:
                assert span.start <= span.end
                for place in (span.start, span.end):
                    assert 1 <= place.line <= len(lines)
                    assert 1 <= place.column <= len(lines[place.line - 1]) + 1
            assert finding.message.isprintable()
            assert finding.help.isprintable()

    @given(roles.any_bytes, LAYERS)
    @example(b"---\nmodel: ,\n---\n", Layer.PACKAGE)
    def test_data_is_json_that_text_can_hold(self, data: bytes, layer: Layer) -> None:
        def check(value: Any) -> None:
            match value:
                case dict():
                    for key, member in value.items():
                        check(key)
                        check(member)
                case list():
                    for member in value:
                        check(member)
                case str():
                    value.encode("utf-8")
                case _:
                    assert isinstance(value, bool | int)

        check(read(data, layer).data)


class TestAgainstTheHost:
    @given(roles.role_files(), roles.stems, LAYERS)
    @examples(200)
    def test_verdict_fields_and_body_are_the_hosts(
        self, data: bytes, stem: str, layer: Layer
    ) -> None:
        expected = host.read(data, stem, layer.value)
        document = read(data, layer, stem)
        findings = list(judge(document, shipped(SCHEMA), layer.value))
        reported = [finding for finding in findings if finding.host_reports]
        assert [finding.host_code for finding in reported] == [expected.code][: len(reported)]
        assert bool(reported) is (expected.code is not None)
        assert taken(document) == expected.fields
        if "body" in document.data:
            assert document.data["body"]["empty"] is (expected.body is None)

    @given(roles.role_files(), LAYERS)
    def test_a_capability_is_an_error_exactly_when_the_host_says_so(
        self, data: bytes, layer: Layer
    ) -> None:
        document = read(data, layer)
        faulty = {
            (finding.pointer or "").split("/")[2]
            for finding in judge(document, shipped(SCHEMA), layer.value)
            if finding.rule == "invalid-capability-declaration"
        }
        for key, facts in document.data.get("declared", {}).items():
            if key in CAPABILITIES:
                accepted = facts["canonical"] and facts["times"] == 1 and "refused" not in facts
                assert accepted is (key not in faulty)

    @given(st.sampled_from(sorted(FIELDS)), roles.values)
    def test_what_a_field_takes_has_its_type(self, key: str, raw: str) -> None:
        raw = host.trim(raw)
        field = FIELDS[key]
        value = field.read(raw)
        if field.takes(raw):
            assert raw
            if field.words == ("true", "false"):
                assert isinstance(value, bool)
            elif field.words:
                assert value in field.words
            elif field.strict:
                assert isinstance(value, list)
                assert all(value)
        elif field.words or (field.strict and raw):
            assert value == raw


def taken(document: Document) -> dict[str, Any]:
    """What the host takes of a document's values; those that it does not judge left out."""
    values: dict[str, Any] = {}
    for key, value in document.data.get("frontmatter", {}).items():
        if key in ("auto-exit", "interactive"):
            values[key] = value is True
        elif key not in CAPABILITIES and key not in ("persistent", "disable-model-invocation"):
            words = host.WORDS.get(key)
            if not words or value in words.split("|"):
                values[key] = value
    if "frontmatter" in document.data:
        hidden = document.data["frontmatter"].get("disable-model-invocation")
        values["disable-model-invocation"] = hidden is True
    return values


class TestReadings:
    @given(roles.plain_roles(), LAYERS)
    def test_plain_frontmatter_reads_alike(self, text: str, layer: Layer) -> None:
        rules = {finding.rule for finding in found(text, layer)}
        assert not rules & {"reading-differs", "yaml-unreadable", "lines-ignored"}

    @given(roles.role_files(), LAYERS)
    def test_places_are_those_of_the_values(self, data: bytes, layer: Layer) -> None:
        document = read(data, layer)
        text = document.text
        for key, facts in document.data.get("declared", {}).items():
            place = document.spans.get(f"/declared/{key}")
            if place is None:
                continue
            assert place.key is not None
            assert text.slice(place.key) == key
            if place.value is not None:
                assert text.slice(place.value) == facts.get("raw", text.slice(place.value))
            for index, entry in enumerate(facts.get("entries", [])):
                spot = document.spans[f"/declared/{key}/entries/{index}"].value
                assert spot is not None
                assert text.slice(spot) == entry

    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    @pytest.mark.parametrize("start", ["", "\ufeff"])
    def test_columns_are_code_points_and_count_neither_mark_nor_cr(
        self, start: str, end: str
    ) -> None:
        text = role("name: \U0001f600e\u0301\u4e2d\ntools: \u4e2d, Read\nspawning: false\n")
        findings = found((start + text.replace("\n", end)).encode())
        assert [(finding.rule, finding.span) for finding in findings if finding.edits] == [
            ("tool-name-suspect", Span.at(4, 11, 15)),
            ("role-name-mismatch", Span.at(3, 7, 11)),
        ]


class TestEdits:
    @given(roles.role_files(), LAYERS)
    @examples(150)
    def test_an_edit_fixes_its_finding(self, data: bytes, layer: Layer) -> None:
        before = found(data, layer)
        for finding in before:
            for edit in finding.edits:
                after = fixed(data, [edit])
                if after is not None:
                    again = found(after, layer)
                    assert told(finding) not in [told(other) for other in again]

    @given(roles.role_files(), LAYERS)
    @examples(150)
    def test_a_safe_edit_brings_no_error_and_takes_nothing_away_from_yaml(
        self, data: bytes, layer: Layer
    ) -> None:
        before = found(data, layer)
        for finding in before:
            safe = [edit for edit in finding.edits if edit.safe]
            after = fixed(data, safe) if safe else None
            if after is not None and finding.rule != "invalid-role-definition":
                assert len(errors(found(after, layer))) <= len(errors(before))
                meant = yaml(data)
                assert meant is None or meant == yaml(after)


def errors(findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.severity is Severity.ERROR]


def yaml(data: bytes) -> dict[str, str] | None:
    """The frontmatter as YAML has it, keys, lists and switches as the host would have them."""
    block = read_frontmatter(SourceText.decode(data))
    assert block is not None
    lines = "\n".join(line for _, line in block.numbered())
    try:
        with warnings.catch_warnings(action="ignore"):
            values = YAML(typ="safe", pure=True).load(lines)
    except (YAMLError, ValueError, OverflowError, TypeError):
        return None
    if not isinstance(values, dict):
        return None
    return dict(entry(str(key), values[key]) for key in values)


def entry(written: str, value: Any) -> tuple[str, str]:
    """A key and its value as they are meant: a word of the host's may be in any letter case."""
    key, text = meant_key(written), plain(value)
    return key, text.lower() if key in FIELDS and FIELDS[key].words else text


def meant_key(key: str) -> str:
    """The key of the host's that a misspelled one stands for."""
    found = resembles(key)
    key = found.key if found and key not in FIELDS else key
    return "skills" if key == "skill" else key


def plain(value: Any) -> str:
    match value:
        case list():
            return plain(", ".join(map(str, value)))
        case bool():
            return str(value).lower()
    entries = [" ".join(one.split()) for one in str(value).split(",")]
    return ", ".join(one for one in entries if one)


def fixed(data: bytes, edits: list[Edit]) -> bytes | None:
    return plan(data, edits, safe_only=False)


def told(finding: Finding) -> tuple[Any, ...]:
    return (finding.rule, finding.cause, finding.span, finding.message)


class TestOrder:
    """The host stops at its first demand that is not met; ours are in the same order."""

    FAULTS = (
        ("cli: claude\n", "external-cli-unsupported", "/frontmatter/cli"),
        ("tools: []\n", "invalid-capability-declaration", "/declared/tools"),
        ("deny-tools: []\n", "invalid-capability-declaration", "/declared/deny-tools"),
        ("spawning: no\n", "invalid-capability-declaration", "/declared/spawning"),
        ("self-spawn: no\n", "invalid-capability-declaration", "/declared/self-spawn"),
        ("name: other\n", "role-name-mismatch", "/name/matches"),
        ("", "missing-role-description", "/description/seen"),
    )

    @given(st.lists(st.sampled_from(FAULTS), min_size=1, unique=True))
    def test_the_first_demand_is_reported_wherever_it_stands(
        self, faults: list[tuple[str, str, str]]
    ) -> None:
        lines = "".join(line for line, _, _ in faults)
        if ("", *self.FAULTS[-1][1:]) not in faults:
            lines += "description: d\n"
        findings = found(f"---\n# c\n{lines}---\n\nBody.\n")
        reported = [(f.rule, f.pointer) for f in findings if f.host_reports]
        first = min(faults, key=self.FAULTS.index)
        assert reported == [first[1:]]
        told = [(f.rule, f.pointer) for f in findings if f.host_code]
        assert told == [fault[1:] for fault in self.FAULTS if fault in faults]

    def test_the_fence_comes_before_all_that_it_holds(self) -> None:
        findings = found("--- \ncli: claude\n---\n")
        assert [(f.rule, f.host_reports) for f in findings] == [("invalid-role-definition", True)]

    def test_one_key_is_tried_for_its_form_its_number_and_its_value(self) -> None:
        findings = found(role('tools: []\ntools: read\n"tools": x\n'))
        codes = [(f.cause, f.host_reports) for f in findings if f.host_code]
        assert codes == [("key-quoted", True), ("twice", False), ("empty", False)]

    @pytest.mark.parametrize("layer", [Layer.GLOBAL, Layer.PROJECT])
    def test_only_packs_ask_for_name_and_description(self, layer: Layer) -> None:
        findings = found("---\nname: other\n---\n\nBody.\n", layer)
        assert [(f.rule, f.severity, f.host_code, f.host_reports) for f in findings] == [
            ("role-name-mismatch", Severity.WARNING, None, False),
            ("missing-role-description", Severity.NOTE, None, False),
        ]

    def test_the_schema_states_the_demands_in_the_order_of_the_host(self) -> None:
        schema: Any = shipped(SCHEMA).schema
        top = [*schema["properties"]]
        declared = [*schema["properties"]["declared"]["properties"]]
        assert [key for key in declared if key in CAPABILITIES] == [*CAPABILITIES]
        order = ["frontmatter", "declared", "fence", "name", "description"]
        assert [key for key in top if key in order] == order
        keywords = [*schema]
        assert keywords.index("properties") < keywords.index("allOf")
        coded = schema["properties"]["frontmatter"]["properties"]
        assert next(iter(coded)) == "cli"


class TestGlobalLayer:
    def test_a_relative_directory_is_what_the_global_layer_may_mean(self) -> None:
        (finding,) = found(role("cwd: work\n"), Layer.GLOBAL)
        assert (finding.rule, finding.severity) == ("cwd-not-absolute", Severity.NOTE)


SCRIPT = """
import sys
from herdr_lint.model import Layer
from herdr_lint.role.document import read_role
from herdr_lint.judge.judge import judge
from herdr_lint.judge.validator import shipped
text = '''---
name: X
description: >
  d
Tools: [a]
tools: Read, read, Read bash, +x
deny-tools: subagent, \\u0430b, bash
tools: x
spawning: false
self-spawn: true
x: &a b
skills: A_b, c, c, \\u00e9
model: a, /b, c:high
color: blue
---
'''
for layer in Layer:
    document = read_role("x.md", text.encode(), stem="x", layer=layer)
    for finding in judge(document, shipped("role/role.schema.json"), layer.value):
        sys.stdout.buffer.write(repr(finding).encode() + b"\\n")
"""


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "4242"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["one seed", "another seed", "another locale"],
)
def test_findings_depend_on_the_file_alone(environment: dict[str, str]) -> None:
    def run(**changed: str) -> bytes:
        search = os.pathsep.join(sys.path)
        return subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONPATH": search, "PYTHONHASHSEED": "0", **changed},
            check=True,
            capture_output=True,
        ).stdout

    first = run()
    assert first.count(b"\n") > 20
    assert run(**environment) == first


def test_positions_past_the_end_are_not_needed_to_delete_lines() -> None:
    (finding,) = (f for f in found(role("model: a/b\nmodel: a/b\n")) if f.edits)
    assert finding.edits == (Edit(Span(Position(4, 1), Position(5, 1)), ""),)


class TestCleanRole:
    TEXT = "---\nname: x\ndescription: d\ntools: read, bash\nspawning: false\n---\n\nBody.\n"

    def test_its_document_is_whole_and_says_no_more_than_needed(self) -> None:
        plain = {"times": 1, "canonical": True}
        assert read(self.TEXT).data == {
            "kind": "role",
            "layer": "package",
            "stem": "x",
            "text": {"bom": False, "replaced": 0},
            "fence": {"found": True, "closed": "exact"},
            "frontmatter": {
                "name": "x",
                "description": "d",
                "tools": ["read", "bash"],
                "spawning": False,
            },
            "declared": {
                "name": plain,
                "description": plain,
                "tools": plain,
                "spawning": plain,
            },
            "name": {"effective": "x", "declared": "x", "matches": True},
            "body": {"empty": False},
        }

    def test_its_spans_are_worked_out_when_somebody_asks(self) -> None:
        document = read(self.TEXT)
        assert document.locate("/name") == Span.at(2, 7, 8)
        assert document.locate("/frontmatter/tools/1") == Span.at(4, 14, 18)
        assert document.locate("/frontmatter/spawning", "key") == Span.at(5, 1, 9)
        assert document.locate("/body") == Span.at(6, 1, 4)
        assert {"/frontmatter/tools", "/declared/tools", "/fence"} <= set(document.spans)
        assert "/frontmatter/thinking" not in document.spans

    def test_every_place_of_a_document(self) -> None:
        """The first line stands for the block, and the line that closes it for its end."""
        document = read("---\ntools: a, bc\nspawning:\n---\n", Layer.PROJECT)
        tools = NodeSpans(Span.at(2, 1, 6), Span.at(2, 8, 13))
        spawning = NodeSpans(Span.at(3, 1, 9), None)
        entries = [NodeSpans(None, Span.at(2, 8, 9)), NodeSpans(None, Span.at(2, 11, 13))]
        places = {
            "/fence": NodeSpans(None, Span.at(1, 1, 4)),
            "/frontmatter": NodeSpans(None, Span.at(1, 1, 4)),
            "/fence/closed": NodeSpans(None, Span.at(4, 1, 4)),
            "/body": NodeSpans(None, Span.at(4, 1, 4)),
            "/frontmatter/tools": tools,
            "/frontmatter/tools/0": entries[0],
            "/frontmatter/tools/1": entries[1],
            "/declared/tools": tools,
            "/declared/tools/entries/0": entries[0],
            "/declared/tools/entries/1": entries[1],
            "/frontmatter/spawning": spawning,
        }
        assert {key: document.spans[key] for key in places} == places

    def test_each_reader_gets_a_document_of_its_own(self) -> None:
        text = "---\ndescription: d\ntools: []\n---\n\nBody.\n"
        data = read(text).data
        data["declared"]["tools"].clear()
        data["frontmatter"].clear()
        assert [finding.rule for finding in found(text)] == ["invalid-capability-declaration"]

    def test_reading_it_loads_no_yaml(self) -> None:
        script = (
            "import sys\n"
            "from herdr_lint.model import Layer\n"
            "from herdr_lint.role.document import read_role\n"
            f"read_role('x.md', {self.TEXT.encode()!r}, stem='x', layer=Layer.PACKAGE)\n"
            "print(sorted({'ruamel', 'jsonschema'} & set(sys.modules)))\n"
        )
        run = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        )
        assert run.stdout == "[]\n"


WORDS = [(key, word) for key, words in host.WORDS.items() for word in words.split("|")]


class TestSchema:
    @pytest.mark.parametrize(("key", "word"), WORDS)
    def test_each_word_that_the_host_takes_is_taken(self, key: str, word: str) -> None:
        told = {one.rule for one in found(role(f"{key}: {word}\n"))}
        assert told <= {"setting-without-effect"}
        assert [one.rule for one in found(role(f"{key}: {word}~\n"))] == ["value-ignored"]

    @pytest.mark.parametrize(
        "key", ["auto-exit", "interactive", "persistent", "disable-model-invocation"]
    )
    def test_switches_are_true_or_false(self, key: str) -> None:
        for word, told in (("true", False), ("false", False), ("maybe", True), ("true~", True)):
            rules = [one.rule for one in found(role(f"{key}: {word}\n"))]
            assert ("value-ignored" in rules) is told

    @pytest.mark.parametrize(
        ("block", "told"),
        [
            ("tools: read\n", True),
            ("tools: read\nself-spawn: false\n", True),
            ("tools: read\nself-spawn: true\n", False),
            ("tools: read\nspawning: false\n", False),
            ("tools: read\nspawning: no\n", False),
            ("tools: read, subagent\n", False),
            ("tools: read, sub*\n", False),
            ("tools: [read]\n", False),
            ("tools: read\n  bash\n", True),
            ("tools: Read\n", False),
            ("tools:\n", False),
            ("name: x\n", False),
        ],
    )
    def test_a_role_that_can_start_no_other_may_say_so(self, block: str, told: bool) -> None:
        rules = [one.rule for one in found(role(block))]
        assert ("leaf-without-spawning" in rules) is told


class TestDecoding:
    @pytest.mark.parametrize(
        ("data", "told", "place"),
        [
            (b"---\nname: x\n---\n\nB\n", {"bom": False, "replaced": 0}, None),
            (b"\xef\xbb\xbf---\nname: x\n---\n", {"bom": True, "replaced": 0}, None),
            (
                b"---\nname: x\n---\n\nB\xff\xfe\n",
                {"bom": False, "replaced": 2},
                Span.at(5, 2, 3),
            ),
            (b"Text \xff.\n\xff\n", {"bom": False, "replaced": 2}, Span.at(1, 6, 7)),
            (b"\xff\xfe-\0-\0", {"bom": False, "replaced": 0}, None),
        ],
    )
    def test_bytes_that_are_not_utf_8_are_told_of_once(
        self, data: bytes, told: dict[str, Any], place: Span | None
    ) -> None:
        document = read(data)
        assert document.data["text"] == told
        spans = document.spans.get("/text/replaced")
        assert (spans and spans.value) == place


class TestNoBlock:
    @pytest.mark.parametrize(
        ("text", "cause", "place"),
        [
            ("", "empty", Span.at(1, 1)),
            ("\ufeff\ufeff---\nname: x\n---\n", "second-bom", Span.at(1, 1, 2)),
            ("---\rname: x\r---\r", "lone-cr", Span.at(1, 1, 4)),
            ("---\n---\n", "empty-block", Span.at(1, 1, 4)),
            ("---\nMap.\n", "ruler", Span.at(1, 1, 4)),
            ("---\nname: x\n", "unterminated", Span.at(1, 1, 4)),
            ("---\nname: x\n... \n", "close-dots", Span.at(3, 1, 5)),
            ("---\nname: x\n ---\n", "close-indented", Span.at(3, 1, 5)),
            ("--- \nname: x\n---\n", "fence-space", Span.at(1, 1, 5)),
            (" ---\nname: x\n---\n", "fence-indented", Span.at(1, 1, 5)),
            ("----\nname: x\n---\n", "fence-longer", Span.at(1, 1, 5)),
            ("\n\n---\nname: x\n---\n", "blank-first", Span.at(1, 1)),
            ("Text.\n---\nname: x\n---\n", "text-first", Span.at(1, 1, 6)),
            ("Text.\n", "default", Span.at(1, 1, 6)),
        ],
    )
    def test_where_it_shows_best_why_there_is_none(
        self, text: str, cause: str, place: Span
    ) -> None:
        document = read(text)
        assert document.data["fence"] == {"found": False, "cause": cause}
        assert document.locate("/fence/found") == place
        assert document.data.keys() == {"kind", "layer", "stem", "text", "fence"}
        fixed = {"close-dots", "close-indented", "fence-space", "fence-indented", "blank-first"}
        assert ([*document.edits] == ["/fence/found"]) is (cause in fixed)

    def test_what_is_utf_16_is_shown_at_the_start(self) -> None:
        document = read("---\nname: x\n---\n".encode("utf-16"))
        assert document.data["fence"] == {"found": False, "cause": "utf-16"}
        assert document.locate("/fence/found") == Span.at(1, 1)

    @pytest.mark.parametrize(
        ("text", "cause", "told"),
        [
            ("<<<<<<< a\nx\n>>>>>>> b\n", "conflict", []),
            ("<<<<<<< a\n---\nname: x\n---\n>>>>>>> b\n", "conflict", []),
            ("<<<<<<< a\nx\n>>>>>>> b\n<<<<<<< c\n", "conflict", [4]),
            ("x\n<<<<<<< a\nx\n>>>>>>> b\n", "default", [2]),
            ("---\nname: x\n<<<<<<< a\n", "unterminated", [3]),
        ],
    )
    def test_a_conflict_that_begins_the_file_is_why(
        self, text: str, cause: str, told: list[int]
    ) -> None:
        document = read(text)
        assert document.data["fence"]["cause"] == cause
        assert [one["line"] for one in document.data.get("conflicts", [])] == told
        for index, line in enumerate(told):
            assert document.locate(f"/conflicts/{index}") == Span.at(line, 1, 10)

    @pytest.mark.parametrize(
        "stem",
        ["README", "readme", "CHANGELOG", "CONTRIBUTING", "LICENSE", "AGENTS", "Claude", "GEMINI"],
    )
    def test_pages_that_lie_beside_roles_are_known_by_their_names(self, stem: str) -> None:
        assert read("Text.\n", stem=stem).data["fence"]["cause"] == "prose"
        block = "Text.\n---\nname: x\n---\n"
        assert read(block, stem=stem).data["fence"]["cause"] == "text-first"


class TestFacts:
    def test_tools_that_are_allowed_and_denied(self) -> None:
        """In the order in which they are denied, each where it is so first."""
        document = read(role("tools: read, x, bash\ndeny-tools: bash, y, read, bash\n"))
        assert document.data["overlap"] == ["bash", "read"]
        assert document.locate("/overlap/0") == Span.at(4, 13, 17)
        assert document.locate("/overlap/1") == Span.at(4, 22, 26)
        for block in ("tools: x\ndeny-tools: y\n", "tools: x\n", "deny-tools: x\n"):
            assert "overlap" not in read(role(block)).data

    def test_comments_that_speak_to_this_program(self) -> None:
        document = read(
            role(
                "# herdr-lint: ignore[a, b] why\n# other\nname: x # herdr-lint: ignore[c]\n"
                "# herdr-lint: ignore-next-line[d]\n"
            )
        )
        assert document.data["ignores"] == [
            {"rules": ["a", "b"], "reason": "why"},
            {"rules": ["d"], "reason": "", "next-line": True},
        ]
        assert document.locate("/ignores/0") == Span.at(3, 1, 31)
        assert document.locate("/ignores/1") == Span.at(6, 1, 34)

    @pytest.mark.parametrize(
        ("ours", "theirs", "told"),
        [
            ("tools: x\n", "tools: y\n", False),
            ("name: x\ntools: x\n", "tools: y\nname: x\n", False),
            ("tools: x\n", "deny-tools: y\n", True),
            ("name: x\n", "name: y\n", True),
            ("tools: x\n", "", True),
        ],
    )
    def test_a_conflict_whose_sides_are_told_of_as_a_capability_twice(
        self, ours: str, theirs: str, told: bool
    ) -> None:
        conflict = f"<<<<<<< a\n{ours}=======\n{theirs}>>>>>>> b\n"
        other = "<<<<<<< c\nmodel: a\n=======\nmodel: b\n>>>>>>> d\n"
        document = read(role(conflict + other))
        size, line = conflict.count("\n"), len(conflict.split("\n")) + 2
        found = [{"part": "frontmatter", "markers": 3, "line": 3, "last": 2 + size}]
        rest = {"part": "frontmatter", "markers": 3, "line": line, "last": line + 4}
        assert document.data["conflicts"] == [*found, rest] if told else [rest]
        assert document.locate("/conflicts/0") == Span.at(3 if told else line, 1, 10)

    def test_a_capability_beside_a_conflict_is_not_in_it(self) -> None:
        conflict = "<<<<<<< a\nname: x\n=======\ntools: y\n>>>>>>> b\n"
        for block in (f"tools: x\n{conflict}", f"{conflict}tools: x\n"):
            assert len(read(role(block)).data["conflicts"]) == 1

    @pytest.mark.parametrize(
        ("name", "stem", "form"),
        [
            ("'a'", "a", "single-quoted"),
            ('"a"', "a", "double-quoted"),
            ("a # why", "a", "commented"),
            ("'b'", "a", "default"),
            ("b # why", "a", "default"),
            ("&x a", "a", "default"),
            ("cafe\u0301", "caf\u00e9", "normalization"),
            ("e\u0301" * 127 + "e", "\u00e9" * 127 + "e", "normalization"),
            ("e\u0301" * 128, "\u00e9" * 128, "other"),
            ("\u201ca\u201d", "a", "punctuation"),
            ("\u0430b", "ab", "lookalike"),
            ("a b", "a", "default"),
            ("A", "a", "case"),
            ("a", "A", "case"),
            ("b", "a", "other"),
        ],
    )
    def test_by_what_a_name_differs_from_the_stem(self, name: str, stem: str, form: str) -> None:
        facts = read(role(f"name: {name}\n"), stem=stem).data["name"]
        assert (facts["effective"], facts["declared"]) == (name, name)
        assert (facts["matches"], facts["form"]) == (False, form)
        written = None if name.isascii() else ascii(name)[1:-1]
        assert facts.get("written") == written

    def test_the_name_is_the_stem_where_none_is_declared(self) -> None:
        for block in ("", "name:\n"):
            document = read(role(block), stem="a")
            assert document.data["name"] == {"effective": "a", "matches": True}
            assert "/name" not in document.edits

    @pytest.mark.parametrize(
        ("name", "edit"),
        [
            ("'a'", Edit(Span.at(3, 1, 10), "name: a")),
            ("b", Edit(Span.at(3, 7, 8), "a", safe=False)),
            ("'b'", Edit(Span.at(3, 7, 10), "a", safe=False)),
        ],
    )
    def test_a_name_is_made_to_match_the_stem(self, name: str, edit: Edit) -> None:
        document = read(role(f"name: {name}\n"), stem="a")
        assert document.edits["/name/matches"] == edit
        assert document.locate("/name/matches") == Span.at(3, 7, 7 + len(name))
        assert document.locate("/name", "key") == Span.at(3, 1, 5)


class TestToolNames:
    def test_several_of_one_kind_are_one_finding_with_one_edit(self) -> None:
        (finding,) = found(role("tools: Read, lsp, Bash, Read\nspawning: false\n"))[:1]
        assert (finding.rule, finding.cause, finding.span) == (
            "tool-name-suspect",
            "repeated",
            Span.at(3, 25, 29),
        )
        finding = next(f for f in found(role("tools: Read, lsp, Bash\n")) if f.edits)
        assert finding.message == "no tool is called `Read`, `Bash`: tool names are in lower case"
        assert finding.edits == (Edit(Span.at(3, 8, 23), "read, lsp, bash", safe=True),)

    def test_a_message_shows_as_many_as_it_has_room_for(self) -> None:
        names = [f"Tool{number}(x)" for number in range(9)]
        (finding,) = (f for f in found(role(f"tools: {', '.join(names)}\n")) if f.cause)
        assert finding.message == (
            "the host reads the parentheses in `Tool0(x)`, `Tool1(x)`, `Tool2(x)`, `Tool3(x)` and 5"
            " more as part of the name"
        )
        (finding,) = (f for f in found(role(f"tools: ({'x' * 80}\n")) if f.cause == "parentheses")
        assert f"`({'x' * 38}…` as" in finding.message


class TestEditsThatAreNone:
    """Where nothing would be left, or a line stands twice, nothing is offered."""

    def edits(self, block: str) -> list[str]:
        findings = found(f"---\n{block}---\n\nB\n", Layer.PROJECT)
        return [edit.text for finding in findings for edit in finding.edits]

    def test_the_only_line_is_not_deleted(self) -> None:
        assert self.edits("model: inherit\n") == []
        assert self.edits("name: x\nmodel: inherit\n") == [""]

    def test_a_line_that_stands_twice_is_not_deleted(self) -> None:
        texts = found("---\nname: x\nmodel: inherit\nmodel: a/b\n---\n\nB\n", Layer.PROJECT)
        unqualified = [one for one in texts if one.rule == "model-not-qualified"]
        assert [one.edits for one in unqualified] == [()]

    def test_a_strange_comma_is_told_with_the_name_that_it_stands_in(self) -> None:
        rules = [one.rule for one in found("---\nname: x\ntools: read\uff0cbash\n---\n\nB\n")]
        assert "tool-name-suspect" in rules
        assert "lookalike-characters" not in rules


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("", ("empty-body", None)),
        ("\nB\n", ("setting-without-effect", "fork-without-system-prompt")),
    ],
)
def test_what_is_told_of_a_fork_without_a_system_prompt(
    body: str, told: tuple[str, str | None]
) -> None:
    findings = found(f"---\ndescription: d\nsession-mode: fork\n---\n{body}")
    assert [(one.rule, one.cause) for one in findings] == [told]
