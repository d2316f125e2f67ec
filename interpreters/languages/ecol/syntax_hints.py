r"""What a line that cannot be read should most likely be: the usual slips of a school class.

    hint("LEES n\n", 0)                       # "write n := LEES"
    hint("ALS a = 1 DAN NR\n", 14)            # "after DAN comes a label or STOP: put NR on a line with a label"

A parser only knows the symbol that it could not take; the rest of the line says more.
"""

from __future__ import annotations

import re

from getallenband.interpreters.languages.ecol.grammar import GRAMMAR
from getallenband.interpreters.source.words import meanings

NO_COMMANDS = {"STOP", "SUB", "END", "FUN"}
COMMAND = "|".join(word for word in GRAMMAR.first_words("statement") if word not in NO_COMMANDS)
"""The words that begin a statement and do nothing else: STOP is a target too, and the others divide a program."""
FUNCTION = GRAMMAR.pattern("FUNCTION")
CARD = 200
"""A line that is as long was not written by hand: patterns are not tried, which might take long."""

SLIPS = (
    (r"^let\b\s*(\w+)\s*▲=\s*(.*)", r"an assignment has no LET: \1 := \2"),
    (r"^als\b[^▲]*▲=", "words of the language are written in capitals: ALS, DAN"),
    (r"^▲LET\b\s*(\w+(?:\s*\([^()]*\))?)\s*:?=\s*(.*)", r"an assignment has no LET: \1 := \2"),
    (r"[=]▲<|=\s+▲<", "not greater is written <="),
    (r"=▲>|=\s+▲>", "not less is written >="),
    (r"^ALS\b.*(?:▲!=|>▲<|▲#)", "not equal is written /= or <>"),
    (r"^ALS\b.*=▲=", "a comparison is written with one ="),
    (r"▲[&]", "both conditions: EN"),
    (r"^▲(?://|/\*|\(\*|#|'|\{|REM\b|OPMERKING\b)", "a comment is written after a semicolon"),
    (r"^([a-z]\w*)\s*▲(?:([-+*/])=|([-+])\3)", r"an assignment names its variable twice: \1 := \1 + 1"),
    (r"^([a-z]\w*)\s*▲(?:<-|:)\s*(.*)", r"an assignment is written :=: \1 := \2"),
    (r"^ALS\b[^<>=≤≥≠]*[<>=≤≥≠]+[^<>=≤≥≠]*▲[<>=≤≥≠]", "each condition compares two values: 1 < a EN a < 3"),
    (r"^ALS\b.*\bDAN\s*▲$", "after DAN comes a label or STOP: ALS a = 1 DAN 10"),
    (r"^ALS\s*\(.*▲[<>=≤≥≠]", "a condition stands without parentheses: ALS a = 1 DAN 10"),
    (r"^▲ANDERS\b", "ANDERS stands on the line of its ALS: ALS a = 1 DAN 10 ANDERS 20"),
    (r"^([a-z]\w*)\s*,\s*|^([a-z]\w*)\s*▲,", "a line has one command, and one :="),
    (r"^[a-z]\w*\s*:=[^▲]*▲:\s*[a-z]\w*\s*:=", "a line has one command, and one :="),
    (r"^[a-z]\w*\s*:=.*▲,\s*[a-z]\w*\s*:=", "a line has one command, and one :="),
    (r":=\s*LEES\s*▲\(?\s*\w", "LEES stands alone: it is the next number of the tape"),
    (r"^(TEKST|SCHRIJF)\b.*▲,\s*(\w.*)", r"a line prints one thing: SCHRIJF := \2 on a line of its own"),
    (r"^SUB\b[^▲]*▲\(", "a SUB has no parameters: it shares the names of the program"),
    (r"^([a-z]\w*)\s*\(\s*▲\)", r"a SUB is called by its name alone: \1"),
    (r"^(?!tekst\b)[a-z][\w ]*:=\s*▲\"", "a variable holds a number; a text is printed by TEKST"),
    (r"▲%\s*[\w(]", "a remainder is a - b × G (a / b)"),
    (r"^▲LEES(SYM)?\W*([a-zA-Z]\w*)", r"write \2 := LEES\1"),
    (r"^SCHRIJF(?:SYM)?\s*(?::=)?\s*▲(\".*)", r"a text is printed by TEKST := \1"),
    (r"^(SCHRIJF|SCHRIJM|SCHRIJFSYM)\s*▲\s*=?\s*([^=:(]+)$", r"write \1 := \2"),
    (r"^SCHRIJF\s*\(([^(),:]+)▲\)\s*$", r"write SCHRIJF := \1, or with places SCHRIJF (6, 0) := \1"),
    (r"^SCHRIJF\s*\(([^(),:]+)▲\)\s*:=", r"give the places before and after the point: SCHRIJF (\1, 0) := …"),
    (r"^(SCHRIJM|SCHRIJFSYM)\s*▲\(", r"\1 has no places: write \1 := …"),
    (r"^TEKST\s*▲\s*=?\s*(\".*)", r"write TEKST := \1"),
    (r"^TEKST\s*:=\s*▲\"[^\"]*$", "the quotation mark at the end is missing"),
    (r"^TEKST\s*(?::=)?\s*▲\W*(.*?)\W*$", r'write TEKST := "\1"'),
    (rf"\b(NR|SPATIE|{FUNCTION})\s*▲\s*([a-z0-9]\w*)", r"write \1 (\2)"),
    (r"^(START|KLAAR|HERHAAL|END|STOP|NP|SKIP)\s*▲", r"\1 must be alone on its line"),
    (r"\b(?:DAN|ANDERS)\s+▲NAAR\s+(\w+)", r"write \1 alone: DAN and ANDERS take a label without NAAR"),
    (r"\b(DAN|ANDERS)\s*▲\s*(\S.*?)(?:\s+ANDERS\b.*)?$",
     r"after \1 comes a label or STOP: put \2 on a line with a label"),
    (r"^ALS\b.*▲(?:NAAR|THEN|ANDERS)\b", "DAN is missing: ALS a = 1 DAN 10"),
    (r"^ALS\b.*▲:\s*=", "a comparison is written = and an assignment :="),
    (r"^NAAR\s*▲\S", "a jump goes to the number before a line, or to STOP: NAAR 10"),
    (r"(\d+)(?:▲,|,▲)\s*(\d+)", r"write a decimal point: \1.\2"),
    (r"^MET\b(?!.*▲[A-Z])", "a loop has its step first: MET 1, i := 1, 10"),
    (r"^RIJ(SYM)?\s*\(([^:,()▲]*)▲\)", r"an array has two bounds, then its name: RIJ\1 (1:\2) r"),
    (r"^RIJ(SYM)?\s*▲([a-z]\w*)\s*\(([^:,()]*)\)", r"an array has two bounds, then its name: RIJ\1 (1:\3) \2"),
    (r"^RIJ\b(?!.*▲[A-Z])", "an array has two bounds, then its name: RIJ (1:10) r"),
    (r"^FUN\b(?!.*▲[A-Z])", "a function has parameters, and its value at its end: FUN f (x), then FUN := x × x"),
    (r"^▲=", "the left side of := must be a variable"),
    (r":=.*▲:(?!\s*=)", "a division is written /"),
    (r"▲[\^↑]", "a power is written M: a M 2"),
    (r"▲[·•]", "a product is written × or *"),
    (r"▲√", "a square root is written WRTL (a)"),
    (r"▲[\[\]]", "a subscript is written in round brackets: r (3)"),
    (rf"^[^▲]*\S[^▲]*▲({COMMAND})\b", r"a line has one command: write \1 on a line of its own"),
    (r"▲:\s*=|^\S.*▲[a-z]\w*[^=]*:=", "a line has one command, and one :="),
    (r"(\d+)\s*▲([a-z]\w*|\()", r"a product is written with ×: \1 × \2"),
    (r"^ALS\b[^<>=≤≥≠]*▲", "a condition compares two values: a = 1"),
    (r"^ALS\b.*\b(?:EN|OF)\b[^<>=≤≥≠]*▲(?:DAN|EN|OF)\b", "both sides of EN and OF compare two values: a = 1 OF a = 2"),
    (r"^[^()]*\([^()]*▲$", "a ) is missing"),
    (r"▲=", "an assignment is written :="),
)  # fmt: skip
"""A line without its label, ▲ before what could not be taken, and what should be written."""


def hint(text: str, offset: int) -> str:
    """Return a hint for text that cannot be parsed from an offset on, or nothing."""
    start, end = text.rfind("\n", 0, offset) + 1, text.find("\n", offset)
    parts = text[start:offset], text[offset : end if end >= 0 else len(text)]
    before, after = (part if '"' in text[start:end] else part.partition(";")[0] for part in parts)
    line = re.sub(r"^\s*\d[\d \t]*:?\s*", "", f"{before}▲{after.rstrip()}").lstrip()
    for pattern, written in SLIPS if len(line) < CARD else ():
        if found := re.search(pattern, line):
            return found.expand(written)
    return wrong_word(line)


def wrong_word(line: str) -> str:
    """Explain letters that could not be read, or words in small letters before them."""
    found = re.search(r"([A-Za-z]\w*)?▲(\w*)", line)
    word = "".join(part or "" for part in found.groups()) if found else ""
    if word.upper() in (foreign := meanings(__package__, "foreign")):
        return foreign[word.upper()]
    mixed = [other.upper() for other in re.findall(r"[A-Za-z]{2,}", line) if not other.isupper()]
    if own := [other for other in mixed if other in GRAMMAR.words]:
        return f"words of the language are written in capitals: {', '.join(own)}"
    if word[:1].isupper() and word not in GRAMMAR.words:
        return f"names are written in small letters: {word.lower()}"
    return ""


def small_word(name: str) -> str:
    """Return the word of the language that a name in small letters begins with, if any, ignoring blanks."""
    if name.upper() in (foreign := meanings(__package__, "foreign")):
        return foreign[name.upper()]
    own = [word for word in GRAMMAR.words if len(word) > 1 and name.startswith(word.lower())]
    return f"words of the language are written in capitals: {max(own, key=len)}" if own else ""
