"""Strategies for property tests, one file for each part of the project."""
