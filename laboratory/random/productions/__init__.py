"""What random expressions are made of: one module per subject, which registers its productions when imported.

A seed chooses productions by their position, so the order of the modules is part of what a seed means.
"""

# ruff: noqa: I001
from cluewright.laboratory.random.productions import truth, numbers, lists, elements, sets, graphs

__all__ = ["elements", "graphs", "lists", "numbers", "sets", "truth"]
