r"""Formats of printf and scanf, which must be string constants: taken apart and compared with the arguments.

printf("%d: %s\n", n, s)        Piece("%d", n), Piece(": "), Piece("%s", s), Piece("\n")
"""

from __future__ import annotations

import re

from interpreters.languages.c_subset import syntax
from interpreters.languages.c_subset.check.context import Context
from interpreters.languages.c_subset.check.conversions import converted
from interpreters.languages.c_subset.check.meaning import value
from interpreters.languages.c_subset.typed import Constant, Expression, Piece, Print, Scan
from interpreters.languages.c_subset.types import (
    CHAR,
    DOUBLE,
    INT,
    SHORT,
    UNKNOWN,
    UNSIGNED,
    UNSIGNED_CHAR,
    UNSIGNED_SHORT,
    Integer,
    Model,
    Number,
    Pointer,
    a,
    counted,
)

CONVERSION = re.compile(
    r"%(?:%|(?P<flags>[-+ #0]*)(?P<width>\d*)(?:\.(?P<digits>\d*))?(?P<size>[hlL]?)(?P<kind>[a-zA-Z]))"
)
SCANNED = re.compile(r"%(?P<size>[hl]?)(?P<kind>[a-zA-Z])|\s+|(?P<other>.)", re.DOTALL)
KNOWN = "%d, %i, %u, %x, %o, %c, %s, %f, %e, %g"
UNSIGNED_KINDS = "uxXo"


def format_of(c: Context, node: syntax.Call, name: str) -> str | None:
    """Return the format of printf or scanf."""
    if node.arguments and isinstance(node.arguments[0], syntax.String):
        return node.arguments[0].value
    place = node.arguments[0].place if node.arguments else node.place
    c.wrong(place, f"the format of {name} must be a string constant", expected=f'{name}("…", …)')
    return None


def print_call(c: Context, node: syntax.Call) -> Expression:
    """Check printf."""
    text = format_of(c, node, "printf")
    given = [value(c, argument) for argument in node.arguments[1:]]
    if text is None:
        return Constant(0, type=UNKNOWN)
    place, pieces, position = node.arguments[0].place, list[Piece](), 0
    waiting = iter(given)
    for match in CONVERSION.finditer(text):
        plain(c, node, pieces, text[position : match.start()])
        position = match.end()
        if match.group() == "%%":
            pieces.append(Piece("%%"))
            continue
        argument = next(waiting, None)
        if argument is None:
            c.wrong(place, f"{match.group()} in the format has no argument", expected="an argument for each conversion")
            break
        pieces.append(conversion(c, node, match, argument))
    plain(c, node, pieces, text[position:])
    for argument in waiting:
        c.wrong(argument.place, "this argument has no conversion in the format", expected="a conversion for each one")
    return Print(tuple(pieces), type=INT, place=node.place)


def plain(c: Context, node: syntax.Call, pieces: list[Piece], text: str) -> None:
    """Add the text between conversions."""
    if "%" in text:
        c.wrong(
            node.arguments[0].place,
            "a % in the format begins no conversion",
            expected=f"{KNOWN}, %%",
        )
    pieces.append(Piece(text))


def conversion(c: Context, node: syntax.Call, match: re.Match[str], argument: Expression) -> Piece:
    """Check a conversion of printf; its argument becomes what C's printf takes it for."""
    kind, written = match["kind"], match.group()
    if kind == "s":
        if not isinstance(argument.type, Pointer):
            message = f"{written} prints a string, but this is {a(argument.type)}"
            c.wrong(argument.place, message, argument, expected="a pointer to char")
        return Piece(written, converted(argument, Pointer(CHAR)))
    if kind in "eEfgG":
        if not isinstance(argument.type, Number):
            message = f"{written} prints a real number, but this is {a(argument.type)}"
            c.wrong(argument.place, message, argument, expected="a double")
        elif isinstance(argument.type, Integer):
            c.wrong(argument.place, f"{written} prints a double, but this is {a(argument.type)}", argument,
                    expected="a double", hint="write a cast, (double)")  # fmt: skip
        form = f"%{match['flags']}{match['width']}" + ("" if match["digits"] is None else f".{match['digits']}")
        return Piece(f"{form}L{kind}", converted(argument, DOUBLE))
    if kind not in "diuxXoc" or "#" in match["flags"] or match["digits"] in ("", "0"):
        # what # and a precision of 0 do to the number 0 is done by C alone
        c.wrong(node.arguments[0].place, f"{written} is not supported", expected=KNOWN)
    elif not isinstance(argument.type, Integer):
        message = f"{written} prints an integer, but this is {a(argument.type)}"
        c.wrong(argument.place, message, argument, expected="an integer")
    taken = printed_type(c.model, kind, match["size"])
    return Piece(python_form(match, taken.bits == 64), converted(argument, taken))


def printed_type(model: Model, kind: str, size: str) -> Integer:
    """Return the type that a conversion prints."""
    if kind == "c":
        return UNSIGNED_CHAR
    signed, unsigned = {
        "h": (SHORT, UNSIGNED_SHORT), "l": (model.long, model.unsigned_long), "": (INT, UNSIGNED),
    }[size]  # fmt: skip
    return unsigned if kind in UNSIGNED_KINDS else signed


def python_form(match: re.Match[str], wide: bool) -> str:
    """Write a conversion so that Python's % does what C's printf does; an l marks unsigned numbers of 64 bits."""
    flags, digits, size = match["flags"], match["digits"], ""
    if digits is not None:
        flags = flags.replace("0", "")
    if match["kind"] in UNSIGNED_KINDS:
        flags = flags.replace("+", "").replace(" ", "")
        size = "l" if wide else ""
    precision = "" if digits is None else f".{digits}"
    return f"%{flags}{match['width']}{precision}{size}{match['kind']}"


def scan_call(c: Context, node: syntax.Call) -> Expression:
    """Check scanf: conversions d, c and s with blanks between them."""
    text = format_of(c, node, "scanf")
    given = [value(c, argument) for argument in node.arguments[1:]]
    if text is None:
        return Constant(0, type=UNKNOWN)
    place = node.arguments[0].place
    found = [match for match in SCANNED.finditer(text) if match["kind"] or match["other"]]
    for match in found:
        if match["other"] or match["kind"] not in "dcs":
            c.wrong(place, f"{match.group()} in the format of scanf is not supported", expected="%d, %c, %s")
    if len(found) != len(given):
        message = f"the format of scanf has {counted(len(found), 'conversion')} for {counted(len(given), 'argument')}"
        c.wrong(place, message, expected="an argument for each conversion")
    for argument in given:
        if not isinstance(argument.type, Pointer):
            c.wrong(argument.place, f"scanf cannot store through {a(argument.type)}", argument, expected="a pointer",
                    hint="& before a variable points at it")  # fmt: skip
    wide = {"l": "L"} if c.model.long.bits == 64 else {}
    pieces = [Piece(wide.get(match["size"], "") + match["kind"], argument)
              for match, argument in zip(found, given, strict=False) if match["kind"]]  # fmt: skip
    return Scan(tuple(pieces), type=INT, place=node.place)
