r"""Perl's patterns as Python's, and what matching them does.

translated(r"^\d[[:alpha:]]\z")         # r"^\d[a-zA-Z]\Z"
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.compilation import Compilation
from interpreters.languages.perl_subset.machine import Fault, Frame, Many, Missing, Scalar
from interpreters.languages.perl_subset.values import text_of
from interpreters.source.tree import Node

FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "x": re.VERBOSE}
INSERTED = re.compile(
    r"\\(?P<quote>[QE])|(?P<escape>\\.)|\$(?:\{\s*(?P<braced>[A-Za-z_]\w*|\d+)\s*\}|(?P<name>[A-Za-z_]\w*|\d+))"
    r"|(?P<special>\$(?![\s)|]|\Z)|@(?=[\w{$]))|(?P<plain>[^\\$@]+|[$@\\])",
    re.ASCII | re.DOTALL,
)
SUBSCRIPT = re.compile(r"\[|\{(?!,?\d)|->[\[{]")
PIECE = re.compile(
    r"\\(?:x\{(?P<code>[0-9a-fA-F]+)\}|(?P<escape>.))|\[:(?P<class>\^?[a-z]+):\]|\(\?(?P<named><(?![=!]))|(?P<sign>.)",
    re.DOTALL,
)
OUTSIDE = {"z": r"\Z", "Z": r"(?=\n?\Z)", "h": r"[ \t]", "H": r"[^ \t]", "R": r"(?:\r\n|[\n-\r])", "N": r"[^\n]",
           "v": r"[\n-\r]", "V": r"[^\n-\r]", "e": r"\x1b"}  # fmt: skip
INSIDE = {"h": r" \t", "v": r"\n-\r", "e": r"\x1b"}
ABSENT = frozenset("GKXCpPkgoclLuUF")
CLASSES = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "space": r"\s",
    "word": r"\w", "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9a-fA-F", "blank": r" \t", "cntrl": r"\x00-\x1f\x7f",
    "print": " -~", "graph": "!-~",
}  # fmt: skip
NOTHING = re.compile(r"(?!)")
NOT_IN_SUBSET = "{} in a pattern is not supported"


class Untranslatable(Exception):
    """A pattern asks for what this subset has not."""


@lru_cache(maxsize=1000)
def python_pattern(text: str, flags: int) -> re.Pattern[str]:
    """Return Python's pattern for one of Perl's; raise Untranslatable, or ValueError with what is wrong."""
    try:
        return re.compile(translated(text), flags | re.ASCII)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"the pattern /{text}/ is wrong: {getattr(error, 'msg', error)}") from None


def translated(text: str) -> str:
    """Write one of Perl's patterns as Python has it; raise Untranslatable."""
    pieces: list[str] = []
    inside, first = False, 0
    for match in PIECE.finditer(text):
        sign, escape = match["sign"], match["escape"]
        if match["code"]:
            pieces.append(re.escape(chr(min(int(match["code"], 16), 0x10FFFF))))
        elif escape:
            pieces.append(escape_piece(escape, inside, text[match.end() :]))
        elif match["class"]:
            if not inside or match["class"] not in CLASSES:
                raise Untranslatable(NOT_IN_SUBSET.format(match.group()))
            pieces.append(CLASSES[match["class"]])
        elif match["named"]:
            pieces.append(match.group() if inside else "(?P<")
        elif inside:
            inside = sign != "]" or match.start() == first
            double = sign == "-" and pieces[-1] == "-"
            pieces.append("\\" + sign if sign in "[&~|" or double else sign)
        else:
            inside = sign == "["
            first = match.end() + (text[match.end() : match.end() + 1] == "^")
            pieces.append(sign)
    return "".join(pieces)


def escape_piece(escape: str, inside: bool, after: str) -> str:
    """Write an escape as Python has it, outside of a class of signs or inside."""
    known = INSIDE if inside else OUTSIDE
    if escape in ABSENT or (inside and escape in OUTSIDE and escape not in INSIDE) or (
        escape in "NbB" and after.startswith("{")
    ):  # fmt: skip
        raise Untranslatable(NOT_IN_SUBSET.format(f"\\{escape}"))
    return known.get(escape, f"\\{escape}")


def quoted(text: str) -> str:
    r"""Put a backslash before every sign that may mean something: what \Q does."""
    return re.sub(r"([^A-Za-z0-9_])", r"\\\1", text)


class Patterns(Compilation):
    """The compilation of matches."""

    def compiled(self, node: syntax.Pattern, empty: bool = False) -> Callable[[Frame], re.Pattern[str]]:
        """Compile a pattern to what gives Python's; one with variables is made when it is used.

        Perl takes an empty pattern for the last one that matched, but in split; `empty` allows it.
        """
        flags = 0
        for flag in node.flags.replace("g", ""):
            flags |= FLAGS[flag]
        pieces = self.pattern_pieces(node)
        if not all(isinstance(piece, str) for piece in pieces):
            return self.changing(
                lambda frame: "".join([piece if isinstance(piece, str) else piece(frame) for piece in pieces]),
                node,
                flags,
                empty,
            )
        text = "".join(map(str, pieces))
        if text == "" and not empty:
            self.scopes.wrong(node, "an empty pattern, the last one that matched, is not supported", "/…/")
        fixed = NOTHING
        try:
            fixed = python_pattern(text, flags)
        except Untranslatable as missing:
            self.scopes.wrong(node, str(missing))
        except ValueError as error:
            self.scopes.wrong(node, str(error), "a regular expression")
        return lambda frame: fixed

    def changing(
        self, text: Scalar, node: Node, flags: int = 0, empty: bool = False
    ) -> Callable[[Frame], re.Pattern[str]]:
        """Compile a pattern whose text is known only when it is used."""

        def make(frame: Frame) -> re.Pattern[str]:
            found = text(frame)
            if found == "" and not empty:
                raise Missing("an empty pattern, the last one that matched, is not supported", node.place)
            try:
                return python_pattern(found, flags)
            except Untranslatable as missing:
                raise Missing(str(missing), node.place) from None
            except ValueError as error:
                raise Fault(str(error), node.place) from None

        return make

    def pattern_pieces(self, node: syntax.Pattern) -> list[str | Scalar]:
        r"""Cut a pattern into texts and variables; between \Q and \E both stand for themselves."""
        pieces: list[str | Scalar] = []
        literal = False
        for match in INSERTED.finditer(node.text):
            name = match["braced"] or match["name"]
            if match["quote"]:
                literal = match["quote"] == "Q"
            elif name:
                read = self.variable(node, name)
                if match["name"] and SUBSCRIPT.match(node.text, match.end()):
                    self.scopes.wrong(node, NOT_IN_SUBSET.format(f"${name} with a subscript"), "a scalar variable")
                pieces.append(inserted(read, quoted if literal else str))
            elif match["special"]:
                what = match["special"] + node.text[match.end() : match.end() + 1]
                self.scopes.wrong(node, NOT_IN_SUBSET.format(what), f"\\{what}")
            else:
                pieces.append(quoted(match.group()) if literal else match.group())
        return pieces

    def match(self, subject: Scalar, node: syntax.Pattern, wanted: bool = True) -> Scalar:
        """Compile a match in scalar context: 1 or the empty text; the groups are kept for $1, $2 …."""
        if "g" in node.flags:
            message = "a match with g in scalar context is not supported"
            self.scopes.wrong(node, message, "a list, as in my @all = …")
        return self.matched(subject, self.compiled(node), wanted)

    def matched(self, subject: Scalar, pattern: Callable[[Frame], re.Pattern[str]], wanted: bool) -> Scalar:
        """Compile the search for a pattern."""
        machine = self.machine

        def perform(frame: Frame) -> Any:
            text = text_of(subject(frame))
            found = pattern(frame).search(text)
            if found is not None:
                machine.matched = (found.group(), *found.groups())
            return 1 if (found is not None) is wanted else ""

        return perform

    def bind(self, node: syntax.Binary) -> Scalar:
        """Compile =~ and !~."""
        subject, wanted = self.scalar(node.left), node.operator == "=~"
        if isinstance(node.right, syntax.Pattern):
            return self.match(subject, node.right, wanted)
        return self.matched(subject, self.pattern_value(node.right), wanted)

    def pattern_value(self, node: syntax.Expression) -> Callable[[Frame], re.Pattern[str]]:
        """Compile a pattern, or a value that is used as one."""
        if isinstance(node, syntax.Pattern):
            return self.compiled(node)
        text = self.scalar(node)
        return self.changing(lambda frame: text_of(text(frame)), node)

    def captures(self, subject: Scalar, node: syntax.Expression) -> Many:
        """Compile a match in list context: the groups, or 1 where there are none; with g, all matches."""
        pattern, machine = self.pattern_value(node), self.machine
        everywhere = isinstance(node, syntax.Pattern) and "g" in node.flags

        def perform(frame: Frame) -> list[Any]:
            text = text_of(subject(frame))
            every = list(pattern(frame).finditer(text)) if everywhere else []
            found = every[-1] if every else None if everywhere else pattern(frame).search(text)
            if found is None:
                return []
            machine.matched = (found.group(), *found.groups())
            if every:
                return machine.kept_list([item for one in every for item in (one.groups() or (one.group(),))])
            return list(found.groups()) or [1]

        return perform


def inserted(read: Scalar, write: Callable[[str], str]) -> Scalar:
    """Return what puts a variable's text into a pattern."""
    return lambda frame: write(text_of(read(frame)))
