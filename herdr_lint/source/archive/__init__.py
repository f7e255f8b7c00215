"""Packs as they are shipped: archives, folders and mappings, all read into one shape.

Nothing is written and nothing is trusted. A reader never raises for what it is given, stays
within `Limits`, and lists as a `Breach` everything that some other reader might take differently.
"""

from herdr_lint.source.archive.collect import Breach, PackFiles
from herdr_lint.source.archive.folder import read_folder, read_mapping
from herdr_lint.source.archive.reader import read_archive, read_archive_file

__all__ = [
    "Breach",
    "PackFiles",
    "read_archive",
    "read_archive_file",
    "read_folder",
    "read_mapping",
]
