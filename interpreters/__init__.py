r"""Run historical programs: read, lower, run.

>>> source = SourceText("double.ecol", "START\nSCHRIJF (4,0) := 2 * LEES\nKLAAR\n")
>>> tree = read(source, "ecol")
>>> outcome = run(source, "ecol", Request(tapes={"tape": SourceText("tape.txt", "21")}))
>>> outcome.ending.kind, outcome.output
('finished', '    42')

`read` parses, `lower` gives the IR, `run` does everything and returns an Outcome.
"""

from interpreters.language import Language, Options, Request, Setting, checked_options, language
from interpreters.outcome import Limits, Outcome
from interpreters.running import ASSERTING, lower, page, read, run, run_lowered
from interpreters.source.diagnostics import SourceError
from interpreters.source.position import Place, SourceText
from interpreters.transform.instrumentation import ProbeRequest, StopRequest

__all__ = [
    "ASSERTING", "Language", "Limits", "Options", "Outcome", "Place", "ProbeRequest", "Request", "Setting",
    "SourceError", "SourceText", "StopRequest", "checked_options", "language", "lower", "page", "read", "run",
    "run_lowered",
]  # fmt: skip
