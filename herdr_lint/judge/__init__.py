"""A document and a schema in, findings out: validator, rules and their words. Knows no subject."""
