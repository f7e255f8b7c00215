"""What each key of a role file is for, in a sentence or two (role reading 1.5, 1.6)."""

from __future__ import annotations

from collections.abc import Mapping

from herdr_lint.role.fields import BUILT_IN_TOOLS, FIELDS, SPAWNING_TOOLS

KEYS: Mapping[str, str] = {
    "name": (
        "The name by which the role is launched; without it, the file's name. In a pack it must "
        "be the file's name."
    ),
    "description": "What the role is for, as other agents see it in the list of roles.",
    "model": (
        "The model as `provider/id`, or several after each other with commas. Without it, the "
        "configured model counts, then the parent's."
    ),
    "thinking": "How much the model thinks. A value that the host does not know is dropped.",
    "system-prompt": (
        "Whether the text of the role is appended to the system prompt or replaces it. Without "
        "it, the text goes with the task."
    ),
    "session-mode": "What the child knows of its parent's session.",
    "tools": (
        "The only tools that the child gets, with commas between them. Without it, the child has "
        "every tool."
    ),
    "deny-tools": "Spawning tools that the child does not get. No other tool can be denied here.",
    "spawning": "`false` takes all spawning tools away from the child.",
    "self-spawn": "Whether the role may launch itself.",
    "persistent": "`true` keeps the child; it then never exits by itself and is not interactive.",
    "auto-exit": "Whether the child ends by itself when it is done.",
    "interactive": "Whether a person can talk to the child.",
    "disable-model-invocation": "`true` keeps the role out of listings; only its name launches it.",
    "skills": "The skills that the child loads, with commas between them.",
    "skill": "The older spelling of `skills`, used where `skills` is empty.",
    "cwd": "The folder in which the child works; not absolute, it counts from the agent's folder.",
    "cli": "Another program to run the role with, which this host refuses.",
    "cli-model": "The model of that program; without `cli` it is not read.",
}

ENTRIES: Mapping[str, tuple[str, ...]] = {
    "tools": (*BUILT_IN_TOOLS, *(tool for tool in SPAWNING_TOOLS if tool not in BUILT_IN_TOOLS)),
    "deny-tools": SPAWNING_TOOLS,
}
"""The known entries of the lists."""


def values(key: str) -> tuple[str, ...]:
    """The words that a key takes, or the known entries of its list."""
    return ENTRIES.get(key) or FIELDS[key].words
