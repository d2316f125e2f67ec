"""Colours for listings: Pygments lexers for the languages that Pygments does not know, registered by entry point.

    lexer_for("ecol").get_tokens_unprocessed("57 x := bezet (eerstegat)")

A lexer only colours: it accepts any text, and its tokens joined give the text again.
"""

from __future__ import annotations

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name

from getallenband.interpreters.language import lazy

OURS = {
    "ecol": lazy(f"{__name__}.ecol", "EcolLexer"),
    "algol60": lazy(f"{__name__}.algol60", "Algol60Lexer"),
    "informal_algol": lazy(f"{__name__}.informal_algol", "InformalAlgolLexer"),
    "cdc_fortran": lazy(f"{__name__}.cdc_fortran", "CdcFortranLexer"),
}
"""Each is imported when it is asked for: it reads the words of its language, on which other listings do not depend."""
THEIRS = {"c_subset": "c", "amb_scheme": "scheme", "perl_subset": "perl"}


def lexer_for(language: str) -> Lexer:
    """Return the lexer of a language; text without colours for one that has none."""
    lexer: Lexer = OURS[language]() if language in OURS else get_lexer_by_name(THEIRS.get(language, "text"))
    return lexer
