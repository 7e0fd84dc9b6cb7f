"""How fast the machine is, measured as ratios in one run. `make bench` runs it."""
