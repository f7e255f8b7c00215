"""What a file looks like when a candidate has been taken, whatever the editor calls a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from tests.lsp.editor import applied
from tests.lsp.subjects import offered, opened
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
        ("roles/scout.md", _ROLE, "deny-t| x", "deny-tools", "deny-tools:  x"),
        ("notes.md", _ROLE, "deny-t|", "deny-tools", "deny-tools: "),
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
        (
            "pack.json",
            _PACK,
            '"agents": [{"memoryShape": {"scratchpad": |}}]',
            "true",
            '"agents": [{"memoryShape": {"scratchpad": true}}]',
        ),
        ("pack.yml", _YAML, "lic|", "license", "license"),
        ("pack.yaml", _YAML, "lic|", "license", "license"),
        ("pack.yaml", _YAML, "agents:\n  - role: sk|", "skill", "agents:\n  - role: skill"),
        ("pack.yaml", _YAML, "agents:\n  - role: 'sk|'", "skill", "agents:\n  - role: 'skill'"),
        ("herdr-lint.toml", "{}\n", "fail-|", "fail-on", "fail-on"),
        ("herdr-lint.toml", "{}\n", "select = [|]", "openwop", 'select = ["openwop"]'),
        (
            "herdr-lint.toml",
            "[[overrides]]\n{}\n",
            'ignore = ["x", "key-|"]',
            "key-unknown",
            'ignore = ["x", "key-unknown"]',
        ),
        (
            "herdr-lint.toml",
            "[overrides.severity]\n{}\n",
            "key-|",
            "key-unknown",
            "key-unknown",
        ),
        ("pyproject.toml", "[tool.herdr-lint]\n{}\n", "fail-|", "fail-on", "fail-on"),
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
def test_a_candidate_takes_the_place_of_what_was_typed(
    tree: Path, name: str, text: str, before: str, label: str, after: str
) -> None:
    whole = text.format(before)
    typed = whole.replace("|", "")
    head = whole[: whole.index("|")].split("\n")
    plant(tree, {"roles/lead.md": "---\nname: lead\n---\n"})
    subject = opened(tree, name, typed)
    candidates = offered(subject, len(head) - 1, len(head[-1]))
    (item,) = [item for item in candidates if item.label == label]
    assert isinstance(item.text_edit, types.TextEdit)
    edit = types.WorkspaceEdit({subject.path.as_uri(): [item.text_edit]})
    assert applied(typed, edit, subject.path) == text.format(after)
    # An editor leaves out a candidate that does not go with what it would replace.
    start = item.text_edit.range.start.character
    assert label.startswith(head[-1][start:])
    assert item.filter_text == label


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("roles/scout.md", _ROLE.format(" na|")),
        ("roles/scout.md", _ROLE.format("# na|")),
        ("roles/scout.md", _ROLE.format("colour: |")),
        ("roles/scout.md", _ROLE.format("# herdr-lint: ignore[a] |")),
        ("roles/scout.md", _ROLE.format("x: y") + "to|"),
        ("roles/scout.md", "--- \nname: a\n|\n---\n"),
        ("roles/scout.md", "---\n---\n|"),
        ("package.json", "{|}"),
        ("pack.tgz", "|"),
        ("pack.json", _PACK.format('"agents": [{"role": ""|}]')),
        ("pack.json", _PACK.format('"severity": {|}')),
        ("pack.json", _PACK.format('"runtime": |')),
        ("pack.json", _PACK.format('"name": "a" |')),
        ("pack.json", _PACK.format('"odd": |')),
        ("pack.json", _PACK.format('"\n  lic|')),
        ("pyproject.toml", "[tool]\nfail-|\n"),
        ("pyproject.toml", "fail-|\n[tool.herdr-lint]\n"),
        ("herdr-lint.toml", "select = |\n"),
        ("herdr-lint.toml", 'policy = ["|"]\n'),
        ("notes.txt", "|"),
    ],
)
def test_where_nothing_is_offered(tree: Path, name: str, text: str) -> None:
    head = text[: text.index("|")].split("\n")
    subject = opened(tree, name, text.replace("|", ""))
    assert [one.label for one in offered(subject, len(head) - 1, len(head[-1]))] == []


@pytest.mark.parametrize("before", ['{"name"', '{"agents": [{"role": "skill"'])
def test_nothing_is_offered_after_what_is_complete(tree: Path, before: str) -> None:
    assert offered(opened(tree, "pack.json", before), 0, len(before)) == []
