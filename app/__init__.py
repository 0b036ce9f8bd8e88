"""Logic puzzles in YAML."""
