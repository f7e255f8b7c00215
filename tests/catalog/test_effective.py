from __future__ import annotations

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.catalog.effective import Catalog, Standing, State
from herdr_lint.catalog.records import RoleOrigin, RoleRecord, merge
from herdr_lint.model import Layer, Span
from herdr_lint.project.targets import RoleFile, RoleSite
from herdr_lint.run.roles import record_of
from tests.catalog.host import effective
from tests.effort import examples
from tests.strategies.catalog import record_at, records


def role(path: str, layer: Layer, name: str | None = None, **more: object) -> RoleRecord:
    return record_at(path, layer, name or "", **more)


def package(path: str, **more: object) -> RoleRecord:
    return role(path, Layer.PACKAGE, home=path.partition("/")[0], **more)  # type: ignore[arg-type]


def states(*found: RoleRecord) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {
        one.record.path: (one.state.value, tuple(other.path for other in one.by))
        for one in Catalog.of(found).standings
    }


class TestLayers:
    def test_upper_layers_shadow_lower_ones(self) -> None:
        assert states(
            package("a/x.md"),
            role("home/x.md", Layer.GLOBAL),
            role(".pi/y.md", Layer.PROJECT, "x"),
            package("a/y.md"),
        ) == {
            "a/x.md": ("shadowed", (".pi/y.md",)),
            "home/x.md": ("shadowed", (".pi/y.md",)),
            ".pi/y.md": ("available", ()),
            "a/y.md": ("available", ()),
        }

    def test_invalid_files_of_upper_layers_block_the_name(self) -> None:
        broken = role(".pi/x.md", Layer.PROJECT, code="invalid-role-definition")
        assert states(package("a/x.md"), role("home/x.md", Layer.GLOBAL), broken) == {
            "a/x.md": ("blocked", (".pi/x.md",)),
            "home/x.md": ("blocked", (".pi/x.md",)),
            ".pi/x.md": ("invalid", ()),
        }
        [*_, last] = Catalog.of([package("a/x.md"), broken]).standings
        assert last == Standing(broken, State.INVALID, code="invalid-role-definition")

    def test_an_upper_layer_can_set_a_blocked_name_again(self) -> None:
        assert states(
            package("a/x.md"),
            role("home/x.md", Layer.GLOBAL, code="external-cli-unsupported"),
            role(".pi/x.md", Layer.PROJECT),
        ) == {
            "a/x.md": ("shadowed", (".pi/x.md",)),
            "home/x.md": ("invalid", ()),
            ".pi/x.md": ("available", ()),
        }

    def test_two_files_of_one_folder_contest_a_name(self) -> None:
        assert states(
            package("a/x.md"),
            package("a/z.md"),
            role(".pi/x.md", Layer.PROJECT),
            role(".pi/y.md", Layer.PROJECT, "x"),
            role("home/z.md", Layer.GLOBAL),
            role("home/w.md", Layer.GLOBAL, "z", code="external-cli-unsupported"),
        ) == {
            "a/x.md": ("shadowed", (".pi/x.md", ".pi/y.md")),
            "a/z.md": ("shadowed", ("home/z.md",)),
            ".pi/x.md": ("contested", (".pi/y.md",)),
            ".pi/y.md": ("contested", (".pi/x.md",)),
            "home/w.md": ("invalid", ()),
            "home/z.md": ("contested", ("home/w.md",)),
        }


class TestPackages:
    def test_duplicates_are_disabled(self) -> None:
        catalog = Catalog.of([package("a/x.md"), package("b/x.md", hidden=True)])
        assert [(one.state, one.code, one.by) for one in catalog.standings] == [
            (State.DISABLED, "duplicate-package-role", (package("b/x.md", hidden=True),)),
            (State.DISABLED, "duplicate-package-role", (package("a/x.md"),)),
        ]
        assert catalog.launched_by("x") is None

    def test_two_ways_to_one_file_disable_it(self) -> None:
        assert states(package("a/x.md", via=("a", "a/x.md"))) == {"a/x.md": ("disabled", ())}

    def test_an_invalid_one_is_no_duplicate(self) -> None:
        assert states(package("a/x.md"), package("b/x.md", code="role-name-mismatch")) == {
            "a/x.md": ("available", ()),
            "b/x.md": ("invalid", ()),
        }

    def test_a_project_role_stands_above_disabled_ones(self) -> None:
        mine = role(".pi/x.md", Layer.PROJECT)
        catalog = Catalog.of([package("a/x.md"), package("b/x.md"), mine])
        assert catalog.launched_by("x") == mine
        assert [one.state.value for one in catalog.standings] == [
            "disabled",
            "disabled",
            "available",
        ]


class TestListing:
    def test_hidden_roles_are_counted_and_launched(self) -> None:
        hidden = package("a/x.md", hidden=True)
        catalog = Catalog.of([package("a/y.md"), package("a/w.md"), hidden])
        assert [one.record.path for one in catalog.available] == ["a/w.md", "a/y.md"]
        assert catalog.hidden == 1
        assert catalog.launched_by("x") == hidden
        assert catalog.launched_by("z") is None

    def test_is_sorted_by_name_layer_and_path(self) -> None:
        found = [
            role(".pi/b.md", Layer.PROJECT, "a"),
            role("home/c.md", Layer.GLOBAL, "a"),
            package("p/b.md"),
            package("o/a.md"),
        ]
        assert [one.record.path for one in Catalog.of(found).standings] == [
            "o/a.md",
            "home/c.md",
            ".pi/b.md",
            "p/b.md",
        ]


@examples(80)
@given(records)
def test_agrees_with_a_model_of_the_host(found: list[RoleRecord]) -> None:
    catalog = Catalog.of(found)
    state = {one.record: one.state for one in catalog.standings}
    outcomes = [effective(order) for order in _orders(found)]
    for record in found:
        wins = {names.get(record.name) == record for names, _ in outcomes}
        disabled = {record.name in off for _, off in outcomes} == {True}
        settled = state[record] in (State.AVAILABLE, State.HIDDEN)
        if settled:
            assert wins == {True}
        elif state[record] is not State.CONTESTED:
            assert wins == {False}
        assert (state[record] is State.HIDDEN) == (settled and record.hidden)
        assert (state[record] is State.INVALID) == (record.code is not None)
        off = disabled and record.valid and record.layer is Layer.PACKAGE
        assert (state[record] is State.DISABLED) == off
        assert (catalog.launched_by(record.name) == record) == settled
    for name in {record.name for record in found}:
        contested = [r for r in found if r.name == name and state[r] is State.CONTESTED]
        winners = {names.get(name) for names, _ in outcomes}
        if contested:
            assert winners - {None} == set(contested)
        else:
            assert len(winners) == 1


def _orders(found: list[RoleRecord]) -> list[list[RoleRecord]]:
    """Orders of the files, with each file that can be the last of its name last once."""
    turns = [[*found[n:], *found[:n]] for n in range(max(1, len(found)))]
    return [*turns, *(turn[::-1] for turn in turns)]


@examples(40)
@given(records, st.randoms(use_true_random=False))
def test_order_does_not_matter(found: list[RoleRecord], luck: random.Random) -> None:
    mixed = [*found, *found]
    luck.shuffle(mixed)
    assert Catalog.of(mixed) == Catalog.of(found)


@examples(40)
@given(records, st.integers(0, 9), st.integers(0, 9))
def test_merging_is_associative(found: list[RoleRecord], one: int, two: int) -> None:
    first, second, third = found[:one], found[one:two], found[max(one, two) :]
    whole = merge(first, second, third)
    assert merge(merge(first, second), third) == whole
    assert merge(first, merge(third, second)) == whole
    assert len(whole) == len({*first, *second, *third})
    assert list(whole) == sorted(whole, key=lambda record: record.sort_key)


def test_every_state_is_reached() -> None:
    found = itertools.chain(
        (package("a/x.md"), package("b/x.md"), package("a/y.md"), package("a/h.md", hidden=True)),
        (package("a/s.md"), role("home/s.md", Layer.GLOBAL), package("a/b.md")),
        (role(".pi/b.md", Layer.PROJECT, code="invalid-role-definition"),),
        (role(".pi/c.md", Layer.PROJECT), role(".pi/d.md", Layer.PROJECT, "c")),
    )
    assert {one.state for one in Catalog.of(found).standings} == set(State)


class TestRecordOf:
    def test_a_registered_role_belongs_to_its_pack(self) -> None:
        origin = RoleOrigin("p/roles/", Layer.PACKAGE, "", "pack@1.0.0", "p", "pack", ("p/roles",))
        file = RoleFile(RoleSite("/w/p/roles/", origin), "x.md")
        record = record_of(file, name="y", description="d", hidden=True, span=Span.at(2, 7))
        assert record == RoleRecord(
            origin, "x", "y", hidden=True, description="d", span=Span.at(2, 7)
        )
        assert (record.path, record.layer, record.scope) == ("p/roles/x.md", Layer.PACKAGE, "")
        assert (record.source, record.home, record.package) == ("pack@1.0.0", "p", "pack")
        assert record.via == ("p/roles",)

    def test_what_is_not_said_of_a_record_is_plain(self) -> None:
        origin = RoleOrigin("p/", Layer.PACKAGE)
        assert origin == RoleOrigin("p/", Layer.PACKAGE, "", "", "", None, ())
        record = RoleRecord(origin, "x", "y")
        assert record == RoleRecord(origin, "x", "y", None, False, None, Span.at(1, 1))
        assert (record.valid, record.times) == (True, 1)
        assert record.sort_key == ("p/x.md", 0, "y")

    def test_of_a_file_that_cannot_be_read_the_name_tells(self) -> None:
        origin = RoleOrigin("", Layer.GLOBAL, ".", ".", ".")
        file = RoleFile(RoleSite("/w/", origin), ".md")
        record = record_of(file, code="unreadable-role-definition")
        assert record == RoleRecord(origin, ".md", ".md", "unreadable-role-definition")
        assert record.path == ".md"
