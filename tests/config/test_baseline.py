from __future__ import annotations

import json
from pathlib import Path

import pytest

from herdr_lint.config.baseline import Baseline, BaselineEntry
from herdr_lint.judge import shipped as files
from herdr_lint.judge.validator import schema_errors, shipped
from herdr_lint.model import Finding, Report, Severity, Span, UsageError
from herdr_lint.syntax.text import SourceText

TEXT = "---\ncolor: blue\ncolor: blue\nshape: round\n"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scout.md").write_text(TEXT)
    return tmp_path / "herdr-lint-baseline.json"


def sources(path: str) -> SourceText | None:
    file = Path(path)
    return SourceText.decode(file.read_bytes()) if file.exists() else None


def finding(line: int, rule: str = "key-unknown", path: str = "scout.md") -> Finding:
    return Finding(rule, Severity.NOTE, f"message {rule}", "h", path, Span.at(line, 1, 6))


def report(*findings: Finding, files: tuple[str, ...] = ("scout.md",)) -> Report:
    return Report.of(findings, files=files)


ALL = (finding(2), finding(3), finding(4))


def written(file: Path, *findings: Finding) -> Baseline:
    baseline = Baseline.of(report(*findings), file, sources)
    file.write_text(baseline.to_json())
    return Baseline.load(file)


def left(file: Path, *findings: Finding, files: tuple[str, ...] = ("scout.md",)) -> Report:
    """What a baseline leaves of findings; whatever it accepts is suppressed, and nothing else."""
    whole = report(*findings, files=files)
    found = Baseline.load(file).subtract(whole, sources)
    assert {one.kind for one in found.suppressed} <= {"external"}
    accepted = [one.finding for one in found.suppressed]
    told = [one for one in found.findings if one.rule != "baseline-unused"]
    assert sorted((*accepted, *told), key=lambda one: one.sort_key) == [*whole.findings]
    return found._replace(suppressed=())


def test_the_file(file: Path) -> None:
    baseline = written(file, *ALL)
    assert file.read_text() == (
        '{\n  "version": 1,\n  "findings": [\n'
        '    {"path": "scout.md", "rule": "key-unknown", "fingerprint":'
        ' "1bd73b35ce91beb54e18aff8e4e032a4"},\n'
        '    {"path": "scout.md", "rule": "key-unknown", "fingerprint":'
        ' "260bc30ef02522e298d711f7568e14d4", "count": 2}\n  ]\n}\n'
    )
    assert not [*schema_errors(shipped("baseline.schema.json"), json.loads(file.read_text()))]
    assert baseline == Baseline.of(report(*ALL), file, sources)


def test_an_empty_one(file: Path) -> None:
    assert written(file).entries == ()
    assert file.read_text() == '{\n  "version": 1,\n  "findings": []\n}\n'


def test_accepted_findings_are_gone(file: Path) -> None:
    written(file, *ALL)
    assert left(file, *ALL) == report()


def test_a_moved_line_is_still_accepted(file: Path) -> None:
    written(file, *ALL)
    Path("scout.md").write_text(TEXT.replace("---\n", "---\n\n\n").replace(": ", ":   "))
    moved = [finding(line) for line in (4, 5, 6)]
    assert left(file, *moved) == report()


def test_what_stands_on_the_last_line_counts(file: Path) -> None:
    Path("scout.md").write_text("---\ncolor: blue")
    written(file, finding(2))
    assert left(file, finding(2)).findings == ()
    Path("scout.md").write_text("---\nshape: round")
    assert finding(2) in left(file, finding(2)).findings


def test_one_more_of_a_kind_is_told(file: Path) -> None:
    written(file, *ALL)
    Path("scout.md").write_text(TEXT + "color: blue\n")
    assert left(file, *ALL, finding(5)) == report(finding(5))


def test_another_rule_on_the_same_line_is_told(file: Path) -> None:
    written(file, *ALL)
    other = finding(2, "duplicate-key")
    assert left(file, *ALL, other) == report(other)


def test_what_went_wrong_in_a_run_is_never_accepted(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = finding(1, "internal-error")
    assert written(file, failed).entries == ()
    written(file, *ALL)
    assert left(file, failed) == report(failed)
    with monkeypatch.context() as careless:
        careless.setattr("herdr_lint.config.baseline.ALWAYS", frozenset())
        assert len(written(file, failed).entries) == 1
    assert left(file, failed) == report(failed)


def test_idle_entries_are_told(file: Path) -> None:
    written(file, *ALL)
    found = left(file, finding(2)).findings
    assert [(one.rule, one.cause, one.path, one.span.start.line, one.message) for one in found] == [
        (
            "baseline-unused",
            "default",
            "herdr-lint-baseline.json",
            4,
            "`scout.md` no longer has this finding of `key-unknown`",
        ),
        (
            "baseline-unused",
            "fewer",
            "herdr-lint-baseline.json",
            5,
            "the entry accepts 2 such findings of `key-unknown` in `scout.md`, 1 too many",
        ),
    ]


@pytest.mark.parametrize("found", [(2, 3), (4,)])
def test_each_idle_entry_is_told_whatever_stands_before_it(
    file: Path, found: tuple[int, ...]
) -> None:
    entries = written(file, *ALL).entries
    (idle,) = left(file, *(finding(line) for line in found)).findings
    gone = [one for one in ALL if one.span.start.line not in found]
    (other,) = Baseline.of(report(*gone), file, sources).entries
    assert entries.index(other) == idle.span.start.line - 4
    assert idle.cause == "default"


def test_the_place_of_an_idle_entry_is_its_fingerprint(file: Path) -> None:
    (entry,) = written(file, finding(4)).entries
    (idle,) = left(file).findings
    assert Baseline.load(file).text.slice(idle.span) == entry.fingerprint


def test_an_idle_entry_is_no_reason_to_write_it_down(file: Path) -> None:
    written(file, finding(4))
    assert written(file, *left(file).findings).entries == ()


def test_a_file_that_was_not_looked_at_is_not_told(file: Path) -> None:
    written(file, *ALL)
    assert left(file, files=()) == report(files=())


def test_a_file_that_is_gone_is_told(file: Path) -> None:
    written(file, finding(4))
    Path("scout.md").unlink()
    (idle,) = left(file, files=()).findings
    assert (idle.cause, idle.message) == ("gone", "the file `scout.md` is no longer there")


def test_files_that_were_not_looked_at_keep_their_entries(file: Path) -> None:
    for name in ("other.md", "a.tgz"):
        Path(name).write_text(TEXT)
    others = [finding(2, path=path) for path in ("other.md", "gone.md", "a.tgz!x.md", "b.tgz!x.md")]
    old = written(file, *ALL, *others)
    new = Baseline.of(report(finding(4)), file, sources)
    whole = new.with_unseen(old, report(files=("scout.md",)))
    assert [(one.path, one.count) for one in whole.entries] == [
        ("a.tgz!x.md", 1),
        ("other.md", 1),
        ("scout.md", 1),
    ]
    assert whole.accepted == 3
    assert new.with_unseen(old, report(files=("scout.md", "a.tgz"))).accepted == 2
    assert new.accepted == 1


def test_what_is_left_of_the_entries(file: Path) -> None:
    for name in ("other.md", "a.tgz"):
        Path(name).write_text(TEXT)
    others = [finding(2, path=path) for path in ("other.md", "gone.md", "a.tgz!x.md", "b.tgz!x.md")]
    old = written(file, *ALL, *others)
    assert old.accepted == 7
    left = old.pruned(report(finding(2)), sources)
    assert [(one.path, one.rule, one.count) for one in left.entries] == [
        ("a.tgz!x.md", "key-unknown", 1),
        ("other.md", "key-unknown", 1),
        ("scout.md", "key-unknown", 1),
    ]
    assert (
        left.entries[-1].fingerprint
        == Baseline.of(report(finding(2)), file, sources).entries[0].fingerprint
    )
    assert old.pruned(report(*ALL, finding(3)), sources).accepted == 5
    assert old.pruned(report(), sources).accepted == 2
    assert old.pruned(report(files=()), sources).accepted == 5


def test_names_are_written_as_they_are(file: Path) -> None:
    Path("é.md").write_text(TEXT)
    assert '"path": "é.md"' in written(file, finding(2, path="é.md")).to_json()


def test_paths_of_folders_are_written_with_slashes(file: Path) -> None:
    (entry,) = written(file, finding(2, path="a/b/c.md")).entries
    assert entry.path == "a/b/c.md"


def test_a_rule_that_did_not_run_is_not_told(file: Path) -> None:
    written(file, *ALL)
    baseline = Baseline.load(file)
    assert baseline.subtract(report(), sources, ran=lambda *_: False) == report()


def test_members_of_archives(file: Path) -> None:
    member = finding(1, path="a.tgz!pack.json")
    written(file, member)
    assert left(file, member, files=("a.tgz",)) == report(files=("a.tgz",))
    (idle,) = left(file, files=("a.tgz",)).findings
    assert idle.cause == "default"
    assert left(file, files=()).findings[0].cause == "gone"
    Path("a.tgz").touch()
    assert left(file, files=()) == report(files=())


def test_a_file_that_is_called_like_a_member_of_an_archive(file: Path) -> None:
    Path("a.tgz!b.md").write_text(TEXT)
    other = finding(2, path="a.tgz!b.md")
    written(file, other)
    assert left(file, other, files=("a.tgz!b.md",)) == report(files=("a.tgz!b.md",))
    (idle,) = left(file, files=("a.tgz!b.md",)).findings
    assert idle.cause == "default"


def test_paths_count_from_the_folder_of_the_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(file, *ALL)
    inner = file.parent / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    moved = [finding(line, path="../scout.md") for line in (2, 3, 4)]
    assert left(file, *moved, files=("../scout.md",)) == report(files=("../scout.md",))


def test_a_path_on_another_drive_stays_as_it_is(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> str:
        raise ValueError

    monkeypatch.setattr("os.path.relpath", refuse)
    assert Baseline.of(report(finding(2)), file, sources).entries[0].path == "scout.md"


def test_entries_that_a_merge_doubled_are_added_up(file: Path) -> None:
    entry = {"path": "scout.md", "rule": "key-unknown", "fingerprint": "0" * 32}
    file.write_text(json.dumps({"version": 1, "findings": [entry, {**entry, "count": 2}]}))
    assert Baseline.load(file).entries == (BaselineEntry("scout.md", "key-unknown", "0" * 32, 3),)
    once = files.load("baseline.schema.json")["$defs"]["entry"]["properties"]["count"]["default"]
    file.write_text(json.dumps({"version": 1, "findings": [entry]}))
    assert [one.count for one in Baseline.load(file).entries] == [once]


def test_a_fingerprint_written_in_another_way_has_no_place(file: Path) -> None:
    entry = '{"path": "scout.md", "rule": "key-unknown", "fingerprint": "\\u0061000000000000000"}'
    file.write_text(f'{{"version": 1, "findings": [{entry}]}}')
    (idle,) = left(file).findings
    assert idle.span == Span.at(1, 1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\n {", ":2:3: not JSON: Expecting property name enclosed in double quotes"),
        ("[" * 99_999, ": not JSON that can be read; --write-baseline writes a new one"),
        (
            "[]",
            ": not a baseline of version 1 (type at the whole); --write-baseline writes a new one",
        ),
        (
            '{"version": 2, "findings": []}',
            ": not a baseline of version 1 (const at `/version`);"
            " --write-baseline writes a new one",
        ),
        (
            '{"version": 1, "findings": [{}]}',
            ": not a baseline of version 1 (required at `/findings/0`);"
            " --write-baseline writes a new one",
        ),
    ],
)
def test_what_is_no_baseline(file: Path, text: str, told: str) -> None:
    file.write_text(text)
    assert complaint(file) == f"herdr-lint-baseline.json{told}"


def complaint(file: Path) -> str:
    with pytest.raises(UsageError) as caught:
        Baseline.load(file)
    (told,) = caught.value.problems
    return told


def test_what_is_not_there_or_not_to_be_read(file: Path) -> None:
    told = "herdr-lint-baseline.json: cannot be read: "
    assert complaint(file) == f"{told}No such file or directory; --write-baseline writes one"
    file.mkdir()
    assert complaint(file) == f"{told}Is a directory"
