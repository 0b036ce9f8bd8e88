"""Solving like a person: facts, atoms of rules, steps from one to the next, strategies."""
