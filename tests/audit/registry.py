"""A registry of packs that agree and disagree in every way that an audit tells."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from herdr_lint.audit.store import SCHEMAS, Store
from tests.builders import agent, files, manifest, node, text, tgz


def pack(name: str, version: str = "1.0.0", **members: Any) -> bytes:
    """An archive of a pack whose one agent is called after it."""
    own = {"agents": [agent(agentId=f"{name}.writer")], **members}
    return tgz(files(manifest(name=name, version=version, **own)))


def skill(name: str) -> dict[str, Any]:
    return agent(
        agentId=f"{name}.writer",
        role="skill",
        handoff={"taskSchemaRef": "task.json", "returnSchemaRef": "task.json"},
        memoryShape={"scratchpad": True},
    )


def registry(copies: int = 2) -> dict[str, bytes]:
    """Archives by the names of their files."""
    found = {f"plain-{number}.tgz": pack(f"vendor.plain.p{number}") for number in range(copies)}
    counts: dict[str, Any] = {
        "agents": [],
        "nodes": [node()],
        "runtime": {"language": "javascript", "entry": "a"},
    }
    lost = {
        "pack.json": text(manifest(name="vendor.acme.lost", agents=[skill("vendor.acme.lost")]))
    }
    lost |= {"task.json": b"{}", "prompts/writer.md": b"Write.\n"}
    return found | {
        "lost-1.0.0.tgz": tgz(lost),
        "lost-1.10.0.tgz": pack("vendor.acme.lost", "1.10.0"),
        "counts.tgz": pack("vendor.acme.counts", **counts),
        "also-counts.tgz": pack("vendor.acme.also", **counts),
        "asks.tgz": pack(
            "vendor.acme.asks",
            agents=[
                agent(
                    agentId="vendor.acme.asks.writer",
                    toolAllowlist=["openwop:acme.text.cuont", "openwop:other.a.b"],
                )
            ],
        ),
        "poses.tgz": pack("vendor.acme.poses", agents=[agent(agentId="vendor.plain.p0.writer")]),
        "broken.zip": b"PK\x03\x04 is not an archive",
        "empty.tgz": b"",
        "half.tgz": pack("vendor.acme.half")[:40],
        "surrogate.tgz": tgz({"pack.json": b'{"name": "\\ud800", "version": "1.0.0"}'}),
        "role.tgz": tgz({"package.json": b'{"name": "r", "version": "1.0.0"}'}),
    }


def write(folder: Path, archives: Mapping[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in archives.items():
        (folder / name).write_bytes(data)


def contents(output: Path | str, options: Mapping[str, Any] | None = None) -> dict[str, list[str]]:
    """All rows of all tables, without regard to which part they stand in."""
    store = Store(str(output), options or {})
    return {table: sorted(map(repr, store.rows(table))) for table in SCHEMAS}
