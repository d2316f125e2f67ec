"""Wada's square pieces: observers."""
