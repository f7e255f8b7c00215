from __future__ import annotations

import pytest

from herdr_lint.model import Unchecked, UsageError
from herdr_lint.run.check_result import CheckResult
from herdr_lint.run.isolation import guarded

FILES = ("a.md",)


def failing(error: Exception) -> CheckResult:
    def check() -> CheckResult:
        raise error

    return guarded("a.md", check)


def test_what_cannot_be_read_is_unchecked() -> None:
    assert failing(PermissionError(13, "Permission denied")) == CheckResult(
        unchecked=(Unchecked("a.md", "cannot be read: Permission denied"),), files=FILES
    )
    assert failing(OSError("odd")).unchecked == (Unchecked("a.md", "cannot be read: odd"),)


def test_wrong_use_ends_the_run() -> None:
    with pytest.raises(UsageError, match="no such thing"):
        failing(UsageError("no such thing"))


def test_any_other_fault_is_a_finding() -> None:
    result = failing(KeyError("x"))
    assert [one.rule for one in result.findings] == ["internal-error"]
    assert result.files == FILES
