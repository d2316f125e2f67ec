"""The Control Data 6600 (1964): words of 60 bits, ones' complement integers, ten 6-bit characters to a word.

Its real numbers had a mantissa of 48 bits and an exponent of 11; they are computed here as IEEE 754 doubles, which
have a mantissa of 53. An integer operation whose result does not fit traps. The characters are those of
CDC's 64-character set (display code), as the 6000 computer systems' reference manuals tabulate it.
"""

from getallenband.interpreters.arithmetic.number_system import NumberSystem

CDC6600 = NumberSystem(
    name="cdc6600",
    title="60-bit ones' complement integers",
    greatest=2**59 - 1,
    real_greatest=(2.0**48 - 1) * 2.0**975,
    real_least=2.0**-975,
    real_epsilon=2.0**-47,
)

DISPLAY_CODE = ":ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-*/()$= ,.#[]%\"_!&'?<>@\\^;"
"""The character of each code 0 to 63."""
