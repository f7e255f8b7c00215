"""Paths to targets: what there is to check, and at which layer the host finds it. No findings."""
