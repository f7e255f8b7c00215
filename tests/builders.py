"""Archives and packs for tests: the same files give the same bytes, wherever and whenever."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Mapping
from typing import Any

NAME = "vendor.acme.crew"
PROMPT = b"You write release notes.\n"
TASK = "schemas/writer.task.schema.json"


def tar(files: Mapping[str, bytes]) -> bytes:
    """A USTAR archive: files alone, sorted, without owners, dates or extended headers."""
    into = io.BytesIO()
    with tarfile.open(fileobj=into, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            archive.addfile(entry, io.BytesIO(files[name]))
    return into.getvalue()


def tgz(files: Mapping[str, bytes]) -> bytes:
    return gzip.compress(tar(files), mtime=0)


def zipped(files: Mapping[str, bytes]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED)
    return into.getvalue()


def text(data: Any) -> bytes:
    """JSON as people write it, so that lines mean something."""
    return (json.dumps(data, indent=2) + "\n").encode()


def agent(**members: Any) -> dict[str, Any]:
    return {
        "agentId": f"{NAME}.writer",
        "persona": "Writer",
        "modelClass": "writing",
        "systemPromptRef": "prompts/writer.md",
        **members,
    }


def node(**members: Any) -> dict[str, Any]:
    return {
        "typeId": "acme.text.count",
        "version": "1.0.0",
        "category": "data",
        "role": "pure",
        **members,
    }


def manifest(**members: Any) -> dict[str, Any]:
    return {
        "name": NAME,
        "version": "1.0.0",
        "license": "MIT",
        "engines": {"openwop": ">=1.1.0 <2.0.0"},
        "runtime": {"language": "remote", "entry": "pack.json"},
        "agents": [agent()],
        **members,
    }


def manifest_v2(**members: Any) -> dict[str, Any]:
    return manifest(kind="node", engines={"openwop": ">=1.1.0 <3.0.0"}, **members)


def files(data: Any = None, **others: bytes) -> dict[str, bytes]:
    """A pack with a prompt; ``others`` by names with ``__`` for ``/`` and ``_`` for a dot."""
    named = {name.replace("__", "/").replace("_", "."): data for name, data in others.items()}
    return {
        "pack.json": text(manifest() if data is None else data),
        "prompts/writer.md": PROMPT,
        **named,
    }
