"""Penpa+ addresses in both directions: what is drawn on a square grid are the clues of a genre."""
