"""Monorepos: role packs and projects whose roles get in each other's way."""

from __future__ import annotations

import json

from hypothesis import strategies as st

_EXTENSION = """import { fileURLToPath } from "node:url";
export default function (pi) {
  const stop = pi.events.on("pi-herdr-subagents:roles:discover:v1", (request) => {
    if (request.apiVersion === 1) request.register(fileURLToPath(new URL(%s, import.meta.url)));
  });
  pi.on("session_shutdown", stop);
}
"""

_folders = st.sampled_from(
    ["packs/a/roles", "packs/a/agents", "packs/b/roles", "examples/c/roles", ".pi/agents", "roles"]
)
_stems = st.sampled_from(["x", "y", "X", "z"])
_keys = st.lists(
    st.sampled_from(
        [
            "name: x",
            "name: y",
            "name: X",
            "tools: [read]",
            "thinking: High",
            "cli: claude",
            "color: blue",
            "# herdr-lint: ignore[duplicate-package-role] wanted",
            "# herdr-lint: ignore[duplicate-layer-role, key-unknown] wanted",
        ]
    ),
    max_size=3,
    unique=True,
)

roles = st.one_of(
    _keys.map(lambda keys: "\n".join(["---", *keys, "description: d", "---", "", "Map.", ""])),
    st.sampled_from(["", "# Prose\n", "---\nname: x\n"]),
)

_manifests = st.sampled_from(
    [
        "{}",
        json.dumps({"name": "a", "version": "1.0.0"}),
        json.dumps({"name": "a", "pi": {"extensions": ["./extension.js"]}}),
        "{,}",
    ]
)

_packages = st.dictionaries(
    st.sampled_from(["packs/a", "packs/b", "examples/c", "packs"]).map("{}/package.json".format),
    _manifests,
)

_extensions = st.dictionaries(
    st.just("packs/a/extension.js"),
    st.sampled_from(['"./roles"', '"./agents"', '"./roles/x.md"']).map(_EXTENSION.__mod__),
)

_files = st.dictionaries(
    st.builds("{}/{}.md".format, _folders, _stems), roles, min_size=1, max_size=7
)

monorepos = st.builds(
    lambda roles, packages, extensions: {**roles, **packages, **extensions},
    _files,
    _packages,
    _extensions,
)
"""Files by path, at least one of them a role."""

awkward = st.one_of(
    st.binary(max_size=200),
    st.lists(
        st.sampled_from(
            [
                b"---\n",
                b"name: x\n",
                b"\xff\xfe",
                b"\r",
                b"\0",
                b"\xef\xbb\xbf",
                b"tools: &a [*a]\n",
            ]
        ),
        max_size=8,
    ).map(b"".join),
)
"""Bytes that a file of any name may hold."""
