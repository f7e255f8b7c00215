from __future__ import annotations

from tests.adoption.conftest import ROOT

# An installed package is tested without the pages around it.
collect_ignore_glob = [] if (ROOT / "docs").is_dir() else ["test_*.py"]
