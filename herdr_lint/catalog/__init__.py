"""The roles of many packs together: records, precedence, conflicts, what a host offers."""
