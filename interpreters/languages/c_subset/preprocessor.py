"""The preprocessor of C: directives carried out, macros replaced (C90, 6.8).

    #define N 3
    int a[N];       becomes     the tokens of int a[3];

A standard header puts its macros and types in its place (headers.py); the conditions of #if are in conditions.py, and
what #define says is in definitions.py. A token that a macro puts in the text points at where the macro is used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from getallenband.durable.names import nearest
from getallenband.interpreters.languages.c_subset.conditions import Condition, ConditionError
from getallenband.interpreters.languages.c_subset.definitions import DefinitionError, Macro, definition, text_of
from getallenband.interpreters.languages.c_subset.headers import HEADERS
from getallenband.interpreters.languages.c_subset.lexer import (
    NAMES,
    Spaced,
    Spliced,
    invalid,
    scan,
    spliced,
    without_comments,
    wrong_escapes,
)
from getallenband.interpreters.languages.c_subset.type_names import with_type_names
from getallenband.interpreters.languages.c_subset.types import counted
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.position import Place, SourceText
from getallenband.interpreters.source.words import origins

DIRECTIVE = re.compile(r"#\s*(?P<name>\w*)\s*(?P<rest>.*?)\s*\Z", re.DOTALL)
NAME = re.compile(r"(?P<name>[^\W\d]\w*)\s*(?P<rest>.*)\Z", re.DOTALL)
INCLUDE = re.compile(r"[<\"](?P<header>[^>\"]*)[>\"]\Z")
LINE = re.compile(r'(?P<number>\d{1,9})(?: "(?P<file>[^"]*)")?\Z')
MOST_TOKENS = 100_000
"""That macros may make: more than programs of ten thousand lines have, and what takes less than a second."""
MOST_TAKEN = 10 * MOST_TOKENS
"""That may be arguments of macros: in arguments of arguments they are counted again."""
DIRECTIVES = ("include", "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "line", "pragma")


Hidden = frozenset[str]
"""The macros that a token came out of: these are not replaced in it again."""


@dataclass
class Group:
    """A part of the text between #if and #endif: whether it is read, and whether one of its groups was already.

    `around` tells whether what is around the whole part is read.
    """

    place: Place
    reading: bool
    done: bool
    around: bool
    last: bool = False


@dataclass
class Context:
    """The macros that are defined, and the tokens that are still to be looked at, the next one last.

    `made` holds how many tokens macros have made so far, `taken` how many were arguments; the contexts of arguments
    share both. By #line, __LINE__ is `shift` more than the line, and __FILE__ is `file`. The tokens of a condition
    are expanded `deciding`: defined is an operator in them.
    """

    diagnostics: Diagnostics
    text: Spliced
    waiting: list[tuple[Token, Hidden]]
    macros: dict[str, Macro] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)
    made: list[int] = field(default_factory=lambda: [0])
    taken: list[int] = field(default_factory=lambda: [0])
    shift: int = 0
    file: str = ""
    deciding: bool = False

    @property
    def reading(self) -> bool:
        return not self.groups or (self.groups[-1].reading and self.groups[-1].around)

    def within(self, waiting: list[tuple[Token, Hidden]]) -> Context:
        """Return a context for a part of the text: an argument, or the rest of a directive."""
        return replace(self, waiting=waiting, groups=[])

    def place(self, token: Token) -> Place:
        whole = written(self.text, token)
        return self.diagnostics.source.place(whole.start_pos or 0, whole.end_pos or 0)


def tokens_of(source: SourceText, arithmetic: str) -> list[Token]:
    """Return the tokens of a program; raise SourceError with the faults of tokens and directives."""
    diagnostics = Diagnostics(source)
    joined = spliced(source.text)
    c = Context(diagnostics, joined, [(token, Hidden()) for token in reversed(scan(joined.text))], file=source.name)
    for name in ("__STDC__", *(["__LP64__"] if arithmetic == "lp64" else [])):
        c.macros[name] = Macro(None, tuple(scan("1")))
    found = expanded(c)
    for group in c.groups:
        diagnostics.error(group.place, "unterminated #if", expected="#endif")
    for token in found:
        if token.type in ("INVALID", "HASH", "PASTE"):
            invalid(diagnostics, written(joined, token))
        elif token.type in ("STRING", "CHARACTER"):
            for wrong in wrong_escapes(token):
                invalid(diagnostics, written(joined, wrong))
    diagnostics.check()
    return with_type_names(written(joined, token) for token in found)


def written(text: Spliced, token: Token) -> Token:
    """Return a token at its place in the text as it was written."""
    start, last = token.start_pos or 0, (token.end_pos or 1) - 1
    return Token(token.type, str(token), start_pos=text.place(start), end_pos=text.place(last) + 1)


def expanded(c: Context) -> list[Token]:
    """Carry out the directives among the waiting tokens and replace macros."""
    return [token for token, _ in expanded_pairs(c) if token.type != "NOTHING"]


def expanded_pairs(c: Context) -> list[tuple[Token, Hidden]]:
    """Return the expanded tokens with the macros that they came out of."""
    found: list[tuple[Token, Hidden]] = []
    while c.waiting:
        token, hidden = c.waiting.pop()
        if token.type == "DIRECTIVE":
            directive(c, token)
        elif not c.reading:
            continue
        elif token in c.macros and token not in hidden:
            replace_macro(c, token, hidden, found)
        elif c.deciding and token == "defined":
            found.append((defined(c, token), hidden))
        elif token in ("__LINE__", "__FILE__"):
            text = str(c.place(token).line + c.shift) if token == "__LINE__" else f'"{c.file}"'
            made = Token("NUMBER" if token == "__LINE__" else "STRING", text)
            found.append((spaced(moved(made, token), token), hidden))
        else:
            found.append((token, hidden))
    return found


def moved(token: Token, origin: Token) -> Token:
    """Return a token at the place of another."""
    return type(token)(token.type, str(token), start_pos=origin.start_pos, end_pos=origin.end_pos)


def spaced(token: Token, like: Token) -> Token:
    """Return a token with blanks before it where they are before another."""
    return type(like)(token.type, str(token), start_pos=token.start_pos, end_pos=token.end_pos)


def first_spaced(put: list[tuple[Token, Hidden]], like: Token) -> list[tuple[Token, Hidden]]:
    """Return replacement tokens, the first with blanks before it if the token replaced had some."""
    return [(spaced(put[0][0], like), put[0][1]), *put[1:]]


# --- directives --------------------------------------------------------------------------------------------------


def directive(c: Context, token: Token) -> None:
    """Carry out a directive; in a group that is not read, only those that end it."""
    parts = DIRECTIVE.match(without_comments(str(token)))
    assert parts is not None
    name, rest = parts["name"], parts["rest"]
    if name in ("if", "ifdef", "ifndef"):
        holds = c.reading and condition(c, token, name, rest)
        c.groups.append(Group(c.place(token), holds, holds, c.reading))
    elif name in ("elif", "else", "endif"):
        next_group(c, token, name, rest)
    elif c.reading:
        plain_directive(c, token, name, rest)


def replaced(c: Context, token: Token, rest: str, *, deciding: bool = False) -> list[Token]:
    """Return the tokens of the rest of a directive, macros replaced."""
    waiting = [(moved(part, token), Hidden()) for part in reversed(scan(rest, directives=False))]
    return expanded(replace(c.within(waiting), deciding=deciding))


def condition(c: Context, token: Token, name: str, rest: str) -> bool:
    """Return whether a condition holds."""
    if name != "if":
        macro = only_name(c, token, name, rest)
        return macro is not None and is_macro(c, macro) == (name == "ifdef")
    try:
        return bool(Condition(replaced(c, token, rest, deciding=True)).value().number)
    except ConditionError as error:
        c.diagnostics.error(c.place(token), str(error), expected="a constant expression of integers")
        return False


def is_macro(c: Context, name: str) -> bool:
    """Return whether a name is one that #ifdef knows."""
    return name in c.macros or name in ("__LINE__", "__FILE__")


def defined(c: Context, operator: Token) -> Token:
    """Take the name after defined off the waiting tokens; return 1 if it is a macro's, 0 if not (C90, 6.8.1)."""
    words = [c.waiting.pop()[0] for _ in range(min(3, len(c.waiting)))]
    bracket = words[:1] == ["("]
    name = words[bracket] if bracket < len(words) else None
    if name is None or name.type not in NAMES:
        raise ConditionError(f"defined stands before {name or 'nothing'}, not before a name")
    if bracket and words[2:] != [")"]:
        raise ConditionError(f"defined({name} lacks )")
    c.waiting += [(word, Hidden()) for word in reversed(words[3 if bracket else 1 :])]
    return moved(Token("NUMBER", str(int(is_macro(c, name)))), operator)


def only_name(c: Context, token: Token, directive: str, rest: str) -> str | None:
    """Return the name that a directive consists of; report another text, and one after it, which gcc passes over."""
    form = f"#{directive} NAME"
    found = NAME.match(rest)
    if found is None:
        what = f"#{directive} without a name" if not rest else f"{rest} is not a macro's name"
        c.diagnostics.error(c.place(token), what, expected=form)
    elif found["rest"]:
        hint = "for several names: #if defined(A) && defined(B)" if directive != "undef" else ""
        c.diagnostics.error(c.place(token), f"{found['rest']} stands after {found['name']}", expected=form, hint=hint)
    else:
        return found["name"]
    return None


def next_group(c: Context, token: Token, name: str, rest: str) -> None:
    """End a group and begin the next one."""
    if not c.groups:
        c.diagnostics.error(c.place(token), f"#{name} without #if")
        return
    if name == "endif":
        c.groups.pop()
        return
    group = c.groups[-1]
    if group.last:
        c.diagnostics.error(c.place(token), f"#{name} after #else", expected="#endif")
    group.last, group.reading = name == "else", False
    if not group.done and group.around:
        group.reading = group.done = name == "else" or condition(c, token, "if", rest)


def plain_directive(c: Context, token: Token, name: str, rest: str) -> None:
    """Carry out a directive that is no condition."""
    if name == "include":
        include(c, token, rest)
    elif name == "define":
        define(c, token, rest)
    elif name == "undef":
        if (macro := only_name(c, token, name, rest)) is not None:
            c.macros.pop(macro, None)
    elif name == "error":
        c.diagnostics.error(c.place(token), f"#error {rest}")
    elif name == "line":
        number_lines(c, token, rest)
    elif name == "pragma" and rest.startswith(("push_macro", "pop_macro")):
        c.diagnostics.error(c.place(token), f"#pragma {rest} is not supported")
    elif name not in ("", "pragma"):
        near = nearest(name, DIRECTIVES)
        expected = ", ".join(f"#{known}" for known in DIRECTIVES)
        c.diagnostics.error(c.place(token), f"#{name} is not a directive", expected, f"#{near}" if near else "")


def number_lines(c: Context, token: Token, rest: str) -> None:
    """Change the number of the next line and the name of the file (C90, 6.8.4); messages keep those of the text."""
    found = LINE.match(" ".join(map(str, replaced(c, token, rest))))
    if found is None:
        c.diagnostics.error(c.place(token), f"#line {rest}", expected='#line NUMBER or #line NUMBER "FILE"')
        return
    c.shift, c.file = int(found["number"]) - c.place(token).line - 1, found["file"] or c.file


def include(c: Context, token: Token, rest: str) -> None:
    """Insert a header in place of its directive; it may be a macro's text (C90, 6.8.2)."""
    if not rest.startswith(("<", '"')):
        rest = text_of(replaced(c, token, rest))
    header = INCLUDE.match(rest)
    if header is None or header["header"] not in HEADERS:
        name = header["header"] if header else rest
        message = f"there is no header {rest}" if rest else "#include without a header"
        if name in (left_out := origins(__package__, "headers")):
            why, instead = left_out[name]
            c.diagnostics.error(c.place(token), f"{message}: {why}", instead)
        elif rest.startswith('"'):
            c.diagnostics.error(c.place(token), message, "its lines in its place: a program is one file")
        else:
            c.diagnostics.error(c.place(token), message, "a standard header", nearest(name, HEADERS))
        return
    c.waiting += [(moved(part, token), Hidden()) for part in reversed(scan(HEADERS[header["header"]]))]


def define(c: Context, token: Token, rest: str) -> None:
    """Define a macro."""
    try:
        name, macro = definition(scan(rest, directives=False))
    except DefinitionError as error:
        c.diagnostics.error(c.place(token), str(error), error.expected)
    else:
        c.macros[name] = macro


# --- macros ------------------------------------------------------------------------------------------------------


def replace_macro(c: Context, token: Token, hidden: Hidden, found: list[tuple[Token, Hidden]]) -> None:
    """Put a macro's tokens before those that are waiting; its name without arguments is only a name."""
    macro = c.macros[str(token)]
    arguments: dict[str, list[tuple[Token, Hidden]]] = {}
    if macro.parameters is not None:
        if not c.waiting or c.waiting[-1][0].type != "LPAR":
            found.append((token, hidden))
            return
        given, closing = arguments_of(c, token, macro.parameters)
        hidden &= closing  # Prosser's rule: what only the name came out of may be replaced again after its arguments
        c.taken[0] += sum(map(len, given))
        if c.taken[0] > MOST_TAKEN:
            c.diagnostics.fail(c.place(token), f"the arguments of macros have more than {MOST_TAKEN} tokens")
        if given == [[]] and not macro.parameters:
            given = []
        if len(given) != len(macro.parameters):
            message = f"macro {token} is used with {counted(len(given), 'argument')}"
            c.diagnostics.error(c.place(token), message, expected=counted(len(macro.parameters), "argument"))
            return
        arguments = dict(zip(macro.parameters, given, strict=True))
    put = first_spaced(substituted(c, macro, arguments, token, hidden | {str(token)}) or [NOTHING], token)
    c.made[0] += sum(part.type != "NOTHING" for part, _ in put)
    if c.made[0] > MOST_TOKENS:
        c.diagnostics.fail(c.place(token), f"the macros make more than {MOST_TOKENS} tokens of the program")
    put_back(c, put)


def put_back(c: Context, put: list[tuple[Token, Hidden]]) -> None:
    """Put tokens before those that are waiting; blanks before nothing are before what follows."""
    for part, hidden in reversed(put):
        if part.type != "NOTHING" or not c.waiting:
            c.waiting.append((part, hidden))
        elif isinstance(part, Spaced):
            after, its_hidden = c.waiting[-1]
            c.waiting[-1] = (spaced(after, part), its_hidden)


def substituted(
    c: Context, macro: Macro, arguments: dict[str, list[tuple[Token, Hidden]]], token: Token, hidden: Hidden
) -> list[tuple[Token, Hidden]]:
    """Return the tokens of a macro with its arguments in the place of its parameters.

    They are expanded first, but not beside ##; after # they become a string (C90, 6.8.3.1). Only # and ## that the
    macro itself has are operators, and # only in one with parameters.
    """
    put: list[tuple[Token, Hidden]] = []
    body, at = macro.body, 0
    while at < len(body):
        pasting = body[at].type == "PASTE"
        at += pasting
        part = body[at]
        before_paste = at + 1 < len(body) and body[at + 1].type == "PASTE"
        if part.type == "HASH" and macro.parameters is not None:
            at += 1
            text = moved(Token("STRING", spelled(arguments[str(body[at])])), token)
            new = [(spaced(text, part), Hidden())]
        elif str(part) not in arguments:
            new = [(moved(part, token), Hidden())]
        else:
            argument = arguments[str(part)]
            beside = pasting or before_paste
            new = argument if beside else expanded_pairs(c.within(argument[::-1]))
            new = first_spaced(new or [NOTHING], part)
        put += joined(c, put.pop(), new[0], token) + new[1:] if pasting else new
        at += 1
    all_hidden = {before: before | hidden for _, before in put}
    return [(part, all_hidden[before]) for part, before in put]


NOTHING: tuple[Token, Hidden] = (Token("NOTHING", ""), Hidden())
"""What stands for an argument or a macro without tokens, beside ## and where blanks before it are to be kept."""


def spelled(argument: list[tuple[Token, Hidden]]) -> str:
    """Write an argument as a string constant; blanks between its tokens are one (C90, 6.8.3.2)."""
    text = ""
    for part, _ in argument:
        word = str(part)
        text += " " if text and isinstance(part, Spaced) else ""
        text += re.sub(r'(["\\¥])', r"\\\1", word) if part.type in ("STRING", "CHARACTER") else word
    return f'"{text}"'


def joined(
    c: Context, left: tuple[Token, Hidden], right: tuple[Token, Hidden], token: Token
) -> list[tuple[Token, Hidden]]:
    """Join the tokens on both sides of ## to one (C90, 6.8.3.3)."""
    if NOTHING[0] in (left[0], right[0]):
        return first_spaced([right if left[0] == NOTHING[0] else left], left[0])
    text = f"{left[0]}{right[0]}"
    found = scan(text, directives=False)
    if found != [text] or found[0].type == "INVALID":
        c.diagnostics.error(c.place(token), f"{left[0]} ## {right[0]} makes no token", expected="one token of both")
        return [left, right]
    return [(spaced(moved(found[0], token), left[0]), left[1] & right[1])]


def arguments_of(
    c: Context, token: Token, parameters: tuple[str, ...]
) -> tuple[list[list[tuple[Token, Hidden]]], Hidden]:
    """Take the arguments of a macro off the waiting tokens; return them and what the bracket after them came out of.

    Directives between them are carried out, as by most compilers: C leaves it open.
    """
    c.waiting.pop()
    found: list[list[tuple[Token, Hidden]]] = [[]]
    depth = 0
    while c.waiting:
        part, hidden = c.waiting.pop()
        if part.type == "DIRECTIVE":
            directive(c, part)
            continue
        if not c.reading:
            continue
        if part.type == "RPAR" and depth == 0:
            return found, hidden
        depth += (part.type == "LPAR") - (part.type == "RPAR")
        if part.type == "COMMA" and depth == 0:
            found.append([])
        else:
            found[-1].append((part, hidden))
    c.diagnostics.error(c.place(token), f"unterminated arguments of macro {token}", expected="')'")
    return [[] for _ in parameters], Hidden()
