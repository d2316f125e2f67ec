r"""Run a program, or a run of an edition; the result shows what was printed, and the listing with counts.

>>> result = run_text("START\nSCHRIJF (4,0) := 2 * LEES\nKLAAR\n", language="ecol", tape="21")
>>> print(result)
    42
>>> result.ending, result.counts["line 2"]
('finished', 1)
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast, get_type_hints

from getallenband.durable.errors import Error
from getallenband.durable.names import unknown
from getallenband.interpreters import SourceText
from getallenband.interpreters.outcome import Outcome
from getallenband.reports.api.errors import public
from getallenband.reports.runs.job import RunJob, apply_options, job_for, text_job
from getallenband.reports.runs.options import OPTIONS, RunOptions
from getallenband.reports.runs.profile import ListingLine, named_listing, profile
from getallenband.reports.runs.record import RunRecord, run_record
from getallenband.reports.runs.run import ending_message, notes_of, perform

if TYPE_CHECKING:
    import numpy


@dataclass(frozen=True, repr=False)
class Result:
    """What a run did: `print` shows its output, a notebook the listing with counts too.

    `job` is what was run and how, `outcome` what came out, as our packages pass them on.
    """

    job: RunJob
    outcome: Outcome

    @property
    def output(self) -> str:
        """What the program printed."""
        return self.outcome.output

    @property
    def ending(self) -> str:
        """How it ended: finished, trap, exhausted, unsupported or interrupted."""
        return self.outcome.ending.kind

    @property
    def message(self) -> str:
        """What ended it, with file, line and caret; "" for a program that ended by itself."""
        return ending_message(self.job, self.outcome)

    @property
    def notes(self) -> list[str]:
        """What is legal in the text or its run, but may not be what its author meant; a line each."""
        return notes_of(self.job, self.outcome)

    @property
    def counts(self) -> dict[str, int]:
        """How often each statement was executed, by its name: a label, LINE or LINE:COLUMN."""
        return dict(self.outcome.counts)

    @property
    def probes(self) -> dict[str, dict[int, int]]:
        """For each probe how often the variable had each value."""
        return {name: dict(values) for name, values in self.outcome.probes.items()}

    @property
    def files(self) -> dict[str, str]:
        """What the program wrote to files, by their names."""
        return dict(self.outcome.files)

    @property
    def lines(self) -> list[ListingLine]:
        """Each line of the program: its number, its text, and its statements with their columns and counts."""
        return profile(self.job, self.outcome.counts)

    @cached_property
    def variables(self) -> dict[str, Any]:
        """What each variable holds where the run ended: at its end, a stop, a trap, or a budget.

        An array is a dictionary of its elements by subscript, a tuple where it has several; a truth value is 0 or 1; a
        variable without a value is None. Shown are the variables of the program and of the procedure that the run ended
        in, which the run is repeated to learn; those of Perl and Scheme are not known. Raise Error for a run that was
        interrupted.
        """
        if self.ending == "interrupted":
            raise Error("the run was interrupted: what its variables held then is not known")
        inspected = replace(self.job, request=replace(self.job.request, inspected=True))
        return dict(perform(inspected).variables)

    @property
    def listing(self) -> str:
        """The program beside the count and the name of each statement."""
        return named_listing(self.job, self.outcome.counts, {})

    @property
    def record(self) -> RunRecord:
        """The run record, as `run --record` writes it."""
        return run_record(self.job, self.outcome)

    def array(self, probe: str) -> numpy.ndarray[Any, Any]:
        """Return a probe's values and how often each was there, as rows of two integers in ascending order."""
        import numpy

        return numpy.array(self._values(probe), dtype=numpy.int64).reshape(-1, 2)

    def table(self, probe: str) -> str:
        """Return a probe's values and how often each was there as a table of HTML."""
        rows = "".join(f"<tr><td>{value}</td><td>{times}</td></tr>" for value, times in self._values(probe))
        return f"<table><tr><th>{escape(probe)}</th><th>times</th></tr>{rows}</table>"

    def _values(self, probe: str) -> list[tuple[int, int]]:
        if probe not in self.outcome.probes:
            raise Error(unknown("probe", probe, self.outcome.probes))
        return sorted(self.outcome.probes[probe].items())

    def __repr__(self) -> str:
        return f"<run of {self.job.title}: {self.ending}, {len(self.output):,} characters printed>"

    def __str__(self) -> str:
        return self.output + (f"\n{self.message}" if self.message else "")

    def _repr_html_(self) -> str:
        return (
            f"{preformatted(self.output)}{preformatted(self.message)}{''.join(map(self.table, self.probes))}"
            f"<details><summary>{sum(self.outcome.counts.values()):,} statements</summary>"
            f"{preformatted(self.listing)}</details>"
        )


def preformatted(text: str) -> str:
    """Return a text as HTML in a fixed pitch, which the style sheets of notebooks do not always give."""
    return f'<pre style="font-family: monospace; line-height: 1.35">{escape(text)}</pre>' if text else ""


EXAMPLES = {
    "tape": ' tape="3 4", tape=Path("numbers.txt"), tape={"TAPE1": "3 4"}',
    "settings": ' settings={"undefined": "zero"}',
    "max_memory": " max_memory=64 << 20",
    "probes": ' probes={"doubled": "2:n"}',
    "stop": ' stop="3:2"',
}
"""How options are written in Python, where the command line's words do not say it."""


def list_options(function: Callable[..., Result]) -> None:
    """Give a function the options in its signature and docstring, which `help` and notebooks show.

    Type checkers have them from `Unpack`.
    """
    types = get_type_hints(RunOptions)
    signature = inspect.signature(function)
    program, _ = signature.parameters.values()  # the second is **options
    options = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=types[name] | None)
        for name in OPTIONS
    ]
    vars(function)["__signature__"] = signature.replace(parameters=[program, *options])
    said = {name: re.sub(r", such as [^; ]*[^;. ]|; repeatable", "", option.help) for name, option in OPTIONS.items()}
    described = [f"- {name}: {said[name]}{EXAMPLES.get(name, '')}" for name in OPTIONS]
    head = "Where an option is None, the edition or the language decides:"
    function.__doc__ = "\n".join([inspect.getdoc(function) or "", "", head, "", *described])


@public
def run(program: str | Path, **options: Unpack[RunOptions]) -> Result:
    """Run a program in a file, or EDITION[/RUN]; raise Error where the file or an option is wrong."""
    return performed(job_for(str(program), given(options)))


@public
def run_text(text: str, **options: Unpack[RunOptions]) -> Result:
    """Run a program that is given as a text, as `run` does; the language is recognised where none is named."""
    chosen = given(options)
    return performed(apply_options(text_job(SourceText("program", text), chosen.get("language") or ""), chosen))


def given(options: RunOptions) -> RunOptions:
    """Return the options that are not None."""
    return cast(RunOptions, {name: value for name, value in options.items() if value is not None})


list_options(run)
list_options(run_text)


def performed(job: RunJob) -> Result:
    return Result(job, perform(job))
