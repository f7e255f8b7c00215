"""The schemas, their registry and validator, and the way from a schema error to a finding."""
