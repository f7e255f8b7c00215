"""What builds files of this repository out of its other files."""
