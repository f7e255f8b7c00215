"""Rules about OpenWOP packs and agents that a schema cannot say.

One small module for a rule or a tight family of them. Each has a function that takes a `Pack`
and yields findings; ``pack.check_pack`` runs them all.
"""
