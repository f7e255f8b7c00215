"""What the library promises of the machine it runs on, held by Python's audit events."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.builders import files, tgz

WATCHED = """
import json, os, sys

FORBIDDEN = ("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn",
    "os.system", "os.startfile", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.link",
    "os.symlink", "os.truncate", "os.chmod", "os.chown", "os.utime", "os.putenv", "os.kill",
    "shutil.", "tempfile.", "webbrowser.", "urllib.", "http.", "ftplib.", "smtplib.", "winreg.")
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
told, opened = [], []

def watch(event, arguments):
    if event == "open" and isinstance(arguments[0], str | bytes):
        opened.append(os.path.abspath(os.fsdecode(arguments[0])))
        if arguments[2] & WRITES:
            told.append(f"{event} {arguments[0]!r} for writing")
    elif event.startswith(FORBIDDEN):
        told.append(f"{event} {arguments!r}")

sys.dont_write_bytecode = True
sys.addaudithook(watch)
given = json.loads(sys.argv[1])
from herdr_lint import gate, lint, normalize
"""


def watched(program: str, given: Any) -> tuple[list[str], list[str]]:
    """What a program that uses the library did that is forbidden, and the files it opened."""
    code = f"{WATCHED}\n{program}\nprint(json.dumps([told, opened]))"
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(given)],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    told, opened = json.loads(done.stdout.splitlines()[-1])
    return told, opened


ROLE = "---\nname: x\ndescription: d\ntools: Read, bash\n---\n\nBody.\n"


def test_the_watch_sees_what_is_forbidden(tmp_path: Path) -> None:
    told, _ = watched(
        "open(given, 'w').close(); os.rename(given, given + '2')", str(tmp_path / "a")
    )
    assert [line.partition(" ")[0] for line in told] == ["open", "os.rename"]


def test_lint_reads_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "roles").mkdir()
    (tmp_path / "roles/x.md").write_text(ROLE)
    (tmp_path / "pack.tgz").write_bytes(tgz(files()))
    told, opened = watched("report = lint(given); assert report.findings", [str(tmp_path)])
    assert told == []
    assert str(tmp_path / "roles/x.md") in opened


def test_the_gate_opens_nothing_but_itself(tmp_path: Path) -> None:
    packs = {
        "openwop": tgz(files()).hex(),
        "role": tgz({"package/package.json": b'{"name": "p"}'}).hex(),
        "broken": tgz(files())[:90].hex(),
    }
    program = """
for name, pack in given.items():
    gate(bytes.fromhex(pack), previous=bytes.fromhex(pack))
first = len(opened)
for pack in given.values():
    gate(bytes.fromhex(pack))
del opened[:first]
"""
    told, opened = watched(program, packs)
    assert told == []
    assert opened == []


def test_normalize_opens_nothing_but_itself() -> None:
    told, opened = watched("normalize(given); del opened[:]; normalize(given)", ROLE)
    assert (told, opened) == ([], [])
