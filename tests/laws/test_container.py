"""L2: what is said of a pack does not depend on what it comes in.

A mapping, a folder, a tar, a gzipped tar and a zip archive get one verdict, and what ``lint`` says
of an archive the gate says too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given

from herdr_lint import Finding, Severity, Verdict, gate, lint
from tests.builders import files, tar, tgz, zipped
from tests.effort import examples
from tests.laws.trees import trees
from tests.strategies.archives import write_folder
from tests.strategies.gate import manifests, packs

MANIFESTS = ("package.json", "pack.json")
NPM = "package/"
PUBLISHING = {"namespace-unpublishable"}
"""Rules that only whoever publishes asks about."""


def parts_of(tree: Mapping[str, str]) -> list[dict[str, bytes]]:
    """The packs of a generated tree, each as the files that an archive of it would hold."""
    roots = [
        name.rpartition("/")[0] for name in tree if name.endswith(("package.json", "pack.json"))
    ]
    return [
        {
            name.removeprefix(f"{root}/"): text.encode()
            for name, text in tree.items()
            if name.startswith(f"{root}/") and not text.startswith("->") and not name.endswith("/")
        }
        for root in roots
    ]


def holds(pack: Mapping[str, bytes]) -> None:
    """The law, for one pack; that of npm lies in a folder in its archive."""
    pack = dict(sorted(pack.items()))  # the order of entries is a part of what an archive is
    shipped = pack if "pack.json" in pack else {f"{NPM}{name}": data for name, data in pack.items()}
    with TemporaryDirectory() as scratch, chdir(scratch):
        write_folder(Path("pack"), pack)
        forms = {"pack.tar": tar(shipped), "pack.tgz": tgz(shipped), "pack.zip": zipped(shipped)}
        for name, data in forms.items():
            Path(name).write_bytes(data)
        verdicts = {"pack!": gate(dict(pack)), "pack/": gate("pack")}
        verdicts |= {f"{name}!": gate(name) for name in forms}
        told = {prefix: _told(verdict, prefix) for prefix, verdict in verdicts.items()}
        assert {prefix: one for prefix, one in told.items() if one != told["pack!"]} == {}
        loud = {name: data.replace(b"herdr-lint:", b"herdr-lint") for name, data in shipped.items()}
        lint_agrees("loud.tgz", tgz(loud))
        lint_agrees("loud.zip", zipped(loud))
        for name in ("pack.tgz", "pack.zip"):  # with comments that silence rules, but for the gate
            assert verdicts[f"{name}!"].outcome == "rejected" or not lint(name).count(
                Severity.ERROR
            )


def _fails(path: str) -> bool:
    return lint(path).count(Severity.ERROR) > 0


def lint_agrees(name: str, archive: bytes) -> None:
    """The gate says what ``lint`` says of an archive in which nothing is silenced."""
    Path(name).write_bytes(archive)
    report, verdict = lint(name), gate(name)
    assert [*report.unchecked] == [*verdict.unchecked]
    said, gated = {*report.findings}, {*verdict.findings}
    assert said <= gated
    assert {one.rule for one in gated - said} <= PUBLISHING
    assert verdict.outcome == "rejected" or not _fails(name)


def _told(verdict: Verdict, prefix: str) -> object:
    """A verdict without what tells where the pack came from."""
    findings = [_without(finding, prefix) for finding in verdict.findings]
    reasons = [item.reason for item in verdict.unchecked]
    return verdict.primary, verdict.profile, findings, reasons, verdict.needs, verdict.schemas


def _without(finding: Finding, prefix: str) -> Mapping[str, object]:
    text = json.dumps(finding.to_dict()).replace(prefix, "").replace(NPM, "")
    stated: Mapping[str, object] = json.loads(text)
    return {"related": [], **stated}


@given(manifests)
@examples(40)
def test_any_manifest(data: object) -> None:
    holds(files(data, schemas__a_json=b"{}"))


@given(packs)
@examples(40)
def test_any_files(pack: dict[str, bytes]) -> None:
    with TemporaryDirectory() as scratch, chdir(scratch):
        lint_agrees("pack.tgz", tgz(pack))


@given(trees())
@examples(40)
def test_the_packs_of_any_tree(tree: Mapping[str, str]) -> None:
    for pack in parts_of(tree):
        holds(pack)
