"""What a run needs, from what the command line said: a program with its inputs, options and limits.

job = job_for("x.ecol", RunOptions(tapes=["tape=numbers.txt"]))
job.source, job.language, job.request
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from durable.visible import shown
from interpreters import (
    Limits,
    Options,
    ProbeRequest,
    Request,
    SourceText,
    StopRequest,
)
from interpreters.language import Language, checked_options, installed, language, languages, ours
from interpreters.recognition import Recognition, recognize
from interpreters.source.diagnostics import UserError, rendered_note
from originals.errors import TextNotHere
from originals.folders import exists, names, opened
from reports.runs.files import read_noted
from reports.runs.names import UnknownNameError

if TYPE_CHECKING:
    from originals.edition import Edition
    from originals.runs import Run

MAIN_TAPE = "tape"


@dataclass(frozen=True)
class RunJob:
    """One program to be run. `checksums` (sha256) name everything that it was made from; `edition` is "" for a file.

    `notes` are lines: what was chosen for a file whose language nobody named, and what its language notes of the text.
    """

    source: SourceText
    language: str
    request: Request
    checksums: Mapping[str, str]
    edition: str = ""
    run: str = ""
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Return what messages call the job."""
        return f"{self.edition}/{self.run}" if self.edition else self.source.name


@dataclass(frozen=True)
class RunOptions:
    """What the command line said about a run, as text; what is empty is left to the edition or the language."""

    language: str = ""
    arithmetic: str = ""
    tapes: Sequence[str] = ()
    settings: Sequence[str] = ()
    engine: str = ""
    statements: int | None = None
    output: int | None = None
    memory: int | None = None
    depth: int | None = None
    probes: Sequence[str] = ()
    stop: str = ""
    trace: bool = False
    tape_texts: Mapping[str, SourceText] = field(default_factory=dict)
    encoding: str = ""


def job_for(target: str, wishes: RunOptions) -> RunJob:
    """Find what is to be run; raise OSError, UserError, SourceError, EditionError or UnknownNameError."""
    edition, run = opened(target)
    if exists(edition):
        if wishes.language:
            raise UserError(f"--language {wishes.language}: an edition says itself what its language is")
        return apply_options(run_job(edition, run), wishes)
    if target != "-" and not Path(target).exists() and not Path(target).suffix:
        raise UnknownNameError("edition or file", edition, names())
    return apply_options(file_job(target, wishes.language, wishes.encoding), wishes)


def run_job(edition_name: str, run_name: str) -> RunJob:
    """Make a job of a run of an edition; without a name the first that the edition lists."""
    from originals.edition import edition  # not for a program in a file

    found = edition(edition_name)
    if not found.runs:
        raise UserError(f"the edition {edition_name} has no runs")
    return job_of_run(found, found.run(run_name or next(iter(found.runs))))


def job_of_run(found: Edition, run: Run) -> RunJob:
    """Make a job of a run of this edition, or of one that was made from it; raise TextNotHere where it lacks a text."""
    if run.missing:
        raise TextNotHere(run.missing)
    options = Options(run.arithmetic, run.settings)
    with run.entry.blamed():
        lang = find_language(run.language)
    with run.entry.blamed("settings" if run.arithmetic in lang.arithmetics else "arithmetic"):
        checked_options(lang, options)
    usual = Limits()
    request = Request(
        options=options,
        tapes={name: SourceText(f"{found.name}/{run.inputs[name]}", text) for name, text in run.tapes.items()},
        limits=Limits(
            run.budget.statements or usual.statements,
            run.budget.output or usual.output,
            run.budget.memory or usual.memory,
            run.budget.depth or usual.depth,
        ),
        probes={name: ProbeRequest(probe.statement, probe.variable) for name, probe in run.probes.items()},
        stop=StopRequest(run.stop.statement, run.stop.execution) if run.stop else None,
    )
    source = SourceText(f"{found.name}/{found.texts[run.text].file}", run.reading)
    return RunJob(source, run.language, request, run.sources, found.name, run.name)


def file_job(target: str, name: str, encoding: str = "") -> RunJob:
    """Make a job of a program in a file, with no inputs yet."""
    lang = None if name else language_of(Path(target))
    source, notes = read_noted(Path(target), encoding=encoding)
    job = text_job(source, lang.name if lang else name)
    return replace(job, notes=(*notes, *job.notes))


def text_job(source: SourceText, name: str = "") -> RunJob:
    """Make a job of a program text, whose language is recognised if none is named."""
    notes, settings = tuple[str, ...](), dict[str, str]()
    lang = find_language(name) if name else None
    if lang is None:
        found = recognize(source)
        lang, settings = found.language, dict(found.settings)
        notes = (recognition_note(source, found),)
    options = Options(lang.arithmetics[0], settings)
    return RunJob(source, lang.name, Request(options=options), {"program": checksum(source.text)}, notes=notes)


def recognition_note(source: SourceText, found: Recognition) -> str:
    """Say what a text is taken for, and why."""
    lang = found.language
    chosen = [f"--language {lang.name}", f"--arithmetic {lang.arithmetics[0]}"]
    chosen += [f"--setting {name}={value}" for name, value in found.settings.items()]
    return f"{source.name}: taken for {lang.title} ({found.why}): {' '.join(chosen)}"


def apply_options(job: RunJob, wishes: RunOptions) -> RunJob:
    """Put what the command line said over what the job has."""
    request = job.request
    options = Options(
        wishes.arithmetic or request.options.arithmetic,
        {**request.options.settings, **pairs("--setting", wishes.settings)},
    )
    given = tape_files(wishes.tapes, wishes.encoding)
    tapes = {**wishes.tape_texts, **{name: text for name, (text, _) in given.items()}}
    sums = {f"input {name}": checksum(text.text) for name, text in tapes.items()}
    if wishes.engine not in ("", "native", "machine"):
        raise UnknownNameError("engine", wishes.engine, ["native", "machine"])
    if wishes.trace and wishes.engine == "native":
        raise UserError("--trace and --step need the machine engine: leave --engine native out")
    limits = Limits(
        wishes.statements or request.limits.statements,
        wishes.output or request.limits.output,
        wishes.memory or request.limits.memory,
        wishes.depth or request.limits.depth,
    )
    request = replace(
        request,
        options=options,
        tapes={**request.tapes, **tapes},
        limits=limits,
        engine=wishes.engine or ("machine" if wishes.trace else request.engine),
        probes={**request.probes, **probe_requests(wishes.probes)},
        stop=stop_request(wishes.stop) or request.stop,
    )
    of_text = language(job.language).notes
    found = of_text(job.source, options) if of_text is not None else ()
    of_tapes = (note for _, notes in given.values() for note in notes)
    notes = (*job.notes, *of_tapes, *(rendered_note(job.source, note) for note in found))
    return replace(job, request=request, checksums={**job.checksums, **sums}, notes=notes)


def find_language(name: str) -> Language:
    """Return the language of this name; raise UnknownNameError if there is none."""
    try:
        return language(name)
    except KeyError:
        raise UnknownNameError("language", name, languages()) from None


def language_of(path: Path) -> Language | None:
    """Return the language that a file's extension names, None where it names no one."""
    extension = path.suffix.lower()
    if extension[1:] in ours() and extension in (first := language(extension[1:])).extensions:
        return first
    for known in (ours(), installed()):
        found = [lang for lang in map(language, known) if extension in lang.extensions]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def tape_files(wishes: Sequence[str], encoding: str) -> dict[str, tuple[SourceText, tuple[str, ...]]]:
    """Read the inputs, [NAME=]FILE, each with notes."""
    found: dict[str, tuple[SourceText, tuple[str, ...]]] = {}
    for wish in wishes:
        name, sign, file = wish.partition("=")
        if not sign:
            name, file = MAIN_TAPE, wish
        if name in found:
            raise UserError(f"--tape {shown(wish)}: there are two inputs called {shown(name)}; say NAME=FILE")
        found[name] = read_noted(Path(file), encoding=encoding)
    return found


def pairs(option: str, wishes: Sequence[str]) -> dict[str, str]:
    """Read NAME=VALUE wishes; raise UserError for one without a sign."""
    found = {}
    for wish in wishes:
        name, sign, value = wish.partition("=")
        if not sign or not name:
            raise UserError(f"{option} {wish}: expected NAME=VALUE")
        found[name] = value
    return found


def probe_requests(wishes: Sequence[str]) -> dict[str, ProbeRequest]:
    """Read probes: NAME=STATEMENT:VARIABLE."""
    found = {}
    for name, wish in pairs("--probe", wishes).items():
        statement, sign, variable = wish.rpartition(":")
        if not sign or not statement or not variable:
            raise UserError(f"--probe {name}={wish}: expected NAME=STATEMENT:VARIABLE")
        found[name] = ProbeRequest(statement, variable)
    return found


def stop_request(wish: str) -> StopRequest | None:
    """Read a stop: STATEMENT:N."""
    if not wish:
        return None
    statement, _, times = wish.rpartition(":")
    if not statement or not times.isdecimal() or int(times) < 1:
        raise UserError(f"--stop-at {wish}: expected STATEMENT:N, N at least 1")
    return StopRequest(statement, int(times))


def checksum(text: str) -> str:
    """Return the sha256 of a text in UTF-8."""
    return sha256(text.encode("utf-8")).hexdigest()
