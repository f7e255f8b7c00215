from __future__ import annotations

import json
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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "policy.json:1:2: not JSON: Expecting property name enclosed in double quotes"),
        ("\udcff", "policy.json: not JSON that can be read"),
        ("[" * 99_999, "policy.json: not JSON that can be read"),
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
            ["no JSON Schema: -1 is less than the minimum of 0 (at `/properties/stem/maxLength`)"],
            id="no schema",
        ),
        pytest.param(
            {"x-herdr": 1, "items": {"x-herdr": {"rule": "House", "severity": "fatal"}}},
            [
                "`x-herdr` is malformed (at `/x-herdr`)",
                "`x-herdr` is malformed in `rule` (at `/items/x-herdr`)",
            ],
            id="annotations",
        ),
        pytest.param(
            {"x-herdr": {"cause": "a"}}, ["`x-herdr` is malformed (at `/x-herdr`)"], id="no rule"
        ),
        pytest.param(
            {"pattern": "("},
            ["the pattern `(` cannot be read: Unbalanced parenthesis (at `/pattern`)"],
            id="pattern",
        ),
        pytest.param(
            {"allOf": [{"$ref": "#/$defs/none"}, {"$ref": "https://example.org/x.json"}]},
            [
                "the reference `#/$defs/none` leads to nothing in this file (at `/allOf/0/$ref`)",
                "the reference `https://example.org/x.json` leads to nothing in this file"
                " (at `/allOf/1/$ref`)",
            ],
            id="references",
        ),
        pytest.param(
            {"$ref": "http://[x"},
            ["the reference `http://[x` leads to nothing in this file (at `/$ref`)"],
            id="no address at all",
        ),
    ],
)
def test_what_cannot_be_judged_by(path: Path, schema: Any, told: list[str]) -> None:
    path.write_text(json.dumps(schema))
    assert sorted(complaints(path)) == sorted(f"policy.json: {one}" for one in told)


def test_members_that_only_look_like_keywords(path: Path) -> None:
    schema = {"properties": {"pattern": {"type": "string"}, "$ref": {"type": "string"}}}
    path.write_text(json.dumps(schema))
    assert Policy.load(path).rules == frozenset()
