"""Penpa+ addresses, in: what is drawn on a square grid becomes the clues of a genre."""
