"""An agent file of another program as a role, and what of it could not be carried over.

Claude Code, opencode, Gemini CLI and GitHub Copilot keep agents as Markdown with YAML frontmatter,
much like a role. What a key or a tool of theirs corresponds to is in ``schemas/role/
foreign-names.json`` (tools, with the sources) and in `_LEFT_OUT` below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from herdr_lint.judge.manifest import read_manifest
from herdr_lint.late import late_pattern
from herdr_lint.model import UsageError
from herdr_lint.role.fields import BUILT_IN_TOOLS, SKILL_NAME
from herdr_lint.role.foreign import counterparts
from herdr_lint.role.frontmatter import Frontmatter, read_frontmatter
from herdr_lint.syntax.text import SourceText

_DEFAULT_TOOLS = ("read", "bash", "edit", "write", "grep", "find", "ls")
"""What an agent may use where its file forbids some tools and names none that it may use."""

_TOOL = late_pattern(r"(?P<name>[\w*-]+(?:__[\w*-]+)*)(?:\((?P<limit>.*)\))?")
_KEY = late_pattern(r"(?P<key>[A-Za-z][\w-]*):[ \t]*(?P<value>.*)")
_ENDINGS = (".md", ".agent", ".chatmode", ".prompt")
_CARRIED = frozenset(
    {"name", "description", "tools", "disallowedTools", "permission", "model", "skills"}
)
_WRITING = frozenset({"edit", "write"})
"""What opencode's permission `edit` is about."""
_SAME = frozenset({"disable-model-invocation"})
_SILENT = frozenset({"mode", "hidden", "type", "kind"})
"""Keys that say what every role is, or what was carried over in another key."""


@dataclass(frozen=True, slots=True)
class Adopted:
    """A role file, and one sentence for each thing that it does not say any more."""

    name: str
    text: str
    remarks: tuple[str, ...] = ()


def adopt(data: bytes, file: str) -> Adopted:
    """The role that says what an agent file says; ``file`` is the name of that file.

    Raises:
        UsageError: if the file has no frontmatter.

    """
    text = SourceText.decode(data)
    block = read_frontmatter(text)
    if block is None:
        raise UsageError(
            f"{file} has no frontmatter between two lines `---`, so no role can be made of it"
        )
    return _Adopter(_values(block), block.body, file).adopted()


def _values(block: Frontmatter) -> Mapping[str, Any]:
    """The values as YAML; where it is none, which is common, each line by itself."""
    lines = [line for _, line in block.numbered()]
    document = read_manifest("agent.yaml", "\n".join(lines).encode())
    if document.readable and isinstance(document.data, dict):
        return document.data
    found = (_KEY.fullmatch(line.rstrip()) for line in lines)
    return {one["key"]: one["value"].strip("\"' ") for one in found if one}


@dataclass
class _Adopter:
    values: Mapping[str, Any]
    body: str
    file: str
    remarks: list[str] = field(default_factory=list)

    def adopted(self) -> Adopted:
        name = self._name()
        lines = {
            "name": name,
            "description": self._description(name),
            "model": self._model(),
            "tools": self._tools(),
            "skills": self._skills(),
        }
        tools = lines["tools"]
        lines["spawning"] = None if tools and "subagent" in tools.split(", ") else "false"
        lines["auto-exit"] = "true"
        lines["system-prompt"] = "append"
        for key in _SAME & self.values.keys():
            lines[key] = "true" if self.values[key] is True else "false"
        self._tell_of_others()
        written = "".join(f"{key}: {value}\n" for key, value in lines.items() if value)
        body = self.body.strip() or f"# {name}\n\nSay here what the role does."
        return Adopted(name, f"---\n{written}---\n\n{body}\n", tuple(self.remarks))

    def _name(self) -> str:
        stem = self.file
        for ending in _ENDINGS:
            stem = stem.removesuffix(ending)
        said = self.values.get("name")
        wanted = said if isinstance(said, str) and said.strip() else stem
        name = re.sub(r"[^a-z0-9]+", "-", wanted.lower()).strip("-")[:64].strip("-") or "role"
        if name != wanted:
            self.remarks.append(f"the name `{wanted}` became `{name}`")
        return name

    def _description(self, name: str) -> str:
        said = self.values.get("description")
        return " ".join(str(said).split()) if said else f"Say in one line what {name} does"

    def _model(self) -> str | None:
        said = self.values.get("model")
        if not isinstance(said, str) or not said or said == "inherit":
            return None
        provider, _, model = said.partition("/")
        if provider and model:
            return said
        self.remarks.append(f"model `{said}` is left out: the host wants `provider/model`")
        return None

    def _skills(self) -> str:
        names = [name for name in _names(self.values.get("skills")) if SKILL_NAME.fullmatch(name)]
        return ", ".join(names)

    # Tools

    def _tools(self) -> str | None:
        said = self.values.get("tools")
        denied = self._translated(_names(self.values.get("disallowedTools")))
        denied += self._forbidden()
        if isinstance(said, dict):
            allowed = None
            off = [key for key, value in said.items() if value is False or value == "deny"]
            denied += self._translated(off)
        else:
            allowed = None if said in (None, "", "*", ["*"]) else self._translated(_names(said))
        if allowed is None and not denied:
            return None
        wanted = _DEFAULT_TOOLS if allowed is None else allowed
        tools = [tool for tool in dict.fromkeys(wanted) if tool not in denied]
        if not tools:
            self.remarks.append("no tool of the agent is left, so the role may only `read`")
        return ", ".join(tools) or "read"

    def _forbidden(self) -> list[str]:
        """The tools that opencode's permissions deny; what they allow in part cannot be said."""
        said = self.values.get("permission")
        if said is None or said == "allow":
            return []
        if not isinstance(said, dict):
            self.remarks.append(f"the permission `{said}` is lost: a role asks nobody")
            return []
        denied: list[str] = []
        for key, value in said.items():
            levels = set(map(str, value.values() if isinstance(value, dict) else [value]))
            if levels == {"deny"}:
                denied += _WRITING if key == "edit" else self._translated([key])
            elif levels != {"allow"}:
                told = f"the permission of `{key}` is lost: a role allows a tool as a whole"
                self.remarks.append(told)
        return denied

    def _translated(self, names: Iterable[str]) -> list[str]:
        found = []
        for name in names:
            tool = self._counterpart(name)
            if tool:
                found.append(tool)
        return found

    def _counterpart(self, written: str) -> str | None:
        match = _TOOL.fullmatch(written)
        if match is None:
            self.remarks.append(f"tool `{written}` is left out: it is not the name of a tool")
            return None
        name, limit = match["name"], match["limit"]
        if limit:
            self.remarks.append(
                f"the limit of `{written}` is lost: a role allows a tool as a whole"
            )
        tools = counterparts()
        if name in tools:
            if tools[name] is None:
                self.remarks.append(f"tool `{name}` is left out: Pi has no such tool")
            return tools[name]
        if name.lower() in BUILT_IN_TOOLS:
            return name.lower()
        self.remarks.append(f"tool `{name}` is kept; make sure that an extension brings it")
        return name

    def _tell_of_others(self) -> None:
        known = _CARRIED | _SAME | _SILENT
        for key in self.values:
            if key not in known:
                self.remarks.append(f"`{key}` is left out: a role has no such key")


def _names(value: Any) -> list[str]:
    """The entries of a list, or of a text with commas outside of brackets."""
    if isinstance(value, list):
        return [str(entry).strip() for entry in value if str(entry).strip()]
    if not isinstance(value, str):
        return []
    entries, inside, end = list[str](), False, len(value)
    for at in range(len(value) - 1, -1, -1):
        if value[at] in "()":
            inside = value[at] == ")"
        elif value[at] == "," and not inside:
            entries.append(value[at + 1 : end])
            end = at
    entries.append(value[:end])
    return [entry.strip() for entry in reversed(entries) if entry.strip()]
