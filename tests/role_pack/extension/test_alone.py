"""What is remembered of a module that stands alone is what would be found again."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from herdr_lint.files.tree import MappingTree
from herdr_lint.role_pack.extension import alone
from herdr_lint.role_pack.extension.bridge import Bridge, read_bridge
from herdr_lint.role_pack.extension.parser import LONGEST_REMEMBERED
from herdr_lint.role_pack.reading import PackReading, read_role_pack
from tests.effort import examples
from tests.role_pack.packs import CHANNEL, EXTENSION
from tests.strategies.packs import packs, script_bytes

MANIFEST = b'{"pi": {"extensions": ["./extension.ts"]}}'
IMPORTING = f"""import {{ ROLES }} from "./places.ts";
export default (pi) => {{
  pi.events.on("{CHANNEL}", (request) => request.register(ROLES));
}};
"""
PLACES = b'export const ROLES = new URL("./roles", import.meta.url).pathname;'


def pack(files: dict[str, bytes]) -> PackReading:
    return read_role_pack(MappingTree({"package.json": MANIFEST, **files}))


def plain(bridge: Bridge) -> tuple[Any, ...]:
    """A bridge without the trees of its modules, which are others each time."""
    return (
        bridge.entries,
        [module.path for module in bridge.modules],
        [(one.module.path, one.node.start, one.via) for one in bridge.listeners],
        [(one.form, one.text, one.target, one.late) for one in bridge.registrations],
        [(module.path, node.start, text) for module, node, text in bridge.near],
        *bridge[5:],
    )


def read_again(reading: PackReading) -> Bridge:
    entries = reading.resources.extensions
    return read_bridge(reading.modules, entries, reading.reached, reading.others)


@given(packs)
@examples(60)
def test_a_pack_has_the_bridge_that_reading_it_gives(files: dict[str, bytes]) -> None:
    first, again = read_role_pack(MappingTree(files)), read_role_pack(MappingTree(files))
    assert plain(first.bridge) == plain(read_again(again))
    known = [module.path for module in first.modules.known]
    assert known == [module.path for module in again.modules.known]


@given(script_bytes)
@examples(60)
def test_so_has_a_pack_of_one_script(data: bytes) -> None:
    files = {"extension.ts": data, "roles/scout.md": b""}
    assert plain(pack(files).bridge) == plain(read_again(pack(files)))


def test_the_next_pack_with_the_same_module_is_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = {"extension.ts": EXTENSION.encode() + b"// of this test alone"}
    first = pack({**files, "roles/scout.md": b""}).bridge
    monkeypatch.setattr(alone, "read_bridge", None)
    following = pack({**files, "roles/other.md": b""})
    assert following.bridge is first
    assert following.registered == ("roles",)
    assert following.modules.known == list(first.modules)


def test_what_lies_beside_it_counts() -> None:
    by_itself = pack({"extension.ts": IMPORTING.encode()})
    assert by_itself.registered is None
    beside = pack({"extension.ts": IMPORTING.encode(), "places.ts": PLACES})
    assert beside.registered == ("roles",)


def test_so_does_what_a_quick_look_does_not_see() -> None:
    """A comment stands between the word and the name."""
    importing = IMPORTING.replace("from ", "from // where they are\n  ").encode()
    assert pack({"extension.ts": importing}).registered is None
    beside = pack({"extension.ts": importing, "places.ts": PLACES})
    assert [*beside.reached] == ["extension.ts"]
    assert beside.registered == ("roles",)


def test_so_does_a_module_that_is_only_loaded() -> None:
    loading = f'import "./side";\nexport default () => "{CHANNEL}";\n'.encode()
    beside = pack({"extension.ts": loading, "side.ts": EXTENSION.encode()})
    assert beside.registered == ("roles",)


def test_long_modules_are_not_remembered() -> None:
    files = {"extension.ts": EXTENSION.encode() + b"\n" * LONGEST_REMEMBERED}
    assert pack(files).bridge is not pack(files).bridge
    assert pack(files).registered == ("roles",)
