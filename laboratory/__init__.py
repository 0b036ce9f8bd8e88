"""Experiments: benchmark campaigns and their reports, random puzzles over the whole language, proofs of rulebooks."""
