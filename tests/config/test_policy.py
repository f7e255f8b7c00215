from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from herdr_lint.config.policy import Policy
from herdr_lint.judge.judge import judge
from herdr_lint.model import Layer, UsageError
from herdr_lint.role.document import read_role


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "policy.json"


def complaints(path: Path) -> tuple[str, ...]:
    with pytest.raises(UsageError) as caught:
        Policy.load(path)
    return caught.value.problems


def test_judges_as_ours_do(path: Path) -> None:
    path.write_text(
        json.dumps(
            {
                "$id": "https://example.org/policy.json",
                "properties": {"frontmatter": {"properties": {"model": {"$ref": "#/$defs/model"}}}},
                "$defs": {
                    "model": {
                        "pattern": "^acme/\\p{Ll}+$",
                        "x-herdr": {
                            "rule": "house-model",
                            "message": "{value} is none of ours",
                            "help": "write `acme/…`",
                            "severity": "warning",
                        },
                    }
                },
            }
        )
    )
    policy = Policy.load(path)
    assert policy.rules == {"house-model"}
    data = b"---\ndescription: d\nmodel: other/x\n---\n\nGo.\n"
    document = read_role("x.md", data, stem="x", layer=Layer.PACKAGE)
    (finding,) = judge(document, policy.validator, "package")
    assert (finding.rule, finding.severity, finding.span.start.line) == (
        "house-model",
        "warning",
        3,
    )
    assert finding.message == "`other/x` is none of ours"


FORM = "`herdr-lint schema annotation` prints its form"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "policy.json:1:2: not JSON: Expecting property name enclosed in double quotes"),
        ("\udcff", "policy.json: not JSON that can be read: not UTF-8, or nested too deeply"),
        ("[" * 99_999, "policy.json: not JSON that can be read: not UTF-8, or nested too deeply"),
        ("[]", "policy.json: a policy has to be a JSON object"),
    ],
)
def test_what_is_no_json(path: Path, text: str, told: str) -> None:
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert complaints(path) == (told,)


def test_what_is_not_there(path: Path) -> None:
    assert complaints(path) == ("policy.json: cannot be read: No such file or directory",)


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        pytest.param(
            {"properties": {"stem": {"maxLength": -1}}},
            [
                "not a JSON Schema: -1 is less than the minimum of 0"
                " (at `/properties/stem/maxLength`)"
            ],
            id="no schema",
        ),
        pytest.param(
            {"x-herdr": 1, "items": {"x-herdr": {"rule": "House", "severity": "fatal"}}},
            [
                f"`x-herdr` is malformed; {FORM} (at `/x-herdr`)",
                f"`x-herdr` is malformed in `rule`; {FORM} (at `/items/x-herdr`)",
            ],
            id="annotations",
        ),
        pytest.param(
            {"x-herdr": {"cause": "a"}},
            [f"`x-herdr` is malformed; {FORM} (at `/x-herdr`)"],
            id="no rule",
        ),
        pytest.param(
            {"x-herdr-report": {"cause": "a"}, "items": {"x-herdr-report": 1}},
            [
                f"`x-herdr-report` is malformed; {FORM} (at `/x-herdr-report`)",
                f"`x-herdr-report` is malformed; {FORM} (at `/items/x-herdr-report`)",
            ],
            id="reports",
        ),
        pytest.param(
            {"pattern": "("},
            ["the pattern `(` cannot be read: Unbalanced parenthesis (at `/pattern`)"],
            id="pattern",
        ),
        pytest.param(
            {"allOf": [{"$ref": "#/$defs/none"}, {"$ref": "https://example.org/x.json"}]},
            [
                "the reference `#/$defs/none` leads to nothing in this file or beside it;"
                " correct it (at `/allOf/0/$ref`)",
                "the reference `https://example.org/x.json` leads to nothing in this file or"
                " beside it; correct it (at `/allOf/1/$ref`)",
            ],
            id="references",
        ),
        pytest.param(
            {"$ref": "http://[x"},
            [
                "the reference `http://[x` leads to nothing in this file or beside it; correct it"
                " (at `/$ref`)"
            ],
            id="no address at all",
        ),
    ],
)
def test_what_cannot_be_judged_by(path: Path, schema: Any, told: list[str]) -> None:
    path.write_text(json.dumps(schema))
    assert sorted(complaints(path)) == sorted(f"policy.json: {one}" for one in told)


def test_what_is_wrong_is_told_once_however_often_a_file_is_referred_to(path: Path) -> None:
    path.with_name("b.json").write_text('{"pattern": "("}')
    parts = [{"$ref": "b.json"}, {"$ref": "b.json"}, {"$ref": "policy.json#/$defs/a"}]
    path.write_text(json.dumps({"$defs": {"a": {"pattern": "["}}, "allOf": parts}))
    told = [one.partition(":")[0] for one in complaints(path)]
    assert sorted(told) == ["b.json", "policy.json"]


def test_a_file_that_only_a_dynamic_reference_leads_to(path: Path) -> None:
    path.with_name("b.json").write_text('{"maxLength": 3, "x-herdr": {"rule": "house-short"}}')
    path.write_text('{"properties": {"stem": {"$dynamicRef": "b.json"}}}')
    assert Policy.load(path).rules == {"house-short"}


def test_where_an_annotation_is_malformed(path: Path) -> None:
    path.write_text('{"x-herdr": {"rule": "a", "severity": {"package": "bad"}}}')
    (told,) = complaints(path)
    assert told == (
        "policy.json: `x-herdr` is malformed in `severity`; `herdr-lint schema annotation` prints"
        " its form (at `/x-herdr`)"
    )


def test_members_that_only_look_like_keywords(path: Path) -> None:
    names = ("pattern", "$ref", "x-herdr")
    schema = {"properties": {name: {"type": "string"} for name in names}}
    path.write_text(json.dumps(schema))
    assert Policy.load(path).rules == frozenset()


def test_a_file_beside_it(path: Path) -> None:
    (path.parent / "shared").mkdir()
    names = {
        "$id": "https://example.org/other.json",
        "$defs": {
            "short": {"maxLength": 3, "x-herdr": {"rule": "house-short"}},
            "name": {"$ref": "#/$defs/short"},
        },
    }
    (path.parent / "shared" / "my names.json").write_text(json.dumps(names))
    path.write_text(
        json.dumps({"properties": {"stem": {"$ref": "shared/my%20names.json#/$defs/name"}}})
    )
    policy = pickle.loads(pickle.dumps(Policy.load(path)))  # noqa: S301 - made here
    assert policy.rules == {"house-short"}
    document = read_role("long.md", b"---\n---\n", stem="long", layer=Layer.PACKAGE)
    assert [one.rule for one in judge(document, policy.validator, "package")] == ["house-short"]


def test_a_file_beside_a_policy_with_an_address(path: Path) -> None:
    (path.parent / "b.json").write_text('{"$ref": "a.json#/$defs/a"}')
    path.with_name("a.json").write_text('{"$defs": {"a": {"maxLength": 1}}}')
    path.write_text(
        '{"$id": "https://example.org/p.json", "properties": {"stem": {"$ref": "b.json"}}}'
    )
    document = read_role("long.md", b"---\n---\n", stem="long", layer=Layer.PACKAGE)
    assert [one.pointer for one in judge(document, Policy.load(path).validator, "package")] == [
        "/stem"
    ]


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        (
            {"$schema": "http://json-schema.org/draft-07/schema#"},
            "it is written for `http://json-schema.org/draft-07/schema#`; policies use draft"
            " 2020-12 (at `/$schema`)",
        ),
        (
            {"properties": {"a": {"$schema": "https://example.org/mine"}}},
            "it is written for `https://example.org/mine`; policies use draft 2020-12"
            " (at `/properties/a/$schema`)",
        ),
        (
            {"$ref": "#"},
            "the references lead round in a circle, so judging would never end; cut it (at `/`)",
        ),
        (
            {
                "properties": {"a": {"$ref": "#/$defs/b"}},
                "$defs": {
                    "b": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/c"}]},
                    "c": {"not": {"$ref": "#/$defs/b"}},
                },
            },
            "the references lead round in a circle, so judging would never end; cut it"
            " (at `/$defs/b`)",
        ),
        (
            {"$dynamicRef": "#x", "$dynamicAnchor": "x"},
            "the references lead round in a circle, so judging would never end; cut it (at `/`)",
        ),
        (
            {"$id": "http://[x"},
            "`http://[x` is not a URI (at `/$id`)",
        ),
        (
            {"dependencies": {"a": {"x-herdr": {"rule": "house"}}}},
            "`x-herdr` does nothing here; move it into the schema of a value"
            " (at `/dependencies/a/x-herdr`)",
        ),
        (
            {"pattern": "|".join("a" * 100_000)},
            "the pattern is too long, or has too many groups and choices; split it up"
            " (at `/pattern`)",
        ),
        (
            {"patternProperties": {"(": True}},
            "the pattern `(` cannot be read: Unbalanced parenthesis (at `/patternProperties/(`)",
        ),
        (
            {"pattern": "(?<a>x)\\k<a>"},
            "the pattern `(?<a>x)\\k<a>` may take too long to match; write a simpler one"
            " (at `/pattern`)",
        ),
    ],
)
def test_what_would_do_nothing_or_never_end(path: Path, schema: Any, told: str) -> None:
    path.write_text(json.dumps(schema))
    assert complaints(path) == (f"policy.json: {told}",)


def test_what_only_looks_so(path: Path) -> None:
    schema = {
        "properties": {
            "x-herdr": True,
            "next": {"$ref": "#"},
            "again": {"$ref": "#/$defs/a"},
            "inner": {"properties": {"x-herdr": {"properties": {"x-herdr": False}}}},
        },
        "const": {"x-herdr": 1},
        "default": {"x-herdr": 1},
        "enum": [{"x-herdr": 1}],
        "examples": [{"x-herdr": 1}],
        "$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}, {"$ref": "#/$defs/b"}]}, "b": {}},
        "$schema": "https://json-schema.org/draft/2020-12/schema#",
    }
    path.write_text(json.dumps(schema))
    assert Policy.load(path).rules == frozenset()


def test_too_deep(path: Path) -> None:
    schema: dict[str, Any] = {"type": "object"}
    for _ in range(99):
        schema = {"not": schema}
    path.write_text(json.dumps(schema))
    assert Policy.load(path).rules == frozenset()
    path.write_text(json.dumps({"not": schema}))
    assert complaints(path) == ("policy.json: a policy has at most 100 levels of nesting",)


def test_too_many_files(path: Path) -> None:
    for number in range(102):
        path.with_name(f"{number}.json").write_text(f'{{"$ref": "{number + 1}.json"}}')
    path.write_text('{"$ref": "0.json"}')
    assert complaints(path)[-1] == "99.json: refers to more than 100 files"
    path.write_text('{"$ref": "1.json"}')
    assert complaints(path)[-1] == "100.json: refers to more than 100 files"
    path.write_text('{"$ref": "3.json"}')
    path.with_name("102.json").write_text("{}")
    assert len(Policy.load(path).beside) == 100


def test_patterns_take_no_longer_than_their_text(path: Path) -> None:
    path.write_text(json.dumps({"properties": {"stem": {"pattern": "^(a+)+$"}}}))
    policy = Policy.load(path)
    for stem, found in (("a" * 5_000, 0), ("a" * 5_000 + "!", 1), ("\ud800", 1)):
        data = read_role("x.md", b"---\n---\n", stem=stem, layer=Layer.PACKAGE)
        assert len([*judge(data, policy.validator, "package")]) == found


def test_a_reference_that_no_system_can_follow(path: Path) -> None:
    path.write_text(json.dumps({"$ref": "x" * 300 + ".json"}))
    (told,) = complaints(path)
    assert "x" * 20 in told


def test_patterns_of_names_may_be_sound(path: Path) -> None:
    path.write_text(json.dumps({"patternProperties": {"^a$": True, "^b$": {"type": "string"}}}))
    assert Policy.load(path).annotations == ()
