"""What a sound pack costs: what is loaded for it, and what is worked out. Counted, not timed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from herdr_lint import gate
from tests.builders import agent, files, manifest, node, tgz

HEAVY = ("jsonschema", "referencing", "regress", "ruamel", "tree_sitter", "typer", "rich")


def test_a_sound_pack_loads_nothing_that_only_explains() -> None:
    program = (
        "import sys; from herdr_lint import gate; from tests.builders import files, tgz;"
        " assert gate(tgz(files())).accepted;"
        f" print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"


def test_no_place_is_looked_for_without_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: object) -> None:
        raise AssertionError("somebody asked for a place")

    monkeypatch.setattr("herdr_lint.syntax.json_scanner.scan", refused)
    task = {"taskSchemaRef": "schemas/a.json", "returnSchemaRef": "schemas/a.json"}
    pack = manifest(
        agents=[agent(role="skill", handoff=task, toolAllowlist=["openwop:acme.text.count"])],
        nodes=[node()],
        runtime={"language": "javascript", "entry": "index.mjs"},
    )
    schema = b'{"$id": "https://packs.openwop.dev/vendor.acme.crew/1.0.0/a.json"}'
    verdict = gate(tgz(files(pack, schemas__a_json=schema, index_mjs=b"")))
    assert (verdict.accepted, verdict.findings) == (True, ())
