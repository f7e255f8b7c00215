"""``runtime-entry-missing`` and ``mcp-entry-mismatch``: what a host would load or call."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from herdr_lint.judge.judge import show
from herdr_lint.model import Finding
from herdr_lint.openwop.paths import Names
from herdr_lint.openwop.subject import OpenwopPack, members

WAY = ("runtime", "entry")

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://").match


def missing_entry(pack: OpenwopPack) -> Iterator[Finding]:
    """An entry that the archive does not have, or that is not the address of the MCP server."""
    runtime = members(pack.manifest.get("runtime"))
    entry = runtime.get("entry")
    if not isinstance(entry, str):
        return
    server = _server(runtime)
    if server is not None:
        if entry != server:
            yield pack.finding("mcp-entry-mismatch", WAY, entry, expected=show(server))
    elif pack.built and pack.names is not None and not _is_address(runtime, entry):
        yield from _file(pack, entry, pack.names)


def _server(runtime: Any) -> str | None:
    """The address of the MCP server that a v2 runtime describes."""
    remotes = members(runtime.get("mcpServer")).get("remotes")
    first = remotes[0] if isinstance(remotes, list) and remotes else None
    url = members(first).get("url")
    return url if isinstance(url, str) else None


def _is_address(runtime: Any, entry: str) -> bool:
    return runtime.get("language") == "remote" and _ADDRESS(entry) is not None


def _file(pack: OpenwopPack, entry: str, names: Names) -> Iterator[Finding]:
    error = names.error(entry)
    if error is None:
        return
    if entry == f"./{error.expected}" and names.error(error.expected) is None:
        cause, hint = "dot-slash", ""
    else:
        cause, hint = None, names.hint(entry)
    yield pack.finding(
        "runtime-entry-missing", WAY, entry, cause=cause, hint=hint, expected=show(error.expected)
    )
