"""The init command: a correct file to start from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from herdr_lint import init
from herdr_lint.cli.output import message
from herdr_lint.model import UsageError


@dataclass(frozen=True, slots=True)
class InitOptions:
    """The options of ``herdr-lint init`` as they were given."""

    folder: Path = Path()
    pack: str | None = None
    openwop: str | None = None
    role: str | None = None
    source: Path | None = None
    service: str | None = None


def create(options: InitOptions) -> str:
    """Create what was asked for; the names of the files that were written, and what comes next.

    Raises:
        UsageError: if not exactly one thing was asked for, a name will not do, or a file is there
            already.

    """
    kinds = {
        "--pack": options.pack,
        "--openwop": options.openwop,
        "--from": options.source,
        "--for": options.service,
    }
    given = [option for option, value in kinds.items() if value is not None]
    if len(given) > 1:
        raise UsageError(f"{given[0]} does not go with {given[1]}; create one at a time")
    if options.role and given and given[0] in {"--from", "--for"}:
        raise UsageError(f"--role does not go with {given[0]}")
    written = _written(options)
    names = "".join(f"created {path.as_posix()}\n" for path in written)
    if options.service:
        return names
    checked = options.folder if options.pack or options.openwop else written[0]
    return f"{names}Check it with: herdr-lint {checked.as_posix()}\n"


def _written(options: InitOptions) -> tuple[Path, ...]:
    named = (options.role,) if options.role else ()
    if options.pack is not None:
        return init.create_pack(options.folder, options.pack, *named)
    if options.openwop is not None:
        return init.create_openwop_pack(options.folder, options.openwop, *named)
    if options.service is not None:
        return (init.create_service(options.folder, options.service),)
    if options.source is not None:
        path, remarks = init.adopt_role(options.folder, options.source)
        for remark in remarks:
            message(f"{options.source}: {remark}")
        return (path,)
    if options.role is not None:
        return (init.create_role(options.folder, options.role),)
    raise UsageError(
        "say what to create: --pack NAME for a role pack, --openwop NAME for an OpenWOP pack,"
        " --role NAME for a role, --from FILE for a role from another program's agent file,"
        " --for SERVICE for a hook or a CI job"
    )
