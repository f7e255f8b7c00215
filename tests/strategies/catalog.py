"""Role records as a tree of files would give them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from herdr_lint.catalog.records import RoleOrigin, RoleRecord, stem_of
from herdr_lint.model import Layer, Span

_HOMES = {
    Layer.PACKAGE: ["packs/a", "packs/b", "packs/c"],
    Layer.GLOBAL: ["home/agents"],
    Layer.PROJECT: [".pi/agents"],
}


def record_at(path: str, layer: Layer, name: str = "", **more: Any) -> RoleRecord:
    """The record of the role file at a path; its name is that of the file where none is given."""
    folder, slash, file = path.rpartition("/")
    shared = {key: more.pop(key) for key in RoleOrigin._fields if key in more}
    stem = stem_of(file)
    return RoleRecord(RoleOrigin(folder + slash, layer, **shared), stem, name or stem, **more)


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
    return record_at(
        f"{directory}/{stem}.md",
        layer,
        name,
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
    if not record.via:
        return record
    return record._replace(origin=record.origin._replace(via=(*record.via, record.path)))


records = st.lists(
    st.one_of(_record(), _record(), _record().map(_with_second_way)),
    max_size=9,
    unique_by=lambda record: record.path,
)

alternatives = st.lists(
    st.lists(st.sampled_from(["a", "b", "c", "packs/*", "packs/a"]), max_size=3), max_size=2
)
