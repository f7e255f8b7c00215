"""What explains: rules and schemas as text, straight from the files that define them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from herdr_lint.config.loading import Configs
from herdr_lint.config.selection import POLICY
from herdr_lint.judge import shipped as files
from herdr_lint.judge.judge import closest, rule_of
from herdr_lint.judge.judged_at import judged_at
from herdr_lint.judge.rule_registry import ELSE, Rule, RuleRegistry
from herdr_lint.model import Severity, UsageError
from herdr_lint.report.json_text import ascii_json
from herdr_lint.report.terminal import terminal_width

WIDEST = 80

GROUPS: Mapping[str, str] = {
    "role": "Role files",
    "catalog": "Roles among each other",
    "role-pack": "Role packs",
    "openwop": "OpenWOP packs and agents",
    "archive": "Archives",
    "run": "The run itself",
    "policy": "Your policies",
}
"""The groups of rules in the order in which they are listed, with their titles."""

_NOT_SAID = frozenset({"hint", "about", "more"})
"""Facts that add a sentence where there is something to add."""


def _width() -> int:
    return min(terminal_width(), WIDEST)


def plain(template: str) -> str:
    """A template for reading: what is filled in is ‹named›."""
    shown = re.sub(r"\{(\w+)\}", lambda found: _named(found[1]), template)
    return re.sub(r"`(‹[\w ]+›)`", r"\1", shown)


def _named(fact: str) -> str:
    return "" if fact in _NOT_SAID else f"‹{fact.replace('_', ' ')}›"


def _policies() -> Iterator[tuple[Rule, str]]:
    """The rules of the policies in force here, each with the place where it is judged."""
    for policy in Configs.load(None).run.policy:
        for pointer, annotation in policy.annotations:
            rule = rule_of(annotation)
            if rule.group == POLICY:
                yield rule, f"{policy.path.name}#{pointer}"


def find_rule(name: str) -> tuple[Rule, tuple[str, ...]]:
    """A rule by its id, and where it is judged.

    Raises:
        UsageError: if there is no such rule; the message names the closest one.

    """
    book = RuleRegistry.shipped()
    if name in book:
        return book[name], judged_at()[name]
    own = [(rule, place) for rule, place in _policies() if rule.id == name]
    if own:
        return own[0][0], tuple(place for _, place in own)
    near = closest(name, book.ids)
    hint = f"did you mean `{near}`?" if near else "`herdr-lint rules` lists them all"
    raise UsageError(f"there is no rule {name!r}; {hint}")


def explain_rule(name: str, *, as_json: bool = False) -> str:
    """The page of one rule.

    Raises:
        UsageError: if there is no such rule.

    """
    rule, places = find_rule(name)
    if as_json:
        return ascii_json(_as_data(rule, places))
    return "\n".join(_page(rule, places, _width())) + "\n"


def _as_data(rule: Rule, places: Sequence[str]) -> dict[str, Any]:
    """What the file of a rule says, and where it is judged; of a policy's rule, what there is."""
    if rule.group != POLICY:
        return {**RuleRegistry.shipped().entry(rule.id), "judged": list(places)}
    causes = {
        name: {"message": wording.message, "help": wording.help}
        for name, wording in rule.causes.items()
    }
    own = {"id": rule.id, "group": rule.group, "severity": rule.severity[ELSE], "causes": causes}
    return {**own, "source": rule.source, "judged": list(places)}


def _page(rule: Rule, places: Sequence[str], width: int) -> Iterator[str]:
    yield from textwrap.wrap(f"{rule.id}: {rule.title}", width)
    yield ""
    for label, text in _facts(rule):
        yield _hanging(f"  {label:<10}", text, width)
    for label, place in zip(("judged", *[""] * len(places)), places, strict=False):
        yield f"  {label:<10}{place}"
    if rule.explanation:
        yield ""
        yield from textwrap.wrap(rule.explanation, width)
    for context, text in rule.consequence.items():
        if text:
            yield ""
            yield from textwrap.wrap(in_context(context, text), width)
    for label, example in (("Found:", rule.bad), ("Fixed:", rule.good)):
        if example.strip("-\n "):
            yield ""
            yield label
            yield from (_cut(f"    {line}", width) for line in example.rstrip("\n").split("\n"))
    yield ""
    yield "What it says:"
    yield from _sayings(rule, width)


def _sayings(rule: Rule, width: int) -> Iterator[str]:
    """Each message with its own consequence and help; a help that several share is said once."""
    told: set[str] = set()
    for wording in rule.causes.values():
        yield ""
        yield _hanging("  - ", plain(wording.message), width)
        for context, text in (wording.consequence or {}).items():
            yield _hanging("    ", in_context(context, text), width)
        if wording.help not in told:
            told.add(wording.help)
            yield _hanging("    help: ", plain(wording.help), width)


def in_context(context: str, template: str) -> str:
    """A consequence for reading, with the layer or profile in which it follows."""
    return plain(template) if context == ELSE else f"({context}) {plain(template)}"


def _hanging(lead: str, text: str, width: int) -> str:
    indent = " " * min(len(lead), 12)
    return textwrap.fill(text, width, initial_indent=lead, subsequent_indent=indent)


def _cut(line: str, width: int) -> str:
    return line.rstrip() if len(line) <= width else f"{line[: width - 1]}…"


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
    """The severity in words: ``error (package), warning elsewhere``."""
    text = severity_words(rule.severity)
    by_cause = {level for one in rule.causes.values() for level in (one.severity or {}).values()}
    more = sorted(by_cause - set(rule.severity.values()), reverse=True)
    return f"{text}, in some cases {' or '.join(more)}" if more else text


def severity_words(severity: Mapping[str, Severity]) -> str:
    """Severities by layer or profile in words."""
    other = severity[ELSE]
    named = [f"{level} ({context})" for context, level in severity.items() if context != ELSE]
    return ", ".join([*named, f"{other} elsewhere"]) if named else other.value


def list_rules(*, as_json: bool = False) -> str:
    """All rules, by group; those of the policies in force here as well."""
    book = RuleRegistry.shipped()
    own = {rule.id: rule for rule, _ in _policies()}
    if as_json:
        places = judged_at()
        data = [_as_data(rule, places[rule.id]) for rule in book]
        data += [_as_data(*find_rule(name)) for name in own]
        return ascii_json(data)
    lines: list[str] = []
    for group, title in GROUPS.items():
        members = [rule for rule in (*book, *own.values()) if rule.group == group]
        if members:
            lines += ["", f"{title} ({group})", *_rows(members, _width())]
    return "\n".join(
        [*lines[1:], "", "`herdr-lint explain RULE` tells more about one of them.", ""]
    )


def _rows(rules: Sequence[Rule], width: int) -> Iterator[str]:
    widest = max(len(rule.id) for rule in rules)
    for rule in rules:
        lead = f"  {rule.id:<{widest}}  {worst(rule).value:<7}  "
        title = rule.title if rule.group != POLICY else next(iter(rule.causes.values())).message
        yield textwrap.fill(title, width, initial_indent=lead, subsequent_indent=" " * len(lead))


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
        hint = f"did you mean `{near}`?" if near else "`herdr-lint schema` lists them"
        raise UsageError(f"there is no schema {name!r}; {hint}")
    return (files.root() / f"{wanted}.schema.json").read_text("utf-8")
