"""One role file: the host's reading, the author's intent, the canonical document and its fixes."""
