"""Graph constraints for the SAT engine: what holds from the start, and lemmas found in wrong answers."""

from cluewright.compiler.lemmas.base import GraphLemmas, Lemma
from cluewright.compiler.lemmas.registry import lemmas_for

__all__ = ["GraphLemmas", "Lemma", "lemmas_for"]
