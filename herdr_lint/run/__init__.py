"""Load once, check, merge: the one way for lint, gate, list, fixes and editors."""
