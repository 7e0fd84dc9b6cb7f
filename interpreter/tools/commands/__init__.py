"""One module for each command: `add` declares its arguments, `run` does it and gives the exit code."""
