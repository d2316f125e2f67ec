"""The preprocessor of C: directives carried out, macros replaced.

    #define N 3
    int a[N];       becomes     the tokens of int a[3];

There are #include of standard headers (which declare what is built in), #define of objects and of functions without
# and ##, and #undef. A token that a macro puts in the text points at where the macro is used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from interpreters.languages.c_subset.lexer import scan, with_type_names
from interpreters.languages.c_subset.types import counted
from interpreters.source.diagnostics import Diagnostics, nearest
from interpreters.source.lark_parser import Token
from interpreters.source.position import Place, SourceText

HEADERS = {
    "assert.h", "ctype.h", "errno.h", "limits.h", "math.h", "stddef.h", "stdio.h", "stdlib.h", "string.h", "time.h",
}  # fmt: skip
DIRECTIVE = re.compile(r"\s*#\s*(?P<name>\w*)\s*(?P<rest>.*?)\s*\Z", re.DOTALL)
DEFINE = re.compile(r"(?P<name>[^\W\d]\w*)(?P<parameters>\([^)]*\))?\s*(?P<body>.*)\Z", re.DOTALL)
INCLUDE = re.compile(r"[<\"](?P<header>[^>\"]*)[>\"]\Z")
MOST_TOKENS = 1_000_000


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro: its parameters (None: it takes no arguments) and the tokens that stand for it."""

    parameters: tuple[str, ...] | None
    body: tuple[Token, ...]


Hidden = frozenset[str]
"""The macros that a token came out of: these are not replaced in it again."""


@dataclass
class Context:
    """The macros that are defined, and the tokens that are still to be looked at, the next one last."""

    diagnostics: Diagnostics
    waiting: list[tuple[Token, Hidden]]
    macros: dict[str, Macro] = field(default_factory=dict)

    def place(self, token: Token) -> Place:
        return self.diagnostics.source.place(token.start_pos or 0, token.end_pos or 0)


def tokens_of(source: SourceText) -> list[Token]:
    """Return the tokens of a program; raise SourceError with the faults of tokens and directives."""
    diagnostics = Diagnostics(source)
    tokens = scan(diagnostics, source.text)
    c = Context(diagnostics, [(token, Hidden()) for token in reversed(tokens)])
    found: list[Token] = []
    while c.waiting:
        token, hidden = c.waiting.pop()
        if token.type == "DIRECTIVE":
            directive(c, token)
        elif token.type == "IDENTIFIER" and token in c.macros and token not in hidden:
            replace(c, token, hidden, found)
        else:
            found.append(token)
        if len(found) + len(c.waiting) > MOST_TOKENS:
            diagnostics.fail(c.place(token), f"the macros make more than {MOST_TOKENS} tokens of the program")
    diagnostics.check()
    return with_type_names(found)


# --- directives --------------------------------------------------------------------------------------------------


def directive(c: Context, token: Token) -> None:
    """Carry out a directive."""
    parts = DIRECTIVE.match(str(token))
    assert parts is not None
    name, rest = parts["name"], re.sub(r"/\*.*?\*/", " ", parts["rest"], flags=re.DOTALL).strip()
    if name == "include":
        header = INCLUDE.match(rest)
        if header is None or header["header"] not in HEADERS:
            near = nearest(header["header"] if header else rest, HEADERS)
            c.diagnostics.error(
                c.place(token), f"there is no header {rest}", expected="a standard header", nearest=near
            )
    elif name == "define":
        definition = DEFINE.match(rest)
        if definition is None:
            c.diagnostics.error(c.place(token), "#define without a name", expected="#define NAME text")
        else:
            define(c, token, definition)
    elif name == "undef":
        c.macros.pop(rest, None)
    elif name:
        message = f"#{name} is not supported"
        c.diagnostics.error(c.place(token), message, expected="#include, #define or #undef")


def define(c: Context, token: Token, definition: re.Match[str]) -> None:
    """Keep a macro."""
    given = definition["parameters"]
    parameters = None if given is None else tuple(word.strip() for word in given[1:-1].split(",") if word.strip())
    text = definition["body"].replace("\\\n", " ")
    body = scan(c.diagnostics, text, (token.start_pos or 0) + max(0, str(token).find(text)))
    c.macros[definition["name"]] = Macro(parameters, tuple(body))


# --- macros ------------------------------------------------------------------------------------------------------


def replace(c: Context, token: Token, hidden: Hidden, found: list[Token]) -> None:
    """Put a macro's tokens before those that are waiting; its name without arguments is only a name."""
    macro = c.macros[str(token)]
    arguments: dict[str, list[tuple[Token, Hidden]]] = {}
    if macro.parameters is not None:
        if not c.waiting or c.waiting[-1][0].type != "LPAR":
            found.append(token)
            return
        given = arguments_of(c, token)
        if given == [[]] and not macro.parameters:
            given = []
        if len(given) != len(macro.parameters):
            message = f"macro {token} is used with {counted(len(given), 'argument')}"
            c.diagnostics.error(c.place(token), message, expected=counted(len(macro.parameters), "argument"))
        arguments = dict(zip(macro.parameters, given, strict=False))
    put: list[tuple[Token, Hidden]] = []
    for part in macro.body:
        if part.type == "IDENTIFIER" and str(part) in arguments:
            put += arguments[str(part)]
        else:
            here = Token(part.type, str(part), start_pos=token.start_pos, end_pos=token.end_pos)
            put.append((here, hidden | {str(token)}))
    c.waiting += reversed(put)


def arguments_of(c: Context, token: Token) -> list[list[tuple[Token, Hidden]]]:
    """Take the arguments of a macro off the waiting tokens."""
    c.waiting.pop()
    found: list[list[tuple[Token, Hidden]]] = [[]]
    depth = 0
    while c.waiting:
        part, hidden = c.waiting.pop()
        if part.type == "RPAR" and depth == 0:
            return found
        depth += (part.type == "LPAR") - (part.type == "RPAR")
        if part.type == "COMMA" and depth == 0:
            found.append([])
        else:
            found[-1].append((part, hidden))
    c.diagnostics.error(c.place(token), f"unterminated arguments of macro {token}", expected="')'")
    return found
