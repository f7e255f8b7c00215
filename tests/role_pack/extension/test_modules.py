"""The scripts of a pack: which are modules, which may speak of the host's channel."""

from __future__ import annotations

import pytest

from herdr_lint.files.tree import MappingTree
from herdr_lint.role_pack.extension.modules import Modules, is_script
from herdr_lint.role_pack.extension.resolution import Resolution


def modules(files: dict[str, bytes]) -> Modules:
    tree = MappingTree(files)
    return Modules(tree, Resolution(tree, {}, packed=False))


@pytest.mark.parametrize(
    ("text", "speaks"),
    [
        (b"pi-herdr-subagents:roles:discover:v1", True),
        (b"x:agent:role", True),
        (b"Agents:Roles", True),
        (b"agents:rolesx", False),
        (b"role:discover", True),
        (b"roles.discover", True),
        (b"roles/discover", True),
        (b"roles_discover", True),
        (b"ROLES-discover", True),
        (b"roles discover", False),
        (b"herdr-agent", True),
        (b"herdr-subagents", True),
        (b"herdr agents", False),
    ],
)
def test_what_may_speak_of_the_channel(text: bytes, speaks: bool) -> None:
    assert modules({"a.ts": b"// " + text}).speaks("a.ts") is speaks


def test_what_is_no_script_does_not_speak() -> None:
    found = modules({"a.md": b"herdr-agents"})
    assert (found.speaks("a.md"), found.speaks("gone.ts")) == (False, False)
    assert (found.data("a.md"), found.get("a.md"), found.get("gone.ts")) == (None, None, None)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.ts", True),
        ("src/a.mjs", True),
        ("a.md", False),
        ("a", False),
        ("a.d.ts", False),
        ("a.test.ts", False),
        ("a.spec.js", False),
        ("test.ts", True),
        ("latest/a.ts", True),
        *((f"{folder}/a.ts", False) for folder in ("__tests__", "fixtures", "spec", "test")),
        ("src/tests/deep/a.ts", False),
    ],
)
def test_types_and_tests_are_no_scripts(path: str, expected: bool) -> None:
    assert is_script(path) is expected


def test_each_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    found = MappingTree.read

    def counted(tree: MappingTree, path: str) -> bytes | None:
        read.append(path)
        return found(tree, path)

    monkeypatch.setattr(MappingTree, "read", counted)
    pack = modules({"a.ts": b'import "./b";\n', "b.ts": b""})
    module = pack.get("a.ts")
    assert module is not None
    assert (pack.speaks("a.ts"), pack.get("a.ts")) == (False, module)
    other = pack.imported(module, "./b")
    assert other is not None
    assert (other.path, pack.imported(module, "./gone")) == ("b.ts", None)
    assert [one.path for one in pack.known] == ["a.ts", "b.ts"]
    assert read == ["a.ts", "b.ts"]
