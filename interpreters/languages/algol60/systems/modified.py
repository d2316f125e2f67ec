"""The environmental block of the Modified Report."""

from getallenband.interpreters.languages.algol60.systems.system import Standard, System

BLOCK = "Modified Report, appendix 2"
READ_CHARACTER = "the position of the tape's next character in the string, else 0"
CHARACTER = "the character at a position of the string"
SYSTEM = System(
    "the Modified Report's environmental block",
    (
        Standard("fault (string str, real r)", "end of the run, with a message and a number", BLOCK, "calls fault"),
        Standard("inchar (integer channel, string str, name integer int)", READ_CHARACTER, BLOCK, "reads inchar"),
        Standard("insymbol (integer channel, string str, name integer int)", READ_CHARACTER, "IFIP 1964, 2.1",
                 "reads insymbol"),
        Standard("outchar (integer channel, string str, integer int)", CHARACTER, BLOCK, "calls outchar"),
        Standard("outsymbol (integer channel, string str, integer int)", CHARACTER, "IFIP 1964, 2.1",
                 "calls outsymbol"),
        Standard("integer length (string str)", "the number of characters of a string", BLOCK, "calls length"),
        Standard("outstring (integer channel, string str)", "the characters of a string", BLOCK, "prints outstring"),
        Standard("outterminator (integer channel)", "what follows a number: a space", BLOCK, "prints outterminator"),
        Standard("ininteger (integer channel, name integer int)", "the tape's next integer", BLOCK,
                 "reads ininteger"),
        Standard("outinteger (integer channel, integer int)", "an integer and a space", BLOCK, "prints outinteger"),
        Standard("inreal (integer channel, name real re)", "the tape's next number", BLOCK, "reads inreal"),
        Standard("outreal (integer channel, real re)", "a number of 16 digits and a space", BLOCK, "prints outreal"),
        Standard("real maxreal", "the largest real number", BLOCK, "enquiry"),
        Standard("real minreal", "the smallest positive real number", BLOCK, "enquiry"),
        Standard("integer maxint", "the largest integer", BLOCK, "greatest_integer"),
        Standard("real epsilon", "the smallest number that 1 + epsilon shows", BLOCK, "enquiry"),
    ),
)  # fmt: skip
