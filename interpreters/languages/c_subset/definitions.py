"""What #define says (C90, 6.8.3): tokens into a macro.

definition(tokens of `f(a, b) a ## b`)      "f", Macro(("a", "b"), (a, ##, b))
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from getallenband.interpreters.languages.c_subset.lexer import NAMES, Spaced
from getallenband.interpreters.source.lark_parser import Token


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro: its parameters (None: it takes no arguments) and the tokens that stand for it."""

    parameters: tuple[str, ...] | None
    body: tuple[Token, ...]


class DefinitionError(Exception):
    """A macro that is defined wrongly; the text says why, `expected` what was expected."""

    def __init__(self, message: str, expected: str) -> None:
        super().__init__(message)
        self.expected = expected


def definition(words: list[Token]) -> tuple[str, Macro]:
    """Return a macro's name, and its parameters if a bracket follows without a blank, with what stands for it."""
    name, body = words[0] if words else None, words[1:]
    if name is None or name.type not in NAMES or name == "defined":
        what = "#define without a name" if name is None else f"{name} cannot be a macro's name"
        raise DefinitionError(what, "#define NAME text")
    parameters = None
    if body and body[0].type == "LPAR" and not isinstance(body[0], Spaced):
        end = next((at for at, word in enumerate(words) if word.type == "RPAR"), len(words))
        parameters, body = parameters_of(words[: end + 1]), words[end + 1 :]
    check_operators(name, parameters, body)
    return str(name), Macro(parameters, tuple(body))


def parameters_of(words: list[Token]) -> tuple[str, ...]:
    """Return the parameters of a macro; `words` are its name and what is in brackets after it."""
    if any(word.type == "ELLIPSIS" for word in words):
        raise DefinitionError("macros with ... are C99", "a fixed number of parameters")
    name, _, *inside = words
    names, after = inside[::2], [word.type for word in inside[1::2]]
    if inside and inside[0].type == "RPAR":
        return ()
    if any(word.type not in NAMES for word in names) or after != ["COMMA"] * (len(names) - 1) + ["RPAR"]:
        raise DefinitionError(f"the parameters of macro {name} are {text_of(words[1:])}", "(NAME, NAME, …)")
    parameters = tuple(map(str, names))
    most, times = Counter(parameters).most_common(1)[0]
    if times > 1:
        raise DefinitionError(f"macro {name} has {times} parameters {most}", "different names")
    return parameters


def check_operators(name: str, parameters: tuple[str, ...] | None, body: list[Token]) -> None:
    """Refuse # and ## without what they work on (C90, 6.8.3.2 and 6.8.3.3)."""
    if body and "PASTE" in (body[0].type, body[-1].type):
        raise DefinitionError(f"## is at an end of macro {name}", "a token on both sides")
    if parameters is None:
        return
    known = set(parameters)
    for at, part in enumerate(body):
        after = str(body[at + 1]) if at + 1 < len(body) else "nothing"
        if part.type == "HASH" and (at + 1 == len(body) or after not in known):
            raise DefinitionError(f"# stands before {after} in macro {name}", "a parameter")


def text_of(tokens: list[Token]) -> str:
    """Write tokens as a text, with a blank where there were some."""
    return "".join(" " * isinstance(token, Spaced) + token for token in tokens).strip()
