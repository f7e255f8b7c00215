"""With the cache or without: the answer is the same, whatever has changed between two runs."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.cli import remember
from herdr_lint.cli.main import main
from tests.effort import examples
from tests.laws.trees import trees
from tests.project.trees import plant

CONTENTS = (
    "---\nname: scout\ndescription: d\n---\n\nRead.\n",
    "---\nname: scout\ndescription: e\n---\n\nRead.\n",
    "---\nname: lead\nthinking: High\n---\n\nRead.\n",
    "text\n",
    "",
    "[tool.herdr-lint]\nignore = ['role']\n",
    "ignore = ['value-ignored']\n",
    "*.md\n!lead.md\n",
    '{"name": "a", "version": "1.0.0", "keywords": ["pi-package"]}\n',
    "->scout.md",
    "->../roles",
)
NAMES = (
    "roles/scout.md",
    "roles/lead.md",
    "a/roles/scout.md",
    "a/crew/scout.md",
    "a/package.json",
    "a/extension.ts",
    "a/.gitignore",
    "flow/pack.json",
    "flow/prompts/writer.md",
    ".gitignore",
    ".git/info/exclude",
    "herdr-lint.toml",
    "a/herdr-lint.toml",
    "pyproject.toml",
    ".pi/agents/scout.md",
    "team/lead.md",
    "pack.json",
)


class Change(NamedTuple):
    """What happens to a file: it gets other bytes, another mode or time, or goes."""

    name: str
    content: str | None
    keeps_time: bool
    mode: int


changes = st.builds(
    Change,
    st.sampled_from(NAMES),
    st.none() | st.sampled_from(CONTENTS),
    st.booleans(),
    st.sampled_from([0o644, 0o644, 0o000, 0o755]),
)


def apply(change: Change) -> None:
    path = Path(change.name)
    parent = path.parent
    if not parent.is_dir():
        if os.path.lexists(parent):
            return
        parent.mkdir(parents=True)
    before = path.stat() if path.is_file() else None
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.is_dir():
        shutil.rmtree(path)
    if change.content is None:
        return
    plant(Path(), {change.name: change.content})
    if path.is_file() and not path.is_symlink():
        if before is not None and change.keeps_time:
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        path.chmod(change.mode)


class Answer(NamedTuple):
    code: int
    out: str
    err: str


def answer(*words: str) -> Answer:
    """What the program prints on both streams, and its exit code."""
    streams = sys.stdout, sys.stderr
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    sys.stdout, sys.stderr = out, err
    try:
        code = main(words)
    finally:
        sys.stdout, sys.stderr = streams
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]
    return Answer(code, *texts)


REQUESTS = (["."], ["roles"], ["a", "flow"], ["roles/scout.md"], [".", "--show", "note"])


@given(trees(), st.lists(changes, max_size=4), st.sampled_from(REQUESTS))
@examples(30)
def test_the_answer_is_the_same(
    files: Mapping[str, str], edits: list[Change], request: list[str]
) -> None:
    with (
        TemporaryDirectory() as temporary,
        pytest.MonkeyPatch.context() as patch,
    ):
        root = Path(temporary).resolve() / "tree"
        plant(root, files)
        patch.setenv("PI_CODING_AGENT_DIR", str(root.parent / "agent"))
        patch.delenv(remember.SWITCH, raising=False)
        patch.setattr(remember, "WORTH_AN_ENTRY", 1)
        cached = ["--cache-dir", str(root.parent / "kept")]
        with chdir(root):
            for edit in (None, *edits, None):
                if edit is not None:
                    apply(edit)
                fresh = answer(*request, "--no-cache")
                for _ in range(2):
                    assert answer(*request, *cached) == fresh
