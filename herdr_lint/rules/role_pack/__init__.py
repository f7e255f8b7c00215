"""A Pi role pack: its manifest, its extension, its skills, and what it ships."""

from herdr_lint.rules.role_pack.check import PackCheck, check_role_pack, registered_paths

__all__ = ["PackCheck", "check_role_pack", "registered_paths"]
