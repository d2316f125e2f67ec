"""Drawings of the Rug."""
