r"""Run a program, or a run of an edition; the result shows what was printed, and the listing with counts.

>>> result = run_text("START\nSCHRIJF (4,0) := 2 * LEES\nKLAAR\n", language="ecol", tape="21")
>>> print(result)
    42
>>> result.ending, result.counts["line 2"]
('finished', 1)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from interpreters import SourceText
from interpreters.outcome import Outcome
from reports.api.errors import public
from reports.runs.files import read_text
from reports.runs.job import MAIN_TAPE, RunJob, RunOptions, apply_options, job_for, text_job
from reports.runs.profile import named_listing
from reports.runs.record import RunRecord, run_record
from reports.runs.run import ending_message, notes_of, perform

if TYPE_CHECKING:
    import numpy

Tape = str | Path | Mapping[str, str | Path]
"""An input: a text, the path of a file, or several of them by name."""


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

        return numpy.array(sorted(self.outcome.probes[probe].items()), dtype=numpy.int64).reshape(-1, 2)

    def table(self, probe: str) -> str:
        """Return a probe's values and how often each was there as a table of HTML."""
        rows = "".join(
            f"<tr><td>{value}</td><td>{times}</td></tr>" for value, times in sorted(self.probes[probe].items())
        )
        return f"<table><tr><th>{escape(probe)}</th><th>times</th></tr>{rows}</table>"

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


class RunKeywords(TypedDict, total=False):
    """How to run: `tape` is a text, the Path of a file, or several by name; probes are STATEMENT:VARIABLE by name.

    A stop is STATEMENT:N; budgets are in statements, bytes of output and of memory, and calls within calls.
    """

    language: str
    arithmetic: str
    tape: Tape
    settings: Mapping[str, str]
    probes: Mapping[str, str]
    stop: str
    engine: str
    max_statements: int | None
    max_output: int | None
    max_memory: int | None
    max_depth: int | None


@public
def run(program: str | Path, **keywords: Unpack[RunKeywords]) -> Result:
    """Run a program in a file, or EDITION[/RUN]; raise Error where the file or an option is wrong.

    Options are those of RunKeywords: language, arithmetic, tape, settings, probes, stop, engine, max_statements,
    max_output, max_memory, max_depth.
    """
    return performed(job_for(str(program), options(keywords)))


@public
def run_text(text: str, **keywords: Unpack[RunKeywords]) -> Result:
    """Run a program that is given as a text, as `run` does; the language is recognised where none is named."""
    job = text_job(SourceText("program", text), keywords.get("language", ""))
    return performed(apply_options(job, options(keywords)))


def performed(job: RunJob) -> Result:
    return Result(job, perform(job))


def options(keywords: RunKeywords) -> RunOptions:
    """Return what the command line would say; raise TypeError for an unknown keyword, as Python does."""
    if unknown := keywords.keys() - RunKeywords.__annotations__.keys():
        raise TypeError(f"run() got an unexpected keyword argument {min(unknown)!r}")
    tape = keywords.get("tape", "")
    tapes = tape if isinstance(tape, Mapping) else {MAIN_TAPE: tape} if tape else {}
    return RunOptions(
        language=keywords.get("language", ""),
        arithmetic=keywords.get("arithmetic", ""),
        settings=[f"{name}={value}" for name, value in (keywords.get("settings") or {}).items()],
        engine=keywords.get("engine", ""),
        statements=keywords.get("max_statements"),
        output=keywords.get("max_output"),
        memory=keywords.get("max_memory"),
        depth=keywords.get("max_depth"),
        probes=[f"{name}={place}" for name, place in (keywords.get("probes") or {}).items()],
        stop=keywords.get("stop", ""),
        tape_texts={
            name: read_text(content) if isinstance(content, Path) else SourceText(name, content)
            for name, content in tapes.items()
        },
    )
