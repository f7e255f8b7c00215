"""What an option names, or lies in a tree, and is no file that anybody could read or write."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from herdr_lint.files import regular
from tests.builders import tgz
from tests.cli.conftest import BAD, Run, good, write
from tests.cli.test_main import START
from tests.rights import reports_without_rights

PACK = {
    "rp/package.json": '{"name":"p","version":"1.0.0","keywords":["pi-package"],'
    '"pi":{"extensions":["./e.ts"],"skills":["./skills"]}}',
    "rp/roles/scout.md": "---\nname: scout\ndescription: d\n---\n\nB\n",
    "rp/skills/s/SKILL.md": "---\nname: s\ndescription: d\n---\n\nB\n",
    "rp/e.ts": 'const C = "pi-herdr-subagents:roles:discover:v1";\n'
    "export default (pi: any) => pi.events.on(C, (r: any) => r.register('/x/roles'));\n",
    "ow/pack.json": '{"name":"vendor.acme.crew","version":"1.0.0","license":"MIT",'
    '"engines":{"openwop":">=1.1.0 <2.0.0"},"runtime":{"language":"remote","entry":"pack.json"},'
    '"agents":[{"agentId":"vendor.acme.crew.writer","persona":"Writer","modelClass":"writing",'
    '"systemPromptRef":"prompts/w.md","handoff":{"taskSchemaRef":"schemas/t.json"}}]}',
    "ow/prompts/w.md": "Write.\n",
    "ow/schemas/t.json": "{}",
}
"""A role pack and an OpenWOP pack, with a file of each kind that is read."""

posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


@posix
@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--write-baseline", "pipe"], "cannot write pipe: No such device or address"),
        (["--output-file", "json=pipe"], "cannot write pipe: No such device or address"),
        (["-o", "pipe"], "cannot write pipe: No such device or address"),
        (["--files-from", "pipe"], "pipe lists no paths; --allow-empty lets that pass"),
        (["--files-from", "/dev/zero"], "cannot read /dev/zero: not a regular file"),
        (["--baseline", "pipe"], "pipe: cannot be read: not a regular file"),
        (["--policy", "pipe"], "pipe: cannot be read: not a regular file"),
        (["--config", "pipe"], "pipe: cannot be read: not a regular file"),
        (["--schemas", "pipe"], "there is no folder `pipe` of schemas"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_no_option_waits_for_a_pipe(run: Run, project: Path, options: list[str], told: str) -> None:
    os.mkfifo(project / "pipe")
    if "--files-from" not in options:
        options = [*options, "roles"]
        good(project)
    code, out, err = run(*options)
    assert (code, out) == (2, "")
    assert told in err


@posix
def test_a_pipe_that_is_written_into_lists_paths(run: Run, project: Path) -> None:
    good(project)
    os.mkfifo(project / "pipe")
    reader = os.open(project / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    writer = os.open(project / "pipe", os.O_WRONLY)
    os.write(writer, b"roles\n")
    os.close(writer)
    assert run("--files-from", "pipe", "-f", "concise") == (0, "", "")
    os.close(reader)


def test_standard_input_has_an_end(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(regular, "LARGEST", len(BAD))
    with write(tmp_path / "input", f"{BAD}x").open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        told = f"herdr-lint: the list of paths on standard input is larger than {len(BAD)} bytes\n"
        assert run("--files-from", "-") == (2, "", told)
    with write(tmp_path / "input", BAD).open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert run("--stdin-filename", "roles/a.md").code == 1


_MANIFEST = PACK["ow/pack.json"].replace('"license"', '"description":"{}","license"')
_ROLE = "---\nname: {}\ndescription: d\ntools: read\n---\n\nB\n"
LARGE: dict[str, tuple[str, int, str]] = {
    "big.md": (_ROLE.format("big"), 1 << 20, "larger than 1 MiB"),
    "roles/big.md": (_ROLE.format("big"), 1 << 20, "larger than 1 MiB"),
    ".pi/agents/big.md": (_ROLE.format("big"), 1 << 20, "larger than 1 MiB"),
    "huge.md": (_ROLE.format("huge"), 17 << 20, "larger than 1 MiB"),
    "writer.json": (
        '{"agentId": "vendor.acme.crew.writer", "persona": "W"}',
        5 << 20,
        "larger than 5 MiB",
    ),
    "manifest.yaml": (
        "name: vendor.acme.crew\nengines: {openwop: '>=1.0.0'}\n",
        5 << 20,
        "larger than 5 MiB",
    ),
    "pack.json": (_MANIFEST, 5 << 20, "larger than 5 MiB"),
}
"""Files of each kind that is looked for: how they begin, how large they are, what is said."""


@pytest.mark.parametrize("way", ["by name", "with its folder", "standard input"])
@pytest.mark.parametrize("name", LARGE)
def test_a_file_that_is_too_large_says_so_whichever_way_it_is_asked_for(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, name: str, way: str
) -> None:
    text, size, reason = LARGE[name]
    file = write(project / name, text + " " * size)
    told = {"path": name, "reason": reason}
    if way == "standard input":
        with file.open() as opened:
            monkeypatch.setattr(sys, "stdin", opened)
            outcome = run("-f", "json", "--stdin-filename", name, name)
    else:
        outcome = run("-f", "json", name if way == "by name" else ".")
    report = json.loads(outcome.out)
    assert [{key: one[key] for key in told} for one in report["unchecked"]] == [told]
    assert (outcome.code, report["findings"], outcome.err) == (0, [], "")


def test_a_large_file_that_is_of_no_kind_is_still_of_no_kind(run: Run, project: Path) -> None:
    write(project / "notes.md", "Notes\n" + " " * (1 << 20))
    code, out, err = run("notes.md")
    assert (code, out) == (2, "")
    assert "`notes.md`: not a kind of file that is checked" in err


def test_a_file_of_a_pack_that_is_too_large_is_not_called_missing(run: Run, project: Path) -> None:
    for path, text in PACK.items():
        write(project / path, text)
    write(project / "ow/prompts/w.md", "w" * (6 << 20))
    report = json.loads(run("-f", "json", "ow").out)
    told = [(one["path"], one["reason"]) for one in report["unchecked"]]
    assert told == [("ow/prompts/w.md", "larger than 5 MiB")]
    assert [one["rule"] for one in report["findings"]] == []


def test_a_manifest_that_is_too_large_is_told_by_its_own_size(run: Run, project: Path) -> None:
    for path, text in PACK.items():
        write(project / path, text)
    write(project / "ow/pack.json", " " * (6 << 20))
    (project / "ow/README.md").symlink_to("nowhere")
    report = json.loads(run("-f", "json", "ow/pack.json").out)
    assert [(one["path"], one["reason"]) for one in report["unchecked"]] == [
        ("ow/pack.json", "larger than 5 MiB")
    ]


def test_of_an_archive_too_no_large_member_is_called_missing(run: Run, project: Path) -> None:
    files = {name[3:]: text.encode() for name, text in PACK.items() if name.startswith("ow/")}
    pack = {**files, "prompts/w.md": os.urandom(6 << 20)}
    (project / "a.tgz").write_bytes(tgz(pack))
    report = json.loads(run("-f", "json", "a.tgz").out)
    assert [one["rule"] for one in report["findings"]] == ["archive-entry-too-large"]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in PACK if name != "rp/roles/scout.md"])
def test_what_may_not_be_read_is_unchecked_whichever_way_it_is_asked_for(
    tmp_path: Path, name: str
) -> None:
    for path, text in PACK.items():
        write(tmp_path / path, text)
    (tmp_path / name).chmod(0)
    root = name.partition("/")[0]
    ways = [[name], [root], ["."]]
    reports = reports_without_rights(
        tmp_path, *(["lint", "-f", "json", *way] for way in ways), ["gate", "-f", "json", root]
    )
    told = {"path": name, "reason": "cannot be read: Permission denied", "decides": True}
    for report in reports[:-1]:
        assert told in report["unchecked"]
    assert reports[-1]["outcome"] == "rejected"


def test_a_role_that_may_not_be_read_is_an_error_whichever_way_it_is_asked_for(
    tmp_path: Path,
) -> None:
    for path, text in PACK.items():
        write(tmp_path / path, text)
    name = "rp/roles/scout.md"
    (tmp_path / name).chmod(0)
    ways = [[name], ["rp/roles"], ["rp"], ["."], ["--fix", "-q", name]]
    for report in reports_without_rights(
        tmp_path, *(["lint", "-f", "json", *way] for way in ways), ["gate", "-f", "json", "rp"]
    ):
        rules = {found["rule"] for found in report["findings"] if found["path"] == name}
        assert rules & {"unreadable-role-definition", "archive-unreadable"}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_program_that_is_asked_to_end_leaves_no_file_behind(
    project: Path, number: signal.Signals
) -> None:
    write(project / "roles/scout.md", BAD)
    slow = (
        "import os, sys, time\n"
        "def wait(handle):\n"
        "    print('there', flush=True)\n"
        "    time.sleep(60)\n"
        "os.fsync = wait\n"
        f"{START[2]}"
    )
    command = [sys.executable, "-c", slow, "--fix", "roles"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"there\n"
        assert len([*Path("roles").iterdir()]) == 2
        process.send_signal(number)
        assert process.wait(timeout=30) == 128 + number
    assert [path.name for path in Path("roles").iterdir()] == ["scout.md"]
    assert (project / "roles/scout.md").read_text("utf-8") == BAD


HOSTILE = "---\nname: scout\ndescription: d\u202e \x1b[31m\x07\ntools: [read]\n---\n\nMap.\n"


class TestDiff:
    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pty")
    def test_a_terminal_obeys_nothing_that_is_in_a_file(self, project: Path) -> None:
        import pty

        write(project / "roles/scout.md", HOSTILE)
        leader, follower = pty.openpty()
        done = subprocess.run(
            [*START, "--diff", "-q", "roles"], stdout=follower, check=False, timeout=60
        )
        os.close(follower)
        text, until = "", time.monotonic() + 10
        while "+tools: read" not in text and time.monotonic() < until:
            text += os.read(leader, 1 << 16).decode()
        os.close(leader)
        assert done.returncode == 1
        assert " description: d<U+202E> <U+001B>[31m<U+0007>" in text
        assert not set(text) & {"\x1b", "\x07", "\u202e"}

    def test_what_is_redirected_is_what_it_is(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", HOSTILE)
        assert " description: d\u202e \x1b[31m\x07\n" in run("--diff", "-q", "roles").out


LONG = "a" * 300


@posix
@pytest.mark.parametrize(
    "arguments",
    [
        ["init", LONG, "--role", "scout"],
        ["init", ".", "--from", LONG],
        ["list", LONG],
        ["list", "--pack", LONG],
        ["show", "scout", "--project", LONG],
        ["show", LONG],
        ["normalize", LONG],
        ["gate", LONG],
        ["gate", "roles", "--catalog", LONG],
        ["gate", "roles", "--previous", LONG],
        ["gate", "roles", "--schemas", LONG],
        ["audit", LONG, "-o", "out"],
        ["audit", "x.tgz", "-o", LONG],
        ["lsp", "--associate", LONG],
        ["lint", LONG],
        *(
            ["lint", "roles", option, LONG]
            for option in (
                "--output",
                "--baseline",
                "--config",
                "--policy",
                "--schemas",
                "--files-from",
                "--write-baseline",
            )
        ),
    ],
    ids=lambda arguments: " ".join(arguments).replace(LONG, "LONG"),
)
def test_a_name_that_no_system_has_is_told_of(
    run: Run, project: Path, arguments: list[str]
) -> None:
    good(project)
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert LONG in err
    assert "internal" not in err


def test_a_catalog_of_which_a_part_cannot_be_listed(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good(project)
    (project / "catalog" / "part").mkdir(parents=True)
    refused = str(project / "catalog" / "part")
    scandir = os.scandir

    def scan(path: str) -> object:
        if str(path).endswith("part"):
            raise PermissionError(errno.EACCES, "Permission denied", refused)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", scan)
    code, out, err = run("gate", "roles", "--catalog", "catalog")
    assert (code, out) == (2, "")
    assert "cannot read the catalog `catalog`: Permission denied" in err
