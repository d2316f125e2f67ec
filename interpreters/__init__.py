r"""Run historical programs: read, lower, run.

>>> source = SourceText("double.ecol", "START\nSCHRIJF (4,0) := 2 * LEES\nKLAAR\n")
>>> tree = read(source, "ecol")
>>> outcome = run(source, "ecol", Request(tapes={"tape": SourceText("tape.txt", "21")}))
>>> outcome.ending.kind, outcome.output
('finished', '    42')

`read` parses, `lower` gives the IR, `run` does everything and returns an Outcome (pipeline.py has the stages in order).

    pipeline.py                             the stages in order: read this first
    language.py, request.py, outcome.py     what a language offers, what a run is asked for, what it did
    recognition.py                          which language a text is in
    source/, languages/, lowering/          from a text to the IR
    ir/, transform/                         the IR, and what is done to it before it runs
    running/, machine/, native/, wasm/      runs, the two engines, and the module for a page
    arithmetic/, clocks/, highlighting/     numbers and times of old machines; colours of listings
    testing/                                tools of tests and of authors of languages

The five modules here belong to no stage: all folders share the three that say what goes in and out, pipeline.py calls
the stages, and recognition.py tries the languages. Each is one idea in one file.
"""

from getallenband.interpreters.language import Language, Setting, checked_options, language
from getallenband.interpreters.outcome import Limits, Outcome
from getallenband.interpreters.pipeline import lower, page, read, run
from getallenband.interpreters.request import Options, ProbeRequest, Request, StopRequest
from getallenband.interpreters.running.decks import run_lowered
from getallenband.interpreters.running.engines import ASSERTING
from getallenband.interpreters.source.diagnostics import SourceError
from getallenband.interpreters.source.position import Place, SourceText

__all__ = [
    "ASSERTING", "Language", "Limits", "Options", "Outcome", "Place", "ProbeRequest", "Request", "Setting",
    "SourceError", "SourceText", "StopRequest", "checked_options", "language", "lower", "page", "read", "run",
    "run_lowered",
]  # fmt: skip
