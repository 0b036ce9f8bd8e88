"""Game ids of Simon Tatham's Portable Puzzle Collection. How each game looks there is said by the rulebooks."""
