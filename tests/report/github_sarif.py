"""The part of SARIF 2.1.0 that we write, with what GitHub code scanning asks of it."""

from __future__ import annotations

from typing import Any


def _object(required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": required.split(),
        "additionalProperties": False,
        "properties": properties,
    }


_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}
_NUMBER = {"type": "integer", "minimum": 1}
_LEVEL = {"enum": ["error", "warning", "note"]}
_MESSAGE = _object("text", text=_TEXT)
_ARTIFACT = _object(
    "uri",
    uri={"type": "string", "pattern": r"^[A-Za-z0-9._~/%:-]*$"},
    uriBaseId={"const": "%SRCROOT%"},
)
_REGION = _object(
    "startLine startColumn endLine endColumn",
    startLine=_NUMBER,
    startColumn=_NUMBER,
    endLine=_NUMBER,
    endColumn=_NUMBER,
)
_PHYSICAL = _object("artifactLocation region", artifactLocation=_ARTIFACT, region=_REGION)
_LOGICAL = {
    "type": "array",
    "items": _object(
        "name fullyQualifiedName kind",
        name=_TEXT,
        fullyQualifiedName=_TEXT,
        kind={"const": "resource"},
    ),
}
_LOCATION = _object("physicalLocation", physicalLocation=_PHYSICAL, logicalLocations=_LOGICAL)
_RELATED = _object(
    "id message physicalLocation",
    id=_NUMBER,
    message=_MESSAGE,
    physicalLocation=_PHYSICAL,
    logicalLocations=_LOGICAL,
)
_DESCRIPTION = _object("text", text={"type": "string", "maxLength": 1024})
_DESCRIPTOR = _object(
    "id name shortDescription fullDescription help",
    id=_TEXT,
    name={"type": "string", "maxLength": 255},
    shortDescription=_DESCRIPTION,
    fullDescription=_DESCRIPTION,
    help=_object("text", text=_TEXT, markdown=_TEXT),
    helpUri={"type": "string", "format": "uri"},
    defaultConfiguration=_object("level", level=_LEVEL),
    properties={
        "type": "object",
        "required": ["tags", "precision", "problem.severity"],
        "properties": {
            "tags": {"type": "array", "maxItems": 20},
            "precision": {"enum": ["very-high", "high", "medium", "low"]},
            "problem.severity": {"enum": ["error", "warning", "recommendation"]},
        },
    },
)
_REPLACEMENT = _object(
    "deletedRegion insertedContent", deletedRegion=_REGION, insertedContent=_MESSAGE
)
_FIX = _object(
    "description artifactChanges",
    description=_MESSAGE,
    artifactChanges={
        "type": "array",
        "items": _object(
            "artifactLocation replacements",
            artifactLocation=_ARTIFACT,
            replacements={"type": "array", "minItems": 1, "items": _REPLACEMENT},
        ),
    },
)
_SUPPRESSION = _object(
    "kind status",
    kind={"enum": ["inSource", "external"]},
    status={"const": "accepted"},
    justification=_TEXT,
)
_RESULT = _object(
    "ruleId ruleIndex level message locations partialFingerprints",
    ruleId=_TEXT,
    ruleIndex=_COUNT,
    level=_LEVEL,
    message=_MESSAGE,
    locations={"type": "array", "minItems": 1, "maxItems": 1, "items": _LOCATION},
    relatedLocations={"type": "array", "items": _RELATED},
    partialFingerprints={
        "type": "object",
        "required": ["primaryLocationLineHash", "herdrLintFinding/v1"],
        "additionalProperties": {"type": "string", "pattern": "^[0-9a-f]+(:[0-9]+)?$"},
    },
    fixes={"type": "array", "items": _FIX},
    properties={"type": "object"},
    suppressions={"type": "array", "maxItems": 1, "items": _SUPPRESSION},
)
_NOTIFICATION = _object(
    "descriptor level message locations",
    descriptor=_object("id index", id=_TEXT, index=_COUNT),
    level=_LEVEL,
    message=_MESSAGE,
    locations={"type": "array", "items": _LOCATION},
)
_DRIVER = _object(
    "name informationUri version semanticVersion rules",
    name={"const": "herdr-lint"},
    informationUri=_TEXT,
    version=_TEXT,
    semanticVersion=_TEXT,
    rules={"type": "array", "items": _DESCRIPTOR},
    notifications={"type": "array", "items": _DESCRIPTOR},
)
_RUN = _object(
    "tool invocations originalUriBaseIds columnKind results",
    tool=_object("driver", driver=_DRIVER),
    invocations={
        "type": "array",
        "items": _object(
            "executionSuccessful",
            executionSuccessful={"type": "boolean"},
            toolExecutionNotifications={"type": "array", "items": _NOTIFICATION},
        ),
    },
    originalUriBaseIds={"type": "object"},
    columnKind={"const": "unicodeCodePoints"},
    results={"type": "array", "items": _RESULT},
)
GITHUB_SARIF = _object(
    "$schema version runs",
    **{
        "$schema": _TEXT,
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "minItems": 1, "maxItems": 1, "items": _RUN},
    },
)
