"""Role files linted and read back, the way the tests of fixing need it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from warnings import catch_warnings

from ruamel.yaml import YAML
from ruamel.yaml.error import ReusedAnchorWarning, YAMLError

from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import judge
from herdr_lint.judge.validator import shipped
from herdr_lint.model import Finding, Layer
from herdr_lint.role.document import read_role
from herdr_lint.role.frontmatter import read_frontmatter
from herdr_lint.syntax.text import SourceText

STEM = "scout"


def read(data: bytes, layer: Layer = Layer.PACKAGE) -> Document:
    return read_role(f"{STEM}.md", data, stem=STEM, layer=layer)


def lint(data: bytes, layer: Layer = Layer.PACKAGE) -> list[Finding]:
    document = read(data, layer)
    return list(judge(document, shipped("role/role.schema.json"), layer.value))


def host(data: bytes) -> Mapping[str, Any]:
    """What the host reads: the fields, and the body."""
    text = SourceText.decode(data)
    block = read_frontmatter(text)
    fields = read(data).data.get("frontmatter", {})
    return {**fields, "body": block.body if block else None}


def as_yaml(data: bytes) -> Mapping[str, Any] | None:
    """What a YAML reader takes the block for; None if it refuses it or it is not a mapping."""
    block = read_frontmatter(SourceText.decode(data))
    if block is None:
        return None
    yaml = YAML(typ="safe", pure=True)
    yaml.allow_duplicate_keys = True
    try:
        with catch_warnings(action="ignore", category=ReusedAnchorWarning):
            value = yaml.load("\n".join(line for _, line in block.numbered()) + "\n")
    except (YAMLError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def meaning(key: str, value: Any) -> Any:
    """A YAML value as far as the form of its writing does not matter (for a list: its names)."""
    if key in {"tools", "deny-tools", "skills", "skill"}:
        if isinstance(value, list):
            return [str(item) for item in value]
        return [name.strip() for name in str(value).split(",") if name.strip()]
    if key in {"thinking", "system-prompt", "session-mode"}:
        return str(value).lower()
    if key in {"spawning", "auto-exit", "interactive", "disable-model-invocation"}:
        return str(value).lower()
    return value.removesuffix("\n") if isinstance(value, str) else value
