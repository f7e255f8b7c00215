"""Packs that are nearly right, packs that are anything, and archives that lost something."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from tests.builders import NAME, files, manifest, manifest_v2, node, tar, tgz, zipped
from tests.strategies.openwop import changed
from tests.strategies.sources import json_values

KEYS = (
    *("name", "version", "kind", "engines", "runtime", "nodes", "agents", "signing", "connector"),
    *("peerDependencies", "peerDependenciesMeta", "dependencies", "license", "keywords"),
    *("agentId", "persona", "modelClass", "systemPrompt", "systemPromptRef", "role", "handoff"),
    *("memoryShape", "toolAllowlist", "evalSuiteRef", "requiresCapabilities", "typeId", "actions"),
    *("taskSchemaRef", "language", "entry", "mcpServer", "remotes", "url", "optional", "facets"),
    *("$id", "$ref", "$defs", "type", "pattern", "properties", "items", "triggers", "openwop"),
)
WORDS = (
    *(NAME, f"{NAME}.writer", "1.0.0", ">=1.1.0 <3.0.0", "node", "agents", "skill", "remote"),
    *("prompts/writer.md", "../x", "./schemas/a.json", "schemas/a.json", "\ud83d", "", "a:b"),
    *("openwop:core.files.read", "mcp:", "javascript", "pack.json", "private.acme.x", "(", "#/a"),
)

keys = st.sampled_from(KEYS)
scalars = st.sampled_from(WORDS) | st.none() | st.booleans() | st.integers(-2, 2) | st.floats()
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=25,
)
"""JSON made of the words that packs are made of."""

names = st.sampled_from(
    ("pack.json", "prompts/writer.md", "schemas/a.json", "package.json", "roles/a.md", "../x", "")
)


def written(data: Any) -> bytes:
    """JSON in which half a character is an escape sequence."""
    return json.dumps(data, indent=2).encode()


manifests = st.sampled_from([manifest(), manifest_v2(), manifest(nodes=[node()])]).flatmap(changed)
contents = (
    manifests.map(written) | values.map(written) | json_values.map(written) | st.binary(max_size=40)
)
packs: st.SearchStrategy[dict[str, bytes]] = st.dictionaries(names, contents, max_size=5)


@st.composite
def mutated_archives(draw: st.DrawFn) -> bytes:
    """An archive of a pack in which some bytes were changed, cut out or put in."""
    data = bytearray(draw(st.sampled_from([tar, tgz, zipped]))(files(draw(manifests))))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        end = min(len(data), at + draw(st.integers(0, 8)))
        data[at:end] = draw(st.binary(max_size=8))
    return bytes(data)
