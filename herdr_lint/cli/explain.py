"""The manual: rules and schemas as text, straight from the files that define them."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping

from herdr_lint.judge import shipped as files
from herdr_lint.judge.judge import closest
from herdr_lint.judge.rule_registry import Rule, RuleRegistry
from herdr_lint.model import Severity, UsageError
from herdr_lint.report.terminal import terminal_width

_WIDEST = 100


def _width() -> int:
    return min(terminal_width(), _WIDEST)


def find_rule(name: str) -> Rule:
    """A rule by its id.

    Raises:
        UsageError: if there is no such rule; the message names the closest one.

    """
    book = RuleRegistry.shipped()
    if name in book:
        return book[name]
    near = closest(name, book.ids)
    hint = f"did you mean {near}?" if near else "`herdr-lint rules` lists them all"
    raise UsageError(f"there is no rule {name!r}; {hint}")


def explain_rule(name: str) -> str:
    """The manual page of one rule."""
    return "\n".join(_page(find_rule(name), _width())) + "\n"


def _page(rule: Rule, width: int) -> Iterator[str]:
    yield f"{rule.id}: {rule.title}"
    yield ""
    for label, text in _facts(rule):
        yield f"  {label:<10}{text}"
    yield ""
    yield from textwrap.wrap(rule.explanation, width)
    yield ""
    yield from textwrap.wrap(rule.consequences, width)
    for label, example in (("Found:", rule.bad), ("Fixed:", rule.good)):
        if example.strip("-\n "):
            yield ""
            yield label
            yield textwrap.indent(example.rstrip("\n"), "    ")
    yield ""
    yield "What it says:"
    for wording in rule.causes.values():
        yield ""
        yield textwrap.fill(wording.message, width, initial_indent="  - ", subsequent_indent="    ")
        yield textwrap.fill(
            f"help: {wording.help}", width, initial_indent="    ", subsequent_indent="    "
        )


def _facts(rule: Rule) -> Iterator[tuple[str, str]]:
    yield "severity", severity_text(rule)
    if rule.codes:
        yield "code", ", ".join(dict.fromkeys(rule.codes.values()))
    if rule.fix:
        yield "fix", "herdr-lint --fix" if rule.fix == "safe" else "herdr-lint --fix --unsafe"
    if rule.opt_in:
        yield "opt-in", f"herdr-lint --select {rule.id}"
    yield "source", rule.source


def severity_text(rule: Rule) -> str:
    """The severity in words: ``error (package), warning else``."""
    text = severity_words(rule.severity)
    by_cause = {level for one in rule.causes.values() for level in (one.severity or {}).values()}
    more = sorted(by_cause - set(rule.severity.values()), reverse=True)
    return f"{text}, in some cases {' or '.join(more)}" if more else text


def severity_words(severity: Mapping[str, Severity]) -> str:
    """Severities by layer or profile in words."""
    other = severity["*"]
    named = [f"{level} ({context})" for context, level in severity.items() if context != "*"]
    return ", ".join([*named, f"{other} else"]) if named else other.value


def list_rules(*, as_json: bool = False) -> str:
    """All rules, by group."""
    book = RuleRegistry.shipped()
    if as_json:
        return json.dumps([*map(book.entry, book.ids)], indent=2, ensure_ascii=False) + "\n"
    widest = max(len(rule.id) for rule in book)
    lines: list[str] = []
    for group in dict.fromkeys(rule.group for rule in book):
        lines += ["", group]
        lines += [
            f"  {rule.id:<{widest}}  {worst(rule).value:<8} {rule.title}"
            for rule in book
            if rule.group == group
        ]
    return "\n".join(
        [*lines[1:], "", "`herdr-lint explain RULE` tells more about one of them.", ""]
    )


def worst(rule: Rule) -> Severity:
    """The gravest severity that a rule can have."""
    return max(rule.severity.values())


def schema_names() -> list[str]:
    found = files.root().rglob("*.schema.json")
    return sorted(
        path.relative_to(files.root()).as_posix().removesuffix(".schema.json") for path in found
    )


def list_schemas() -> str:
    """The names of all shipped schemas, with their titles."""
    names = schema_names()
    widest = max(map(len, names))
    return "".join(
        f"{name:<{widest}}  {files.load(f'{name}.schema.json').get('title', '')}\n"
        for name in names
    )


def schema_text(name: str) -> str:
    """The text of a shipped schema.

    Raises:
        UsageError: if there is no such schema.

    """
    wanted = name.removesuffix(".json").removesuffix(".schema")
    names = schema_names()
    if wanted not in names:
        near = closest(wanted, names)
        hint = f"did you mean {near}?" if near else "`herdr-lint schema` lists them"
        raise UsageError(f"there is no schema {name!r}; {hint}")
    return (files.root() / f"{wanted}.schema.json").read_text("utf-8")
