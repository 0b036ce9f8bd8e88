"""From a program, a board and clues to a model: a module for each kind of thing that is made."""
