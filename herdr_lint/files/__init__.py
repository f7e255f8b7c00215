"""The files of a pack: a folder, an archive or a mapping, read within limits."""
