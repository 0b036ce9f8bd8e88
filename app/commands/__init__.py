"""The commands, each in a few lines: read options, ask the Python interface, return a presenter."""
