"""Edits put into files: nothing but the edits changes, and nothing gets worse."""
