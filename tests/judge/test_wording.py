"""The words of all rules: each cause says what follows from it, once, and in plain English."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from herdr_lint.judge.rule_registry import Rule, RuleRegistry

ROOT = Path(__file__).parents[2]
RULES = RuleRegistry.shipped().ids

QUAINT = re.compile(
    r"\b(?:mend(?:s|ed|ing)?|blanks?|lest|anew|heeds?|ruler|thereof|whilst|remarks?)\b"
    r"|(?<!there )\b(?:is|are) no (?!longer\b)|\b(?:is|are) admitted\b",
    re.IGNORECASE,
)
"""Words that a reader with school English does not get at once, and what stands for them: fix,
space or tab, empty, so that … not, again, follow, horizontal rule, comment; "is not a …"."""

LONGEST = 260


def words_of(rule: Rule) -> Iterator[tuple[str, str]]:
    """Each text of a rule, with the place where it stands."""
    yield "title", rule.title
    yield "explanation", rule.explanation
    yield from ((f"consequence {name}", text) for name, text in rule.consequence.items())
    for cause, wording in rule.causes.items():
        yield f"{cause} message", wording.message
        yield f"{cause} help", wording.help
        for name, text in (wording.consequence or {}).items():
            yield f"{cause} consequence {name}", text


def is_sentence(text: str) -> bool:
    return text[:1] in "{`n" or text[:1].isupper()


@pytest.fixture
def rule(request: pytest.FixtureRequest) -> Rule:
    """The rule of an id, as its file says now."""
    return RuleRegistry.shipped()[request.param]


@pytest.mark.parametrize("rule", RULES, indirect=True)
class TestRule:
    def test_every_cause_has_a_consequence_in_every_context(self, rule: Rule) -> None:
        for cause in rule.causes:
            for context in ("package", "global", "project", "openwop/v1", "role-pack"):
                text = rule.consequence_in(context, cause)
                assert text.endswith("."), (cause, context)
                assert is_sentence(text), (cause, context)
                assert len(text) <= LONGEST, (cause, context)
                assert text not in {"None.", "Nothing."}

    def test_a_consequence_is_one_sentence(self, rule: Rule) -> None:
        """Not two behind each other either, with a semicolon between them."""
        tables = [rule.consequence, *(one.consequence or {} for one in rule.causes.values())]
        texts = [text for table in tables for text in table.values()]
        assert [text for text in texts if re.search(r"[.!?]\s+\S|;", text)] == []

    def test_no_cause_repeats_what_the_rule_says_for_all(self, rule: Rule) -> None:
        for cause, wording in rule.causes.items():
            assert wording.consequence != rule.consequence, cause
            for text in (wording.consequence or {}).values():
                assert text not in rule.consequence.values() or len(wording.consequence or {}) > 1

    def test_no_two_causes_say_the_same(self, rule: Rule) -> None:
        told = Counter(
            (one.message, one.help, *(one.consequence or {}).values())
            for one in rule.causes.values()
        )
        assert [words for words, times in told.items() if times > 1] == []

    def test_no_message_tells_the_consequence(self, rule: Rule) -> None:
        for cause, wording in rule.causes.items():
            message = wording.message.casefold()
            for text in (wording.consequence or rule.consequence).values():
                assert text.rstrip(".").casefold() not in message, cause

    def test_its_words_are_plain(self, rule: Rule) -> None:
        for place, text in words_of(rule):
            assert not (found := QUAINT.search(text)), (place, found)

    def test_its_title_stands_whole_beside_its_id(self, rule: Rule) -> None:
        assert len(f"{rule.severity_in('package')}[{rule.id}]: {rule.title}") <= 80
        assert not rule.title.endswith(".")


IN_GENERAL = {
    "archive-name-ambiguous": "The checked file may not be the installed one.",
    "conflict-marker": "The host knows nothing of merges and reads the markers and both sides.",
    "frontmatter-closed-early": "The child gets everything below this line as its instructions.",
    "role-pack-files": "The published package lacks the file.",
    "setting-without-effect": "The host follows the other setting and says nothing.",
    "value-ignored": "The host says nothing and goes on with its default.",
    "version-immutable": "The registry refuses the archive.",
}
"""What rules say of themselves, in `explain` and in SARIF, whose causes all say more."""


def test_a_rule_whose_causes_all_say_what_follows_says_so_in_general_too() -> None:
    book = RuleRegistry.shipped()
    found = [rule for rule in book if all(one.consequence for one in rule.causes.values())]
    assert {rule.id: rule.consequences for rule in found} == IN_GENERAL


@pytest.mark.skipif("HERDR_LINT_INSTALLED" in os.environ, reason="the docs are not installed")
@pytest.mark.parametrize("page", ["README.md", "docs/rules.md", "CONTRIBUTING.md"])
def test_pages_are_in_plain_english(page: str) -> None:
    plain = re.compile(r"^(`{3,}).*?^\1$|`[^`\n]*`|\(#.*?\)|^### [^\n]*$", re.MULTILINE | re.DOTALL)
    text = plain.sub("", (ROOT / page).read_text("utf-8"))
    assert [line for line in text.split("\n") if QUAINT.search(line)] == []
