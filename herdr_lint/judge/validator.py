"""Documents against schemas: a quick answer for what is valid, an explanation for what is not.

Nearly every document is valid, and jsonschema-rs says so in microseconds. By a schema of ours it
also says what is not; by schemas of others, jsonschema does, which is loaded for little else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from herdr_lint.judge import shipped as files
from herdr_lint.judge.quick_check import QuickCheck, reports
from herdr_lint.late import late

if TYPE_CHECKING:
    from jsonschema.protocols import Validator as Explainer
    from referencing import Registry

    from herdr_lint.judge import portions, refusals, schema_registry
    from herdr_lint.judge import schema_errors as explaining
    from herdr_lint.judge.schema_error import SchemaError
else:
    explaining = late("herdr_lint.judge.schema_errors")
    portions = late("herdr_lint.judge.portions")
    refusals = late("herdr_lint.judge.refusals")
    schema_registry = late("herdr_lint.judge.schema_registry")


class Validator:
    """Judges documents by one schema.

    ``explainer`` makes the validator that explains. ``others`` are the schemas that this one refers
    to. A schema that is ``foreign`` says nothing quickly: each document is explained.
    """

    def __init__(
        self,
        schema: Mapping[str, Any],
        explainer: Callable[[], Explainer],
        others: tuple[Mapping[str, Any], ...] = (),
        *,
        foreign: bool = False,
    ) -> None:
        self.schema = schema
        self._make_explainer = explainer
        self._asks_quickly = not foreign
        self._others = others
        self._quick: dict[frozenset[str], QuickCheck] = {}

    def admits(self, instance: Any, unheard: frozenset[str] = frozenset()) -> bool:
        """Whether the instance is surely valid, and nothing of it is reported.

        ``unheard`` are rules whose reports do not count. False says nothing.
        """
        quick = self._quickly(unheard)
        return quick is not None and quick.admits(instance)

    def is_valid(self, instance: Any) -> bool:
        """Whether the instance is valid, for a `standalone` schema whose patterns are plain.

        Nothing is loaded to explain a refusal that nobody asks about.
        """
        quick = self._quickly()
        said = quick.says(instance) if quick else None
        return next(self.errors(instance), None) is None if said is None else said

    def errors(self, instance: Any) -> Iterator[SchemaError]:
        """Each error, in the order in which the schema states its demands."""
        explained = self.explained(instance)
        return explaining.explain(self._explainer, instance) if explained is None else explained

    def explained(self, instance: Any) -> Iterator[SchemaError] | None:
        """Each error by what was asked quickly, or None where that cannot tell."""
        quick = self._quickly()
        if quick is None:
            return None
        try:
            if portions.has_long_list(instance):
                found = self._in_portions.explain(self._portions.refusals(instance), instance)
            else:
                found = self._refusals.explain(quick.refusals(instance), instance)
        except (ValueError, LookupError):
            return None
        return iter(found)

    def _quickly(self, unheard: frozenset[str] = frozenset()) -> QuickCheck | None:
        if not self._asks_quickly:
            return None
        if unheard not in self._quick:
            self._quick[unheard] = QuickCheck(self.schema, self._others, unheard)
        return self._quick[unheard]

    @cached_property
    def _refusals(self) -> refusals.Refusals:
        return refusals.Refusals(self.schema, self._others)

    @cached_property
    def _portions(self) -> portions.Portions:
        return portions.Portions(self.schema, self._others)

    @cached_property
    def _in_portions(self) -> refusals.Refusals:
        return refusals.Refusals(self.schema, self._others, self._portions)

    @cached_property
    def reports(self) -> frozenset[str]:
        """The rules that a schema of ours, or one it may refer to, reports without failing."""
        found = reports([self.schema, *self._others]) if self._asks_quickly else ()
        return frozenset(found)

    @cached_property
    def _explainer(self) -> Explainer:
        return self._make_explainer()


def build(schema: Mapping[str, Any], resources: Registry[Any]) -> Validator:
    """A validator for anybody's schema; its references resolve in ``resources`` and nowhere else.

    What others write may use all of JSON Schema, so that nothing is said quickly; its patterns are
    matched within bounds.
    """

    def explainer() -> Explainer:
        return explaining.build(schema, resources, explaining.ForeignValidator)

    return Validator(schema, explainer, foreign=True)


def standalone(schema: Mapping[str, Any]) -> Validator:
    """The validator of a schema of ours that refers to nothing."""

    def explainer() -> Explainer:
        return explaining.build(schema, schema_registry.register([]))

    return Validator(schema, explainer)


@cache
def shipped(name: str) -> Validator:
    """The validator of a shipped schema, by its path under ``schemas/``."""

    def explainer() -> Explainer:
        return explaining.shipped(name)

    return Validator(files.load(name), explainer, tuple(map(files.load, files.referred(name))))


def schema_errors(validator: Validator, instance: Any) -> Iterator[SchemaError]:
    """Each error of a document, in the order in which the schema states its demands."""
    return iter(()) if validator.admits(instance) else validator.errors(instance)
