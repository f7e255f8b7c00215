"""The language server: what ``lint`` would say of a file, while it is being written."""
