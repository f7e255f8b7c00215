"""The rules, their schemas and their scenarios, each compared with the others."""

from __future__ import annotations

import json
import os
import re
import socket
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing.exceptions import Unresolvable

from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge import shipped as files
from herdr_lint.judge import validator
from herdr_lint.judge.judge import judge
from herdr_lint.judge.keywords import ANNOTATION, REPORT
from herdr_lint.judge.rule_registry import Rule, RuleRegistry
from herdr_lint.model import Finding, Layer, Severity
from herdr_lint.role.document import read_role
from tests.openwop import test_schemas as test_openwop_schemas
from tests.run import test_archive_findings as test_archive
from tests.scenarios import findings_of, scenarios_of

BOOK = RuleRegistry.shipped()
RULES = sorted(rule.id for rule in BOOK)
ROLE_RULES = sorted(rule.id for rule in BOOK if rule.group == "role")
ROOT = Path(__file__).parents[2]
ROLE_SCHEMA = "role/role.schema.json"
SCHEMAS = sorted(
    path.relative_to(files.root()).as_posix() for path in files.root().rglob("*.schema.json")
)

BY_PYTHON = {
    "role-file-name": "judged by the record of the role in its catalogue",
    "unreadable-role-definition": "there is no document to judge",
}
"""Rules about roles that no schema states, and why."""

BY_ARCHIVE = frozenset(rule for rule, _ in test_archive.shown())
"""Rules about archives: tests build those that break them."""

WITHOUT_FIXTURES = {
    **dict.fromkeys(BY_ARCHIVE, "no archive is kept in the repository: tests build them"),
    "internal-error": "no file is known to bring one about",
}
"""Rules that have no scenarios, and why."""

_LARGE = "more than the repository should keep: the tests of the engine bring it about"
_LATER = "the words for what a schema of a registry says, with which the gate may be called"
WITHOUT_FIXTURE = {
    ("agent-manifest-invalid", "other"): _LATER,
    ("archive-unreadable", "unreadable"): test_archive.WITHOUT_ARCHIVE["unreadable"],
    ("internal-error", "default"): WITHOUT_FIXTURES["internal-error"],
    ("pack-manifest-invalid", "other"): _LATER,
    ("role-pack-skill-size", "default"): _LARGE,
    ("role-pack-skill-size", "role"): _LARGE,
    ("unreadable-role-definition", "default"): "an error of the file system that has no cause here",
    ("unreadable-role-definition", "no-permission"): "git keeps no permissions",
    ("unreadable-role-definition", "special-file"): "git keeps no pipes and devices",
}
"""Causes that no scenario can show, and why."""


@cache
def shown_elsewhere() -> dict[str, frozenset[str]]:
    """Causes by rule that a table of another test shows, which asserts every finding in it."""
    found: dict[str, set[str]] = {}
    for rule, cause in test_archive.shown():
        found.setdefault(rule, set()).add(cause)
    for table in test_openwop_schemas.TABLES.values():
        for case in table["cases"]:
            for finding in case["findings"]:
                found.setdefault(finding["rule"], set()).add(finding.get("cause", "default"))
    return {rule: frozenset(causes) for rule, causes in found.items()}


def findings_about(rule: str, *, failing: bool = False) -> Iterator[Finding]:
    for scenario in scenarios_of(rule):
        if scenario.fires or not failing:
            yield from (one for one in findings_of(scenario) if one.rule == rule)


def annotated(schema: Any, keyword: str = ANNOTATION) -> Iterator[dict[str, Any]]:
    match schema:
        case dict():
            if isinstance(schema.get(keyword), dict):
                yield schema[keyword]
            for member in schema.values():
                yield from annotated(member, keyword)
        case list():
            for member in schema:
                yield from annotated(member, keyword)


def named_by_schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    for name in SCHEMAS:
        for keyword in (ANNOTATION, REPORT):
            for annotation in annotated(files.load(name), keyword):
                if "rule" in annotation:
                    yield name, annotation


class TestFiles:
    @pytest.mark.parametrize("rule", BOOK.ids)
    def test_it_follows_its_schema(self, rule: str) -> None:
        schema = Draft202012Validator(files.load("rules.schema.json"))
        path = files.root() / "rules" / BOOK.group_of(rule) / f"{rule}.toml"
        data = tomllib.loads(path.read_text("utf-8"))
        assert [error.message for error in schema.iter_errors(data)] == []

    def test_names_are_unique_and_kebab_case(self) -> None:
        names = [path.stem for path in (files.root() / "rules").glob("*/*.toml")]
        assert BOOK.ids == tuple(sorted(set(names)))
        assert len(BOOK) == len(names)
        for name in (*names, *BOOK.groups):
            assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name)

    def test_nothing_else_lies_among_the_rules(self) -> None:
        found = [path for path in (files.root() / "rules").rglob("*") if path.is_file()]
        assert len(found) == len(BOOK)
        assert {path.suffix for path in found} == {".toml"}

    def test_templates_have_closed_braces(self) -> None:
        for rule in RULES:
            told = BOOK[rule]
            texts = [*told.consequence.values()]
            for wording in told.causes.values():
                texts += [wording.message, wording.help, *(wording.consequence or {}).values()]
            for text in texts:
                left = re.sub(r"`[^`]*`|\{\w+\}", "", text)
                assert not re.search(r"[{}]", left), (rule, left)


class TestSchemas:
    @pytest.mark.parametrize("name", SCHEMAS)
    def test_a_schema_is_one(self, name: str) -> None:
        Draft202012Validator.check_schema(files.load(name))

    def test_ids_are_unique(self) -> None:
        ids = [files.load(name)["$id"] for name in SCHEMAS]
        assert len(set(ids)) == len(ids)

    def test_every_annotation_names_a_rule_and_a_cause(self) -> None:
        known = [(name, a) for name, a in named_by_schemas() if not re.search("[{}]", a["rule"])]
        assert [(name, a) for name, a in known if a["rule"] not in BOOK] == []
        static = [(name, a) for name, a in known if "{" not in a.get("cause", "{")]
        assert [(name, a) for name, a in static if a["cause"] not in BOOK[a["rule"]].causes] == []

    def test_every_role_rule_is_named_by_the_role_schema_or_judged_in_python(self) -> None:
        named = {annotation["rule"] for annotation in annotated(files.load(ROLE_SCHEMA))}
        assert named | set(BY_PYTHON) == set(ROLE_RULES)
        assert not named & set(BY_PYTHON)

    def test_every_cause_of_a_role_rule_can_be_reached(self) -> None:
        """By an annotation that names it, or by one whose cause is a template that fits it."""
        patterns: dict[str, list[str]] = {}
        for annotation in annotated(files.load(ROLE_SCHEMA)):
            pattern = re.sub(r"\\\{\w+\\\}", ".+", re.escape(annotation.get("cause", "default")))
            patterns.setdefault(annotation["rule"], []).append(pattern)
        for rule in set(ROLE_RULES) - set(BY_PYTHON):
            for cause in BOOK[rule].causes:
                fits = any(re.fullmatch(pattern, cause) for pattern in patterns[rule])
                assert fits or (rule, cause) in WITHOUT_FIXTURE

    def test_nothing_is_retrieved(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refused(*_: object) -> None:
            raise AssertionError("the network was asked")

        monkeypatch.setattr(socket, "getaddrinfo", refused)
        monkeypatch.setattr(socket.socket, "connect", refused)
        for resources in (registry.register([]), registry.shipped(ROLE_SCHEMA)[1]):
            for reference in ("https://example.com/x.json", "other.json", "#/$defs/none"):
                schema = {"$id": "https://herdr-lint.dev/schemas/x.json", "$ref": reference}
                with pytest.raises(Unresolvable):
                    list(validator.schema_errors(validator.build(schema, resources), {}))


def judged(text: str) -> list[Finding]:
    """The findings of an example; a U+FFFD in it stands for a byte that is not UTF-8."""
    data = text.encode().replace("\ufffd".encode(), b"\xe9")
    document = read_role("roles/scout.md", data, stem="scout", layer=Layer.PACKAGE)
    return list(judge(document, validator.shipped(ROLE_SCHEMA), "package"))


@pytest.fixture
def rule(request: pytest.FixtureRequest) -> Rule:
    """The rule of an id, as its file says now."""
    return RuleRegistry.shipped()[request.param]


AS_A_WHOLE: dict[str, dict[str, str]] = {
    "archive-entry-too-large": {
        "explanation": "One file of a pack may have 5 MiB by default. A registry may set another "
        "limit.",
    },
    "archive-manifest-missing": {
        "bad": "crew-1.0.0.tgz with crew/pack.json",
        "good": "crew-1.0.0.tgz with pack.json",
    },
    "archive-manifest-too-large": {
        "explanation": "`pack.json` may have 256 KiB by default. The largest published manifest "
        "has 36 KiB.",
    },
    "archive-name-ambiguous": {"consequences": "The checked file may not be the installed one."},
    "archive-upload-too-large": {
        "explanation": "Registries are advised to take archives of up to 10 MiB.",
    },
    "conflict-marker": {
        "consequences": "The host knows nothing of merges and reads the markers and both sides.",
    },
    "duplicate-agent-id": {
        "explanation": "Hosts know agents by their ids, so each id may appear only once in a pack.",
    },
    "duplicate-type-id": {
        "explanation": "Workflows know nodes by their types, so each `typeId` may appear only once "
        "in a pack.",
    },
    "frontmatter-closed-early": {
        "consequences": "The child gets everything below this line as its instructions.",
    },
    "invalid-role-pack-file": {
        "explanation": "A registered file has to end in `.md`, in lower case.",
    },
    "lines-ignored": {
        "explanation": "A line that is not a key, a comment or a continuation has no meaning to "
        "the host.",
        "consequences": "The host skips the line.",
    },
    "name-mismatch": {
        "explanation": "The name in the manifest is the one under which the pack is published.",
    },
    "pack-license-missing": {
        "explanation": "`license` is optional. Registries are asked to warn of packs without one.",
    },
    "ref-not-utf8": {
        "bad": "prompts/writer.md, saved as Latin-1: café is 63 61 66 E9",
        "good": "prompts/writer.md, saved as UTF-8: café is 63 61 66 C3 A9",
    },
    "setting-without-effect": {
        "consequences": "The host follows the other setting and says nothing.",
    },
    "skill-entry-blank": {
        "explanation": "The host drops empty entries of `skills`, unlike those of `tools`.",
        "consequences": "The host drops the empty entry.",
    },
    "value-ignored": {"consequences": "The host says nothing and goes on with its default."},
    "version-immutable": {
        "consequences": "The registry refuses the archive.",
        "bad": "vendor.acme.crew 1.0.0 published again with another prompt",
        "good": "vendor.acme.crew 1.0.1 with the other prompt",
    },
    "version-mismatch": {
        "explanation": "The version in the manifest is the one under which the pack is published.",
    },
}
"""What is said of a rule as a whole and no scenario shows: in one sentence, and what follows."""


@pytest.mark.parametrize(
    "rule", AS_A_WHOLE, ids=lambda rule: f"{BOOK.group_of(rule)}/{rule}: as a whole"
)
def test_what_is_said_of_a_rule_as_a_whole(rule: str) -> None:
    told = RuleRegistry.shipped()[rule]
    said = {part: getattr(told, part) for part in AS_A_WHOLE[rule]}
    assert said == AS_A_WHOLE[rule]


@pytest.mark.parametrize("rule", RULES, indirect=True)
class TestRule:
    def test_it_has_scenarios_in_which_it_fires_and_others(self, rule: Rule) -> None:
        there = {scenario.fires for scenario in scenarios_of(rule.id)}
        assert there == (set() if rule.id in WITHOUT_FIXTURES else {True, False})

    def test_each_of_its_causes_is_shown(self, rule: Rule) -> None:
        shown = {finding.cause or "default" for finding in findings_about(rule.id, failing=True)}
        shown |= shown_elsewhere().get(rule.id, frozenset())
        excused = {cause for named, cause in WITHOUT_FIXTURE if named == rule.id}
        assert shown <= set(rule.causes)
        assert shown | excused == set(rule.causes)
        assert not shown & excused

    def test_it_is_marked_for_the_edits_that_it_offers(self, rule: Rule) -> None:
        """Edits in manifests are shown and not made: fixing is for role files."""
        edits = [edit.safe for finding in findings_about(rule.id) for edit in finding.edits]
        offered = None if not edits else "safe" if any(edits) else "unsafe"
        assert rule.fix == (offered if rule.group in {"role", "run"} else None)
        assert not edits or rule.group in {"role", "run", "openwop"}

    def test_its_examples_are_what_they_look_like(self, rule: Rule) -> None:
        """An example that begins like JSON is JSON, unless that is what is bad about it."""
        for text in (rule.bad, rule.good):
            if text == rule.bad and rule.id in NOT_JSON:
                with pytest.raises(ValueError, match=NOT_JSON[rule.id]):
                    json.loads(text, object_pairs_hook=without_repetition)
            elif text.startswith(("{", "[")):
                assert json.loads(text, object_pairs_hook=without_repetition)

    def test_its_examples_differ(self, rule: Rule) -> None:
        told = {"-"} if rule.id in WITHOUT_EXAMPLE else {rule.bad, rule.good}
        assert {rule.bad, rule.good} == told
        assert rule.id in WITHOUT_EXAMPLE or len(told - {"-"}) == 2

    def test_it_says_where_it_comes_from(self, rule: Rule) -> None:
        assert (rule.source == "herdr-lint") is (rule.group == "run")


NOT_JSON = {
    "json-invalid": "Expecting property name|Illegal trailing comma",
    "duplicate-json-key": "role twice",
    "role-pack-manifest-invalid": "Expecting property name|Illegal trailing comma",
}
"""Rules whose bad example is not sound JSON, and how that shows."""

WITHOUT_EXAMPLE = frozenset({"baseline-unused", "config-unused", "internal-error"})
"""Rules that no file breaks by what it says."""


def without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"{next(key for key in keys if keys.count(key) > 1)} twice")
    return members


def test_the_tables_of_reasons_are_about_what_there_is() -> None:
    assert set(WITHOUT_FIXTURES) <= set(RULES)
    assert all(rule in BOOK and cause in BOOK[rule].causes for rule, cause in WITHOUT_FIXTURE)
    assert {rule for rule in RULES if BOOK[rule].group == "archive"} - BY_ARCHIVE == {
        "archive-manifest-missing"
    }


@pytest.mark.parametrize("rule", ROLE_RULES, indirect=True)
class TestRoleRule:
    def test_the_bad_example_breaks_it_and_the_good_one_nothing(self, rule: Rule) -> None:
        if rule.id in BY_PYTHON:
            pytest.skip("its examples are names of files")
        assert rule.id in {finding.rule for finding in judged(rule.bad)}
        good = judged(rule.good)
        assert rule.id not in {finding.rule for finding in good}
        assert [finding for finding in good if finding.severity > Severity.NOTE] == []

    @pytest.mark.skipif("HERDR_LINT_INSTALLED" in os.environ, reason="the docs are not installed")
    def test_its_source_is_in_the_docs(self, rule: Rule) -> None:
        page = (ROOT / "docs" / "role-reading.md").read_text("utf-8")
        headings = set(re.findall(r"^#+ (\d+(?:\.\d+)?) ", page, re.MULTILINE))
        cited = re.findall(r"\d+\.\d+", rule.source)
        assert cited
        assert set(cited) <= headings
