"""The command line: arguments, streams and exit codes, and nothing else."""
