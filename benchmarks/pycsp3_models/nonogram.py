"""Nonogram as a pycsp3 model with one automaton for each line; data: {"rows": run lengths, "columns": run lengths}."""

from pycsp3 import Automaton, VarArray, columns, data, satisfy

row_runs, column_runs = data
x = VarArray(size=[len(row_runs), len(column_runs)], dom={0, 1})


def automaton(runs):
    """Blanks, then each run followed by at least one blank."""
    transitions, state = [], 0
    transitions.append(("q0", 0, "q0"))
    for number, run in enumerate(runs):
        for _ in range(run):
            transitions.append((f"q{state}", 1, f"q{state + 1}"))
            state += 1
        if number < len(runs) - 1:
            transitions.append((f"q{state}", 0, f"q{state + 1}"))
            state += 1
        transitions.append((f"q{state}", 0, f"q{state}"))
    return Automaton(start="q0", final=f"q{state}", transitions=transitions)


satisfy(
    [x[i] in automaton(row_runs[i]) for i in range(len(row_runs))],
    [column in automaton(column_runs[j]) for j, column in enumerate(columns(x))],
)
