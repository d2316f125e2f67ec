"""Placeholder docstring; replaced as the package is written."""
