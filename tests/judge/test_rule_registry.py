"""The registry of rules: what it knows from names alone, and what from a rule's file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from herdr_lint.judge.rule_registry import Rule, RuleRegistry, Wording, make_rule
from herdr_lint.model import Severity

ENTRY = {
    "id": "a-rule",
    "group": "role",
    "title": "Something is wrong",
    "severity": {"*": "warning", "package": "error"},
    "code": {"package": "a-code"},
    "source": "role reading 1.1",
    "explanation": "What it looks for.",
    "consequence": "The host ignores it.",
    "bad": "a",
    "good": "b",
    "causes": {
        "default": {"message": "m", "help": "h"},
        "own": {
            "message": "m",
            "help": "h",
            "severity": "note",
            "code": "own-code",
            "consequence": {"project": "The host leaves it out.", "*": "The host keeps it."},
        },
    },
}

FILE = '''
title = "Something is wrong"
severity = "note"
source = "role reading 1.1"
explanation = """
A line,
and another.
"""
consequence = "The host ignores it."
bad = """
a
  b
"""
good = """
c
 d
"""

[causes.default]
message = "m"
help = """
h
i
"""
'''


class TestRule:
    @pytest.fixture
    def rule(self) -> Rule:
        return make_rule(ENTRY)

    def test_a_severity_depends_on_layer_and_cause(self, rule: Rule) -> None:
        assert rule.severity_in("package") is Severity.ERROR
        assert rule.severity_in("package/unshipped") is Severity.ERROR
        assert rule.severity_in("project") is Severity.WARNING
        assert rule.severity_in("package", "own") is Severity.NOTE
        assert rule.severity_in("package", "unknown") is Severity.ERROR

    def test_roles_that_no_pack_ships_may_have_a_severity_of_their_own(self) -> None:
        rule = make_rule({**ENTRY, "severity": {"*": "error", "package/unshipped": "note"}})
        assert rule.severity_in("package/unshipped") is Severity.NOTE
        assert rule.severity_in("package") is Severity.ERROR

    def test_a_consequence_depends_on_layer_and_cause(self, rule: Rule) -> None:
        assert rule.consequence_in("project") == "The host ignores it."
        assert rule.consequence_in("project", "own") == "The host leaves it out."
        assert rule.consequence_in("package", "own") == "The host keeps it."
        assert rule.consequence_in("package", "unknown") == "The host ignores it."
        assert rule.consequences == "The host ignores it."
        several = make_rule({**ENTRY, "consequence": {"package": "One.", "*": "Two."}})
        assert several.consequences == "One. Two."

    def test_a_code_depends_on_layer_and_cause(self, rule: Rule) -> None:
        assert rule.code_in("package") == "a-code"
        assert rule.code_in("package/unshipped") == "a-code"
        assert rule.code_in("project") is None
        assert rule.code_in("project", "own") == "own-code"
        assert rule.code_in("package", "own") == "own-code"
        assert rule.code_in("package", "unknown") == "a-code"

    def test_a_code_for_one_cause_in_one_profile(self, rule: Rule) -> None:
        own = rule._replace(codes={"p": "all", "p#own2": "one", "*": "other"})
        assert own.code_in("p", "own2") == "one"
        assert own.code_in("p", "default") == "all"
        assert own.code_in("q", "own2") == "other"
        words = Wording("m", "h", codes={"p": "the profile's", "*": "the cause's"})
        both = own._replace(causes={"own": words})
        assert (both.code_in("p", "own"), both.code_in("q", "own")) == (
            "the profile's",
            "the cause's",
        )

    def test_words_depend_on_the_cause(self, rule: Rule) -> None:
        assert rule.wording(None) == Wording("m", "h")
        assert rule.wording("own").codes == {"*": "own-code"}
        with pytest.raises(KeyError):
            rule.wording("unknown")
        words = Wording("n", "i")
        other = rule._replace(causes={**rule.causes, "other": words})
        assert other.wording("unknown") == words
        assert other.wording("default") == Wording("m", "h")

    def test_what_a_rule_may_do_without(self, rule: Rule) -> None:
        assert (rule.fix, rule.opt_in) == (None, False)
        more = make_rule({**ENTRY, "fix": "how", "opt-in": True})
        assert (more.fix, more.opt_in) == ("how", True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for group, name in (("archive", "b-rule"), ("role", "a-rule")):
        path = tmp_path / group / f"{name}.toml"
        path.parent.mkdir()
        path.write_text(FILE, "utf-8")
    return tmp_path


class TestRegistry:
    def test_names_are_known_without_reading_a_file(self, folder: Path) -> None:
        book = RuleRegistry(folder=folder)
        for path in folder.glob("*/*.toml"):
            path.unlink()
        assert book.ids == ("a-rule", "b-rule")
        assert book.groups == {"archive", "role"}
        assert book.group_of("b-rule") == "archive"
        assert "a-rule" in book
        assert "c-rule" not in book
        assert len(book) == 2

    def test_a_file_is_read_once_and_only_when_asked_for(self, folder: Path) -> None:
        book = RuleRegistry(folder=folder)
        (folder / "role" / "a-rule.toml").write_text("not TOML", "utf-8")
        rule = book["b-rule"]
        (folder / "archive" / "b-rule.toml").unlink()
        assert book["b-rule"] is rule

    def test_prose_may_be_broken_into_lines_and_examples_stay(self, folder: Path) -> None:
        rule = RuleRegistry(folder=folder)["b-rule"]
        assert rule.explanation == "A line, and another."
        assert rule.causes["default"].help == "h i"
        assert (rule.bad, rule.good) == ("a\n  b\n", "c\n d\n")

    def test_unknown_names(self, folder: Path) -> None:
        for book in (RuleRegistry(folder=folder), RuleRegistry([make_rule(ENTRY)])):
            with pytest.raises(KeyError):
                book["c-rule"]
            with pytest.raises(KeyError):
                book.entry("c-rule")
        with pytest.raises(KeyError):
            RuleRegistry([make_rule(ENTRY)]).entry("a-rule")


CLEAN = """---
name: scout
description: Maps the code
tools: read
spawning: false
---

Map it.
"""

PROGRAM = """
import sys
from herdr_lint import lint
from herdr_lint.judge.rule_registry import RuleRegistry
assert lint(["scout.md"]).findings == ()
assert "tomllib" not in sys.modules
assert not RuleRegistry.shipped()._rules
"""


def test_a_clean_run_reads_no_rule(tmp_path: Path) -> None:
    (tmp_path / "scout.md").write_text(CLEAN, "utf-8")
    subprocess.run([sys.executable, "-c", PROGRAM], cwd=tmp_path, check=True)
