"""What a file is to the server, and what is wrong with a configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from herdr_lint.lsp.subject import configuration_findings
from tests.lsp.subjects import opened
from tests.project.trees import plant

HELP = "see the guide to the configuration; the settings before this one hold meanwhile"
AGENT = '{"agentId": "vendor.acme.crew.writer"}'


@pytest.mark.parametrize(
    ("name", "text", "kind", "syntax"),
    [
        ("roles/scout.md", "---\nname: scout\n---\n", "role", ".md"),
        ("herdr-lint.toml", "", "configuration", ".toml"),
        ("pyproject.toml", "", "configuration", ".toml"),
        ("package.json", "{}", "package", ".json"),
        ("crew/pack.json", "{}", "manifest", ".json"),
        ("crew/pack.YML", "a: 1\n", "other", ".yaml"),
        ("vendor.acme.crew.json", AGENT, "manifest", ".json"),
        ("pack.tgz", "x", "manifest", ".tgz"),
        ("notes.txt", "x", "other", ".txt"),
    ],
)
def test_what_a_file_is(tree: Path, name: str, text: str, kind: str, syntax: str) -> None:
    subject = opened(tree, name, text)
    assert (subject.kind, subject.syntax) == (kind, syntax)
    assert (subject.role is not None) is (kind == "role")
    document = {"role": subject.role, "manifest": subject.manifest}.get(kind)
    assert subject.document is document
    assert (subject.guide is None) is (kind in {"role", "package", "other"})


@pytest.mark.parametrize(
    ("name", "text", "about"),
    [
        ("herdr-lint.toml", "", "Configuration of herdr-lint."),
        ("pyproject.toml", "", "Configuration of herdr-lint."),
        ("pack.json", "[]", "Node pack, OpenWOP v1."),
        ("pack.json", '{"engines": {"openwop": ">=2.0.0 <3.0.0"}}', "Node pack, OpenWOP v2."),
        ("pack.json", AGENT, "Node pack, OpenWOP v1."),
        ("vendor.acme.crew.json", AGENT, "Agent manifest, OpenWOP v1."),
        ("pack.tgz", "x", "Node pack, OpenWOP v1."),
    ],
)
def test_which_schema_describes_it(tree: Path, name: str, text: str, about: str) -> None:
    found = opened(tree, name, text).guide
    assert found is not None
    guide, base = found
    assert guide.meaning(()).startswith(about)
    assert base == (("tool", "herdr-lint") if name == "pyproject.toml" else ())


@pytest.mark.parametrize(
    ("name", "data", "found"),
    [
        ("herdr-lint.toml", b'show = "note"\n', []),
        ("herdr-lint.toml", b"show = \n", ["1:8 not TOML: Invalid value"]),
        ("herdr-lint.toml", b"\xff", ["1:1 not UTF-8, which TOML has to be; save it as UTF-8"]),
        (
            "herdr-lint.toml",
            b"x = " + b"[" * 5000,
            ["1:1 x.toml: its values are nested too deeply; flatten them"],
        ),
        ("herdr-lint.toml", b'extends = "base.toml"\n', []),
        ("pyproject.toml", b"[project]\n", []),
        ("pyproject.toml", b"# herdr-lint\n", []),
        ("pyproject.toml", b"x = \n", []),
        ("pyproject.toml", b"# herdr-lint\nx = \n", ["2:5 not TOML: Invalid value"]),
        ("pyproject.toml", b"[tool.herdr-lint]\nshow = 1\n", ["2:8 `show` is `1`"]),
    ],
)
def test_configurations(tree: Path, name: str, data: bytes, found: list[str]) -> None:
    plant(tree, {"base.toml": "shwo = 1\n"})
    told = configuration_findings(tree / name, data)
    assert len(told) == len(found)
    for finding, start in zip(told, found, strict=True):
        assert (finding.rule, finding.severity.value, finding.help) == (
            "configuration",
            "error",
            HELP,
        )
        assert finding.path == (tree / name).as_posix()
        place, _, message = start.partition(" ")
        span = finding.span.start
        assert f"{span.line}:{span.column}" == place
        assert finding.message.endswith(message.partition(" ")[2]) or finding.message.startswith(
            message
        )
