"""What jff_a2c added (J. van Katwijk): its file procedures (open_file, close_file) are not among it here."""

from getallenband.interpreters.languages.algol60.systems.system import Standard, System

PRELUDE = "jff prelude"
LOWER, UPPER = "the lower bound of a dimension, from 1", "the upper bound of a dimension, from 1"
SYSTEM = System(
    "jff_a2c",
    (
        Standard("newline (integer channel)", "a new line", PRELUDE, "prints newline"),
        Standard("space (integer channel)", "one space", PRELUDE, "prints one_space"),
        Standard("outreal_16_11 (integer channel, real v)", "a number in 16 places, 11 after the point", PRELUDE,
                 "prints outreal_16_11"),
        Standard("outreal_e_10 (integer channel, real v)", "a number with exponent, 10 places after the point",
                 PRELUDE, "prints outreal_e_10"),
        Standard("real read_real (integer channel)", "the tape's next number", PRELUDE, "calls inreal"),
        Standard("integer raw_in (integer channel)", "the number of the tape's next character, at its end -1", PRELUDE,
                 "calls raw_in"),
        Standard("raw_out (integer channel, integer val)", "the character with a number", PRELUDE, "calls raw_out"),
        Standard("real fabs (real x)", "absolute value", PRELUDE, "sized"),
        Standard("real random", "a number of at least 0 and below 1; the same sequence in every run", PRELUDE,
                 "calls random"),
        Standard("Boolean isinfinite (real x)", "whether a number is infinite", PRELUDE, "calls isinfinite"),
        Standard("integer i_lwb (array a, integer i)", LOWER, PRELUDE, "bound lower"),
        Standard("integer r_lwb (array a, integer i)", LOWER, PRELUDE, "bound lower"),
        Standard("integer b_lwb (array a, integer i)", LOWER, PRELUDE, "bound lower"),
        Standard("integer i_upb (array a, integer i)", UPPER, PRELUDE, "bound upper"),
        Standard("integer r_upb (array a, integer i)", UPPER, PRELUDE, "bound upper"),
        Standard("integer b_upb (array a, integer i)", UPPER, PRELUDE, "bound upper"),
        Standard("real RAC2 (real e)", "square root, in the French prelude", "jff prelude_f",
                 "real procedure RAC2(e); value e; real e; RAC2 := sqrt(e)"),
        Standard("integer SIGNE (real x)", "+1, 0 or -1, in the French prelude", "jff prelude_f",
                 "integer procedure SIGNE(x); value x; real x; SIGNE := sign(x)"),
    ),
    ("elementary", "modified"),
)  # fmt: skip
