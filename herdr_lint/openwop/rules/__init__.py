"""The rules beyond the schemas: what no schema can say of a pack, one subject a module.

Each is a function from a pack to findings, called by what it finds, and listed in ``pack.RULES``.
``across`` and ``succession`` look at more than one pack.
"""
