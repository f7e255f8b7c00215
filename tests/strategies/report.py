"""Reports that nobody would write: any text, any place, any source."""

from __future__ import annotations

from hypothesis import strategies as st

from herdr_lint.model import (
    Edit,
    Finding,
    Position,
    Related,
    Report,
    Severity,
    Span,
    Suppressed,
    Unchecked,
)
from herdr_lint.syntax.text import SourceText

NASTY = (
    "\x1b[31m red",
    "\r\n::error::x",
    "\u2028\x85\x0b\x0c",
    "\u202eabc\u200b",
    "日本語",
    "e\u0301\u0301\u0301",
    "👩\u200d💻⚠\ufe0f",
    "\udc80\ud800",
    "\ue000\ufffe\uffff\U000e0001",
    "]]>&<b>`|`",
    "`a b` ``c``",
    "[x](1) ](",
    "%0A%25,:#?\\\"'",
    "$x$ *y* _z_ ~~w~~",
    "w" * 130,
    " " * 130,
    "\t\t",
)

texts = st.lists(
    st.one_of(
        st.text(st.characters(exclude_categories=()), max_size=12),
        st.sampled_from(NASTY),
    ),
    max_size=4,
).map("".join)

positions = st.builds(Position, st.integers(1, 12), st.integers(1, 160))
spans = st.one_of(
    st.builds(Span, positions, positions),
    st.builds(Span.at, st.integers(1, 6), st.integers(1, 20)),
    st.tuples(positions, positions).map(lambda pair: Span(*sorted(pair))),
)
words = st.from_regex(r"[a-z]{1,9}(-[a-z]{1,9}){0,2}", fullmatch=True)
plain_paths = st.sampled_from(["a.md", "b/c.json", "d.tgz!pack.json"])
paths = st.one_of(plain_paths, texts)


def findings(paths: st.SearchStrategy[str] = paths) -> st.SearchStrategy[Finding]:
    return st.builds(
        Finding,
        rule=st.sampled_from(["role-name-mismatch", "internal-error"]) | words | texts.filter(bool),
        severity=st.sampled_from(Severity),
        message=texts,
        help=texts,
        path=paths,
        span=spans,
        cause=st.none() | texts,
        consequence=st.none() | texts,
        pointer=st.none() | texts,
        host_code=st.none() | words,
        host_reports=st.booleans(),
        source=st.none() | texts,
        related=st.lists(st.builds(Related, paths, spans, texts), max_size=2).map(tuple),
        edits=st.lists(st.builds(Edit, spans, texts, st.booleans()), max_size=2).map(tuple),
    )


def reports(paths: st.SearchStrategy[str] = paths) -> st.SearchStrategy[Report]:
    return st.builds(
        Report.of,
        st.lists(findings(paths), max_size=4),
        st.lists(st.builds(Unchecked, paths, texts, st.booleans()), max_size=2),
        st.lists(paths, max_size=3),
        st.lists(
            st.builds(
                Suppressed, findings(paths), st.sampled_from(["inSource", "external"]), texts
            ),
            max_size=2,
        ),
    )


contents = st.lists(texts, max_size=10).map("\n".join)
source_texts = st.builds(lambda text: SourceText.decode(text.encode("utf-8", "replace")), contents)
sources = st.one_of(st.none(), source_texts).map(lambda source: lambda _: source)
