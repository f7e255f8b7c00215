"""The commands by name, and which one a command line means that names none."""

from __future__ import annotations

from collections.abc import Sequence

COMMANDS = frozenset(
    {
        "audit",
        "lint",
        "list",
        "show",
        "explain",
        "rules",
        "schema",
        "normalize",
        "gate",
        "cache",
        "config",
        "init",
        "lsp",
    }
)
VERSION = frozenset({"--version", "-V"})
_FOR_THE_APP = frozenset({"--help", "-h", "--install-completion", "--show-completion"}) | VERSION


def with_command(arguments: Sequence[str]) -> list[str]:
    """The arguments with the command that they imply: ``lint`` where they begin with none."""
    first = arguments[0] if arguments else ""
    implied = first not in COMMANDS and first not in _FOR_THE_APP
    return ["lint", *arguments] if implied else list(arguments)
