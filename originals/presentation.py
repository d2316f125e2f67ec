"""What an edition's report shows besides its claims: comparisons, historical programs, pictures (report.toml).

    [[comparison]]
    id = "by-etage"
    title = "The whole search, level by level"
    run = "full"
    shift = 1                                    # the original's level 1 is the modern search's level 2
    modern = { puzzle = "pentominoes-6x10", order = "debruijn1972", algorithm = "first_hole" }
    quantity = [
        { name = "attempts", original = { probe = "attempts" }, other = "attempts" },
        { name = "solutions", original = { count = "86" }, other = "solutions" },
    ]

Instead of `modern`, `beside = { run = "algol-full" }` compares two runs; `other` is then like `original`. A quantity
from a probe is compared level by level, a count as a total (sources.py). `[[program]]` tables describe the historical
programs for the table of all of them, `[[picture]]` tables say which solutions are drawn, and how, `[[board]]` tables
how a board is read while a program runs (boards.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from getallenband.durable.errors import Error
from getallenband.durable.names import unknown
from getallenband.originals.boards import LATTICES, Board, read_board
from getallenband.originals.edition import Edition, edition
from getallenband.originals.figures import check_figure
from getallenband.originals.files import inside, puzzle_of
from getallenband.originals.sources import Source, optional_source, read_source
from getallenband.originals.tables import Table, display_path, read_table, read_text
from getallenband.originals.values import read_published

FILE = "report.toml"
DRAWN = (*LATTICES, "triangular", "edge-matching")
"""The lattices of pictures."""
SEARCHED = "the name of what the modern search counts"


@dataclass(frozen=True, slots=True)
class Quantity:
    """One thing counted on both sides; `differs` says why the two are not equal, if that is known."""

    name: str
    original: Source
    other: str | Source
    differs: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A run compared with a modern search, or with another run (of this edition, or EDITION/RUN)."""

    identifier: str
    title: str
    run: str
    axis: str = "level"
    shift: int
    puzzle: str
    order: str
    algorithm: str
    limit: int | None
    beside: str
    quantities: tuple[Quantity, ...]
    entry: Table = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast the document's machine ran a program: by a clock of its machine, or by a published time.

    clock     a machine file of interpreters/clocks, or ""
    claim     the claim whose published time it is, in seconds; `value` says which of several, from 0
    run       the run that took this time
    runs      the runs that go at this pace; empty for all of the same text
    then      what the machine had done by then, with {time} for the time, or ""
    """

    clock: str = ""
    claim: str
    value: int
    run: str
    runs: tuple[str, ...]
    then: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A historical program, for the table of all of them.

    then      its published time, as printed
    pace      how fast it ran, for the player; None where nothing was published
    attempt   what one attempt is
    note      what else a reader should know of its figures
    """

    name: str
    year: int
    year_estimated: bool = False
    machine: str
    language: str
    puzzle: str
    run: str
    then: str
    pace: Pace | None
    attempts: Source
    placements: Source
    solutions: Source
    attempt: str
    note: str = ""
    entry: Table = field(repr=False, compare=False)

    @property
    def dated(self) -> str:
        """The year for readers: "about 1974" where it is the editor's estimate."""
        return f"about {self.year}" if self.year_estimated else str(self.year)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A solution to be drawn: the drawing's name is a module of reports, `parameters` are its keywords.

    `gallery` names a run all of whose solutions are drawn in the same way, on a page of their own; or it is "".
    `after` are words of the story: the picture follows their paragraph; "" sets it beside the story.
    """

    name: str
    drawing: str
    run: str
    lattice: str
    caption: str
    parameters: Mapping[str, Any]
    gallery: str = ""
    after: str = ""
    entry: Table = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing of the editor's that stands for one of the document's: an SVG file of the edition, and its caption."""

    file: str
    caption: str
    entry: Table = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Presentation:
    """All that an edition's report.toml asks for."""

    comparisons: tuple[Comparison, ...] = ()
    programs: tuple[Program, ...] = ()
    pictures: tuple[Picture, ...] = ()
    boards: tuple[Board, ...] = ()
    figures: tuple[Figure, ...] = ()


def presentation(found: Edition) -> Presentation:
    """Return what an edition's report.toml asks for; raise EditionError for a text or a run that is not there too."""
    shown = read_presentation(found.folder)
    for comparison in shown.comparisons:
        check_run(comparison.run, found, comparison.entry, "run")
        if comparison.beside:
            check_run(comparison.beside, found, comparison.entry, "beside", "run")
    for program in shown.programs:
        check_run(program.run, found, program.entry, "run")
        if program.pace:
            check_pace(program.pace, found, program.entry)
    for picture in shown.pictures:
        for key, run in (("run", picture.run), ("gallery", picture.gallery)):
            if run:
                with picture.entry.blamed(key):
                    found.run(run)
        paragraphs = sum(follows(picture.after, paragraph) for paragraph in found.story.split("\n\n"))
        if picture.after and paragraphs != 1:
            raise picture.entry.error(
                f'"after" must be words of one paragraph of story.md; {paragraphs} have them', "after"
            )
    for board in shown.boards:
        check_board(board, found)
    return shown


def follows(after: str, paragraph: str) -> bool:
    """Tell whether a picture follows a paragraph: whether it has the words, however its lines are broken."""
    return bool(after) and after in " ".join(paragraph.split())


def check_run(named: str, found: Edition, entry: Table, *keys: str) -> None:
    """Raise EditionError if there is no such run: of this edition, or EDITION/RUN."""
    other, _, run = named.rpartition("/")
    with entry.blamed(*keys):
        (edition(other) if other else found).run(run)


def check_pace(pace: Pace, found: Edition, entry: Table) -> None:
    """Raise EditionError where a pace names what is no run, or no claim with a time."""
    named: list[tuple[str, tuple[str | int, ...]]] = [(name, ("runs", number)) for number, name in enumerate(pace.runs)]
    for name, keys in [*named, (pace.run, ("run",))]:
        with entry.blamed("pace", *keys):
            found.run(name)
    if not pace.clock:
        with entry.blamed("pace", "claim"):
            seconds_of(pace, found)


def seconds_of(pace: Pace, found: Edition) -> float:
    """Return the published seconds of a pace; raise UserError or ValueError for a claim that has no such time."""
    claims = {claim.identifier: claim for claim in found.claims}
    if pace.claim not in claims:
        raise Error(unknown("claim", pace.claim, claims))
    claim = claims[pace.claim]
    if claim.read != "seconds" or not 0 <= pace.value < len(claim.published):
        raise Error(f"claim {pace.claim} has no published time number {pace.value}")
    return float(read_published(claim.published[pace.value], "seconds"))


def check_board(board: Board, found: Edition) -> None:
    """Raise EditionError where a board names what is no program, a run of another program, or no text."""
    programs = [text.name for text in found.texts.values() if text.role == "program"]
    if board.text not in programs:
        raise board.entry.error(unknown("program text", board.text, programs), "text")
    runs = [run.name for run in found.runs.values() if run.text == board.text]
    for number, name in enumerate(board.runs):
        if name not in runs:
            raise board.entry.error(unknown(f"run of {board.text}", name, runs), "runs", number)
    if board.document and board.document not in found.texts:
        raise board.entry.error(unknown("text", board.document, found.texts), "document", "text")


def read_presentation(folder: Path) -> Presentation:
    """Read an edition's report.toml; nothing if it has none; raise EditionError for a fault of the file itself."""
    path = folder / FILE
    if not path.exists():
        return Presentation()
    root = read_table(path)
    shown = Presentation(
        tuple(read_comparison(entry, folder) for entry in root.entries("comparison", "id")),
        tuple(read_program(entry, folder) for entry in root.entries("program", "name")),
        tuple(read_picture(entry) for entry in root.entries("picture", "name")),
        tuple(read_board(entry, folder) for entry in root.entries("board", "text")),
        tuple(read_figure(entry, folder) for entry in root.entries("figure", "file")),
    )
    root.close()
    check_files(shown, folder.name)
    return shown


def check_files(shown: Presentation, name: str) -> None:
    """Raise EditionError where two entries have one file in the report, be it in letters of another case."""
    named = [(each.entry, "id", [f"{each.identifier}.csv", f"{each.identifier}.svg"]) for each in shown.comparisons]
    for picture in shown.pictures:
        endings = (".svg", "-all.html", "-tree.svg") if picture.gallery else (".svg",)
        named.append((picture.entry, "name", [picture.name + ending for ending in endings]))
    named += [(each.entry, "file", [PurePosixPath(each.file).name]) for each in shown.figures]
    owners: dict[str, Table] = {}
    for entry, key, files in named:
        for file in files:
            owner = owners.setdefault(file.casefold(), entry)
            if owner is not entry:
                raise entry.error(f"{name}-{file} in the report would be that of {owner.place()} too; rename one", key)


def read_figure(entry: Table, folder: Path) -> Figure:
    """Read a figure; it must be SVG that a page can hold, in a file whose name can stand in those of pages."""
    figure = entry.record(Figure)
    with entry.blamed("file"):
        path = inside(folder, figure.file)
    entry.checked_name(path.name, "file")
    if path.suffix != ".svg":
        raise entry.error(f'"file" must be an .svg file, not {figure.file!r}', "file")
    with entry.blamed("file"):
        svg = read_text(path)
    check_figure(svg, display_path(path))
    return figure


def read_comparison(entry: Table, folder: Path) -> Comparison:
    modern, beside = entry.table("modern"), entry.table("beside")
    if bool(modern.content) == bool(beside.content):
        raise entry.error('expected either "modern" or "beside"')
    comparison = entry.record(
        Comparison,
        identifier=entry.name("id"),
        run=entry.string("run"),
        shift=int(entry.value("shift", int, "an integer", 0)),
        puzzle=puzzle_of(folder, modern.string("puzzle", ""), modern.error),
        order=modern.string("order", ""),
        algorithm=modern.string("algorithm", "first_hole"),
        limit=modern.optional_integer("limit"),
        beside=beside.string("run") if beside.content else "",
        quantities=read_quantities(entry, beside=bool(beside.content)),
    )
    for table in (modern, beside):
        table.close()
    return comparison


def read_quantities(entry: Table, *, beside: bool) -> tuple[Quantity, ...]:
    """Read what is compared, at least one thing, each under a name of its own; `beside` tells whether with a run."""
    found: dict[str, Quantity] = {}
    for each in entry.entries("quantity", "name"):
        quantity = read_quantity(each, beside=beside)
        if quantity.name in found:
            raise each.error("duplicate name", "name")
        found[quantity.name] = quantity
    if not found:
        raise entry.error('expected at least one "quantity"', "quantity")
    return tuple(found.values())


def read_quantity(entry: Table, *, beside: bool) -> Quantity:
    other = read_source(entry, "other") if beside else entry.value("other", str, SEARCHED)
    return entry.record(Quantity, original=read_source(entry, "original"), other=other)


def read_program(entry: Table, folder: Path) -> Program:
    """Read one program; where attempts are counted it must say what one is."""
    return entry.record(
        Program,
        puzzle=puzzle_of(folder, entry.string("puzzle"), entry.error),
        pace=read_pace(entry.table("pace")) if "pace" in entry.content else None,
        attempts=optional_source(entry, "attempts"),
        placements=optional_source(entry, "placements"),
        solutions=optional_source(entry, "solutions"),
        attempt=entry.string("attempt") if "attempts" in entry.content else "",
    )


def read_pace(entry: Table) -> Pace:
    """Read a pace: of a clock, or of a claim with a published time."""
    clocked = entry.string("clock", "")
    return entry.record(
        Pace,
        claim="" if clocked else entry.string("claim"),
        value=int(entry.value("value", int, "an integer", 0)),
    )


def read_picture(entry: Table) -> Picture:
    return entry.record(
        Picture,
        name=entry.name("name"),
        lattice=entry.choice("lattice", DRAWN, LATTICES[0]),
        parameters=entry.value("with", dict, "a table", {}),
    )
