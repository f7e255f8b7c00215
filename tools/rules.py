"""``docs/rules.md``: every rule, from ``schemas/rules/``; the id of a rule is its anchor."""

from __future__ import annotations

from collections.abc import Iterator

from herdr_lint.cli.explain import GROUPS, in_context, plain, severity_text, severity_words
from herdr_lint.judge.rule_registry import Rule, RuleRegistry
from tools.markdown import NOTICE, fenced, page, table

INTRODUCTION = """
# Rules

An **error** means that the host excludes the role or refuses the launch, that a registry must
reject the pack, or that a limit on what a role may do silently does not hold. A **warning** means
that the host reads something else than what was meant, or that a setting has no effect. A **note**
is worth knowing; it is printed only with `--show note` and never fails a run.

`herdr-lint explain RULE` prints an entry of this page. A *code* is what the host or the registry
answers with. What is filled in from the file is ‹named›. A layer or profile in
parentheses says where a consequence follows.
"""


def rules_page() -> str:
    return page(_lines(RuleRegistry.shipped()))


def _lines(book: RuleRegistry) -> Iterator[str]:
    yield NOTICE.format(source="schemas/rules/")
    yield INTRODUCTION
    for group, title in GROUPS.items():
        rules = [rule for rule in book if rule.group == group]
        if not rules:
            continue
        yield from (f"## {title}", "")
        yield from table(("rule", "severity", "`--fix`", "what it finds"), map(_row, rules))
        yield ""
        for rule in rules:
            yield from _entry(rule)


def _row(rule: Rule) -> tuple[str, ...]:
    fix = {"safe": "yes", "unsafe": "with `--unsafe`", None: ""}[rule.fix]
    return f"[`{rule.id}`](#{rule.id})", severity_text(rule), fix, rule.title


def _entry(rule: Rule) -> Iterator[str]:
    yield from (f"### {rule.id}", "", f"**{rule.title}.**", "")
    yield from (rule.explanation, "")
    for context, text in rule.consequence.items():
        yield from (in_context(context, text), "")
    yield from (f"- {label}: {text}" for label, text in _facts(rule))
    for label, example in (("Found:", rule.bad), ("Fixed:", rule.good)):
        yield from ("", label, "", *fenced(example, _language(example)))
    yield from ("", "What it says:", "")
    for wording in rule.causes.values():
        severity = f" ({severity_words(wording.severity)})" if wording.severity else ""
        yield f"- {plain(wording.message)}{severity}  "
        for context, text in (wording.consequence or {}).items():
            yield f"  {in_context(context, text)}  "
        yield f"  *help:* {plain(wording.help)}"
    yield ""


def _facts(rule: Rule) -> Iterator[tuple[str, str]]:
    yield "severity", severity_text(rule)
    if rule.codes:
        yield "code", ", ".join(f"`{code}`" for code in dict.fromkeys(rule.codes.values()))
    if rule.fix:
        yield "fix", f"`herdr-lint --fix{'' if rule.fix == 'safe' else ' --unsafe'}`"
    if rule.opt_in:
        yield "opt-in", f"`herdr-lint --select {rule.id}`"
    yield "source", rule.source


def _language(example: str) -> str:
    text = example.lstrip()
    if text.startswith("---"):
        return "yaml"
    return "json" if text.startswith(("{", "[")) else "text"
