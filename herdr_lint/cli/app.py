"""The commands, their arguments and their help."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from herdr_lint.cli import completion
from herdr_lint.cli.help import Command, Group
from herdr_lint.cli.output import emit, emit_json, emit_plain, emit_prose, message
from herdr_lint.model import UsageError
from herdr_lint.report.terminal import is_terminal, terminal_width
from herdr_lint.version import __version__

app = typer.Typer(
    name="herdr-lint",
    cls=Group,
    help=(
        "Check role files for pi-herdr-agents, and OpenWOP agent packs, before they are published."
        "\n\nherdr-lint PATH … is short for herdr-lint lint PATH …: a role file, a folder of roles,"
        " a role pack, a project with .pi/agents, an OpenWOP pack, an archive, or a tree of them."
    ),
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

CHOOSE, JUDGE, REPORT, FIX, RUN = (
    "Choose what to check",
    "Judge",
    "Report",
    "Fix",
    "Run",
)
"""The groups of options, in the order of the help."""


def _one_of(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}"


class Format(StrEnum):
    """The forms of a report."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    JSON_LINES = "json-lines"
    SARIF = "sarif"
    GITHUB = "github"
    GITLAB = "gitlab"
    JUNIT = "junit"
    MARKDOWN = "markdown"
    RDJSON = "rdjson"
    CHECKSTYLE = "checkstyle"


class CacheAction(StrEnum):
    """What can be done with the cache."""

    CLEAN = "clean"


class GateFormat(StrEnum):
    """The forms of a verdict."""

    TEXT = "text"
    JSON = "json"


class Service(StrEnum):
    """What runs the linter by itself."""

    PRE_COMMIT = "pre-commit"
    GITHUB = "github"
    GITLAB = "gitlab"


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
    typer.Argument(
        metavar="PATH",
        help="What to check; the working directory by default, - for standard input.",
        rich_help_panel=CHOOSE,
    ),
]
Quiet = Annotated[
    bool,
    typer.Option(
        "--quiet",
        "-q",
        help="Print findings only: no summary, no messages.",
        rich_help_panel=REPORT,
    ),
]


def _version(asked: bool) -> None:
    if asked:
        emit(f"herdr-lint {__version__}\n")
        raise typer.Exit


@app.callback()
def root(
    _: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Nothing but --version; the commands follow."""


@app.command(cls=Command)
def lint(  # noqa: PLR0913
    paths: Paths = None,
    *,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATTERN",
            help="Pass over these, as a .gitignore would; repeatable.",
            rich_help_panel=CHOOSE,
        ),
    ] = None,
    files_from: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Check the paths in this file, one a line or NUL between them; - reads them from"
            " standard input.",
            rich_help_panel=CHOOSE,
        ),
    ] = None,
    stdin_filename: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="Read standard input as the contents of this file.",
            rich_help_panel=CHOOSE,
        ),
    ] = None,
    stdin: Annotated[
        bool,
        typer.Option(
            "--stdin",
            help="Read standard input; needs --stdin-filename.",
            rich_help_panel=CHOOSE,
        ),
    ] = False,
    layer: Annotated[
        LayerChoice,
        typer.Option(
            help="Judge roles as the host would at this layer; auto goes by their place.",
            rich_help_panel=CHOOSE,
        ),
    ] = LayerChoice.AUTO,
    profile: Annotated[
        str,
        typer.Option(
            "--profile",
            metavar="PROFILE",
            help=f"OpenWOP profile: {_one_of(completion.profile_names())}.",
            autocompletion=completion.profile_names,
            rich_help_panel=CHOOSE,
        ),
    ] = "auto",
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Read this configuration instead of the nearest one.",
            rich_help_panel=CHOOSE,
        ),
    ] = None,
    allow_empty: Annotated[
        bool,
        typer.Option(
            "--allow-empty", help="Nothing to check is not an error.", rich_help_panel=CHOOSE
        ),
    ] = False,
    select: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULE,...",
            help="Run only these rules or groups; repeatable.",
            autocompletion=completion.rules_and_groups,
            rich_help_panel=JUDGE,
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULE,...",
            help="Leave these rules or groups out; repeatable.",
            autocompletion=completion.rules_and_groups,
            rich_help_panel=JUDGE,
        ),
    ] = None,
    policy: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="SCHEMA",
            help="A schema of your own to judge roles by; repeatable.",
            rich_help_panel=JUDGE,
        ),
    ] = None,
    schemas: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="A registry's own schemas, to judge packs by; those of herdr-lint by default.",
            rich_help_panel=JUDGE,
        ),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Leave out the findings that it accepts.", rich_help_panel=JUDGE
        ),
    ] = None,
    fail_on: Annotated[
        FailLevel | None,
        typer.Option(
            help="Exit with 1 from this severity on. [default: error]",
            show_default=False,
            rich_help_panel=JUDGE,
        ),
    ] = None,
    max_warnings: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="NUMBER",
            help="Exit with 1 if there are more warnings than this. [default: no limit]",
            show_default=False,
            rich_help_panel=JUDGE,
        ),
    ] = None,
    format_: Annotated[
        Format | None,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="Form of the report: text, concise, json, json-lines, sarif, github, gitlab,"
            " junit, markdown, rdjson or checkstyle. [default: text; github under GitHub Actions]",
            show_default=False,
            rich_help_panel=REPORT,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the report to this file.",
            rich_help_panel=REPORT,
        ),
    ] = None,
    output_file: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FORMAT=FILE",
            help="One more report from the same run; repeatable.",
            autocompletion=completion.reports,
            rich_help_panel=REPORT,
        ),
    ] = None,
    show: Annotated[
        Level | None,
        typer.Option(
            help="Print findings from this severity on. [default: warning]",
            show_default=False,
            rich_help_panel=REPORT,
        ),
    ] = None,
    statistics: Annotated[
        bool,
        typer.Option(
            "--statistics", help="Count the findings by rule instead.", rich_help_panel=REPORT
        ),
    ] = False,
    color: Annotated[
        Color, typer.Option(help="Use colour; auto asks the terminal.", rich_help_panel=REPORT)
    ] = Color.AUTO,
    quiet: Quiet = False,
    fix: Annotated[
        bool,
        typer.Option("--fix", help="Fix what can be fixed safely.", rich_help_panel=FIX),
    ] = False,
    unsafe: Annotated[
        bool,
        typer.Option(
            "--unsafe",
            help="With --fix or --diff: also edits that are a guess.",
            rich_help_panel=FIX,
        ),
    ] = False,
    diff: Annotated[
        bool,
        typer.Option(
            "--diff", help="Show what --fix would change, and change nothing.", rich_help_panel=FIX
        ),
    ] = False,
    add_ignore: Annotated[
        bool,
        typer.Option(
            "--add-ignore",
            help="Write comments into roles and YAML manifests that ignore what is found.",
            rich_help_panel=FIX,
        ),
    ] = False,
    write_baseline: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Accept all findings as they are now.", rich_help_panel=FIX
        ),
    ] = None,
    prune_baseline: Annotated[
        bool,
        typer.Option(
            "--prune-baseline",
            help="Take out of the baseline what is no longer found.",
            rich_help_panel=FIX,
        ),
    ] = False,
    jobs: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="NUMBER",
            help="Processes to use; 0 chooses by the number of files.",
            rich_help_panel=RUN,
        ),
    ] = 0,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch", help="Check again whenever something changes.", rich_help_panel=RUN
        ),
    ] = False,
    cache_dir: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep what large runs come to here, not in the cache folder of the platform.",
            rich_help_panel=RUN,
        ),
    ] = None,
    no_cache: Annotated[
        bool,
        typer.Option(
            "--no-cache", help="Check all files again, and keep nothing.", rich_help_panel=RUN
        ),
    ] = False,
) -> None:
    """Check role files and agent packs, and say how to fix them."""
    from herdr_lint.cli.lint import run_lint
    from herdr_lint.cli.options import LintOptions

    options = LintOptions(
        paths=tuple(paths or ()),
        exclude=tuple(exclude or ()),
        files_from=files_from,
        format=format_.value if format_ else None,
        output=output,
        output_files=tuple(output_file or ()),
        layer=layer.value,
        profile=profile,
        select=_listed(select),
        ignore=_listed(ignore),
        policy=tuple(policy or ()),
        schemas=schemas,
        config=config,
        fail_on=fail_on.value if fail_on else None,
        max_warnings=max_warnings,
        show=show.value if show else None,
        stdin=stdin,
        stdin_filename=stdin_filename,
        allow_empty=allow_empty,
        fix=fix,
        unsafe=unsafe,
        diff=diff,
        baseline=baseline,
        add_ignore=add_ignore,
        write_baseline=write_baseline,
        prune_baseline=prune_baseline,
        statistics=statistics,
        jobs=jobs,
        color=color.value,
        quiet=quiet,
        watch=watch,
        cache_dir=cache_dir,
        no_cache=no_cache,
    )
    raise typer.Exit(run_lint(options))


def _listed(values: list[str] | None) -> tuple[str, ...]:
    """``a,b`` and ``c`` as three names."""
    return tuple(name for value in values or () for name in value.split(",") if name)


@app.command(cls=Command)
def gate(  # noqa: PLR0913
    pack: Annotated[Path, typer.Argument(help="An archive, or a folder with a pack in it.")],
    *,
    profile: Annotated[
        str,
        typer.Option(
            metavar="PROFILE",
            help=f"What to judge by: {_one_of(completion.gate_profile_names())}.",
            autocompletion=completion.gate_profile_names,
        ),
    ] = "auto",
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The name that the registry expects; any by default."),
    ] = None,
    pack_version: Annotated[
        str | None,
        typer.Option(
            metavar="VERSION", help="The version that the registry expects; any by default."
        ),
    ] = None,
    catalog: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="What the registry has published: a JSON file, or a folder of archives. Without"
            " it, nothing is held against other packs.",
        ),
    ] = None,
    previous: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="The version before this one: an archive or a folder. Without it, the two are not"
            " compared.",
        ),
    ] = None,
    schemas: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="The registry's own pinned schemas; those of herdr-lint by default.",
        ),
    ] = None,
    format_: Annotated[
        GateFormat, typer.Option("--format", "-f", help="Form of the verdict.")
    ] = GateFormat.TEXT,
    color: Annotated[Color, typer.Option(help="Use colour; auto asks the terminal.")] = Color.AUTO,
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


@app.command(cls=Command)
def init(
    folder: Annotated[
        Path, typer.Argument(help="Where to create it; a folder of roles for --role and --from.")
    ] = Path(),
    *,
    pack: Annotated[
        str | None, typer.Option(metavar="NAME", help="Create a role pack of this npm name.")
    ] = None,
    openwop: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Create an OpenWOP pack, as in vendor.acme.crew."),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Create a role; with a pack, the pack's first one. [default: reviewer with --pack,"
            " writer with --openwop]",
            show_default=False,
        ),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Make a role of an agent file of Claude Code, opencode, Gemini CLI or Copilot.",
        ),
    ] = None,
    service: Annotated[
        Service | None,
        typer.Option("--for", help="Create the file that runs herdr-lint in this service."),
    ] = None,
) -> None:
    """Create a role pack, an OpenWOP pack, a role, a hook or a CI job that passes its own lint."""
    from herdr_lint.cli.creation import InitOptions, create

    told = service.value if service else None
    emit(create(InitOptions(folder, pack, openwop, role, source, told)))


@app.command("list", cls=Command)
def list_roles(
    project: Annotated[
        Path, typer.Argument(help="The project that the host is started in.")
    ] = Path(),
    *,
    pack: Annotated[
        list[Path] | None,
        typer.Option(metavar="FOLDER", help="A role pack that counts as installed; repeatable."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """List the roles that the host would offer, and what became of the others."""
    from herdr_lint.cli import listing

    found = listing.load_view(project, tuple(pack or ()))
    if as_json:
        emit(listing.as_json(found))
        return
    on_terminal = is_terminal(sys.stdout)
    table = listing.as_table(found, terminal_width()) if on_terminal else listing.as_lines(found)
    emit_prose(table)
    told = "\n".join(listing.remarks(found))
    if on_terminal:
        emit_prose(f"{told}\n")
    else:
        message(told)


@app.command(cls=Command)
def show(
    role: Annotated[str, typer.Argument(help="The name of a role, or the path of its file.")],
    *,
    project: Annotated[
        Path, typer.Option(metavar="FOLDER", help="The project that the host is started in.")
    ] = Path(),
    pack: Annotated[
        list[Path] | None,
        typer.Option(metavar="FOLDER", help="A role pack that counts as installed; repeatable."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Show what the host really runs as a role: which file, which tools, when it ends."""
    from herdr_lint.cli import show as showing

    found = showing.load_role(role, project, tuple(pack or ()))
    if as_json:
        emit(showing.as_json(found))
    else:
        emit_prose(showing.as_text(found, terminal_width()))


@app.command(cls=Command)
def cache(
    action: Annotated[CacheAction, typer.Argument(help="clean: remove all that is kept.")],
    *,
    cache_dir: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="The cache in this folder, not that of the platform."),
    ] = None,
) -> None:
    """Remove what runs have kept to answer faster when nothing has changed."""
    from herdr_lint.cli.cache import clean

    emit_prose(clean(cache_dir))


@app.command(cls=Command)
def config(
    path: Annotated[
        Path | None, typer.Argument(help="A file: show what holds for it.", show_default=False)
    ] = None,
    *,
    file: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="Read this configuration instead of the nearest one.",
        ),
    ] = None,
) -> None:
    """Show every setting in force, and where it was set."""
    from herdr_lint.cli.settings import settings_table

    emit(settings_table(path, file))


@app.command(cls=Command)
def explain(
    rule: Annotated[
        str,
        typer.Argument(
            help="The id of a rule, as findings name it.", autocompletion=completion.rules
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Tell all there is to know about a rule."""
    from herdr_lint.cli.explain import explain_rule

    emit_plain(explain_rule(rule, as_json=as_json))


@app.command(cls=Command)
def rules(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """List all rules, their severities and what they look for."""
    from herdr_lint.cli.explain import list_rules

    emit_plain(list_rules(as_json=as_json))


@app.command(cls=Command)
def schema(
    name: Annotated[
        str | None,
        typer.Argument(
            help="A schema from the list that this prints without a name.",
            autocompletion=completion.schemas,
        ),
    ] = None,
) -> None:
    """Print a JSON Schema that the tool judges by, or list them."""
    from herdr_lint.cli.explain import list_schemas, schema_text

    emit(schema_text(name) if name else list_schemas())


@app.command(cls=Command)
def normalize(
    file: Annotated[Path, typer.Argument(help="A role file or a manifest.")],
    layer: Annotated[
        LayerChoice, typer.Option(help="The layer to read a role file at; auto is package.")
    ] = LayerChoice.AUTO,
) -> None:
    """Print a file as the canonical JSON (RFC 8785) that the schemas judge."""
    from herdr_lint.cli.normalize import canonical_json

    if layer is not LayerChoice.AUTO and file.suffix != ".md":
        raise UsageError(f"--layer goes with role files only, and {file} is read as a manifest")
    emit_json(canonical_json(file, layer.value) + b"\n")


@app.command(cls=Command)
def lsp(
    stdio: Annotated[  # what editors pass; there is no other way to talk to it
        bool,
        typer.Option(
            "--stdio",
            help="Talk on standard input and output, as it does without this option too.",
            show_default=False,
        ),
    ] = True,
    associate: Annotated[
        Path | None,
        typer.Option(
            metavar="PROJECT",
            help="Instead, write JSON Schemas into a project, and settings that editors read.",
        ),
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(
            metavar="PROFILE",
            help="With --associate: the version of its packs, openwop/v1 or openwop/v2."
            " [default: openwop/v2]",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Serve an editor: findings while typing, fixes, completion (needs herdr-lint[lsp])."""
    from herdr_lint.cli.lsp import associated, serve_editor

    if associate is not None:
        emit(associated(associate, profile or "openwop/v2"))
        return
    if profile is not None:
        raise UsageError("--profile goes with --associate only")
    serve_editor()


@app.command(cls=Command)
def audit(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT",
            help="Listings, folders, buckets (s3://, gs://), archives, indexes of registries.",
        ),
    ],
    *,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="A folder or URL for the tables and the summary.",
        ),
    ],
    profile: Annotated[
        str,
        typer.Option(
            metavar="PROFILE",
            help=f"What to judge by: {_one_of(completion.gate_profile_names())}.",
            autocompletion=completion.gate_profile_names,
        ),
    ] = "auto",
    together: Annotated[
        bool,
        typer.Option(
            "--together", help="Hold the roles of all packs against each other, as in one host."
        ),
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="NUMBER",
            help="Processes of this machine. [default: 1]",
            show_default=False,
        ),
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Use this Dask cluster instead.")
    ] = None,
    storage: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option for fsspec; repeatable."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Judge every pack of a registry, and all of them together (needs herdr-lint[audit])."""
    from herdr_lint.cli.audit import AuditOptions, run_audit

    if workers is not None and scheduler is not None:
        raise UsageError("--workers does not go with --scheduler: the cluster has its own")
    options = AuditOptions(
        inputs=tuple(inputs),
        output=output,
        profile=profile,
        together=together,
        workers=workers or 1,
        scheduler=scheduler,
        storage=tuple(storage or ()),
        quiet=quiet,
    )
    raise typer.Exit(run_audit(options))
