"""Write into docs/reports.md which procedures of the languages' libraries pages do not have.

python -m getallenband.reports.publishing.player.lacks
"""

from __future__ import annotations

from pathlib import Path
from textwrap import fill

from getallenband import durable
from getallenband.interpreters import Options, SourceText, language, lower
from getallenband.interpreters.lowering.page_calls import page_parts

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reports.md"
BEGIN, END = "<!-- lacks: python -m getallenband.reports.publishing.player.lacks -->\n", "<!-- end of lacks -->"
SMALLEST = {
    "algol60": "begin end",
    "c_subset": "int main() { return 0; }",
    "cdc_fortran": "      PROGRAM X\n      END\n",
    "ecol": "START\nNR\nKLAAR\n",
    "informal_algol": "BEGIN PRINT LINE END",
    "perl_subset": "print 7;",
}
"""A program of each language that pages can run."""


def page() -> str:
    """Return docs/reports.md with the list as it is now."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{listed()}\n\n{END}{after}"


def listed() -> str:
    """Return a line for each language: what its library has and pages do not."""
    rows = []
    for name, text in SMALLEST.items():
        chosen = language(name)
        lowered = lower(SourceText(f"smallest{chosen.extensions[0]}", text), name, Options(chosen.arithmetics[0]))
        forms = page_parts(lowered).forms
        lacking = sorted({procedure.removeprefix("_") for procedure in lowered.library} - forms.keys())
        count = f"{len(lacking)} of {len(lowered.library)}"
        rows.append(fill(f"- {chosen.title}, {count}: {', '.join(lacking)}", 120, subsequent_indent="  "))
    return "\n".join(rows)


if __name__ == "__main__":
    durable.write(PAGE, page())
