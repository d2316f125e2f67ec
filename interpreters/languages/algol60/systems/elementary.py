"""What every system has: the functions that are recommended in 3.2.4 and 3.2.5 of the report."""

from getallenband.interpreters.languages.algol60.systems.system import Standard, System

REPORT = "report, 3.2.4"
SYSTEM = System(
    "every system",
    (
        Standard("real abs (real E)", "absolute value; of an integer an integer", REPORT, "sized"),
        Standard("integer iabs (integer E)", "absolute value of an integer", "Modified Report, appendix 2", "sized"),
        Standard("integer sign (real E)", "+1, 0 or -1", REPORT, "sign"),
        Standard("integer entier (real E)", "the largest integer not greater", "report, 3.2.5", "entier"),
        Standard("real sqrt (real E)", "square root", REPORT, "mathematical"),
        Standard("real sin (real E)", "sine", REPORT, "mathematical"),
        Standard("real cos (real E)", "cosine", REPORT, "mathematical"),
        Standard("real arctan (real E)", "principal value of the arctangent", REPORT, "mathematical"),
        Standard("real ln (real E)", "natural logarithm", REPORT, "mathematical"),
        Standard("real exp (real E)", "exponential function", REPORT, "mathematical"),
        Standard("stop", "end of the run", "Modified Report, appendix 2", "stop"),
    ),
    (),
)
