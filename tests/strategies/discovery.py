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
