"""The commands, their arguments and their help."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from herdr_lint.cli.main import with_command
from herdr_lint.version import __version__


class _Group(TyperGroup):
    """Completes ``herdr-lint PATH …`` as what it is short for."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        completing = ctx.resilient_parsing and args
        return super().parse_args(ctx, with_command(args) if completing else args)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        found = list(super().shell_complete(ctx, incomplete))
        if incomplete.startswith("-"):
            found += self.commands["lint"].shell_complete(ctx, incomplete)
        return found


app = typer.Typer(
    name="herdr-lint",
    cls=_Group,
    help=(
        "Check role files for pi-herdr-agents, and OpenWOP agent packs, before they are published."
        "\n\nherdr-lint PATH … is short for herdr-lint lint PATH …: a role file, a folder of roles,"
        " a role pack, a project with .pi/agents, an OpenWOP pack, an archive, or a tree of them."
    ),
    epilog=(
        "Exit codes: 0 nothing at or above the fail level, 1 findings, 2 wrong use, 3 a fault of"
        " herdr-lint itself."
    ),
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


class Format(StrEnum):
    """The forms of a report."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"
    GITLAB = "gitlab"
    JUNIT = "junit"
    MARKDOWN = "markdown"


class GateFormat(StrEnum):
    """The forms of a verdict."""

    TEXT = "text"
    JSON = "json"


class LayerChoice(StrEnum):
    """Where the host is to find the roles."""

    AUTO = "auto"
    PACKAGE = "package"
    GLOBAL = "global"
    PROJECT = "project"


class Level(StrEnum):
    """A severity on the command line."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


class FailLevel(StrEnum):
    """From which severity on a run fails."""

    ERROR = "error"
    WARNING = "warning"
    NEVER = "never"


class Color(StrEnum):
    """When to use colour."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


Paths = Annotated[
    list[Path] | None,
    typer.Argument(metavar="PATH", help="What to check; the current directory by default."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing about the run itself.")]


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"herdr-lint {__version__}")
        raise typer.Exit


@app.callback()
def root(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Nothing but --version; the commands follow."""


@app.command()
def lint(  # noqa: PLR0913
    paths: Paths = None,
    *,
    format_: Annotated[
        Format | None,
        typer.Option(
            "--format",
            "-f",
            help="Form of the report. [default: text; github under GitHub Actions]",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the report to this file.")
    ] = None,
    output_file: Annotated[
        list[str] | None,
        typer.Option(metavar="FORMAT=FILE", help="One more report from the same run; repeatable."),
    ] = None,
    layer: Annotated[
        LayerChoice, typer.Option(help="Judge roles as the host would at this layer.")
    ] = LayerChoice.AUTO,
    profile: Annotated[
        str, typer.Option(help="OpenWOP profile: auto, or a version such as openwop/v2.")
    ] = "auto",
    select: Annotated[
        list[str] | None, typer.Option(metavar="RULE", help="Run only these rules; repeatable.")
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="RULE", help="Leave these rules out; repeatable.")
    ] = None,
    policy: Annotated[
        list[Path] | None,
        typer.Option(metavar="SCHEMA", help="A schema of your own to judge roles by; repeatable."),
    ] = None,
    schemas: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="A registry's own schemas, to judge its packs by."),
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="Read this configuration instead of the nearest one.")
    ] = None,
    fail_on: Annotated[
        FailLevel | None,
        typer.Option(
            help="Exit with 1 from this severity on. [default: error]", show_default=False
        ),
    ] = None,
    show: Annotated[
        Level | None,
        typer.Option(
            help="Print findings from this severity on. [default: warning]", show_default=False
        ),
    ] = None,
    stdin: Annotated[
        bool, typer.Option("--stdin", help="Read standard input; needs --stdin-filename.")
    ] = False,
    stdin_filename: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Read standard input as the contents of this file."),
    ] = None,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="Nothing to check is no error.")
    ] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended safely.")] = False,
    unsafe: Annotated[
        bool, typer.Option("--unsafe", help="With --fix or --diff: also edits that are a guess.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what --fix would change, and change nothing.")
    ] = False,
    baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Leave out the findings that it accepts.")
    ] = None,
    write_baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Accept all findings as they are now.")
    ] = None,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Count the findings by rule instead.")
    ] = False,
    jobs: Annotated[
        int, typer.Option(min=0, help="Processes to use; 0 chooses by the number of files.")
    ] = 0,
    color: Annotated[Color, typer.Option(help="Use colour.")] = Color.AUTO,
    watch: Annotated[
        bool, typer.Option("--watch", help="Check again whenever something changes.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Check role files and agent packs, and say how to mend them."""
    from herdr_lint.cli.lint import LintOptions, run_lint

    options = LintOptions(
        paths=tuple(paths or ()),
        format=format_.value if format_ else None,
        output=output,
        output_files=tuple(output_file or ()),
        layer=layer.value,
        profile=profile,
        select=tuple(select or ()),
        ignore=tuple(ignore or ()),
        policy=tuple(policy or ()),
        schemas=schemas,
        config=config,
        fail_on=fail_on.value if fail_on else None,
        show=show.value if show else None,
        stdin=stdin,
        stdin_filename=stdin_filename,
        allow_empty=allow_empty,
        fix=fix and not diff,
        unsafe=unsafe,
        diff=diff,
        baseline=baseline,
        write_baseline=write_baseline,
        statistics=statistics,
        jobs=jobs,
        color=color.value,
        quiet=quiet,
    )
    if watch:
        from herdr_lint.cli.watch import watch_lint

        raise typer.Exit(watch_lint(options))
    raise typer.Exit(run_lint(options))


@app.command()
def gate(  # noqa: PLR0913
    pack: Annotated[Path, typer.Argument(help="An archive, or a folder with a pack in it.")],
    *,
    profile: Annotated[
        str, typer.Option(help="auto, a version such as openwop/v2, or role-pack.")
    ] = "auto",
    name: Annotated[str | None, typer.Option(help="The name that the registry expects.")] = None,
    pack_version: Annotated[
        str | None, typer.Option(help="The version that the registry expects.")
    ] = None,
    catalog: Annotated[
        Path | None,
        typer.Option(help="What the registry has published: a JSON file, or a folder of archives."),
    ] = None,
    previous: Annotated[
        Path | None, typer.Option(help="The version before this one: an archive or a folder.")
    ] = None,
    schemas: Annotated[
        Path | None, typer.Option(help="A folder of the registry's own pinned schemas.")
    ] = None,
    format_: Annotated[
        GateFormat, typer.Option("--format", "-f", help="Form of the verdict.")
    ] = GateFormat.TEXT,
    color: Annotated[Color, typer.Option(help="Use colour.")] = Color.AUTO,
) -> None:
    """Judge a pack as the publish step of a registry would: accepted, rejected or undecided."""
    from herdr_lint.cli.gate import GateOptions, run_gate

    code = run_gate(
        GateOptions(
            pack=pack,
            profile=profile,
            name=name,
            pack_version=pack_version,
            catalog=catalog,
            previous=previous,
            schemas=schemas,
            format=format_.value,
            color=color.value,
        )
    )
    raise typer.Exit(code)


@app.command()
def init(
    folder: Annotated[
        Path, typer.Argument(help="Where to create it; a folder of roles for --role.")
    ] = Path(),
    *,
    pack: Annotated[
        str | None, typer.Option(metavar="NAME", help="Create a role pack of this npm name.")
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Create a role; with --pack, the pack's first one."),
    ] = None,
) -> None:
    """Create a role pack, or a role, that passes its own lint."""
    from herdr_lint.cli.creation import create

    typer.echo(create(folder, pack, role), nl=False)


@app.command("list")
def list_roles(
    project: Annotated[
        Path, typer.Argument(help="The project that the host is started in.")
    ] = Path(),
    *,
    pack: Annotated[
        list[Path] | None,
        typer.Option(metavar="FOLDER", help="A role pack that counts as installed; repeatable."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """List the roles that the host would offer, and what became of the others."""
    from herdr_lint.cli import listing
    from herdr_lint.report.terminal import terminal_width

    found = listing.load_view(project, tuple(pack or ()))
    text = listing.as_json(found) if as_json else listing.as_text(found, terminal_width())
    typer.echo(text, nl=False)


@app.command()
def config(
    path: Annotated[
        Path | None, typer.Argument(help="A file: show what holds for it.", show_default=False)
    ] = None,
    *,
    file: Annotated[Path | None, typer.Option("--config", help="Read this configuration.")] = None,
) -> None:
    """Show every setting in force, and where it was set."""
    from herdr_lint.cli.settings import settings_table

    typer.echo(settings_table(path, file), nl=False)


@app.command()
def explain(
    rule: Annotated[str, typer.Argument(help="The id of a rule, as findings name it.")],
) -> None:
    """Tell all there is to know about a rule."""
    from herdr_lint.cli.explain import explain_rule

    typer.echo(explain_rule(rule), nl=False)


@app.command()
def rules(
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """List all rules, their severities and what they look for."""
    from herdr_lint.cli.explain import list_rules

    typer.echo(list_rules(as_json=as_json), nl=False)


@app.command()
def schema(
    name: Annotated[
        str | None, typer.Argument(help="A schema from the list that this prints without a name.")
    ] = None,
) -> None:
    """Print a JSON Schema that the tool judges by, or list them."""
    from herdr_lint.cli.explain import list_schemas, schema_text

    typer.echo(schema_text(name) if name else list_schemas(), nl=False)


@app.command()
def normalize(
    file: Annotated[Path, typer.Argument(help="A role file or a manifest.")],
    layer: Annotated[
        LayerChoice, typer.Option(help="The layer to read a role file at.")
    ] = LayerChoice.AUTO,
) -> None:
    """Print a file as the canonical JSON (RFC 8785) that the schemas judge."""
    from herdr_lint.cli.lint import canonical_json

    sys.stdout.buffer.write(canonical_json(file, layer.value) + b"\n")


@app.command()
def lsp(
    stdio: Annotated[  # what editors pass; there is no other way to talk to it
        bool, typer.Option("--stdio", help="Talk on standard input and output, as it always does.")
    ] = True,
) -> None:
    """Serve an editor: findings while typing, fixes, completion (needs herdr-lint[lsp])."""
    from herdr_lint.cli.lsp import serve_editor

    serve_editor()
