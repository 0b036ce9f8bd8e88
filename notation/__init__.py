"""Puzzles and answers as text and plain data: YAML, JSON, templates, sentences."""
