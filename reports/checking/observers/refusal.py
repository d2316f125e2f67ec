"""See what a language says against a text as it was received, before any emendation.

observe = "refusal"
with = { file = "remainder.transcription", language = "amb_scheme" }
expected = "nothing"                                # else "line 5: unexpected )"
"""

from __future__ import annotations

from interpreters import SourceError, read
from reports.checking.observed import Context, Observed
from reports.running.job import find_language


def observe(context: Context, *, file: str, language: str) -> Observed:
    """Return the first thing that is wrong with a text of the edition, with its line; "nothing" where it is read."""
    try:
        read(context.program(file), find_language(language).name)
    except SourceError as error:
        first = error.diagnostics[0]
        return Observed(f"line {first.place.line}: {first.message}")
    return Observed("nothing")
