"""N queens as a pycsp3 model on cells, as a puzzler draws it; data: {"n": size, "given": [row, column] pairs}."""

from pycsp3 import Sum, VarArray, columns, data, satisfy

n, given = data
x = VarArray(size=[n, n], dom={0, 1})
down = [[x[i][j] for i in range(n) for j in range(n) if i - j == k] for k in range(2 - n, n - 1)]
up = [[x[i][j] for i in range(n) for j in range(n) if i + j == k] for k in range(1, 2 * n - 2)]
satisfy(
    [Sum(x[i]) == 1 for i in range(n)],
    [Sum(column) == 1 for column in columns(x)],
    [Sum(line) <= 1 for line in down + up],
    [x[i][j] == 1 for i, j in given],
)
