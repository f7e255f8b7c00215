"""Hand generated packs to the gate: ``python -m benchmarks.packs --count 500``.

Each pack is an archive in memory with one to three agents, up to eight nodes, and the prompts and
schemas that they refer to; about one in ten has mistakes. The same count gives the same packs. With
``--archives FOLDER`` the ``.tgz`` files below a folder are handed in instead.

Cold is one process for one pack, from its start to its verdict. Warm are the packs a second of a
process that has judged one before, with one thread.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

COLD_RUNS = 5
MISTAKES: tuple[Callable[[dict[str, Any]], object], ...] = (
    lambda pack: pack["agents"][0].update(role="Skill"),
    lambda pack: pack["agents"][0].pop("modelClass"),
    lambda pack: pack["agents"][0].update(systemPromptRef="prompts/none.md"),
    lambda pack: pack.update(engines={"openwop": "latest"}),
    lambda pack: pack["agents"].append(pack["agents"][0]),
)
COLD = "import sys; from herdr_lint import gate; gate(sys.argv[1])"


def pack(number: int, chance: random.Random) -> bytes:
    """A plausible pack as an archive."""
    name = f"vendor.acme.crew-{number}"
    files: dict[str, bytes] = {}
    manifest: dict[str, Any] = {
        "name": name,
        "version": "1.0.0",
        "license": "MIT",
        "engines": {"openwop": ">=1.1.0 <2.0.0"},
        "runtime": {"language": "javascript", "entry": "index.mjs"},
        "agents": [_agent(name, one, files) for one in range(chance.randint(1, 3))],
        "nodes": [_node(number, one, name, files) for one in range(chance.randint(0, 8))],
    }
    if chance.random() < 0.1:
        chance.choice(MISTAKES)(manifest)
    files |= {"index.mjs": b"export {};\n", "pack.json": json.dumps(manifest, indent=2).encode()}
    return _archive(files)


def _agent(name: str, number: int, files: dict[str, bytes]) -> dict[str, Any]:
    prompt = f"prompts/agent-{number}.md"
    files[prompt] = b"You look at what the step before has found.\n" * 20
    handoff = {}
    for key in ("task", "return"):
        file = f"agent-{number}.{key}.schema.json"
        handoff[f"{key}SchemaRef"] = f"schemas/{file}"
        files[f"schemas/{file}"] = _schema(name, file)
    return {
        "agentId": f"{name}.agent-{number}",
        "persona": f"Agent {number}",
        "modelClass": "reasoning",
        "role": "skill",
        "systemPromptRef": prompt,
        "handoff": handoff,
        "memoryShape": {"scratchpad": True, "conversation": False, "longTerm": False},
        "toolAllowlist": ["openwop:acme.tools.fetch"],
    }


def _node(pack_number: int, number: int, name: str, files: dict[str, bytes]) -> dict[str, Any]:
    refs = {}
    for key in ("config", "input", "output"):
        file = f"node-{number}.{key}.json"
        refs[f"{key}SchemaRef"] = f"schemas/{file}"
        files[f"schemas/{file}"] = _schema(name, file)
    return {
        "typeId": f"acme.pack{pack_number}.node{number}",
        "version": "1.0.0",
        "category": "data",
        "role": "pure",
        **refs,
    }


def _schema(name: str, file: str) -> bytes:
    text = {"type": "string", "minLength": 1}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://packs.openwop.dev/{name}/1.0.0/{file}",
        "type": "object",
        "required": ["topic"],
        "properties": {"topic": text, "tags": {"type": "array", "items": text}},
        "additionalProperties": False,
    }
    return json.dumps(schema, indent=2).encode()


def _archive(files: Mapping[str, bytes]) -> bytes:
    into = io.BytesIO()
    with tarfile.open(fileobj=into, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            archive.addfile(entry, io.BytesIO(files[name]))
    return gzip.compress(into.getvalue(), mtime=0)


def cold(data: bytes) -> float:
    """Seconds from the start of a process to its verdict on one pack; the best of a few."""
    with tempfile.NamedTemporaryFile(suffix=".tgz") as file:
        file.write(data)
        file.flush()
        times = []
        for _ in range(COLD_RUNS):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", COLD, file.name], check=True)
            times.append(time.perf_counter() - start)
    return min(times)


def warm(packs: Sequence[bytes], catalog: Mapping[str, Any] | None) -> tuple[float, int]:
    """Seconds for all packs, and how many were accepted."""
    from herdr_lint import gate
    from herdr_lint.openwop.published import PublishedPacks

    known = PublishedPacks.read(catalog) if catalog else None
    gate(packs[0])
    start = time.perf_counter()
    accepted = sum(gate(data, catalog=known).accepted for data in packs)
    return time.perf_counter() - start, accepted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--archives", type=Path, help="hand in the archives below this folder")
    options = parser.parse_args()
    if options.archives:
        packs = [path.read_bytes() for path in sorted(options.archives.rglob("*.tgz"))]
    else:
        chance = random.Random(options.count)  # noqa: S311 (no secret)
        packs = [pack(number, chance) for number in range(options.count)]
    if not packs:
        parser.error("there is no pack to hand in")
    size = sum(map(len, packs)) / len(packs) / 1024
    print(f"{len(packs)} packs of {size:.1f} KiB on average")
    print(f"cold: {cold(packs[0]):.2f} s for the first")
    catalog = {"version": 1, "packs": {"vendor.acme.tools": {"nodes": ["acme.tools.fetch"]}}}
    for what, given in (("warm", None), ("warm, with a catalog", catalog)):
        seconds, accepted = warm(packs, given)
        print(f"{what}: {len(packs) / seconds:.0f} packs/s, {accepted} accepted")


if __name__ == "__main__":
    main()
