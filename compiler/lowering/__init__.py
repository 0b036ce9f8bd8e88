"""From the model to what a target can express: `lower` is the one way, `TARGETS` says what each one takes."""

from cluewright.compiler.lowering.lower import lower
from cluewright.compiler.lowering.targets import CHOICES, TARGETS, USUAL, Target, parse_choice

__all__ = ["CHOICES", "TARGETS", "USUAL", "Target", "lower", "parse_choice"]
