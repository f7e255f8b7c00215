"""What is said of whole packs, beyond what the fixtures show."""

from __future__ import annotations

import json
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings

from herdr_lint import gate
from herdr_lint.files import tree as pack_tree
from herdr_lint.files.tree import FolderTree, MappingTree
from herdr_lint.model import Severity, Unchecked
from herdr_lint.role_pack import subject
from herdr_lint.role_pack.reading import read_role_pack
from herdr_lint.role_pack.rules import PackCheck, check_role_pack, registered_paths
from tests.role_pack.packs import CHANNEL, EXTENSION, ROLE, URL, Contents, changed, pack
from tests.strategies.packs import packs

SKILL = "---\nname: plan\ndescription: Plans a change\n---\n\n# Plan\n"


def told(check: PackCheck) -> list[tuple[str, int, int, str, str | None]]:
    return [
        (one.path, one.span.start.line, one.span.start.column, one.rule, one.cause)
        for one in check.findings
    ]


def unchecked(
    files: dict[str, bytes], *, decides: bool = True, **how: Any
) -> list[tuple[str, str]]:
    found = check_role_pack(files, **how).unchecked
    assert {one.decides for one in found} <= {decides}
    return [(one.path, one.reason) for one in found]


class TestWhole:
    def test_a_sound_pack_gives_nothing(self) -> None:
        check = check_role_pack(pack(), "packs/crew/")
        assert check == PackCheck(
            (),
            (),
            ("roles",),
            ("packs/crew/package.json", "packs/crew/extension.ts"),
            ("roles",),
        )

    def test_a_folder_called_readme_says_nothing(self) -> None:
        asking = ROLE.replace("\n---", "\nskills: planning, other\n---")
        files = {"roles/scout.md": asking, "README/a.md": "other", "readme.txt": "See planning."}
        [found] = check_role_pack(pack(files)).findings
        assert (found.rule, found.pointer) == ("skill-not-in-pack", "/declared/skills/entries/1")

    def test_a_role_may_speak_of_skills_and_declare_none(self) -> None:
        assert check_role_pack(pack({"roles/scout.md": f"{ROLE}Use your skills.\n"})).findings == ()

    def test_the_root_of_a_pack_has_a_name(self) -> None:
        [found] = check_role_pack(pack({"extension.ts": changed(("./roles", "."))})).findings
        assert found.message == "no file directly in `.` ends in `.md`"

    @pytest.mark.parametrize("how", [{}, {"certain": True}, {"configured": ["roles"]}])
    def test_what_is_told_depends_on_nothing_that_was_asked_before(
        self, how: dict[str, Any]
    ) -> None:
        [found] = check_role_pack(pack(peerDependencies={}), **how).findings
        assert found.rule == "role-pack-peer-missing"

    def test_what_is_told_where_only_roles_were_asked_for(self) -> None:
        asking = ROLE.replace("\n---", "\nskills: other\n---")
        files = {"extension.ts": f"@@ (\n{EXTENSION}", "roles/x.txt": "", "roles/scout.md": asking}
        whole = check_role_pack(pack(files, keywords=None), "p/")
        assert [one.rule for one in whole.findings] == [
            *("role-pack-keyword", "role-pack-roles-folder", "skill-not-in-pack")
        ]
        assert (len(whole.unchecked), whole.files) == (1, ("p/package.json", "p/extension.ts"))
        part = check_role_pack(pack(files, keywords=None), "p/", roles_only=True)
        assert part == PackCheck(whole.findings[1:], (), ("roles",), (), ("roles",))

    def test_paths_are_those_of_the_caller(self) -> None:
        files = pack(
            {"skills/Plan/SKILL.md": SKILL.replace("name: plan", "name: Plan")},
            pi={"extensions": ["./extension.ts"], "skills": ["skills"]},
        )
        check = check_role_pack(files, "crew.tgz!")
        assert told(check) == [
            ("crew.tgz!skills/Plan/SKILL.md", 2, 7, "role-pack-skill-name", None)
        ]
        assert check.files[-1] == "crew.tgz!skills/Plan/SKILL.md"

    def test_what_npm_made_has_everything_that_is_shipped(self) -> None:
        files = pack({".npmignore": "roles\n"}, files=["nothing"])
        assert {one.rule for one in check_role_pack(files).findings} == {"role-pack-files"}
        assert check_role_pack(files, packed=True).findings == ()

    def test_places_that_somebody_names_count_first(self) -> None:
        files = pack({"other/Lead.md": ROLE})
        assert told(check_role_pack(files)) == []
        assert told(check_role_pack(files, configured=["other"])) == [
            ("other/Lead.md", 1, 1, "role-pack-roles-folder", "name")
        ]

    @pytest.mark.parametrize(
        ("name", "cause"),
        [
            ("LICENSE", None),
            ("Read Me.md", None),
            ("Lead.md", "name"),
            ("notes.txt", "other"),
            ("notes 1.txt", "other"),
        ],
    )
    def test_of_odd_names_among_the_roles_each_is_told_by_one_rule(
        self, name: str, cause: str | None
    ) -> None:
        found = told(check_role_pack(pack({f"roles/{name}": ROLE})))
        assert found == (
            [] if cause is None else [(f"roles/{name}", 1, 1, "role-pack-roles-folder", cause)]
        )

    def test_roles_at_the_root_are_not_judged_by_what_lies_around(self) -> None:
        files = pack({"extension.ts": changed(("./roles", ".")), "scout.md": ROLE})
        assert told(check_role_pack(files)) == []

    def test_one_role_may_be_registered_by_itself(self) -> None:
        files = pack({"extension.ts": changed(("./roles", "./roles/scout.md"))}, files=["*.ts"])
        assert told(check_role_pack(files)) == [
            ("package.json", 16, 3, "role-pack-files", "roles-files")
        ]

    def test_roles_at_the_root_may_be_left_out(self) -> None:
        files = pack(
            {"extension.ts": changed(("./roles", ".")), "scout.md": ROLE},
            files=["extension.ts"],
        )
        (found,) = check_role_pack(files).findings
        assert (found.rule, found.cause) == ("role-pack-files", "roles-files")
        assert "`.`" in found.message

    def test_each_inner_package_is_told_once(self) -> None:
        register = "request.register(roles); request.register(dirname(roles) + '/roles/scout.md');"
        files = pack(
            {
                "roles/package.json": "{}",
                "extension.ts": changed(
                    ("request.register(roles);", register),
                    ("const roles", 'import { dirname } from "node:path";\nconst roles'),
                ),
            }
        )
        assert told(check_role_pack(files)) == [
            ("roles/package.json", 1, 1, "role-pack-inner-package", None)
        ]

    @pytest.mark.parametrize(
        ("name", "shown"),
        [("\udcc3\udca9.md", "é.md"), ("\udc80.md", "\\x80.md"), ("é.md", "é.md")],
    )
    def test_names_are_shown_as_their_bytes_say(self, name: str, shown: str) -> None:
        found = check_role_pack(pack({f"roles/{name}": ROLE})).findings
        assert {(one.path, one.rule) for one in found} == {
            (f"roles/{shown}", "role-pack-roles-folder")
        }

    def test_names_of_no_bytes_are_left_as_they_are(self) -> None:
        assert subject.spelled("\ud800") == "\ud800"


class TestIntent:
    OTHER: Contents = MappingProxyType(
        {"extension.ts": "export default () => {};\n", "roles/scout.md": None}
    )

    def test_a_package_for_another_host_is_left_alone(self) -> None:
        files = pack({**self.OTHER, "agents/scout.md": ROLE}, name="other", keywords=["pi-package"])
        check = check_role_pack(files)
        assert (check.findings, check.registered, check.files) == ((), (), ())
        assert check.unchecked == (
            Unchecked("package.json", "nothing in this package registers roles with the host"),
        )
        judged = check_role_pack(files, certain=True)
        assert {one.rule for one in judged.findings} == {"role-pack-channel"}

    def test_to_speak_of_the_host_is_not_to_register(self) -> None:
        text = "// Unlike pi-herdr-agents.\nexport default () => {};\n"
        files = pack({**self.OTHER, "extension.ts": text, "agents/scout.md": ROLE})
        assert check_role_pack(files).files == ()

    def test_what_nobody_understands_registers_nothing_if_it_does_not_speak(self) -> None:
        check = check_role_pack(pack({**self.OTHER, "extension.ts": "@@ (\n"}))
        assert (check.registered, check.files) == ((), ())

    @pytest.mark.parametrize(
        "keyword", ["pi-roles", "role-pack", "herdr-roles", "pi-herdr-role-pack", "pi-agent-roles"]
    )
    def test_a_keyword_says_that_it_is_meant(self, keyword: str) -> None:
        files = pack({**self.OTHER, "agents/scout.md": ROLE}, keywords=["pi-package", keyword])
        assert {one.rule for one in check_role_pack(files).findings} == {"role-pack-channel"}

    @pytest.mark.parametrize(
        "hint",
        [
            {"name": "pi-herdr-roles"},
            {"description": "Roles for Herdr"},
            {"keywords": ["pi-package", "herdr", "roles"]},
            {"peerDependencies": {"pi-herdr-agents": "*"}},
        ],
    )
    def test_a_name_does_not(self, hint: dict[str, Any]) -> None:
        files = pack({**self.OTHER, "agents/scout.md": ROLE}, **hint)
        assert check_role_pack(files).files == ()

    def test_a_folder_of_roles_in_a_package_of_the_gallery_shows_it_too(self) -> None:
        files = pack({**self.OTHER, "roles/scout.md": ROLE})
        assert check_role_pack(files).files
        files = pack({**self.OTHER, "roles/scout.md": ROLE}, keywords=3)
        assert not check_role_pack(files).files

    def test_the_host_is_no_pack(self) -> None:
        host = f'export default (pi) => {{ pi.events.emit("{CHANNEL}", {{}}); }};\n'
        files = pack({"extension.ts": host, "agents/scout.md": ROLE, "roles/scout.md": None})
        check = check_role_pack(files)
        assert (check.registered, check.files) == ((), ())

    def test_so_does_a_call_that_registers(self) -> None:
        text = changed(
            (f'"{CHANNEL}"', "NAME"),
            ("const roles", f'const NAME = "{CHANNEL[:9]}" + "{CHANNEL[9:]}";\nconst roles'),
        )
        files = pack({"extension.ts": text, "roles/scout.md": None, "agents/scout.md": ROLE})
        assert check_role_pack(files).files

    def test_so_does_a_name_that_is_nearly_the_channels(self) -> None:
        text = changed((CHANNEL, CHANNEL.replace("v1", "v2")))
        files = pack({"extension.ts": text, "roles/scout.md": None, "agents/scout.md": ROLE})
        check = check_role_pack(files)
        assert [one.cause for one in check.findings] == ["near"]
        assert check.registered is None


class TestUnchecked:
    def test_a_script_that_is_too_large(self) -> None:
        files = pack({"extension.ts": EXTENSION + " " * (600 << 10)})
        assert unchecked(files) == [("extension.ts", "larger than 512 KiB")]

    def test_a_script_that_is_nested_too_deeply(self) -> None:
        files = pack({"extension.ts": EXTENSION + "[" * 2_000 + "]" * 2_000})
        assert unchecked(files) == [("extension.ts", "nested too deeply")]

    def test_a_script_that_costs_too_much(self) -> None:
        files = pack({"extension.ts": EXTENSION + ";" * 100_000})
        assert unchecked(files) == [("extension.ts", "too costly to parse")]

    def test_a_script_that_is_not_understood(self) -> None:
        files = pack({"extension.ts": "@@ (\n" + changed((", unsubscribe);", ");"))})
        reason = "line 1 is not understood, so this script is judged in part only"
        assert unchecked(files) == [("extension.ts", reason)]

    def test_too_many_scripts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("herdr_lint.role_pack.extension.modules.MOST", len(EXTENSION) + 20)
        reason = "the pack has too many scripts to read them all"
        files = pack({"extension.ts": f'import "./other";\n{EXTENSION}', "other.ts": EXTENSION})
        assert unchecked(files) == [("other.ts", reason)]

    @pytest.mark.slow
    def test_a_pack_may_have_4_mib_of_scripts(self) -> None:
        names = [f"{number}.ts" for number in range(8)]
        half = EXTENSION + "//".ljust((512 << 10) - len(EXTENSION), "x")
        scripts = {**dict.fromkeys(names, half), "last.ts": ";"}
        assert unchecked(pack(scripts, pi={"extensions": names})) == []
        reason = "the pack has too many scripts to read them all"
        files = pack(scripts, pi={"extensions": [*names, "last.ts"]})
        assert unchecked(files) == [("last.ts", reason)]

    def test_too_many_skills(self, monkeypatch: pytest.MonkeyPatch) -> None:
        pi = {"extensions": ["./extension.ts"], "skills": ["./skills"]}
        skills = {f"skills/{one}/SKILL.md": SKILL.replace("plan", one) for one in "abc"}
        reason = "the pack has too many skills to read them all"
        for limit, most in (("MOST_SKILLS", 2), ("MOST_OF_BLOCKS", 2 * SKILL.index("\n---") + 10)):
            monkeypatch.setattr(subject, limit, most)
            assert unchecked(pack(skills, pi=pi)) == [("skills/c/SKILL.md", reason)]
            monkeypatch.undo()

    @pytest.mark.parametrize(
        ("block", "why", "decides"),
        [
            ("a: &b c\n*b : d", "the alias `b` stands for something else", False),
            ("? [a]\n: b", "the key `[` is not a string", False),
            ("1: a\n'1': b", "the key `1` is not a string", False),
            ("a: b\n...\nc", "a second document begins here", False),
            ("a: " + "[" * 65 + "]" * 65, "it is nested too deeply", True),
            ("a: " + "b" * 100_000, "it has more than 100000 characters", True),
        ],
    )
    def test_a_skill_of_which_pi_reads_more(self, block: str, why: str, decides: bool) -> None:
        """Of what may be its name nothing is said, and not that a role lacks the skill."""
        text = SKILL.replace("\n---", f"\n{block}\n---", 1)
        asking = ROLE.replace("\n---", "\nskills: unknown\n---", 1)
        pi = {"extensions": ["./extension.ts"], "skills": ["./skills"]}
        files = pack({"skills/plan/SKILL.md": text, "roles/scout.md": asking}, pi=pi)
        check = check_role_pack(files)
        reason = f"its frontmatter is read in part only: {why}"
        assert check.unchecked == (Unchecked("skills/plan/SKILL.md", reason, decides=decides),)
        assert [one.rule for one in check.findings if one.rule != "role-pack-skill-size"] == []

    def test_so_many_skills_are_read(self) -> None:
        manifest = json.dumps({"pi": {"skills": ["skills"]}}).encode()

        def readable(*skills: str) -> int:
            files = {f"skills/{n:04}/SKILL.md": one.encode() for n, one in enumerate(skills)}
            tree = MappingTree({**files, "package.json": manifest})
            return len(subject.Pack(read_role_pack(tree)).readable_skills)

        assert readable(*["x"] * 2_001) == 2_000
        quarter = "---".ljust(128 << 10) + "\n---\n"
        assert readable(*[quarter] * 4) == 4
        assert readable(*[quarter] * 4, "---\n---\n") == 4
        assert readable(*[quarter] * 4, "x") == 5

    def test_too_many_roles_with_skills(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asking = ROLE.replace("\n---", "\nskills: unknown\n---")
        files = pack({"roles/a.md": asking, "roles/b.md": ROLE, "roles/c.md": asking})
        size = asking.index("\n---")
        missing = [f"roles/{one}.md" for one in "ac"]
        for most, found in ((2 * size, 2), (2 * size - 1, 1)):
            monkeypatch.setattr(subject, "MOST_OF_BLOCKS", most)
            check = check_role_pack(files)
            assert [one.path for one in check.findings] == missing[:found]
            reason = "the pack has too many roles with skills to read them all"
            assert unchecked(files) == [("roles/c.md", reason)] * (2 - found)

    def test_too_many_patterns(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("herdr_lint.role_pack.npm_files.MOST_RULES", 60)
        reason = "there are too many patterns to tell what npm leaves out"
        files = pack({".npmignore": "roles\n" * 60})
        assert unchecked(files, decides=False) == [("package.json", reason)]
        assert unchecked(files, packed=True) == []
        assert told(check_role_pack(files)) == []

    def test_an_event_that_is_worked_out(self) -> None:
        files = pack({"extension.ts": changed((f'"{CHANNEL}"', "process.env.EVENT"))})
        reason = "the event that it listens to is worked out when it runs; write its name"
        assert unchecked(files, certain=True) == [("extension.ts", reason)]
        text = EXTENSION.replace("\n}\n", "\n  pi.events.on(name(), f);\n}\n")
        assert unchecked(pack({"extension.ts": text})) == []

    def test_too_much_to_follow_where_no_entry_is_known(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("herdr_lint.role_pack.extension.evaluator.MOST_STEPS", 1)
        text = "// pi-herdr-agents\nf(a, b, c);\n"
        assert unchecked(pack({"extension.ts": text}, pi={"extensions": ["./+(a|b)/*"]})) == []

    def test_roles_that_are_worked_out(self) -> None:
        text = changed((URL, "process.env.ROLES"))
        reason = (
            "the roles that it registers are worked out when it runs; name their folder in `roles`"
            " of the configuration"
        )
        files = pack({"extension.ts": text, "roles/scout.md": None, "crew/scout.md": ROLE})
        assert unchecked(files) == [("extension.ts", reason)]
        assert unchecked(files, configured=["crew"]) == []
        assert unchecked(pack({"extension.ts": text})) == []
        assert unchecked(pack({"roles/scout.md": None})) == []

    def test_a_script_that_may_not_be_read(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(tmp_path, pack({"extension.ts": EXTENSION.ljust(2_001)}))
        monkeypatch.setattr(pack_tree, "LARGEST", 2_000)
        assert registered_paths(FolderTree(tmp_path)) is None
        assert [*check_role_pack(FolderTree(tmp_path)).unchecked] == [
            Unchecked("extension.ts", "larger than 2000 bytes", decides=True)
        ]

    def test_a_package_of_something_else(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        files = {"extension.ts": "export {};".ljust(2_001), "roles/scout.md": None}
        other = pack(files, keywords=None, name="other")
        assert registered_paths(MappingTree(other)) == ()
        unknown = {"extensions": ["./+(a|b)/*"]}
        assert registered_paths(MappingTree(pack(files, pi=unknown, keywords=None))) == ()
        write(tmp_path, other)
        monkeypatch.setattr(pack_tree, "LARGEST", 2_000)
        assert registered_paths(FolderTree(tmp_path)) is None

    def test_a_skill_that_may_not_be_read(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        named = SKILL.replace("name: plan", "name: Plan")
        skills = {"skills/A/SKILL.md": SKILL.ljust(2_001), "skills/Plan/SKILL.md": named}
        write(tmp_path, pack(skills, pi={"extensions": ["./extension.ts"], "skills": ["./skills"]}))
        monkeypatch.setattr(pack_tree, "LARGEST", 2_000)
        check = check_role_pack(FolderTree(tmp_path))
        reason = "larger than 2000 bytes"
        assert check.unchecked == (Unchecked("skills/A/SKILL.md", reason, decides=True),)
        assert told(check) == [("skills/Plan/SKILL.md", 2, 7, "role-pack-skill-name", None)]

    def test_a_manifest_that_is_too_large(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(tmp_path, pack())
        monkeypatch.setattr(pack_tree, "LARGEST", 10)
        assert [*check_role_pack(FolderTree(tmp_path)).unchecked] == [
            Unchecked("package.json", "larger than 10 bytes", decides=True)
        ]


class TestManifest:
    def test_of_one_that_cannot_be_read_nothing_else_is_told(self) -> None:
        [found] = check_role_pack(pack({"package.json": "{"}), certain=True).findings
        assert (found.rule, found.cause) == ("role-pack-manifest-invalid", None)

    def test_there_may_be_none(self) -> None:
        files = {"extension.ts": EXTENSION.encode()}
        assert told(check_role_pack(files)) == [
            ("package.json", 1, 1, "role-pack-manifest-invalid", None),
            ("extension.ts", 8, 52, "missing-role-pack-path", None),
        ]
        assert check_role_pack(files).findings[0].message == "this is not JSON: it is empty"

    def test_a_list_is_told_of_where_it_begins(self) -> None:
        found = told(check_role_pack(pack({"package.json": "\n  []"})))
        assert found[0] == ("package.json", 2, 3, "role-pack-manifest-invalid", "not-an-object")

    @pytest.mark.parametrize(
        ("text", "line", "message"),
        [
            ('{"name": "herdr",\n "name": "herdr"}', 1, "it stands here first"),
            ('\n{"name": [', 2, "opened here"),
        ],
    )
    def test_another_place_explains_it(self, text: str, line: int, message: str) -> None:
        found = check_role_pack(pack({"package.json": text}), "a/").findings[0]
        (place,) = found.related
        assert (place.path, place.span.start.line, place.message) == (
            "a/package.json",
            line,
            message,
        )

    def test_members_that_pi_knows_are_spelled_right(self) -> None:
        pi = {"extensions": ["./extension.ts"], "changelogPath": "x", "image": "x", "video": "x"}
        known = {**pi, "prompts": [], "themes": [], "skills": []}
        assert told(check_role_pack(pack(pi=known))) == []

    @pytest.mark.parametrize("name", ["extensions", "skills", "prompts", "themes"])
    def test_each_list_of_pi_is_one_of_texts(self, name: str) -> None:
        cause = "extensions" if name == "extensions" else "resource"
        found = told(check_role_pack(pack(pi={name: [1]})))
        assert [one[4] for one in found if one[3] == "role-pack-pi-invalid"] == [cause]

    def test_what_every_reader_of_it_takes_is_left_alone(self) -> None:
        text = pack()["package.json"].replace(b"{", b'{"x": 9007199254740993, "y": "\\ud800",', 1)
        assert told(check_role_pack(pack({"package.json": text}))) == []

    def test_what_is_deep_is_cut(self) -> None:
        files = pack({"package.json": '{"name": "herdr", "x": ' + "[" * 200 + "]" * 200 + "}"})
        assert "role-pack-inert" in {one.rule for one in check_role_pack(files).findings}

    @pytest.mark.parametrize(
        ("entry", "cause"),
        [("~/x.ts", "home"), ("/x.ts", "absolute"), ("../x.ts", "out"), ("./x.ts", "all")],
    )
    def test_an_extension_that_is_nowhere_is_told_of_once(self, entry: str, cause: str) -> None:
        """That the pack has no other one goes without saying."""
        assert told(check_role_pack(pack(pi={"extensions": [entry]}))) == [
            ("package.json", 10, 7, "role-pack-entry-missing", cause)
        ]

    @pytest.mark.parametrize(
        ("other", "cause"),
        [
            ("./extension.ts", "some"),
            ("./lib", "some"),
            ("./*.ts", "some"),
            ("!./gone.ts", "all"),
            ("~/x.ts", "all"),
            ("./other.ts", "all"),
        ],
    )
    def test_one_extension_may_be_missing_or_all_of_them(self, other: str, cause: str) -> None:
        files = pack({"lib/index.ts": EXTENSION}, pi={"extensions": ["./gone.ts", other]})
        found = [
            one
            for one in check_role_pack(files).findings
            if (one.pointer or "").startswith("/entries/0")
        ]
        assert [(one.rule, one.cause) for one in found] == [("role-pack-entry-missing", cause)]

    @pytest.mark.parametrize(
        ("place", "cause"), [("extension.ts", "root-module"), ("src/x.ts", "nothing-named")]
    )
    def test_a_module_at_the_root_seems_to_be_meant(self, place: str, cause: str) -> None:
        files = pack({"extension.ts": None, place: EXTENSION}, pi=None)
        found = check_role_pack(files, certain=True).findings
        assert [one.cause for one in found if one.rule == "role-pack-inert"] == [cause]

    def test_the_place_of_a_fact_is_that_of_a_member(self) -> None:
        files = pack({"package.json": "\n\n " + json.dumps({"name": "herdr", "type": "commonjs"})})
        found = [one for one in told(check_role_pack(files)) if "module" not in one[3]]
        assert found == [
            ("package.json", 3, 2, "role-pack-identity", "version-missing"),
            ("package.json", 3, 2, "role-pack-inert", "root-module"),
            ("package.json", 3, 2, "role-pack-peer-missing", None),
            ("package.json", 3, 2, "role-pack-keyword", None),
        ]

    def test_peers_point_to_where_they_are_imported(self) -> None:
        check = check_role_pack(pack(peerDependencies=None), "a/")
        place = check.findings[0].related[0]
        assert (place.path, place.span.start.line, place.message) == (
            "a/extension.ts",
            1,
            "it is imported here",
        )

    def test_what_is_ignored_points_to_the_file_that_says_so(self) -> None:
        check = check_role_pack(pack({".npmignore": "roles\n", ".gitignore": ""}), "a/")
        assert [one.path for one in check.findings[0].related] == ["a/.npmignore"]
        check = check_role_pack(pack({"roles/.npmignore": "*\n"}))
        assert [one.related for one in check.findings] == [()]

    def test_what_is_registered_points_to_where_it_got_its_value(self) -> None:
        check = check_role_pack(pack({"extension.ts": changed((URL, '"./roles"'))}))
        assert told(check) == [("extension.ts", 8, 52, "invalid-role-pack-path", "relative")]
        place = check.findings[0].related[0]
        assert (place.span.start.line, place.span.start.column) == (4, 15)
        assert check.findings[0].host_code == "invalid-role-pack-path"

    def test_a_name_that_is_nearly_the_channels_is_told_where_it_stands(self) -> None:
        text = 'import { CHANNEL } from "./names";\n' + changed((f'"{CHANNEL}"', "CHANNEL"))
        names = 'export const CHANNEL = "pi-herdr-agents:roles:discover:v1";\n'
        files = pack({"extension.ts": text, "names.ts": names})
        assert told(check_role_pack(files)) == [("names.ts", 1, 24, "role-pack-channel", "near")]

    def test_each_listener_is_judged_and_what_the_pack_lacks_is_told_once(self) -> None:
        again = f'  pi.on("{CHANNEL}", async (r) => {{ r.register(roles); }});\n'
        text = changed(
            ('  pi.on("session_shutdown", unsubscribe);\n', again),
            ("request.apiVersion === 1", "1"),
        )
        assert told(check_role_pack(pack({"extension.ts": text}))) == [
            ("extension.ts", 7, 36, "role-pack-api-version", None),
            ("extension.ts", 7, 36, "role-pack-listener-kept", None),
            ("extension.ts", 10, 9, "role-pack-channel", "lifecycle"),
            ("extension.ts", 10, 49, "role-pack-listener-async", None),
        ]

    def test_nothing_is_missed_that_may_be_in_a_script_that_is_not_understood(self) -> None:
        text = changed(("request.apiVersion === 1", "1"), ('"session_shutdown"', '"x"'))
        assert len(check_role_pack(pack({"extension.ts": text})).findings) == 2
        assert check_role_pack(pack({"extension.ts": text + "@@ (\n"})).findings == ()

    def test_what_is_registered_from_installed_packages_is_not_looked_for(self) -> None:
        files = pack({"extension.ts": changed(("./roles", "./node_modules/x/roles"))})
        assert told(check_role_pack(files)) == []


class TestSkills:
    PI: ClassVar = {"extensions": ["./extension.ts"], "skills": ["./skills"]}

    def test_the_skills_of_a_role_have_a_size_together(self) -> None:
        names = ["one", "two", "three", "four", "five"]
        body = "x" * 60_000
        files = pack(
            {
                "roles/scout.md": ROLE.replace("spawning", f"skills: {', '.join(names)}\nspawning"),
                **{
                    f"skills/{n}/SKILL.md": SKILL.replace("name: plan", f"name: {n}") + body
                    for n in names
                },
            },
            pi=self.PI,
        )
        check = check_role_pack(files)
        assert told(check) == [("roles/scout.md", 4, 9, "role-pack-skill-size", "role")]
        (found,) = check.findings
        assert found.message == (
            "the skills that this role declares have 300274 bytes together, and the host loads at"
            " most 262144"
        )
        assert found.consequence == (
            "The host skips the skills that do not fit and tells the child so in a note."
        )

    def test_a_role_may_declare_256_kib_and_no_more(self) -> None:
        """A skill that is not in the pack has no size, and one declared twice counts once."""
        names = ["one", "two", "three", "four"]
        texts = {name: SKILL.replace("name: plan", f"name: {name}") for name in names}
        skills = {
            f"skills/{name}/SKILL.md": text + "x" * ((64 << 10) - len(text))
            for name, text in texts.items()
        }

        def declaring(*declared: str) -> list[tuple[str, int, int, str, str | None]]:
            line = f"skills: {', '.join([*names, *declared])}\nspawning"
            role = ROLE.replace("spawning", line)
            files = {"roles/scout.md": role, **skills, "skills/plan/SKILL.md": SKILL}
            return told(check_role_pack(pack({**files, "README.md": "# gone"}, pi=self.PI)))

        assert declaring("one", "gone") == []
        assert declaring("plan") == [("roles/scout.md", 4, 9, "role-pack-skill-size", "role")]

    def test_a_role_without_skills_is_not_read_for_them(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def read(*_: object, **__: object) -> None:
            raise AssertionError("it declares none")

        monkeypatch.setattr(subject, "read_role", read)
        assert told(check_role_pack(pack())) == []

    @pytest.mark.parametrize(
        ("sizes", "declared", "said"),
        [
            pytest.param(
                [66_000],
                "",
                (
                    Severity.WARNING,
                    "the skill has 66052 bytes, and the host loads at most 65536",
                    "A role that declares the skill would start without it.",
                    "move parts of it into files that the skill refers to",
                ),
                id="role-pack/role-pack-skill-size: one skill",
            ),
            pytest.param(
                [60_000] * 5,
                "a, b, c, d, e",
                (
                    Severity.WARNING,
                    "the skills that this role declares have 300260 bytes together, and the host"
                    " loads at most 262144",
                    "The host skips the skills that do not fit and tells the child so in a note.",
                    "declare fewer skills, or move parts of them into files that they refer to",
                ),
                id="role-pack/role-pack-skill-size: those of a role",
            ),
        ],
    )
    def test_what_is_said_of_large_skills(
        self, sizes: list[int], declared: str, said: tuple[object, ...]
    ) -> None:
        files = {
            f"skills/{name}/SKILL.md": SKILL.replace("name: plan", f"name: {name}") + "x" * size
            for name, size in zip("abcde", sizes, strict=False)
        }
        role = ROLE.replace("spawning", f"skills: {declared}\nspawning") if declared else ROLE
        (one,) = check_role_pack(pack({**files, "roles/scout.md": role}, pi=self.PI)).findings
        assert (one.severity, one.message, one.consequence, one.help) == said

    def test_a_large_skill_that_no_role_declares_is_a_warning(self) -> None:
        files = pack({"skills/plan/SKILL.md": SKILL + "x" * 66_000}, pi=self.PI)
        assert [(one.rule, one.severity) for one in check_role_pack(files).findings] == [
            ("role-pack-skill-size", Severity.WARNING)
        ]

    def test_where_skills_cannot_be_told_none_is_missed(self) -> None:
        role = ROLE.replace("spawning", "skills: plan\nspawning")
        pi = {"extensions": ["./extension.ts"], "skills": ["./+(a|b)/*"]}
        assert told(check_role_pack(pack({"roles/scout.md": role}, pi=pi))) == []
        assert told(check_role_pack(pack({"roles/scout.md": role}))) == [
            ("roles/scout.md", 4, 9, "skill-not-in-pack", None)
        ]

    def test_the_singular_counts_where_there_is_no_plural(self) -> None:
        role = ROLE.replace("spawning", "skills:\nskill: Not A Name, plan\nspawning")
        assert told(check_role_pack(pack({"roles/scout.md": role}))) == [
            ("roles/scout.md", 5, 20, "skill-not-in-pack", None)
        ]

    def test_a_skill_that_cannot_be_read_is_none(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pack_tree, "LARGEST", 2_000)
        large = SKILL + "x" * 3_000
        write(tmp_path, pack({"skills/a/SKILL.md": large, "roles/large.md": large}, pi=self.PI))
        assert told(check_role_pack(FolderTree(tmp_path))) == []


class TestRegisteredPaths:
    def test_they_are_names_in_the_pack(self) -> None:
        assert registered_paths(MappingTree(pack())) == ("roles",)

    @pytest.mark.parametrize("suffix", ["ts", "mts", "cts", "tsx", "js", "mjs", "cjs", "jsx"])
    def test_a_script_may_be_called_so(self, suffix: str) -> None:
        text = changed(("(pi: ExtensionAPI)", "(pi)"), ("import type", "// import type"))
        if "t" in suffix:
            text = EXTENSION
        if "x" in suffix:
            text += "export const a = <b>c</b>;\n"
        files = pack(
            {"extension.ts": None, f"e.{suffix}": text}, pi={"extensions": [f"e.{suffix}"]}
        )
        assert registered_paths(MappingTree(files)) == ("roles",)
        assert unchecked(files) == []

    def test_where_nothing_is_there_custom_counts_as_well(self, tmp_path: Path) -> None:
        write(tmp_path, pack({"extension.ts": changed(("./roles", "./crew"))}))
        assert registered_paths(FolderTree(tmp_path)) == ("crew", "roles")

    @pytest.mark.parametrize(
        "files",
        [
            pack({"extension.ts": changed((URL, "process.env.ROLES"))}),
            pack({"extension.ts": "export default () => {};\n"}),
            pack({"extension.ts": None}),
        ],
    )
    def test_what_cannot_be_known_is_not_guessed(
        self, files: dict[str, bytes], tmp_path: Path
    ) -> None:
        write(tmp_path, files)
        assert registered_paths(FolderTree(tmp_path)) is None

    @pytest.mark.parametrize(
        "files", [pack(pi={"extensions": ["../x.ts"]}), pack({"package.json": "{"})]
    )
    def test_what_nothing_loads_shows_what_is_meant(
        self, files: dict[str, bytes], tmp_path: Path
    ) -> None:
        write(tmp_path, files)
        assert registered_paths(FolderTree(tmp_path)) == ("roles",)

    @pytest.mark.parametrize(
        "files",
        [
            pack({"extension.ts": "export default () => {};\n"}, keywords=["pi-package"], pi={})
            | {"agents/scout.md": ROLE.encode(), "roles/scout.md": b""},
            pack({"extension.ts": "export default () => {};\n"}, keywords=["herdr"]),
            pack({"src/x.ts": EXTENSION, "extension.ts": None}, keywords=[], pi=None),
        ],
    )
    def test_a_package_that_does_not_speak_registers_nothing(
        self, files: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def parse(*_: object) -> None:
            raise AssertionError("no parser is needed for that")

        monkeypatch.setattr("herdr_lint.role_pack.extension.script.parse", parse)
        monkeypatch.setattr("herdr_lint.role_pack.extension.modules.read_module", parse)
        del files["roles/scout.md"]
        write(tmp_path, files)
        assert registered_paths(FolderTree(tmp_path)) == ()


def test_the_gate_judges_packs_of_roles() -> None:
    verdict = gate(pack({"roles/scout.md": None}), profile="role-pack")
    assert not verdict.accepted
    assert [one.rule for one in verdict.findings] == ["missing-role-pack-path"]
    assert gate(pack(), profile="role-pack").accepted


def write(root: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


@given(packs)
@settings(max_examples=300, deadline=None)
def test_any_pack_can_be_judged(files: dict[str, bytes]) -> None:
    for certain in (False, True):
        check = check_role_pack(files, "a/", packed=certain, certain=certain)
        assert [one for one in check.findings if one.rule == "internal-error"] == []
        paths = {one.path for one in check.findings} | {one.path for one in check.unchecked}
        assert all(path.startswith("a/") for path in paths)
        assert check == check_role_pack(files, "a/", packed=certain, certain=certain)
