"""What a registry hears of a pack: the verdict, the one code, what hosts must offer."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from herdr_lint import Finding, Limits, Need, Severity, Unchecked, UsageError, Verdict, gate
from herdr_lint.files.pack_input import PackInput, integrity
from herdr_lint.openwop import profiles
from herdr_lint.openwop.published import PublishedPacks
from herdr_lint.openwop.rules import identities
from herdr_lint.openwop.subject import OpenwopPack
from herdr_lint.run.packed import AUTO, judge_packed
from tests.builders import NAME, agent, files, manifest, manifest_v2, node, text, tgz, zipped
from tests.strategies.archives import write_folder


def told(verdict: Verdict) -> list[tuple[str, str | None, str, int]]:
    """Rule, cause, path and line of each finding above a note."""
    return [
        (one.rule, one.cause, one.path, one.span.start.line)
        for one in verdict.findings
        if one.severity > Severity.NOTE
    ]


class TestProfile:
    def test_a_pack_tells_by_its_engines(self) -> None:
        assert gate(files()).profile == "openwop/v1"
        assert gate(files(manifest_v2())).profile == "openwop/v2"

    def test_an_npm_package_is_a_role_pack(self) -> None:
        assert gate({"package.json": b"{}"}).profile == "role-pack"

    def test_a_pack_with_both_manifests_is_one_of_openwop(self) -> None:
        assert gate(files(package_json=b"{}")).profile == "openwop/v1"

    def test_the_tree_of_a_registry_says_it_too(self, tmp_path: Path) -> None:
        folder = tmp_path / "v2" / "packs" / NAME / "-"
        folder.mkdir(parents=True)
        archive = folder / "1.0.0.tgz"
        archive.write_bytes(tgz(files()))
        assert gate(archive).profile == "openwop/v2"
        assert gate(archive, "openwop/v1").profile == "openwop/v1"

    def test_a_tree_of_an_unknown_version_says_nothing(self, tmp_path: Path) -> None:
        folder = tmp_path / "v9" / "packs" / NAME / "-"
        folder.mkdir(parents=True)
        (folder / "1.0.0.tgz").write_bytes(tgz(files()))
        assert gate(folder / "1.0.0.tgz").profile == "openwop/v1"

    def test_an_unknown_profile_is_wrong_use(self) -> None:
        with pytest.raises(
            UsageError, match="no profile 'openwop/v9'; choose one of auto, openwop/v1"
        ):
            gate(files(), "openwop/v9")


class TestPrimary:
    def test_v1_asks_for_the_name_before_it_looks_at_the_schema(self) -> None:
        broken = files(manifest(version="x", engines={"openwop": "latest"}))
        assert gate(broken).primary == "invalid_manifest"
        assert gate(broken, name="vendor.acme.other").primary == "manifest_name_mismatch"

    def test_v2_asks_for_the_engine_before_anything_in_the_manifest(self) -> None:
        broken = files(manifest_v2(version="x", agents=[]) | {"engines": {"openwop": ">=1.0.0"}})
        verdict = gate(broken, "openwop/v2", name="vendor.acme.other")
        assert verdict.primary == "pack_engine_unsupported"
        assert len(verdict.findings) > 3

    def test_the_archive_comes_before_the_manifest(self) -> None:
        verdict = gate(files(manifest(version="x"), **{"..__x": b""}))
        assert verdict.primary == "tarball_path_traversal"

    def test_an_error_without_a_code_gets_that_of_the_profile(self) -> None:
        verdict = gate(files(manifest(agents=[agent(agentId="vendor.a.b")])))
        assert verdict.primary == "invalid_manifest"

    def test_a_rule_of_the_registry_counts_where_its_schemas_do(self) -> None:
        schemas = {
            "node.json": {
                "$id": "https://registry.example/node.json",
                "properties": {
                    "kind": {"const": "node"},
                    "tier": {"enum": ["gold"], "x-herdr": {"rule": "acme-tier"}},
                },
            }
        }
        pack = manifest(tier="tin")
        verdict = gate(files(pack), schemas=schemas)
        assert told(verdict) == [("acme-tier", None, "pack!pack.json", 20)]
        assert verdict.primary == "invalid_manifest"
        other = gate(files(pack), schemas=schemas, name="vendor.acme.other")
        assert other.primary == "manifest_name_mismatch"
        outside = gate(files(pack, **{"..__x": b""}), schemas=schemas)
        assert outside.primary == "tarball_path_traversal"

    def test_a_rule_that_fails_lets_nothing_pass(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(_: OpenwopPack) -> list[Finding]:
            raise ZeroDivisionError("by design")

        monkeypatch.setattr("herdr_lint.openwop.pack.RULES", (broken, identities.misplaced_ids))
        verdict = gate(files(manifest(agents=[agent(), agent()])))
        assert told(verdict) == [
            ("internal-error", None, "pack!pack.json", 1),
            ("duplicate-agent-id", None, "pack!pack.json", 20),
        ]
        failed = verdict.findings[0]
        assert re.fullmatch(r".*test_gate\.py.* failed: .*by design.*", failed.message)
        assert failed.consequence == (
            "What this rule would have found is not known, and the run ends with exit code 3."
        )
        assert failed.help == "report this as a bug of herdr-lint, with the file that caused it"
        assert verdict.primary == "invalid_manifest"
        sound = gate(files())
        assert not sound.accepted
        assert sound.primary == "internal_error"

    def test_a_judge_that_fails_lets_nothing_pass(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("herdr_lint.openwop.pack.needs_of", lambda _: 1 / 0)
        verdict = gate(files())
        assert told(verdict) == [("internal-error", None, "pack", 1)]
        assert verdict.primary == "internal_error"


class TestPublishedBefore:
    def test_the_same_bytes_are_no_conflict(self) -> None:
        data = tgz(files())
        verdict = gate(data, previous=data)
        assert verdict.accepted
        assert verdict.republished

    def test_other_bytes_with_the_same_files_are_one(self) -> None:
        verdict = gate(tgz(files()), previous=zipped(files()))
        assert told(verdict) == [("version-immutable", None, "pack!pack.json", 3)]
        assert verdict.primary == "version_conflict"

    def test_without_an_archive_the_files_are_compared(self) -> None:
        assert gate(files(), previous=tgz(files())).republished

    def test_a_rejected_pack_is_not_published_again(self) -> None:
        broken = files(manifest(agents=[]))
        verdict = gate(broken, previous=broken)
        assert not verdict.accepted
        assert not verdict.republished

    def test_another_version_is_neither(self) -> None:
        verdict = gate(files(manifest(version="1.1.0")), previous=files())
        assert verdict.accepted
        assert not verdict.republished

    @pytest.mark.parametrize(
        ("known", "primary", "republished"),
        [
            (integrity(tgz(files())), None, True),
            (integrity(b"other"), "version_conflict", False),
            (None, "version_conflict", False),
        ],
    )
    def test_a_catalog_knows_the_integrity(
        self, known: str | None, primary: str | None, republished: bool
    ) -> None:
        catalog = {"version": 1, "packs": {NAME: {"versions": {"1.0.0": known}}}}
        verdict = gate(tgz(files()), catalog=catalog)
        assert (verdict.primary, verdict.republished) == (primary, republished)

    @pytest.mark.parametrize(
        ("pack", "known", "cause"),
        [
            (tgz(files()), integrity(b"other"), None),
            (tgz(files()), None, "unknown"),
            (files(), integrity(tgz(files())), "unknown"),
            (files(), None, "unknown"),
        ],
    )
    def test_what_cannot_be_compared_counts_as_another(
        self, pack: Any, known: str | None, cause: str | None
    ) -> None:
        catalog = {"version": 1, "packs": {NAME: {"versions": {"1.0.0": known}}}}
        (told,) = gate(pack, catalog=catalog).findings
        assert (told.rule, told.cause) == ("version-immutable", cause)

    @pytest.mark.parametrize("missing", ["name", "version"])
    def test_a_pack_without_a_name_or_a_version_is_in_no_catalog(self, missing: str) -> None:
        pack = manifest()
        del pack[missing]
        versions = {"versions": {"": None, "1.0.0": None}}
        catalog = {"version": 1, "packs": {"": versions, NAME: versions}}
        asked = gate(files(pack), catalog=catalog, name="vendor.acme.other", version="2.0.0")
        rules = {one.rule for one in asked.findings}
        other = "version-mismatch" if missing == "name" else "name-mismatch"
        assert rules == {other, "pack-manifest-invalid"}

    def test_a_catalog_without_the_version_admits_it(self) -> None:
        catalog = {"version": 1, "packs": {NAME: {"versions": {"0.9.0": None}}}}
        assert gate(files(), catalog=PublishedPacks.read(catalog)).accepted

    def test_what_is_no_catalog_is_wrong_use(self) -> None:
        with pytest.raises(UsageError) as raised:
            gate(files(), catalog={"packs": {NAME: {"tools": []}}})
        told = "the catalog is not of the form that `herdr-lint schema catalog` prints"
        assert raised.value.problems == (
            f"{told}: packs/{NAME} has `tools`, which is not known there",
            f"{told}: the document has no `version`",
        )
        with pytest.raises(UsageError) as raised:
            gate(files(), catalog={"version": 1, "packs": 5})
        assert raised.value.problems == (f'{told}: packs: 5 is not of type "object"',)


def but_for_archives(opens: Callable[..., Any]) -> Callable[..., Any]:
    """A function that opens a file, unless it is an archive."""

    def opened(path: Any, *more: Any, **named: Any) -> Any:
        if str(path).endswith(".tgz"):
            raise PermissionError(13, "Permission denied")
        return opens(path, *more, **named)

    return opened


class TestForms:
    def test_a_folder_is_shown_by_its_path(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write_folder(tmp_path / "crew", files(manifest(agents=[agent(role="x")])))
        monkeypatch.chdir(tmp_path)
        assert told(gate("crew")) == [("agent-manifest-invalid", "role", "crew/pack.json", 18)]
        monkeypatch.chdir("crew")
        assert told(gate(".")) == [("agent-manifest-invalid", "role", "pack.json", 18)]

    def test_an_archive_is_shown_by_its_path(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "crew.zip").write_bytes(zipped(files(manifest(agents=[agent(role="x")]))))
        monkeypatch.chdir(tmp_path)
        verdict = gate(Path("crew.zip"))
        assert told(verdict) == [("agent-manifest-invalid", "role", "crew.zip!pack.json", 18)]
        assert verdict.integrity == integrity((tmp_path / "crew.zip").read_bytes())

    def test_what_cannot_be_read_is_a_finding(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "crew.tgz").write_bytes(tgz(files()))
        monkeypatch.setattr(Path, "open", but_for_archives(Path.open))
        monkeypatch.setattr("os.open", but_for_archives(os.open))
        verdict = gate(tmp_path / "crew.tgz")
        assert [one.cause for one in verdict.findings] == ["unreadable"]
        assert verdict.integrity is None

    def test_any_kind_of_bytes_will_do(self) -> None:
        data = tgz(files())
        assert gate(bytearray(data)) == gate(memoryview(data)) == gate(data)

    def test_what_npm_packs_is_no_pack_of_openwop(self) -> None:
        packed = {f"package/{name}": data for name, data in files().items()}
        verdict = gate(packed)
        assert told(verdict) == [("archive-manifest-missing", "nested", "pack", 1)]
        assert verdict.primary == "tarball_manifest_missing"

    @pytest.mark.parametrize("profile", ["openwop/v2", "role-pack"])
    @pytest.mark.parametrize(
        ("pack", "rules"),
        [
            ({}, ["archive-manifest-missing"]),
            ({"a": b""}, ["archive-manifest-missing"]),
            ({"a": b"", "/b": b""}, ["archive-manifest-missing", "archive-path-unsafe"]),
            ({"/b": b""}, ["archive-path-unsafe"]),
        ],
    )
    def test_without_a_manifest(
        self, pack: dict[str, bytes], rules: list[str], profile: str
    ) -> None:
        assert [one.rule for one in gate(pack, profile).findings] == rules

    @pytest.mark.parametrize("name", ["pack.json", "package.json"])
    @pytest.mark.parametrize("said", [{}, {"name": "", "version": ""}, {"name": 1, "version": []}])
    def test_a_pack_that_does_not_say_what_it_is_called(self, name: str, said: Any) -> None:
        verdict = gate({name: text(said)})
        unknown = {"name": None, "version": None, "integrity": None}
        assert verdict.to_dict()["pack"] == unknown

    def test_a_manifest_beyond_the_limit_is_not_read(self) -> None:
        verdict = gate(files(), limits=Limits(manifest=10))
        assert verdict.primary == "tarball_manifest_too_large"
        told = Unchecked("pack!pack.json", "larger than 10 bytes", decides=True)
        assert verdict.unchecked == (told,)
        size = len(files()["pack.json"])
        assert [(one.path, one.message) for one in verdict.findings] == [
            ("pack!pack.json", f"`pack.json` has {size} bytes, and the limit is 10")
        ]
        assert gate(files(), limits=Limits(manifest=size)) == gate(files())

    @pytest.mark.parametrize("profile", ["auto", "openwop/v1"])
    def test_a_pack_may_have_what_its_own_profile_admits(
        self, monkeypatch: pytest.MonkeyPatch, profile: str
    ) -> None:
        known, pack = profiles.shipped(), files(notes_txt=b"x" * 2_000)
        limits = Limits(member=1_999)
        strict = replace(known["openwop/v1"], limits=limits)
        assert gate(pack, profile).accepted
        monkeypatch.setattr(profiles, "shipped", lambda: {**known, "openwop/v1": strict})
        verdict = gate(pack, profile)
        assert verdict.primary == "tarball_entry_too_large"
        assert verdict == gate(pack, profile, limits=limits)


def test_needs_are_listed_and_not_weighed() -> None:
    pack = manifest_v2(
        dependencies={"vendor.acme.text": "^1.0.0"},
        peerDependencies={"agentRuntime": "supported", "agents": ">=longTerm"},
        peerDependenciesMeta={"agents": {"optional": True, "facets": ["memoryBackends"]}},
        runtime={
            "language": "javascript",
            "entry": "index.mjs",
            "minRuntimeVersion": "node>=20",
            "requires": ["net.outbound"],
        },
        connector={
            "id": "acme",
            "displayName": "Acme",
            "auth": {"type": "credential", "key": "acme", "scope": "tenant"},
        },
        agents=[
            agent(
                memoryShape={"scratchpad": False, "longTerm": True},
                requiresCapabilities=["agents.memory"],
                toolAllowlist=["openwop:acme.text.count", "mcp:search"],
            )
        ],
        nodes=[
            node(
                requiredModelCapabilities=["long-context"],
                fallbackModel={"provider": "acme", "model": "m"},
                requiresSecrets=[{"id": "token", "kind": "api-key"}],
                requiredCredentials=[{"key": "acme", "scope": "user"}],
                auth={"type": "oauth2", "provider": "acme", "scopes": ["read", "write"]},
            )
        ],
    )
    verdict = gate(files(pack, index_mjs=b""))
    assert told(verdict) == []
    writer, count = (f"{NAME}.writer",), ("acme.text.count",)
    assert verdict.needs == (
        Need("capability", "agents.memory", by=writer),
        Need("credential", "acme", "tenant"),
        Need("credential", "acme", "user", by=count),
        Need("dependency", "vendor.acme.text", "^1.0.0"),
        Need("engine", "openwop", ">=1.1.0 <3.0.0"),
        Need("facet", "agents", "memoryBackends", optional=True),
        Need("memory", "longTerm", by=writer),
        Need("model-capability", "long-context", optional=True, by=count),
        Need("model-class", "writing", by=writer),
        Need("oauth", "acme", "read write", by=count),
        Need("peer", "agentRuntime", "supported"),
        Need("peer", "agents", ">=longTerm", optional=True),
        Need("runtime", "javascript", "node>=20"),
        Need("runtime-requirement", "net.outbound"),
        Need("secret", "token", "api-key", by=count),
        Need("tool", "mcp:search", by=writer),
    )


def test_what_is_not_of_its_form_is_no_need() -> None:
    """The schema says that it is wrong."""
    odd = node(requiresSecrets=[1, {"id": "token"}], requiredCredentials=["acme"], auth=3)
    pack = manifest(
        engines=[], dependencies=1, nodes=[odd], agents=[agent(requiresCapabilities=[2, "a"])]
    )
    writer = (f"{NAME}.writer",)
    assert gate(files(pack)).needs == (
        Need("capability", "a", by=writer),
        Need("model-class", "writing", by=writer),
        Need("runtime", "remote"),
        Need("secret", "token", by=("acme.text.count",)),
    )


@pytest.mark.parametrize("dimension", ["scratchpad", "conversation", "longTerm"])
def test_each_kind_of_memory_is_a_need(dimension: str) -> None:
    pack = manifest(agents=[agent(memoryShape={dimension: True, "other": True})])
    found = [one for one in gate(files(pack)).needs if one.kind == "memory"]
    assert found == [Need("memory", dimension, by=(f"{NAME}.writer",))]


def test_an_mcp_server_is_a_need() -> None:
    runtime = {
        "language": "remote",
        "entry": "https://mcp.acme.example",
        "mcpServer": {
            "name": "example.acme/crew",
            "title": "C",
            "description": "The crew",
            "version": "1.2.3",
            "remotes": [{"type": "streamable-http", "url": "https://mcp.acme.example"}],
        },
    }
    verdict = gate(files(manifest_v2(runtime=runtime)))
    assert told(verdict) == []
    assert Need("mcp-server", "example.acme/crew", "https://mcp.acme.example") in verdict.needs


def test_a_verdict_says_which_schemas_it_rests_on() -> None:
    schemas = gate(files(manifest_v2())).schemas
    assert "openwop/v2/agent-manifest.schema.json" in schemas
    assert not [name for name in schemas if name.startswith("openwop/v1")]
    assert "role/role.schema.json" in gate({"package.json": b"{}"}).schemas


class TestWithoutPublishing:
    def test_publishing_is_no_affair_of_it(self) -> None:
        private = files(manifest(name="private.acme.crew", agents=[agent(agentId="local.a.b")]))
        pack = PackInput.read(private, Limits())
        result = judge_packed(pack, AUTO, Limits())
        assert [one.rule for one in result.findings] == ["agent-id-outside-pack"]
        assert result.check is not None
        assert result.check.record is not None
        assert result.check.record.name == "private.acme.crew"

    def test_a_role_pack_has_no_record(self) -> None:
        pack = PackInput.read({"package.json": b"{}"}, Limits())
        result = judge_packed(pack, AUTO, Limits())
        assert (result.profile, result.check) == ("role-pack", None)


def test_a_catalog_answers_for_all_tools() -> None:
    pack = files(manifest(agents=[agent(toolAllowlist=["openwop:core.files.read"])]))
    asked = gate(pack)
    assert [item.reason for item in asked.unchecked] == [
        "without a catalog nobody can tell whether these tools exist: `core.files.read`"
    ]
    answered = gate(pack, catalog={"version": 1, "packs": {}})
    assert told(answered) == [("tool-unresolved", None, "pack!pack.json", 19)]
    assert (answered.accepted, answered.primary) == (True, None)


def test_no_ignores_are_honoured() -> None:
    role = b"---\n# herdr-lint: ignore[missing-role-description] later\nname: a\n---\nDo.\n"
    verdict = gate({"package.json": text({"name": "a", "version": "1.0.0"}), "roles/a.md": role})
    assert ("missing-role-description", "missing", "pack!roles/a.md", 1) in told(verdict)
