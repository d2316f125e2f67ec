"""C text into tokens: comments and white space dropped, macros replaced, names of types told from other names.

    #define N 3
    int a[N];       becomes     TYPE_WORD int, IDENTIFIER a, LSQB, NUMBER 3, RSQB, SEMICOLON

Of the preprocessor: #include of standard headers (which declare what is built in), #define of objects and functions
without # and ##, #undef. JIS X 0201, in which Japanese programs were printed, has a yen sign where ASCII has the
backslash: it is read as one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreters.source.diagnostics import Diagnostic, SourceError, nearest
from interpreters.source.lark_parser import Token
from interpreters.source.position import SourceText

HEADERS = {
    "assert.h", "ctype.h", "errno.h", "limits.h", "math.h", "stddef.h", "stdio.h", "stdlib.h", "string.h", "time.h",
}  # fmt: skip
KEYWORDS = {
    **dict.fromkeys(("typedef", "static", "extern", "register", "auto"), "STORAGE"),
    **dict.fromkeys(("const", "volatile"), "QUALIFIER"),
    **dict.fromkeys(("void", "char", "short", "int", "long", "signed", "unsigned", "float", "double"), "TYPE_WORD"),
    "struct": "STRUCT", "union": "STRUCT", "enum": "ENUM",
    **{word: word.upper() for word in (
        "case", "default", "if", "else", "switch", "while", "do", "for", "goto", "continue", "break", "return",
        "sizeof",
    )},
}  # fmt: skip
PUNCTUATORS = {
    "...": "ELLIPSIS", "{": "LBRACE", "}": "RBRACE", "(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB",
    ";": "SEMICOLON", ",": "COMMA", ":": "COLON", "?": "QMARK", ".": "DOT", "->": "__ANON_0", "=": "EQUAL",
    "++": "STEP", "--": "STEP", "||": "OR_OR", "&&": "AND_AND", "|": "BAR", "^": "CARET", "&": "AMPERSAND",
    "==": "EQUALITY", "!=": "EQUALITY", "<": "RELATION", ">": "RELATION", "<=": "RELATION", ">=": "RELATION",
    "<<": "SHIFT", ">>": "SHIFT", "+": "PLUS", "-": "MINUS", "*": "STAR", "/": "SLASH", "%": "SLASH", "~": "TILDE",
    "!": "BANG",
    **dict.fromkeys(("*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|="), "ASSIGN"),
}  # fmt: skip
SCANNER = re.compile(
    r"(?P<directive>^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*)|(?P<blank>\s*\n|\s+|/\*.*?\*/|\\\n)"
    r"|(?P<open>/\*)|(?P<word>[^\W\d]\w*)|(?P<number>\.?\d(?:[eE][+-]|[\w.])*)"
    r"|(?P<string>\"(?:[^\"\\¥\n]|[\\¥].)*\")|(?P<character>'(?:[^'\\¥\n]|[\\¥].[0-7]*)+')"
    r"|(?P<sign>\.\.\.|->|\+\+|--|\|\||&&|<<=|>>=|<<|>>|[-+*/%&^|<>=!]=|[-{}()\[\];,:?.=|&^<>+*/%~!])",
    re.DOTALL | re.MULTILINE,
)
DIRECTIVE = re.compile(r"\s*#\s*(?P<name>\w*)\s*(?P<rest>.*?)\s*\Z", re.DOTALL)
DEFINE = re.compile(r"(?P<name>[^\W\d]\w*)(?P<parameters>\([^)]*\))?\s*(?P<body>.*)\Z", re.DOTALL)
INCLUDE = re.compile(r"[<\"](?P<header>[^>\"]*)[>\"]\Z")


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro: its parameters (None: it has no brackets) and the tokens that stand for it."""

    parameters: tuple[str, ...] | None
    body: tuple[Token, ...]


def tokens_of(source: SourceText) -> list[Token]:
    """Return the tokens of a program, the names of types marked; raise SourceError for text that is no token."""
    lexer = Lexer(source)
    return with_type_names(lexer.expanded(lexer.scanned(source.text, 0)))


class Lexer:
    """The lexing of one program."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.macros: dict[str, Macro] = {}

    def fault(self, start: int, end: int, message: str, expected: str = "", near: str = "") -> SourceError:
        """Make the error for a stretch of the text."""
        return SourceError(self.source, [Diagnostic(self.source.place(start, end), message, expected, near)])

    def scanned(self, text: str, offset: int) -> list[Token]:
        """Cut text into tokens; directives are kept as tokens of their own."""
        found, position = [], 0
        while position < len(text):
            match = SCANNER.match(text, position)
            start, kind = offset + position, match.lastgroup if match else ""
            if match is None:
                sign = text[position]
                open_ended = {'"': "a string that does not end", "'": "a character constant that does not end"}
                raise self.fault(start, start + 1, open_ended.get(sign, f"unexpected character {sign!r}"))
            word, end = match.group(), offset + match.end()
            if kind == "open":
                raise self.fault(start, end, "a comment that does not end", "*/")
            position = match.end()
            if kind != "blank":
                found.append(Token(self.type_of(kind or "", word), word, start_pos=start, end_pos=end))
        return found

    def type_of(self, kind: str, word: str) -> str:
        """Return a token's terminal."""
        if kind == "word":
            return KEYWORDS.get(word, "IDENTIFIER")
        if kind == "sign":
            return PUNCTUATORS[word]
        return kind.upper()

    # the preprocessor

    def expanded(self, tokens: list[Token]) -> list[Token]:
        """Carry out directives and replace macros."""
        found: list[Token] = []
        waiting = list(reversed(tokens))
        while waiting:
            token = waiting.pop()
            if token.type == "DIRECTIVE":
                self.directive(token)
            elif token.type == "IDENTIFIER" and token in self.macros:
                self.replaced(token, waiting, found)
            else:
                found.append(token)
        return found

    def directive(self, token: Token) -> None:
        """Carry out a directive."""
        start, end = token.start_pos or 0, token.end_pos or 0
        parts = DIRECTIVE.match(str(token))
        assert parts is not None
        name, rest = parts["name"], re.sub(r"/\*.*?\*/", " ", parts["rest"], flags=re.DOTALL).strip()
        if name == "include":
            header = INCLUDE.match(rest)
            if header is None or header["header"] not in HEADERS:
                near = nearest(header["header"] if header else rest, HEADERS)
                raise self.fault(start, end, f"#include {rest}: no such header", "a standard header", near)
        elif name == "define":
            definition = DEFINE.match(rest)
            if definition is None:
                raise self.fault(start, end, "#define without a name", "#define NAME text")
            self.define(token, definition)
        elif name == "undef":
            self.macros.pop(rest, None)
        elif name:
            raise self.fault(start, end, f"#{name} is not supported", "#include, #define or #undef", "")

    def define(self, token: Token, definition: re.Match[str]) -> None:
        """Keep a macro; its body's tokens point at the directive."""
        given = definition["parameters"]
        parameters = None if given is None else tuple(word.strip() for word in given[1:-1].split(",") if word.strip())
        start = (token.start_pos or 0) + str(token).index(definition["name"])
        body = tuple(
            Token(t.type, str(t), start_pos=start, end_pos=token.end_pos)
            for t in self.scanned(definition["body"].replace("\\\n", " "), 0)
        )
        self.macros[definition["name"]] = Macro(parameters, body)

    def replaced(self, token: Token, waiting: list[Token], found: list[Token]) -> None:
        """Put a macro's tokens back on the row of waiting ones; they point at where the macro is used."""
        macro = self.macros[str(token)]
        arguments: dict[str, list[Token]] = {}
        if macro.parameters is not None:
            if not waiting or waiting[-1].type != "LPAR":
                found.append(token)
                return
            given = self.arguments(token, waiting)
            if given == [[]] and not macro.parameters:
                given = []
            if len(given) != len(macro.parameters):
                start, end = token.start_pos or 0, token.end_pos or 0
                message = f"macro {token} is used with {len(given)} argument{'' if len(given) == 1 else 's'}"
                raise self.fault(start, end, message, str(len(macro.parameters)))
            arguments = dict(zip(macro.parameters, given, strict=True))
        put: list[Token] = []
        for part in macro.body:
            if part.type == "IDENTIFIER" and str(part) in arguments:
                put += arguments[str(part)]
            else:
                # a macro that names itself is not replaced again: its name is hidden from further replacement
                kind = "HIDDEN" if str(part) == str(token) else part.type
                put.append(Token(kind, str(part), start_pos=token.start_pos, end_pos=token.end_pos))
        for part in reversed(put):
            waiting.append(part)
        while waiting and waiting[-1].type == "HIDDEN":
            hidden = waiting.pop()
            found.append(Token("IDENTIFIER", str(hidden), start_pos=hidden.start_pos, end_pos=hidden.end_pos))

    def arguments(self, token: Token, waiting: list[Token]) -> list[list[Token]]:
        """Take the arguments of a macro off the row of waiting tokens."""
        waiting.pop()
        found: list[list[Token]] = [[]]
        depth = 0
        while waiting:
            part = waiting.pop()
            if part.type == "RPAR" and depth == 0:
                return found
            depth += (part.type == "LPAR") - (part.type == "RPAR")
            if part.type == "COMMA" and depth == 0:
                found.append([])
            else:
                found[-1].append(part)
        raise self.fault(token.start_pos or 0, token.end_pos or 0, f"the arguments of macro {token} do not end", "')'")


def with_type_names(tokens: list[Token]) -> list[Token]:
    """Mark the names that typedef declarations make, from their declaration on.

    A name is one of a type unless a declarator gives it another meaning, which the grammar cannot see; so a variable
    may not have the name of a type.
    """
    names: set[str] = set()
    found: list[Token] = []
    depth, inside, typed = 0, False, False
    for index, token in enumerate(tokens):
        kind, word = token.type, str(token)
        if kind == "HIDDEN":
            kind = "IDENTIFIER"
        before = tokens[index - 1].type if index else ""
        if kind == "IDENTIFIER" and word in names and before not in ("DOT", "__ANON_0", "GOTO"):
            kind = "TYPE_NAME"
        if word == "typedef":
            inside, typed, depth = True, False, 0
        elif inside:
            depth += (kind == "LBRACE") - (kind == "RBRACE")
            if kind == "IDENTIFIER" and depth == 0 and before not in ("STRUCT", "ENUM") and not typed:
                names.add(word)
                typed = True
            typed = typed and kind != "COMMA"
            inside = not (kind == "SEMICOLON" and depth == 0)
        found.append(Token(kind, word, start_pos=token.start_pos, end_pos=token.end_pos))
    return found
