"""OpenWOP packs: manifests, profiles, references, and the rules that no schema can say."""
