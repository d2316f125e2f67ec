r"""Escapes of strings that change what follows them: \U, \L and \Q up to \E, \u and \l the next character.

"\u\L$name\E!"      becomes     ucfirst(lc($name)) . "!"
"""

from __future__ import annotations

from interpreters.languages.perl_subset import syntax
from interpreters.source.position import Place

FUNCTIONS = {"U": "uc", "L": "lc", "Q": "quotemeta", "u": "ucfirst", "l": "lcfirst"}
SWAPPED: dict[tuple[str, ...], str] = {("lc",): "ucfirst", ("uc",): "lcfirst"}
r"""\L\u means \u\L, and \U\l means \l\U."""


class CaseLevels:
    r"""The parts of a string so far; a level is opened by \U, \L or \Q, with the functions that it is given to."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.levels: list[tuple[tuple[str, ...], list[syntax.Expression]]] = [((), [])]
        self.next = ""

    def change(self, letter: str) -> None:
        """Heed an escape."""
        functions, parts = self.levels[-1]
        if letter == "E" and self.next:
            self.next = ""
        elif letter == "E":
            self.close()
        elif letter in "ul":
            if not parts and SWAPPED.get(functions) == FUNCTIONS[letter]:
                self.levels[-1] = (*functions, FUNCTIONS[letter]), parts
            else:
                self.next = FUNCTIONS[letter]
        else:
            if letter in "UL" and functions[:1] in (("uc",), ("lc",)):
                self.close()
            self.levels.append(((FUNCTIONS[letter], *([self.next] if self.next else ())), []))
            self.next = ""

    def add(self, part: syntax.Expression) -> None:
        """Append a part."""
        if self.next:
            part, self.next = self.given(part, (self.next,)), ""
        parts = self.levels[-1][1]
        if parts and isinstance(part, syntax.String) and isinstance(before := parts[-1], syntax.String):
            parts[-1] = syntax.String(before.value + part.value, place=self.place)
        else:
            parts.append(part)

    def close(self) -> None:
        """End the innermost level, if one is open."""
        if len(self.levels) > 1:
            functions, parts = self.levels.pop()
            self.levels[-1][1].append(self.given(syntax.Interpolated(tuple(parts), place=self.place), functions))

    def closed(self) -> list[syntax.Expression]:
        """End all levels; return the parts."""
        while len(self.levels) > 1:
            self.close()
        return self.levels[0][1]

    def given(self, part: syntax.Expression, functions: tuple[str, ...]) -> syntax.Expression:
        """Give a part to functions, the first one first."""
        for name in functions:
            part = syntax.Function(name, part, place=self.place)
        return part
