"""One report over a small tree that has everything a renderer may meet."""

from __future__ import annotations

from herdr_lint.judge.rule_registry import Rule, RuleRegistry, Wording
from herdr_lint.model import (
    FILE_START,
    Edit,
    Finding,
    Position,
    Related,
    Report,
    Severity,
    Span,
    Unchecked,
)
from herdr_lint.syntax.text import SourceText

ODD = 'roles/it\'s 100% "done", #1/café 日本.md'
MEMBER = "dist/acme-scouts-1.0.0.tgz!pack.json"

FILES = {
    "roles/scout.md": (
        "---\n"
        "name: scuot\n"
        "description: Maps the code\n"
        "tools:\n"
        "  - read\n"
        "  - Bash\n"
        "spawning: flase # no\n"
        "---\n"
        "\n"
        "Map the code.\n"
    ),
    "roles/mapper.md": "---\nname: scuot\ndescription: Maps\n---\nMap.\n",
    "roles/empty.md": "",
    ODD: (
        "---\n"
        "name: café\n"
        "description: 地図を作る\tevil\u202etxt 👩\u200d💻 then some\n"
        "tools: read, bash, edit, write, grep, find, ls, web_search, web_fetch, todo_write, "
        "Todo_Read, subagent, subagent_interrupt, subagents_list\n"
        "to\u200bols: read\n"
        "tools: bash\n"
        "---\n"
    ),
    "packs/acme/pack.json": (
        "{\n"
        '  "name": "acme.scouts",\n'
        '  "agents": [\n'
        '    {"agentId": "acme.scouts.one", "role": "skill"},\n'
        '    {"agentId": "acme.scouts.one", "role": "skill",\n'
        '     "memoryShape": {\n'
        '       "working": true,\n'
        '       "episodic": true\n'
        "     }}\n"
        "  ]\n"
        "}\n"
    ),
    MEMBER: '{"name": "acme.scouts", "agents": []}\n',
}


def sources(path: str) -> SourceText | None:
    text = FILES.get(path)
    return None if text is None else SourceText.decode(text.encode())


def _rule(rule_id: str, group: str, severity: Severity, consequence: str) -> Rule:
    return Rule(
        id=rule_id,
        group=group,
        title=f"What {rule_id} finds",
        severity={"*": severity},
        explanation=f"Looks for `{rule_id}`, with ``` in it | and <b>more</b>.",
        consequence={"*": consequence},
        bad="---\ntools: ```\n---\n",
        good="---\ntools: read\n---\n",
        source="role reading 1.4",
        causes={"default": Wording("message", "help")},
    )


RULES = RuleRegistry(
    (
        _rule(
            "role-name-mismatch",
            "role",
            Severity.ERROR,
            "The host leaves the role out of its catalog: nobody can launch it under either "
            "name, and a team that asks for it starts without it.",
        ),
        _rule(
            "invalid-capability-declaration",
            "role",
            Severity.ERROR,
            "The host refuses to launch the role, since it cannot tell what the role may do.",
        ),
        _rule(
            "capability-key-misspelled",
            "role",
            Severity.ERROR,
            "The host ignores the key, so the role runs with every tool there is.",
        ),
        _rule("tool-name-suspect", "role", Severity.WARNING, "No tool of that name exists."),
        _rule("duplicate-key", "role", Severity.WARNING, "The host keeps the first."),
        _rule("lookalike-characters", "role", Severity.NOTE, "Nobody but people is misled."),
        _rule("duplicate-agent-id", "openwop", Severity.ERROR, "The registry rejects it."),
        _rule(
            "skill-memory-not-scratchpad",
            "openwop",
            Severity.ERROR,
            "The registry rejects the pack: a skill keeps nothing between two calls.",
        ),
        _rule("internal-error", "run", Severity.ERROR, "The other rules still ran."),
    )
)

_LIST_EDIT = (Edit(Span(Position(4, 7), Position(6, 9)), " read, bash"),)

_FINDINGS = (
    Finding(
        "role-name-mismatch",
        Severity.ERROR,
        "`name` is `scuot`, but the file is called `scout.md`",
        "write `name: scout`, or rename the file to `scuot.md`",
        "roles/scout.md",
        Span.at(2, 7, 12),
        cause="default",
        pointer="/frontmatter/name",
        host_code="role-name-mismatch",
        host_reports=True,
        source="role reading 1.4",
        related=(Related("roles/mapper.md", Span.at(2, 7, 12), "another role has that name"),),
        edits=(Edit(Span.at(2, 7, 12), "scout", safe=False),),
    ),
    Finding(
        "invalid-capability-declaration",
        Severity.ERROR,
        "`tools` is written as a YAML list, and the host reads the one line of the key only: "
        "it sees no tool at all",
        "write the tools in one line, with commas: `tools: read, bash`",
        "roles/scout.md",
        Span(Position(4, 1), Position(6, 9)),
        cause="list",
        pointer="/frontmatter/tools",
        host_code="invalid-capability-declaration",
        edits=_LIST_EDIT,
    ),
    Finding(
        "tool-name-suspect",
        Severity.WARNING,
        "`Bash` is not a tool of the host; `bash` is",
        "write `bash`",
        "roles/scout.md",
        Span.at(6, 5, 9),
        edits=_LIST_EDIT,
    ),
    Finding(
        "invalid-capability-declaration",
        Severity.ERROR,
        "`spawning` has a comment behind its value",
        "put the comment on a line of its own",
        "roles/scout.md",
        Span.at(7, 17, 21),
        host_code="invalid-capability-declaration",
        edits=(Edit(Span.at(7, 16, 21), ""), Edit(Span.at(8, 1), "# no\n")),
    ),
    Finding(
        "invalid-capability-declaration",
        Severity.ERROR,
        "`spawning` is `flase`, neither `true` nor `false`",
        "write `spawning: false`",
        "roles/scout.md",
        Span.at(7, 11, 16),
        host_code="invalid-capability-declaration",
    ),
    Finding(
        "missing-role-body",
        Severity.WARNING,
        "the file is empty",
        "",
        "roles/empty.md",
        FILE_START,
    ),
    Finding(
        "unreadable-role-definition",
        Severity.ERROR,
        "the file cannot be read: permission denied",
        "give the host leave to read it",
        "roles/gone.md",
        FILE_START,
        related=(Related("roles/gone.md", Span.at(3, 1), "it was here"),),
    ),
    Finding(
        "lookalike-characters",
        Severity.NOTE,
        "U+202E turns the text after it around: `evil\u202etxt`",
        "take the character out",
        ODD,
        Span.at(3, 24, 25),
    ),
    Finding(
        "tool-name-suspect",
        Severity.WARNING,
        "`Todo_Read` is written with capitals",
        "write `todo_read`",
        ODD,
        Span.at(4, 84, 93),
        edits=(Edit(Span.at(4, 84, 93), "todo_read"),),
    ),
    Finding(
        "capability-key-misspelled",
        Severity.ERROR,
        "`to\u200bols` is not `tools`: there is a zero-width space in it",
        "delete the character at column 3",
        ODD,
        Span.at(5, 1, 7),
        edits=(Edit(Span.at(5, 3, 4), ""),),
    ),
    Finding(
        "duplicate-key",
        Severity.WARNING,
        "`tools` is written a second time",
        "remove one of the two",
        ODD,
        Span.at(6, 1, 6),
        related=(Related(ODD, Span.at(4, 1, 6), "the first one, which the host keeps"),),
    ),
    Finding(
        "duplicate-agent-id",
        Severity.ERROR,
        "two agents of the pack are called `acme.scouts.one`",
        "give the second one an id of its own",
        "packs/acme/pack.json",
        Span.at(5, 17, 34),
        pointer="/agents/1/agentId",
        host_code="pack_manifest_invalid",
        related=(Related("packs/acme/pack.json", Span.at(4, 17, 34), "the other one"),),
    ),
    Finding(
        "skill-memory-not-scratchpad",
        Severity.ERROR,
        "a skill has `episodic` memory, and may have none but `working`",
        "remove `episodic`, or leave the whole of `memoryShape` out",
        "packs/acme/pack.json",
        Span(Position(6, 21), Position(9, 7)),
        pointer="/agents/1/memoryShape",
        host_code="pack_manifest_invalid",
    ),
    Finding(
        "agents-must-sign",
        Severity.WARNING,
        "the policy wants `signature` | <b>here</b> & [there](1)",
        "see *the policy*",
        MEMBER,
        Span.at(1, 36),
        source="policy",
        edits=(Edit(Span.at(1, 37), ', "signature": ""', safe=False),),
    ),
    Finding(
        "internal-error",
        Severity.ERROR,
        "the rule `duplicate-layer-role` failed: KeyError\n'x'",
        "please report this",
        "roles/mapper.md",
    ),
)

FINDINGS = tuple(
    finding._replace(consequence=RULES[finding.rule].consequence_in("*"))
    if finding.rule in RULES
    else finding
    for finding in _FINDINGS
)

REPORT = Report.of(
    FINDINGS,
    (
        Unchecked("packs/acme/pack.json", "no catalog was given, so tool ids were not resolved"),
        Unchecked("packs/other/channel.yaml", "there is no schema for a pack of kind `channel`"),
    ),
    [path for path in FILES if path != MEMBER]
    + ["dist/acme-scouts-1.0.0.tgz", "roles/fine, & <good>.md"],
)
