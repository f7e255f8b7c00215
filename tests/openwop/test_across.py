"""What only many packs can show, however the run is split."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint import Unchecked
from herdr_lint.model import Span
from herdr_lint.openwop.pack import check_openwop_pack
from herdr_lint.openwop.published import PublishedPack, PublishedPacks
from herdr_lint.openwop.record import PackRecord, Stated, merge
from herdr_lint.openwop.rules.across import crossing
from tests.builders import agent, files, manifest, node, text

IDS = st.sampled_from(["core.a.x", "core.a.y", "core.b.x", "x"])


@st.composite
def stated(draw: st.DrawFn) -> tuple[Stated, ...]:
    found = draw(st.lists(IDS, max_size=2, unique=True))
    return tuple(
        Stated(id_, "p/pack.json", Span.at(n + 1, 1), f"/a/{n}") for n, id_ in enumerate(found)
    )


records = st.builds(
    PackRecord,
    st.sampled_from(["a/pack.json", "b/pack.json"]),
    st.sampled_from(["vendor.a", "vendor.b"]),
    st.sampled_from(["1.0.0", "1.1.0"]),
    st.just("openwop/v1"),
    stated(),
    stated(),
    stated(),
    stated(),
)


@given(st.lists(records, max_size=4), st.lists(records, max_size=4), st.randoms())
def test_any_split_of_a_run_shows_the_same(
    left: list[PackRecord], right: list[PackRecord], random: object
) -> None:
    whole = merge(left, right)
    assert merge(right, merge(left, left)) == whole
    assert crossing([*right, *left]) == crossing(whole)


def test_packs_are_in_the_order_of_their_paths() -> None:
    paths = ["a", "a'", "b"]  # what Python writes of the second one would come first
    packs = [PackRecord(path, "n", "1.0.0", "openwop/v1") for path in paths]
    assert merge(packs[::-1]) == tuple(packs)


def record(folder: str = "", **members: object) -> PackRecord:
    check = check_openwop_pack(files(manifest(**members)), folder)
    assert check.record is not None
    return check.record


def test_a_pack_answers_for_its_own_tools() -> None:
    own = record(
        agents=[agent(toolAllowlist=["openwop:acme.text.count", "mcp:x"])],
        nodes=[node()],
        runtime={"language": "javascript", "entry": "i"},
    )
    assert own.tools == ()
    assert crossing([own]) == ((), ())


def test_an_id_without_a_namespace_is_answered_for_by_who_has_it() -> None:
    agents = [agent(toolAllowlist=["openwop:word"])]
    wants, has = (
        record(agents=agents),
        record("b/", name="vendor.acme.b", agents=[], nodes=[node()]),
    )
    assert [one.reason for one in crossing([wants, has]).unchecked] == [
        "without a catalog nobody can tell whether these tools exist: `word`"
    ]
    has = replace(has, type_ids=(Stated("word", "b/pack.json", Span.at(1, 1), "/nodes/0"),))
    assert crossing([wants, has]) == ((), ())
    other = record(agents=[agent(toolAllowlist=["openwop:words"])])
    assert crossing([other, has]) == (
        (),
        (
            Unchecked(
                "pack.json", "without a catalog nobody can tell whether these tools exist: `words`"
            ),
        ),
    )


def test_an_empty_id_is_none() -> None:
    nodes = [{**node(), "typeId": ""}, {**node(), "typeId": 5}, node()]
    own = record(agents=[agent(agentId="")], nodes=nodes)
    assert [one.id for one in own.type_ids] == ["acme.text.count"]
    assert own.agent_ids == ()


def test_a_namespace_answers_for_its_ids_and_for_no_others() -> None:
    tools = record("tools/", name="vendor.acme.tools", agents=[], nodes=[node()])
    wanted = ["openwop:acme.text.none", "openwop:core.a", "openwop:core.b", "openwop:word"]
    crew = record(
        "crew/", agents=[agent(toolAllowlist=[*wanted, "openwop:core.c", "openwop:core.d"])]
    )
    found = crossing([tools, crew])
    assert [(one.message, one.pointer) for one in found.findings] == [
        (
            "`agents[0].toolAllowlist[0]` is `openwop:acme.text.none`,"
            " and no known pack has such a node",
            "/agents/0/toolAllowlist/0",
        )
    ]
    assert found.unchecked == (
        Unchecked(
            "crew/pack.json",
            "without a catalog nobody can tell whether these tools exist:"
            " `core.a`, `core.b`, `core.c`, …",
        ),
    )


def test_what_is_near_is_looked_for_in_the_same_namespace_first() -> None:
    near = {**node(), "typeId": "acme.texts.conut"}
    tools = record("tools/", name="vendor.acme.tools", agents=[], nodes=[node(), near])
    crew = record("crew/", agents=[agent(toolAllowlist=["openwop:acme.text.conut"])])
    (found,) = crossing([tools, crew]).findings
    assert found.help.endswith(" Did you mean `acme.text.count`?")


@pytest.mark.parametrize(
    ("ids", "told"),
    [("abc", "`core.a`, `core.b`, `core.c`"), ("abcd", "`core.a`, `core.b`, `core.c`, …")],
)
def test_three_of_the_tools_that_nobody_answers_for_are_named(ids: str, told: str) -> None:
    crew = record(agents=[agent(toolAllowlist=[f"openwop:core.{one}" for one in ids])])
    (unchecked,) = crossing([crew]).unchecked
    assert unchecked.reason.endswith(f": {told}")


def test_a_hint_comes_from_the_tier_where_the_namespace_is_unknown() -> None:
    wanted = ["openwop:core.http.fetch", "openwop:cure.openwop.fetch"]
    crew = record(agents=[agent(toolAllowlist=wanted)])
    catalog = PublishedPacks({"core.x": PublishedPack(type_ids=frozenset({"core.openwop.fetch"}))})
    helps = [one.help for one in crossing([crew], catalog).findings]
    assert helps[0].endswith("Did you mean `core.openwop.fetch`?")
    assert "Did you mean" not in helps[1]


def test_an_id_is_shared_only_by_packs_of_different_names() -> None:
    one = record("a/", name="vendor.a")
    later = replace(one, path="b/pack.json", version="2.0.0")
    other = replace(one, path="c/pack.json", name="vendor.c")
    assert crossing([one, later]).findings == ()
    found = crossing([one, later, other]).findings
    assert {(each.rule, each.cause, each.host_code) for each in found} == {
        ("duplicate-agent-id", "other-pack", None)
    }
    assert [len(each.related) for each in found] == [1, 1, 2]


def test_ten_of_those_who_share_an_id_are_named() -> None:
    shared = Stated("x", "p", Span.at(1, 1))
    packs = [
        PackRecord(f"{n:02}.json", f"vendor.p{n:02}", "1", "openwop/v1", agent_ids=(shared,))
        for n in range(13)
    ]
    assert {len(one.related) for one in crossing(packs).findings} == {10}
    assert crossing(packs).findings[0].message.endswith("`vendor.p01`, `vendor.p02`, `vendor.p03`")


def test_a_run_makes_a_catalog() -> None:
    catalog = PublishedPacks.of(
        [
            record(nodes=[node()], runtime={"language": "javascript", "entry": "i"}),
            record(version="1.1.0", nodes=[node(typeId="acme.text.split")]),
        ]
    )
    data = json.loads(text(catalog.to_dict()))
    assert data == {
        "version": 1,
        "packs": {
            "vendor.acme.crew": {
                "versions": {"1.0.0": None, "1.1.0": None},
                "nodes": ["acme.text.count", "acme.text.split"],
                "agents": ["vendor.acme.crew.writer"],
            }
        },
    }
    assert PublishedPacks.read(data) == catalog
