from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from herdr_lint.config.loading import Configs
from herdr_lint.model import Report
from herdr_lint.run.run import Request, run

ROLE = "---\nname: {stem}\ndescription: Maps the code\n{more}---\n\nMap.\n"


@pytest.fixture(autouse=True)
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository as the working directory, out of reach of the real home."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(tmp_path / "agent"))
    return tmp_path


def role(stem: str, more: str = "") -> str:
    return ROLE.format(stem=stem, more=more)


def linted(*paths: str, jobs: int = 1, overlay: dict[str, bytes] | None = None) -> Report:
    requested = {Path(path): data for path, data in (overlay or {}).items()}
    return run(Request(paths or (".",), Configs.load(), requested, jobs=jobs))


def told(report: Report) -> Sequence[str]:
    """The findings, one a line, without their words."""
    return [
        f"{finding.path}:{finding.span.start.line}:{finding.span.start.column}: "
        f"{finding.severity.value} {'/'.join(filter(None, (finding.rule, finding.cause)))}"
        for finding in report.findings
    ]
