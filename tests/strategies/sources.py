"""JSON values and texts, and bytes that are nearly such."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

SAFE = 2**53 - 1

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-SAFE, SAFE)
    | st.floats(allow_nan=False, allow_infinity=False)
    | words
)
json_values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=20,
)


@st.composite
def json_texts(draw: st.DrawFn) -> tuple[Any, bytes]:
    """A value and a file that holds it: any layout, line end and escaping, perhaps a BOM."""
    value = draw(json_values)
    text = json.dumps(
        value,
        indent=draw(st.sampled_from([None, 0, 3, "\t"])),
        ensure_ascii=draw(st.booleans()),
        separators=draw(st.sampled_from([(",", ":"), (" , ", " :  "), (",", ": ")])),
    )
    text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n", "\r"])))
    around = draw(st.sampled_from(["", "\n", " \r\n\t"]))
    start = draw(st.sampled_from(["", "\ufeff"]))
    return value, (start + around + text + around).encode()


JSON_PIECES = (
    *"{}[]\",:\\/'#$-+.0159eE \t\n\r\x00\x7f\u00a0\u2028\ufeff\U0001f600",
    *("true", "null", "NaN", "-Infinity", "True", "a", "//", "/*", "*/"),
    *("\\u", "\\ud83d", "\\ude00", '"a"', '"a":', '{"', '"}', "[[", "]]"),
    *("1e999", "9007199254740993"),
)
nearly_json = st.lists(st.sampled_from(JSON_PIECES), max_size=14).map("".join)

YAML_PIECES = (
    *"{}[]\",:\\'#-?|>&*!%@~<.019 \t\n",
    *("a: ", "- ", "? ", "\n  ", "b", "<<: ", "&x ", "*x", "!!str "),
    *("---\n", "...\n", "%YAML 1.1\n", "|\n", ">-\n ", ".inf", "0x1F", '"\\ud83d"'),
)
nearly_yaml = st.lists(st.sampled_from(YAML_PIECES), max_size=16).map("".join)

junk = st.binary(max_size=64) | nearly_json.map(str.encode) | nearly_yaml.map(str.encode)


def lookup(data: Any, steps: list[str]) -> Any:
    """The value to which the segments of a JSON Pointer lead."""
    for step in steps:
        data = data[int(step)] if isinstance(data, list) else data[step]
    return data
