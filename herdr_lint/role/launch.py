"""What the host makes of a role when it launches it: each key, and what follows from it.

The host's reading alone (role reading 1.5, 1.6 and 3.1), in words for the person who wonders why a
role behaves as it does. Whether anything is right is for the schemas to judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from herdr_lint.role.fields import FIELDS, NAMES_SUBAGENT, SKILL_NAME, SPAWNING_TOOLS, split_list
from herdr_lint.role.frontmatter import Frontmatter, read_frontmatter
from herdr_lint.role.lines import sort_lines
from herdr_lint.syntax.text import SourceText


@dataclass(frozen=True, slots=True)
class Setting:
    """One key: its line and text if it is written, what the host reads, and what follows.

    ``read`` is the typed value, or None where the host takes none from the text.
    """

    key: str
    follows: str
    line: int | None = None
    written: str | None = None
    read: Any = None

    def to_dict(self) -> dict[str, Any]:
        shape: dict[str, Any] = {"key": self.key, "read": self.read, "follows": self.follows}
        if self.line is not None:
            shape |= {"line": self.line, "written": self.written}
        return shape


@dataclass(frozen=True)
class Launch:
    """What a child is started with, by the words of its file; ``None`` tools are all that exist.

    ``refused`` says why the host starts none, whoever asks for it.
    """

    settings: tuple[Setting, ...]
    tools: tuple[str, ...] | None
    added: tuple[str, ...]
    denied: tuple[str, ...]
    may_spawn: bool
    exits_by_itself: bool
    skills: tuple[str, ...] = ()
    refused: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "refused": self.refused,
            "tools": None if self.tools is None else list(self.tools),
            "added": list(self.added),
            "denied": list(self.denied),
            "may_spawn": self.may_spawn,
            "exits_by_itself": self.exits_by_itself,
            "skills": list(self.skills),
            "settings": [setting.to_dict() for setting in self.settings],
        }


def launch(text: SourceText, name: str) -> Launch | None:
    """What follows from a role file for the child that is called ``name``.

    None for a file in which the host finds no frontmatter.
    """
    block = read_frontmatter(text)
    return None if block is None else _Launcher(block, name).launch()


@dataclass
class _Launcher:
    """Reads the keys of one block; each method words what follows from one of them."""

    block: Frontmatter
    name: str
    raw: dict[str, tuple[int, str]] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key, entries in sort_lines(self.block).canonical.items():
            head = entries[0].head
            self.raw[key] = (head.line, head.value)
            if FIELDS[key].takes(head.value):
                self.values[key] = FIELDS[key].read(head.value)

    def launch(self) -> Launch:
        return Launch(
            settings=tuple(self._settings()),
            tools=self._tools,
            added=self._added,
            denied=self._denied,
            may_spawn=self._may_spawn,
            exits_by_itself=self._exits,
            skills=tuple(self._skills),
            refused=self._wrong_model() or self._wrong_skill(),
        )

    def _settings(self) -> Iterator[Setting]:
        told: Mapping[str, str] = {
            "name": f"launched as `{self.name}`",
            "description": self._description(),
            "model": self._model(),
            "thinking": self._word("thinking", "the parent's level"),
            "tools": self._told_tools(),
            "deny-tools": self._told_denials(),
            "spawning": self._told_spawning(),
            "self-spawn": self._told_self_spawn(),
            "session-mode": self._session(),
            "system-prompt": self._prompt(),
            "auto-exit": self._told_exit(),
            "interactive": self._interactive(),
            "persistent": self._persistent(),
            "skills": self._told_skills(),
            "cwd": self._directory(),
        }
        for key, follows in told.items():
            if key in self.raw:
                line, written = self.raw[key]
                yield Setting(key, follows, line, written, self.values.get(key))
            else:
                yield Setting(key, follows)

    def _written(self, key: str) -> str:
        """The text that stands there for a key, or nothing."""
        return self.raw[key][1] if key in self.raw else ""

    def _says(self, key: str) -> bool:
        """Whether the key stands there with a value of which the host makes something."""
        return key in self.values

    def _dropped(self, key: str) -> str:
        """How a value that the host does not take is told of, before what holds instead."""
        written = self._written(key)
        if not written or self._says(key):
            return ""
        return f"`{written}` is not a value that the host takes: "

    # What it may do

    @property
    def _exits(self) -> bool:
        return self.values.get("auto-exit") is True and self.values.get("persistent") is not True

    @property
    def _tools(self) -> tuple[str, ...] | None:
        named = self.values.get("tools")
        if named is None:
            return None
        lost = {*self._denied, *(("subagent_done",) if self._exits else ())}
        return tuple(tool for tool in dict.fromkeys(named) if tool not in lost)

    @property
    def _added(self) -> tuple[str, ...]:
        return ("caller_ping",) if self._exits else ("caller_ping", "subagent_done")

    @property
    def _denied(self) -> tuple[str, ...]:
        if self.values.get("spawning") is False:
            return SPAWNING_TOOLS
        denied = self.values.get("deny-tools", ())
        return tuple(tool for tool in SPAWNING_TOOLS if tool in denied)

    @property
    def _may_spawn(self) -> bool:
        allowed = self._tools
        named = allowed is None or any(map(NAMES_SUBAGENT.match, allowed))
        return named and "subagent" not in self._denied

    def _told_tools(self) -> str:
        added = _listed(self._added)
        tools = self._tools
        if tools is None:
            return f"every tool that the child's Pi has, and {added} from the host"
        if not tools:
            return f"no tool but {added}, which the host adds"
        return f"{_listed(tools)}; the host adds {added}"

    def _told_denials(self) -> str:
        if "deny-tools" not in self.raw:
            return "nothing is taken away by name"
        denied = self.values.get("deny-tools", ())
        idle = [tool for tool in denied if tool not in SPAWNING_TOOLS]
        taken = [tool for tool in denied if tool in SPAWNING_TOOLS]
        parts = [f"takes away {_listed(taken)}"] if taken else []
        parts += (
            [f"{_listed(idle)}: no effect, only the spawning tools can be denied"] if idle else []
        )
        return "; ".join(parts) or "nothing is taken away"

    def _told_spawning(self) -> str:
        if self._may_spawn:
            return "it may start other roles"
        if self.values.get("spawning") is False:
            return "it may not start other roles: all seven spawning tools are taken away"
        if "subagent" in self._denied:
            return "it may not start other roles: `deny-tools` takes `subagent` away"
        return "it may not start other roles: `tools` does not name `subagent`"

    def _told_self_spawn(self) -> str:
        if self.values.get("self-spawn") is True:
            if self._may_spawn:
                return "it may start itself as well"
            return "no effect: it may not start any role"
        return "it may not start itself"

    # How it runs

    def _description(self) -> str:
        hidden = self.values.get("disable-model-invocation") is True
        if hidden:
            return "in no listing: it is launched by its exact name only"
        written = self._written("description")
        return f"listed with `{written}`" if written else "listed without a description"

    def _model(self) -> str:
        written = self._written("model")
        if not written:
            return "the model of `models.agents`, else `models.default`, else the parent's"
        wrong, entries = self._wrong_model(), split_list(written)
        if wrong:
            return f"the launch is refused: {wrong}"
        if len(entries) == 1:
            return f"`{entries[0]}`"
        return f"{', then '.join(f'`{entry}`' for entry in entries)}: the first that can be used"

    def _wrong_model(self) -> str | None:
        written = self._written("model")
        entries = split_list(written) if written else ()
        wrong = next((entry for entry in entries if not _is_qualified(entry)), None)
        return None if wrong is None else f"`{wrong}` is not `provider/model`"

    def _word(self, key: str, default: str) -> str:
        value = self.values.get(key)
        return f"`{value}`" if value is not None else f"{self._dropped(key)}{default}"

    def _session(self) -> str:
        told = {
            "standalone": "a session of its own",
            "lineage-only": "a session of its own that knows its parent",
            "fork": "goes on from a copy of the parent's session",
        }
        mode = self.values.get("session-mode", "standalone")
        return f"{self._dropped('session-mode')}{told[mode]}"

    def _prompt(self) -> str:
        mode = self.values.get("system-prompt")
        if not self.block.body:
            return f"{self._dropped('system-prompt')}the file has no text below its frontmatter"
        if mode == "replace":
            return "the text of the file is the system prompt"
        if mode == "append":
            return "the text of the file is added to the system prompt"
        if self.values.get("session-mode") == "fork":
            return f"{self._dropped('system-prompt')}the child never sees the text of the file"
        return f"{self._dropped('system-prompt')}the text of the file stands around the task"

    def _told_exit(self) -> str:
        if self._exits:
            return "it ends by itself when its task is done"
        if self.values.get("auto-exit") is True:
            return "no effect: `persistent` keeps it running"
        return f"{self._false('auto-exit')}it runs until it calls `subagent_done` or is stopped"

    def _false(self, key: str) -> str:
        written = self._written(key)
        return f"`{written}` counts as false: " if written not in {"", "true", "false"} else ""

    def _interactive(self) -> str:
        if self.values.get("persistent") is True:
            return "not interactive, because it is persistent"
        written = self._written("interactive")
        interactive = written == "true" if written else not self._exits
        return f"{self._false('interactive')}{'' if interactive else 'not '}interactive"

    def _persistent(self) -> str:
        if self.values.get("persistent") is True:
            return "it stays after its task and takes others"
        return f"{self._false('persistent')}it has one task"

    @property
    def _skills(self) -> list[str]:
        """The skills that are asked for; `skills` counts for more than the old `skill`."""
        raw = self._written("skills") or self._written("skill")
        return [entry for entry in split_list(raw) if entry]

    def _told_skills(self) -> str:
        wrong = self._wrong_skill()
        if wrong:
            return f"the launch is refused: {wrong}"
        return f"loads {_listed(self._skills)}" if self._skills else "no skills"

    def _wrong_skill(self) -> str | None:
        wrong = next((name for name in self._skills if not SKILL_NAME.fullmatch(name)), None)
        return None if wrong is None else f"`{wrong}` is not the name of a skill"

    def _directory(self) -> str:
        written = self._written("cwd")
        if not written:
            return "the directory of the parent"
        if written.startswith("/"):
            return f"`{written}`"
        return f"`{written}` below the agent's configuration directory, not below the project"


def _is_qualified(entry: str) -> bool:
    provider, _, model = entry.partition("/")
    return bool(provider and model) and not entry.lower().startswith("task:")


def _listed(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
