r"""Split formats of printf and scanf, which must be string constants, and compare them with the arguments.

printf("%d: %s\n", n, s)        Piece("%d", n), Piece(": "), Piece("%s", s), Piece("\n")
"""

from __future__ import annotations

import re
from dataclasses import replace

from getallenband.interpreters.languages.c_subset import syntax
from getallenband.interpreters.languages.c_subset.check.context import Context
from getallenband.interpreters.languages.c_subset.check.conversions import assigned, converted
from getallenband.interpreters.languages.c_subset.check.meaning import value
from getallenband.interpreters.languages.c_subset.typed import Expression, Piece, Print, Scan
from getallenband.interpreters.languages.c_subset.types import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    SHORT,
    UNSIGNED,
    UNSIGNED_CHAR,
    UNSIGNED_SHORT,
    Floating,
    Integer,
    Model,
    Number,
    Pointer,
    a,
    counted,
)

CONVERSION = re.compile(
    r"%(?:%|(?P<flags>[-+ #0]*)(?P<width>\*|\d*)(?:\.(?P<digits>\*|\d*))?(?P<size>[hlL]?)(?P<kind>[a-zA-Z]))"
)
SCANNED = re.compile(
    r"%(?P<skipped>\*?)(?P<width>\d*)(?P<size>[hlL]?)(?P<kind>\[\^?\]?[^\]]*\]|[a-zA-Z%])|(?P<blank>\s+)|(?P<other>.)",
    re.DOTALL,
)
KNOWN = "%d, %i, %u, %x, %X, %o, %c, %s, %f, %e, %E, %g, %G"
UNSIGNED_KINDS = "uxXo"
FLAGS = {**dict.fromkeys("di", "-+ 0"), "u": "-0", **dict.fromkeys("xXo", "-#0"), **dict.fromkeys("eEfgG", "-+ #0")}
"""The flags that mean something to a conversion; - does to all (C90, 7.9.6.1)."""
FAMILY = {"printf": "", "fprintf": "stream", "sprintf": "target", "scanf": "", "fscanf": "stream", "sscanf": "origin"}
"""The functions that take a format, and what their first argument is, if it is not the format."""


def format_call(c: Context, node: syntax.Call, name: str) -> Expression:
    """Check a call of a function that takes a format."""
    before, given = int(bool(FAMILY[name])), node.arguments
    if len(given) <= before or not isinstance(given[before], syntax.String):
        for argument in given:
            value(c, argument)
        text = given[before] if len(given) > before else None
        hint = "a string stands between double quotation marks" if isinstance(text, syntax.Character) else ""
        place = given[before].place if len(given) > before else node.place
        first = "…, " * before
        return c.wrong(
            place, f"the format of {name} must be a string constant", expected=f'{name}({first}"…", …)', hint=hint
        )
    first_argument = value(c, given[0]) if before else None
    if first_argument is not None and not isinstance(first_argument.type, Pointer):
        what = "a stream" if FAMILY[name] == "stream" else "a pointer to char"
        message = f"the first argument of {name} is {a(first_argument.type)}"
        c.wrong(given[0].place, message, first_argument, expected=what)
    text = given[before]
    assert isinstance(text, syntax.String)
    text = replace(text, value=text.value.partition("\0")[0])
    rest = [value(c, argument) for argument in given[before + 1 :]]
    if name.endswith("scanf"):
        return Scan(scan_pieces(c, text, name, rest), first_argument, FAMILY[name], type=INT, place=node.place)
    pieces = print_pieces(c, text, rest)
    stream = first_argument if name == "fprintf" else None
    return Print(pieces, stream, first_argument if name == "sprintf" else None, type=INT, place=node.place)


# --- printf ------------------------------------------------------------------------------------------------------


def print_pieces(c: Context, node: syntax.String, given: list[Expression]) -> tuple[Piece, ...]:
    """Split the format of printf into pieces."""
    pieces, position, waiting = list[Piece](), 0, iter(given)
    for match in CONVERSION.finditer(node.value):
        plain(c, node, pieces, node.value[position : match.start()])
        position = match.end()
        if match.group() == "%%":
            pieces.append(Piece("%%"))
            continue
        stars = (match["width"] == "*") + (match["digits"] == "*")
        taken = [argument for _, argument in zip(range(stars + 1), waiting, strict=False)]
        if len(taken) <= stars:
            message = f"{match.group()} in the format has no argument"
            c.wrong(node.place, message, expected="an argument for each conversion")
            continue
        sizes = tuple(assigned(c, size, INT, size.place) for size in taken[:-1])
        pieces.append(replace(conversion(c, node, match, taken[-1]), sizes=sizes))
    plain(c, node, pieces, node.value[position:])
    for argument in waiting:
        c.wrong(argument.place, "this argument has no conversion in the format", expected="a conversion for each one")
    return tuple(pieces)


def plain(c: Context, node: syntax.String, pieces: list[Piece], text: str) -> None:
    """Add the text between conversions."""
    if "%" in text:
        c.wrong(node.place, "a % in the format begins no conversion", expected=f"{KNOWN}, %%")
    pieces.append(Piece(text))


def conversion(c: Context, node: syntax.String, match: re.Match[str], argument: Expression) -> Piece:
    """Check a conversion of printf; convert its argument to the type that C's printf reads."""
    kind, written = match["kind"], match.group()
    if kind == "s":
        if not isinstance(argument.type, Pointer):
            message = f"{written} prints a string, but this is {a(argument.type)}"
            c.wrong(argument.place, message, argument, expected="a pointer to char")
        return Piece(marked(match, ""), converted(argument, Pointer(CHAR)))
    if kind in "eEfgG":
        if not isinstance(argument.type, Floating):
            hint = "write a cast, (double)" if isinstance(argument.type, Integer) else ""
            message = f"{written} prints a double, but this is {a(argument.type)}"
            c.wrong(argument.place, message, argument, expected="a double", hint=hint)
        return Piece(marked(match, "L"), converted(argument, DOUBLE))
    if kind not in "diuxXoc":
        c.wrong(node.place, f"{written} is not supported", expected=KNOWN)
    elif not isinstance(argument.type, Integer):
        message = f"{written} prints an integer, but this is {a(argument.type)}"
        c.wrong(argument.place, message, argument, expected="an integer")
    # Programs print an int with %u or a long with %d: what is printed is the argument converted to that type.
    taken = printed_type(c.model, kind, match["size"])
    wide = kind in UNSIGNED_KINDS and taken.bits == 64
    return Piece(marked(match, "l" if wide else ""), converted(argument, taken))


def printed_type(model: Model, kind: str, size: str) -> Integer:
    """Return the type that a conversion prints."""
    if kind == "c":
        return UNSIGNED_CHAR
    signed, unsigned = {
        "h": (SHORT, UNSIGNED_SHORT), "l": (model.long, model.unsigned_long),
    }.get(size, (INT, UNSIGNED))  # fmt: skip
    return unsigned if kind in UNSIGNED_KINDS else signed


def marked(match: re.Match[str], mark: str) -> str:
    """Return a conversion as the library reads it (library/formats.py): a mark for its size, and no idle flags."""
    flags = re.sub(f"[^{FLAGS.get(match['kind'], '-')}]", "", match["flags"])
    precision = "" if match["digits"] is None else f".{match['digits']}"
    return f"%{flags}{match['width']}{precision}{mark}{match['kind']}"


# --- scanf -------------------------------------------------------------------------------------------------------


def scan_pieces(c: Context, node: syntax.String, name: str, given: list[Expression]) -> tuple[Piece, ...]:
    """Split the format of scanf into pieces."""
    pieces, waiting, wanted = list[Piece](), iter(given), 0
    for match in SCANNED.finditer(node.value):
        kind = match["kind"]
        if match["blank"]:
            pieces.append(Piece(" :"))
        elif kind == "%":
            pieces += [Piece(" :"), Piece(f"=:{ord('%')}")]  # Like most conversions, %% skips blanks first.
        elif match["other"]:
            pieces.append(Piece(f"=:{ord(match['other'])}"))
        elif kind[0] != "[" and kind not in "diouxXcsnfeEgG":
            c.wrong(node.place, f"{match.group()} in the format of {name} is not supported",
                    expected=f"{KNOWN}, %n, %[…]")  # fmt: skip
        else:
            wanted += not match["skipped"]
            pieces.append(scanned(c, match, name, None if match["skipped"] else next(waiting, None)))
    if wanted != len(given):
        message = f"the format of {name} has {counted(wanted, 'conversion')} for {counted(len(given), 'argument')}"
        c.wrong(node.place, message, expected="an argument for each conversion")
    return tuple(pieces)


def scanned(c: Context, match: re.Match[str], name: str, argument: Expression | None) -> Piece:
    """Check a conversion of scanf: what it stores must be what the pointer points at."""
    kind, size = match["kind"].replace("X", "x"), match["size"]
    if kind in "feEgG":
        wanted: Number = DOUBLE if size == "l" else FLOAT
    else:
        wanted = {"h": SHORT, "l": c.model.long}.get(size, INT)
    if argument is not None and not isinstance(argument.type, Pointer):
        c.wrong(argument.place, f"{name} cannot store through {a(argument.type)}", argument, expected="a pointer",
                hint="& before a variable points at it")  # fmt: skip
    elif argument is not None and kind not in "cs" and kind[0] != "[" and isinstance(argument.type, Pointer):
        to = argument.type.to
        if isinstance(to, Number) and to != wanted and (isinstance(to, Floating) or isinstance(wanted, Floating)):
            message = f"{match.group()} stores {a(wanted)}, but this is {a(argument.type)}"
            c.wrong(argument.place, message, argument, expected=f"a pointer to {wanted}")
    cell = f"{'f' if isinstance(wanted, Floating) else 'i'}{wanted.bits}"
    return Piece(f"{match['skipped']}{match['width']}{kind}:{cell}", argument)
