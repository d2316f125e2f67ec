"""The informal Algol of Kawai's program (about 1974).

Defining document: the program itself and the article's remarks; README.md in this folder states the rules, each with
the line of the listing that shows it. What the listing does not show is decided there too.
"""

from getallenband.interpreters.language import NUMBER, Clue, Language, Setting, lazy

LANGUAGE = Language(
    name="informal_algol",
    title="informal Algol",
    extensions=(".kawai",),
    arithmetics=("ieee754",),
    settings=(Setting("stop_at_solution", ("0", NUMBER), "0", "end after this many PRINT RESULT; 0: go on"),),
    clues=(
        Clue(r"\bINT\b", "INT", 4),
        Clue(r"\]\s*(INT|BOOL)\b", "[…]INT", 5),
        Clue(r"\bBOOL\b", "BOOL", 4),
        Clue(r"\bPROC\b", "PROC", 4),
        Clue(r"\.\.\.", "a...b", 3),
        Clue(r"\bBEGIN\b", "BEGIN", 3),
        Clue(r":=|\+:?=", ":=", 1),
        Clue(r"\bPRINT\s*\(|\bPRINT LINE\b", "PRINT(…)", 2),
    ),
    inputs=("tape", "tables", "status"),
    parse=lazy(f"{__name__}.parse", "parse"),
    lower=lazy(f"{__name__}.lower", "lower"),
)
