"""The ``text`` format of a report with nothing in it, without the library that lays text out.

It is what a hook prints for nearly every commit, and laying out one short line takes longer to load
than a role to judge. A test holds it to what ``text`` says.
"""

from __future__ import annotations

from herdr_lint.report.view import View, count


def render(view: View) -> str | None:
    """The report, or None where there is more to it than one line without colour."""
    whole, terminal = view.whole, view.terminal
    said = f"{count(len(whole.files), 'file')} checked, nothing to report."
    if whole.findings or whole.unchecked or terminal.color or len(said) > terminal.width:
        return None
    return "" if view.brief else f"{said}\n"
