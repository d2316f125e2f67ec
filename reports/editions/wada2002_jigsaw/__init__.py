"""Wada's square pieces."""
