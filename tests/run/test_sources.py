from __future__ import annotations

from pathlib import Path

from herdr_lint.run.sources import read_source
from tests.builders import files, tgz
from tests.project.trees import plant


def text_of(path: str) -> str | None:
    source = read_source(path)
    return None if source is None else source.text


def test_the_text_that_a_path_of_a_report_stands_for(tree: Path) -> None:
    plant(
        tree,
        {
            "roles/x.md": b"\xef\xbb\xbfa\r\n\xff",
            "a.tgz": tgz(files({"é": 1}, notes_txt=b"in the archive")),
            "a.tgz!prompts/": "",
            "a.tgz!prompts/writer.md": "a file of its own",
        },
    )
    assert text_of("roles/x.md") == "a\n\ufffd"
    assert text_of("a.tgz!pack.json") == '{\n  "\\u00e9": 1\n}\n'
    assert text_of("a.tgz!notes.txt") == "in the archive"
    assert text_of("a.tgz!prompts/writer.md") == "a file of its own"


def test_where_there_is_none(tree: Path) -> None:
    plant(tree, {"a.tgz": tgz(files()), "b.tgz": b"no archive"})
    for path in (
        "nowhere.md",
        ".",
        "a.tgz",
        "a.tgz!",
        "a.tgz!nowhere",
        "b.tgz!pack.json",
        "c.tgz!x",
        "x\0.md",
    ):
        assert read_source(path) is None
