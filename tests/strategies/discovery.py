"""Names, ignore patterns and trees."""

from __future__ import annotations

from hypothesis import strategies as st

names = st.sampled_from(["a", "b", "ab", "a.md", "b.md", "c.log", "ä.md", "a b"])

paths = st.lists(names, min_size=1, max_size=3).map("/".join)

_piece = st.sampled_from(
    ["a", "b", "ab", "*.md", "*", "**", "?", "[ab]", "a.md", "c.log", "ä.md", "a b", "\\a", "a*"]
)

patterns = st.builds(
    lambda bang, anchor, pieces, end: bang + anchor + "/".join(pieces) + end,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "", "/"]),
    st.lists(_piece, min_size=1, max_size=3),
    st.sampled_from(["", "", "/", "/**", " ", "\r"]),
)

ignore_files = st.lists(
    st.one_of(patterns, st.sampled_from(["", "# note", "!", "\\#a", "[", "\\"])), max_size=4
).map("\n".join)

_folders = st.sampled_from(
    [
        "roles",
        "agents",
        ".pi/agents",
        ".pi",
        "packs/a",
        "packs/b",
        "test",
        "docs",
        "x/y",
        "node_modules",
    ]
)
_files = st.sampled_from(
    [
        "a.md",
        "b.md",
        "README.md",
        "c.MD",
        ".md",
        "package.json",
        "pack.json",
        ".gitignore",
        "core.a.b.json",
        "core.a.b-1.0.0.tgz",
        "n.txt",
    ]
)
_contents = st.sampled_from(
    [
        "---\ndescription: d\n---\n",
        "# Title\n",
        "",
        "{}",
        '{"name": "p", "pi": {}}',
        "roles\n*.json\n",
    ]
)
_links = st.sampled_from(["->.", "->..", "->a.md", "->roles", "->../agents", "->nowhere"])

_places = st.lists(_folders, min_size=0, max_size=3).map("/".join)

trees = st.dictionaries(
    st.builds(lambda folder, file: f"{folder}/{file}".strip("/"), _places, _files),
    st.one_of(_contents, _contents, _links),
    max_size=12,
)
"""Files by path, with contents; a text that begins with ``->`` stands for a link."""

links = st.dictionaries(
    st.builds(lambda folder, name: f"{folder}/{name}".strip("/"), _places, _folders),
    _links,
    max_size=2,
)
"""Links that stand in the place of directories."""
