"""Rules that a schema cannot say."""
