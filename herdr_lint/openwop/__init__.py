"""OpenWOP packs: manifests, profiles, references, published packs, and the rules about them.

What a manifest must look like stands in ``schemas/openwop/<version>``. What no schema can say is a
rule in ``rules``, which looks at a ``subject.OpenwopPack`` and at the files that it refers to
(``references``, ``paths``). ``pack`` judges one pack by all of that. ``record``, ``published`` and
``pinned`` are what other packs and registries have to do with it.
"""
