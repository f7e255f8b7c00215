"""Editors that are started for real, set up as their pages in docs/editors/ say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.adoption.conftest import ROOT
from tests.cli.conftest import write

ROLE = "---\ndescription: é Maps\ntools: [read]\n---\n\nMap.\n"
"""A role in which one thing is wrong: the brackets, from column 7 to 13."""

PACK = """\
name: vendor.acme.crew
version: 1.0.0
kind: node
license: MIT
engines:
  openwop: ">=1.1.0 <3.0.0"
runtime:
  language: remote
  entry: pack.yaml
agents:
  - agentId: vendor.acme.crew.writer
    persona: Writer
    modelClass: writing
    systemPrompt: You write release notes.
"""
"""A manifest in which nothing is wrong."""


def needs(program: str) -> pytest.MarkDecorator:
    """The mark of a test that starts an editor."""
    return pytest.mark.skipif(
        os.environ.get("HERDR_LINT_EDITORS") != "1" or shutil.which(program) is None,
        reason=f"{program} is started on request (HERDR_LINT_EDITORS=1)",
    )


def set_up(editor: str, language: str) -> str:
    """The last configuration that the page of an editor shows."""
    page = (ROOT / f"docs/editors/{editor}.md").read_text("utf-8")
    *_, last = re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return str(last)


def start(project: Path, command: Sequence[str]) -> str:
    """Run an editor in a project of its own, with herdr-lint on its path; what it printed."""
    path = write(project / "bin/herdr-lint", _program())
    path.chmod(0o755)
    subprocess.run(["git", "init", "--quiet", "."], cwd=project, check=True)
    search = f"{path.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=project,
        env={**os.environ, "PATH": search, "HOME": str(project)},
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.stdout


def _program() -> str:
    run = "from herdr_lint.cli.main import run; run()"
    return f'#!/bin/sh\nexec {sys.executable} -c "{run}" "$@"\n'
