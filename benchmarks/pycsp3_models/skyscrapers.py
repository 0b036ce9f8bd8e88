"""Skyscrapers as a pycsp3 model with one automaton for each view; data: {"clues": rows of digits, "views": (side, line,
buildings in view)}, with sides 0..3 for top, bottom, left, right."""

from pycsp3 import AllDifferent, Automaton, VarArray, columns, data, satisfy

clues, views = data
n = len(clues)
x = VarArray(size=[n, n], dom=range(1, n + 1))


def automaton(seen):
    """A state is the tallest building so far and how many are in view."""
    steps = [("q0_0", v, f"q{v}_1") for v in range(1, n + 1)]
    for tallest in range(1, n + 1):
        for count in range(1, min(tallest, seen) + 1):
            for v in range(1, n + 1):
                if v <= tallest:
                    steps.append((f"q{tallest}_{count}", v, f"q{tallest}_{count}"))
                elif count < seen:
                    steps.append((f"q{tallest}_{count}", v, f"q{v}_{count + 1}"))
    return Automaton(start="q0_0", final=f"q{n}_{seen}", transitions=steps)


def view(side, line):
    """The cells as they are seen from there."""
    cells = columns(x)[line] if side < 2 else x[line]
    return cells[::-1] if side % 2 else cells


satisfy(
    AllDifferent(x, matrix=True),
    [view(side, line) in automaton(seen) for side, line, seen in views],
    [x[i][j] == clues[i][j] for i in range(n) for j in range(n) if clues[i][j] > 0],
)
