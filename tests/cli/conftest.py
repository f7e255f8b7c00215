from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from herdr_lint.cli.main import main


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Outcome]

GOOD = "---\nname: {stem}\ndescription: Maps the code\ntools: read\nspawning: false\n---\n\nMap.\n"
BAD = "---\nname: scout\ndescription: d\ntools: [read]\nthinking: High\n---\n\nMap.\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory, out of reach of the real home and of GitHub Actions."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(tmp_path / "agent"))
    for name in ("CI", "TF_BUILD", "GITHUB_ACTIONS", "GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], project: Path) -> Run:
    """Runs the command line in ``project``."""

    def run_(*arguments: str) -> Outcome:
        code = main(arguments)
        captured = capfdbinary.readouterr()
        return Outcome(code, captured.out.decode(), captured.err.decode())

    return run_


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def good(project: Path, stem: str = "scout", folder: str = "roles") -> Path:
    return write(project / folder / f"{stem}.md", GOOD.format(stem=stem))
