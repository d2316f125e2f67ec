"""Load the folder of an edition: its texts, corrections, runs and claims, all checked against each other.

    editions()                                  # ("debruijn1972_pentomino", …)
    pentomino = edition("debruijn1972_pentomino")
    pentomino.runs["full"].reading              # the program text, corrected

The format of the files is in docs/editions.md. Every error in them is an EditionError; in a TOML file it has its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from getallenband.durable.names import hint, shown, unknown
from getallenband.originals import folders
from getallenband.originals.assembling import Assembler, emend
from getallenband.originals.changes import Change, apply_changes, read_changes
from getallenband.originals.claims import Claim, check_names, check_prose, read_claims
from getallenband.originals.errors import EditionError, TextNotHere
from getallenband.originals.files import Files, checked_files, inside, puzzle_of
from getallenband.originals.gloss import Gloss, explained, read_gloss
from getallenband.originals.machines import MachineTime, read_machines
from getallenband.originals.placeholders import is_open, is_placeholder, placeholders_in
from getallenband.originals.quotations import check_quotations
from getallenband.originals.rights import ADDED, MAINTAINERS, check_statement
from getallenband.originals.runs import Run, read_run
from getallenband.originals.searches import Reference, Search, read_bibliography, read_searches, unknown_facts
from getallenband.originals.tables import Table, display_path, read_table, read_text
from getallenband.originals.texts import Text, read_texts
from getallenband.originals.witnesses import Witness, base, check_variants, read_witnesses

LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*", re.ASCII)
"""The form of a BCP 47 tag; whether anybody registered it is not asked."""
COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A historical document's programs and figures: what was received, what was decided, and what is claimed.

    english     the title in English, "" if that is its language
    paper       the title of the paper that the edition is of, or of a part of it
    short       the name by which other pages call the edition
    editor      who made the edition; "" if edition.toml does not say
    written_in  the document's language, as a BCP 47 tag
    year_from   the first year in which it may have appeared; `year` is the last
    witnesses   the described copies by their sigils; of a text the first that has it is the base
    variants    where other witnesses read otherwise than the base
    gloss       what each line of a program says in plain English
    year        0 while it is a placeholder, or if it is unknown
    year_reason what the year rests on, where it is the editor's estimate
    rights_statement  the address of a statement of rights that is in general use, or ""
    bibliography  what the edition rests on, and how much of it was read
    searches    where was looked for what is unknown
    unknown     what is said to be unknown: keys of the document, and of a witness, such as "origin of witness copy"
    unfilled    the keys whose values are placeholders still, such as "edition.title"
    words       by language tag, the foreign words that our own prose uses, with their meaning in English; "" for words
                that are explained where they stand
    """

    name: str
    folder: Path
    title: str
    english: str = ""
    editor: str = ""
    paper: str
    short: str
    written_in: str
    words: Mapping[str, Mapping[str, str]]
    gloss: Gloss
    author: str
    year: int
    year_from: int
    year_estimated: bool = False
    year_reason: str = ""
    source: str
    machine: str
    rights: str
    rights_statement: str
    bibliography: tuple[Reference, ...]
    searches: tuple[Search, ...]
    unknown: tuple[str, ...]
    story: str
    witnesses: Mapping[str, Witness]
    texts: Mapping[str, Text]
    variants: tuple[Change, ...]
    emendations: tuple[Change, ...]
    experiments: Mapping[str, tuple[Change, ...]]
    runs: Mapping[str, Run]
    machines: Mapping[str, MachineTime]
    claims: tuple[Claim, ...]
    unfilled: tuple[str, ...]

    @property
    def dated(self) -> str:
        """The year for readers: "about 1974" where it is the editor's estimate, "1971/72" where it is one of two."""
        if not self.year:
            return "undated"
        if self.year_from < self.year:
            return f"{self.year_from}/{self.year % 100:02}"
        return f"about {self.year}" if self.year_estimated else str(self.year)

    @property
    def added(self) -> str:
        """Whose the editors' additions are, for readers; "" of an edition of somebody else, who says so elsewhere."""
        return ADDED if self.folder.parent == folders.HOME else ""

    @property
    def edited_by(self) -> str:
        """Who made the edition; "" of an edition of somebody else that does not say."""
        return self.editor or (MAINTAINERS if self.folder.parent == folders.HOME else "")

    def base(self, text: str) -> str:
        """Return the sigil of the witness that a text's transcription follows, "" if none is described."""
        return base(self.witnesses.values(), text)

    def witnessed(self, text: str, sigil: str) -> str:
        """Return a text as a witness that was read whole has it; another one is an EditionError with the nearest."""
        having = [each.sigil for each in self.witnesses.values() if text in each.texts and not each.extent]
        if sigil not in having:
            raise EditionError(unknown(f"witness of {text}", sigil, having))
        variants = [each for each in self.variants if each.text == text and sigil in each.witnesses]
        return apply_changes(self.texts[text].transcription, variants)

    @property
    def whole_variants(self) -> tuple[Change, ...]:
        """The variants of witnesses that were read whole: with them, but not with others, goes the rest of the text."""
        whole = {sigil for sigil, witness in self.witnesses.items() if not witness.extent}
        named = ((each, tuple(one for one in each.witnesses if one in whole)) for each in self.variants)
        return tuple(replace(each, witnesses=witnesses) for each, witnesses in named if witnesses)

    def explained(self, run: Run) -> dict[int, str]:
        """Return what the lines of a run's reading text say in plain English, by their numbers."""
        return explained(self.gloss, run, self.texts[run.text].transcription, self.emending(run.text))

    def read(self, file: str) -> str:
        """Return the text of a file in the edition's folder; raise TextNotHere for a text that is not here."""
        for text in self.texts.values():
            if text.file == file and text.missing:
                raise TextNotHere(text.missing)
        return read_text(self.inside(file))

    def inside(self, file: str) -> Path:
        """Return the path of a file in the edition's folder; a name that leads out of it is an EditionError."""
        return inside(self.folder, file)

    @property
    def apparatus(self) -> tuple[Change, ...]:
        """Every change of the texts: the emendations in the order of text and line, then the experiments."""
        order = {name: number for number, name in enumerate(self.texts)}
        emendations = sorted(self.emendations, key=lambda change: (order[change.text], change.line))
        return (*emendations, *(change for changes in self.experiments.values() for change in changes))

    def emending(self, text: str) -> tuple[Change, ...]:
        """Return the emendations of a text."""
        return tuple(change for change in self.emendations if change.text == text)

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


@lru_cache(maxsize=32)
def load(folder: Path, _stamp: tuple[tuple[int, int], ...]) -> Edition:
    """Load one edition; again only if a file of its folder changed."""
    return Loader(folder).edition()


def read_tag(table: Table, tag: str, key: str) -> str:
    """Return a language tag that a key says, or that is one."""
    if not LANGUAGE_TAG.fullmatch(tag):
        wanted = "2 to 8 letters, then -SUBTAG each of up to 8 letters and digits, such as nl or pt-BR"
        raise table.error(f"{shown(tag)} is no language tag (BCP 47): expected {wanted}", key)
    return tag


def read_year(entry: Table) -> int:
    """Read the year; one that is not filled in, or is unknown, is 0."""
    return 0 if is_open(entry.value("year", object, "an integer")) else entry.integer("year")


def read_words(table: Table) -> dict[str, dict[str, str]]:
    """Read the foreign words of our prose, a table for each language."""
    words = {read_tag(table, language, language): table.string_table(language) for language in table.content}
    table.close()
    return words


class Loader:
    """Reads one folder: texts, emendations, experiments, runs, claims."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = Files(folder)
        self.texts: dict[str, Text] = {}
        self.emendations: tuple[Change, ...] = ()
        self.experiments: dict[str, tuple[Change, ...]] = {}

    def edition(self) -> Edition:
        root = read_table(self.folder / "edition.toml")
        claims_path = self.folder / "claims.toml"
        written = [root.content, *([read_table(claims_path).content] if claims_path.exists() else [])]
        unfilled = [key for content in written for key in placeholders_in(content)]
        entry = root.table("edition")
        entry.string("name")  # first: of an empty file, not the other files of the edition are wrong
        self.texts = read_texts(root, self.files)
        witnesses = read_witnesses(root, list(self.texts))
        words = read_words(root.table("words"))
        searches = read_searches(root)
        root.close()
        self.read_all_changes()
        variants = self.read_variants(witnesses)
        for kind, changes in (("emendation", self.emendations), ("variant", variants)):
            unfilled += [f"{kind}.{each.identifier}.reason" for each in changes if is_placeholder(each.reason)]
        runs = self.read_runs()
        claims = self.read_claims(runs)
        year = read_year(entry)
        loaded = entry.record(
            Edition,
            folder=self.folder,
            paper=entry.string("paper", entry.string("title")),
            short=entry.string("short", entry.string("title")),
            written_in=read_tag(entry, entry.string("written_in", "en"), "written_in"),
            words=words,
            gloss=read_gloss(
                self.folder,
                {name: None if text.missing else text.transcription for name, text in self.texts.items()},
                self.emendations,
            ),
            year=year,
            year_from=entry.optional_integer("year_from") or year,
            rights_statement=check_statement(entry),
            bibliography=read_bibliography(entry),
            searches=searches,
            unknown=tuple(unknown_facts(entry.content, witnesses.values())),
            story=self.read_story(claims, runs),
            witnesses=witnesses,
            texts=self.texts,
            variants=variants,
            emendations=self.emendations,
            experiments=self.experiments,
            runs=runs,
            machines=read_machines(self.folder / "machines.toml"),
            claims=claims,
            unfilled=tuple(unfilled),
        )
        if loaded.year_from > loaded.year:
            expected = "expected the first of the years in which it may have appeared"
            raise entry.error(
                f'"year_from" is {loaded.year_from}, after "year", {loaded.year}; {expected}', "year_from"
            )
        if loaded.year_reason and not loaded.year_estimated:
            raise entry.error('"year_reason" is for a year with "year_estimated = true"', "year_reason")
        if loaded.name.casefold() in folders.OF_THE_REPORT:
            raise entry.error(f"{loaded.name!r} is {folders.TAKEN}; expected another one", "name")
        if loaded.name != self.folder.name:
            raise entry.error(f'"name" is {loaded.name!r}, but the folder is {self.folder.name!r}', "name")
        return loaded

    def read_all_changes(self) -> None:
        """Read emendations and experiments; check that every emendation matches its text."""
        path = self.folder / "emendations.toml"
        if path.exists():
            self.files.read(path.name)
            self.emendations = read_changes(path, "emendation")
        for experiment in sorted(self.folder.glob("experiments/*.toml")):
            self.files.read(f"experiments/{experiment.name}")
            self.experiments[experiment.stem] = read_changes(experiment, "change")
        self.check_texts((*self.emendations, *(change for changes in self.experiments.values() for change in changes)))
        for text in self.texts.values():
            emend(text, self.emendations)

    def read_variants(self, witnesses: Mapping[str, Witness]) -> tuple[Change, ...]:
        """Read the variants; check that every variant matches its text, and its witnesses have it."""
        path = self.folder / "variants.toml"
        variants = read_changes(path, "variant") if path.exists() else ()
        self.check_texts(variants)
        texts = {text.name: text.transcription for text in self.texts.values() if not text.missing}
        check_variants(variants, witnesses, texts, self.emendations)
        return variants

    def check_texts(self, changes: Iterable[Change]) -> None:
        for change in changes:
            if change.text not in self.texts:
                raise change.entry.error(unknown("text", change.text, self.texts), "text")

    def read_runs(self) -> dict[str, Run]:
        """Read the runs and make their reading texts."""
        path = self.folder / "runs.toml"
        if not path.exists():
            return {}
        root = read_table(path)
        assembler = Assembler(self.files, self.texts, self.emendations, self.experiments)
        runs = {name: assembler.run(read_run(name, table)) for name, table in root.tables("runs")}
        root.close()
        return runs

    def read_story(self, claims: Sequence[Claim], runs: Mapping[str, Run]) -> str:
        """Return the story, "" if there is none; its figures are those of claims and runs of the edition."""
        path = self.folder / "story.md"
        if not path.exists():
            return ""
        story = COMMENT.sub("", read_text(path))
        if not claims:
            missing = "claims.toml is not there, or has no [[claim]]"
            raise EditionError(f"{display_path(path)}: {missing}; a story reports the outcome of the claims")
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
        texts = {text.name: emend(text, self.emendations) for text in self.texts.values()}
        claims = read_claims(path, texts) if path.exists() else ()
        for claim in claims:
            if claim.run is not None and claim.run not in runs:
                raise claim.error(unknown("run", claim.run, runs), "run")
        claims = tuple(self.with_puzzle(claim) for claim in claims)
        check_prose(claims, runs)
        known = [claim.identifier for claim in claims]
        for change in self.emendations:
            for number, name in enumerate(change.assumes):
                if name not in known:
                    raise change.entry.error(unknown("claim", name, known), "assumes", number)
        for run in runs.values():
            for number, name in enumerate(run.assumes):
                if name not in known:
                    raise run.entry.error(unknown("claim", name, known), "assumes", number)
        articles = [text for text in self.texts.values() if text.role == "article"]
        if articles and not any(text.missing for text in self.texts.values()):
            check_quotations(claims, {text.file: text.transcription for text in self.texts.values()})
        return claims
