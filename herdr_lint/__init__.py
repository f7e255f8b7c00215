"""herdr-lint: validate the role files and agent manifests that a multi-agent pack ships."""

from herdr_lint.version import __version__

__all__ = ["__version__"]
