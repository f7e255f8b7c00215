"""JSON that shows all that is in it, and drives no terminal."""

import json

import pytest

from herdr_lint.report.json_text import ascii_json, json_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", '"a"'),
        ("\u00e9\u4e2d", '"\u00e9\u4e2d"'),
        ("\x7f", '"\\u007f"'),
        ("\u00e9\x7f", '"\u00e9\\u007f"'),
        ("\x1b[31m", '"\\u001b[31m"'),
        ("\u009b", '"\\u009b"'),
        ("a\u202eb", '"a\\u202eb"'),
        ("\u200b\ufeff", '"\\u200b\\ufeff"'),
        ("\u2028", '"\\u2028"'),
        ("\U0001f600", '"\U0001f600"'),
        ("\U000e0001", '"\\udb40\\udc01"'),
    ],
)
def test_what_does_not_show_is_escaped(value: str, text: str) -> None:
    assert json_text(value) == f"{text}\n"
    assert json.loads(json_text(value)) == value
    assert json_text({value: [value]}) == f"{{\n  {text}: [\n    {text}\n  ]\n}}\n"
    assert json_text({value: [1]}, indent=None) == f"{{{text}: [1]}}\n"


def test_json_of_ascii_alone() -> None:
    assert ascii_json({"\u00e9": [1]}) == '{\n  "\\u00e9": [\n    1\n  ]\n}\n'
