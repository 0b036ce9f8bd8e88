"""Experiments on the language itself: random puzzles, and the comparison of every reading of them."""
