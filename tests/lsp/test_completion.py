"""What a file looks like when a candidate has been taken, whatever the editor calls a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from tests.lsp.editor import applied, editor, run
from tests.project.trees import plant

_ROLE = "---\nname: scout\n{}\n---\n"
_PACK = '{{\n  "name": "vendor.acme.crew",\n  {}\n}}\n'
_NOTE = "# herdr-lint: ignore["
_YAML = "name: vendor.acme.crew\n{}\n"


@pytest.mark.parametrize(
    ("name", "text", "before", "label", "after"),
    [
        ("roles/scout.md", _ROLE, "|", "tools", "tools: "),
        ("roles/scout.md", _ROLE, "deny-t|", "deny-tools", "deny-tools: "),
        ("roles/scout.md", _ROLE, "deny-t|ool: read", "deny-tools", "deny-tools: read"),
        ("roles/scout.md", _ROLE, "tools: |", "read", "tools: read"),
        ("roles/scout.md", _ROLE, "tools: read,ba|", "bash", "tools: read,bash"),
        ("roles/scout.md", _ROLE, "tools: read, |, ls", "bash", "tools: read, bash, ls"),
        (
            "roles/scout.md",
            _ROLE,
            "deny-tools: subagent_s|",
            "subagent_stop",
            "deny-tools: subagent_stop",
        ),
        (
            "roles/scout.md",
            _ROLE,
            "session-mode: lineage-|",
            "lineage-only",
            "session-mode: lineage-only",
        ),
        ("roles/scout.md", _ROLE, f"{_NOTE}key-unk|]", "key-unknown", f"{_NOTE}key-unknown]"),
        ("roles/scout.md", _ROLE, f"{_NOTE}a, key-unk|", "key-unknown", f"{_NOTE}a, key-unknown"),
        ("pack.json", _PACK, '"|"', "license", '"license"'),
        ("pack.json", _PACK, '"lic|"', "license", '"license"'),
        ("pack.json", _PACK, "lic|", "license", '"license"'),
        ("pack.json", _PACK, '"agents": [{"role": |}]', "skill", '"agents": [{"role": "skill"}]'),
        (
            "pack.json",
            _PACK,
            '"agents": [{"role": "sk|"}]',
            "skill",
            '"agents": [{"role": "skill"}]',
        ),
        ("pack.yaml", _YAML, "lic|", "license", "license"),
        ("pack.yaml", _YAML, "agents:\n  - role: sk|", "skill", "agents:\n  - role: skill"),
        ("pack.yaml", _YAML, "agents:\n  - role: 'sk|'", "skill", "agents:\n  - role: 'skill'"),
        ("herdr-lint.toml", "{}\n", "fail-|", "fail-on", "fail-on"),
        ("herdr-lint.toml", "{}\n", "fail-on = |", "error", 'fail-on = "error"'),
        ("herdr-lint.toml", "{}\n", 'fail-on = "e|"', "error", 'fail-on = "error"'),
        (
            "herdr-lint.toml",
            "{}\n",
            'ignore = ["key-|"]',
            "key-unknown",
            'ignore = ["key-unknown"]',
        ),
        ("herdr-lint.toml", "[severity]\n{}\n", "key-|", "key-unknown", "key-unknown"),
    ],
)
@pytest.mark.slow
def test_a_candidate_takes_the_place_of_what_was_typed(
    tree: Path, name: str, text: str, before: str, label: str, after: str
) -> None:
    whole = text.format(before)
    typed = whole.replace("|", "")
    head = whole[: whole.index("|")].split("\n")
    plant(tree, {name: typed, "roles/lead.md": "---\nname: lead\n---\n"})
    path = tree / name

    async def session() -> None:
        async with editor(tree) as one:
            one.open(path)
            (item,) = [
                item
                for item in await one.completion(path, len(head) - 1, len(head[-1]))
                if item.label == label
            ]
            assert isinstance(item.text_edit, types.TextEdit)
            edit = types.WorkspaceEdit({path.as_uri(): [item.text_edit]})
            assert applied(typed, edit, path) == text.format(after)
            # An editor leaves out a candidate that does not go with what it would replace.
            start = item.text_edit.range.start.character
            assert label.startswith(head[-1][start:])

    run(session)


@pytest.mark.parametrize("before", ['{"name"', '{"agents": [{"role": "skill"'])
def test_nothing_is_offered_after_what_is_complete(tree: Path, before: str) -> None:
    plant(tree, {"pack.json": before})
    path = tree / "pack.json"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(path)
            assert await one.labels(path, 0, len(before)) == []

    run(session)
