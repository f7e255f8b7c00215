from __future__ import annotations

import subprocess
import sys

import pytest

import herdr_lint
from tests.adoption.conftest import ROOT

FIRST = ["", "import herdr_lint.role.document", "from herdr_lint import gate; gate({})"]


@pytest.mark.parametrize("first", FIRST)
def test_the_calls_are_calls_whatever_was_imported_before(first: str) -> None:
    program = (
        f"{first}\nfrom herdr_lint import *\nprint(*(c.__name__ for c in (gate, lint, normalize)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout == "gate lint normalize\n"


def test_no_other_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = herdr_lint.nothing
    assert dir(herdr_lint) == sorted(herdr_lint.__all__)
