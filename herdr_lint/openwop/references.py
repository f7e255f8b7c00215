"""Which files of the pack a manifest refers to, and for what."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Any, NamedTuple

from herdr_lint.openwop.subject import OpenwopPack, Way, members

NODE_SCHEMAS = ("configSchemaRef", "inputSchemaRef", "outputSchemaRef")
HANDOFF_SCHEMAS = ("taskSchemaRef", "returnSchemaRef")


class Use(Enum):
    """What a file is referred to for."""

    PROMPT = auto()
    HANDOFF = auto()
    EVAL_SUITE = auto()
    NODE_SCHEMA = auto()
    SIGNATURE = auto()


class Reference(NamedTuple):
    """A reference as the manifest has it: where it stands, the name that it gives, and for what."""

    way: Way
    name: str
    use: Use


def references(pack: OpenwopPack) -> Iterator[Reference]:
    """Every reference to a file, in the order of the manifest's members (RFC 0003, RFC 0081).

    Values that are no text or are empty are the schema's affair.
    """
    for way, name, use in _candidates(pack):
        if isinstance(name, str) and name:
            yield Reference(way, name, use)


def _candidates(pack: OpenwopPack) -> Iterator[tuple[Way, Any, Use]]:
    for way, agent in pack.agents:
        yield (*way, "systemPromptRef"), agent.get("systemPromptRef"), Use.PROMPT
        handoff = members(agent.get("handoff"))
        for key in HANDOFF_SCHEMAS:
            yield (*way, "handoff", key), handoff.get(key), Use.HANDOFF
        yield (*way, "evalSuiteRef"), agent.get("evalSuiteRef"), Use.EVAL_SUITE
    for way, node in pack.nodes:
        for key in NODE_SCHEMAS:
            yield (*way, key), node.get(key), Use.NODE_SCHEMA
    signing = members(pack.manifest.get("signing"))
    yield ("signing", "signatureRef"), signing.get("signatureRef"), Use.SIGNATURE
