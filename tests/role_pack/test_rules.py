"""The rules of role packs, their schemas and their scenarios, each compared with the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from herdr_lint.judge import shipped as files
from herdr_lint.judge.keywords import ANNOTATION
from herdr_lint.judge.rule_registry import Rule, RuleRegistry
from herdr_lint.model import Finding, Severity
from herdr_lint.role_pack.rules import check_role_pack
from tests.role_pack.packs import ROLE, pack
from tests.scenarios import findings_of, scenarios_of

BOOK = RuleRegistry.shipped()
RULES = sorted(rule.id for rule in BOOK if rule.group == "role-pack")
SCHEMAS = ("role/role-pack.schema.json", "role/extension.schema.json", "role/skill.schema.json")

BY_PYTHON = {
    "role-pack-inner-package": "it looks at other files",
    "role-pack-manifest-invalid": "there is no document to judge",
    "role-pack-roles-folder": "it looks at the names of files",
    "skill-not-in-pack": "it looks at other files",
}
"""Rules that no schema states, and why."""

_LARGE = "it would take large files"
WITHOUT_FIXTURE = {
    ("role-pack-skill-size", "default"): _LARGE,
    ("role-pack-skill-size", "role"): _LARGE,
}
"""Causes that no scenario shows, and why."""


def annotated(schema: Any) -> Iterator[Mapping[str, Any]]:
    match schema:
        case dict():
            if ANNOTATION in schema:
                yield schema[ANNOTATION]
            for member in schema.values():
                yield from annotated(member)
        case list():
            for member in schema:
                yield from annotated(member)


ANNOTATIONS = [one for name in SCHEMAS for one in annotated(files.load(name))]


def test_every_rule_is_stated_in_one_place() -> None:
    named = {annotation["rule"] for annotation in ANNOTATIONS}
    assert named | set(BY_PYTHON) == set(RULES)
    assert not named & set(BY_PYTHON)


def test_every_cause_can_be_reached() -> None:
    patterns: dict[str, list[str]] = {}
    for annotation in ANNOTATIONS:
        pattern = re.sub(r"\\\{\w+\\\}", ".+", re.escape(annotation.get("cause", "default")))
        patterns.setdefault(annotation["rule"], []).append(pattern)
    for rule in set(RULES) - set(BY_PYTHON):
        for cause in BOOK[rule].causes:
            fits = any(re.fullmatch(pattern, cause) for pattern in patterns[rule])
            assert fits or (rule, cause) in WITHOUT_FIXTURE


def test_excuses_are_for_causes_that_there_are() -> None:
    for rule, cause in WITHOUT_FIXTURE:
        assert cause in BOOK[rule].causes


def example(text: str) -> list[Finding]:
    """The findings of a pack around an example: a manifest, a skill, a role, a script, a tree."""
    changes: dict[str, str | None] = {"docs/rules.md": "# Rules\n"}
    manifest: dict[str, Any] = {}
    if text.startswith("{"):
        changes["package.json"] = text
        changes |= {"skills/plan/SKILL.md": SKILL} if '"./skills"' in text else {}
    elif "\n# Plan\n" in text:
        text = text.replace("(and 70 KiB more)", "x" * 70_000)
        changes["skills/plan/SKILL.md"] = text
        manifest["pi"] = {"extensions": ["./extension.ts"], "skills": ["./skills"]}
    elif text.startswith("---"):
        name = re.findall(r"name: (.*)", text)[0]
        changes["roles/scout.md"] = ROLE
        changes[f"roles/{name}.md"] = text
        changes["skills/plan/SKILL.md"] = SKILL
        manifest["pi"] = {"extensions": ["./extension.ts"], "skills": ["./skills"]}
    elif re.fullmatch(r"([\w./-]+\n)+", text):
        changes["roles/scout.md"] = None
        changes |= {
            name: "{}" if name.endswith("json") else ROLE
            for name in text.split()
            if name not in {"package.json", "extension.ts"}
        }
    else:
        changes["extension.ts"] = text
        changes["greeting.ts"] = "export const greet = () => {};\n"
        if "scout.txt" in text:
            changes["roles/scout.txt"] = ROLE
    return list(check_role_pack(pack(changes, **manifest)).findings)


SKILL = BOOK["role-pack-skill-name"].good


@pytest.mark.parametrize("rule", [BOOK[id_] for id_ in RULES], ids=lambda rule: rule.id)
class TestRule:
    def test_the_bad_example_breaks_it_and_the_good_one_nothing(self, rule: Rule) -> None:
        assert rule.id in {finding.rule for finding in example(rule.bad)}
        good = example(rule.good)
        assert rule.id not in {finding.rule for finding in good}
        assert [finding for finding in good if finding.severity > Severity.NOTE] == []

    def test_it_has_scenarios_in_which_it_fires_and_others(self, rule: Rule) -> None:
        assert {scenario.fires for scenario in scenarios_of(rule.id)} == {True, False}

    def test_each_of_its_causes_is_shown(self, rule: Rule) -> None:
        display_path = {
            finding.cause or "default"
            for scenario in scenarios_of(rule.id)
            if scenario.fires
            for finding in findings_of(scenario)
            if finding.rule == rule.id
        }
        excused = {cause for named, cause in WITHOUT_FIXTURE if named == rule.id}
        assert display_path | excused == set(rule.causes)
        assert not display_path & excused

    def test_its_source_is_a_section_of_the_role_reading(self, rule: Rule) -> None:
        assert re.match(r"role reading \d+(\.\d+)?", rule.source)
