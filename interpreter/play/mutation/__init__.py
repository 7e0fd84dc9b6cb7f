"""Mutants: the pack with one change, to see whether its scenarios notice. `survey` is the way in."""
