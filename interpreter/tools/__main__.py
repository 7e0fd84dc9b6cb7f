"""Lets `python -m interpreter.tools` stand for the command `rulewright`."""

import sys

from interpreter.tools.cli import main

if __name__ == "__main__":
    sys.exit(main())
