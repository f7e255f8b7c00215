"""What is changed, and what a change in the running process comes to."""

from __future__ import annotations

import json
import os
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from herdr_lint import lint
from tools.mutate import code, forks, reach
from tools.mutate.code import code_mutants
from tools.mutate.model import Mutant, Outcome
from tools.mutate.schemas import changed, schema_mutants
from tools.mutate.swap import Living, at_import, path_of

SOURCE = '''"""A docstring."""
from os import sep
LIMIT: int = 7
def double(number: int, twice: bool = True) -> int:
    """Another one."""
    if not twice and number > LIMIT:
        raise ValueError("large")
    return number * 2
def data(text: str) -> bytes:
    return text.encode("utf-8")
'''


PAGES = ("held[list]", "held[rules]", "held[role/role]", "held[openwop/v1/pack]")


def test_every_change_of_a_module(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(SOURCE, "utf-8")
    assert [(one.line, one.what) for one in code_mutants("module", path)] == [
        (3, "7 -> 8"),
        (4, "True -> False"),
        (6, "condition -> True"),
        (6, "condition -> False"),
        (6, "And -> Or"),
        (6, "without operand 1"),
        (6, "without operand 2"),
        (6, "not"),
        (6, "Gt -> GtE"),
        (7, "no Raise"),
        (7, "'large' -> 'large~'"),
        (8, "return None"),
        (8, "Mult -> FloorDiv"),
        (8, "2 -> 3"),
        (10, "return None"),
        (10, "'utf-8' -> 'ascii'"),
    ]
    results: list[int | str | None] = []
    for number in range(14):
        space: dict[str, Callable[[int], int]] = {}
        exec(compile(code.mutated(path, number), "module", "exec"), space)  # noqa: S102
        try:
            results.append(space["double"](9))
        except ValueError as error:
            results.append(str(error))
    refused = [18, "large", "large", 18, "large", "large", 18, "large"]
    assert results == [*refused, 18, 18, 18, None, 4, 27]


def test_a_condition_in_a_comprehension_stands_on_its_line(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("ALL = [\n    one\n    for one in (False, True)\n    if one\n]\n", "utf-8")
    assert [(one.line, one.what) for one in code_mutants("module", path)] == [
        (3, "no condition"),
        (3, "False -> True"),
        (3, "True -> False"),
    ]


def test_what_only_guards_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("zip(a, b, strict=True)\ncast(int, c)\nread(a, strict=True)\n", "utf-8")
    assert [(one.line, one.what) for one in code_mutants("module", path)] == [
        (1, "no Expr"),
        (2, "no Expr"),
        (3, "no Expr"),
        (3, "without strict="),
        (3, "True -> False"),
    ]


def test_every_change_of_a_schema(tmp_path: Path) -> None:
    path = tmp_path / "x.schema.json"
    schema = {
        "title": "T",
        "type": "object",
        "required": ["a", "b"],
        "properties": {"title": {"maxLength": 3, "pattern": "^a+$"}},
    }
    path.write_text(json.dumps(schema), "utf-8")
    found = schema_mutants("x.schema.json", path)
    assert [(one.text, one.what) for one in found] == [
        ("/type", "gone"),
        ("/type", "'object' -> …~"),
        ("/required", "gone"),
        ("/required/0", 'without "a"'),
        ("/required/0", "'a' -> …~"),
        ("/required/1", 'without "b"'),
        ("/required/1", "'b' -> …~"),
        ("/properties", "gone"),
        ("/properties/title", "gone"),
        ("/properties/title/maxLength", "gone"),
        ("/properties/title/maxLength", "3 -> 4"),
        ("/properties/title/maxLength", "3 -> 2"),
        ("/properties/title/pattern", "gone"),
        ("/properties/title/pattern", "not from the start"),
        ("/properties/title/pattern", "not to the end"),
        ("/properties/title/pattern", "+ -> * at 2"),
    ]
    assert json.loads(changed(path, 3))["required"] == ["b"]
    assert json.loads(changed(path, 15))["properties"]["title"]["pattern"] == "^a*$"


def test_every_change_of_the_words_of_a_rule(tmp_path: Path) -> None:
    path = tmp_path / "rule.toml"
    path.write_text(
        'title = "T"\nseverity = "error"\nbad = """\nhelp = "no"\n"""\n\n[causes.x]\nhelp = "h"\n',
        "utf-8",
    )
    found = schema_mutants("rules/role/rule.toml", path)
    assert [(one.line, one.what) for one in found] == [
        (2, "'error' -> 'warning'"),
        (8, "'h' -> '~h'"),
    ]
    assert changed(path, 1).endswith('help = "~h"\n')


def in_a_copy(work: Callable[[], object]) -> str:
    """What comes of something in a copy of this process, which it may spoil."""
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        try:
            os.write(writer, repr(work()).encode())
        finally:
            os._exit(0)
    os.close(writer)
    os.waitpid(process, 0)
    with os.fdopen(reader, "rb") as pipe:
        return pipe.read().decode()


def mutant(where: str, text: str, what: str) -> Mutant:
    path = path_of(where) if where.startswith("herdr_lint") else Path("schemas", where)
    make = code_mutants if where.startswith("herdr_lint") else schema_mutants
    (found,) = (one for one in make(where, path) if (one.text, one.what) == (text, what))
    return found


@pytest.mark.skipif("HERDR_LINT_INSTALLED" in os.environ, reason="it looks at the source tree")
def test_what_is_said_to_alter_nothing_is_a_change_with_a_reason() -> None:
    known = tomllib.loads(Path(forks.__file__).with_name("equivalent.toml").read_text("utf-8"))
    for where, told in known.items():
        of_code = where.startswith("herdr_lint")
        path = path_of(where) if of_code else reach.ROOT / "schemas" / where
        changes = code_mutants(where, path) if of_code else schema_mutants(where, path)
        there = {(one.text, one.what) for one in changes}
        assert [one for one in told if (one["text"], one["what"]) not in there] == []
        assert all(one["why"] for one in told)


@pytest.fixture(scope="module")
def living() -> Living:
    return Living()


@pytest.mark.skipif("HERDR_LINT_INSTALLED" in os.environ, reason="it changes the source tree")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs copies of a process")
class TestInTheProcess:
    def test_living_functions_get_the_changed_code(self, living: Living) -> None:
        from herdr_lint.syntax.numbers import whole

        line = 'return value, problem or "unsafe-integer"'
        change = mutant("herdr_lint.syntax.numbers", line, "without operand 1")
        assert not at_import(change)
        assert in_a_copy(lambda: (living.put_code(change), whole("1" * 400)[1])) == (
            "(True, 'unsafe-integer')"
        )
        assert whole("1" * 400)[1] == "non-finite-number"

    def test_what_runs_at_import_is_left(self, living: Living) -> None:
        change = mutant("herdr_lint.syntax.numbers", "SAFE_INTEGER = 2**53 - 1", "53 -> 54")
        assert at_import(change)
        assert in_a_copy(lambda: living.put_code(change)) == "False"

    @pytest.mark.parametrize(
        ("line", "what", "answer"),
        [
            ('"uniqueItems": _unique_items,', "'uniqueItems' -> 'uniqueItems~'", True),
            ("return annotated", "return None", True),
            ("annotation = schema.get(ANNOTATION)", "return None", False),
            (
                "return _tagged(keyword(validator, value, instance, schema), schema, instance)",
                "return None",
                False,
            ),
        ],
    )
    def test_what_is_called_at_import_is_left_too(self, line: str, what: str, answer: bool) -> None:
        path = path_of("herdr_lint.judge.schema_errors")
        number = 1 + [one.strip() for one in path.read_text("utf-8").splitlines()].index(line)
        change = Mutant("herdr_lint.judge.schema_errors", 0, number, line, what)
        assert at_import(change) is answer

    def test_a_changed_schema_is_judged_by(
        self, living: Living, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        role = tmp_path / "roles/scout.md"
        role.parent.mkdir()
        role.write_text("---\nname: scout\ndescription: d\nthinking: High\n---\n\nB\n", "utf-8")
        monkeypatch.chdir(path_of("herdr_lint.model").parents[1])
        words = mutant(
            "rules/role/value-ignored.toml",
            'message = "{value} is not a level of `thinking`"',
            "'{value} is not a level of `thi' -> '~{value} is not a level of `th'",
        )
        assert lint([role]).findings[0].message == "`High` is not a level of `thinking`"

        def judged() -> str:
            living.put_schema(words, tmp_path / "package")
            return lint([role]).findings[0].message

        assert in_a_copy(judged) == repr("~`High` is not a level of `thinking`")


class _Seconds:
    def seconds(self, tests: object) -> float:
        return -3  # 10 + 3 × this: one second


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs copies of a process")
def test_each_change_is_tried_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks, "PATIENCE", 3)
    changes = [Mutant("x", number, 1, "", "") for number in range(5)]

    def work(number: int, scratch: Path) -> Outcome | None:
        (scratch / "file").write_text("x", "utf-8")
        match number:
            case 0:
                return Outcome(changes[0], "a test", 3)
            case 1:
                return None
            case 2:
                raise MemoryError
            case 3:
                os._exit(1)
            case _:
                time.sleep(60)
        return None

    tasks = [(one, list[str]()) for one in changes]
    found = dict(forks._each(work, tasks, _Seconds(), 2))  # type: ignore[arg-type]
    assert [one and one.by for _, one in sorted(found.items())] == [
        "a test",
        None,
        "(MemoryError: )",
        forks.ENDED,
        forks.TOO_LONG,
    ]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs copies of a process")
def test_a_change_that_never_ends_is_ended_by_the_time_that_it_is_at_work() -> None:
    change = Mutant("x", 0, 1, "", "")

    def work(_: int, __: Path) -> Outcome | None:
        while True:
            pass

    [(_, outcome)] = forks._each(work, [(change, [])], _Seconds(), 1)  # type: ignore[arg-type]
    assert outcome == Outcome(change, forks.ENDED, 0)


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("list.schema.json", ["[role/r: one]", "held[list]", "test_list"]),
        ("rules.schema.json", ["[role/r: one]", "held[rules]", "test_a_rule"]),
        ("rules/role/r.toml", ["[role/r: one]", "test_a_rule", *PAGES]),
        (
            "role/role.schema.json",
            ["[role/r: one]", PAGES[2], "test_a_rule", *PAGES[:2], PAGES[3]],
        ),
        (
            "openwop/shared/pack.schema.json",
            ["case", "[role/r: one]", PAGES[3], "test_a_rule", *PAGES[:3]],
        ),
    ],
)
def test_what_reaches_a_schema(
    where: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = "tests/judge/test_held.py::test_a_schema_holds_what_it_held"
    known = {
        "test_list": "tests/cli/test_other_commands.py::test_list",
        "test_a_rule": "tests/judge/test_rules.py::test_a_rule",
        "case": "tests/openwop/test_schemas.py::test_each_constraint_gives_x",
        "[role/r: one]": "tests/test_scenarios.py::test_scenario[role/r: one]",
        **{page: held + page.removeprefix("held") for page in PAGES},
    }
    times = {test: number / 100 for number, test in enumerate(known.values())}
    (tmp_path / "times.json").write_text(json.dumps(times))
    monkeypatch.setattr(reach, "_TIMES", tmp_path / "times.json")
    monkeypatch.setattr(reach, "_DATA", tmp_path / "coverage")
    found = reach.Reach().schema(Mutant(where, 0, 0, "/x-herdr", ""), {"x-herdr": {"rule": "r"}})
    names = {test: name for name, test in known.items()}
    assert [names[test] for test in found] == expected


def test_what_reaches_a_line_that_runs_at_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is noted for the test that happened to import the module."""
    monkeypatch.setattr(reach, "_TIMES", tmp_path / "times.json")
    monkeypatch.setattr(reach, "_DATA", tmp_path / "coverage")
    (tmp_path / "times.json").write_text('{"tests/b.py::b": 0.1, "tests/a.py::a": 0.2}')
    lines = {1: {"tests/a.py::a"}, 2: {"tests/b.py::b"}, 3: set[str]()}
    monkeypatch.setattr(reach.Reach, "_lines", lambda *_: lines)
    noted = reach.Reach()
    assert noted.line("herdr_lint.x.y", 1) == ["tests/a.py::a"]
    assert noted.line("herdr_lint.x.y", 3) == ["tests/b.py::b", "tests/a.py::a"]
    assert noted.line("herdr_lint.x.y", 1, at_import=True) == ["tests/b.py::b", "tests/a.py::a"]
