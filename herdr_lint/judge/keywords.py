"""What the keywords of a schema hold, and the two of our own.

A subschema that judges carries ``"x-herdr": {"rule": …, "cause": …}``.

``"x-herdr-report": {"rule": …}`` reports a rule wherever its subschema is reached, and fails
nothing: to every other validator it is an annotation like any other. What a specification admits
and a person should still hear of is written so; it has no place under ``not``, ``if``, ``anyOf``,
``oneOf`` or ``contains``, which ask whether a subschema holds. ``"unless": {…}`` is a schema: what
holds by it is not reported. ``"of": […]`` leads from the value that is judged to the member of it
that the report speaks of.
"""

ANNOTATION = "x-herdr"
REPORT = "x-herdr-report"

SINGLE = frozenset(
    {
        "additionalProperties",
        "contains",
        "contentSchema",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
"""Keywords whose value is a schema; `SEVERAL` have a list of them, `NAMED` an object."""
SEVERAL = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
NAMED = frozenset({"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"})
