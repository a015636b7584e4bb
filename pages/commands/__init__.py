"""One file per `python -m pages` command: `add` declares it, `run` does it and returns the exit status."""
