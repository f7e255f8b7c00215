"""Bytes to text, lines and spans: UTF-8, YAML, JSON. Knows syntax and no rule."""
