from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.effort import examples
from tests.fuzz.seeds import found, seeds
from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_what_was_found_once_holds(name: str) -> None:
    for data in found(name):
        TARGETS[name](data)


@st.composite
def changed(draw: st.DrawFn, name: str) -> bytes:
    """A seed with a few bytes changed, cut out, doubled, or put in from another one."""
    known = SEEDS[name]
    data = bytearray(draw(st.sampled_from(known)))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(data)))
        size = draw(st.sampled_from([1, 2, 8, 512]))
        match draw(st.integers(0, 3)):
            case 0:
                data[at : at + 1] = draw(st.binary(min_size=1, max_size=4))
            case 1:
                del data[at : at + size]
            case 2:
                data[at:at] = data[at : at + size]
            case _:
                other = draw(st.sampled_from(known))
                start = draw(st.integers(0, len(other)))
                data[at:at] = other[start : start + size]
    return bytes(data)


SEEDS = {name: sorted(set(seeds(name))) for name in TARGETS}


def _tried(name: str) -> Callable[[], None]:
    @examples(25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
    @given(changed(name) | st.binary(max_size=200))
    def tried(data: bytes) -> None:
        TARGETS[name](data)

    return tried


@pytest.mark.parametrize("name", TARGETS)
def test_changed_seeds(name: str) -> None:
    _tried(name)()
