"""Today's arithmetic: 64-bit integers with a symmetric range, IEEE 754 double reals."""

import sys

from getallenband.interpreters.arithmetic.number_system import NumberSystem

IEEE754 = NumberSystem(
    name="ieee754",
    title="64-bit integers, IEEE 754 double reals",
    greatest=2**63 - 1,
    real_greatest=sys.float_info.max,
    real_least=sys.float_info.min,
    real_epsilon=sys.float_info.epsilon,
)
