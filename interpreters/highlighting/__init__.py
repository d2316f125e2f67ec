"""Colours for listings: Pygments lexers for the languages that Pygments does not know, registered by entry point.

    lexer_for("ecol").get_tokens_unprocessed("57 x := bezet (eerstegat)")

A lexer only colours: it accepts any text, and its tokens joined give the text again.
"""

from __future__ import annotations

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name

from interpreters.highlighting.algol60 import Algol60Lexer
from interpreters.highlighting.cdc_fortran import CdcFortranLexer
from interpreters.highlighting.ecol import EcolLexer
from interpreters.highlighting.informal_algol import InformalAlgolLexer

OURS = {
    "ecol": EcolLexer,
    "algol60": Algol60Lexer,
    "informal_algol": InformalAlgolLexer,
    "cdc_fortran": CdcFortranLexer,
}
THEIRS = {"c_subset": "c", "amb_scheme": "scheme", "perl_subset": "perl"}


def lexer_for(language: str) -> Lexer:
    """Return the lexer of a language; text without colours for one that has none."""
    return OURS[language]() if language in OURS else get_lexer_by_name(THEIRS.get(language, "text"))
