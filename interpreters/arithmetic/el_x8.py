"""The Electrologica EL-X8 (1965): 27-bit ones' complement integers.

Its real numbers had a mantissa of 40 bits and an exponent of 12; they are computed here as IEEE 754 doubles, which
are finer. An integer operation whose result does not fit traps.
"""

from getallenband.interpreters.arithmetic.number_system import NumberSystem

EL_X8 = NumberSystem(
    name="el_x8",
    title="27-bit ones' complement integers",
    greatest=2**26 - 1,
    real_greatest=(2.0**40 - 1) * 2.0**983,
    real_least=2.0**-1022,
    real_epsilon=2.0**-39,
)
