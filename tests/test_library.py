from __future__ import annotations

import contextlib
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import herdr_lint
from herdr_lint import Report, UsageError, library, lint, normalize
from herdr_lint.run.run import Request, run
from tests.builders import files
from tests.cli.conftest import BAD, good, project, write
from tests.effort import examples

__all__ = ["project"]


def test_lint_tells_what_the_command_tells(project: Path) -> None:
    write(project / "roles/scout.md", BAD)
    report = lint(["roles/"])
    found = [(f.rule, f.severity.value, f.span.start.line, f.host_reports) for f in report.findings]
    assert found == [
        ("invalid-capability-declaration", "error", 4, True),
        ("value-ignored", "warning", 5, False),
    ]
    assert report.files == ("roles/scout.md",)
    assert lint("roles") == lint(Path("roles"), jobs=2) == report


def test_findings_are_a_tuple_however_many_they_are(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project / "roles/scout.md", BAD)
    few = lint("roles")
    monkeypatch.setattr("herdr_lint.findings.MOST_WHOLE", 1)
    assert lint("roles") == few
    assert isinstance(lint("roles").findings, tuple)


def test_lint_takes_a_number_of_processes(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    def told(request: Request) -> Report:
        asked.append(request.jobs)
        return run(request)

    monkeypatch.setattr(library, "run", told)
    write(project / "roles/scout.md", BAD)
    lint("roles")
    lint("roles", jobs=3)
    assert asked == [1, 3]


def test_lint_takes_a_layer_and_a_configuration(project: Path) -> None:
    write(project / "roles/scout.md", "---\nname: other\ntools: read\nspawning: false\n---\nx\n")
    config = write(project / "other.toml", 'ignore = ["role-name-mismatch"]\n')
    severities = [f.severity.value for f in lint("roles", layer="project").findings]
    assert severities == ["note", "warning"]
    assert [f.rule for f in lint("roles", config=config).findings] == ["missing-role-description"]


def test_wrong_use_is_an_exception(project: Path) -> None:
    with pytest.raises(UsageError, match="`nowhere` does not exist"):
        lint("nowhere")
    with pytest.raises(UsageError, match="there is no profile `openwop/v9`"):
        lint(profile="openwop/v9")
    told = "layer is one of auto, package, global, project, not 'packages'"
    for call in (lint, normalize):
        with pytest.raises(UsageError) as refused:
            call("x", layer="packages")  # type: ignore[arg-type]
        assert refused.value.problems == (told,)


def test_normalize(project: Path) -> None:
    assert normalize("---\ndescription: d\n---\n")["frontmatter"] == {"description": "d"}
    assert normalize(b"---\nname: x\n---\n", name="x.md", layer="project")["layer"] == "project"
    assert normalize('{"a": 1}', name="pack.json") == {"a": 1}
    assert normalize("---\nname: x\ud800\n---\n") == normalize(b"---\nname: x\xed\xa0\x80\n---\n")
    assert normalize("x")["layer"] == "package"
    assert normalize("x", name="a/scout.md")["stem"] == "scout"
    with pytest.raises(
        ValueError, match=r"pack\.json has no canonical form: line 1, column 2: the file ends"
    ):
        normalize("{", name="pack.json")


def test_every_public_name_is_there() -> None:
    assert dir(herdr_lint) == sorted(herdr_lint.__all__)
    for name in herdr_lint.__all__:
        assert getattr(herdr_lint, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = herdr_lint.nonsense


def test_importing_the_package_costs_next_to_nothing() -> None:
    program = "import sys, herdr_lint; print(len([m for m in sys.modules if 'herdr_lint' in m]))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"3"


@given(data=st.binary(max_size=300), name=st.sampled_from(["x.md", "pack.json", "pack.yaml"]))
def test_normalize_takes_any_bytes(data: bytes, name: str) -> None:
    with contextlib.suppress(ValueError):
        normalize(data, name=name)


@examples(20)
@given(st.permutations(["roles/a.md", "roles/b.md", "roles/scout.md", "packs"]))
def test_the_order_of_paths_does_not_matter(tree: Path, paths: list[str]) -> None:
    assert [f.to_dict() for f in lint([tree / path for path in paths]).findings] == [
        f.to_dict() for f in lint([tree / path for path in sorted(paths)]).findings
    ]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    for stem in ("a", "b"):
        good(root, stem)
    write(root / "roles/scout.md", BAD)
    write(root / "packs/x/pack.json", '{"name": "x"}')
    return root


def test_reports_merge_like_runs(tree: Path) -> None:
    parts = [lint(tree / "roles" / f"{stem}.md") for stem in ("a", "b", "scout")]
    whole = lint(tree / "roles")
    assert parts[0].merge(parts[1]).merge(parts[2]) == whole
    assert parts[2].merge(parts[0].merge(parts[1])) == whole
    assert Report().merge(whole) == whole


def test_a_profile_counts_for_more_than_the_configured_one(project: Path) -> None:
    write(project / "herdr-lint.toml", 'profile = "openwop/v2"\n')
    for name, data in files().items():
        write(project / "crew" / name, data.decode())
    for report in (lint("crew"), lint("crew", profile="auto")):
        assert "pack-kind-invalid" in {one.rule for one in report.findings}
    assert lint([]) == lint(".")
    report = lint("crew", profile="openwop/v1")
    assert "pack-kind-invalid" not in {one.rule for one in report.findings}
