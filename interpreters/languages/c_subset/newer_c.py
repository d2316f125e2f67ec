"""What other times of C have, or gcc adds, by name: syntax errors say it in place of `unexpected {`.

explained(diagnostic, source)    # "designated initializers are C99"; expected: the values in their order
"""

from __future__ import annotations

import re
from dataclasses import replace

from getallenband.interpreters.source.diagnostics import Diagnostic
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.words import origins

BEFORE = 40
"""How many characters before an error are looked at; after it, the rest of its line."""
SHAPES = (
    (r"[{,]\s*@(?:\.\s*\w+|\[[^\]]*\])\s*=", "designated initializers are C99", "the values in their order"),
    (r"\(\s*@\{", "statements in an expression are gcc's", "a function"),
    (r"(?:[=&(,?:]|\breturn)\s*\([^()]*\)\s*@\{", "a compound literal is C99", "a variable of the type"),
    (r"(?:struct|union)\b.*\}\s*@;", "a member without a name is C11", "a name"),
    (r"\[\s*@(?:const|static|volatile)\b", "words before the length of an array are C99", "the length alone"),
    (r"=\s*\{\s*@\}", "an initializer without values is gcc's", "{0}"),
    (r"\boffsetof\s*\(\s*@", "offsetof is a macro of stddef.h", "#include <stddef.h>"),
    (r"\bL@[\"']", "wide characters are left out", "char"),
    (r"\?\s*@:", "a conditional without its middle is gcc's", "the value"),
    (r"(?<![=!<>])=@([|^/%]|<<|>>)", r"=\1 is C of before 1978", r"\1="),
    (
        r"\b(?:int|char|short|long|unsigned|float|double|static)\b[^;(){}=]*[\w\]][ \t]*@[A-Z\d\"'{-]",
        "a first value without = is C of before 1978",
        "= before it",
    ),
    (r"\]\s*\{[^;{}]*@", "first values without = are C of before 1978", "= before the {"),
    (r"\b(FILE)\s*@\*", r"\1 is a type of stdio.h", "#include <stdio.h>"),
    (
        r"\b(va_list)\s+@\w",
        "functions with ... of one's own are left out",
        "functions with the parameters that they are given",
    ),
    (r"\b(size_t|ptrdiff_t)\s+@\w", r"\1 is a type of stddef.h", "#include <stddef.h>"),
    (r"\b(l?div_t)\s+@\w", r"\1 is a type of stdlib.h", "#include <stdlib.h>"),
    (r"\b(time_t|clock_t)\s+@\w", r"\1 is a type of time.h", "#include <time.h>"),
    (r"\b(u?int[a-z]*\d*_t)\s+@\w", r"\1 is a type of stdint.h", "#include <stdint.h>"),
    (r"\bstring\s+@\w", "string is a type of C++", "char * or an array of char"),
    (r"\busing\s+@namespace\b", "using namespace is C++", "nothing in its place"),
    (r"\binclude\s*@[<\"]", "a directive begins with #", "#include"),
    (r"=\s*@([<>])", r"=\1 is no operator", r"\1="),
    (r"<\s*@>", "<> is no operator", "!="),
    (r"\)\s*then\s+@", "then is no word of C", "the statement alone"),
    (r"\b(and|or|not)\b\s*@|@(?:and|or|not)\b", "and, or and not are no operators of C90", "&&, || or !"),
    (r"\bfor\s*\([^;()]*,[^;()]*,[^;()]*@\)", "the parts of a for are separated by ;", "for (start; condition; step)"),
    (r"[;}]\s*@else\b", "this else follows no if: one statement, or { … }, stands between them", "if (…) { … } else"),
    (r"\(\s*(?:\w+ )+\**\w+\s*,\s*@\w+\s*[,)]", "a type belongs to each parameter", "a type before the name"),
    (r"(?:[;{}]\s*|\n)(\w+)\s+@\w+\s*[\[=,;]", r"\1 is not a type", "a type, or typedef before it"),
)
"""What stands before and after an error (@), what that is, and what to write; \\1 is the first part in brackets."""


def explained(diagnostic: Diagnostic, source: SourceText) -> Diagnostic:
    """Return a syntax error with what it is in later C, or as it was."""
    line, column = diagnostic.place.line, diagnostic.place.column
    start, after = source.starts[line - 1] + column - 1, source.line(line)[column - 1 :]
    before = ("\n" + source.text[max(0, start - BEFORE) : start])[-BEFORE:]
    text = f"{before}@{after}"
    words = origins(__package__, "newer")
    if found := re.search(rf"\b({'|'.join(words)})\b[^;{{}}@]*@|@({'|'.join(words)})\b", text):
        word = found[1] or found[2]
        origin, instead = words[word]
        return replace(diagnostic, message=f"{word} is {origin}", expected=instead)
    for pattern, message, instead in SHAPES:
        if found := re.search(pattern, text, re.DOTALL):
            return replace(diagnostic, message=found.expand(message), expected=found.expand(instead))
    return diagnostic
