r"""ALGOL 60.

Defining document: the Modified Report on the Algorithmic Language ALGOL 60 (1976). The setting `report` chooses the
Revised Report (1963) where the two differ.

What the reports leave open, and is chosen here:

- Representation: found out from the text (plain, upper, quoted, underlined; mixed where it cannot be read in one of
  these), or set; so is the language of the word symbols. Names are of any length; capital and small letters differ, but
  a standard procedure is found in either where the program declares no such name.
- Own arrays have integer bounds in the Modified Report; in the Revised Report elements within the new bounds and the
  former ones keep their values.
- A parameter without a specification is in each call what is given there: each combination has its version of the body.
- In a string between double quotes, or an accent and an apostrophe, a backslash writes a new line (`\n`) and the like.
- Both operands of ∧ ∨ ⊃ ≡ are evaluated, as all operands of an expression are (3.3.3).
- Reals are IEEE 754 doubles in either arithmetic.
- `outreal` prints 16 digits, the report's formula; page breaks print nothing, and NEWPAGE prints a form feed.
"""

from getallenband.interpreters.language import NUMBER, Clue, Language, Setting, lazy
from getallenband.interpreters.languages.algol60.symbols import word_languages
from getallenband.interpreters.languages.algol60.systems import BOTH, system_names
from getallenband.interpreters.source.stropping import REPRESENTATIONS

CURES = {
    "has no value yet": "--setting undefined=zero: variables begin with zero",
    r"^-?[1-9]\d* ↑ -\d+ is undefined": "--setting report=revised: an integer raised to a negative one is real",
    "^switch .* has no element": "--setting report=revised: such a jump does nothing",
    "is beyond 67108863$": "--arithmetic ieee754: integers of 64 bits",
}
"""What lets a program go on after a trap."""

LANGUAGE = Language(
    name="algol60",
    title="ALGOL 60",
    extensions=(".a60", ".alg", ".algol"),
    arithmetics=("ieee754", "el_x8"),
    settings=(
        Setting("report", ("modified", "revised"), "modified", "the report that defines the language"),
        Setting("representation", ("auto", *REPRESENTATIONS), "auto", "how word symbols are written"),
        Setting("words", ("auto", *word_languages()), "auto", "the language of the word symbols"),
        Setting("points", ("inside", "last"), "inside", "whether a number may end with a point"),
        Setting("library", (BOTH, *system_names()), BOTH, "the standard procedures that surround a program"),
        Setting("undefined", ("trap", "zero"), "trap", "what reading a variable that has no value yet does"),
        Setting("blanks", ("join", "separate"), "join", "whether one blank separates numbers that read takes"),
        Setting("time", (NUMBER,), "43200", "what TIMEOFDAY answers, in seconds: noon by default"),
    ),
    clues=(
        Clue(r"'\s*(?i:begin)\s*'", "'begin'", 12),
        Clue(r"_b_e_g_i_n|b\u0332e\u0332g\u0332i\u0332n\u0332", "underlined begin", 12),
        Clue(r"!begin\b", "!begin", 12),
        Clue(r"(?<!')\bbegin\b(?!')", "begin", 4),
        Clue(r"(?<!')\bBEGIN\b(?!')", "BEGIN", 3),
        Clue(r"\bDEBUT\b", "DEBUT", 4),
        Clue(r":=|\.=", ":=", 1),
        Clue(
            r"\b(integer|real|boolean|Boolean)\s+(procedure|array|[a-z])|\b(INTEGER|REAL|BOOLEAN)\b",
            "integer, real or Boolean",
            3,
        ),
        Clue(r"\b(?i:procedure|comment|switch)\b", "procedure, comment or switch", 2),
        Clue(r"\b(?i:step)\b.{0,200}\b(?i:until)\b", "step … until", 4),
        Clue(r"(?i:\bgo ?to\b)\s*[a-z]|\bif\b[^({]{0,200}\bthen\b", "if … then", 2),
    ),
    inputs=("tape", "hand", "xeen", NUMBER),
    parse=lazy(f"{__name__}.parse", "parse"),
    cures=CURES,
    notes=lazy(f"{__name__}.notes", "notes"),
    cause=lazy(f"{__name__}.comments", "cause"),
    lower=lazy(f"{__name__}.lower", "lower"),
    costs=lazy(f"{__name__}.costs", "costs"),
)
