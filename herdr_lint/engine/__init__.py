"""Runs it all: discovers, checks each unit by itself, merges what crosses units."""
