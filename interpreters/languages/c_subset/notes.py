"""What a reader of a C text should know although it is legal: signs after = that were part of it before 1978.

notes(SourceText("x.c", "… i =+ 1; …"), options)    # "=+ is = and + here: before 1978 it was +="
"""

from __future__ import annotations

import re

from interpreters.language import Options
from interpreters.languages.c_subset.lexer import scan, spliced
from interpreters.source.diagnostics import Diagnostic
from interpreters.source.position import SourceText

OLD = re.compile(r"=[-+*&]")


def notes(source: SourceText, options: Options) -> list[Diagnostic]:
    """Return a note on the first = that a sign follows at once: a plus, or one that stands away from its operand."""
    del options
    joined = spliced(source.text)
    tokens = scan(joined.text) if OLD.search(joined.text) else []
    for equal, sign, operand in zip(tokens, tokens[1:], tokens[2:], strict=False):
        away = sign == "+" or (sign in ("-", "*", "&") and sign.end_pos != operand.start_pos)
        if equal.type == "EQUAL" and equal.end_pos == sign.start_pos and away:
            place = source.place(joined.place(equal.start_pos or 0), joined.place((sign.end_pos or 1) - 1) + 1)
            return [Diagnostic(place, f"={sign} is = and {sign} here: before 1978 it was {sign}=")]
    return []
