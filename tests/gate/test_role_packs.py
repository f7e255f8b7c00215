"""Pi role packs at the gate: every role of the package, and the names that they share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from herdr_lint import Finding, Need, Severity, Verdict, gate
from herdr_lint.files.disk import REAL, Trace, keeping
from herdr_lint.judge.judge import word
from herdr_lint.run import packed_roles
from herdr_lint.run.packed_roles import PackageView
from tests.builders import files, text, tgz

PACKAGE = {
    "name": "acme-roles",
    "version": "1.2.0",
    "keywords": ["pi-package"],
    "pi": {"extensions": ["./extension.ts"]},
    "peerDependencies": {"@earendil-works/pi-coding-agent": "*"},
}
EXTENSION = b"""\
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { fileURLToPath } from "node:url";

export default function (pi: ExtensionAPI) {
  const stop = pi.events.on("pi-herdr-subagents:roles:discover:v1", (request: any) => {
    if (request.apiVersion !== 1) return;
    request.register(fileURLToPath(new URL("./roles", import.meta.url)));
  });
  pi.on("session_shutdown", stop);
}
"""
SCOUT = b"---\nname: scout\ndescription: Maps the code\n---\nMap it.\n"


def pack(**roles: bytes) -> dict[str, bytes]:
    return {"package.json": text(PACKAGE), "extension.ts": EXTENSION} | {
        f"roles/{name}.md": content for name, content in roles.items()
    }


def told(verdict: Verdict) -> list[tuple[str, str, int]]:
    return [
        (one.rule, one.path, one.span.start.line)
        for one in verdict.findings
        if one.severity is Severity.ERROR
    ]


def test_a_sound_pack_is_accepted() -> None:
    packed = {f"package/{name}": data for name, data in pack(scout=SCOUT).items()}
    verdict = gate(tgz(packed), name="acme-roles", version="1.2.0")
    assert told(verdict) == []
    assert (verdict.profile, verdict.name, verdict.version) == ("role-pack", "acme-roles", "1.2.0")
    assert verdict.unchecked == ()


def test_what_lies_on_the_disk_is_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with keeping(Trace()) as trace:
        assert gate(pack(scout=SCOUT)).accepted
    assert {asked[0] for _, asked, _ in trace.groups()} <= {REAL}
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert gate(pack(scout=SCOUT)).accepted
    assert gate(files()).accepted


def test_what_git_would_leave_out_is_shipped_all_the_same() -> None:
    packed = pack(scout=SCOUT) | {"more/roles/guide.md": SCOUT}
    for ignored in (b"", b"more/\n", b"*\n"):
        verdict = gate({**packed, ".gitignore": ignored, ".git/HEAD": b""})
        assert told(verdict) == [("role-name-mismatch", "pack!more/roles/guide.md", 2)]


def test_each_role_is_judged_as_part_of_a_package() -> None:
    packed = pack(scout=SCOUT.replace(b"scout", b"guide"), lead=b"---\nname: lead\n---\nLead.\n")
    verdict = gate(tgz({f"package/{name}": data for name, data in packed.items()}))
    assert told(verdict) == [
        ("missing-role-description", "pack!package/roles/lead.md", 1),
        ("role-name-mismatch", "pack!package/roles/scout.md", 2),
    ]
    assert verdict.primary == "missing-role-description"


def test_a_name_may_stand_once_in_a_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    found = PackageView(places=("agents", "roles"))
    monkeypatch.setattr(packed_roles, "judge_package", lambda *_: found)
    verdict = gate(pack(scout=SCOUT) | {"agents/scout.md": SCOUT})
    assert told(verdict) == [
        ("duplicate-package-role", "pack!agents/scout.md", 2),
        ("duplicate-package-role", "pack!roles/scout.md", 2),
    ]


def test_files_elsewhere_are_no_roles() -> None:
    nested = {"roles/sub/x.md": b"", "docs/x.md": b"", "roles/x.txt": b""}
    assert told(gate(pack(scout=SCOUT) | nested)) == []


def test_a_pack_without_roles_is_not_called_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_roles, "judge_package", lambda *_: PackageView())
    verdict = gate(pack())
    assert verdict.outcome == "undecided"
    assert [item.reason for item in verdict.unchecked] == [
        "no role was found: neither agents/ nor roles/ has any"
    ]


def test_roles_that_nobody_registers_are_found_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(packed_roles, "judge_package", lambda *_: PackageView())
    verdict = gate(pack(scout=SCOUT.replace(b"\n---\n", b"\nskill: plan\n---\n")))
    assert [(one.rule, one.path, one.severity) for one in verdict.findings] == [
        ("skill-singular", "pack!roles/scout.md", Severity.WARNING)
    ]
    assert verdict.unchecked == ()


def test_the_package_is_called_as_its_address_says() -> None:
    verdict = gate(pack(scout=SCOUT), name="acme", version="2.0.0")
    assert told(verdict) == [
        ("name-mismatch", "pack!package.json", 2),
        ("version-mismatch", "pack!package.json", 3),
    ]


def test_a_package_without_a_name_is_none_of_that_address() -> None:
    nameless = {key: value for key, value in PACKAGE.items() if key != "name"}
    packed = pack(scout=SCOUT) | {"package.json": text(nameless)}
    messages = [
        one.message for one in gate(packed, name="acme").findings if one.rule == "name-mismatch"
    ]
    assert messages == ["the manifest is called `null`, and the pack is published as `acme`"]


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff"])
def test_a_package_has_to_be_json(content: bytes) -> None:
    verdict = gate({"package.json": content})
    assert {rule for rule, _, _ in told(verdict)} == {"role-pack-manifest-invalid"}
    assert (verdict.name, verdict.needs) == (None, ())


def test_a_package_is_needed() -> None:
    verdict = gate({"roles/scout.md": SCOUT}, "role-pack")
    assert told(verdict) == [("archive-manifest-missing", "pack", 1)]
    assert verdict.findings[0].message == "there is no `package.json` in the pack"
    assert verdict.primary == "archive-manifest-missing"
    assert told(gate(b"", "role-pack")) == [("archive-unreadable", "pack", 1)]


def test_peers_are_needs() -> None:
    package = PACKAGE | {
        "peerDependencies": {"a": "*", "b": 1},
        "peerDependenciesMeta": {"b": {"optional": True}},
    }
    verdict = gate(pack(scout=SCOUT) | {"package.json": text(package)})
    assert verdict.needs == (Need("peer", "a", "*"), Need("peer", "b", optional=True))


class TestPackageJudge:
    def test_it_says_where_the_roles_are(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def judged(files: Mapping[str, bytes], prefix: str) -> PackageView:
            assert (sorted(files), prefix) == (["lib/scout.md", "package.json"], "pack!")
            return PackageView(places=("lib", "lib/scout.md"))

        monkeypatch.setattr(packed_roles, "judge_package", judged)
        verdict = gate({"package.json": text(PACKAGE), "lib/scout.md": SCOUT})
        assert told(verdict) == [("duplicate-package-role", "pack!lib/scout.md", 2)]

    def test_its_findings_are_part_of_the_verdict(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found = word("json-invalid", "role-pack", "pack!index.ts", cause="syntax", problem="")
        view = PackageView((found,), places=())
        monkeypatch.setattr(packed_roles, "judge_package", lambda *_: view)
        assert gate(pack(scout=SCOUT)).findings == (found,)

    def test_its_faults_let_nothing_pass(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_: object) -> list[Finding]:
            raise ZeroDivisionError

        monkeypatch.setattr(packed_roles, "judge_package", broken)
        verdict = gate(pack(scout=SCOUT))
        assert told(verdict) == [("internal-error", "pack!package.json", 1)]
        assert verdict.primary == "internal_error"
