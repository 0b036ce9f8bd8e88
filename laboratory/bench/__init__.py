"""Benchmarks: campaigns of many runs, kept in one results file, reported, and learnt from."""
