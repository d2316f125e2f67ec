"""Lattices, their isometries, and polyforms on them."""

from getallenband.modern.geometry.lattices import LATTICES, Cell, Lattice, Matrix, difference, transform
from getallenband.modern.geometry.polyforms import at_origin, orientations, polyforms

__all__ = ["LATTICES", "Cell", "Lattice", "Matrix", "at_origin", "difference", "orientations", "polyforms", "transform"]
