"""``python -m herdr_lint``."""

from herdr_lint.cli.main import run

if __name__ == "__main__":
    run()
