"""What is raised where a user's file, name or wish is wrong."""

from __future__ import annotations


class Error(Exception):
    """What the user gave is wrong; the text says what, and is for the user. All other exceptions are faults of ours."""
