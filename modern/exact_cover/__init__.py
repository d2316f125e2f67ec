"""Puzzles as exact cover problems: placements, symmetries, orders of search, and what a solver answers."""

from getallenband.modern.exact_cover.answer import Answer, Stop
from getallenband.modern.exact_cover.cover import Cover
from getallenband.modern.exact_cover.problem import Problem, Solution
from getallenband.modern.exact_cover.symmetry import canonical, symmetries

__all__ = ["Answer", "Cover", "Problem", "Solution", "Stop", "canonical", "symmetries"]
