"""Begin an edition: from listings, whatever they are like, to a folder that `check` says the next steps of.

new_edition(Path("mine"), Beginning(programs=[Path("queens.f")]))      # the files written

A text that is damaged, traps or is in an unknown language is a normal beginning: the folder is written first, and then
judged. What the document prints is given or supplied later; until then nothing is compared, and the edition is a draft.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path

from getallenband import durable
from getallenband.durable.errors import Error
from getallenband.durable.names import unknown
from getallenband.durable.visible import shown
from getallenband.interpreters import SourceText
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.edition import edition
from getallenband.originals.folders import NAME, OF_THE_REPORT, TAKEN, exists, open_folder
from getallenband.reports.checking.check import all_verdicts
from getallenband.reports.checking.draft import steps
from getallenband.reports.runs.job import RunJob, find_language, language_of, text_job
from getallenband.reports.runs.options import tape_paths
from getallenband.reports.scaffolding.edition_files import (
    Evidence,
    claims_file,
    edition_file,
    emendations_file,
    runs_file,
    story_file,
    to_do_file,
    year_of,
)
from getallenband.reports.scaffolding.figures import Figure, read_figures
from getallenband.reports.scaffolding.listing import read_listing
from getallenband.reports.scaffolding.seal import keep

TO_DO = "TODO.md"
FIGURES = ".toml"
"""How the name of a file of figures ends."""


@dataclass(frozen=True)
class Beginning:
    """What somebody has of a document; `printed` and `tapes` are [NAME=]FILE: of a program, and for a program's input.

    encoding  of all files; "" takes UTF-8, and Latin-1 where it is plain
    """

    programs: Sequence[Path]
    language: str = ""
    tapes: Sequence[str] = ()
    printed: Sequence[str] = ()
    encoding: str = ""


@dataclass(frozen=True)
class Begun:
    """The files that were written, what is left to do, and notes on how texts were read and what was guessed."""

    files: list[Path]
    steps: list[str]
    notes: list[str]


def new_edition(folder: Path, given: Beginning) -> Begun:
    """Write an edition; raise UserError where a file is in the way, or what is given is no text."""
    check_free(folder)
    check_name(folder)
    paths = unique_names(given.programs)
    notes: list[str] = []

    def read(path: Path) -> str:
        text, found = read_listing(path, given.encoding)
        notes.extend(found)
        return text

    texts = {name: read(path) for name, path in paths.items()}
    jobs = {name: recognized(texts[name], path, given.language) for name, path in paths.items()}
    tapes = {name: read(path) for name, path in tape_paths(given.tapes).items()}
    inputs = named_apart({name: f"input-{plain(name)}".strip("-") for name in tapes}, paths)
    named = printed_files(given.printed, paths)
    printed = {name: read(path) for name, path in named if path.suffix != FIGURES}
    figures = {name: read_figures(path) for name, path in named if path.suffix == FIGURES}
    evidence = evidence_of(printed, figures, paths, inputs)
    texts |= {inputs[name]: text for name, text in tapes.items()}
    texts |= {each.text: each.printed for each in evidence if each.printed}
    files = {f"{name}.transcription": text.encode() for name, text in texts.items()}
    for content in files.values():
        keep(sha256(content).hexdigest(), content)
    sums = {name: sha256(text.encode()).hexdigest() for name, text in texts.items()}
    files |= {
        "edition.toml": edition_file(folder.name, jobs, inputs.values(), evidence, sums).encode(),
        "emendations.toml": emendations_file(next(iter(paths))).encode(),
        "runs.toml": runs_file(jobs, inputs).encode(),
        "claims.toml": claims_file(evidence).encode(),
        "story.md": story_file(jobs).encode(),
        TO_DO: to_do_file(folder.name).encode(),  # there too where the user stops the run
    }
    durable.write_folder(folder, files)
    if year := year_of(folder.name):
        notes.append(f"year {year}: taken from the folder's name")
    left = left_in(open_folder(folder))
    durable.write(folder / TO_DO, to_do_file(folder.name, left))
    return Begun([folder / name for name in files], left, notes)


def left_in(name: str) -> list[str]:
    """Return what is left to do in a new edition; where its claims cannot be judged, why."""
    try:
        return steps(edition(name), all_verdicts([name]))
    except Error as error:
        return [str(error)]


def check_free(path: Path) -> None:
    """Raise UserError where something is already."""
    if path.is_symlink() or (path.exists() and not (path.is_dir() and not any(path.iterdir()))):
        raise UserError(f"{shown(path)}: already exists; nothing was overwritten")


def check_name(folder: Path) -> None:
    """Raise UserError for what cannot be the name of an edition, or is the name of another one."""
    if folder.name.casefold() in OF_THE_REPORT:
        raise UserError(f"{shown(folder)}: {folder.name!r} is {TAKEN}; expected another one")
    if not NAME.fullmatch(folder.name):
        form = "the letters A to Z and a to z, digits, and after the first character _ and -, at most 100 in all"
        raise UserError(f"{shown(folder)}: an edition's name has {form}")
    if exists(folder.name):
        raise UserError(f"{shown(folder)}: there is an edition {folder.name!r}; choose another name")


def recognized(text: str, path: Path, language: str) -> RunJob | None:
    """Return a program's job, with its language and settings; None if nobody named a language and nothing tells it."""
    named = find_language(language) if language else language_of(path)
    try:
        return text_job(SourceText(shown(path), text), named.name if named else "")
    except UserError:
        return None


def printed_files(given: Sequence[str], programs: Mapping[str, Path]) -> list[tuple[str, Path]]:
    """Read the files with what programs print, [PROGRAM=]FILE, a text or a table of figures of each.

    Raise UserError for an unknown program, and for two files of one kind.
    """
    found: list[tuple[str, Path]] = []
    for each in given:
        name, sign, file = each.partition("=")
        if not sign:
            name, file = next(iter(programs)), each
        if name not in programs:
            raise UserError(f"--printed {shown(name)}=…: {unknown('program', name, programs)}")
        path = Path(file)
        if any(other == name and (there.suffix == FIGURES) == (path.suffix == FIGURES) for other, there in found):
            raise UserError(f"--printed {shown(each)}: there are two of {shown(name)}; expected one of each program")
        found.append((name, path))
    return found


def evidence_of(
    printed: Mapping[str, str],
    figures: Mapping[str, Sequence[Figure]],
    programs: Iterable[str],
    inputs: Mapping[str, str],
) -> list[Evidence]:
    """Return for each program what the document prints of it: a text, there or still to be supplied, and figures."""
    programs = list(programs)
    names = named_apart({name: f"{name}-prints" for name in programs}, [*programs, *inputs.values()])
    return [
        Evidence(
            name, "" if name in figures and name not in printed else names[name], printed.get(name, ""),
            figures.get(name, ()),
        )
        for name in programs
    ]  # fmt: skip


def unique_names(programs: Sequence[Path]) -> dict[str, Path]:
    """Return the programs by names for texts and runs; raise UserError for two of one name, and for no plain file."""
    found: dict[str, Path] = {}
    for path in programs:
        name = plain(path.stem) or "program"
        if name in found:
            raise UserError(f"{shown(path)}: would be called {name!r} as {shown(found[name])} is; rename one")
        if path.exists() and not path.is_file():
            raise UserError(f"{shown(path)}: is not a regular file")
        found[name] = path
    return found


def named_apart(wanted: Mapping[str, str], taken: Iterable[str]) -> dict[str, str]:
    """Return these names for texts, with a number from 2 on where another text has the name."""
    found: dict[str, str] = {}
    for key, name in wanted.items():
        others = {*taken, *found.values()}
        tries = (name if number == 1 else f"{name}-{number}" for number in count(1))
        found[key] = next(each for each in tries if each not in others)
    return found


def plain(text: str) -> str:
    """Return the characters of a text that names of an edition may have, shortened to leave room for a suffix."""
    return re.sub(r"[^A-Za-z0-9]+", "-", text)[:80].strip("-").lower()
