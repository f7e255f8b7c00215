from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from herdr_lint import lint
from herdr_lint.catalog.records import RoleOrigin
from herdr_lint.config.baseline import Baseline
from herdr_lint.config.filters import Silenced
from herdr_lint.config.loading import Configs
from herdr_lint.files import disk
from herdr_lint.files.file_system import FileSystem
from herdr_lint.files.tree import FolderTree
from herdr_lint.findings import Findings
from herdr_lint.judge.judge import judge
from herdr_lint.model import Finding, Layer, Severity, Span, Unchecked, UsageError
from herdr_lint.project.targets import RoleFile, RolePack, RoleSite, Target
from herdr_lint.role import judging
from herdr_lint.run import check_result, workers
from herdr_lint.run.check_result import CheckResult, Settings
from herdr_lint.run.run import Request, Session, check_target, run
from herdr_lint.run.sources import read_source
from tests import scenarios
from tests.builders import PROMPT, agent, files, manifest, node, text, tgz
from tests.project.trees import plant
from tests.role_pack.packs import registering
from tests.run.conftest import linted, role, told

POLICY = {
    "properties": {
        "frontmatter": {
            "required": ["model"],
            "x-herdr": {
                "rule": "model-required",
                "message": "a role here names its model",
                "help": "add `model:`",
            },
        }
    }
}
SOUND_PACK = scenarios.scenario("duplicate-package-role", "Link to the directory")
ODD = role("other")
"""A role that is an error in a pack and a warning elsewhere, when its file has another name."""


class TestSettings:
    def test_each_path_has_the_layer_that_the_configuration_gives_it(self, tree: Path) -> None:
        plant(
            tree,
            {
                "herdr-lint.toml": '[[overrides]]\npaths = ["b/"]\nlayer = "project"\n',
                "a/roles/x.md": ODD,
                "b/roles/x.md": ODD,
            },
        )
        assert told(linted()) == [
            "a/roles/x.md:2:7: error role-name-mismatch/other",
            "b/roles/x.md:2:7: warning role-name-mismatch/other",
        ]

    def test_the_nearest_configuration_judges_a_file(self, tree: Path) -> None:
        plant(
            tree,
            {
                "a/herdr-lint.toml": 'ignore = ["role-name-mismatch"]\n',
                "a/roles/x.md": ODD,
                "b/herdr-lint.toml": '[severity]\nrole-name-mismatch = "note"\n',
                "b/roles/x.md": ODD,
            },
        )
        assert told(linted()) == ["b/roles/x.md:2:7: note role-name-mismatch/other"]

    def test_what_crosses_files_is_told_as_each_file_wants_it(self, tree: Path) -> None:
        plant(
            tree,
            {
                "herdr-lint.toml": (
                    '[[overrides]]\npaths = ["packs/a/"]\nignore = ["duplicate-package-role"]\n'
                ),
                **registering("packs/a"),
                **registering("packs/b"),
                **{f"packs/{name}/roles/x.md": role("x") for name in "ab"},
            },
        )
        assert told(linted()) == ["packs/b/roles/x.md:2:7: error duplicate-package-role"]

    def test_a_policy_judges_every_role(self, tree: Path) -> None:
        policy = {**POLICY, "$schema": "https://json-schema.org/draft/2020-12/schema"}
        plant(
            tree,
            {
                "herdr-lint.toml": (
                    'policy = ["policy.json"]\n[severity]\nmodel-required = "note"\n'
                ),
                "policy.json": json.dumps(policy),
                "roles/x.md": role("x"),
                "roles/y.md": role("y", "model: a/b\n"),
            },
        )
        report = linted("roles/x.md", "roles/y.md")
        assert told(report) == [
            "roles/x.md:1:1: note model-required",
            "roles/y.md:4:8: note model-pinned",
        ]
        assert report.findings[0].message == "a role here names its model"
        assert linted("roles", jobs=2) == linted("roles")

    def test_a_given_configuration_holds_for_all_files(self, tree: Path) -> None:
        plant(
            tree,
            {
                "a/herdr-lint.toml": 'ignore = ["role"]\n',
                "a/roles/x.md": ODD,
                "mine.toml": '[severity]\nrole-name-mismatch = "note"\n',
            },
        )
        session = Session.start(Request((".",), Configs.load(Path("mine.toml"))))
        assert told(session.report()) == ["a/roles/x.md:2:7: note role-name-mismatch/other"]

    def test_what_a_configuration_says_in_vain_is_told_of_a_whole_run(
        self, tree: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plant(tree, {"roles/x.md": role("x"), "drafts/": "", "docs/": ""})
        vain = 'exclude = ["nothing/", "drafts/", "docs/?"]\nalternatives = [["a", "b"]]\n'
        plant(tree, {"herdr-lint.toml": vain})
        expected = [
            "herdr-lint.toml:1:12: warning config-unused/pattern",
            "herdr-lint.toml:1:35: warning config-unused/pattern",
            "herdr-lint.toml:2:18: warning config-unused/alternative",
            "herdr-lint.toml:2:23: warning config-unused/alternative",
        ]
        session = Session.start(Request((".",), Configs.load()))
        assert told(session.report()) == expected
        assert told(session.merged(session.check(one, {}) for one in session.targets)) == []
        assert told(linted("roles")) == []

        def broken(*_: object) -> object:
            raise LookupError("lost")

        monkeypatch.setattr(judging, "judge", broken)
        assert told(linted(".")) == ["roles/x.md:1:1: error internal-error"]

    @pytest.mark.parametrize(
        ("planted", "rule"),
        [
            ({"roles/x.md": ODD}, "role-name-mismatch"),
            ({".pi/agents/x.md/": ""}, "unreadable-role-definition"),
            ({".pi/agents/a.md": role("x"), ".pi/agents/x.md": role("x")}, "duplicate-layer-role"),
            ({"roles/x.md": role("x"), "roles/t/y.md": role("y")}, "nested-role-ignored"),
            (registering("p"), "missing-role-pack-path"),
            ({"p/pack.json": text(manifest(license=1))}, "pack-manifest-invalid"),
            ({"roles/x.md": role("x", "# herdr-lint: ignore[empty-body]\n")}, "ignore-unused"),
            ({"roles/x.md": role("x", "# herdr-lint: ignore[empty]\n")}, "ignore-unknown"),
            ({"roles/x.md": role("x", "tools: a # herdr-lint: ignore[a]\n")}, "ignore-unused"),
            ({"core.acme.x.json": text(manifest(license=1))}, "pack-manifest-invalid"),
            ({"core.acme.x-1.0.0.tgz": tgz(files(manifest(license=1)))}, "pack-manifest-invalid"),
        ],
    )
    def test_a_rule_that_is_switched_off_is_so_for_a_reason(
        self, tree: Path, planted: dict[str, str | bytes], rule: str
    ) -> None:
        plant(tree, planted)
        assert rule in {one.rule for one in linted(".").findings}
        plant(tree, {"herdr-lint.toml": f'ignore = ["{rule}"]\n'})
        left = {one.rule for one in linted(".").findings}
        assert not left & {rule, "config-unused"}
        plant(tree, {"herdr-lint.toml": f'severity = {{{rule} = "note"}}\n'})
        severities = {one.rule: one.severity for one in linted(".").findings}
        assert severities[rule] is Severity.NOTE

    def test_a_configuration_that_cannot_be_used_is_told_before_anything_is_checked(
        self, tree: Path
    ) -> None:
        plant(tree, {"a/roles/x.md": role("x"), "b/roles/x.md": role("x")})
        plant(tree, {"b/herdr-lint.toml": "nonsense = 1\n"})
        with pytest.raises(UsageError, match="nonsense"):
            Session.start(Request(("b",), Configs.load()))
        assert told(linted("a/roles/x.md")) == []

    def test_what_the_configuration_leaves_out_and_puts_elsewhere(self, tree: Path) -> None:
        plant(tree, {"roles/x.md": ODD, "roles/y.md": ODD})
        plant(tree, {"herdr-lint.toml": 'exclude = ["y.md"]\nlayer = "project"\n'})
        report = linted()
        assert told(report) == ["roles/x.md:2:7: warning role-name-mismatch/other"]
        assert report.unchecked == (Unchecked("roles/y.md", "left out by the configuration"),)

    def test_a_layer_makes_a_role_of_what_was_asked_for(self, tree: Path) -> None:
        plant(tree, {"notes.md": "Notes.\n"})
        request = Request(("notes.md",), Configs.load(layer="project"))
        assert [one.rule for one in run(request).findings] == ["invalid-role-definition"]

    def test_nothing_to_check_may_be_fine(self, tree: Path) -> None:
        plant(tree, {"notes.txt": ""})
        assert run(Request(("notes.txt",), Configs.load(), allow_empty=True)).findings == ()

    def test_roles_that_the_configuration_moves_meet_by_their_names(self, tree: Path) -> None:
        plant(tree, {"p/roles/x.md": role("x"), "p/roles/y.md": role("x"), **registering("p")})
        moved = '[[overrides]]\npaths = ["*.md"]\nlayer = "project"\n'
        plant(tree, {"herdr-lint.toml": moved})
        rules = [one.rule for one in linted("p/roles/x.md").findings]
        assert rules == ["duplicate-layer-role"]

    def test_the_baseline_of_the_run_is_read_whatever_is_asked_for(self, tree: Path) -> None:
        plant(tree, {"inner/herdr-lint.toml": "", "inner/roles/x.md": role("x")})
        assert told(linted("inner")) == []
        plant(tree, {"herdr-lint.toml": 'baseline = "gone.json"\n'})
        with pytest.raises(UsageError, match=r"gone\.json: cannot be read"):
            linted("inner")

    def test_each_file_has_the_baseline_that_is_nearest(self, tree: Path) -> None:
        known = 'baseline = "known.json"\n'
        plant(tree, {"roles/x.md": ODD, "inner/roles/y.md": ODD, "inner/.git/": "", ".git/x": ""})
        whole = linted()
        plant(tree, {"inner/herdr-lint.toml": known})
        baseline = Baseline.of(
            whole.about({"inner/roles/y.md"}), tree / "inner/known.json", read_source
        )
        plant(tree, {"inner/known.json": baseline.to_json()})
        report = linted()
        assert told(report) == ["roles/x.md:2:7: error role-name-mismatch/other"]
        assert [one.finding.path for one in report.suppressed] == ["inner/roles/y.md"]
        plant(tree, {"inner/roles/y.md": role("y")})
        assert told(linted()) == [
            "inner/known.json:4:74: warning baseline-unused/default",
            "roles/x.md:2:7: error role-name-mismatch/other",
        ]
        plant(tree, {"inner/herdr-lint.toml": known + 'ignore = ["role-name-mismatch"]\n'})
        assert "baseline-unused" not in {one.rule for one in linted().findings}

    def test_what_other_files_silence_is_no_reason_for_a_setting(self, tree: Path) -> None:
        ignoring = 'ignore = ["key-unknown"]\n'
        plant(tree, {"herdr-lint.toml": ignoring, "inner/herdr-lint.toml": ignoring})
        plant(tree, {"roles/y.md": role("y"), "inner/roles/x.md": role("x", "color: blue\n")})
        assert told(linted()) == ["herdr-lint.toml:1:11: note config-unused/rule"]
        plant(tree, {"inner/herdr-lint.toml": ignoring + 'alternatives = [["a", "b"]]\n'})
        assert told(linted()) == ["herdr-lint.toml:1:11: note config-unused/rule"]

    def test_an_override_is_idle_where_its_own_files_have_nothing_to_silence(
        self, tree: Path
    ) -> None:
        override = '[[overrides]]\npaths = ["{}"]\nignore = ["{}"]\n'
        own = [("roles/y.md", "key-unknown"), ("roles/x.md", "key-unknown")]
        own += [("*.tgz", "pack-manifest-invalid")]
        plant(
            tree,
            {
                "base.toml": '[[overrides]]\npaths = ["roles/a.md"]\n' * 2,
                "herdr-lint.toml": 'extends = "base.toml"\n'
                + "".join(override.format(*one) for one in own),
                "roles/a.md": role("a", "color: blue\n"),
                "roles/x.md": role("x", "color: blue\n"),
                "roles/y.md": role("y"),
                "core.acme.x-1.0.0.tgz": tgz(files(manifest(license=1))),
            },
        )
        assert told(linted()) == [
            "herdr-lint.toml:4:11: note config-unused/rule",
            "roles/a.md:4:1: note key-unknown",
        ]

    @pytest.mark.parametrize(
        ("pattern", "idle"),
        [
            ("roles", False),
            ("roles/", False),
            ("roles/x.md", False),
            ("roles/x.md/", True),
            ("/x.md", True),
            ("!x.md", False),
            ("!y.md", True),
            ("/build/", False),
            ("build", False),
            ("old~/", False),
            ("other/", True),
        ],
    )
    def test_a_pattern_is_idle_where_nothing_is_called_so(
        self, tree: Path, pattern: str, *, idle: bool
    ) -> None:
        plant(tree, {"roles/x.md": role("x"), ".gitignore": "build/\nbuild\nold~/\n"})
        plant(tree, {"z.md": role("z", "spawning: false\n")})
        plant(tree, {"herdr-lint.toml": f'[[overrides]]\npaths = ["{pattern}"]\n'})
        expected = ["herdr-lint.toml:2:10: warning config-unused/pattern"] * idle
        assert told(linted()) == expected

    def test_a_baseline_that_is_no_baseline_is_wrong_use(self, tree: Path) -> None:
        plant(
            tree,
            {
                "herdr-lint.toml": 'baseline = "accepted.json"\n',
                "accepted.json": "[]",
                "roles/x.md": ODD,
            },
        )
        with pytest.raises(UsageError, match=r"accepted\.json: not a baseline of version 1"):
            linted()


class TestOverlay:
    def test_it_stands_for_the_contents_of_a_file(self, tree: Path) -> None:
        plant(tree, {"roles/x.md": role("x"), "roles/y.md": role("y")})
        data = role("other").encode()
        assert told(linted("roles/x.md", overlay={"roles/x.md": data})) == [
            "roles/x.md:2:7: error role-name-mismatch/other"
        ]

    def test_it_stands_for_the_manifest_of_a_role_pack(self, tree: Path) -> None:
        scenarios.plant(SOUND_PACK, tree)
        assert told(linted("package.json")) == []
        data = (tree / "package.json").read_bytes().replace(b"pi-package", b"other")
        assert told(linted("package.json", overlay={"package.json": data})) == [
            "package.json:6:15: warning role-pack-keyword"
        ]
        scenarios.plant(SOUND_PACK, tree / "inner")
        assert told(linted("inner/package.json", overlay={"package.json": data})) == []

    @pytest.mark.parametrize(
        ("path", "layer"),
        [
            ("roles/new.md", Layer.PACKAGE),
            (".pi/agents/new.md", Layer.PROJECT),
            ("agent/agents/new.md", Layer.GLOBAL),
        ],
    )
    def test_it_may_be_a_file_that_is_not_there_yet(self, path: str, layer: Layer) -> None:
        request = Request((path,), overlay={Path(path): role("other").encode()})
        session = Session.start(request)
        [target] = session.targets
        assert isinstance(target, RoleFile)
        assert target.layer is layer
        severity = "error" if layer is Layer.PACKAGE else "warning"
        assert told(session.report()) == [f"{path}:2:7: {severity} role-name-mismatch/other"]

    def test_a_new_file_can_be_given_beside_others(self, tree: Path) -> None:
        plant(tree, {"roles/x.md": ODD})
        report = linted("roles/x.md", "roles/y.md", overlay={"roles/y.md": b"no role"})
        assert told(report) == [
            "roles/x.md:2:7: error role-name-mismatch/other",
            "roles/y.md:1:1: error invalid-role-definition/default",
        ]

    def test_one_file_can_be_tried_with_other_contents(self, tree: Path) -> None:
        plant(tree, {"roles/x.md": role("x"), "roles/y.md": role("y")})
        session = Session.start(Request(("roles/x.md",)))
        assert [path.name for path in session.fixable] == ["x.md"]
        data = role("x", "# herdr-lint: ignore[key-unknown] ours\ncolor: blue\nicon: map\n")
        assert session.lint_one(tree / "roles/x.md", data.encode()) == []
        tried = session.lint_one(tree / "roles/x.md", b"")
        assert [finding.rule for finding in tried] == ["invalid-role-definition"]
        plant(tree, {**registering("p"), "p/roles/z.md": role("z")})
        session = Session.start(Request(("p",)))
        assert session.report().findings == ()
        (target,) = (one for one in session.targets if isinstance(one, RoleFile))
        tried = [*session.check(target, {tree / "p/roles/z.md": b""}).findings]
        assert [finding.rule for finding in tried] == ["invalid-role-definition"]
        tried = session.lint_one(tree / "p/roles/z.md", b"")
        assert [finding.rule for finding in tried] == ["invalid-role-definition"]


class TestSession:
    def test_what_can_be_mended_is_what_was_asked_for(self, tree: Path) -> None:
        plant(tree, {".pi/agents/x.md": role("x"), ".pi/agents/y.md": role("y")})
        plant(tree, {**registering("p"), "p/roles/z.md": role("z")})
        session = Session.start(Request((".pi/agents/x.md", "p")))
        assert [*session.fixable] == [tree / ".pi/agents/x.md", tree / "p/roles/z.md"]
        assert session.contents(tree / "p/roles/z.md") == role("z").encode()
        (tree / "p/roles/z.md").unlink()
        assert [*session.again().fixable] == [tree / ".pi/agents/x.md"]
        other = session.with_buffers({tree / ".pi/agents/x.md": b"x"})
        assert other.contents(tree / ".pi/agents/x.md") == b"x"

    def test_what_is_checked_is_passed_on_with_its_number(self, tree: Path) -> None:
        plant(tree, {".pi/agents/x.md": role("x"), ".pi/agents/y.md": role("x")})
        session = Session.start(Request((".pi/agents/x.md",)))
        met: list[tuple[int, int]] = []

        def progress(
            results: Iterable[tuple[int, CheckResult]], number: int
        ) -> Iterator[CheckResult]:
            for count, result in results:
                met.append((count, number))
                assert [one.description for one in result.roles] == [None]  # no report tells it
                yield result

        assert told(session.report(progress)) == told(linted(".pi/agents/x.md")) != []
        assert met == [(1, 1)]

    def test_what_was_read_of_a_pack_is_given_back_where_another_begins(
        self, tree: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("p", "p/inner", "q"):
            plant(tree, {**registering(name), f"{name}/roles/{name[-1]}.md": role(name[-1])})
        gone: list[FolderTree] = []

        def forget(tree: FolderTree) -> None:
            gone.append(tree)

        monkeypatch.setattr(FolderTree, "forget", forget)
        session = Session.start(Request((".",)))
        session.report()
        trees = [one.tree for one in session.targets if isinstance(one, RolePack)]
        assert [trees.index(one) for one in gone] == [0, 1, 0]

    @pytest.mark.parametrize(
        ("asked", "files"),
        [
            ("ow", ["ow/pack.json"]),
            ("ow/prompts", []),
            ("ow/prompts/writer.md", ["ow/prompts/writer.md"]),
            ("ow/notes.txt", ["ow/notes.txt"]),
            ("ow/notes.txt roles/x.md", ["ow/notes.txt", "roles/x.md"]),
            ("roles/x.md p/notes.txt", ["p/notes.txt", "roles/x.md"]),
            ("ow/left-out.txt ow/notes.txt", ["ow/notes.txt"]),
            ("notes.txt roles/x.md", ["roles/x.md"]),
            ("notes.txt p/notes.txt", ["p/notes.txt"]),
        ],
    )
    def test_a_file_that_is_part_of_a_pack_was_looked_at(
        self, tree: Path, asked: str, files: list[str]
    ) -> None:
        pack = {"pack.json": text(manifest(agents=[agent()])), "prompts/writer.md": b"Write.\n"}
        plant(tree, {f"ow/{name}": data for name, data in pack.items()})
        plant(tree, {**registering("p"), "p/roles/z.md": role("z"), "roles/x.md": role("x")})
        plant(tree, dict.fromkeys(("ow/notes.txt", "ow/left-out.txt", "p/notes.txt"), ""))
        plant(tree, {"notes.txt": "", "herdr-lint.toml": 'exclude = ["left-out.txt"]\n'})
        assert [*linted(*asked.split()).files] == files

    def test_a_file_of_the_pack_that_one_works_in(
        self, tree: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plant(tree, {"ow/pack.json": text(manifest(agents=[agent()])), "ow/notes.txt": ""})
        monkeypatch.chdir(tree / "ow")
        assert linted("notes.txt").files == ("notes.txt",)


class TestMerging:
    def test_each_file_has_the_last_word_on_what_crosses_it_as_well(self, tree: Path) -> None:
        """What it finds and what crosses it are sifted together, once for each file."""
        ignoring = role("x", "# herdr-lint: ignore[duplicate-layer-role] both\nthinking: High\n")
        plain = role("x", "thinking: High\n")
        plant(tree, {f".pi/agents/{name}.md": ignoring for name in "ac"})
        plant(tree, {".pi/agents/b.md": plain})
        report = linted()
        assert told(report) == [
            ".pi/agents/a.md:2:7: warning role-name-mismatch/other",
            ".pi/agents/a.md:5:11: warning value-ignored/thinking",
            ".pi/agents/b.md:2:7: warning duplicate-layer-role",
            ".pi/agents/b.md:2:7: warning role-name-mismatch/other",
            ".pi/agents/b.md:4:11: warning value-ignored/thinking",
            ".pi/agents/c.md:2:7: warning role-name-mismatch/other",
            ".pi/agents/c.md:5:11: warning value-ignored/thinking",
        ]
        assert [(one.finding.path, one.reason) for one in report.suppressed] == [
            (".pi/agents/a.md", "both"),
            (".pi/agents/c.md", "both"),
        ]

    def test_nothing_is_told_unchecked_but_what_was_asked_for(self, tree: Path) -> None:
        large = role("x") + "x" * (1 << 20)
        plant(tree, {".pi/agents/x.md": role("x"), ".pi/agents/y.md": large})
        report = linted(".pi/agents/x.md")
        assert (report.unchecked, report.files) == ((), (".pi/agents/x.md",))
        plant(tree, {".pi/agents/notes.txt": ""})
        assert linted(".pi/agents/x.md", ".pi/agents/notes.txt").files == (".pi/agents/x.md",)
        told_of = Unchecked(".pi/agents/y.md", "larger than 1 MiB")
        assert linted(".pi").unchecked == (told_of,)
        plant(tree, {**registering("p"), "p/roles/x.md": role("x"), "q/roles/x.md": large})
        plant(tree, registering("q"))
        assert linted("p/roles/x.md").unchecked == ()

    def test_a_file_without_findings_is_asked_for_its_ignores(self, tree: Path) -> None:
        idle = role("x", "# herdr-lint: ignore[key-unknown]\n")
        plant(tree, {"roles/x.md": idle, "roles/y.md": role("y", "color: blue\n")})
        plant(tree, {"roles/z.md": idle.replace("name: x", "name: z")})
        assert told(linted()) == [
            "roles/x.md:4:22: warning ignore-unused",
            "roles/y.md:4:1: note key-unknown",
            "roles/z.md:4:22: warning ignore-unused",
        ]
        assert told(linted("roles/x.md")) == ["roles/x.md:4:22: warning ignore-unused"]
        plant(tree, {"herdr-lint.toml": 'ignore = ["key-unknown"]\n'})
        assert told(linted("roles/x.md")) == []


class TestRoles:
    def test_a_file_that_is_too_large_is_not_checked(self, tree: Path) -> None:
        start = b"--- " + b" " * ((1 << 20) - 4)
        plant(tree, {"roles/x.md": start, "roles/y.md": start + b" "})
        report = linted("roles")
        assert told(report) == ["roles/x.md:1:1: error invalid-role-definition/fence-space"]
        assert report.unchecked == (Unchecked("roles/y.md", "larger than 1 MiB"),)
        assert report.files == ("roles/x.md", "roles/y.md")

    @pytest.mark.parametrize("asked", ["roles", "roles/x.md", "."])
    def test_a_file_that_is_too_large_shows_that_it_is_a_role(self, tree: Path, asked: str) -> None:
        plant(tree, {"roles/x.md": role("x") + "x" * (1 << 20)})
        assert linted(asked).unchecked == (Unchecked("roles/x.md", "larger than 1 MiB"),)

    @pytest.mark.parametrize(
        ("name", "said", "help_"),
        [
            (
                "pipe.md",
                "`pipe.md` is neither a file nor a directory, and the host takes it for a role"
                " file",
                "move it elsewhere",
            ),
            (
                "denied.md",
                "`denied.md` cannot be read: permission denied",
                "let the users who run the host read it",
            ),
            (
                "broken.md",
                "`broken.md` cannot be read: Input/output error",
                "make the file readable, or remove it",
            ),
        ],
        ids=[f"role/unreadable-role-definition: {what}" for what in ("pipe", "denied", "broken")],
    )
    def test_what_the_host_cannot_read_either(
        self, tree: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str, help_: str
    ) -> None:
        agents = tree / ".pi/agents"
        plant(tree, {".pi/agents/sound.md": role("sound")})
        if name == "pipe.md":
            os.mkfifo(agents / name)
        else:
            (agents / name).write_text(role(name[:-3]), "utf-8")
        opened = os.open

        def refuse(path: str, *more: int) -> int:
            if str(path).endswith("denied.md"):
                raise PermissionError(13, "Permission denied")
            if str(path).endswith("broken.md"):
                raise OSError(5, "Input/output error")
            return opened(path, *more)

        monkeypatch.setattr(os, "open", refuse)
        [found] = linted(".pi/agents").findings
        assert (found.rule, found.message, found.help) == (
            "unreadable-role-definition",
            said,
            help_,
        )

    def test_a_given_role_that_cannot_be_read(self, tree: Path) -> None:
        plant(tree, {".pi/agents/x.md/": "", ".pi/agents/y.md": role("x")})
        report = linted(".pi/agents/x.md")
        assert told(report) == [
            ".pi/agents/x.md:1:1: warning duplicate-layer-role/invalid",
            ".pi/agents/x.md:1:1: error unreadable-role-definition/directory",
        ]
        assert report.files == (".pi/agents/x.md",)

    @pytest.mark.parametrize(
        ("error", "cause", "message"),
        [
            (OSError("the disk is odd"), "default", "`x.md` cannot be read: the disk is odd"),
            (OSError(5, "I/O error"), "default", "`x.md` cannot be read: I/O error"),
            (
                PermissionError(13, "denied"),
                "no-permission",
                "`x.md` cannot be read: permission denied",
            ),
        ],
    )
    def test_why_one_cannot_be_read(
        self,
        tree: Path,
        monkeypatch: pytest.MonkeyPatch,
        error: OSError,
        cause: str,
        message: str,
    ) -> None:
        plant(tree, {".pi/agents/x.md": role("x")})

        def refuse(*_: object, **__: object) -> bytes:
            raise error

        session = Session.start(Request((".pi",), Configs.load()))
        monkeypatch.setattr("herdr_lint.files.disk.read", refuse)
        (finding,) = session.report().findings
        assert (finding.cause, finding.message) == (cause, message)
        assert finding.host_reports

    def test_one_that_cannot_be_read_beside_the_given_is_no_finding(self, tree: Path) -> None:
        plant(tree, {"roles/x.md/": "", "roles/y.md": role("y")})
        assert told(linted("roles/y.md")) == []

    def test_a_role_beside_the_given_one_is_read_and_not_judged(self, tree: Path) -> None:
        plant(
            tree, {".pi/agents/x.md": role("x"), ".pi/agents/y.md": role("x", "thinking: High\n")}
        )
        report = linted(".pi/agents/x.md")
        assert told(report) == [".pi/agents/x.md:2:7: warning duplicate-layer-role"]
        assert report.files == (".pi/agents/x.md",)
        idle = "# herdr-lint: ignore[key-unknown]\n"
        plant(tree, {".pi/agents/y.md": role("x", idle)})
        assert linted(".pi/agents/x.md") == report

    @pytest.mark.parametrize(
        ("frontmatter", "name", "valid"),
        [
            ("name: other\ndescription: d", "x", False),
            ("description: d", "x", True),
            ("name: x\ndescription: d\ncli: claude", "x", False),
        ],
    )
    def test_a_record_of_a_role_of_a_pack(
        self, frontmatter: str, name: str, *, valid: bool
    ) -> None:
        site = RoleSite("/r/", RoleOrigin("roles/", Layer.PACKAGE))
        file = RoleFile(site, "x.md", requested=True)
        buffers = {"/r/x.md": f"---\n{frontmatter}\n---\n".encode()}
        settings = Settings(Configs(), FileSystem(buffers))
        [record] = check_target(settings, file).roles
        assert (record.name, record.valid, record.description) == (name, valid, "d")


class TestPacks:
    def test_everything_in_one_run(self, tree: Path) -> None:
        plant(
            tree,
            {
                **{f"pack/{name}": data for name, data in files().items()},
                "alone/core.acme.agent.json": text(manifest()),
                "dist/pack-1.0.0.tgz": tgz(files()),
                "roles/x.md": ODD,
            },
        )
        report = linted(".", "dist/pack-1.0.0.tgz", "alone/core.acme.agent.json")
        assert report.files == (
            "alone/core.acme.agent.json",
            "dist/pack-1.0.0.tgz",
            "pack/pack.json",
            "roles/x.md",
        )
        assert [
            line for line in told(report) if not line.startswith(("alone", "dist", "pack"))
        ] == ["roles/x.md:2:7: error role-name-mismatch/other"]
        assert report == linted(".", "dist/pack-1.0.0.tgz", "alone/core.acme.agent.json", jobs=2)

    def test_tools_are_resolved_across_packs(self, tree: Path) -> None:
        tools = ["openwop:acme.text.count", "openwop:acme.text.cuont", "openwop:zeta.one"]
        first = manifest(agents=[agent(toolAllowlist=tools)])
        second = manifest(
            name="vendor.acme.other",
            runtime={"language": "javascript", "entry": "index.mjs"},
            agents=[],
            nodes=[node()],
        )
        plant(
            tree,
            {
                "a/pack.json": text(first),
                "a/prompts/writer.md": PROMPT,
                "b/pack.json": text(second),
                "b/index.mjs": "",
            },
        )
        alone, both = linted("a"), linted("a", "b")
        assert alone.findings == both.findings
        assert alone.unchecked == both.unchecked
        assert [one.message for one in both.findings if one.rule == "tool-unresolved"] == [
            "`agents[0].toolAllowlist[1]` is `openwop:acme.text.cuont`,"
            " and no known pack has such a node"
        ]
        assert [one.reason for one in both.unchecked] == [
            "without a catalog nobody can tell whether these tools exist: `zeta.one`"
        ]

    def test_the_configuration_silences_what_crosses_packs(self, tree: Path) -> None:
        twin = manifest(name="vendor.acme.twin")
        plant(
            tree,
            {
                "a/pack.json": text(manifest()),
                "a/prompts/writer.md": PROMPT,
                "b/pack.json": text(twin),
                "b/prompts/writer.md": PROMPT,
            },
        )
        assert "duplicate-agent-id" in {one.rule for one in linted().findings}
        plant(tree, {"herdr-lint.toml": 'ignore = ["duplicate-agent-id"]\n'})
        assert "duplicate-agent-id" not in {one.rule for one in linted().findings}

    def test_a_manifest_that_is_too_large(self, tree: Path) -> None:
        padded = text(manifest(description="x" * (256 << 10)))
        plant(tree, {"core.acme.agent.json": padded})
        [finding] = [one for one in linted().findings if one.cause == "manifest-too-large"]
        assert finding.rule == "archive-manifest-too-large"
        assert finding.message == (
            f"`core.acme.agent.json` has {len(padded)} bytes, and the limit is 262144"
        )

    def test_a_rule_on_request_runs_on_manifests(self, tree: Path) -> None:
        plant(
            tree,
            {
                "herdr-lint.toml": 'select = ["default", "explicit-role"]\n',
                **{f"pack/{name}": data for name, data in files().items()},
            },
        )
        assert "explicit-role" in {one.rule for one in linted("pack").findings}


class TestRolePacks:
    @pytest.mark.parametrize("folder", ["packs", "examples", "packs/tests"])
    def test_samples_meet_no_others_in_a_repository_or_out_of_one(
        self, tree: Path, monkeypatch: pytest.MonkeyPatch, folder: str
    ) -> None:
        for name in "ab":
            plant(
                tree, {**registering(f"{folder}/{name}"), f"{folder}/{name}/roles/x.md": role("x")}
            )
        wanted = [] if folder != "packs" else ["duplicate-package-role"] * 2
        found = linted(f"{folder}/a", f"{folder}/b").findings
        assert [one.rule for one in found] == wanted
        (tree / ".git").rmdir()
        plant(tree, {"work/": ""})
        monkeypatch.chdir(tree / "work")
        found = linted(f"../{folder}/a", f"../{folder}/b").findings
        assert [one.rule for one in found] == wanted

    def test_skills_that_are_too_large(self, tree: Path) -> None:
        scenarios.plant(SOUND_PACK, tree)
        data = (tree / "package.json").read_text("utf-8")
        names = ["a", "b", "c", "d", "e"]
        skill = "---\nname: {0}\ndescription: d\n---\n"
        plant(
            tree,
            {
                "package.json": data.replace('"pi": {', '"pi": {"skills": ["./skills"],'),
                "roles/scout.md": role("scout", f"skills: {', '.join(names)}\n"),
                **{f"skills/{n}/SKILL.md": skill.format(n) + "x\n" * 30_000 for n in names},
                "skills/f/SKILL.md": skill.format("f") + "x\n" * 40_000,
            },
        )
        found = [one for one in linted().findings if one.rule == "role-pack-skill-size"]
        assert [(one.path, one.severity.value, one.cause, one.message) for one in found] == [
            (
                "roles/scout.md",
                "warning",
                "role",
                "the skills that this role declares have 300155 bytes together,"
                " and the host loads at most 262144",
            ),
            (
                "skills/f/SKILL.md",
                "warning",
                None,
                "the skill has 80031 bytes, and the host loads at most 65536",
            ),
        ]

    def test_a_configured_folder_is_taken_for_what_the_pack_registers(self, tree: Path) -> None:
        plant(
            tree,
            {
                "herdr-lint.toml": 'roles = ["pack/mine"]\n',
                "pack/package.json": '{"name": "crew", "version": "1.0.0"}',
                "pack/mine/x.md": ODD,
            },
        )
        report = linted("pack")
        assert "pack/package.json" in report.files
        assert "pack/mine/x.md:2:7: error role-name-mismatch/other" in told(report)
        assert "role-pack-inert" in {one.rule for one in report.findings}

    def test_a_pack_whose_folder_is_its_folder_of_roles(self, tree: Path) -> None:
        plant(
            tree,
            {
                "herdr-lint.toml": 'roles = ["pack"]\n',
                "pack/package.json": '{"name": "crew", "version": "1.0.0"}',
                "pack/x.md": ODD,
            },
        )
        assert "pack/x.md:2:7: error role-name-mismatch/other" in told(linted("pack"))


class TestIsolation:
    @pytest.mark.parametrize("jobs", [1, 2])
    def test_a_rule_that_throws_hides_nothing(
        self, tree: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
    ) -> None:
        """A process that is forked has the broken rule as well."""
        if jobs > 1 and not workers._may_fork():
            pytest.skip("another test has left a thread running")

        def broken(document: object, *arguments: object) -> object:
            if getattr(document, "path", "") == "roles/y.md":
                raise LookupError("lost")
            return judge(document, *arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(judging, "judge", broken)
        plant(tree, {f"roles/{stem}.md": ODD for stem in "xyz"})
        report = linted("roles", jobs=jobs)
        assert told(report) == [
            "roles/x.md:2:7: error role-name-mismatch/other",
            "roles/y.md:1:1: error internal-error",
            "roles/z.md:2:7: error role-name-mismatch/other",
        ]
        assert report.findings[1].message.endswith(" failed: LookupError: lost")
        assert report.files == ("roles/x.md", "roles/y.md", "roles/z.md")

    def test_a_file_that_is_gone_by_then(self, tree: Path) -> None:
        plant(tree, {"roles/x.md": ODD, "roles/y.md": ODD})
        session = Session.start(Request(("roles",)))
        (tree / "roles/y.md").unlink()
        assert told(session.report()) == [
            "roles/x.md:2:7: error role-name-mismatch/other",
            "roles/y.md:1:1: error unreadable-role-definition/default",
        ]

    def test_wrong_use_is_no_fault_of_a_rule(self, tree: Path) -> None:
        plant(tree, {f"pack/{name}": data for name, data in files().items()})
        plant(tree, {"pack/herdr-lint.toml": "nonsense = 1\n"})
        with pytest.raises(UsageError, match="nonsense"):
            linted("pack")

    def test_rules_of_a_pack_that_throw_hide_nothing_of_its_roles(
        self, tree: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*_: object, **__: object) -> object:
            raise LookupError("lost")

        monkeypatch.setattr("herdr_lint.role_pack.rules.check_role_pack", broken)
        scenarios.plant(SOUND_PACK, tree / "pack")
        plant(tree, {"pack/roles/y.md": ODD})
        assert told(linted("pack")) == [
            "pack:1:1: error internal-error",
            "pack/roles/y.md:2:7: error role-name-mismatch/other",
        ]

    def test_nothing_is_said_of_an_openwop_pack_around_the_given_file(self, tree: Path) -> None:
        plant(tree, {f"pack/{name}": data for name, data in files().items()})
        plant(tree, {"pack/pack.json": "{"})
        report = linted("pack/prompts/writer.md")
        assert "pack/pack.json" not in report.files
        assert {one.path for one in report.findings} <= {"pack/prompts/writer.md"}


def asked(trace: disk.Trace) -> list[str]:
    """The questions of a trace, whoever has asked them."""
    return sorted(folder + one for folder, ones, _ in trace.groups() for one in ones.split("\0"))


class TestProcesses:
    @pytest.mark.parametrize(
        ("roles", "jobs", "several"),
        [(2, 1, False), (1, 2, False), (2, 2, True), (2, 0, False), (3, 0, True)],
    )
    def test_there_are_several_where_that_is_worth_it(
        self, tree: Path, monkeypatch: pytest.MonkeyPatch, roles: int, jobs: int, several: bool
    ) -> None:
        plant(tree, {f"roles/{stem}.md": role(stem) for stem in "abc"[:roles]})
        asked: list[int] = []

        def in_order(check: Any, targets: Any, crew: int, _: Any, together: Any) -> Any:
            asked.append(crew)
            return ((1, together(map(check, [target]))) for target in targets)

        monkeypatch.setattr(workers, "in_order", in_order)
        monkeypatch.setattr(workers, "processors", lambda: 5)
        monkeypatch.setattr("herdr_lint.run.run.WORTH_A_POOL", 3)
        assert linted(jobs=jobs).findings == ()
        assert asked == [jobs or 5] * several

    def test_what_they_cannot_check_is_a_fault_and_the_rest_is_told(
        self, tree: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plant(tree, {"roles/x.md": ODD, "roles/y.md": ODD})
        scenarios.plant(SOUND_PACK, tree / "pack")
        died: list[str] = []

        def in_order(
            check: Callable[[Target], CheckResult],
            targets: Sequence[Target],
            _: int,
            lost: Callable[[Target], CheckResult],
            together: Callable[[Iterable[CheckResult]], CheckResult],
        ) -> Iterator[tuple[int, CheckResult]]:
            for target in targets:
                if target.display_path in {"pack", "roles/y.md"}:
                    died.append(target.display_path)
                    yield 1, together([lost(target)])
                else:
                    yield 1, together([check(target)])

        monkeypatch.setattr(workers, "in_order", in_order)
        report = linted(jobs=2)
        assert died == ["pack", "roles/y.md"]
        assert told(report) == [
            "pack:1:1: error internal-error",
            "roles/x.md:2:7: error role-name-mismatch/other",
            "roles/y.md:1:1: error internal-error",
        ]
        assert report.findings[0].message.endswith(
            " failed: RuntimeError: the process that checked it came to an end"
        )

    def test_what_they_ask_of_the_disk_is_noted(
        self, tree: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plant(tree, {"roles/x.md": ODD, "roles/y.md": ODD})
        with disk.keeping(disk.Trace()) as forked:
            before = linted(jobs=2)
        with disk.keeping(disk.Trace()) as alone:
            assert linted() == before
        # What one process asks, another may ask as well.
        assert {*asked(forked)} == {*asked(alone)}

        def in_order(check: Any, targets: Any, _: Any, __: Any, together: Any) -> Any:
            return ((1, together(map(check, [target]))) for target in targets)

        monkeypatch.setattr(workers, "in_order", in_order)
        with disk.keeping(disk.Trace()) as alone:
            before = linted()
        with disk.keeping(disk.Trace()) as many:
            assert linted(jobs=2) == before
        assert asked(many) == asked(alone)
        (tree / "roles/y.md").write_text("x")
        assert not disk.still_holds(many.groups())


def test_context_with_more_than_plain_letters_is_looked_into(tree: Path) -> None:
    """A name may be spelled there in many ways."""
    named = "---\nname: scout\ndescription: é\n---\nB\n"
    plant(tree, {".pi/agents/scout.md": named, ".pi/agents/other.md": named})
    assert told(linted(".pi/agents/scout.md")) == [
        ".pi/agents/scout.md:2:7: warning duplicate-layer-role"
    ]


def test_merging_nothing_is_nothing() -> None:
    assert CheckResult.merge([]) == CheckResult()


def test_all_that_parts_hold_is_merged_in_their_order() -> None:
    names = ("unchecked", "files", "roles", "packs", "ignoring")
    one, two = (
        CheckResult(
            silenced=frozenset({Silenced(number, "rule")}),
            **{name: (f"{name} {number}",) for name in names},  # type: ignore[arg-type]
        )
        for number in ("1", "2")
    )
    merged = CheckResult.merge([one, CheckResult(), two])
    for name in names:
        assert getattr(merged, name) == (f"{name} 1", f"{name} 2")
    assert merged.silenced == one.silenced | two.silenced
    assert merged.findings == ()


def test_few_findings_are_merged_as_they_are_and_many_are_packed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(check_result, "FEW", 3)
    found = [
        Finding("rule", Severity.NOTE, "m", "h", "a", Span.at(line, 1)) for line in (5, 4, 3, 2, 1)
    ]
    parts = [CheckResult(findings=tuple(found[:2])), CheckResult(findings=(found[2],))]
    assert CheckResult.merge(parts).findings == tuple(found[:3])
    for more in (found[3:4], found[3:]):
        many = CheckResult.merge([*parts, *(CheckResult(findings=(one,)) for one in more)]).findings
        assert isinstance(many, Findings)
        assert [*many] == [*more[::-1], *found[2::-1]]


@pytest.mark.skipif(os.name == "nt", reason="makes what only Unix has")
def test_roles_that_are_no_files_to_read(tmp_path: Path) -> None:
    roles = tmp_path / "roles"
    roles.mkdir()
    os.mkfifo(roles / "pipe.md")
    (roles / "zero.md").symlink_to("/dev/zero")
    (roles / "sound.md").write_text("---\nname: sound\ndescription: d\n---\nB\n")
    (roles / "huge.md").touch()
    os.truncate(roles / "huge.md", 8 << 30)
    report = lint(roles)
    assert [(Path(one.path).name, one.cause) for one in report.findings] == [
        ("pipe.md", "special-file"),
        ("zero.md", "special-file"),
    ]
    assert [(Path(one.path).name, one.reason) for one in report.unchecked] == [
        ("huge.md", "larger than 1 MiB")
    ]
