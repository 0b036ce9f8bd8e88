"""Strategies: if-then rules of a rulebook over the candidates that are left on a board."""
