"""What whoever uses or adds a solver needs: a model in, judged answers out."""

from cluewright.solvers.contract import answers, solve
from cluewright.solvers.engine import Answer, Engine
from cluewright.solvers.outcomes import OutOfMemory, SolverFailed, SolverMissing, TimeUp, WrongAnswer
from cluewright.solvers.registry import get_solver

__all__ = [
    "Answer",
    "Engine",
    "OutOfMemory",
    "SolverFailed",
    "SolverMissing",
    "TimeUp",
    "WrongAnswer",
    "answers",
    "get_solver",
    "solve",
]
