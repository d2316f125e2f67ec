"""Certificates: the count of a puzzle as a proof that a short program of its own checks."""
