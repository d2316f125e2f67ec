"""Perl's patterns as Python's: the classes, repetitions, anchors and groups that both write alike.

$text =~ /^[A-L]+$/         becomes     a match object, or none
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.machine import Frame, Many, Scalar
from interpreters.languages.perl_subset.values import text_of

if TYPE_CHECKING:
    from interpreters.languages.perl_subset.expressions import Expressions

FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "x": re.VERBOSE}
INSERTED = re.compile(r"\\.|\$(?P<name>[A-Za-z_]\w*)", re.DOTALL)
FOREIGN = {r"\z": r"\Z", r"\Z": r"(?=\n?\Z)", r"\h": r"[ \t]", r"\R": r"(?:\r\n|\n|\r)"}


class Patterns:
    """The compilation of matches; a part of Expressions."""

    def compiled(self: Expressions, node: syntax.Pattern) -> Any:  # type: ignore[misc]
        """Compile a pattern to what gives a Python pattern; one with variables is made when it is used."""
        flags = 0
        for flag in node.flags.replace("g", ""):
            flags |= FLAGS[flag]
        pieces: list[str | Scalar] = []
        position = 0
        for match in INSERTED.finditer(node.text):
            pieces.append(node.text[position : match.start()])
            position = match.end()
            if match["name"]:
                pieces.append(self.variable(node, match["name"]))
            else:
                pieces.append(FOREIGN.get(match.group(), match.group()))
        pieces.append(node.text[position:])
        if all(isinstance(piece, str) for piece in pieces):
            try:
                fixed = re.compile("".join(map(str, pieces)), flags)
            except (re.error, OverflowError) as error:
                self.scopes.wrong(node, f"the pattern /{node.text}/ is wrong: {error}", "a regular expression")
                fixed = re.compile("")
            return lambda frame: fixed

        def make(frame: Frame) -> re.Pattern[str]:
            text = "".join(piece if isinstance(piece, str) else text_of(piece(frame)) for piece in pieces)
            try:
                return re.compile(text, flags)
            except (re.error, OverflowError) as error:
                from interpreters.languages.perl_subset.machine import Fault

                raise Fault(f"the pattern /{text}/ is wrong: {error}", node.place) from None

        return make

    def match(self: Expressions, subject: Scalar, node: syntax.Pattern, wanted: bool) -> Scalar:  # type: ignore[misc]
        """Compile a match in scalar context: 1 or the empty text; the groups are kept for $1, $2 …."""
        pattern, machine = self.compiled(node), self.machine

        def perform(frame: Frame) -> Any:
            found = pattern(frame).search(text_of(subject(frame)))
            if found is not None:
                machine.matched = (found.group(), *found.groups())
            return 1 if (found is not None) is wanted else ""

        return perform

    def bind(self: Expressions, node: syntax.Binary) -> Scalar:  # type: ignore[misc]
        """Compile =~ and !~."""
        if not isinstance(node.right, syntax.Pattern):
            self.scopes.wrong(node.right, f"{node.operator} without a pattern is not supported", "/…/")
            return lambda frame: ""
        return self.match(self.scalar(node.left), node.right, node.operator == "=~")

    def captures(self: Expressions, subject: Scalar, node: syntax.Pattern) -> Many:  # type: ignore[misc]
        """Compile a match in list context: the groups, or 1 where there are none; with g, all matches."""
        pattern, machine = self.compiled(node), self.machine

        def perform(frame: Frame) -> list[Any]:
            text = text_of(subject(frame))
            if "g" in node.flags:
                every = list(pattern(frame).finditer(text))
                return [item for found in every for item in (found.groups() or (found.group(),))]
            found = pattern(frame).search(text)
            if found is None:
                return []
            machine.matched = (found.group(), *found.groups())
            return list(found.groups()) or [1]

        return perform
