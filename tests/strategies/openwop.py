"""OpenWOP manifests: sound ones, and sound ones with a few things changed."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import strategies as st

Way = tuple[str | int, ...]

# fmt: off
KEYS = [
    "role", "handoff", "memoryShape", "conversation", "longTerm", "systemPrompt",
    "systemPromptRef", "kind", "nodes", "agents", "chains", "runtime", "requires", "mcpServer",
    "signing", "keyId", "scheme", "method", "connector", "auth", "type", "key", "scope",
    "provider", "facets", "optional", "x-a", "X-a", "vendor.a", "openwop-a", "__proto__", "a",
]

TEXTS = [
    "", "a", "A", "a.b", "skill", "Skill", "assistant", "node", "remote", "python", "prompt:a",
    "prompt:A", "1.0.0", "01.0.0", "vendor.a.b", ">=1.0.0 <2.0.0", ">=1 <3.0.0", "latest",
    "https://a.example", "a b", "clock", "oauth2", "credential", "tenant",
]
# fmt: on

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 2),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(TEXTS),
    st.integers(1, 300).map("a".__mul__),
)

values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=6,
)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


def ways(value: Any, way: Way = ()) -> Iterator[Way]:
    """The way to each part of a JSON value, that to the whole first."""
    yield way
    members: Any = ()
    if isinstance(value, Mapping):
        members = value.items()
    elif isinstance(value, list):
        members = enumerate(value)
    for step, member in members:
        yield from ways(member, (*way, step))


@st.composite
def changed(draw: st.DrawFn, manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The manifest after up to three changes: members added, replaced or removed."""
    result: dict[str, Any] = copy.deepcopy(dict(manifest))
    for _ in range(draw(st.integers(0, 3))):
        *way, last = draw(st.sampled_from([way for way in ways(result) if way] or [("a",)]))
        parent: Any = result
        for step in way:
            parent = parent[step]
        change = draw(st.sampled_from(["add", "replace", "remove"]))
        if change == "add" and isinstance(parent, dict):
            parent[draw(st.sampled_from(KEYS))] = draw(values)
        elif change == "remove" and isinstance(parent, dict):
            parent.pop(last, None)
        else:
            parent[last] = draw(values)
    return result
