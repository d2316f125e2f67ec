"""Load the folder of an edition: its texts, corrections, runs and claims, all checked against each other.

    editions()                                  # ("debruijn1972_pentomino", …)
    pentomino = edition("debruijn1972_pentomino")
    pentomino.runs["full"].reading              # the program text, corrected

The format of the files is in docs/editions.md. Every error in them is an EditionError; in a TOML file it has its place.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from durable import LARGEST
from durable.names import hint, shown, unknown
from originals import folders
from originals.changes import Change, Insertion, apply_changes, insert_code, read_changes
from originals.claims import Claim, check_names, check_prose, read_claims
from originals.errors import EditionError
from originals.gloss import Gloss, explained, read_gloss
from originals.machines import MachineTime, read_machines
from originals.quotations import check_quotations
from originals.runs import Run, RunEntry, read_run
from originals.tables import Table, display_path, read_table, read_text
from originals.witnesses import Witness, base, check_variants, read_witnesses

PUZZLES = (".toml", ".dlx")
"""How the files of puzzles end."""
LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*", re.ASCII)
"""The form of a BCP 47 tag; whether anybody registered it is not asked."""
COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)

LONGEST_NAME = 255
"""The bytes of a file's name in an edition, its folders with it: what file systems take for each part."""
MOST = 4 * LARGEST
"""The characters of the texts of all runs: each run has its own."""
ROLES = ("program", "tape", "table", "article")
"""A table is what the document prints for its readers: results, and not an input. An article is its prose, as far as
claims quote it."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the document, as its witness has it. Only programs have a language and an arithmetic.

    witness      where in the witness it stands
    page_breaks  the lines with which, as far as is known, another page begins
    """

    name: str
    role: str
    language: str
    arithmetic: str
    file: str
    sha256: str
    witness: str
    transcription: str
    page_breaks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """A historical document's programs and figures: what was received, what was decided, and what is claimed.

    english     the title in English, "" if that is its language
    paper       the title of the paper that the edition is of, or of a part of it
    short       the name by which other pages call the edition
    written_in  the document's language, as a BCP 47 tag
    year_from   the first year in which it may have appeared; `year` is the last
    witnesses   the described copies by their sigils; of a text the first that has it is the base
    variants    where other witnesses read otherwise than the base
    gloss       what each line of a program says in plain English
    words       by language tag, the foreign words that our own prose uses, with their meaning in English; "" for words
                that are explained where they stand
    """

    name: str
    folder: Path
    title: str
    english: str
    paper: str
    short: str
    written_in: str
    words: Mapping[str, Mapping[str, str]]
    gloss: Gloss
    author: str
    year: int
    year_from: int
    year_estimated: bool
    source: str
    machine: str
    rights: str
    bibliography: tuple[str, ...]
    story: str
    witnesses: Mapping[str, Witness]
    texts: Mapping[str, Text]
    variants: tuple[Change, ...]
    emendations: tuple[Change, ...]
    experiments: Mapping[str, tuple[Change, ...]]
    runs: Mapping[str, Run]
    machines: Mapping[str, MachineTime]
    claims: tuple[Claim, ...]

    @property
    def dated(self) -> str:
        """The year for readers: "about 1974" where it is the editor's estimate, "1971/72" where it is one of two."""
        if self.year_from < self.year:
            return f"{self.year_from}/{self.year % 100:02}"
        return f"about {self.year}" if self.year_estimated else str(self.year)

    def base(self, text: str) -> str:
        """Return the sigil of the witness that a text's transcription follows, "" if none is described."""
        return base(self.witnesses.values(), text)

    def witnessed(self, text: str, sigil: str) -> str:
        """Return a text as one of its witnesses has it; an unknown witness is an EditionError with the nearest one."""
        having = [witness.sigil for witness in self.witnesses.values() if text in witness.texts]
        if sigil not in having:
            raise EditionError(unknown(f"witness of {text}", sigil, having))
        variants = [each for each in self.variants if each.text == text and sigil in each.witnesses]
        return apply_changes(self.texts[text].transcription, variants)

    def explained(self, run: Run) -> dict[int, str]:
        """Return what the lines of a run's reading text say in plain English, by their numbers."""
        changes = [change for change in self.emendations if change.text == run.text]
        return explained(self.gloss, run, self.texts[run.text].transcription, changes)

    def read(self, file: str) -> str:
        """Return the text of a file in the edition's folder."""
        return read_text(self.inside(file))

    def inside(self, file: str) -> Path:
        """Return the path of a file in the edition's folder; a name that leads out of it is an EditionError."""
        return inside(self.folder, file)

    def run(self, name: str) -> Run:
        """Return the run of that name; an unknown name is an EditionError with the nearest one."""
        if name not in self.runs:
            raise EditionError(f"{self.name} has no run {name!r}{hint(name, self.runs)}")
        return self.runs[name]


def editions() -> tuple[str, ...]:
    """Return the names of the editions: ours, and those of installed packages."""
    return folders.names()


def edition(name: str) -> Edition:
    """Load one edition; an unknown name is an EditionError with the nearest one."""
    return edition_at(folders.folder_of(name))


def edition_at(folder: Path) -> Edition:
    """Load the edition in a folder."""
    return load(folder, tuple((path.st_mtime_ns, path.st_size) for path in checked_files(folder)))


def checked_files(folder: Path) -> list[os.stat_result]:
    """Return what is known of the folder's files, in their order; links and files beyond any text are refused."""
    found = []
    for path in sorted(folder.rglob("*")):
        stat = path.lstat()
        if not (S_ISREG(stat.st_mode) or S_ISDIR(stat.st_mode)):
            raise EditionError(f"{display_path(path)}: is a link or a device; an edition has files and folders only")
        if stat.st_size > LARGEST and S_ISREG(stat.st_mode):
            raise EditionError(f"{display_path(path)}: has {stat.st_size:,} bytes; expected at most {LARGEST:,}")
        if S_ISREG(stat.st_mode):
            found.append(stat)
    return found


@lru_cache(maxsize=32)
def load(folder: Path, _stamp: tuple[tuple[int, int], ...]) -> Edition:
    """Load one edition; again only if a file of its folder changed."""
    return Loader(folder).edition()


def inside(folder: Path, file: str) -> Path:
    """Return the path of a file in a folder; a name that leads out of the folder is an EditionError."""
    if not file.isprintable() or len(file.encode()) > LONGEST_NAME:
        expected = f"at most {LONGEST_NAME} bytes, of characters that can be printed"
        raise EditionError(f"{shown(file)} is no name of a file: expected {expected}")
    path = (folder / file).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise EditionError(f"{file!r} leads out of the folder")
    return path


def puzzle_of(folder: Path, given: str, error: Callable[[str, str], EditionError]) -> str:
    """Return the name by which solvers know a puzzle that an edition names: one of ours, or EDITION/FILE.

    A file is one of the edition's; `error` says where another is named.
    """
    if not given.endswith(PUZZLES):
        return given
    try:
        path = inside(folder, given)
        there = path.is_file()
    except (EditionError, OSError):
        there = False
    if not there:
        expected = "expected one, or the name of a puzzle of ours"
        raise error(f'"puzzle" {given!r} is no file of the edition; {expected}', "puzzle")
    return f"{folder.name}/{path.relative_to(folder.resolve()).as_posix()}"


def read_tag(table: Table, tag: str, key: str) -> str:
    """Return a language tag that a key says, or that is one."""
    if not LANGUAGE_TAG.fullmatch(tag):
        wanted = "2 to 8 letters, then -SUBTAG each of up to 8 letters and digits, such as nl or pt-BR"
        raise table.error(f"{shown(tag)} is no language tag (BCP 47): expected {wanted}", key)
    return tag


def read_words(table: Table) -> dict[str, dict[str, str]]:
    """Read the foreign words of our prose, a table for each language."""
    words = {read_tag(table, language, language): table.string_table(language) for language in table.content}
    table.close()
    return words


class Loader:
    """Reads one folder: texts, emendations, experiments, runs, claims."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.checksums: dict[str, str] = {}
        self.texts: dict[str, Text] = {}
        self.emendations: tuple[Change, ...] = ()
        self.held = 0
        self.experiments: dict[str, tuple[Change, ...]] = {}

    def edition(self) -> Edition:
        root = read_table(self.folder / "edition.toml")
        entry = root.table("edition")
        self.texts = {name: self.read_text_entry(name, table) for name, table in root.tables("texts")}
        witnesses = read_witnesses(root, list(self.texts))
        words = read_words(root.table("words"))
        root.close()
        self.read_all_changes()
        variants = self.read_variants(witnesses)
        runs = self.read_runs()
        claims = self.read_claims(runs)
        loaded = Edition(
            name=entry.string("name"),
            folder=self.folder,
            title=entry.string("title"),
            english=entry.string("english", ""),
            paper=entry.string("paper", entry.string("title")),
            short=entry.string("short", entry.string("title")),
            written_in=read_tag(entry, entry.string("written_in", "en"), "written_in"),
            words=words,
            gloss=read_gloss(
                self.folder, {name: text.transcription for name, text in self.texts.items()}, self.emendations
            ),
            author=entry.string("author"),
            year=entry.integer("year"),
            year_from=entry.integer("year_from", entry.integer("year")),
            year_estimated=entry.flag("year_estimated", False),
            source=entry.string("source"),
            machine=entry.string("machine"),
            rights=entry.string("rights"),
            bibliography=entry.strings("bibliography"),
            story=self.read_story(claims, runs),
            witnesses=witnesses,
            texts=self.texts,
            variants=variants,
            emendations=self.emendations,
            experiments=self.experiments,
            runs=runs,
            machines=read_machines(self.folder / "machines.toml"),
            claims=claims,
        )
        entry.close()
        if loaded.year_from > loaded.year:
            expected = "expected the first of the years in which it may have appeared"
            raise entry.error(
                f'"year_from" is {loaded.year_from}, after "year", {loaded.year}; {expected}', "year_from"
            )
        if loaded.name.casefold() in folders.OF_THE_REPORT:
            raise entry.error(f"{loaded.name!r} is {folders.TAKEN}; expected another one", "name")
        if loaded.name != self.folder.name:
            raise entry.error(f'"name" is {loaded.name!r}, but the folder is {self.folder.name!r}', "name")
        return loaded

    def read_file(self, file: str) -> str:
        """Return the text of a file in the folder, and keep its checksum."""
        path = inside(self.folder, file)
        content = read_text(path)
        self.checksums[file] = sha256(path.read_bytes()).hexdigest()
        return content

    def named_file(self, file: str, table: Table, *keys: str) -> str:
        """Return the text of a file that a table names."""
        with table.blamed(*keys):
            return self.read_file(file)

    def read_text_entry(self, name: str, table: Table) -> Text:
        """Read one text and compare its checksum."""
        role = table.choice("role", ROLES)
        program = role == "program"
        file = table.string("file")
        text = Text(
            name=name,
            role=role,
            language=table.string("language") if program else "",
            arithmetic=table.string("arithmetic", "ieee754") if program else "",
            file=file,
            sha256=table.string("sha256"),
            witness=table.string("witness"),
            transcription=self.named_file(file, table, "file"),
            page_breaks=table.integers("page_breaks"),
        )
        table.close()
        last = len(text.transcription.splitlines())
        for number, line in enumerate(text.page_breaks):
            if not max((1, *text.page_breaks[:number])) < line <= last:
                expected = f"expected lines from 2 to {last}, each beyond the one before"
                raise table.error(f"no page can begin with line {line}: {expected}", "page_breaks", number)
        if self.checksums[file] != text.sha256:
            raise table.error(
                f"{file} is not the text that was transcribed: its sha256 is {self.checksums[file]};"
                f" recorded: {text.sha256}",
                "sha256",
            )
        return text

    def read_all_changes(self) -> None:
        """Read emendations and experiments; check that every emendation matches its text."""
        path = self.folder / "emendations.toml"
        if path.exists():
            self.read_file(path.name)
            self.emendations = read_changes(path, "emendation")
        for experiment in sorted(self.folder.glob("experiments/*.toml")):
            self.read_file(f"experiments/{experiment.name}")
            self.experiments[experiment.stem] = read_changes(experiment, "change")
        self.check_texts((*self.emendations, *(change for changes in self.experiments.values() for change in changes)))
        for text in self.texts.values():
            self.emend(text, self.emendations)

    def read_variants(self, witnesses: Mapping[str, Witness]) -> tuple[Change, ...]:
        """Read the variants; check that every variant matches its text, and its witnesses have it."""
        path = self.folder / "variants.toml"
        variants = read_changes(path, "variant") if path.exists() else ()
        self.check_texts(variants)
        texts = {text.name: text.transcription for text in self.texts.values()}
        check_variants(variants, witnesses, texts, self.emendations)
        return variants

    def check_texts(self, changes: Iterable[Change]) -> None:
        for change in changes:
            if change.text not in self.texts:
                raise change.entry.error(unknown("text", change.text, self.texts), "text")

    def emend(self, text: Text, emendations: tuple[Change, ...]) -> str:
        """Apply those emendations that belong to the text."""
        return apply_changes(text.transcription, [change for change in emendations if change.text == text.name])

    def read_runs(self) -> dict[str, Run]:
        """Read the runs and make their reading texts."""
        path = self.folder / "runs.toml"
        if not path.exists():
            return {}
        root = read_table(path)
        runs = {name: self.run(read_run(name, table)) for name, table in root.tables("runs")}
        root.close()
        return runs

    def run(self, entry: RunEntry) -> Run:
        """Look up a run's text, tapes and changes, and apply them."""
        text = self.program(entry)
        chosen = self.chosen_emendations(entry)
        insertions = tuple(
            Insertion(file, anchor, after, self.named_file(file, table, "file"), table)
            for file, anchor, after, table in entry.insert
        )
        experiments = [change for name in entry.experiments for change in self.experiment(entry, name)]
        reading = self.read(text, chosen, experiments)
        reading = insert_code(reading, insertions)
        tapes = {name: self.tape(entry, name, chosen, experiments) for name in entry.inputs}
        self.held += len(reading) + sum(map(len, tapes.values()))
        if self.held > MOST:
            raise entry.table.error(
                f"with this one, programs and inputs of all runs have more than {MOST:,} characters"
            )
        used = [text.name, *(name for name in entry.inputs.values() if name in self.texts)]
        return Run(
            edition=self.folder.name,
            name=entry.name,
            text=text.name,
            language=text.language,
            about=entry.about,
            arithmetic=entry.arithmetic or text.arithmetic,
            settings=entry.settings,
            reading=reading,
            tapes=tapes,
            inputs=entry.inputs,
            emendations=tuple(change.identifier for change in chosen if change.text in used),
            experiments=entry.experiments,
            insertions=insertions,
            budget=entry.budget,
            probes=entry.probes,
            stop=entry.stop,
            soak=entry.soak,
            seal=entry.seal,
            sources=self.sources(entry, text),
            entry=entry.table,
        )

    def program(self, entry: RunEntry) -> Text:
        programs = {name: text for name, text in self.texts.items() if text.role == "program"}
        if entry.text not in programs:
            raise entry.table.error(unknown("program text", entry.text, programs), "text")
        return programs[entry.text]

    def chosen_emendations(self, entry: RunEntry) -> tuple[Change, ...]:
        if entry.emendations is None:
            return self.emendations
        known = {change.identifier: change for change in self.emendations}
        for number, identifier in enumerate(entry.emendations):
            if identifier not in known:
                raise entry.table.error(unknown("emendation", identifier, known), "emendations", number)
        return tuple(known[identifier] for identifier in entry.emendations)

    def experiment(self, entry: RunEntry, name: str) -> tuple[Change, ...]:
        """Return the changes of one of the run's experiments."""
        if name not in self.experiments:
            place = "experiments", entry.experiments.index(name)
            raise entry.table.error(unknown("experiment", name, self.experiments), *place)
        return self.experiments[name]

    def read(self, text: Text, emendations: tuple[Change, ...], experiments: list[Change]) -> str:
        """Apply the emendations, then the experiments, that belong to the text."""
        emended = self.emend(text, emendations)
        return apply_changes(emended, [change for change in experiments if change.text == text.name])

    def tape(self, entry: RunEntry, name: str, chosen: tuple[Change, ...], experiments: list[Change]) -> str:
        """Return an input: one of the edition's texts, changed as the run asks, or a file."""
        source = entry.inputs[name]
        if source in self.texts:
            return self.read(self.texts[source], chosen, experiments)
        with entry.table.blamed("inputs", name):
            if not inside(self.folder, source).exists():
                raise EditionError(
                    f"there is neither a text nor a file {source!r} for an input{hint(source, self.texts)}"
                )
            return self.read_file(source)

    def sources(self, entry: RunEntry, text: Text) -> dict[str, str]:
        """Return the checksum of every file that goes into a run."""
        files = [text.file, *(file for file, *_ in entry.insert)]
        files += [f"experiments/{name}.toml" for name in entry.experiments]
        files += [self.texts[source].file if source in self.texts else source for source in entry.inputs.values()]
        if "emendations.toml" in self.checksums:
            files.append("emendations.toml")
        return {file: self.checksums[file] for file in files}

    def read_story(self, claims: Sequence[Claim], runs: Mapping[str, Run]) -> str:
        """Return the story, "" if there is none; its figures are those of claims and runs of the edition."""
        path = self.folder / "story.md"
        if not path.exists():
            return ""
        story = COMMENT.sub("", read_text(path))
        if not claims:
            raise EditionError(f"{display_path(path)}: the edition has no claims; a story tells what became of them")
        try:
            check_names(story, [claim.identifier for claim in claims], list(runs))
        except ValueError as error:
            raise EditionError(f"{display_path(path)}: {error}") from None
        return story

    def with_puzzle(self, claim: Claim) -> Claim:
        """Return a claim whose observer finds its puzzle, if it has one."""
        puzzle = claim.parameters.get("puzzle")
        if not isinstance(puzzle, str):
            return claim
        found = puzzle_of(self.folder, puzzle, claim.entry.table("with").error)
        return replace(claim, parameters={**claim.parameters, "puzzle": found})

    def read_claims(self, runs: Mapping[str, Run]) -> tuple[Claim, ...]:
        """Read the claims; the run that one names must exist."""
        path = self.folder / "claims.toml"
        texts = {text.name: text.transcription for text in self.texts.values()}
        claims = read_claims(path, texts) if path.exists() else ()
        for claim in claims:
            if claim.run is not None and claim.run not in runs:
                raise claim.error(unknown("run", claim.run, runs), "run")
        claims = tuple(self.with_puzzle(claim) for claim in claims)
        check_prose(claims, runs)
        if any(text.role == "article" for text in self.texts.values()):
            check_quotations(claims, {text.file: text.transcription for text in self.texts.values()})
        return claims
