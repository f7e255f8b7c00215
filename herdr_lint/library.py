"""The library: the calls that other programs make."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from herdr_lint.config.loading import Configs
from herdr_lint.judge.canonical import whole_data
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import Layer, Report, UsageError
from herdr_lint.openwop.pinned import PinnedSchemas
from herdr_lint.role.document import read_role
from herdr_lint.run.run import Request, run

LayerName = Literal["auto", "package", "global", "project"]


def lint(
    paths: Sequence[str | Path] | str | Path = (),
    *,
    layer: LayerName | Layer = "auto",
    profile: str = "auto",
    config: str | Path | None = None,
    schemas: str | Path | None = None,
    jobs: int = 1,
) -> Report:
    """Lint files, folders, packs and archives; without paths, the working directory.

    ``config`` is a configuration file; without it the nearest one holds, as on the command line.
    ``schemas`` is a folder with the schemas of a registry, which judge packs instead of ours.
    Findings below the level that the command line shows are part of the report.

    Raises:
        UsageError: if a path is missing, the configuration cannot be used, or there is nothing to
            check. Nothing in a file that is checked raises.

    """
    configs = Configs.load(
        Path(config) if config is not None else None,
        layer=_layer(layer),
        profile=None if profile == "auto" else profile,
        schemas=None if schemas is None else PinnedSchemas.read(Path(schemas)),
    )
    requested = [paths] if isinstance(paths, str | Path) else paths or (".",)
    report = run(Request(paths=requested, configs=configs, jobs=jobs))
    return report._replace(findings=tuple(report.findings))


def normalize(
    data: bytes | str, *, name: str = "role.md", layer: LayerName | Layer = "auto"
) -> Any:
    """The canonical document of a role file (a name ending in ``.md``) or of a manifest.

    The data that the schemas judge, as plain JSON values; ``herdr-lint normalize`` prints the same
    as RFC 8785 text.

    Raises:
        ValueError: if a manifest cannot be read, or says what no canonical JSON can: a key twice,
            an integer beyond 2^53-1, bytes that are not UTF-8, a tag of YAML.

    """
    at = _layer(layer)
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    path = Path(name)
    if path.suffix == ".md":
        return dict(read_role(path.as_posix(), raw, stem=path.stem, layer=at or Layer.PACKAGE).data)
    try:
        return whole_data(read_manifest(path.as_posix(), raw))
    except ValueError as error:
        raise ValueError(f"{name} has no canonical form: {error}") from error


def _layer(layer: object) -> Layer | None:
    """The layer that was asked for; None where the place of a file is to tell."""
    if layer == "auto":
        return None
    try:
        return Layer(layer)  # type: ignore[arg-type]
    except ValueError:
        words = ", ".join(("auto", *Layer))
        raise UsageError(f"layer is one of {words}, not {layer!r}") from None
