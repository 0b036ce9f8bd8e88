"""A magic square as a pycsp3 model; data: {"clues": rows of numbers, 0 for an empty cell}."""

from pycsp3 import AllDifferent, Sum, VarArray, columns, data, diagonal_down, diagonal_up, satisfy

clues = data
n = len(clues)
total = n * (n * n + 1) // 2
x = VarArray(size=[n, n], dom=range(1, n * n + 1))
satisfy(
    AllDifferent(x),
    [Sum(row) == total for row in x],
    [Sum(column) == total for column in columns(x)],
    Sum(diagonal_down(x)) == total,
    Sum(diagonal_up(x)) == total,
    [x[i][j] == clues[i][j] for i in range(n) for j in range(n) if clues[i][j] > 0],
)
