"""How much time and memory the tool takes."""
