"""``docs/cli.md``: every command, from the functions that declare it.

The page is made from the declarations and not from the printed ``--help``, whose layout changes
with the releases of typer.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from enum import StrEnum
from inspect import Parameter
from typing import Any, get_args, get_type_hints

from typer.models import ArgumentInfo, OptionInfo

from herdr_lint.cli.app import app
from herdr_lint.cli.help import ENVIRONMENT
from tools.markdown import NOTICE, page, table

INTRODUCTION = """
# The command line

```
herdr-lint [PATH]...
herdr-lint COMMAND [ARGUMENT]...
```
"""
COMPLETION = """
Completion of commands and options is set up for bash, zsh, fish and PowerShell by
`herdr-lint --install-completion`; `--show-completion` prints what that would write.

## Environment

{environment}

## Exit codes

| code | meaning |
|---|---|
| 0 | nothing at or above the fail level (`--fail-on`) |
| 1 | findings; a pack that the gate rejects; with `--diff`, files that would change |
| 2 | wrong use, an unreadable configuration, a missing path, nothing to check; `gate`: undecided |
| 3 | a fault of herdr-lint itself |

Findings go to standard output, messages about the run to standard error.
"""


def commands_page() -> str:
    return page(_lines())


def _lines() -> Iterator[str]:
    yield NOTICE.format(source="herdr_lint/cli/app.py")
    yield INTRODUCTION
    yield str(app.info.help)
    for command in app.registered_commands:
        if command.callback is None:
            continue
        yield from ("", f"## herdr-lint {command.name or command.callback.__name__}", "")
        yield from (inspect.getdoc(command.callback) or "", "")
        yield from _entries(command.callback)
    rows = [(f"`{name.replace(', ', '`, `')}`", told) for name, told in ENVIRONMENT]
    yield COMPLETION.format(
        environment="\n".join(table(("variable", "what it does"), rows))
    ).rstrip()


def _entries(callback: Callable[..., Any]) -> Iterator[str]:
    hints = get_type_hints(callback, include_extras=True)
    for parameter in inspect.signature(callback).parameters.values():
        kind, info = get_args(hints[parameter.name])
        yield f"- {_usage(parameter, kind, info)}: {info.help}{_default(parameter, info)}"


def _usage(parameter: Parameter, kind: Any, info: OptionInfo | ArgumentInfo) -> str:
    """The option with what it takes, or the name of the argument: ``--show note|error``."""
    name = parameter.name.strip("_").replace("_", "-")
    choices = [choice.value for choice in _choices(kind)]
    takes = info.metavar or "|".join(choices) or name.upper()
    if isinstance(info, ArgumentInfo):
        return f"`{takes}`"
    # Typer keeps the first name of an annotated option where the default stood once.
    declared = (info.default, *(info.param_decls or ()))
    spelled = sorted((one for one in declared if isinstance(one, str)), key=len)
    spelled = spelled or [f"--{name}"]
    spelled[-1] += "" if kind is bool else f" {takes}"
    return ", ".join(f"`{one}`" for one in spelled)


def _choices(kind: Any) -> list[StrEnum]:
    """The members of an enumeration, also of one that may be left out."""
    for one in (kind, *get_args(kind)):
        if isinstance(one, type) and issubclass(one, StrEnum):
            return list(one)
    return []


def _default(parameter: Parameter, info: OptionInfo | ArgumentInfo) -> str:
    shown = isinstance(parameter.default, str) and info.show_default
    return f" [default: {parameter.default}]" if shown else ""
