"""Twice the input is twice the work: four times as much is nowhere near sixteen times."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from herdr_lint import Unchecked, gate, lint
from herdr_lint.files.regular import DEEPEST

HEAD = "---\nname: scout\ndescription: d\n"
TAIL = "---\n\nMap.\n"
SMALL = 2_000
FEW = 250
TIMES = 4
MOST = 6.0
"""How many times the work of the small file the large one may cost; a square would be 16."""


def joined(key: str, word: str) -> Callable[[int], str]:
    return lambda number: f"{key}: " + ", ".join(word.format(at) for at in range(number)) + "\n"


def lines(line: str, before: str = "") -> Callable[[int], str]:
    return lambda number: before + "".join(line.format(at) for at in range(number))


FRONTMATTER: dict[str, Callable[[int], str]] = {
    "keys": lines("k{}: v\n"),
    "strays": lines(" tools: read{}\n"),
    "repeated": lines("tools: read\n"),
    "list": lines("  - t{}\n", "tools:\n"),
    "tools": joined("tools", "Read"),
    "other tools": joined("tools", "t{}"),
    "odd tools": joined("tools", "+x{}"),
    "denied": joined("deny-tools", "Xead{}"),
    "overlap": lambda number: joined("tools", "a{}")(number) + joined("deny-tools", "a{}")(number),
    "skills": joined("skills", "A_b{}"),
    "models": joined("model", "m{}"),
    "look-alikes": joined("tools", "r\u0435ad{}"),
    "misspelled among others": lambda number: (
        lines("k{}: v\n")(number) + lines("Tools: read\n")(number)
    ),
    "typos among others": lambda number: lines("k{}: v\n")(number) + lines("tols: read\n")(number),
    "long values that hold keys": lambda number: lines(
        "k{}:" + "\n  some words of it" * 350 + "\n  tools: y\n"
    )(number // 250),
    "keys of other programs": lines("allowed-tools: [Read, Bash]\n"),
    "conflicts": lines("<<<<<<< a\ntools: a\n=======\ntools: b\n>>>>>>> b\n"),
    "ignored on one line": lambda number: (
        f"# herdr-lint: ignore[{','.join(['key-unknown'] * number)}] x\n"
    ),
    "unknown on one line": lambda number: (
        f"# herdr-lint: ignore[{','.join(f'zz{at}' for at in range(number))}] x\n"
    ),
    "ignored on many lines": lines("# herdr-lint: ignore[zz{}] x\n"),
    "ignored on the next line": lines("# herdr-lint: ignore-next-line[key-unknown] x\n"),
}


PACKAGE = {"name": "p", "version": "1.0.0", "keywords": ["pi-package"]}
LISTENS = (
    'const channel = "pi-herdr-subagents:roles:discover:v1";\n'
    "export default (pi: any) => { pi.events.on(channel, async (request: any) => {\n"
)
MANIFEST = {
    "name": "vendor.acme.crew",
    "version": "1.0.0",
    "license": "MIT",
    "engines": {"openwop": ">=1.1.0 <2.0.0"},
    "runtime": {"language": "remote", "entry": "pack.json"},
}
WRITER = {
    "agentId": "vendor.acme.crew.writer",
    "persona": "Writer",
    "modelClass": "writing",
    "systemPrompt": "w",
}


def scripted(make: Callable[[int], str]) -> Callable[[int], dict[str, bytes]]:
    """A role pack with a script of some length."""
    package = json.dumps({**PACKAGE, "pi": {"extensions": ["./e.ts"]}}).encode()
    return lambda number: {
        "package.json": package,
        "e.ts": make(number).encode(),
        "roles/scout.md": (HEAD + TAIL).encode(),
    }


def manifested(make: Callable[[int], dict[str, Any]]) -> Callable[[int], dict[str, bytes]]:
    """An OpenWOP pack with a manifest of some length."""
    return lambda number: {"pack.json": json.dumps({**MANIFEST, **make(number)}).encode()}


def with_schema(make: Callable[[int], Any]) -> Callable[[int], dict[str, bytes]]:
    """An OpenWOP pack with a schema of some length."""
    writer = {**WRITER, "handoff": {"taskSchemaRef": "t.json"}}
    pack = json.dumps({**MANIFEST, "agents": [writer]}).encode()
    return lambda number: {"pack.json": pack, "t.json": json.dumps(make(number)).encode()}


def members(member: Any, **more: Any) -> Callable[[int], Any]:
    return lambda number: {**more, "properties": {f"p{at}": member for at in range(number)}}


PACKS: dict[str, Callable[[int], dict[str, bytes]]] = {
    "calls of functions": scripted(
        lambda number: (
            f"export default (pi: any) => {{ {lines('g{}(pi);')(number)} }}\n"
            + lines("function g{}(a: any) {{ a.events.on('x', a) }}\n")(number)
        )
    ),
    "waits": scripted(
        lambda number: (
            f"{LISTENS}{'if (a) { await x }' * number}\n"
            f"{lines('request.register(`./roles`);')(number)} }}) }}\n"
        )
    ),
    "members of an object": scripted(
        lambda number: (
            f"const o = {{ {lines('k{}: 1,')(number)} }};\n{LISTENS}"
            f"{'request.register(o.k0);' * number} }}) }}\n"
        )
    ),
    "nodes": manifested(
        lambda number: {
            "agents": [],
            "nodes": [{"typeId": f"vendor.acme.crew.n{at}", "x": 1} for at in range(number)],
        }
    ),
    "agents": manifested(
        lambda number: {"agents": [{**WRITER, "agentId": f"x{at}"} for at in range(number)]}
    ),
    "references to an anchor": with_schema(
        members({"$ref": "#a"}, **{"$defs": {"a": {"$anchor": "a"}}})
    ),
    "references to a name": with_schema(
        members({"$ref": "b.json"}, **{"$defs": {"a": {"$id": "b.json"}}})
    ),
    "references to a place": with_schema(members({"$ref": "#/$defs/a"}, **{"$defs": {"a": {}}})),
    "dynamic references": with_schema(
        members({"$dynamicRef": "#a"}, **{"$defs": {"a": {"$dynamicAnchor": "a"}}})
    ),
    "types that there are not": with_schema(members({"type": "strin"})),
}


def calls(what: Callable[[], object]) -> int:
    """The calls that something takes, those of functions in C among them."""
    counted = 0

    def count(*_: object) -> None:
        nonlocal counted
        counted += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        what()
    finally:
        sys.setprofile(before)
    return counted


def calls_of_lint(path: Path, text: str) -> int:
    path.write_text(text, "utf-8")
    return calls(lambda: lint([path]))


@pytest.mark.slow
@pytest.mark.parametrize("name", FRONTMATTER)
def test_a_role_costs_what_it_is_long(tmp_path: Path, name: str) -> None:
    role = tmp_path / "roles" / "scout.md"
    role.parent.mkdir()
    make = FRONTMATTER[name]
    small, large = (HEAD + make(number) + TAIL for number in (SMALL, TIMES * SMALL))
    calls_of_lint(role, small)  # what is loaded once does not count
    assert calls_of_lint(role, large) < MOST * calls_of_lint(role, small)


@pytest.mark.slow
@pytest.mark.parametrize("name", PACKS)
def test_a_pack_costs_what_it_is_long(name: str) -> None:
    loading, small, large = (PACKS[name](number) for number in (FEW - 1, FEW, TIMES * FEW))
    gate(loading)  # what is loaded once does not count, nor may what is remembered of a pack
    assert calls(lambda: gate(large)) < MOST * calls(lambda: gate(small))


WEIGH = """
import sys
from pathlib import Path
from herdr_lint import lint
found = len(lint(sys.argv[1:]).findings)
# what getrusage tells begins with the weight of the process that has started this one
[line] = [one for one in Path("/proc/self/status").open() if one.startswith("VmHWM:")]
print(found, int(line.split()[1]) >> 10)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux what a process weighed")
@pytest.mark.parametrize("name", ["keys", "strays", "skills", "models", "odd tools"])
def test_no_end_of_findings_has_a_bounded_weight(tmp_path: Path, name: str) -> None:
    """What is wrong with one item is forgotten before a later one is asked about."""
    role = tmp_path / "roles" / "scout.md"
    role.parent.mkdir()
    role.write_text(HEAD + FRONTMATTER[name](30_000) + TAIL, "utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", WEIGH, str(role)], capture_output=True, text=True, check=True
    )
    found, mebibytes = map(int, ran.stdout.split())
    assert found >= (1 if name == "odd tools" else 30_000)
    assert mebibytes < 200


def test_a_tree_is_gone_into_for_so_many_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    deep = tmp_path.joinpath(*["d"] * DEEPEST)
    (deep / "e" / "roles").mkdir(parents=True)
    (deep / "roles").mkdir()
    for folder in (deep / "roles", tmp_path / "roles"):
        folder.mkdir(exist_ok=True)
        (folder / "scout.md").write_text(HEAD + TAIL, "utf-8")
    report = lint([tmp_path])
    assert report.files == ("roles/scout.md",)
    below = deep.relative_to(tmp_path).as_posix()
    reason = f"more than {DEEPEST} folders deep"
    assert report.unchecked == (
        Unchecked(f"{below}/e", reason),
        Unchecked(f"{below}/roles", reason),
    )
    assert len(lint([deep]).files) == 1
