"""Kakuro as a pycsp3 model; data: {"white": rows of 0 and 1, "sums": (total, cells as [row, column] pairs)}."""

from pycsp3 import AllDifferent, Sum, VarArray, data, satisfy

white, sums = data
n, m = len(white), len(white[0])
x = VarArray(size=[n, m], dom=lambda i, j: range(1, 10) if white[i][j] else None)
satisfy(
    [Sum(x[i][j] for i, j in cells) == total for total, cells in sums],
    [AllDifferent(x[i][j] for i, j in cells) for _, cells in sums],
)
