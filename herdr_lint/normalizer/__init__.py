"""Files to canonical JSON documents with a table of spans: facts, and no judgments."""
