"""Tell type names from other names: a declarator gives a name its meaning up to the end of a scope (C90, 6.1.2.1).

In `typedef int T; main() {int T; T = 1;} T x;` the second T and the third are a variable.

C's grammar is ambiguous without this: `T * x;` is a declaration or a product. So each name gets its terminal before the
parser sees it, from the brackets around it and how far the declaration at hand has come; no syntax tree is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from getallenband.interpreters.source.lark_parser import Token

MEMBER, TAG = ("DOT", "__ANON_0", "GOTO"), ("STRUCT", "ENUM")
LABEL = ("SEMICOLON", "LBRACE", "RBRACE", "COLON")
"""What stands before a name that a colon after it makes a label."""


@dataclass(slots=True)
class Level:
    """What is inside one pair of brackets, and how far its declaration has come: type, declarator."""

    kind: str
    typed: bool = False
    declared: bool = False
    defining: bool = False
    before: list[tuple[str, bool]] = field(default_factory=list)

    def start(self) -> None:
        """Begin a declaration or a statement."""
        self.typed = self.declared = self.defining = False


@dataclass(slots=True)
class Names:
    """The names of types at one place of a program, the brackets around it, and the parameters just declared."""

    types: set[str] = field(default_factory=set)
    levels: list[Level] = field(default_factory=lambda: [Level("block")])
    parameters: list[str] = field(default_factory=list)

    def declare(self, name: str, *, is_type: bool) -> None:
        """Declare a name up to the end of the enclosing scope."""
        if is_type != (name in self.types):
            scope = next(one for one in reversed(self.levels) if one.kind in ("block", "parameters"))
            scope.before.append((name, name in self.types))
            self.types ^= {name}

    def open(self, bracket: str, words: list[str]) -> None:
        """Enter a bracket; `words` are the terminals before it, the last one first."""
        around = self.levels[-1]
        if bracket == "LBRACE":
            tag = next((word for word in words if word not in ("IDENTIFIER", "TYPE_NAME")), "")
            values = words[0] == "EQUAL" or around.kind == "values"
            kind = "members" if tag == "STRUCT" else "enumerators" if tag == "ENUM" else "values" if values else "block"
            self.levels.append(Level(kind))
            if kind == "block":
                for name in self.parameters:
                    self.declare(name, is_type=False)
        elif bracket == "LPAR" and around.typed and not around.declared:
            self.levels.append(Level("declarator", typed=True, defining=around.defining))
        else:
            self.levels.append(Level("parameters"))

    def close(self) -> None:
        """Leave a bracket: restore the meanings that names had before it."""
        if len(self.levels) == 1:
            return
        inner, around = self.levels.pop(), self.levels[-1]
        for name, was_type in reversed(inner.before):
            self.types = self.types | {name} if was_type else self.types - {name}
        match inner.kind:
            case "block":
                around.start()
            case "members" | "enumerators":
                around.typed = True
            case "declarator":
                around.declared = True
            case "parameters":
                self.parameters += [name for name, was_type in inner.before if was_type]

    def separate(self, terminal: str) -> None:
        """Go on after a comma or a semicolon."""
        level = self.levels[-1]
        if terminal == "SEMICOLON" or level.kind == "parameters":
            level.start()
            self.parameters.clear()
        level.declared = False

    def name(self, word: str, before: str, after: str) -> str:
        """Return the terminal of a name, and note what it declares."""
        level = self.levels[-1]
        if before in MEMBER or (after == "COLON" and before in LABEL and level.kind == "block"):
            return "IDENTIFIER"
        if before in TAG:
            # Tags have a name space of their own (C90, 6.1.2.3): after struct a typedef's name is a plain name.
            level.typed = True
        elif level.kind == "enumerators" and before in ("LBRACE", "COMMA"):
            self.declare(word, is_type=False)
        elif not level.declared and (level.typed or (level.defining and word not in self.types)):
            level.declared = True
            if level.kind != "members":
                self.declare(word, is_type=level.defining)
        elif word in self.types:
            level.typed = True
            return "TYPE_NAME"
        return "IDENTIFIER"


def with_type_names(tokens: Iterable[Token]) -> list[Token]:
    """Return the tokens with TYPE_NAME as the terminal of each name of a type."""
    given, names, found = list(tokens), Names(), list[Token]()
    kinds = ["", "", *(token.type for token in given), ""]
    for index, token in enumerate(given, 2):
        kind, level = token.type, names.levels[-1]
        match kind:
            case "IDENTIFIER":
                kind = kinds[index] = names.name(str(token), kinds[index - 1], kinds[index + 1])
            case "TYPE_WORD":
                level.typed = True
            case "STORAGE" if token == "typedef":
                level.defining = True
            case "COMMA" | "SEMICOLON":
                names.separate(kind)
            case "LBRACE" | "LPAR" | "LSQB":
                names.open(kind, [kinds[index - 1], kinds[index - 2]])
            case "RBRACE" | "RPAR" | "RSQB":
                names.close()
        found.append(Token(kind, str(token), start_pos=token.start_pos, end_pos=token.end_pos))
    return found
