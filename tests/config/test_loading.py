from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from unittest.mock import ANY

import pytest

from herdr_lint.config.loading import Configs, load, overruled
from herdr_lint.config.policy import Policy
from herdr_lint.config.selection import Choice
from herdr_lint.config.settings import Config, FileSettings, Override
from herdr_lint.files.disk import Trace, keeping
from herdr_lint.model import Layer, Severity, UsageError

POLICY = '{"properties": {"stem": {"maxLength": 3, "x-herdr": {"rule": "short-stem"}}}}'
Write = Callable[[str], Path]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def write(folder: Path) -> Write:
    def written(text: str) -> Path:
        path = folder / "herdr-lint.toml"
        path.write_text(text)
        return path

    return written


def complaints(path: Path) -> tuple[str, ...]:
    with pytest.raises(UsageError) as caught:
        load(path)
    return caught.value.problems


def test_everything_at_once(folder: Path, write: Write) -> None:
    (folder / "policy.json").write_text(POLICY)
    (folder / "packs/a/roles").mkdir(parents=True)
    (folder.parent / "b").mkdir(exist_ok=True)
    path = write(
        """\
select = ["default", "short-stem"]
ignore = ["openwop"]
severity = {key-unknown = "error", empty-body = "off", short-stem = "error"}
layer = "global"
policy = ["policy.json"]
known-tools = ["mcp__*"]
known-keys = ["color"]
roles = ["packs/a/roles", "../b"]
exclude = ["README.md"]
alternatives = [["a", "b"]]
profile = "openwop/v2"
fail-on = "never"
show = "note"
baseline = "known.json"

[[overrides]]
paths = ["legacy/"]
ignore = ["model-pinned"]
layer = "project"
"""
    )
    config = load(path)
    policy = Policy.load(folder / "policy.json")
    worst = Severity.ERROR
    severity = {"key-unknown": worst, "empty-body": None, "short-stem": worst}
    assert config == Config(
        directory=folder,
        choice=Choice(("default", "short-stem"), ("openwop",), severity),
        overrides=(Override(("legacy/",), Choice(ignore=("model-pinned",)), "project"),),
        layer="global",
        policy=(policy,),
        known_tools=("mcp__*",),
        known_keys=("color",),
        roles=(folder / "packs/a/roles", folder.parent / "b"),
        exclude=("README.md",),
        alternatives=(("a", "b"),),
        profile="openwop/v2",
        fail_on="never",
        show=Severity.NOTE,
        baseline=folder / "known.json",
        file=path,
        document=config.document,
    )
    assert config.fails_at is None
    assert config.moves_files
    assert {"short-stem", "key-unknown"} <= config.known_rules


def test_nothing_said_is_the_default(folder: Path, write: Write) -> None:
    path = write("")
    config = load(path)
    assert config == Config(directory=folder, file=path, document=config.document)
    assert config.fails_at is Severity.ERROR


def test_names_that_are_none(folder: Path, write: Write) -> None:
    (folder / "policy.json").write_text(POLICY)
    (folder / "packs/a/roles").mkdir(parents=True)
    (folder.parent / "b").mkdir(exist_ok=True)
    path = write(
        """\
select = ["default", "shart-stem"]
severity = {key-unknwn = "error", internal-error = "note", role = "error", explicit-role = "error"}
ignore = ["internal-error", "rolee"]
policy = ["policy.json"]
exclude = ["a", "!"]
profile = "openwop/v9"

[[overrides]]
paths = ["x", "!"]
severity.key-unknwon = "off"
"""
    )
    assert complaints(path) == (
        "herdr-lint.toml:1:22: there is no rule or group `shart-stem`; did you mean `short-stem`?",
        "herdr-lint.toml:2:13: there is no rule `key-unknwn`; did you mean `key-unknown`?",
        "herdr-lint.toml:2:35: the severity of `internal-error` cannot be changed; remove the"
        " entry",
        "herdr-lint.toml:2:60: there is no rule `role`; `herdr-lint rules` lists them all",
        "herdr-lint.toml:2:76: the severity of `explicit-role` can be `note` at most",
        "herdr-lint.toml:3:11: `internal-error` cannot be switched off; take it out of the list",
        "herdr-lint.toml:3:29: there is no rule or group `rolee`; did you mean `role`?",
        "herdr-lint.toml:5:17: `!` is not a pattern as in a .gitignore, such as `drafts/` or"
        " `*.old.md`",
        "herdr-lint.toml:6:11: there is no profile `openwop/v9`; choose one of auto, openwop/v1,"
        " openwop/v2",
        "herdr-lint.toml:9:15: `!` is not a pattern as in a .gitignore, such as `drafts/` or"
        " `*.old.md`",
        "herdr-lint.toml:10:10: there is no rule `key-unknwon`; did you mean `key-unknown`?",
    )


def test_a_rule_on_request_may_have_its_own_severity_or_none(write: Write) -> None:
    severity: dict[str, Severity | None] = {"explicit-role": Severity.NOTE}
    assert load(write('severity = {explicit-role = "note"}')).choice.severity == severity
    severity = {"explicit-role": None}
    assert load(write('severity = {explicit-role = "off"}')).choice.severity == severity


class TestOverruled:
    def test_options_win(self, write: Write) -> None:
        config = load(write('show = "note"\nlayer = "project"\nprofile = "openwop/v1"\n'))
        changed = overruled(config, select=["role"], ignore=["key-unknown"], show=Severity.ERROR)
        assert changed.asked == Choice(("role",), ("key-unknown",))
        assert changed.show is Severity.ERROR
        assert changed.profile == "openwop/v1"
        assert changed.given == {"select", "ignore", "show"}

    def test_nothing_said_changes_nothing(self) -> None:
        config = Config()
        assert overruled(config, select=None, ignore=(), fail_on=None) == config

    def test_policies_are_added(self, folder: Path) -> None:
        (folder / "policy.json").write_text(POLICY)
        config = overruled(Config(), policy=[Path("policy.json")], select=["short-stem"])
        assert [policy.path for policy in config.policy] == [folder / "policy.json"]
        again = overruled(config, policy=[folder / "policy.json"])
        assert again.policy == config.policy

    def test_names_that_are_none(self) -> None:
        with pytest.raises(UsageError) as caught:
            overruled(
                Config(),
                select=["rol", "internal-error"],
                ignore=["internal-error", "x"],
                profile="v1",
                exclude=["a", "!"],
            )
        assert caught.value.problems == (
            "--select: there is no rule or group `rol`; did you mean `role`?",
            "--ignore: `internal-error` cannot be switched off; take it out of the list",
            "--ignore: there is no rule or group `x`; `herdr-lint rules` lists them all",
            "--profile: there is no profile `v1`; choose one of auto, openwop/v1, openwop/v2",
            "--exclude: `!` is not a pattern as in a .gitignore, such as `drafts/` or `*.old.md`",
        )


class TestFiles:
    def test_patterns_count_from_the_folder_of_the_file(self, folder: Path, write: Write) -> None:
        config = load(write('exclude = ["/README.md", "old/", "!old/new.md"]\n'))
        assert config.excludes(folder / "README.md")
        assert config.excludes(folder / "old" / "a" / "x.md")
        assert not config.excludes(folder / "roles" / "README.md")
        assert not config.excludes(folder)
        assert not config.excludes(folder.parent / "old" / "x.md")

    def test_patterns_are_about_what_lies_in_the_folder(self, folder: Path, write: Write) -> None:
        config = load(write('exclude = ["*", "/a/b.md"]\n'))
        assert config.excludes(folder / "x.md")
        assert not config.excludes(folder)
        assert not config.excludes(folder.parent)
        assert not config.excludes(folder.parent / "x.md")
        config = load(write('exclude = ["/a/b.md"]\n'))
        assert config.excludes(folder / "a" / "b.md")
        assert not config.excludes(folder / "b.md")

    def test_those_of_the_command_line_count_from_the_working_directory(
        self, folder: Path, write: Write, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        own = load(write('exclude = ["a.md"]\n'))
        (folder / "inner").mkdir()
        monkeypatch.chdir(folder / "inner")
        config = overruled(own, exclude=["/b.md"])
        excluded = ("a.md", "inner/a.md", "inner/b.md")
        for name in (*excluded, "b.md", "inner/c.md"):
            assert config.excludes(folder / name) is (name in excluded)

    def test_without_patterns_nothing_is_excluded(self, folder: Path) -> None:
        assert not Config().excludes(folder / "x.md")

    def test_a_path_on_another_drive_is_not_excluded(
        self, folder: Path, write: Write, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        config = load(write('exclude = ["*"]\n'))

        def refuse(*_: Path) -> str:
            raise ValueError

        monkeypatch.setattr("os.path.relpath", refuse)
        assert not config.excludes(folder / "x.md")

    def test_overrides_hold_for_their_files(self, folder: Path, write: Write) -> None:
        config = load(
            write(
                """\
known-keys = ["color"]
[[overrides]]
paths = ["*.md"]
layer = "project"
[[overrides]]
paths = ["a/"]
ignore = ["role"]
[[overrides]]
paths = ["b/"]
layer = "auto"
"""
            )
        )
        settings = config.for_file(folder / "a" / "x.md")
        assert settings.layer is Layer.PROJECT
        assert settings.known_keys == ("color",)
        assert not settings.selection.runs("key-unknown")
        assert config.for_file(folder / "b" / "x.md").layer is None
        assert config.for_file(folder / "x.json").layer is None
        assert config.for_file(folder / "x.md").selection.runs("key-unknown")

    @pytest.mark.parametrize(
        ("text", "moves"),
        [
            ("", False),
            ('layer = "auto"\n', False),
            ('layer = "global"\n', True),
            ('[[overrides]]\npaths = ["*"]\nignore = ["role"]\n', False),
            ('[[overrides]]\npaths = ["*"]\nlayer = "project"\n', True),
        ],
    )
    def test_a_layer_moves_files(self, write: Write, text: str, moves: bool) -> None:
        assert load(write(text)).moves_files is moves

    def test_the_layer_of_the_command_line_wins(self, folder: Path, write: Write) -> None:
        config = load(write('[[overrides]]\npaths = ["*"]\nlayer = "project"\n'))
        asked = overruled(config, layer="global")
        assert asked.for_file(folder / "x.md").layer is Layer.GLOBAL


class TestConfigs:
    def test_those_that_say_the_same_are_equal(self, folder: Path, write: Write) -> None:
        write('layer = "global"\n')
        assert Configs.load() == Configs.load()
        assert Configs.load() != Configs.load(layer="project")
        assert Configs.load() == ANY  # the other one is asked
        assert Configs.load() != Configs.load(folder / "herdr-lint.toml")

    def test_each_file_has_the_nearest(self, folder: Path, write: Write) -> None:
        write('layer = "global"\n')
        inner = folder / "inner"
        inner.mkdir()
        (inner / "pyproject.toml").write_text('[tool.herdr-lint]\nlayer = "project"\n')
        configs = Configs.load(show=Severity.ERROR)
        assert configs.run.layer == "global"
        assert configs.nearest(folder / "x.md") is configs.run
        assert configs.for_file(inner / "x.md").layer is Layer.PROJECT
        assert configs.for_file(inner / "deep" / "x.md").layer is Layer.PROJECT
        assert configs.nearest(inner / "x.md") is configs.nearest(inner / "deep" / "x.md")
        assert configs.nearest(inner / "x.md").show is Severity.ERROR

    def test_a_project_without_one_has_the_options_alone(self, folder: Path, write: Write) -> None:
        write('layer = "global"\n')
        (folder / "vendored" / ".git").mkdir(parents=True)
        configs = Configs.load(profile="openwop/v1")
        config = configs.nearest(folder / "vendored" / "x.md")
        assert (config.layer, config.profile) == ("auto", "openwop/v1")

    def test_the_working_directory_is_not_the_root_of_the_disk(self, write: Write) -> None:
        """The folder of either file is written as nothing."""
        write('layer = "global"\n')
        configs = Configs.load()
        assert configs.nearest("x.md").layer == "global"
        assert configs.nearest("/x.md").layer == "auto"
        assert configs.nearest("x.md").layer == "global"

    def test_each_folder_is_looked_into_once(self, folder: Path, write: Write) -> None:
        write("")
        configs = Configs.load()
        configs.nearest(folder / "a" / "b" / "c" / "x.md")
        with keeping(Trace()) as trace:
            for name in ("a/b/c/y.md", "a/b/x.md", "a/x.md", "x.md"):
                assert configs.nearest(folder / name) is configs.run
        assert trace.groups() == []

    def test_a_broken_one_is_told_of_each_time_and_counts_for_nothing_around(
        self, folder: Path, write: Write
    ) -> None:
        path = write("")
        configs = Configs.load()
        (folder / "inner").mkdir()
        (folder / "inner" / "herdr-lint.toml").write_text("x = 1\n")
        for _ in range(2):
            with pytest.raises(UsageError, match="there is no setting `x`"):
                configs.nearest(folder / "inner" / "a" / "x.md")
        assert configs.around(folder / "inner" / "x.md") is configs.run
        assert [one.file for one in configs.in_use()] == [path]
        (folder / "other").mkdir()
        (folder / "other" / "herdr-lint.toml").write_text('layer = "global"\n')
        assert configs.around(folder / "other" / "x.md").layer == "global"
        assert configs.of_shown("other/x.tgz!../../../y.md").layer == "global"

    def test_of_another_folder_than_the_working_one(self, folder: Path, write: Write) -> None:
        write('layer = "global"\n')
        (folder / "other").mkdir()
        (folder / "other" / "herdr-lint.toml").write_text('layer = "project"\n')
        assert Configs.load(directory=folder / "other").run.layer == "project"
        assert Configs.load().run.layer == "global"
        assert Configs() == Configs(Config(), explicit=False, options={})

    @pytest.mark.parametrize("named", [True, False])
    def test_without_what_was_accepted_before(
        self, folder: Path, write: Write, *, named: bool
    ) -> None:
        path = write('baseline = "known.json"\n')
        configs = Configs.load(path if named else None, layer="global")
        left = configs.without_baseline()
        assert (configs.run.baseline, left.run.baseline) == (folder / "known.json", None)
        assert left.run._replace(baseline=configs.run.baseline) == configs.run
        assert (left.explicit, left.options) == (named, {"layer": "global"})

    def test_those_in_use_are_told_once(self, folder: Path, write: Write) -> None:
        path = write("")
        (folder / "inner").mkdir()
        (folder / "inner" / "herdr-lint.toml").write_text("")
        configs = Configs.load()
        for name in ("a/x.md", "inner/x.md", "inner/b/x.md", "c/x.md"):
            configs.nearest(folder / name)
        inner = folder / "inner" / "herdr-lint.toml"
        assert [one.file for one in configs.in_use()] == [path, inner]

    def test_a_named_one_is_the_only_one(self, folder: Path, write: Write) -> None:
        write('layer = "global"\n')
        (folder / "other.toml").write_text('layer = "project"\n')
        configs = Configs.load(Path("other.toml"))
        assert configs.for_file(folder / "x.md").layer is Layer.PROJECT

    def test_without_any(self, folder: Path) -> None:
        configs = Configs.load()
        assert configs.run == Config(directory=folder)
        assert configs.nearest(folder / "x.md") is configs.run
        assert configs.for_file(folder / "x.md") == FileSettings(
            Config().for_file(folder / "x.md").selection
        )

    def test_can_be_sent_to_another_process(self, folder: Path, write: Write) -> None:
        (folder / "policy.json").write_text(POLICY)
        write('policy = ["policy.json"]\nexclude = ["x"]\n[[overrides]]\npaths = ["*"]\n')
        configs = Configs.load()
        configs.for_file(folder / "x.md")
        configs.run.excludes(folder / "x.md")
        assert configs.run.policy[0].validator.is_valid({"stem": "abc"})
        sent = pickle.loads(pickle.dumps(configs))  # noqa: S301
        assert sent == configs
        assert not sent.run.policy[0].validator.is_valid({"stem": "abcd"})


def test_a_folder_of_roles_that_is_not_there(folder: Path, write: Write) -> None:
    (folder / "roles").mkdir()
    assert complaints(write('roles = ["roles", "nowhere"]\n')) == (
        "herdr-lint.toml:1:19: there is no folder `nowhere`; its path begins at the"
        " configuration's folder",
    )


def test_configurations_are_equal_by_what_they_say(folder: Path) -> None:
    assert Configs.load() == Configs.load()
    assert Configs.load() != Configs.load(ignore=["openwop"])
    assert Configs.load() != "configs"
