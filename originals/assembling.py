"""Runs with their texts: what runs.toml says of one, its program and tapes looked up and all changes applied.

assembler = Assembler(files, texts, emendations, experiments)
assembler.run(read_run("full", table)).reading          # the program text, corrected
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from getallenband.durable import LARGEST
from getallenband.durable.names import hint, unknown
from getallenband.originals.changes import Change, Insertion, apply_changes, insert_code
from getallenband.originals.errors import EditionError
from getallenband.originals.fields import copy_fields
from getallenband.originals.files import Files, inside
from getallenband.originals.runs import Run, RunDescription
from getallenband.originals.texts import Text

MOST = 4 * LARGEST
"""The characters of the texts of all runs: each run has its own."""


def emend(text: Text, emendations: Iterable[Change]) -> str:
    """Apply those emendations that belong to the text; one that is not here stays empty."""
    changes = [change for change in emendations if change.text == text.name]
    return "" if text.missing else apply_changes(text.transcription, changes)


class Assembler:
    """Makes the runs of one edition; `held` counts the characters of their texts."""

    def __init__(
        self,
        files: Files,
        texts: Mapping[str, Text],
        emendations: tuple[Change, ...],
        experiments: Mapping[str, tuple[Change, ...]],
    ) -> None:
        self.files = files
        self.texts = texts
        self.emendations = emendations
        self.experiments = experiments
        self.held = 0

    def run(self, entry: RunDescription) -> Run:
        """Look up a run's text, tapes and changes, and apply them."""
        text = self.program(entry)
        used = [text, *(self.texts[source] for source in entry.inputs.values() if source in self.texts)]
        missing = next((each.missing for each in used if each.missing), "")
        chosen = self.chosen_emendations(entry)
        insertions = tuple(
            Insertion(file, anchor, after, self.files.named(file, table, "file"), table)
            for file, anchor, after, table in entry.insert
        )
        experiments = [change for name in entry.experiments for change in self.experiment(entry, name)]
        here = [name for name, source in entry.inputs.items() if not missing or source not in self.texts]
        tapes = {name: self.tape(entry, name, chosen, experiments) for name in here}
        reading = "" if missing else insert_code(self.read(text, chosen, experiments), insertions)
        self.held += len(reading) + sum(map(len, tapes.values()))
        if self.held > MOST:
            raise entry.table.error(
                f"with this one, programs and inputs of all runs have more than {MOST:,} characters"
            )
        names = [each.name for each in used]
        return copy_fields(
            Run,
            entry,
            edition=self.files.folder.name,
            text=text.name,
            language=text.language,
            arithmetic=entry.arithmetic or text.arithmetic,
            reading=reading,
            tapes=tapes,
            emendations=tuple(change.identifier for change in chosen if change.text in names),
            insertions=insertions,
            sources=self.sources(entry, text),
            missing=missing,
            withheld=any(each.obtain for each in used),
            entry=entry.table,
        )

    def program(self, entry: RunDescription) -> Text:
        programs = {name: text for name, text in self.texts.items() if text.role == "program"}
        if entry.text not in programs:
            raise entry.table.error(unknown("program text", entry.text, programs), "text")
        return programs[entry.text]

    def chosen_emendations(self, entry: RunDescription) -> tuple[Change, ...]:
        if entry.emendations is None:
            return self.emendations
        known = {change.identifier: change for change in self.emendations}
        for number, identifier in enumerate(entry.emendations):
            if identifier not in known:
                raise entry.table.error(unknown("emendation", identifier, known), "emendations", number)
        return tuple(known[identifier] for identifier in entry.emendations)

    def experiment(self, entry: RunDescription, name: str) -> tuple[Change, ...]:
        """Return the changes of one of the run's experiments."""
        if name not in self.experiments:
            place = "experiments", entry.experiments.index(name)
            raise entry.table.error(unknown("experiment", name, self.experiments), *place)
        return self.experiments[name]

    def read(self, text: Text, emendations: tuple[Change, ...], experiments: list[Change]) -> str:
        """Apply the emendations, then the experiments, that belong to the text."""
        emended = emend(text, emendations)
        return apply_changes(emended, [change for change in experiments if change.text == text.name])

    def tape(self, entry: RunDescription, name: str, chosen: tuple[Change, ...], experiments: list[Change]) -> str:
        """Return an input: one of the edition's texts, changed as the run asks, or a file."""
        source = entry.inputs[name]
        if source in self.texts:
            return self.read(self.texts[source], chosen, experiments)
        with entry.table.blamed("inputs", name):
            if not inside(self.files.folder, source).exists():
                raise EditionError(
                    f"there is neither a text nor a file {source!r} for an input{hint(source, self.texts)}"
                )
            return self.files.read(source)

    def sources(self, entry: RunDescription, text: Text) -> dict[str, str]:
        """Return the checksum of every file that goes into a run."""
        files = [text.file, *(file for file, *_ in entry.insert)]
        files += [f"experiments/{name}.toml" for name in entry.experiments]
        files += [self.texts[source].file if source in self.texts else source for source in entry.inputs.values()]
        if "emendations.toml" in self.files.checksums:
            files.append("emendations.toml")
        return {file: self.files.checksums[file] for file in files}
