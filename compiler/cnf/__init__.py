"""Clauses for a constraint model: what the embedded SAT engine runs on."""

from cluewright.compiler.cnf.base import Prefix, Sink, Truths, truths_of
from cluewright.compiler.cnf.encoder import Encoder
from cluewright.compiler.cnf.gates import BOTH, NEGATIVE, POSITIVE
from cluewright.compiler.cnf.numbers import FALSE, TRUE, Num

__all__ = ["BOTH", "FALSE", "NEGATIVE", "POSITIVE", "TRUE", "Encoder", "Num", "Prefix", "Sink", "Truths", "truths_of"]
