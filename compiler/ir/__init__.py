"""The typed constraint model: immutable expressions over integer variables.

A node is declared by its fields (`declaring`): numbers and arithmetic are in `numbers`, truth values in `truths`,
conditions on graphs in `graphs`. `builders` makes nodes and folds constants. This is the one import for all of it.
"""

# ruff: noqa: F403 - all public names of these modules
from cluewright.compiler.ir.builders import *
from cluewright.compiler.ir.declaring import *
from cluewright.compiler.ir.graphs import *
from cluewright.compiler.ir.numbers import *
from cluewright.compiler.ir.truths import *
