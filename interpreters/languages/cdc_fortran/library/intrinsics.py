"""The functions that every program has: intrinsic (table 3) and basic external (table 4) of ANSI X3.9-1966.

INTRINSICS["AMOD"]       # Intrinsic(("REAL", "REAL"), "REAL", "remainder")
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Intrinsic:
    """Types of the arguments (with `many` two or more of the first), type of the result, and what it computes."""

    arguments: tuple[str, ...]
    result: str
    meaning: str
    many: bool = False


@dataclass(frozen=True, slots=True)
class Subroutine:
    """Types of the arguments, and that of a last one, a variable which it sets."""

    arguments: tuple[str, ...]
    sets: str = ""


INT, R, D, C, L, W = "INTEGER", "REAL", "DOUBLEPRECISION", "COMPLEX", "LOGICAL", "WORD"
NUMBER = "INTEGER or REAL"
"""The type of an argument that is made REAL."""

INTRINSICS: dict[str, Intrinsic] = {
    "ABS": Intrinsic((R,), R, "absolute"),
    "IABS": Intrinsic((INT,), INT, "absolute"),
    "DABS": Intrinsic((D,), D, "absolute"),
    "AINT": Intrinsic((R,), R, "truncate"),
    "INT": Intrinsic((R,), INT, "convert"),
    "IDINT": Intrinsic((D,), INT, "convert"),
    "AMOD": Intrinsic((R, R), R, "remainder"),
    "MOD": Intrinsic((INT, INT), INT, "remainder"),
    "AMAX0": Intrinsic((INT,), R, "greatest", many=True),
    "AMAX1": Intrinsic((R,), R, "greatest", many=True),
    "MAX0": Intrinsic((INT,), INT, "greatest", many=True),
    "MAX1": Intrinsic((R,), INT, "greatest", many=True),
    "DMAX1": Intrinsic((D,), D, "greatest", many=True),
    "AMIN0": Intrinsic((INT,), R, "least", many=True),
    "AMIN1": Intrinsic((R,), R, "least", many=True),
    "MIN0": Intrinsic((INT,), INT, "least", many=True),
    "MIN1": Intrinsic((R,), INT, "least", many=True),
    "DMIN1": Intrinsic((D,), D, "least", many=True),
    "FLOAT": Intrinsic((INT,), R, "convert"),
    "IFIX": Intrinsic((R,), INT, "convert"),
    "SIGN": Intrinsic((R, R), R, "sign"),
    "ISIGN": Intrinsic((INT, INT), INT, "sign"),
    "DSIGN": Intrinsic((D, D), D, "sign"),
    "DIM": Intrinsic((R, R), R, "difference"),
    "IDIM": Intrinsic((INT, INT), INT, "difference"),
    "SNGL": Intrinsic((D,), R, "convert"),
    "REAL": Intrinsic((C,), R, "real_part"),
    "AIMAG": Intrinsic((C,), R, "imaginary_part"),
    "DBLE": Intrinsic((R,), D, "convert"),
    "CMPLX": Intrinsic((R, R), C, "complex"),
    "CONJG": Intrinsic((C,), C, "conjugate"),
    "EXP": Intrinsic((R,), R, "exp"),
    "DEXP": Intrinsic((D,), D, "exp"),
    "CEXP": Intrinsic((C,), C, "exp"),
    "ALOG": Intrinsic((R,), R, "ln"),
    "DLOG": Intrinsic((D,), D, "ln"),
    "CLOG": Intrinsic((C,), C, "ln"),
    "ALOG10": Intrinsic((R,), R, "log10"),
    "DLOG10": Intrinsic((D,), D, "log10"),
    "SIN": Intrinsic((R,), R, "sin"),
    "DSIN": Intrinsic((D,), D, "sin"),
    "CSIN": Intrinsic((C,), C, "sin"),
    "COS": Intrinsic((R,), R, "cos"),
    "DCOS": Intrinsic((D,), D, "cos"),
    "CCOS": Intrinsic((C,), C, "cos"),
    "TANH": Intrinsic((R,), R, "tanh"),
    "DTANH": Intrinsic((D,), D, "tanh"),
    "SQRT": Intrinsic((R,), R, "sqrt"),
    "DSQRT": Intrinsic((D,), D, "sqrt"),
    "CSQRT": Intrinsic((C,), C, "sqrt"),
    "ATAN": Intrinsic((R,), R, "arctan"),
    "DATAN": Intrinsic((D,), D, "arctan"),
    "ATAN2": Intrinsic((R, R), R, "arctan2"),
    "DATAN2": Intrinsic((D, D), D, "arctan2"),
    "DMOD": Intrinsic((D, D), D, "remainder"),
    "CABS": Intrinsic((C,), R, "modulus"),
    # CDC's own: words of bits, clocks, random numbers, what happened on a unit
    "SHIFT": Intrinsic((W, INT), W, "shift"),
    "MASK": Intrinsic((INT,), W, "mask"),
    "COMPL": Intrinsic((W,), W, "complement"),
    "AND": Intrinsic((W,), W, "and", many=True),
    "OR": Intrinsic((W,), W, "or", many=True),
    "XOR": Intrinsic((W,), W, "exclusive_or", many=True),
    "TAN": Intrinsic((R,), R, "tan"),
    "ASIN": Intrinsic((R,), R, "arcsin"),
    "ACOS": Intrinsic((R,), R, "arccos"),
    "RANF": Intrinsic(("ANY",), R, "random"),
    "SECOND": Intrinsic(("ANY",), R, "second"),
    "DATE": Intrinsic(("ANY",), W, "date"),
    "TIME": Intrinsic(("ANY",), W, "time"),
    "EOF": Intrinsic((INT,), R, "end_of_file"),
    "IOCHEC": Intrinsic((INT,), INT, "parity"),
    "UNIT": Intrinsic((INT,), R, "unit_status"),
    "SENSELT": Intrinsic((INT,), L, "sense_light"),
    "SENSESW": Intrinsic((INT,), L, "sense_switch"),
}

IBM: dict[str, Intrinsic] = {
    "ARSIN": INTRINSICS["ASIN"], "ARCOS": INTRINSICS["ACOS"], "DARSIN": Intrinsic((D,), D, "arcsin"),
    "DARCOS": Intrinsic((D,), D, "arccos"), "DTAN": Intrinsic((D,), D, "tan"), "SINH": Intrinsic((R,), R, "sinh"),
    "COSH": Intrinsic((R,), R, "cosh"), "DSINH": Intrinsic((D,), D, "sinh"), "DCOSH": Intrinsic((D,), D, "cosh"),
    "DFLOAT": Intrinsic((INT,), D, "convert"), "HFIX": INTRINSICS["IFIX"], "DCMPLX": Intrinsic((D, D), C, "complex"),
    "DREAL": Intrinsic((C,), D, "real_part"), "DIMAG": Intrinsic((C,), D, "imaginary_part"),
    "CDABS": Intrinsic((C,), D, "modulus"), "DCONJG": INTRINSICS["CONJG"], "CDEXP": INTRINSICS["CEXP"],
    "CDLOG": INTRINSICS["CLOG"], "CDSIN": INTRINSICS["CSIN"], "CDCOS": INTRINSICS["CCOS"],
    "CDSQRT": INTRINSICS["CSQRT"],
}  # fmt: skip
"""Functions of IBM's library that do what others here do, or the same for another type."""
INTRINSICS |= IBM

FORTRAN_II = {
    "ABSF": "ABS", "XABSF": "IABS", "INTF": "AINT", "XINTF": "INT", "MODF": "AMOD", "XMODF": "MOD", "MAX0F": "AMAX0",
    "MAX1F": "AMAX1", "XMAX0F": "MAX0", "XMAX1F": "MAX1", "MIN0F": "AMIN0", "MIN1F": "AMIN1", "XMIN0F": "MIN0",
    "XMIN1F": "MIN1", "FLOATF": "FLOAT", "XFIXF": "IFIX", "SIGNF": "SIGN", "XSIGNF": "ISIGN", "DIMF": "DIM",
    "XDIMF": "IDIM", "LOGF": "ALOG", "SINF": "SIN", "COSF": "COS", "EXPF": "EXP", "SQRTF": "SQRT", "ATANF": "ATAN",
    "TANHF": "TANH",
}  # fmt: skip
"""Functions as FORTRAN II calls them."""
INTRINSICS |= {old: INTRINSICS[new] for old, new in FORTRAN_II.items()}

SUBROUTINES: dict[str, Subroutine] = {
    "EXIT": Subroutine(()),
    "SLITE": Subroutine((INT,)),
    "SLITET": Subroutine((INT,), INT),
    "SSWTCH": Subroutine((INT,), INT),
    "OVERFL": Subroutine((), INT),
    "DVCHK": Subroutine((), INT),
    "SECOND": Subroutine((), R),
    "DATE": Subroutine((), W),
    "TIME": Subroutine((), W),
    "RANSET": Subroutine((NUMBER,)),
    "RANGET": Subroutine((), R),
}
"""Subroutines of the library."""
