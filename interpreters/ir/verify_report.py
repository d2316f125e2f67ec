"""The complaint of the verifier."""


class InvalidProgram(Exception):
    """A program breaks a rule of the IR: a fault of a lowering or a transformation, never of a source text."""
