"""A plugin of pytest: how each test went and how long it took, for who has to choose among them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

_TIMES: dict[str, float] = {}
_FAILED: set[str] = set()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note a part of a test; with xdist, the process that hands out the tests hears of all."""
    _TIMES[report.nodeid] = _TIMES.get(report.nodeid, 0.0) + report.duration
    if not report.passed:
        _FAILED.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what passed, with its seconds."""
    if not hasattr(session.config, "workerinput"):
        passed = {name: time for name, time in _TIMES.items() if name not in _FAILED}
        Path(os.environ["MUTATE_TIMES"]).write_text(json.dumps(passed), "utf-8")
