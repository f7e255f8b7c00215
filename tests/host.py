"""The host's reading of a role file once more, spelled out in regular expressions.

Written from the page ``docs/role-reading.md`` alone, and as unlike the code under test as it can
be, so that the two can be compared. Sections in comments are those of the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

BLANKS = "[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"  # 1.3
SWITCHES = ("spawning", "self-spawn")
ORDER = ("tools", "deny-tools", "spawning", "self-spawn")  # 1.4
WORDS = {
    "thinking": "off|minimal|low|medium|high|xhigh|max",
    "session-mode": "standalone|lineage-only|fork",
    "system-prompt": "append|replace",
}


@dataclass
class HostReading:
    code: str | None
    fields: dict[str, Any] = field(default_factory=dict)
    body: str | None = None


def trim(text: str) -> str:
    return re.sub(f"\\A{BLANKS}+|{BLANKS}+\\Z", "", text)


def read(data: bytes, stem: str, layer: str) -> HostReading:
    text = re.sub("\\A\ufeff", "", data.decode("utf-8", "replace"))  # 1.1
    text = re.sub("\r\n", "\n", text)
    found = re.match(r"---\n([\s\S]*?)\n---([\s\S]*)\Z", text)  # 1.2
    if not found:
        return HostReading("invalid-role-definition")
    block, rest = found.groups()
    return HostReading(
        code=_code(block, stem, layer),
        fields=_fields(block),
        body=trim(rest) or None,
    )


def value(block: str, key: str) -> str | None:
    """The rest of the first line that begins with the key, without spaces around it (1.3)."""
    found = re.search(rf"(?:\A|\n){key}:([^\n]*)", block)
    return trim(found[1]) or None if found else None


def _code(block: str, stem: str, layer: str) -> str | None:
    if value(block, "cli"):
        return "external-cli-unsupported"
    if any(_is_faulty(block, key) for key in ORDER):
        return "invalid-capability-declaration"
    if layer == "package" and (value(block, "name") or stem) != stem:
        return "role-name-mismatch"
    if layer == "package" and not value(block, "description"):
        return "missing-role-description"
    return None


def _is_faulty(block: str, key: str) -> bool:
    lines = re.split("\n", block)
    canonical = [line for line in lines if re.match(f"{key}:", line)]
    others = [line for line in lines if line not in canonical and ":" in line]
    names = [trim(re.split(":", line, maxsplit=1)[0]) for line in others]
    if any(re.fullmatch(f"{key}|\"{key}\"|'{key}'", name) for name in names):
        return True
    if len(canonical) > 1:
        return True
    if not canonical:
        return False
    written = value(block, key) or ""
    if key in SWITCHES:
        return not re.fullmatch("true|false", written)
    entries = [trim(entry) for entry in re.split(",", written)]
    return bool(re.search(r"""\A[\[{|>]|[#"']""", written)) or "" in entries


def _fields(block: str) -> dict[str, Any]:
    """The values that the host takes (1.5); what it drops is left out."""
    fields: dict[str, Any] = {}
    for key in ("name", "description", "model", "cwd", "cli", "cli-model"):
        fields[key] = value(block, key)
    for key, words in WORDS.items():
        written = value(block, key)
        fields[key] = written if written and re.fullmatch(words, written) else None
    for key in ("auto-exit", "interactive"):
        written = value(block, key)
        fields[key] = written == "true" if written else None
    for key in ("skills", "skill"):
        entries = [trim(entry) for entry in re.split(",", value(block, key) or "")]
        fields[key] = [entry for entry in entries if entry] if value(block, key) else None
    hidden = value(block, "disable-model-invocation")
    fields["disable-model-invocation"] = bool(
        hidden and re.fullmatch("(?i:true)", hidden, re.ASCII)
    )
    return {key: read_value for key, read_value in fields.items() if read_value is not None}
