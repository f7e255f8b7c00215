"""Scripts, manifests and whole packs, sound ones and nearly such."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from tests.strategies.sources import json_values

CHANNEL = "pi-herdr-subagents:roles:discover:v1"

SNIPPETS = (
    'import { fileURLToPath } from "node:url";\n',
    'import * as path from "path";\n',
    'import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";\n',
    'const { join, dirname } = require("node:path");\n',
    'export * from "./other";\n',
    'export { default } from "./other.js";\n',
    f'const CHANNEL = "{CHANNEL}";\n',
    'const roles = fileURLToPath(new URL("./roles", import.meta.url));\n',
    'const roles = join(__dirname, "roles");\n',
    "export default function (pi) {",
    "export default async (pi) => {",
    "module.exports = (pi) => {",
    "pi.events.on(CHANNEL, (request) => {",
    f'pi.events.on("{CHANNEL}", async ({{ apiVersion, register }}) => {{',
    "if (request.apiVersion === 1) request.register(roles);\n",
    "register(roles);\n",
    "await ready;\n",
    "for await (const one of all) {",
    "setTimeout(() => request.register(roles));\n",
    'pi.on("session_shutdown", stop);\n',
    "`${roles}/more`",
    "a = b;\n",
    "});\n",
    "}\n",
    "};\n",
    "}",
    ")",
    "(",
    "{",
    "`",
    "'",
    "/",
    "<",
    "\n",
    "\u2028",
    "é😀",
    "\ud800",
)

scripts = st.lists(st.sampled_from(SNIPPETS), max_size=20).map("".join)
"""Texts made of what extensions are made of, in any order."""

script_bytes = scripts.map(lambda text: text.encode("utf-8", "surrogatepass")) | st.binary()

_names = st.sampled_from(
    [
        "extension.ts",
        "other.ts",
        "src/index.js",
        "extensions/a.ts",
        "extensions/b/index.js",
        "extensions/c/package.json",
        "roles/scout.md",
        "roles/Read Me.md",
        "roles/package.json",
        "skills/plan/SKILL.md",
        "skills/notes.md",
        "README.md",
        ".npmignore",
        "roles/.gitignore",
        "node_modules/x/index.js",
    ]
)
_entries = st.sampled_from(
    ["./extension.ts", "src", "./src/*.js", "!src", "+a", "-a", "", "/", "../x", "*", "**", "\0"]
) | st.text(max_size=6)
_pi = st.fixed_dictionaries(
    {},
    optional={
        "extensions": st.lists(_entries | json_values, max_size=4) | json_values,
        "skills": st.lists(_entries, max_size=3) | json_values,
        "roles": json_values,
    },
)
_manifests = st.fixed_dictionaries(
    {},
    optional={
        "name": json_values,
        "version": json_values,
        "private": st.booleans(),
        "keywords": st.just(["pi-package", "herdr"]) | json_values,
        "type": st.just("module") | json_values,
        "files": st.lists(_entries, max_size=3) | json_values,
        "main": json_values,
        "bin": json_values,
        "dependencies": st.just({"typebox": "*"}) | json_values,
        "peerDependencies": st.just({"typebox": "^1"}) | json_values,
        "pi": _pi | json_values,
    },
)
manifests: st.SearchStrategy[Any] = _manifests | json_values
manifest_bytes = (
    manifests.map(lambda value: json.dumps(value).encode("utf-8", "surrogatepass")) | st.binary()
)
_texts = st.sampled_from(
    [
        b"---\nname: scout\ndescription: d\nskills: plan, x\n---\n\nSee [a](b.md), agent: 'y'.\n",
        b"---\nname: plan\ndescription: Plans\n---\n\n# Plan\n",
        b"---\nname: [\n---\n",
        b"---\nname: &a plan\ndescription: *a\n<<: {}\nname: *b\n? [x]\n---\n",
        b"---\ndescription: 'Plans\na change'\n...\n---\n",
        b"roles\n!*.md\n",
        b'{"pi": {"extensions": ["./index.ts", 1]}}',
        b"",
    ]
)
packs = st.builds(
    lambda files, manifest: {**files, "package.json": manifest},
    st.dictionaries(_names, script_bytes | _texts, max_size=8),
    manifest_bytes,
)
"""The files of packs, whatever they hold."""
