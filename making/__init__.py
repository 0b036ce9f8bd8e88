"""New puzzles of any rulebook: unique by proof, symmetric, as hard as one wishes."""
