"""Puzzles as exact cover problems: placements, symmetries, orders of search, and what a solver answers."""

from modern.exact_cover.answer import Answer, Stop
from modern.exact_cover.cover import Cover
from modern.exact_cover.problem import Problem, Solution
from modern.exact_cover.symmetry import canonical, symmetries

__all__ = ["Answer", "Cover", "Problem", "Solution", "Stop", "canonical", "symmetries"]
