"""What a run is to be judged by: configuration files, their meaning, and what they leave out."""
