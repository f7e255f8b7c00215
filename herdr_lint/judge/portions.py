"""What jsonschema-rs refuses in a document with long lists, a portion of the items at a time.

It makes all its refusals at once, and each weighs some kilobytes. So a list is refused here as a
whole, once, however many of its items are at fault, and is then asked about item by item, some
hundred together: `herdr_lint.judge.refusals` does so where it meets the refusal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from jsonschema_rs import Draft202012Validator, Registry

from herdr_lint.judge.quick_check import FORMATS, ITEMS, anchor, translated

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

PORTION: Final = 500
"""Items that are asked about together; a list of no more is asked about with its document."""

_NAMELESS = "urn:herdr-lint:schema"
"""The address of the schema, beside the one that it may have itself."""


def has_long_list(instance: Any) -> bool:
    """Whether a list somewhere in a document holds more than one portion."""
    waiting = [instance]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            if len(value) > PORTION:
                return True
            waiting += value
        elif isinstance(value, dict):
            waiting += value.values()
    return False


class Portions:
    """Refuses documents by one schema; ``others`` are those that it refers to."""

    def __init__(self, schema: Mapping[str, Any], others: Iterable[Mapping[str, Any]]) -> None:
        root = translated(schema, apart=True)
        resources = [(other["$id"], translated(other, apart=True)) for other in others]
        self._whole = Draft202012Validator(root, registry=Registry(resources), **FORMATS)
        self._registry = Registry([*resources, (_NAMELESS, root)])
        self._items: dict[str, Draft202012Validator] = {}

    def refusals(self, instance: Any) -> Iterator[ValidationError]:
        """Why the instance is refused, but for what is wrong with items of lists.

        Raises `ValueError` where that cannot be asked.
        """
        return self._whole.iter_errors(instance)

    def of_items(
        self, schema: Mapping[str, Any], base: str, items: Sequence[Any]
    ) -> Iterator[tuple[int, ValidationError]]:
        """Why items are refused by a schema for each of them, with the number of the item.

        ``base`` is the address of the schema that it is a part of. The first two steps of the way
        through the schema lead to it, and the first one through the instance to the item.
        """
        reference = f"{base or _NAMELESS}#{anchor(schema)}"
        check = self._items.get(reference)
        if check is None:
            demand = {ITEMS: {"$ref": reference}}
            check = Draft202012Validator(demand, registry=self._registry, **FORMATS)
            self._items[reference] = check
        for start in range(0, len(items), PORTION):
            for error in check.iter_errors(items[start : start + PORTION]):
                yield start + int(error.instance_path[0]), error
