from __future__ import annotations

import sys
from pathlib import Path

import pytest

from herdr_lint.audit import Audit, Tally
from herdr_lint.cli import progress
from herdr_lint.late import late
from herdr_lint.model import UsageError
from tests.audit.registry import pack, registry, write
from tests.cli.conftest import Run


def test_a_summary_is_printed_and_tables_are_written(project: Path, run: Run) -> None:
    write(project / "packs", registry())
    code, out, err = run("audit", "packs", "--output", "out")
    assert (code, err) == (1, "")
    assert out == (project / "out/summary.md").read_text("utf-8")
    assert "| role-regression | warning | 1 |" in out
    assert list((project / "out/verdicts").glob("*.parquet"))


def test_when_all_is_well(project: Path, run: Run) -> None:
    write(project / "packs", {"a.tgz": pack("vendor.acme.a")})
    code, out, _ = run("audit", "packs", "-o", "out", "--quiet")
    assert (code, out) == (0, "# Audit\n\n1 packs, 0.0 MiB: 1 accepted.\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["none.txt"], "none.txt has no archive (.tgz, .tar.gz, .zip) in it; check the address"),
        (
            ["packs", "--workers", "2", "--scheduler", "tcp://x:1"],
            "--workers does not go with --scheduler: the cluster has its own",
        ),
        (
            ["packs", "--profile", "openwop/v9"],
            "there is no profile 'openwop/v9'; choose one of auto, openwop/v1, openwop/v2,"
            " role-pack",
        ),
        (["packs", "--storage", "key"], "--storage takes NAME=VALUE, not 'key'"),
        (["packs", "--storage", "=value"], "--storage takes NAME=VALUE, not '=value'"),
    ],
)
def test_wrong_use(project: Path, run: Run, arguments: list[str], told: str) -> None:
    code, out, err = run("audit", "--output", "out", *arguments)
    assert (code, out, err) == (2, "", f"herdr-lint: {told}\n")
    assert not (project / "out").exists()


def test_all_that_is_asked_for_is_handed_on(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[dict[str, object]] = []

    def audited(inputs: object, output: object, **options: object) -> Audit:
        given.append({"inputs": inputs, "output": output, **options})
        tell = options["progress"]
        if callable(tell):
            tell(1, 2)
        return Audit(Tally(), "out")

    monkeypatch.setattr("herdr_lint.audit.audit", audited)
    monkeypatch.setattr(progress, "shows_progress", lambda _: True)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    told = run("audit", "a", "b", "-o", "out", "--scheduler", "tcp://x:1", "--together")
    assert told.code == 0
    assert told.err.startswith("\r\x1b[Kherdr-lint: 1 of 2 checked, ")
    assert told.err.endswith(" left\r\x1b[K")
    quiet = run("audit", "a", "-o", "out", "--workers", "3", "--profile", "openwop/v2", "-q")
    assert (quiet.code, quiet.err) == (0, "")
    same = {"output": "out", "storage": {}}
    assert [{**one, "progress": one["progress"] is not None} for one in given] == [
        {
            **same,
            "inputs": ("a", "b"),
            "profile": "auto",
            "together": True,
            "workers": 1,
            "scheduler": "tcp://x:1",
            "progress": True,
        },
        {
            **same,
            "inputs": ("a",),
            "profile": "openwop/v2",
            "together": False,
            "workers": 3,
            "scheduler": None,
            "progress": False,
        },
    ]


def test_without_its_libraries(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "herdr_lint.audit", None)
    monkeypatch.setattr("herdr_lint.cli.audit.auditing", late("herdr_lint.audit"))
    code, _, err = run("audit", "packs", "--output", "out")
    assert (code, err) == (
        2,
        "herdr-lint: `herdr-lint audit` needs Dask and PyArrow: pip install 'herdr-lint[audit]'\n",
    )


def test_an_option_of_the_storage_is_handed_on(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[object] = []

    def refuse(*_: object, **options: object) -> None:
        given.append(options["storage"])
        raise UsageError("no")

    monkeypatch.setattr("herdr_lint.audit.audit", refuse)
    assert run("audit", "packs", "-o", "out", "--storage", "key=a=b", "--storage", "b=").code == 2
    assert given == [{"key": "a=b", "b": ""}]
