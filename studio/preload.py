"""Imported once by the process from which those of puzzles are forked, so that each starts at once: a tiny puzzle is
asked about, which loads what is otherwise loaded when first needed."""

from cluewright import api
from cluewright.studio.describing import described
from cluewright.studio.opened import Opened

_TINY = "puzzle: sudoku\nparameters: {size: 4, box: [2, 2]}\nclues:\n  digit: {r1c1: 1}\n"

_opened = Opened()
_opened.load(_TINY)
described(_opened)
api.check(_opened.meant())
api.candidates(_opened.meant())
api.hint(_opened.meant(), {}, level=4)
