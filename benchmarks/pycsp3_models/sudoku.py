"""Sudoku as a pycsp3 model; data: {"clues": rows of digits, 0 for an empty cell}."""

from pycsp3 import AllDifferent, VarArray, data, satisfy

clues = data
x = VarArray(size=[9, 9], dom=range(1, 10))
satisfy(
    AllDifferent(x, matrix=True),
    [AllDifferent(x[i : i + 3, j : j + 3]) for i in (0, 3, 6) for j in (0, 3, 6)],
    [x[i][j] == clues[i][j] for i in range(9) for j in range(9) if clues[i][j] > 0],
)
