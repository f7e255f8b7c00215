"""The skills of the pack that a role belongs to."""

from __future__ import annotations

from pathlib import Path

from herdr_lint.lsp.skills import skills_of
from tests.project.trees import plant

SKILL = "---\nname: {}\ndescription: Maps\n---\n\nMap.\n"
PACKAGE = '{"name": "p", "version": "1.0.0", "pi": {"extensions": ["./e.js"], "skills": ["s"]}}'


def test_a_role_outside_of_packages_has_no_skills(tmp_path: Path) -> None:
    assert skills_of(tmp_path / "roles/scout.md", {}) == ()


def test_skills_are_those_of_the_nearest_package_as_they_are_now(tmp_path: Path) -> None:
    plant(
        tmp_path,
        {
            "package.json": PACKAGE,
            "s/outer/SKILL.md": SKILL.format("outer"),
            "a/package.json": PACKAGE,
            "a/e.js": "export default function (pi) {}\n",
            "a/s/two/SKILL.md": SKILL.format("two"),
            "a/s/one/SKILL.md": SKILL.format("one"),
            "b/package.json": PACKAGE.replace(', "skills": ["s"]', ""),
            "c/package.json": PACKAGE.replace('"s"', '"./+(s|t)/*"'),
        },
    )
    role, other = tmp_path / "a/roles/scout.md", tmp_path / "b/roles/scout.md"
    assert skills_of(role, {}) == ["one", "two"]
    new = tmp_path / "a/s/new/SKILL.md"
    plant(tmp_path, {"a/s/new/SKILL.md": SKILL.format("old")})
    assert skills_of(role, {new: SKILL.format("new").encode()}) == ["new", "one", "two"]
    assert skills_of(other, {}) == []
    assert skills_of(tmp_path / "c/roles/scout.md", {}) == []
