"""The tables of an audit: what is read of them, and by whom."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from herdr_lint.audit.store import Store
from tests.audit.registry import registry, write


def test_claims_are_read_from_a_bucket_up_to_another(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "out"))
    rows = [{"bucket": bucket, "value": f"v{bucket}"} for bucket in (1, 2, 3, 3, 4)]
    store.write("claims", "a", rows)
    assert store.claims("a", 2, 4) == rows[1:4]
    assert store.claims("a", 0, 256) == rows
    assert store.read("claims", "a", ["value"]) == [{"value": one["value"]} for one in rows]


_THREADS = """
import os, sys
from herdr_lint.audit import audit
before = len(os.listdir("/proc/self/task"))
found = audit([sys.argv[1]], sys.argv[2])
print(len(os.listdir("/proc/self/task")) - before, found.tally.judged)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the kernel is asked for threads")
def test_no_thread_is_left_that_can_bring_the_end_down(tmp_path: Path) -> None:
    """PyArrow's would, if they still held something of Python's when the interpreter ends."""
    archives = registry()
    write(tmp_path / "packs", archives)
    command = [sys.executable, "-c", _THREADS, str(tmp_path / "packs"), str(tmp_path / "out")]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout == f"0 {len(archives)}\n"
