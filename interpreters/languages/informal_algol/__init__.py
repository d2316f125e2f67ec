"""The informal Algol of Kawai's program (about 1974).

Defining document: the program itself and the article's remarks; README.md in this folder states the rules, each with
the line of the listing that shows it. What the listing does not show is decided there too.
"""

from interpreters.language import NUMBER, Language, Setting
from interpreters.languages.informal_algol.lower import lower
from interpreters.languages.informal_algol.parse import parse

LANGUAGE = Language(
    name="informal_algol",
    title="informal Algol",
    extensions=(".kawai",),
    arithmetics=("ieee754",),
    settings=(Setting("stop_at_solution", ("0", NUMBER), "0", "end after this many PRINT RESULT; 0: go on"),),
    parse=parse,
    lower=lower,
)
