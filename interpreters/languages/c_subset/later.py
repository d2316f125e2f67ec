"""What C has had since C99, or gcc adds, by name: syntax errors say it in place of `unexpected {`.

explained(diagnostic, source)    # "designated initializers are C99"; expected: the values in their order
"""

from __future__ import annotations

import re
from dataclasses import replace

from interpreters.source.diagnostics import Diagnostic
from interpreters.source.position import SourceText

BEFORE = 40
"""How many characters before an error are looked at; after it, the rest of its line."""
WORDS = {
    "inline": ("C99", "nothing in its place"), "restrict": ("C99", "nothing in its place"),
    "__restrict": ("gcc's", "nothing in its place"), "__inline": ("gcc's", "nothing in its place"),
    "__extension__": ("gcc's", "nothing in its place"), "__attribute__": ("gcc's", "nothing in its place"),
    "_Bool": ("C99", "int"), "bool": ("C99", "int"), "_Complex": ("C99", "a struct of two doubles"),
    "_Generic": ("C11", "a function for each type"), "_Static_assert": ("C11", "#if and #error"),
    "typeof": ("gcc's", "the type itself"), "asm": ("gcc's", "C"), "__asm__": ("gcc's", "C"),
}  # fmt: skip
"""Words that are no names in later C: whose they are, and what to write."""
WORD = re.compile(rf"\b({'|'.join(WORDS)})\b[^;{{}}@]*@|@({'|'.join(WORDS)})\b")
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
)
"""What stands before and after an error (@), what that is, and what to write."""


def explained(diagnostic: Diagnostic, source: SourceText) -> Diagnostic:
    """Return a syntax error with what it is in later C, or as it was."""
    start = source.starts[diagnostic.place.line - 1] + diagnostic.place.column - 1
    after = source.line(diagnostic.place.line)[diagnostic.place.column - 1 :]
    text = f"{source.text[max(0, start - BEFORE) : start]}@{after}"
    if found := WORD.search(text):
        word = found[1] or found[2]
        origin, instead = WORDS[word]
        return replace(diagnostic, message=f"{word} is {origin}", expected=instead)
    for pattern, message, instead in SHAPES:
        if re.search(pattern, text, re.DOTALL):
            return replace(diagnostic, message=message, expected=instead)
    return diagnostic
