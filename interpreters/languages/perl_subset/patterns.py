"""Perl's matches, substitutions and transliterations into closures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.compilation import Compilation, fetched
from interpreters.languages.perl_subset.machine import Fault, Frame, Many, Missing, Scalar
from interpreters.languages.perl_subset.regex import Regex, UnsupportedPattern, WrongPattern, compile_pattern, parts
from interpreters.languages.perl_subset.transliteration import Table
from interpreters.languages.perl_subset.values import text_of
from interpreters.source.position import Place
from interpreters.source.tree import Node

EMPTY = "an empty pattern, the last one that matched, is not supported"


class Patterns(Compilation):
    """The compilation of matches."""

    def compiled(self, node: syntax.Pattern, empty: bool = False) -> Callable[[Frame], Regex]:
        """Compile a pattern to what gives it; one with variables is made when it is used.

        Perl takes an empty pattern for the last one that matched, but in split; `empty` allows it.
        """
        flags = node.flags.replace("g", "")
        if not isinstance(node.text, syntax.String):
            return self.changing(self.scalar(node.text), node, flags, empty)
        text = node.text.value
        if text == "" and not empty:
            self.scopes.wrong(node, EMPTY, "/…/")
        fixed = compile_pattern("", "")
        try:
            fixed = compile_pattern(text, flags)
        except UnsupportedPattern as missing:
            self.scopes.wrong(node, str(missing))
        except WrongPattern as error:
            self.scopes.wrong(node, f"the pattern /{text}/ is wrong: {error}", "a regular expression")
        return lambda frame: fixed

    def changing(self, text: Scalar, node: Node, flags: str = "", empty: bool = False) -> Callable[[Frame], Regex]:
        """Compile a pattern whose text is known only when it is used."""

        def make(frame: Frame) -> Regex:
            found = text_of(text(frame))
            if found == "" and not empty:
                raise Missing(EMPTY, node.place)
            try:
                return compile_pattern(found, flags)
            except UnsupportedPattern as missing:
                raise Missing(str(missing), node.place) from None
            except WrongPattern as error:
                raise Fault(f"the pattern /{found}/ is wrong: {error}", node.place) from None

        return make

    def match(self, subject: Scalar, node: syntax.Pattern, wanted: bool = True) -> Scalar:
        """Compile a match in scalar context: 1 or the empty text; the groups are kept for $1, $2 …."""
        if "g" in node.flags:
            message = "a match with g in scalar context is not supported"
            self.scopes.wrong(node, message, "a list, as in my @all = …")
        return self.matched(subject, self.compiled(node), wanted)

    def matched(self, subject: Scalar, pattern: Callable[[Frame], Regex], wanted: bool) -> Scalar:
        """Compile the search for a pattern."""
        machine = self.machine

        def perform(frame: Frame) -> Any:
            text = text_of(subject(frame))
            found = pattern(frame).search(text, 0, 0, machine)
            if found is not None:
                machine.matched = parts(text, found)
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
            machine.growing.append(pieces)
            for found in pattern(frame).matches(text, machine):
                machine.matched = parts(text, found)
                new = text_of(replacement(frame))
                machine.turn()
                machine.charge(len(new))
                pieces += text[end : found[0][0]], new
                end, count = found[0][1], count + 1
                if count == at_most:
                    break
            machine.growing.pop()
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

    def pattern_value(self, node: syntax.Expression) -> Callable[[Frame], Regex]:
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
            regex = pattern(frame)
            if everywhere:
                every = [parts(text, spans) for spans in regex.matches(text, machine)]
            else:
                spans = regex.search(text, 0, 0, machine)
                every = [] if spans is None else [parts(text, spans)]
            if not every:
                return []
            machine.matched = every[-1]
            if everywhere:
                return machine.kept_list([item for one in every for item in (one[1:] or one)])
            return list(every[0][1:]) or [1]

        return perform
