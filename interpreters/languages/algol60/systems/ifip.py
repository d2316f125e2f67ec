"""The input and output procedures of IFIP (Report on Input-Output Procedures for ALGOL 60, 1964)."""

from getallenband.interpreters.languages.algol60.systems.system import Standard, System

REPORT = "IFIP 1964, 2"
SYSTEM = System(
    "the input and output procedures of IFIP",
    (
        Standard("insymbol (integer channel, string str, name integer destination)",
                 "the position of the tape's next character in the string, else 0", REPORT, "reads insymbol"),
        Standard("outsymbol (integer channel, string str, integer source)",
                 "the character at a position of the string", REPORT, "calls outsymbol"),
        Standard("integer length (string str)", "the number of characters of a string", REPORT, "calls length"),
        Standard("inreal (integer channel, name real destination)", "the tape's next number", REPORT,
                 "reads inreal"),
        Standard("outreal (integer channel, real source)", "a number and a space", REPORT, "prints outreal"),
        Standard("inarray (integer channel, array destination)",
                 "every element, the last subscript going fastest, as inreal does", REPORT, "reads_array"),
        Standard("outarray (integer channel, array source)",
                 "every element, the last subscript going fastest, as outreal does", REPORT, "calls outarray"),
    ),
)  # fmt: skip
