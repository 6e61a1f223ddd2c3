"""The crash matrix: each kind of update, each call that it makes, each way in which that call can fail.

make matrix                   the table, in two processes
make matrix ARGS="race"       the rows whose names have this in them
"""
