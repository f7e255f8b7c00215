"""A report in the form that its reader wants: one renderer a module, found by its name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from herdr_lint.late import late_pattern
from herdr_lint.model import Report, Severity
from herdr_lint.report import clean
from herdr_lint.report.terminal import PLAIN, Terminal
from herdr_lint.report.view import Renderer, Sources, View, no_sources

if TYPE_CHECKING:
    from typing import TypedDict, Unpack

    class Telling(TypedDict, total=False):
        """How a report is told; see ``rendered``."""

        sources: Sources
        show: Severity
        terminal: Terminal
        base: str
        brief: bool


FORMATS = MappingProxyType(
    {
        "text": "text",
        "concise": "concise",
        "json": "report_json",
        "json-lines": "json_lines",
        "sarif": "sarif",
        "github": "github",
        "gitlab": "gitlab",
        "junit": "junit",
        "markdown": "markdown",
        "rdjson": "rdjson",
        "checkstyle": "checkstyle",
    }
)
"""Each format and the module of this package that renders it, imported when it is asked for."""

_SURROGATES = late_pattern("[\ud800-\udfff]")
_OPEN_SOURCES = 16


def render(format_name: str, report: Report, **telling: Unpack[Telling]) -> str:
    """The report as text that UTF-8 can encode; it ends with a line end unless it is empty.

    It takes what ``rendered`` takes, and raises as that does.
    """
    return "".join(rendered(format_name, report, **telling))


def rendered(
    format_name: str,
    report: Report,
    *,
    sources: Sources = no_sources,
    show: Severity = Severity.NOTE,
    terminal: Terminal = PLAIN,
    base: str = "",
    brief: bool = False,
) -> Iterator[str]:
    """The same text piece by piece, each of whole lines, so that nobody need hold all of it.

    ``sources`` gives the text of a path of the report, or None where there is none to show.
    Findings below ``show`` are left out. ``terminal`` and ``brief`` (no summary)
    matter to ``text`` alone. ``base`` is where
    the working directory lies below the root of the repository, for the formats whose reader looks
    for paths from there (``sarif``, ``github``, ``gitlab``, ``junit``). Raises KeyError for a
    format that is not in ``FORMATS``.
    """
    view = View(
        report=report.at_least(show),
        whole=report,
        sources=lru_cache(_OPEN_SOURCES)(sources),
        terminal=terminal,
        base=base,
        brief=brief,
    )
    if format_name == "text" and (nothing := clean.render(view)) is not None:
        yield nothing
        return
    for text in renderer(format_name)(view):
        yield text if text.isascii() else _SURROGATES.sub("\ufffd", text)


def renderer(format_name: str) -> Renderer:
    """The renderer of a format. Raises KeyError for a format that is not in ``FORMATS``."""
    return cast(Renderer, import_module(f"{__name__}.{FORMATS[format_name]}").render)
