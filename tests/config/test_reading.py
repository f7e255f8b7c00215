from __future__ import annotations

import os
from pathlib import Path

import pytest

from herdr_lint.config import reading
from herdr_lint.config.reading import DEEPEST, ConfigurationError
from herdr_lint.model import Span, UsageError

TABLE = "[tool.herdr-lint]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory; ``.git`` above it ends every search."""
    (tmp_path / ".git").mkdir()
    inner = tmp_path / "work"
    inner.mkdir()
    monkeypatch.chdir(inner)
    return inner


def complaints(call: object, path: Path) -> tuple[str, ...]:
    with pytest.raises(UsageError) as caught:
        call(path)  # type: ignore[operator]
    return caught.value.problems


class TestFind:
    def test_the_nearest_one_counts(self, folder: Path) -> None:
        (folder.parent / "herdr-lint.toml").write_text("")
        assert reading.find(folder) == folder.parent / "herdr-lint.toml"
        (folder / "pyproject.toml").write_text(TABLE)
        assert reading.find(folder) == folder / "pyproject.toml"

    def test_a_project_file_without_our_table_is_passed_by(self, folder: Path) -> None:
        (folder / "pyproject.toml").write_text('[project]\nname = "herdr-lint"\n')
        (folder.parent / "pyproject.toml").write_text(TABLE)
        assert reading.find(folder) == folder.parent / "pyproject.toml"

    def test_a_project_file_that_does_not_name_us_is_not_even_read(self, folder: Path) -> None:
        (folder / "pyproject.toml").write_text("[project\n")
        assert reading.find(folder) is None

    def test_the_root_of_a_repository_ends_the_search(self, folder: Path) -> None:
        (folder / "herdr-lint.toml").write_text("")
        inner = folder / "vendored"
        inner.mkdir()
        (inner / ".git").write_text("gitdir: elsewhere\n")
        assert reading.find(inner) is None

    def test_the_root_itself_still_counts(self, folder: Path) -> None:
        (folder.parent / "herdr-lint.toml").write_text("")
        assert reading.find(folder.parent) == folder.parent / "herdr-lint.toml"

    def test_without_a_repository_the_search_ends_at_the_top(self) -> None:
        top = Path(Path.cwd().anchor)
        assert reading.find(top) is None

    def test_a_folder_of_that_name_is_none(self, folder: Path) -> None:
        (folder / "herdr-lint.toml").mkdir()
        assert reading.find(folder) is None

    def test_two_in_one_folder_are_one_too_many(self, folder: Path) -> None:
        (folder / "pyproject.toml").write_text(TABLE)
        (folder / "herdr-lint.toml").write_text("")
        assert complaints(reading.find, folder) == (
            "pyproject.toml: herdr-lint.toml beside it configures herdr-lint as well; keep one of"
            " the two",
        )


class TestRead:
    def test_settings_of_a_project_file(self, folder: Path) -> None:
        path = folder / "pyproject.toml"
        path.write_text(f'[project]\nname = "x"\n{TABLE}show = "note"\n')
        document = reading.read(path)
        assert document.data == {"show": "note"}
        assert reading.at(document, "/show") == "pyproject.toml:4:8"
        assert reading.at(document, "/show", "key") == "pyproject.toml:4:1"

    def test_what_others_call_as_we_do_is_not_ours(self, folder: Path) -> None:
        path = folder / "pyproject.toml"
        own = {"show": "note", "layer": "auto", "profile": "auto", "fail-on": "never"}
        own |= {"baseline": "a", "extends": "b", "required-version": "1"}
        ours = "".join(f'{name} = "{value}"\n' for name, value in own.items())
        path.write_text("".join(f"{name} = 1\n" for name in own) + TABLE + ours)
        document = reading.read(path)
        places = [reading.at(document, f"/{name}", "key") for name in own]
        assert places == [f"pyproject.toml:{line}:1" for line in range(9, 16)]

    def test_contents_that_are_not_on_the_disk(self, folder: Path) -> None:
        path = folder / "lint.toml"
        assert reading.read(path, b'show = "note"\n').data == {"show": "note"}
        path.write_text("not TOML\n")
        assert reading.read(path, b"").data == {}

    def test_settings_of_our_own_file(self, folder: Path) -> None:
        path = folder / "herdr-lint.toml"
        path.write_bytes('\ufeffshow = "note"\r\nprofile = "auto"\r\n'.encode())
        document = reading.read(path)
        assert document.data == {"show": "note", "profile": "auto"}
        assert reading.at(document, "/profile", "key") == "herdr-lint.toml:2:1"

    def test_any_other_name_is_our_own(self, folder: Path) -> None:
        path = folder / "lint.toml"
        path.write_text('show = "note"\n')
        assert reading.read(path).data == {"show": "note"}

    @pytest.mark.parametrize(
        ("written", "told"),
        [
            pytest.param("a = \n", "x.toml:1:5: not TOML: Invalid value", id="no value"),
            pytest.param(
                "a = [", "x.toml:1:6: not TOML: Invalid value", id="at the end of the file"
            ),
            pytest.param(
                "a = 1\na = 2\n", "x.toml:2:6: not TOML: Cannot overwrite a value", id="twice"
            ),
            pytest.param(
                "a = '\xe9",
                "x.toml:1:6: not UTF-8, which TOML has to be; save it as UTF-8",
                id="latin 1",
            ),
            pytest.param(
                "a = " + "[" * 9999,
                "x.toml: its values are nested too deeply; flatten them",
                id="deep",
            ),
            pytest.param(
                "a" + ".a" * DEEPEST + " = 1",
                "x.toml: its values are nested too deeply; flatten them",
                id="deep by dots",
            ),
            pytest.param(
                "a" + ".a" * (DEEPEST - 1) + " = 1",
                "x.toml:1:1: there is no setting `a`; `herdr-lint config` lists all",
                id="as deep as may be",
            ),
            pytest.param(
                "a = " + "9" * 5000,
                "x.toml: holds a number or a date that cannot be read; correct it",
                id="a number of 5,000 digits",
            ),
        ],
    )
    def test_what_is_no_toml(self, folder: Path, written: str, told: str) -> None:
        path = folder / "x.toml"
        path.write_bytes(written.encode("latin-1"))
        assert complaints(reading.read, path) == (told,)

    def test_what_is_no_utf_8_is_marked(self, folder: Path) -> None:
        (folder / "x.toml").write_bytes(b"a = 1\nb = '\xe9'\n")
        with pytest.raises(ConfigurationError) as caught:
            reading.read(folder / "x.toml")
        assert [problem.span for problem in caught.value.located] == [Span.at(2, 6, 7)]

    def test_what_is_not_there(self, folder: Path) -> None:
        assert complaints(reading.read, folder / "x.toml") == (
            "x.toml: cannot be read: No such file or directory",
        )

    def test_a_project_file_without_our_table(self, folder: Path) -> None:
        for text in ("", "tool = 1\n", "[tool]\nherdr-lint = 1\n"):
            (folder / "pyproject.toml").write_text(text)
            assert complaints(reading.read, folder / "pyproject.toml") == (
                "pyproject.toml: there is no table [tool.herdr-lint]; add it, or name another file",
            )

    def test_each_complaint_with_its_place(self, folder: Path) -> None:
        (folder / "pyproject.toml").write_text(
            """\
[tool.herdr-lint]
select = ["role", 1]
ignroe = []
fail-on = "errors"
severity = {key-unknown = "bad", x = 1}
known-tools = "x"
exclude = [""]
baseline = ""
alternatives = [["a"], "b"]
profile = 7
policy = {}
layer = "projekt"
[[tool.herdr-lint.overrides]]
path = "x"
[[tool.herdr-lint.overrides]]
paths = []
severity = 1
[tool.herdr-lint.rules.x]
"""
        )
        assert complaints(reading.read, folder / "pyproject.toml") == (
            "pyproject.toml:2:19: `select[1]` has to be the id of a rule or group, and is `1`",
            "pyproject.toml:3:1: there is no setting `ignroe`; did you mean `ignore`?",
            "pyproject.toml:4:11: `fail-on` is `errors`, which is not one of `error`, `warning`,"
            " `never`; did you mean `error`?",
            "pyproject.toml:5:27: `severity.key-unknown` is `bad`, which is not one of `error`,"
            " `warning`, `note`, `off`",
            "pyproject.toml:5:38: `severity.x` is `1`, which is not one of `error`, `warning`,"
            " `note`, `off`",
            "pyproject.toml:6:15: `known-tools` has to be a list of names, and is `x`",
            "pyproject.toml:7:12: `exclude[0]` has to be a text that is not empty, and is nothing",
            "pyproject.toml:8:12: `baseline` has to be a text that is not empty, and is nothing",
            "pyproject.toml:9:17: `alternatives[0]` has to be a list of at least two packs, and is"
            ' `["a"]`',
            "pyproject.toml:9:24: `alternatives[1]` has to be a list of at least two packs, and is"
            " `b`",
            "pyproject.toml:10:11: `profile` has to be auto, or the name of a profile such as"
            " openwop/v2, and is `7`",
            "pyproject.toml:11:10: `policy` has to be a list of paths, and is `{}`",
            "pyproject.toml:12:9: `layer` is `projekt`, which is not one of `auto`, `package`,"
            " `global`, `project`; did you mean `project`?",
            "pyproject.toml:13:19: `overrides[0]` has no `paths`; add it",
            "pyproject.toml:14:1: there is no setting `overrides[0].path`; did you mean `paths`?",
            "pyproject.toml:16:9: `overrides[1].paths` has to be a list of at least one pattern,"
            " and is `[]`",
            "pyproject.toml:17:12: `overrides[1].severity` has to be a table of rules and their"
            " severities, and is `1`",
            "pyproject.toml:18:18: there is no setting `rules`; did you mean `roles`?",
        )


def test_paths_are_shown_from_the_working_directory(folder: Path) -> None:
    assert reading.display_path(folder / "a" / "b.toml") == "a/b.toml"
    assert reading.display_path(folder.parent / "b.toml") == "../b.toml"
    assert reading.display_path(Path(os.fsdecode(b"\xc3\xa9\xff.toml"))) == "é\\xff.toml"


def test_a_path_on_another_drive_is_shown_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> str:
        raise ValueError

    monkeypatch.setattr(os.path, "relpath", refuse)
    assert reading.display_path(Path("/elsewhere/x.toml")) == "/elsewhere/x.toml"


def test_settings_are_named_as_people_speak_of_them() -> None:
    assert reading.name("/overrides/0/severity/key-unknown") == "overrides[0].severity.key-unknown"
