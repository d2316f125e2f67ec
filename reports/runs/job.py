"""What a run needs, from what the command line said: a program with its inputs, options and limits.

job = job_for("x.ecol", RunOptions(tape=Path("numbers.txt")))
job.source, job.language, job.request
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from getallenband.interpreters import (
    Limits,
    Options,
    ProbeRequest,
    Request,
    SourceText,
    StopRequest,
)
from getallenband.interpreters.language import (
    Language,
    check_input,
    checked_options,
    installed,
    language,
    languages,
    ours,
)
from getallenband.interpreters.recognition import Recognition, recognize
from getallenband.interpreters.source.diagnostics import UserError, rendered_note
from getallenband.originals.errors import TextNotHere
from getallenband.originals.folders import at_hand, exists, opened
from getallenband.reports.runs.files import read_noted
from getallenband.reports.runs.names import UnknownNameError
from getallenband.reports.runs.options import RunOptions, Text, check, probes_of, settings_of, stop_of, tapes_of

if TYPE_CHECKING:
    from getallenband.originals.edition import Edition
    from getallenband.originals.runs import Run


@dataclass(frozen=True)
class RunJob:
    """One program to be run. `checksums` (sha256) name everything that it was made from; `edition` is "" for a file.

    `notes` are lines: what was chosen for a file whose language nobody named, and what its language notes of the text.
    `emended` has the emendations that begin in a line of the transcription, by its number.
    """

    source: SourceText
    language: str
    request: Request
    checksums: Mapping[str, str]
    edition: str = ""
    run: str = ""
    notes: tuple[str, ...] = ()
    emended: Mapping[int, Sequence[str]] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """Return what messages call the job."""
        return f"{self.edition}/{self.run}" if self.edition else self.source.name


def job_for(target: str, options: RunOptions, *, watched: bool = False) -> RunJob:
    """Find what to run; raise OSError, UserError, SourceError, EditionError or UnknownNameError.

    `watched`: the run is traced, which only the reference engine can do.
    """
    edition, run = opened(target)
    if exists(edition):
        if named := options.get("language"):
            raise UserError(f"--language {named}: the edition names its language itself")
        return apply_options(run_job(edition, run), options, watched=watched)
    if target != "-" and not Path(target).exists() and not Path(target).suffix:
        raise UnknownNameError("edition or file", edition, at_hand())
    job = file_job(target, options.get("language") or "", options.get("encoding") or "")
    return apply_options(job, options, watched=watched)


def run_job(edition_name: str, run_name: str) -> RunJob:
    """Make a job of a run of an edition; without a name the first that the edition lists."""
    from getallenband.originals.edition import edition  # not for a program in a file

    found = edition(edition_name)
    if not found.runs:
        raise UserError(f"the edition {edition_name} has no runs")
    return job_of_run(found, found.run(run_name or next(iter(found.runs))))


def job_of_run(found: Edition, run: Run) -> RunJob:
    """Make a job of a run of this edition, or of one that was made from it; raise TextNotHere where it lacks a text."""
    from getallenband.originals.origins import origins  # not for a program in a file

    if run.missing:
        raise TextNotHere(run.missing)
    options = Options(run.arithmetic, run.settings)
    with run.entry.blamed():
        lang = find_language(run.language)
    with run.entry.blamed("settings" if run.arithmetic in lang.arithmetics else "arithmetic"):
        checked_options(lang, options)
    request = Request(
        options=options,
        tapes={name: SourceText(f"{found.name}/{run.inputs[name]}", text) for name, text in run.tapes.items()},
        limits=replace(Limits(), **{name: most for name, most in asdict(run.budget).items() if most}),
        probes={name: ProbeRequest(probe.statement, probe.variable) for name, probe in run.probes.items()},
        stop=StopRequest(run.stop.statement, run.stop.execution) if run.stop else None,
    )
    source = SourceText(f"{found.name}/{found.texts[run.text].file}", run.reading, origins(found, run))
    emended: dict[int, list[str]] = {}
    for change in found.emending(run.text):
        if change.identifier in run.emendations:
            emended.setdefault(change.line, []).append(change.identifier)
    return RunJob(source, run.language, request, run.sources, found.name, run.name, emended=emended)


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


def apply_options(job: RunJob, options: RunOptions, *, watched: bool = False) -> RunJob:
    """Apply options to a job, over what it has; raise UserError for an invalid one."""
    check(options)
    request, engine = job.request, options.get("engine") or ""
    if engine not in ("", "native", "machine"):
        raise UnknownNameError("engine", engine, ["native", "machine"])
    if watched and engine == "native":
        raise UserError("--trace and --step need the machine engine: leave --engine native out")
    given_tapes = tapes_of(options)
    for name in given_tapes:
        check_input(language(job.language), name)
    tapes = read_tapes(given_tapes, options.get("encoding") or "")
    sums = {f"input {name}": checksum(text.text) for name, (text, _) in tapes.items()}
    given = cast(Mapping[str, Any], options)
    budgets = {each.name: given.get(f"max_{each.name}") for each in fields(Limits)}
    request = replace(
        request,
        options=Options(
            options.get("arithmetic") or request.options.arithmetic,
            {**request.options.settings, **settings_of(options)},
        ),
        tapes={**request.tapes, **{name: text for name, (text, _) in tapes.items()}},
        limits=replace(request.limits, **{name: most for name, most in budgets.items() if most is not None}),
        engine=engine or ("machine" if watched else request.engine),
        probes={**request.probes, **probes_of(options)},
        stop=stop_of(options) or request.stop,
    )
    of_text = language(job.language).notes
    found = of_text(job.source, request.options) if of_text is not None else ()
    of_tapes = (note for _, notes in tapes.values() for note in notes)
    notes = (*job.notes, *of_tapes, *(rendered_note(job.source, note) for note in found))
    return replace(job, request=request, checksums={**job.checksums, **sums}, notes=notes)


def read_tapes(tapes: Mapping[str, Text], encoding: str = "") -> dict[str, tuple[SourceText, tuple[str, ...]]]:
    """Read inputs by name, each with notes; a text is one already."""
    found: dict[str, tuple[SourceText, tuple[str, ...]]] = {}
    for name, tape in tapes.items():
        if isinstance(tape, Path):
            found[name] = read_noted(tape, encoding=encoding)
        else:
            found[name] = (SourceText(name, tape) if isinstance(tape, str) else tape), ()
    return found


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


def checksum(text: str) -> str:
    """Return the sha256 of a text in UTF-8."""
    return sha256(text.encode("utf-8")).hexdigest()
