"""Rules that a schema cannot say: they look at other files, at archives, or at names."""
