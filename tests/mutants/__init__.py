"""Changes the engine in small ways, one at a time, and asks the tests whether they notice: `make mutants`."""
