"""Bytes to text, lines and spans: readers that know syntax and nothing of any rule."""
