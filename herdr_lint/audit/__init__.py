"""A whole registry, on one machine or on a cluster of them: `audit`.

Two steps, as everywhere in this project. *Map*: one pack by itself, to its verdict, its findings
and the claims that it makes (names, ids, tools, versions). *Merge*: the claims of all packs, to
what only many packs together can show. Both are functions of their input alone, so that it does not
matter how the work is split, who does it, and how often a worker is killed in the middle of it.

Needs the extra ``audit`` (Dask, fsspec and PyArrow).
"""

from __future__ import annotations

from herdr_lint.audit.run import Audit, audit
from herdr_lint.audit.tally import Tally

__all__ = ["Audit", "Tally", "audit"]
