"""Strategies: if-then rules of a rulebook over the present candidates."""
