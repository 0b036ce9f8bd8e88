"""Random puzzles over the whole language, and the comparison of every reading of them."""
