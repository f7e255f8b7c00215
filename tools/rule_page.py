"""The page of a rule on the site: what it finds, what comes of it, and every tested case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from herdr_lint.cli.explain import GROUPS, in_context, plain, severity_text, severity_words
from herdr_lint.judge.rule_registry import ELSE, Rule
from tools.markdown import fenced, page, table
from tools.rules import _language

__all__ = ["GROUPS", "rule_page", "rules_index"]

_SECTION = re.compile(r"(?<![\d.])(\d\.\d)(?![\d.])")
_FIRST_FOUND = "---\nsearch:\n  boost: 5\n---\n\n"
"""Who searches for a rule wants its page before all others that name it."""

_UNSEARCHED = " { data-search-exclude }"
"""What is searched for is said above the cases; they would be most of what a reader loads."""

_CASES = {"## Found": "Cases that it finds", "## Not found": "Cases that are fine"}
_FIXED = {
    None: "by hand",
    "safe": "`herdr-lint --fix`",
    "unsafe": "`herdr-lint --fix --unsafe`: a guess, look at it",
}


def rule_page(rule: Rule, scenarios: str, sections: Mapping[str, str]) -> str:
    """The page of one rule.

    ``scenarios`` is the page of its scenarios, ``sections`` the anchors of how the host reads a
    role file, by number.
    """
    return _FIRST_FOUND + page([*_lines(rule, sections), *_cases(scenarios)])


def _lines(rule: Rule, sections: Mapping[str, str]) -> Iterator[str]:
    yield from (f"# {rule.id}", "", f"**{rule.title}.**", "")
    yield from (f"- {label}: {text}" for label, text in _facts(rule, sections))
    yield from ("", rule.explanation, "", "## What happens", "")
    yield from (*_consequences(rule.consequence), "", "## Example", "")
    for label, example in (("Found", rule.bad), ("Fixed", rule.good)):
        if example.strip("-\n "):
            yield f'=== "{label}"'
            yield ""
            yield from (f"    {line}".rstrip() for line in fenced(example, _language(example)))
            yield ""
    yield from ("## What it says", "")
    for wording in rule.causes.values():
        severity = f" ({severity_words(wording.severity)})" if wording.severity else ""
        yield f"- {_plain(wording.message)}{severity}"
        for context, text in (wording.consequence or {}).items():
            yield f"    <br>{_plain(in_context(context, text))}"
        yield f"    <br>*help:* {_plain(wording.help)}"
    yield ""


def _consequences(consequence: Mapping[str, str]) -> Iterator[str]:
    """What follows everywhere, or by layer or profile."""
    if [*consequence] == [ELSE]:
        yield consequence[ELSE]
        return
    for context, text in sorted(consequence.items(), key=lambda item: item[0] == ELSE):
        yield f"- *{'elsewhere' if context == ELSE else context}*: {text}"


def _plain(template: str) -> str:
    """A template as text: what is filled in is ‹named›, and nothing in it is HTML."""
    text = plain(template)
    return text.replace("<", "&lt;") if "`" not in text else text


def _facts(rule: Rule, sections: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    yield "severity", severity_text(rule)
    if rule.codes:
        yield "code", ", ".join(f"`{code}`" for code in dict.fromkeys(rule.codes.values()))
    yield "fix", _FIXED[rule.fix]
    if rule.opt_in:
        yield "on request", f"`herdr-lint --select {rule.id}`"
    yield "source", _linked(rule.source, sections)


def _linked(source: str, sections: Mapping[str, str]) -> str:
    """A source with each section of the host's reading as a link."""
    if not source.startswith("role reading"):
        return source
    reading = "../../docs/role-reading.md"

    def link(found: re.Match[str]) -> str:
        anchor = sections.get(found[1])
        return f"[{found[1]}]({reading}#{anchor})" if anchor else found[1]

    return _SECTION.sub(link, source)


def _cases(scenarios: str) -> Iterator[str]:
    """The scenarios below headings that say what they are."""
    fence = ""
    lines = scenarios.split("\n")[1:]
    for line, below in zip(lines, [*lines[1:], ""], strict=False):
        found = re.match(r"(`{3,})", line)
        if found and (not fence or line == fence):
            fence = "" if fence else found[1]
        if not fence and line in _CASES:
            yield from (f"## {_CASES[line]}{_UNSEARCHED}", "")
            yield "Each is a test of herdr-lint, with all that is found in it."
        elif not fence and line.startswith("### "):
            yield f"{line}{_UNSEARCHED}"
        else:
            yield _opened(line, below) if found and fence else line


def _opened(line: str, below: str) -> str:
    """The start of a block of code, which names a language that its first line is one of.

    A role is no Markdown for the highlighter, which takes the end of its frontmatter for a heading.
    """
    if below == "---":
        return line.replace("markdown", "yaml")
    return line.replace("findings", "text")


def rules_index(book: Iterable[Rule]) -> str:
    """The page that lists them all."""
    return page(_index([*book]))


def _index(book: list[Rule]) -> Iterator[str]:
    yield from ("# Rules", "")
    yield (
        "An **error** means that the host excludes the role or refuses the launch, that a registry "
        "must reject the pack, or that a limit on what a role may do silently does not hold. A "
        "**warning** means that the host reads something else than what was meant, or that a "
        "setting has no effect. A **note** is worth knowing; it is printed only with "
        "`--show note` and never fails a run."
    )
    groups = {rule.group for rule in book}
    for group, title in GROUPS.items():
        if group not in groups:
            continue
        yield from ("", f"## {title}", "")
        rows = [
            (f"[`{rule.id}`]({rule.id}.md)", severity_text(rule), rule.title)
            for rule in book
            if rule.group == group
        ]
        yield from table(("rule", "severity", "what it finds"), rows)
