"""The studio: puzzles in the browser. A server on this machine, a process for each open puzzle, and a page."""
