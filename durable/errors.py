"""Errors in a user's file, name or option."""

from __future__ import annotations


class Error(Exception):
    """What the user gave is wrong; the text says what, and is for the user. All other exceptions are faults of ours."""
