"""Errors in a user's file, name or option."""

from __future__ import annotations


class Error(Exception):
    """What the user gave is wrong; the text says what, and is for the user. All other exceptions are faults of ours."""


Error.__module__ = "getallenband"  # where users import it from, and what their tracebacks show
