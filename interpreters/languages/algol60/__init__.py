r"""ALGOL 60.

Defining document: the Modified Report on the Algorithmic Language ALGOL 60 (1976). The setting `report` chooses the
Revised Report (1963) where the two differ.

What the reports leave open, and is chosen here:

- Representation: detected from the text (plain, upper, quoted, underlined), or set. Names are of any length; capital
  and small letters differ, but a standard procedure is found in either where the program declares no such name.
- Own arrays have integer bounds, as the Modified Report has it, under either report.
- A parameter without a specification gets its kind from its use and its type from the actual parameters.
- In a string between double quotes, a backslash writes a new line (`\n`) and the like.
- A label called by value is evaluated when it is used, like one called by name.
- Both operands of ∧ ∨ ⊃ ≡ are evaluated, as all operands of an expression are (3.3.3).
- Reals are IEEE 754 doubles in either arithmetic.
- `outreal` prints 16 digits, the report's formula; `print` of the EL-X8 system prints integers as FIXT (8, 0) and
  reals as FLOT (12, 3), page breaks print nothing, and NEWPAGE prints a form feed.
"""

from interpreters.language import Language, Setting
from interpreters.languages.algol60.lower import lower
from interpreters.languages.algol60.parse import parse

LANGUAGE = Language(
    name="algol60",
    title="ALGOL 60",
    extensions=(".a60", ".alg", ".algol"),
    arithmetics=("ieee754", "el_x8"),
    settings=(
        Setting("report", ("modified", "revised"), "modified", "the report that defines the language"),
        Setting(
            "representation", ("auto", "plain", "upper", "quoted", "underlined"), "auto", "how symbols are written"
        ),
        Setting("library", ("both", "modified", "el_x8"), "both", "the standard procedures that surround a program"),
    ),
    parse=parse,
    lower=lower,
)
