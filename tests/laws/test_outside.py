"""The laws over a folder outside of the repository, which ``HERDR_LINT_SHARED`` names.

Each folder in it that holds files is a tree of its own; in files of JSON, lists of objects with a
``text`` and a ``stem`` are role files, and those with a ``manifest`` are packs.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from tests.laws import test_container as container
from tests.laws.test_complete import spoken_of
from tests.laws.test_fix import fix_tree
from tests.laws.test_way_in import holds, linted

OUTSIDE = os.environ.get("HERDR_LINT_SHARED")
pytestmark = pytest.mark.skipif(not OUTSIDE, reason="HERDR_LINT_SHARED names no folder")
BATCH = 20
"""Cases of a list that make one tree."""


def trees() -> list[tuple[str, dict[str, bytes]]]:
    """Each tree with a name and the files that it holds."""
    root = Path(OUTSIDE or "/nowhere")
    found: dict[str, dict[str, bytes]] = {}
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        inner = path.relative_to(root)
        if path.suffix == ".json" and len(inner.parts) == 1:
            found |= _listed(inner.stem, json.loads(path.read_bytes()))
        elif len(inner.parts) > 1:
            top = "/".join(inner.parts[:2])
            below = "/".join(inner.parts[2:] or inner.parts[-1:])
            found.setdefault(top, {})[below] = path.read_bytes()
    return [*found.items()]


def _listed(name: str, cases: Any) -> Iterator[tuple[str, dict[str, bytes]]]:
    cases = cases if isinstance(cases, list) else []
    for start in range(0, len(cases), BATCH):
        files: dict[str, bytes] = {}
        for number, case in enumerate(cases[start : start + BATCH]):
            files |= _planted(f"c{number}", case)
        yield f"{name} {start}", files


def _planted(folder: str, case: Any) -> dict[str, bytes]:
    if isinstance(case.get("text"), str) and "stem" in case:
        text = case["text"].encode("utf-8", "surrogatepass")
        return {f"{folder}/roles/{case['stem']}.md": text}
    if case.get("level") == "pack":
        text = case.get("raw") or json.dumps(case["manifest"], indent=2)
        return {f"{folder}/pack.json": text.encode("utf-8", "surrogatepass")}
    return {}


@pytest.fixture(params=trees(), ids=lambda param: param[0] if isinstance(param, tuple) else None)
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, bytes]]:
    """The files of one tree, planted in the working directory."""
    files: dict[str, bytes] = request.param[1]
    (tmp_path / ".git").mkdir()
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    with chdir(tmp_path):
        yield files
    shutil.rmtree(tmp_path)


def test_way_in(tree: dict[str, bytes]) -> None:
    holds(linted(["."]))


def test_container(tree: dict[str, bytes]) -> None:
    roots = {name.rpartition("/")[0] for name in tree if name.endswith(container.MANIFESTS)}
    for root in roots:
        within = f"{root}/" if root else ""
        inside = (name for name in tree if name.startswith(within))
        container.holds({name.removeprefix(within): tree[name] for name in inside})
    for name, data in tree.items():
        if name.endswith((".tgz", ".zip")):
            container.lint_agrees(name, data)


def test_complete(tree: dict[str, bytes]) -> None:
    """What lies where hosts look, and each manifest of a pack, is spoken of."""
    said = spoken_of(linted(["."]))
    for name in tree:
        folder = Path(name).parent
        if name.endswith(".md") and folder.parts[-2:] == (".pi", "agents"):
            assert name in said, name
        if Path(name).name == "pack.json":
            assert name in said, name


def test_fix(tree: dict[str, bytes]) -> None:
    fix_tree()
