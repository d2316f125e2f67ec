"""Puzzle files: TOML in, exact cover problems out; a mistake is answered with its place."""

from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.puzzle_files.picture import as_text
from getallenband.modern.puzzle_files.puzzle import Puzzle, puzzle_names, read_puzzle

__all__ = ["Puzzle", "PuzzleError", "as_text", "puzzle_names", "read_puzzle"]
