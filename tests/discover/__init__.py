"""Discovery: paths to units."""
