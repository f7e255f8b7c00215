"""Trees with everything that could make an answer depend on how one asks."""

from __future__ import annotations

import json
from collections.abc import Mapping

from hypothesis import strategies as st

CHANNEL = "pi-herdr-subagents:roles:discover:v1"
EXTENSION = """\
import {{ fileURLToPath }} from "node:url";
const roles = fileURLToPath(new URL("./{folder}", import.meta.url));
export default (pi) => {{
  const stop = pi.events.on("{channel}", (request) => {{
    if (request.apiVersion === 1) request.register(roles);
  }});
  pi.on("session_shutdown", stop);
}};
"""


def package(name: str, **more: object) -> str:
    shape = {
        "name": name,
        "version": "1.0.0",
        "type": "module",
        "keywords": ["pi-package"],
        "pi": {"extensions": ["./extension.ts"]},
        "peerDependencies": {},
    }
    return json.dumps({**shape, **more}, indent=2)


def agent_pack(name: str) -> str:
    return json.dumps(
        {
            "name": name,
            "version": "1.0.0",
            "license": "MIT",
            "engines": {"openwop": ">=1.1.0 <2.0.0"},
            "runtime": {"language": "remote", "entry": "pack.json"},
            "agents": [
                {
                    "agentId": f"{name}.writer",
                    "persona": "Writer",
                    "modelClass": "writing",
                    "systemPromptRef": "prompts/writer.md",
                    "role": "skill",
                    "toolAllowlist": ["openwop:other.node"],
                }
            ],
        },
        indent=2,
    )


_ROLES = [
    "---\nname: {stem}\ndescription: Reads the notes\nspawning: false\n---\n\nRead.\n",
    "---\nname: other\ndescription: Reads\ntools: [read, bash]\n---\n\nRead.\n",
    "---\nname: {stem}\nthinking: High\nskills: plan\n---\n\nRead.\n",
    "---\n# herdr-lint: ignore[value-ignored] as it is meant\nname: {stem}\ndescription: d\n"
    "thinking: High\n---\nRead.\n",
    "name: {stem}\ndescription: d\n",
    "# Notes\n\nNo role at all.\n",
    "---\ndescription: A page\ntitle: Page\n---\n\nText.\n",
]
_STEMS = ["scout", "lead", "Scout", "README"]
_FOLDERS = [
    "roles",
    "agents",
    ".pi/agents",
    "docs",
    "docs/agents",
    "team",
    "a/roles",
    "a/crew",
    "a/test/roles",
    "b/roles",
    "b/.pi/agents",
    "clone/roles",
    "roles/sub",
    "flow/prompts",
    "flow/roles",
    "build/roles",
]
_LINKS = {
    "x/.pi/agents": "->../../team",
    "y/.pi": "->../common",
    "b/linked": "->../roles",
    "roles/twin.md": "->scout.md",
    "a/roles/away.md": "->../../docs/scout.md",
}
_SETTINGS = [
    'exclude = ["roles/README.md"]\n',
    'ignore = ["value-ignored"]\n',
    '[[overrides]]\npaths = ["**/lead.md"]\nlayer = "project"\n',
    'severity = {role-name-mismatch = "warning"}\n',
]


@st.composite
def trees(draw: st.DrawFn) -> Mapping[str, str]:
    """A repository: packs, projects, bare folders, an OpenWOP pack, a clone, links, ignores."""
    roles = draw(
        st.lists(
            st.tuples(st.sampled_from(_FOLDERS), st.sampled_from(_STEMS), st.sampled_from(_ROLES)),
            min_size=1,
            max_size=8,
        )
    )
    files = {f"{folder}/{stem}.md": text.format(stem=stem) for folder, stem, text in roles}
    files |= draw(st.sampled_from([{}, *({"herdr-lint.toml": one} for one in _SETTINGS)]))
    files |= draw(st.sampled_from([{}, *({"a/herdr-lint.toml": one} for one in _SETTINGS)]))
    for part in draw(st.sets(st.sampled_from(["a", "b", "flow", "clone", "ignore", "second"]))):
        files |= _PARTS[part]
    names = draw(st.sets(st.sampled_from(sorted(_LINKS)), max_size=2))
    return {".git/": "", **files, **{name: _LINKS[name] for name in names - files.keys()}}


_PARTS: Mapping[str, Mapping[str, str]] = {
    "a": {
        "a/package.json": package("a", files=["extension.ts", "crew"]),
        "a/extension.ts": EXTENSION.format(channel=CHANNEL, folder="crew"),
        "a/notes.txt": "Notes.\n",
    },
    "b": {
        "b/package.json": package("b"),
        "b/extension.ts": EXTENSION.format(channel=CHANNEL, folder="roles"),
    },
    "flow": {
        "flow/pack.json": agent_pack("vendor.acme.flow"),
        "flow/prompts/writer.md": "Write.\n",
        "flow/notes.txt": "Notes.\n",
    },
    "second": {
        "second/pack.json": agent_pack("vendor.acme.flow"),
        "second/prompts/writer.md": "Write.\n",
    },
    "clone": {"clone/.git/": "", "clone/package.json": package("a")},
    "ignore": {".gitignore": "build/\nREADME.md\n.pi/\n", "common/agents/lead.md": _ROLES[0]},
}
