"""What a file looks like when a candidate has been taken, whatever the editor calls a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from herdr_lint.config.selection import groups
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.lsp import role_words
from herdr_lint.role.fields import FIELDS
from tests.lsp.editor import applied
from tests.lsp.subjects import ROLE, offered, opened
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


def test_keys_that_are_not_there_yet(tree: Path) -> None:
    subject = opened(tree, "roles/scout.md", ROLE)
    found = offered(subject, 5, 3)
    written = {"name", "thinking", "tools", "model"}
    assert [one.label for one in found] == [key for key in FIELDS if key not in written]
    for one in found:
        assert one.kind is types.CompletionItemKind.Property
        assert one.documentation == role_words.KEYS[one.label]
        assert one.text_edit == types.TextEdit(
            types.Range(types.Position(5, 0), types.Position(5, 5)), one.label
        )
    # The key that a line has may stay what it is.
    assert "tools" in [one.label for one in offered(subject, 3, 2)]
    assert "tools" not in [one.label for one in offered(subject, 2, 2)]


@pytest.mark.parametrize(
    ("line", "column", "labels", "kind"),
    [
        (1, 6, ["scout"], types.CompletionItemKind.Value),
        (2, 10, list(FIELDS["thinking"].words), types.CompletionItemKind.EnumMember),
        (3, 7, list(role_words.values("tools")), types.CompletionItemKind.Value),
        (3, 12, [one for one in role_words.values("tools") if one != "read"], None),
        (4, 4, [], None),
        (5, 7, [], None),
        (7, 6, [], None),
        (8, 3, [], None),
        (9, 0, [], None),
        (0, 0, [], None),
        (0, 3, [], None),
    ],
)
def test_values_of_a_key(
    tree: Path,
    line: int,
    column: int,
    labels: list[str],
    kind: types.CompletionItemKind | None,
) -> None:
    found = offered(opened(tree, "roles/scout.md", ROLE), line, column)
    assert [one.label for one in found] == labels
    assert {one.kind for one in found} <= {kind or types.CompletionItemKind.Value}


def test_a_file_that_does_not_begin_with_a_fence_has_no_keys(tree: Path) -> None:
    assert offered(opened(tree, "roles/scout.md", "name: scout\n\n---\n"), 1, 0) == []


@pytest.mark.parametrize("key", ["skills", "skill"])
def test_skills_are_those_of_the_pack(tree: Path, key: str) -> None:
    subject = opened(tree, "roles/scout.md", f"---\n{key}: map, \n---\n")
    found = offered(subject, 1, len(f"{key}: map, "), "map", "plan")
    assert [one.label for one in found] == ["plan"]


def test_a_word_is_one_value_whatever_is_in_it(tree: Path) -> None:
    subject = opened(tree, "roles/scout.md", "---\nthinking: high, \n---\n")
    found = offered(subject, 1, 16)
    assert [one.label for one in found] == [*FIELDS["thinking"].words]
    typed = types.Range(types.Position(1, 10), types.Position(1, 16))
    assert found[0].text_edit == types.TextEdit(typed, FIELDS["thinking"].words[0])


def test_rules_that_found_something_come_first(tree: Path) -> None:
    line = "# herdr-lint: ignore-next-line[a, "
    text = f"---\nname: scout\n{line}\ncolor: blue\ndescription: d\n---\n\nx\n"
    found = offered(opened(tree, "roles/scout.md", text), 2, len(line))
    book = RuleRegistry.shipped()
    labels = [rule for rule in book.ids if book[rule].group not in {"archive", "openwop"}]
    assert [one.label for one in found] == labels
    first = {one.label for one in found if (one.sort_text or "").startswith("0")}
    assert first == {"key-unknown", "ignore-unknown"}
    for one in found:
        assert one.detail == book[one.label].title
        assert one.kind is types.CompletionItemKind.Constant
        assert (one.sort_text or "")[1:] == one.label


def test_members_and_values_of_a_manifest(tree: Path) -> None:
    text = '{\n  "agents": [{"role": }],\n  \n}\n'
    subject = opened(tree, "crew/pack.json", text)
    found = {one.label: one for one in offered(subject, 2, 2)}
    assert "agents" in found
    assert (found["name"].detail, found["license"].detail) == ("required", None)
    assert found["name"].documentation == "The name under which the pack is published."
    assert found["name"].kind is types.CompletionItemKind.Property
    assert [one.label for one in offered(subject, 1, 22)] == ["skill", "assistant"]
    assert [one.kind for one in offered(subject, 1, 22)] == [
        types.CompletionItemKind.EnumMember
    ] * 2


def test_rules_and_groups_of_a_configuration(tree: Path) -> None:
    subject = opened(tree, "herdr-lint.toml", "ignore = []\n[severity]\n\n")
    ids = {*RuleRegistry.shipped().ids}
    found = offered(subject, 0, 10)
    assert [one.label for one in found] == sorted(ids | groups())
    assert {one.kind for one in found} == {types.CompletionItemKind.Constant}
    assert [one.label for one in offered(subject, 2, 0)] == sorted(ids)
