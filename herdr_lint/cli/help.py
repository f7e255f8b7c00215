"""``--help``: options in groups, each with its values and its default, nothing cut short."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from herdr_lint.cli.commands import with_command
from herdr_lint.late import late_pattern
from herdr_lint.report.terminal import wants_color

DEFAULT_COMMAND = "lint"
EXIT_CODES = (
    ("0", "nothing at or above the fail level"),
    ("1", "findings; a pack that the gate rejects; with --diff, files that would change"),
    (
        "2",
        "wrong use, a configuration that cannot be read, nothing to check; a pack that the gate"
        " leaves undecided",
    ),
    ("3", "a fault of herdr-lint itself"),
)
ENVIRONMENT = (
    ("NO_COLOR, FORCE_COLOR", "never or always use colour; --color counts for more"),
    ("FORCE_HYPERLINK", "make links of rule ids (1), or do not (0)"),
    ("COLUMNS", "the width of the terminal"),
    ("GITHUB_ACTIONS", "true makes github the format of the report"),
    ("HERDR_LINT_CACHE_DIR", "the folder of the cache; --cache-dir counts for more"),
    ("HERDR_LINT_NO_CACHE", "anything but empty: no cache, as with --no-cache"),
    ("PI_CODING_AGENT_DIR", "where Pi keeps global roles and packs; ~/.pi/agent by default"),
)


_AT_LEAST = late_pattern(r"\bx>=(\d+)\b")
"""How the library of commands writes the bound of a number."""


class Command(TyperCommand):
    """A command whose help shows its options in groups."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        _write(_groups(self.get_params(ctx), ctx), ctx, formatter)


class Group(TyperGroup):
    """All commands; ``herdr-lint PATH …`` is completed and explained as what it is short for."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, with_command(args) if args else args)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        implied = self.commands[DEFAULT_COMMAND].shell_complete(ctx, incomplete)
        return [*super().shell_complete(ctx, incomplete), *implied]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return ["[PATH]... [OPTIONS] | COMMAND ..."]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        commands = [(name, str(command.help)) for name, command in self.commands.items()]
        own = [param for param in self.get_params(ctx) if param.name != "help"]
        implied = self.commands[DEFAULT_COMMAND].get_params(ctx)
        groups = _groups([*implied, *own], ctx)
        _write([("Commands", commands), *groups], ctx, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        _write([("Environment", ENVIRONMENT), ("Exit codes", EXIT_CODES)], ctx, formatter)


def _groups(params: Iterable[Any], ctx: Any) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for param in params:
        shown, words = param.get_help_record(ctx)
        argument = param.param_type_name == "argument"
        group = getattr(param, "rich_help_panel", None)
        group = group or ("Arguments" if argument else "Options")
        groups.setdefault(group, []).append((shown.split()[0] if argument else shown, words))
    yield from groups.items()


def _write(groups: Iterable[tuple[str, Iterable[tuple[str, str]]]], ctx: Any, out: Any) -> None:
    color = wants_color("auto", sys.stdout)
    ctx.color = color

    def styled(text: str, **style: Any) -> str:
        return typer.style(text, **style) if color else text

    for title, rows in groups:
        with out.section(styled(title, bold=True, fg="yellow")):
            out.write_dl([(styled(name, fg="cyan"), _in_one_line(told)) for name, told in rows])


def _in_one_line(text: str) -> str:
    return _AT_LEAST.sub(r"\1 or more", " ".join(text.split()))
