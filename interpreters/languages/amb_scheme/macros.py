"""Macros by syntax-rules: patterns, and templates that are filled in (R5RS, 4.3.2).

    macro = syntax_rules(datum, frame, fail)      # of (syntax-rules () ((_ a b) (let ((t a)) (set! a b) (set! b t))))
    Rewriting(macro, same, renamed, fail).rewritten(use)      # (swap! x y) as (let ((t x)) (set! x y) (set! y t))

Hygiene (R5RS, 4.3): a name that a template inserts must neither bind nor be bound by names of the use. So `renamed`
gives every inserted name a spelling that no program can contain, fresh for each use; the expander (expand.py) records
what it is an alias of, and the frame of the macro's definition. A name that is bound under its alias is a new variable;
one that is not is looked up by the original name where the macro was defined.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from getallenband.interpreters.languages.amb_scheme import core, syntax
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.source.tree import Node, walk

ELLIPSIS = syntax.Symbol("...")
Fail = Callable[[Place, str, str], NoReturn]
Bound = Node | tuple["Bound", ...]
"""What a variable of a pattern stands for: a datum or, before an ellipsis, one for each time."""
Found = dict[str, Bound]


@dataclass(frozen=True)
class Macro:
    """A macro: its literals, its rules (pattern and template), and the frame that it is defined in."""

    literals: frozenset[str]
    rules: tuple[tuple[syntax.List, Node], ...]
    frame: core.Frame | None


def syntax_rules(datum: Node, frame: core.Frame | None, fail: Fail) -> Macro:
    """Read (syntax-rules (literal …) (pattern template) …)."""
    match datum:
        case syntax.List((syntax.Symbol("syntax-rules"), syntax.List(literals), *rules), None):
            words = frozenset(word.name for word in literals if isinstance(word, syntax.Symbol))
        case _:
            expected = "(syntax-rules (literal …) ((_ pattern …) template) …)"
            fail(datum.place, "a macro is defined by syntax-rules", expected)
    return Macro(words, tuple(rule(one, fail) for one in rules), frame)


def rule(datum: Node, fail: Fail) -> tuple[syntax.List, Node]:
    """Read a rule; the first item of its pattern is the macro's name, whatever it is called."""
    match datum:
        case syntax.List((syntax.List((syntax.Symbol(), *_)) as pattern, template), None):
            for row in walk(pattern):
                items = row.items if isinstance(row, syntax.List | syntax.Vector) else ()
                if items.count(ELLIPSIS) > 1 or items[:1] == (ELLIPSIS,):
                    fail(row.place, "an ellipsis follows a pattern, once in a list", "(pattern ...)")
        case _:
            fail(datum.place, "a rule must be a pattern and a template", "((_ pattern …) template)")
    return pattern, template


@dataclass
class Rewriting:
    """One use of a macro; `made` counts the nodes that its template produced, to stop macros that expand for ever."""

    macro: Macro
    same: Callable[[str, str], bool]
    renamed: Callable[[str], syntax.Symbol]
    fail: Fail
    made: int = 1

    def rewritten(self, use: syntax.List) -> Node | None:
        """Return the template of the first rule that fits, filled in; None where none does."""
        for pattern, template in self.macro.rules:
            found: Found = {}
            if self.fits_row(pattern.items[1:], pattern.tail, use.items[1:], use.tail, found):
                return self.filled(template, found, use.place)
        return None

    # patterns

    def fits(self, pattern: Node, datum: Node, found: Found) -> bool:
        """Return whether a datum matches a pattern; collect the values of the pattern's variables in `found`."""
        if isinstance(pattern, syntax.Symbol):
            if pattern.name in self.macro.literals:
                # R5RS, 4.3.2: a literal matches a name of the same binding, not of the same spelling: a local `else` is
                # no `else`.
                return isinstance(datum, syntax.Symbol) and self.same(pattern.name, datum.name)
            found[pattern.name] = datum
            return True
        if type(pattern) is not type(datum):
            return False
        if isinstance(pattern, syntax.List) and isinstance(datum, syntax.List):
            return self.fits_row(pattern.items, pattern.tail, datum.items, datum.tail, found)
        if isinstance(pattern, syntax.Vector) and isinstance(datum, syntax.Vector):
            return self.fits_row(pattern.items, None, datum.items, None, found)
        return pattern == datum

    def fits_row(
        self, patterns: tuple[Node, ...], end: Node | None, data: tuple[Node, ...], tail: Node | None, found: Found
    ) -> bool:
        """Match the items of a list, of which an ellipsis takes as many as the others leave, and what follows a dot."""
        at = patterns.index(ELLIPSIS) if ELLIPSIS in patterns else len(patterns)
        before, after = patterns[:at], patterns[at + 1 :]
        times = 0
        if at < len(patterns):
            before, times = before[:-1], len(data) - (len(patterns) - 2)
        used = len(before) + times + len(after)
        if times < 0 or used > len(data):
            return False
        middle = data[len(before) : len(before) + times]
        if at < len(patterns) and not self.fits_all(patterns[at - 1], middle, found):
            return False
        pairs = [*zip(before, data, strict=False), *zip(after, data[len(before) + times :], strict=False)]
        rest = tail if used == len(data) and tail is not None else syntax.List(data[used:], tail)
        if end is None:
            return rest == syntax.List(()) and all(self.fits(one, other, found) for one, other in pairs)
        return all(self.fits(one, other, found) for one, other in [*pairs, (end, rest)])

    def fits_all(self, pattern: Node, data: tuple[Node, ...], found: Found) -> bool:
        """Match each datum with the pattern before an ellipsis."""
        rows: list[Found] = [{} for _ in data]
        names = [node.name for node in walk(pattern) if isinstance(node, syntax.Symbol) and node != ELLIPSIS]
        fit = all(self.fits(pattern, datum, row) for datum, row in zip(data, rows, strict=True))
        if fit:
            found |= {name: tuple(row[name] for row in rows) for name in names if name not in self.macro.literals}
        return fit

    # templates

    def filled(self, template: Node, found: Found, place: Place) -> Node:
        """Fill in a template; inserted nodes have the place of the use, where messages should point."""
        self.made += 1
        match template:
            case syntax.Symbol(name):
                value = found.get(name, template)
                if isinstance(value, tuple):
                    self.fail(template.place, f"{name} needs an ellipsis, as in the pattern", f"{name} ...")
                return value if name in found else self.renamed(name)
            case syntax.List(items, tail):
                row, end = self.filled_row(items, found, place), None
                if tail is not None:
                    end = self.filled(tail, found, place)
                if isinstance(end, syntax.List):
                    return syntax.List((*row, *end.items), end.tail, place=place)
                return syntax.List(tuple(row), end, place=place)
            case syntax.Vector(items):
                return syntax.Vector(tuple(self.filled_row(items, found, place)), place=place)
        return template

    def filled_row(self, items: tuple[Node, ...], found: Found, place: Place) -> list[Node]:
        """Fill in the items of a list; an ellipsis, or several, repeat the one before."""
        row: list[Node] = []
        for index, item in enumerate(items):
            if item != ELLIPSIS:
                depth = 0
                while items[index + 1 + depth : index + 2 + depth] == (ELLIPSIS,):
                    depth += 1
                row += self.repeated(item, depth, found, place)
        return row

    def repeated(self, item: Node, depth: int, found: Found, place: Place) -> list[Node]:
        """Fill in a template once for each datum that its variables matched."""
        if depth == 0:
            return [self.filled(item, found, place)]
        rows: dict[str, tuple[Bound, ...]] = {}
        for node in walk(item):
            value = found.get(node.name) if isinstance(node, syntax.Symbol) else None
            if isinstance(node, syntax.Symbol) and isinstance(value, tuple):
                rows[node.name] = value
        if len({len(value) for value in rows.values()}) != 1:
            self.fail(item.place, "what stands before an ellipsis has no variables of one length", "")
        turns = zip(*rows.values(), strict=True)
        return [
            node
            for turn in turns
            for node in self.repeated(item, depth - 1, found | dict(zip(rows, turn, strict=True)), place)
        ]
