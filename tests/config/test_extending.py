from __future__ import annotations

from pathlib import Path

import pytest

from herdr_lint.config.explain import explain
from herdr_lint.config.extending import version_problem
from herdr_lint.config.loading import load
from herdr_lint.model import Severity, UsageError
from herdr_lint.version import __version__


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "packs").mkdir()
    return tmp_path


BASE = """\
fail-on = "warning"
ignore = ["model-pinned"]
exclude = ["drafts/"]
known-tools = ["a"]
baseline = "accepted.json"

[severity]
key-unknown = "error"
duplicate-key = "off"

[[overrides]]
paths = ["legacy/**"]
ignore = ["duplicate-key"]
"""
OWN = """\
extends = "../base.toml"
show = "note"
ignore = ["empty-body"]
known-tools = ["b"]

[severity]
duplicate-key = "note"

[[overrides]]
paths = ["new/**"]
layer = "project"
"""


def test_what_is_taken_over(folder: Path) -> None:
    (folder / "base.toml").write_text(BASE)
    (folder / "packs/herdr-lint.toml").write_text(OWN)
    config = load(folder / "packs/herdr-lint.toml")
    assert (config.fail_on, config.show) == ("warning", Severity.NOTE)
    assert config.choice.ignore == ("model-pinned", "empty-body")
    assert config.choice.select is None
    assert config.choice.severity == {
        "key-unknown": Severity.ERROR,
        "duplicate-key": Severity.NOTE,
    }
    assert (config.known_tools, config.exclude) == (("a", "b"), ("drafts/",))
    assert [one.paths for one in config.overrides] == [("legacy/**",), ("new/**",)]
    assert config.baseline == folder / "accepted.json"
    assert config.extends == folder / "base.toml"
    assert config.directory == folder / "packs"


def test_where_each_setting_was_set(folder: Path) -> None:
    (folder / "base.toml").write_text(BASE)
    (folder / "packs/herdr-lint.toml").write_text(OWN)
    rows = {row.name: row for row in explain(load(folder / "packs/herdr-lint.toml"))}
    assert rows["fail-on"].origin == "base.toml:1:1"
    assert rows["show"].origin == "packs/herdr-lint.toml:2:1"
    assert rows["extends"].value == '"base.toml"'
    assert rows["severity.key-unknown"].origin == "base.toml:8:1"
    assert rows["severity.duplicate-key"].origin == "packs/herdr-lint.toml:7:1"
    assert rows["layer"].origin == "default"
    origins = [row.origin for row in explain(load(folder / "packs/herdr-lint.toml"))]
    assert {"base.toml:12:1", "packs/herdr-lint.toml:10:1"} <= set(origins)


def test_the_file_says_more_than_the_one_it_extends(folder: Path) -> None:
    (folder / "base.toml").write_text('select = ["role"]\nfail-on = "never"\n')
    path = folder / "herdr-lint.toml"
    path.write_text('extends = "base.toml"\nselect = ["openwop"]\nfail-on = "error"\n')
    config = load(path)
    assert (config.choice.select, config.fail_on) == (("openwop",), "error")
    path.write_text('extends = "base.toml"\n')
    assert load(path).choice.select == ("role",)


def test_rules_of_a_policy_of_the_base_are_known(folder: Path) -> None:
    policy = '{"properties": {"stem": {"maxLength": 3, "x-herdr": {"rule": "short-stem"}}}}'
    (folder / "policy.json").write_text(policy)
    (folder / "base.toml").write_text('policy = ["policy.json"]\n')
    path = folder / "herdr-lint.toml"
    path.write_text('extends = "base.toml"\nselect = ["short-stem"]\n')
    config = load(path)
    assert config.choice.select == ("short-stem",)
    assert [one.path for one in config.policy] == [folder / "policy.json"]


def test_a_chain_and_a_circle(folder: Path) -> None:
    (folder / "a.toml").write_text('extends = "b.toml"\n')
    (folder / "b.toml").write_text('extends = "c.toml"\n')
    (folder / "c.toml").write_text('show = "error"\n')
    assert load(folder / "a.toml").show is Severity.ERROR
    (folder / "c.toml").write_text('extends = "a.toml"\n')
    with pytest.raises(UsageError) as caught:
        load(folder / "a.toml")
    assert caught.value.problems == ("c.toml:1:11: `a.toml` leads back to this file; take it out",)
    (folder / "c.toml").write_text('extends = "c.toml"\n')
    with pytest.raises(UsageError) as caught:
        load(folder / "c.toml")
    assert caught.value.problems == ("c.toml:1:11: `c.toml` leads back to this file; take it out",)


def test_a_chain_may_have_so_many_links(folder: Path) -> None:
    for number in range(34):
        (folder / f"{number}.toml").write_text(f'extends = "{number + 1}.toml"\n')
    (folder / "33.toml").write_text('show = "error"\n')
    assert load(folder / "1.toml").show is Severity.ERROR
    with pytest.raises(UsageError) as caught:
        load(folder / "0.toml")
    told = "more than 32 files extend one another; put some of them together"
    assert caught.value.problems == (f"32.toml:1:11: {told}",)


def test_a_file_that_is_not_there(folder: Path) -> None:
    (folder / "a.toml").write_text('extends = "nowhere.toml"\n')
    with pytest.raises(UsageError, match=r"nowhere\.toml: cannot be read"):
        load(folder / "a.toml")


@pytest.mark.parametrize(
    ("wanted", "version", "fits"),
    [
        ("0.1.0", "0.1.0", True),
        ("0.1", "0.1.0", True),
        ("==0.2", "0.1.0", False),
        (">=0.1, <1", "0.9.9", True),
        (">=0.1, <1", "1.0.0", False),
        (">0.1", "0.1.0", False),
        (">0.1", "0.1.1", True),
        ("<=0.1", "0.1.0", True),
        ("!=0.1.0", "0.1.0", False),
        ("!=0.1", "0.1.1", True),
        ("<0.1.1", "0.1.0", True),
        ("<0.1", "0.1.0", False),
        ("<=0.1", "0.1.1", False),
        (" >= 0.1.0 ,<1", "0.1.0", True),
        ("0.1.0.1", "0.1.0.1+2", True),
        ("0.1.0", "0.1.0.1", False),
        ("0.01.00", "0.1.0", True),
        (">=0.9", "0.10.0", True),
        ("<0.9", "0.10.0", False),
        (">" + "9" * 5_000, "0.1.0", False),
        ("<" + "9" * 5_000, "0.1.0", True),
        (">=1." + "0" * 5_000, "1.0", True),
    ],
)
def test_versions(wanted: str, version: str, fits: bool) -> None:
    told = f"this is herdr-lint {version}, and `{wanted}` is required"
    assert version_problem(wanted, version) == (None if fits else told)


def test_what_is_not_a_version() -> None:
    assert version_problem("latest", "1") == ("`latest` is not a version, as in `>=0.2` or `0.3.1`")


def test_another_version_refuses_to_run(folder: Path) -> None:
    path = folder / "herdr-lint.toml"
    path.write_text('required-version = ">=99"\n')
    with pytest.raises(UsageError) as caught:
        load(path)
    assert caught.value.problems == (
        f"herdr-lint.toml:1:20: this is herdr-lint {__version__}, and `>=99` is required",
    )
    path.write_text(f'required-version = "{__version__}"\n')
    assert load(path).required_version == __version__
