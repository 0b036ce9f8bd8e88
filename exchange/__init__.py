"""Puzzles of other programs, in and out; how each genre is written there is data of its rulebook."""
