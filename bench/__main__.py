"""Run the benchmark: `python -m bench [--quick]`."""

from bench.run import main

if __name__ == "__main__":
    main()
