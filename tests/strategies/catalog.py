"""Role records as a tree of files would give them."""

from __future__ import annotations

from hypothesis import strategies as st

from herdr_lint.catalog.records import RoleRecord
from herdr_lint.model import Layer, Span

_HOMES = {
    Layer.PACKAGE: ["packs/a", "packs/b", "packs/c"],
    Layer.GLOBAL: ["home/agents"],
    Layer.PROJECT: [".pi/agents"],
}


@st.composite
def _record(draw: st.DrawFn) -> RoleRecord:
    layer = draw(st.sampled_from(list(Layer)))
    home = draw(st.sampled_from(_HOMES[layer]))
    stem = draw(st.sampled_from(["x", "y", "X", "z"]))
    package = layer is Layer.PACKAGE
    folder = draw(st.sampled_from(["roles", "agents"])) if package else ""
    directory = f"{home}/{folder}".rstrip("/")
    code = draw(st.sampled_from([None, None, None, "invalid-capability-declaration"]))
    name = stem if package else draw(st.sampled_from([stem, stem, "x"]))
    return RoleRecord(
        path=f"{directory}/{stem}.md",
        layer=layer,
        stem=stem,
        name=name,
        source=home,
        home=home,
        package=home.removeprefix("packs/") if package else None,
        scope="" if package else home,
        code=code,
        hidden=draw(st.booleans()),
        via=(directory,) if package else (),
        span=Span.at(draw(st.integers(1, 3)), 1),
    )


def _with_second_way(record: RoleRecord) -> RoleRecord:
    return record._replace(via=(*record.via, record.path)) if record.via else record


records = st.lists(
    st.one_of(_record(), _record(), _record().map(_with_second_way)),
    max_size=9,
    unique_by=lambda record: record.path,
)

alternatives = st.lists(
    st.lists(st.sampled_from(["a", "b", "c", "packs/*", "packs/a"]), max_size=3), max_size=2
)
