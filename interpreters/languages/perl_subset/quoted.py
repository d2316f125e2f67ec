r"""The inside of a text in double quotes, cut into plain pieces and variables.

    pieces_of(source, "$name is \"@{$list}[0]\"\n", 5)      # code $name, plain ' is "', code @{$list}[0], plain '"\n'

A variable takes all subscripts that stand right after it; ${name} and @{name} take none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from getallenband.interpreters.languages.perl_subset.texts import LAST_CHARACTER, SURROGATES
from getallenband.interpreters.source.diagnostics import Diagnostic, SourceError
from getallenband.interpreters.source.position import SourceText

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "b": "\b", "a": "\a", "e": "\x1b"}
NUMBERED = re.compile(r"x\{\s*([0-9a-fA-F]+)\s*\}|x([0-9a-fA-F]{0,2})|([0-7]{1,3})", re.ASCII)
GROUP = re.compile(r"\\([1-9])(?![0-9])", re.ASCII)
PLAIN = re.compile(r"[^\\$@]+")
NAMED = re.compile(r"(?:\$\#\$*|[$@]\$*)[A-Za-z_]\w*|[$@]\d+|\$(?:[&!|]|\^[A-Z])", re.ASCII)
# only to refuse them by name (perlvar); after @ no other sign makes a variable in a string (toke.c)
SPECIAL = re.compile(r"\$\^\w?|\$\#?[-+]|\$[,/\\\"'`@<>()\[\]~%:?.;$=]|@[-+:']|%[-+]", re.ASCII)
BRACED = re.compile(r"[$@]\{\s*\^?\w+\s*\}", re.ASCII)
OPENED = re.compile(r"(?:\$\#|[$@])(?=\{)")
PACKAGE = re.compile(r"::|'(?=[A-Za-z_])")
MAIN_PACKAGE = re.compile(r"(?:\$\#|[$@%])::")
SUBSCRIPT = re.compile(r"(?:->)?(?=[\[{])")
INSTEAD = {"U": "@{[uc …]}", "L": "@{[lc …]}", "u": "@{[ucfirst …]}", "l": "@{[lcfirst …]}"}
REFUSED = frozenset("ulLUQEFN")
IN_PATTERN = re.compile(
    r"\\(?P<quote>[QE])|(?P<escape>\\.)|\$(?:\{\s*(?P<braced>[A-Za-z_]\w*|\d+)\s*\}|(?P<name>[A-Za-z_]\w*|\d+))"
    r"|(?P<special>\$(?![\s)|]|\Z)|@(?=[\w{$:']))|(?P<plain>[^\\$@]+|[$@\\])",
    re.ASCII | re.DOTALL,
)
ELEMENT = re.compile(r"\[|\{(?!,?\d)|->[\[{]")


@dataclass(frozen=True, slots=True)
class Piece:
    r"""A piece of a text: as it prints, or a variable's code; `start` is where it stands in the source.

    In a pattern the code of a `literal` piece, between \Q and \E, stands for its own characters.
    """

    text: str
    start: int
    code: bool
    literal: bool = False
    escaped: bool = False


def pieces_of(source: SourceText, text: str, start: int, *, replacing: bool = False) -> Iterator[Piece]:
    r"""Cut the inside of a text that begins at `start` of the source; where it is `replacing`, \1 is $1 (perlre)."""
    position = 0
    while position < len(text):
        sign = text[position]
        if replacing and (group := GROUP.match(text, position)):
            end = group.end()
            yield Piece(f"${group[1]}", start + position, True)
        elif sign == "\\":
            piece, end = escaped(source, text, position, start)
            yield Piece(piece, start + position, False, escaped=True)
        elif sign in "$@" and (end := code_end(source, text, position, start)) > position:
            yield Piece(text[position:end], start + position, True)
        else:
            plain = PLAIN.match(text, position)
            end = plain.end() if plain else position + 1
            yield Piece(text[position:end], start + position, False)
        position = end


def characters_of(source: SourceText, text: str, start: int) -> tuple[range, ...]:
    """Return the codes in one of the lists of tr; variables mean nothing in it."""
    found: list[tuple[str, int, bool]] = []
    position = 0
    while position < len(text):
        begin = position
        if text[position] == "\\":
            character, position = escaped(source, text, position, start)
        else:
            character, position = text[position], position + 1
        found.append((character, begin, text[begin] == "-"))
    ranges: list[range] = []
    index = 0
    while index < len(found):
        first, begin, _ = found[index]
        last = first
        index += 1
        if index + 1 < len(found) and found[index][2]:
            last, end, _ = found[index + 1]
            index += 2
            if first > last or (index + 1 < len(found) and found[index][2]):
                shown = text[begin : found[index + 1][1] + 1 if first <= last else end + 1]
                what = "ambiguous" if first <= last else "the wrong way round"
                message = f"the range {shown} of a transliteration is {what}"
                raise fault(source, start + begin, start + begin + len(shown), message, "a-z")
        follows = bool(ranges) and ranges[-1].stop == ord(first)
        begun = ranges.pop().start if follows else ord(first)
        ranges.append(range(begun, ord(last) + 1))
    return tuple(ranges)


def fault(source: SourceText, start: int, end: int, message: str, expected: str = "") -> SourceError:
    """Make the error for a span of the source."""
    return SourceError(source, [Diagnostic(source.place(start, end), message, expected)])


def escaped(source: SourceText, text: str, position: int, start: int) -> tuple[str, int]:
    r"""Return what a backslash and the signs after it print, and where they end."""
    sign = text[position + 1 : position + 2]
    number = NUMBERED.match(text, position + 1)
    if number is not None:
        digits = number[1] or number[2]
        value = int(number[3], 8) if number[3] else int(digits or "0", 16)
        if value in SURROGATES or value > LAST_CHARACTER:
            message = f"there is no character with the code {value:#x}"
            raise fault(source, start + position, start + number.end(), message, "at most 10FFFF, but not D800 to DFFF")
        return chr(value), number.end()
    if sign == "c" and position + 2 < len(text):
        return chr(ord(text[position + 2].upper()) ^ 64), position + 3
    if sign in REFUSED:
        begin = start + position
        raise fault(source, begin, begin + 2, f"\\{sign} is not supported here", INSTEAD.get(sign, ""))
    return ESCAPES.get(sign, sign), position + 2


def code_end(source: SourceText, text: str, position: int, start: int) -> int:
    """Return where the variable that begins here ends, or `position` for a lone @; a lone $ is an error."""
    braced = BRACED.match(text, position)
    if braced is not None:
        return braced.end()
    named, opened = NAMED.match(text, position), OPENED.match(text, position)
    if named is not None:
        package = PACKAGE.match(text, named.end())
        if package is not None:
            name = named.group()
            message = f"{name}{package.group()} names a package, which is not supported"
            raise fault(source, start + position, start + package.end(), message, f"{name[0]}{{{name[1:]}}}")
        end = named.end()
    elif opened is not None:
        end = bracket_end(source, text, opened.end(), start)
    elif special := special_variable(text, position):
        message, end = special
        raise fault(source, start + position, start + end, message, f"\\{text[position]} for the sign itself")
    elif text[position] == "@":
        return position
    else:
        raise fault(source, start + position, start + position + 1, "a $ without a name in a string", r"\$")
    if text.startswith("$#", position):
        return end
    array = text[position] == "@"
    while (subscript := SUBSCRIPT.match(text, end)) and not (array and subscript.end() > end):
        end = bracket_end(source, text, subscript.end(), start)
        if array:
            break
    return end


def special_variable(text: str, position: int) -> tuple[str, int] | None:
    """Return what is wrong with a variable of Perl's own, or of a package, that begins here, and where it ends."""
    if match := MAIN_PACKAGE.match(text, position):
        return "names with :: are not supported", match.end()
    if match := SPECIAL.match(text, position):
        return f"the special variable {match.group()} is not supported", match.end()
    return None


def bracket_end(source: SourceText, text: str, position: int, start: int) -> int:
    """Return where the bracket that opens here is closed."""
    depth = 0
    for index in range(position, len(text)):
        depth += (text[index] in "[{") - (text[index] in "]}")
        if depth == 0:
            return index + 1
    bracket = text[position]
    begin = start + position
    raise fault(source, begin, begin + 1, f"this {bracket} is not closed in its string", "]" if bracket == "[" else "}")


def pattern_pieces(source: SourceText, text: str, start: int) -> Iterator[Piece]:
    r"""Cut the inside of a pattern into plain pieces and scalar variables; between \Q and \E both are literal."""
    literal = False
    for match in IN_PATTERN.finditer(text):
        begin, name = start + match.start(), match["braced"] or match["name"]
        if match["quote"]:
            literal = match["quote"] == "Q"
        elif name and match["name"] and ELEMENT.match(text, match.end()):
            message = f"${name} with a subscript in a pattern is not supported"
            raise fault(source, begin, start + match.end() + 1, message, "a scalar variable")
        elif name:
            yield Piece(f"${{{name}}}", begin, True, literal)
        elif match["special"]:
            what = match["special"] + text[match.end() : match.end() + 1]
            message = f"{what} in a pattern is not supported"
            raise fault(source, begin, begin + len(what), message, f"\\{what}")
        else:
            yield Piece(quoted(match.group()) if literal else match.group(), begin, False)


def quoted(text: str) -> str:
    r"""Put a backslash before every character that may mean something in a pattern: what \Q does."""
    return re.sub(r"([^A-Za-z0-9_])", r"\\\1", text)
