"""A small language: whole numbers, variables, print and read.

    n = read
    print n * (n + 1) / 2

Next: say here what document defines the language, and what it leaves open; then build it, construct by construct.
"""

from getallenband.interpreters.language import Language, lazy

LANGUAGE = Language(
    name="small_language",
    title="A small language",
    extensions=(".small_language",),
    arithmetics=("ieee754",),
    settings=(),
    clues=(),
    parse=lazy(f"{__name__}.parse", "parse"),
    lower=lazy(f"{__name__}.lower", "lower"),
)
