"""What a file name says of a file before it is read, and which names of roles are awkward."""

import pytest

from herdr_lint.role.file_name import is_document, is_hard_to_use, is_other_markdown


@pytest.mark.parametrize(
    "stem",
    [
        "agents",
        "changelog",
        "changes",
        "claude",
        "code-of-conduct",
        "code_of_conduct",
        "contributing",
        "gemini",
        "licence",
        "license",
        "notice",
        "readme",
        "skill",
    ],
)
def test_documents_that_stand_in_many_folders(stem: str) -> None:
    for name in (f"{stem}.md", f"{stem.upper()}.md", stem.title(), f"{stem}.de.md"):
        assert is_document(name)
    for name in (f"{stem}s.md", f"my-{stem}.md", f".{stem}.md"):
        assert not is_document(name)


@pytest.mark.parametrize("end", [".markdown", ".mdown", ".mkd", ".mdx", ".MD", ".Md", ".MDX"])
def test_other_ends_of_markdown(end: str) -> None:
    assert is_other_markdown(f"a{end}")


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a", ".mdx", "a.mdx.md", "mdx", "a.md~"])
def test_other_ends(name: str) -> None:
    assert not is_other_markdown(name)


@pytest.mark.parametrize("name", [".a", ".", "list", "a b", " a", "a\u00a0b", "a\ufeff", "a\n"])
def test_awkward_names(name: str) -> None:
    assert is_hard_to_use(name)


@pytest.mark.parametrize("name", ["a", "a.b", "lists", "List", "a-b", "a\u200bb", ""])
def test_plain_names(name: str) -> None:
    assert not is_hard_to_use(name)
