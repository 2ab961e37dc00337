"""Games as data: simulations, arenas, reviews, tidy DataFrames, statistics."""
