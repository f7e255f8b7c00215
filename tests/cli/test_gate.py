"""The gate command, from arguments to exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from herdr_lint.cli.gate import GateOptions, run_gate
from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge import validator
from herdr_lint.model import UsageError
from tests.builders import agent, files, manifest, manifest_v2, text, tgz
from tests.cli.conftest import Run
from tests.role_pack.packs import pack as role_pack


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")


def gated(pack: dict[str, bytes], capfd: pytest.CaptureFixture[str], **options: str) -> str:
    Path("crew.tgz").write_bytes(tgz(pack))
    given = {name: Path(value) if name in _PATHS else value for name, value in options.items()}
    code = run_gate(GateOptions(Path("crew.tgz"), **given))  # type: ignore[arg-type]
    return f"{capfd.readouterr().out}exit {int(code)}\n"


_PATHS = frozenset({"catalog", "previous", "schemas"})


def test_an_accepted_pack(capfd: pytest.CaptureFixture[str]) -> None:
    pack = files(manifest_v2(peerDependencies={"agents": ">=longTerm"}))
    assert gated(pack, capfd, catalog=_catalog()).splitlines()[-3:] == [
        "accepted: vendor.acme.crew 1.0.0 (openwop/v2)",
        "a host must offer: peer agents >=longTerm; runtime remote",
        "exit 0",
    ]


def _catalog() -> str:
    Path("catalog.json").write_text('{"version": 1, "packs": {}}')
    return "catalog.json"


def test_a_pack_that_is_there_already(capfd: pytest.CaptureFixture[str]) -> None:
    out = gated(files(), capfd, previous="crew.tgz")
    assert "accepted: vendor.acme.crew 1.0.0, which is published already (openwop/v1)\n" in out


def test_a_rejected_pack_is_shown_with_its_lines(capfd: pytest.CaptureFixture[str]) -> None:
    out = gated(files(manifest(agents=[agent(role="Skill")])), capfd)
    assert "error[agent-manifest-invalid]" in out
    assert '18 |       "role": "Skill"' in out
    assert "rejected: vendor.acme.crew 1.0.0, with invalid_manifest (openwop/v1)\n" in out
    assert out.endswith("exit 1\n")


def test_a_pack_without_a_manifest_has_no_name(capfd: pytest.CaptureFixture[str]) -> None:
    out = gated({"README.md": b""}, capfd)
    assert "rejected: the pack, with tarball_manifest_missing (openwop/v1)\nexit 1\n" in out


def test_what_the_registry_expects_is_held_against_it(capfd: pytest.CaptureFixture[str]) -> None:
    out = gated(files(), capfd, name="vendor.acme.crews", pack_version="1.0.0")
    assert "with manifest_name_mismatch" in out
    out = gated(files(), capfd, name="vendor.acme.crew", pack_version="1.0.1")
    assert "with manifest_version_mismatch" in out


def test_json_is_a_verdict(capfd: pytest.CaptureFixture[str]) -> None:
    out = gated(files(), capfd, format="json")
    data = json.loads(out.removesuffix("exit 0\n"))
    schema, resources = registry.shipped("verdict.schema.json")
    assert [*validator.schema_errors(validator.build(schema, resources), data)] == []
    assert data["accepted"] is True


def test_a_folder_of_archives_is_a_catalog(capfd: pytest.CaptureFixture[str]) -> None:
    folder = Path("registry", "v1", "packs", "vendor.acme.crew", "-")
    folder.mkdir(parents=True)
    (folder / "1.0.0.tgz").write_bytes(tgz(files(manifest(description="Other."))))
    out = gated(files(), capfd, catalog="registry")
    assert "rejected: vendor.acme.crew 1.0.0, with version_conflict" in out


def test_optional_needs_are_called_so(capfd: pytest.CaptureFixture[str]) -> None:
    pack = manifest(peerDependencies={"a": "*"}, peerDependenciesMeta={"a": {"optional": True}})
    assert "a host must offer: peer a * (optional); runtime remote\n" in gated(files(pack), capfd)


def test_nothing_to_offer_is_not_spoken_of(capfd: pytest.CaptureFixture[str]) -> None:
    out = gated({"package.json": text({"name": "a"}), "roles/a.md": b""}, capfd)
    assert "a host must offer" not in out


def test_a_rule_that_fails_has_an_exit_code(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herdr_lint.openwop.pack.RULES", (lambda _: 1 / 0,))
    assert gated(files(), capfd).endswith("exit 3\n")


@pytest.mark.parametrize("wrong", ["pack", "previous", "catalog", "schemas"])
def test_a_missing_path_is_wrong_use(wrong: str) -> None:
    options = {"pack": Path("crew.tgz")} | {wrong: Path("none.tgz")}
    Path("crew.tgz").write_bytes(tgz(files()))
    with pytest.raises(UsageError, match=r"^`none\.tgz` does not exist; check its spelling"):
        run_gate(GateOptions(**options))  # type: ignore[arg-type]


NO_SCHEMA = "packs of the kind `prompt` have no schema here,"


def test_what_could_not_be_decided_says_why(capfd: pytest.CaptureFixture[str]) -> None:
    pack = manifest(kind="prompt", prompts=[{}])
    del pack["runtime"], pack["agents"]
    assert gated(files(pack), capfd).splitlines() == [
        "1 not checked:",
        f"  crew.tgz!pack.json: {NO_SCHEMA} so only what all kinds share",
        "    was judged; give the registry's own schemas (`--schemas`)",
        "",
        "1 file: nothing to report in what was checked.",
        "",
        "undecided: vendor.acme.crew 1.0.0 (openwop/v1)",
        "  no error was found, and there may be one in what was not checked of",
        "    crew.tgz!pack.json",
        "exit 2",
    ]


def test_all_that_is_asked_for_is_handed_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[GateOptions] = []

    def take(options: GateOptions) -> int:
        given.append(options)
        return 7

    monkeypatch.setattr("herdr_lint.cli.gate.run_gate", take)
    words = "a.tgz --profile openwop/v2 --name n --pack-version 1 --catalog c --previous p"
    assert run("gate", *words.split(), "--schemas", "s", "-f", "json", "--color", "never").code == 7
    assert run("gate", "a.tgz").code == 7
    places = {"catalog": Path("c"), "previous": Path("p"), "schemas": Path("s")}
    told = {"profile": "openwop/v2", "name": "n", "pack_version": "1"}
    whole = GateOptions(Path("a.tgz"), **told, **places, format="json", color="never")  # type: ignore[arg-type]
    assert given == [whole, GateOptions(Path("a.tgz"))]


def test_only_what_leaves_it_open_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    Path("own").mkdir()
    law = {"$id": "https://x.test/node.json", "properties": {"kind": {"const": "node"}}}
    Path("own", "node.json").write_bytes(text(law))
    script = {"extension.ts": "export default (pi) => {\n  pi.events.on(x, y);\n};\n"}
    pack = {f"package/{name}": data for name, data in role_pack(script).items()}
    assert gated(pack, capfd, schemas="own").splitlines()[-5:-2] == [
        "undecided: @acme/roles 1.0.0 (role-pack)",
        "  no error was found, and there may be one in what was not checked of",
        "    crew.tgz!package/extension.ts",
    ]


def test_notes_are_left_out(capfd: pytest.CaptureFixture[str]) -> None:
    pack = manifest()
    del pack["license"]
    assert "pack-license-missing" in gated(files(pack), capfd, format="json")
    assert "pack-license-missing" not in gated(files(pack), capfd)


def test_the_conclusion_drives_neither_a_terminal_nor_a_ci_service(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    name = "vendor.\x1b[31mx\n::error::\u202e ##[group]"
    pack = files(manifest_v2(name=name, version="\x9b1.0\n##vso[task]"))
    told = gated(pack, capfd)
    assert not set(told) & {"\x1b", "\x9b", "\u202e"}
    assert "##[" not in told
    assert "##vso[" not in told
    conclusion, needs, code = told.splitlines()[-3:]
    assert (needs, code) == ("a host must offer: runtime remote", "exit 1")
    assert conclusion.startswith(
        "rejected: vendor.\\x1b[31mx\\n::error::\\u202e ## [group] \\x9b1.0"
    )
