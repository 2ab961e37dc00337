"""Many games as tables: simulations, arenas, tidy DataFrames, statistics."""
