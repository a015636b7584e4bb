"""What the harness must reach, measured: `make bench`, `make bugs`, `make soak`."""
