"""A Pi role pack: package.json, what npm ships, what Pi loads, skills, and its rules."""
