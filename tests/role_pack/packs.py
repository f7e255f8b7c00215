"""Small packs for tests: the extension that every author copies, and what is changed in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

CHANNEL = "pi-herdr-subagents:roles:discover:v1"
URL = 'fileURLToPath(new URL("./roles", import.meta.url))'
EXTENSION = f"""\
import type {{ ExtensionAPI }} from "@earendil-works/pi-coding-agent";
import {{ fileURLToPath }} from "node:url";

const roles = {URL};

export default function (pi: ExtensionAPI) {{
  const unsubscribe = pi.events.on("{CHANNEL}", (request) => {{
    if (request.apiVersion === 1) request.register(roles);
  }});
  pi.on("session_shutdown", unsubscribe);
}}
"""
ROLE = "---\nname: scout\ndescription: Maps the code\nspawning: false\n---\n\nMap the code.\n"
MANIFEST: dict[str, Any] = {
    "name": "@acme/roles",
    "version": "1.0.0",
    "keywords": ["pi-package"],
    "type": "module",
    "pi": {"extensions": ["./extension.ts"]},
    "peerDependencies": {"@earendil-works/pi-coding-agent": "*"},
}


def changed(*changes: tuple[str, str], text: str = EXTENSION) -> str:
    """The extension with something else in the place of each first text."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def registering(root: str = "", folder: str = "roles") -> dict[str, str]:
    """A package at ``root`` that registers a folder of roles, without the roles."""
    prefix = f"{root}/" if root else ""
    return {
        f"{prefix}package.json": json.dumps({**MANIFEST, "name": root.rpartition("/")[2] or "p"}),
        f"{prefix}extension.ts": changed(("./roles", f"./{folder}")),
    }


Contents: TypeAlias = "Mapping[str, str | bytes | None]"


def pack(changes: Contents | None = None, /, **manifest: Any) -> dict[str, bytes]:
    """The files of a sound pack, but for what is given; None leaves a file out."""
    members = {key: value for key, value in {**MANIFEST, **manifest}.items() if value is not None}
    found: dict[str, str | bytes | None] = {
        "package.json": json.dumps(members, indent=2),
        "extension.ts": EXTENSION,
        "roles/scout.md": ROLE,
        **(changes or {}),
    }
    return {
        name: data if isinstance(data, bytes) else data.encode()
        for name, data in found.items()
        if data is not None
    }
