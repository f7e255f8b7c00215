from __future__ import annotations

import random
import unicodedata
from fnmatch import fnmatchcase
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.catalog.collisions import MOST_RELATED, collisions
from herdr_lint.catalog.records import RoleRecord, folded, merge
from herdr_lint.model import FILE_START, Finding, Layer, Related, Span
from herdr_lint.role.file_name import file_name
from tests.effort import examples
from tests.strategies.catalog import alternatives, record_at, records


def packed(home: str, stem: str, **more: object) -> RoleRecord:
    """A role of a pack whose name is that of its folder."""
    fields: dict[str, Any] = {
        "source": f"{home}@1.0.0",
        "home": home,
        "package": home,
        "via": (f"{home}/roles",),
        "span": Span.at(2, 7, 8),
    }
    path = str(more.pop("path", f"{home}/roles/{stem}.md"))
    return record_at(path, Layer.PACKAGE, **{**fields, **more})


def own(stem: str, name: str = "", **more: object) -> RoleRecord:
    """A role of a project."""
    home = ".pi/agents"
    fields: dict[str, Any] = {"source": home, "home": home, "scope": home}
    path = str(more.pop("path", f"{home}/{stem}.md"))
    layer = more.pop("layer", Layer.PROJECT)
    return record_at(path, Layer(str(layer)), name, **{**fields, **more})


def said(found: list[Finding]) -> list[tuple[str, str, str, str]]:
    return sorted((one.path, one.rule, one.severity.value, one.message) for one in found)


class TestDuplicatePackageRole:
    def test_names_the_others_and_their_packs(self) -> None:
        found = list(collisions([packed("b", "x"), packed("a", "x"), packed("a", "y")]))
        assert said(found) == [
            (
                "a/roles/x.md",
                "duplicate-package-role",
                "error",
                "role `x` of `a@1.0.0` is also defined in `b/roles/x.md` of `b@1.0.0`",
            ),
            (
                "b/roles/x.md",
                "duplicate-package-role",
                "error",
                "role `x` of `b@1.0.0` is also defined in `a/roles/x.md` of `a@1.0.0`",
            ),
        ]
        assert found[0].related == (
            Related("b/roles/x.md", Span.at(2, 7, 8), "role `x` of `b@1.0.0`"),
        )
        assert found[0].span == Span.at(2, 7, 8)
        assert (found[0].host_code, found[0].host_reports) == ("duplicate-package-role", True)
        assert found[0].help == (
            "rename all but one (file and `name`), or list packs that are never installed "
            "together under `alternatives` in the configuration"
        )

    def test_within_one_pack(self) -> None:
        second = packed("a", "x", path="a/agents/x.md", via=("a/agents",))
        found = list(collisions([packed("a", "x"), second]))
        assert [(one.path, one.cause, one.message) for one in found] == [
            (
                "a/agents/x.md",
                "same-pack",
                "`a@1.0.0` defines role `x` more than once: also in `a/roles/x.md`",
            ),
            (
                "a/roles/x.md",
                "same-pack",
                "`a@1.0.0` defines role `x` more than once: also in `a/agents/x.md`",
            ),
        ]

    def test_folders_that_belong_to_no_pack_are_not_one_pack(self) -> None:
        found = collisions(record_at(f"{folder}/x.md", Layer.PACKAGE) for folder in ("a", "b"))
        assert [(one.path, one.cause) for one in found] == [("a/x.md", None), ("b/x.md", None)]

    def test_one_file_registered_twice(self) -> None:
        [found] = collisions([packed("a", "x", via=("a/roles", "a/roles/x.md"))])
        assert found.message == (
            "`a@1.0.0` registers role `x` 2 times, through `a/roles` and `a/roles/x.md`"
        )
        assert found.related == ()

    def test_hidden_ones_count_and_invalid_ones_do_not(self) -> None:
        hidden = packed("a", "x", hidden=True)
        invalid = packed("b", "x", code="missing-role-description")
        assert list(collisions([hidden, invalid])) == []
        assert len(list(collisions([hidden, packed("c", "x"), invalid]))) == 2

    def test_only_roles_that_meet(self) -> None:
        fixture = packed("a/test", "x", scope="a/test/roles", via=())
        assert list(collisions([packed("a", "x"), fixture])) == []

    def test_overrides_are_meant(self) -> None:
        everywhere = own("x", layer=Layer.GLOBAL, path="home/x.md", scope="home", home="home")
        assert list(collisions([packed("a", "x"), everywhere, own("x")])) == []

    def test_long_paths_are_shown_whole(self) -> None:
        far = "packages/" + "deep/" * 20 + "b"
        [first, _] = collisions([packed("a", "x"), packed(far, "x")])
        assert f"`{far}/roles/x.md` of `{far}@1.0.0`" in first.message

    def test_in_the_order_of_their_paths(self) -> None:
        roles = [
            packed("c", "x"),
            packed("a", "x", path="a/z.md", name="x"),
            packed("b", "x", path="a/b/x.md"),
        ]
        found = list(collisions(roles))
        assert [one.path for one in found] == ["a/b/x.md", "a/z.md", "c/roles/x.md"]
        assert [place.path for place in found[2].related] == ["a/b/x.md", "a/z.md"]
        assert found[2].message == (
            "role `x` of `c@1.0.0` is also defined in `a/b/x.md` of `b@1.0.0`, "
            "`a/z.md` of `a@1.0.0`"
        )
        more = [packed("d", "y", path="a/b/y.md"), packed("e", "y")]
        assert [one.path for one in collisions([*roles[:2], *more])] == [
            *("a/b/y.md", "e/roles/y.md"),
            *("a/z.md", "c/roles/x.md"),
        ]

    def test_many(self) -> None:
        found = list(collisions([packed(f"p{n:02}", "x") for n in range(30)]))
        assert len(found) == 30
        assert found[7].message == (
            "role `x` of `p07@1.0.0` is also defined in `p00/roles/x.md` of `p00@1.0.0`, "
            "`p01/roles/x.md` of `p01@1.0.0`, 27 more"
        )
        assert [len(one.related) for one in found] == [MOST_RELATED] * 30
        assert "p07/roles/x.md" not in [place.path for place in found[7].related]


def test_records_of_one_file_stand_in_one_order() -> None:
    twice = [packed("a", "x", via=("a/roles",)), packed("a", "x", via=("a/other", "a/roles"))]
    assert merge(twice) == merge(twice[::-1]) == merge(twice, twice)
    assert len(merge(twice)) == 2


def test_records_of_one_path_come_by_layer_and_name_and_then_by_what_tells_them_apart() -> None:
    records = [
        record_at("a/x.md", layer, name, description=description)
        for layer in (Layer.PACKAGE, Layer.GLOBAL, Layer.PROJECT)
        for name in ("a", "b", "c")
        for description in ("d", "e", "f")
    ]
    for seed in range(5):
        luck = random.Random(seed).sample(records, len(records))  # noqa: S311 - no secret
        assert merge(luck) == tuple(records)
        assert merge([record_at("a/y.md", Layer.PACKAGE, "a")], luck)[:-1] == tuple(records)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Scout", "SCOUT", "scout"), "scout"),
        (("\u00c9t\u00e9", "e\u0301te\u0301", "\u00e9T\u00c9"), "\u00e9t\u00e9"),
        (("Stra\u00dfe", "STRASSE"), "strasse"),
        (("a" * 1_024, "A" * 1_025), "a" * 1_024),
        (("\u00e9" * 1_024, "\u00c9" * 1_025), "\u00e9" * 1_024),
    ],
)
def test_names_that_some_disk_takes_for_one(names: tuple[str, ...], expected: str) -> None:
    assert {folded(name) for name in names} == {expected}


class TestAlternatives:
    def test_by_name_and_by_folder(self) -> None:
        pair = [packed("a", "x"), packed("b", "x")]
        assert list(collisions(pair, [["a", "b"]])) == []
        assert list(collisions(pair, [["[ab]"]])) == []
        assert len(list(collisions(pair, [["a"], ["b"]]))) == 2

    def test_do_not_silence_others(self) -> None:
        trio = [packed("a", "x"), packed("b", "x"), packed("c", "x")]
        found = list(collisions(trio, [["a", "b"]]))
        assert [(one.path, [place.path for place in one.related]) for one in found] == [
            ("a/roles/x.md", ["c/roles/x.md"]),
            ("b/roles/x.md", ["c/roles/x.md"]),
            ("c/roles/x.md", ["a/roles/x.md", "b/roles/x.md"]),
        ]

    def test_do_not_silence_a_pack_s_own(self) -> None:
        second = packed("a", "x", path="a/agents/x.md")
        found = list(collisions([packed("a", "x"), second, packed("b", "x")], [["a", "b"]]))
        assert [one.path for one in found] == ["a/agents/x.md", "a/roles/x.md"]

    def test_are_those_of_one_group(self) -> None:
        """Where several groups have a pack, it is apart from the packs of each of them."""
        trio = [packed("a", "x"), packed("b", "x"), packed("c", "x")]
        found = list(collisions(trio, [["a", "b"], ["b", "c"]]))
        assert [(one.path, [place.path for place in one.related]) for one in found] == [
            ("a/roles/x.md", ["c/roles/x.md"]),
            ("c/roles/x.md", ["a/roles/x.md"]),
        ]

    def test_need_no_name(self) -> None:
        nameless = packed("a", "x", package=None)
        assert list(collisions([nameless, packed("b", "x")], [["?"]])) == []


class TestDuplicateLayerRole:
    def test_two_valid_files(self) -> None:
        found = list(collisions([own("x"), own("y", "x")]))
        assert said(found) == [
            (
                ".pi/agents/x.md",
                "duplicate-layer-role",
                "warning",
                "role `x` is also defined in `.pi/agents/y.md`, and only one of them counts",
            ),
            (
                ".pi/agents/y.md",
                "duplicate-layer-role",
                "warning",
                "role `x` is also defined in `.pi/agents/x.md`, and only one of them counts",
            ),
        ]
        assert found[0].related == (Related(".pi/agents/y.md", FILE_START, "role `x`"),)
        assert (found[0].host_code, found[0].host_reports) == (None, False)

    def test_with_an_invalid_file(self) -> None:
        broken = own("y", "x", code="invalid-capability-declaration")
        found = list(collisions([own("x"), broken]))
        assert [(one.path, one.cause) for one in found] == [
            (".pi/agents/x.md", "invalid"),
            (".pi/agents/y.md", "invalid"),
        ]
        assert found[0].message == (
            "role `x` is also claimed by `.pi/agents/y.md`, and one of the files is invalid"
        )
        assert list(collisions([broken, own("x", code="external-cli-unsupported")])) == []

    def test_only_within_one_folder(self) -> None:
        other = own("x", path="b/.pi/agents/x.md", scope="b/.pi/agents", home="b/.pi/agents")
        assert list(collisions([own("x"), other])) == []


class TestCaseCollision:
    def test_in_one_folder(self) -> None:
        found = list(collisions([own("x", "Scout"), own("y", "scout"), own("z", "scouts")]))
        assert said(found) == [
            (
                ".pi/agents/x.md",
                "case-collision",
                "warning",
                "role `Scout` differs only in letter case from `.pi/agents/y.md`",
            ),
            (
                ".pi/agents/y.md",
                "case-collision",
                "warning",
                "role `scout` differs only in letter case from `.pi/agents/x.md`",
            ),
        ]
        assert found[0].related == (Related(".pi/agents/y.md", FILE_START, "role `scout`"),)

    def test_in_the_form_of_letters(self) -> None:
        [found, other] = collisions([own("x", "e\u0301t"), own("y", "\u00e9t")])
        told = "looks like `.pi/agents/{}.md`, but its accents are other characters"
        assert found.message == f"role `e\u0301t` (`e\\u0301t`) {told.format('y')}"
        assert other.message == f"role `\u00e9t` (`\\xe9t`) {told.format('x')}"

    @pytest.mark.parametrize(("length", "told"), [(255, 2), (256, 0)])
    def test_the_form_of_letters_counts_up_to_some_length(self, length: int, told: int) -> None:
        decomposed = ("e\u0301" * 128)[: length - 1] + "x"
        assert len(decomposed) == length
        composed = unicodedata.normalize("NFC", decomposed)
        found = list(collisions([own("x", decomposed), own("y", composed)]))
        assert [(one.rule, one.cause) for one in found] == [
            ("case-collision", "normalization")
        ] * told

    def test_between_packs_unless_they_are_alternatives(self) -> None:
        pair = [packed("a", "X"), packed("b", "x")]
        assert [one.message for one in collisions(pair)] == [
            "role `X` differs only in letter case from `b/roles/x.md` of `b@1.0.0`",
            "role `x` differs only in letter case from `a/roles/X.md` of `a@1.0.0`",
        ]
        assert list(collisions(pair, [["a", "b"]])) == []

    def test_one_that_meets_none_of_them(self) -> None:
        """Only those that are installed together meet."""
        first, second = own("x", home="a"), own("x", home="b", path="b/x.md")
        assert len(list(collisions([first, second]))) == 2
        assert list(collisions([first, second], [["a", "b"]])) == []

    def test_several_of_one_name(self) -> None:
        roles = [own("x"), own("y", "x"), own("z", "X")]
        found = [one for one in collisions(roles) if one.rule == "case-collision"]
        assert [(one.path, [other.path for other in one.related]) for one in found] == [
            (".pi/agents/x.md", [".pi/agents/z.md"]),
            (".pi/agents/y.md", [".pi/agents/z.md"]),
            (".pi/agents/z.md", [".pi/agents/x.md", ".pi/agents/y.md"]),
        ]

    def test_not_between_layers_or_with_invalid_files(self) -> None:
        assert list(collisions([packed("a", "X"), own("x")])) == []
        assert list(collisions([own("X"), own("x", code="external-cli-unsupported")])) == []


def awkward(record: RoleRecord) -> list[Finding]:
    return list(file_name(record.path, record.layer, record.stem, record.name, record.span))


class TestFileName:
    def test_plain_names_are_fine(self) -> None:
        assert awkward(packed("a", "scout-2.x")) == []

    def test_each_cause(self) -> None:
        named = own("x", "a\tb", span=Span.at(2, 7))
        hidden = own(".x", span=Span.at(2, 7))
        roles = [hidden, own(".md", path=".md"), own("a b"), own("list"), named]
        found = [one for record in roles for one in awkward(record)]
        assert {one.severity.value for one in found} == {"warning"}
        assert [(one.path, one.span.start.line, one.message) for one in found] == [
            (".pi/agents/.x.md", 1, "the file is hidden, and it makes a role called `.x`"),
            (".md", 1, "the file is hidden, and it makes a role called `.md`"),
            (
                ".pi/agents/a b.md",
                1,
                "the role is called `a b`, and `/subagent` ends a name at the first space",
            ),
            (
                ".pi/agents/list.md",
                1,
                "the role is called `list`, and `/subagent list` lists the roles instead of "
                "launching it",
            ),
            (
                ".pi/agents/x.md",
                2,
                "the role is called `a\\tb`, and `/subagent` ends a name at the first space",
            ),
        ]


@examples(60)
@given(records, alternatives, st.randoms(use_true_random=False))
def test_only_the_set_of_records_matters(
    found: list[RoleRecord], apart: list[list[str]], luck: random.Random
) -> None:
    mixed = [*found, *found]
    luck.shuffle(mixed)
    assert list(collisions(mixed, apart)) == list(collisions(found, apart))


@examples(60)
@given(records, alternatives)
def test_agrees_with_a_pairwise_comparison(found: list[RoleRecord], apart: list[list[str]]) -> None:
    expected = {
        (rule, record.path, tuple(sorted(other.path for other in others)))
        for record in found
        for rule, others in _pairwise(record, found, apart)
    }
    actual = {
        (one.rule, one.path, tuple(place.path for place in one.related))
        for one in collisions(found, apart)
    }
    assert actual == expected


def _pairwise(
    record: RoleRecord, found: list[RoleRecord], apart: list[list[str]]
) -> list[tuple[str, list[RoleRecord]]]:
    near = [
        other
        for other in found
        if other != record
        and (other.layer, other.scope) == (record.layer, record.scope)
        and not _are_apart(record, other, apart)
    ]
    same = [other for other in near if other.name == record.name]
    listed = []
    if record.layer is Layer.PACKAGE:
        doubles = [other for other in same if other.valid]
        if record.valid and (doubles or len(record.via) > 1):
            listed.append(("duplicate-package-role", doubles))
    elif same and any(one.valid for one in [record, *same]):
        listed.append(("duplicate-layer-role", same))
    cased = [
        other
        for other in near
        if other.valid
        and other.name != record.name
        and other.name.casefold() == record.name.casefold()
    ]
    if record.valid and cased:
        listed.append(("case-collision", cased))
    return listed


def _are_apart(one: RoleRecord, other: RoleRecord, apart: list[list[str]]) -> bool:
    def is_in(record: RoleRecord, group: list[str]) -> bool:
        return any(
            fnmatchcase(name, member)
            for member in group
            for name in (record.package, record.home)
            if name
        )

    return one.home != other.home and any(is_in(one, g) and is_in(other, g) for g in apart)
