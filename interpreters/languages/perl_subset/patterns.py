r"""Perl's patterns as Python's, and what matching them does.

translated(r"^\d[[:alpha:]]\z")         # r"^\d[a-zA-Z]\Z"
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.compilation import Compilation, fetched
from interpreters.languages.perl_subset.machine import Fault, Frame, Many, Missing, Scalar
from interpreters.languages.perl_subset.transliteration import Table
from interpreters.languages.perl_subset.values import text_of
from interpreters.source.position import Place
from interpreters.source.tree import Node

FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "x": re.VERBOSE}
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
LINE_BEGIN = r"(?:\A|(?<=\n)(?!\Z))"
NOTHING = re.compile(r"(?!)")
NOT_IN_SUBSET = "{} in a pattern is not supported"


class Untranslatable(Exception):
    """A pattern asks for what this subset has not."""


@lru_cache(maxsize=1000)
def python_pattern(text: str, flags: int) -> re.Pattern[str]:
    """Return Python's pattern for one of Perl's; raise Untranslatable, or ValueError with what is wrong."""
    try:
        return re.compile(translated(text, bool(flags & re.MULTILINE)), flags | re.ASCII)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"the pattern /{text}/ is wrong: {getattr(error, 'msg', error)}") from None


def translated(text: str, multiline: bool = False) -> str:
    """Write one of Perl's patterns as Python has it; raise Untranslatable.

    With the flag m, ^ is found at the beginning of each line in Perl, but not after the last line end.
    """
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
            pieces.append(LINE_BEGIN if sign == "^" and multiline else sign)
    return "".join(pieces)


def escape_piece(escape: str, inside: bool, after: str) -> str:
    """Write an escape as Python has it, outside of a class of signs or inside."""
    known = INSIDE if inside else OUTSIDE
    if escape in ABSENT or (inside and escape in OUTSIDE and escape not in INSIDE) or (
        escape in "NbB" and after.startswith("{")
    ):  # fmt: skip
        raise Untranslatable(NOT_IN_SUBSET.format(f"\\{escape}"))
    return known.get(escape, f"\\{escape}")


class Patterns(Compilation):
    """The compilation of matches."""

    def compiled(self, node: syntax.Pattern, empty: bool = False) -> Callable[[Frame], re.Pattern[str]]:
        """Compile a pattern to what gives Python's; one with variables is made when it is used.

        Perl takes an empty pattern for the last one that matched, but in split; `empty` allows it.
        """
        flags = 0
        for flag in node.flags.replace("g", ""):
            flags |= FLAGS[flag]
        if not isinstance(node.text, syntax.String):
            return self.changing(self.scalar(node.text), node, flags, empty)
        text = node.text.value
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
            found = text_of(text(frame))
            if found == "" and not empty:
                raise Missing("an empty pattern, the last one that matched, is not supported", node.place)
            try:
                return python_pattern(found, flags)
            except Untranslatable as missing:
                raise Missing(str(missing), node.place) from None
            except ValueError as error:
                raise Fault(str(error), node.place) from None

        return make

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
        if isinstance(node.right, syntax.Substitute):
            return self.substitution(node.left, node.right)
        if isinstance(node.right, syntax.Transliterate):
            return self.transliteration(node.left, node.right)
        subject, wanted = self.scalar(node.left), node.operator == "=~"
        if isinstance(node.right, syntax.Pattern):
            return self.match(subject, node.right, wanted)
        return self.matched(subject, self.pattern_value(node.right), wanted)

    def substitution(self, target: syntax.Expression, node: syntax.Substitute) -> Scalar:
        """Compile s///: the number of matches replaced, or the empty text; with the flag r the new text."""
        pattern, replacement, machine = self.compiled(node.pattern), self.scalar(node.replacement), self.machine
        at_most = 0 if node.everywhere else 1

        def change(frame: Frame, text: str) -> tuple[str, int]:
            pieces, end, count = list[str](), 0, 0
            for found in pattern(frame).finditer(text):
                machine.matched = (found.group(), *found.groups())
                new = text_of(replacement(frame))
                machine.turn()
                machine.charge(len(new))
                pieces += text[end : found.start()], new
                end, count = found.end(), count + 1
                if count == at_most:
                    break
            return "".join([*pieces, text[end:]]), count

        return self.changing_text(target, change, node.place, node.copied)

    def transliteration(self, target: syntax.Expression, node: syntax.Transliterate) -> Scalar:
        """Compile tr///: the number of characters found; with the flag r the new text."""
        table = Table(node.searched, node.replaced, node.flags)
        if table.only_counts and "r" not in node.flags:
            value = self.scalar(target)
            return lambda frame: table.change(text_of(value(frame)))[1]
        change = self.changing_text(target, lambda frame, text: table.change(text), node.place, "r" in node.flags)
        return change if "r" in node.flags else lambda frame: change(frame) or 0

    def changing_text(
        self, target: syntax.Expression, change: Callable[[Frame, str], tuple[str, int]], place: Place, copied: bool
    ) -> Scalar:
        """Compile the change of a text where it lies, to how much was changed, or of a copy of it."""
        machine = self.machine
        if copied:
            value = self.scalar(target)
            return lambda frame: machine.kept(change(frame, text_of(value(frame)))[0])
        locate = self.locate(target)

        def perform(frame: Frame) -> Any:
            locator = self.made(locate(frame))
            text, count = change(frame, text_of(fetched(locator)))
            if count:
                self.put(locator, machine.kept(text), place)
            return count or ""

        return perform

    def pattern_value(self, node: syntax.Expression) -> Callable[[Frame], re.Pattern[str]]:
        """Compile a pattern, or a value that is used as one."""
        if isinstance(node, syntax.Pattern):
            return self.compiled(node)
        return self.changing(self.scalar(node), node)

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
