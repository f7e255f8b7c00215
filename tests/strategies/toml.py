"""TOML documents, written in many of the ways in which the same can be written."""

from __future__ import annotations

import json

from hypothesis import strategies as st

_BARE = st.sampled_from(["a", "b", "select", "known-tools", "0", "_"])
_ODD = st.sampled_from(["", "a b", "a.b", "é", '"', "'", "\\", "#", "=", "]", "a\tb"])
_TEXT = st.sampled_from(["", "x", "# no", "]", "}", ",", "a = 1", '"', "'", "\\", "é☃", "a\tb"])
_GAPS = st.sampled_from(["", " ", "\t "])
_BREAKS = st.sampled_from(["", " ", "\n", " # note ]}\n ", "\n\n"])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


_keys = _BARE | _BARE | _ODD.map(_quoted)

_scalars = st.one_of(
    _TEXT.map(_quoted),
    _TEXT.filter(lambda text: "'" not in text).map(lambda text: f"'{text}'"),
    _TEXT.map(lambda text: '"""\n' + text.replace("\\", "\\\\").replace('"', '\\"') + '\n"""'),
    _TEXT.filter(lambda text: "'" not in text).map(lambda text: f"'''{text}'''"),
    st.just('"""a"b""c"""""'),
    st.sampled_from(["1", "-1_0.5e3", "true", "1979-05-27 07:32:00Z", "07:32:00", "inf", "0xdead"]),
)


@st.composite
def _array(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    items = draw(st.lists(inner, max_size=3))
    parts = [f"{draw(_BREAKS)}{item}{draw(_BREAKS)}" for item in items]
    last = draw(st.sampled_from(["", ","])) if items else ""
    return f"[{','.join(parts)}{last}{draw(_BREAKS)}]"


@st.composite
def _path(draw: st.DrawFn) -> str:
    parts = draw(st.lists(_keys, min_size=1, max_size=2))
    return f"{draw(_GAPS)}.{draw(_GAPS)}".join(parts)


@st.composite
def _inline(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    values = draw(st.lists(inner, max_size=2))
    pairs = [f"{draw(_GAPS)}{draw(_path())}{draw(_GAPS)}= {one}{draw(_GAPS)}" for one in values]
    return "{" + ",".join(pairs) + "}"


_values = st.recursive(_scalars, lambda inner: _array(inner) | _inline(inner), max_leaves=5)


@st.composite
def _line(draw: st.DrawFn) -> str:
    comment = draw(st.sampled_from(["", "", " # note", "#"]))
    return f"{draw(_GAPS)}{draw(_path())}{draw(_GAPS)}={draw(_GAPS)}{draw(_values)}{comment}"


_headers = _path().flatmap(
    lambda path: st.sampled_from([f"[{path}]", f"[[{path}]]", f" [ {path} ] # note", "", "# [x]"])
)


@st.composite
def toml_texts(draw: st.DrawFn) -> str:
    """Texts that are often TOML, and in which some keys are there twice; LF or CRLF."""
    lines = draw(st.lists(_line() | _headers, max_size=6))
    return draw(st.sampled_from(["\n", "\r\n"])).join([*lines, ""])
