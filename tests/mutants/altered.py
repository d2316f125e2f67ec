"""What can be altered in an edition: its claims, texts, emendations, inputs and runs, one place at a time.

Every mutant is the edition's files with other content, or one claim whose observer gives another answer.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from getallenband.originals.quotations import located

Place = tuple[str | int, ...]


@dataclass(frozen=True)
class Mutant:
    """One alteration. `files` are the new contents by name; `answer` is a place in the observer's answer to `claim`."""

    edition: str
    kind: str
    place: str
    files: Mapping[str, str] = field(default_factory=dict)
    claim: str = ""
    answer: Place | None = None


CHANGED = {"emendation": "character of an emendation", "variant": "character of a variant"}


def altered_sign(sign: str) -> str:
    """Return another character of the same sort."""
    if sign.isascii() and sign.isdigit():
        return str((int(sign) + 1) % 10)
    return ("q" if sign != "q" else "z") if sign.isalpha() else "?"


def altered_at(text: str, index: int) -> str:
    return text[:index] + altered_sign(text[index]) + text[index + 1 :]


def digits(text: str) -> list[int]:
    """Return the indices of the digits."""
    return [index for index, sign in enumerate(text) if sign.isascii() and sign.isdigit()]


def alterations(value: Any) -> Iterator[tuple[Place, Any]]:
    """Yield each single alteration of a TOML or JSON value: where it is, and the whole value with it."""
    if isinstance(value, dict | list | tuple):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            for path, other in alterations(item):
                whole = dict(value) if isinstance(value, dict) else list(value)
                whole[key] = other
                yield (key, *path), whole
    elif isinstance(value, bool):
        yield (), not value
    elif isinstance(value, int | float):
        yield (), value + 1
    elif isinstance(value, str):
        for index in digits(value) or range(min(1, len(value))):
            yield (index,), altered_at(value, index)


def as_toml(value: Any) -> str:
    """Write a value as TOML has it on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {as_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def document(content: Mapping[str, Any]) -> str:
    """Write a TOML file."""
    return "".join(f"{json.dumps(key)} = {as_toml(value)}\n" for key, value in content.items())


def spread(found: Sequence[Any], most: int) -> list[Any]:
    """Return at most `most` of them, evenly spread."""
    return [found[index * len(found) // most] for index in range(most)] if len(found) > most else list(found)


def mutants(folder: Path, of_each: int) -> Iterator[Mutant]:
    """Yield the mutants of an edition's files; at most `of_each` of each text, emendation, input and run."""
    yield from of_claims(folder)
    yield from of_texts(folder, of_each)
    yield from of_changes(folder, "emendations.toml", "emendation", of_each)
    yield from of_changes(folder, "variants.toml", "variant", of_each)
    yield from of_inputs(folder, of_each)
    yield from of_runs(folder, of_each)
    yield from of_machines(folder)


def of_claims(folder: Path) -> Iterator[Mutant]:
    content = tomllib.loads((folder / "claims.toml").read_text(encoding="utf-8"))
    witness = Witness(folder)
    for index, claim in enumerate(content["claim"]):

        def mutant(
            kind: str, what: str, files: Mapping[str, str] | None = None, index: int = index, **keys: Any
        ) -> Mutant:
            other = deepcopy(content)
            identifier = other["claim"][index]["id"]
            other["claim"][index].update(keys)
            altered = {"claims.toml": document(other), **(files or {})}
            return Mutant(folder.name, kind, f"claim {identifier}: {what}", altered, identifier)

        kinds = {"observed": "pinned observation", "with": "parameter of an observer", "tolerance": "tolerance"}
        for key, kind in kinds.items():
            for path, other in alterations(claim.get(key, [])):
                yield mutant(kind, f"{key} {path}", **{key: other})
        for _, other in alterations(claim.get("derived", {}).get("value", [])):
            yield mutant("derived value", f"derived {other}", derived=claim["derived"] | {"value": other})
        if not isinstance(claim.get("published"), dict):
            yield from of_figures(claim, mutant, witness)


class Witness:
    """The texts of an edition, in which its quotations stand."""

    def __init__(self, folder: Path) -> None:
        self.content = (folder / "edition.toml").read_text(encoding="utf-8")
        self.texts = {
            text["file"]: ((folder / text["file"]).read_text(encoding="utf-8"), text["sha256"])
            for text in tomllib.loads(self.content)["texts"].values()
        }

    def altered(self, file: str, index: int) -> dict[str, str]:
        """Return a text with another character, its checksum renewed."""
        text, checksum = self.texts[file]
        other = altered_at(text, index)
        return {file: other, "edition.toml": self.content.replace(checksum, sha256(other.encode()).hexdigest())}

    def altered_quotation(self, quotation: str, place: int) -> dict[str, str]:
        """Return the text that is quoted, with another character at this place; {} if there is none."""
        for file, (text, _) in self.texts.items():
            if (found := located(quotation, text)) is not None:
                return self.altered(file, found[place])
        return {}


def of_figures(claim: Mapping[str, Any], mutant: Any, witness: Witness) -> Iterator[Mutant]:
    """Alter what is published: alone, with the quotation, in the witness too; and the other digits of the quotation."""
    quotation, published = claim["quotation"], claim.get("published", [])
    for _, other in alterations(published):
        yield mutant("published figure, alone", f"published {other}", published=other)
    taken: set[int] = set()
    pieces = [published] if isinstance(published, str) else published
    for number, piece in enumerate(pieces):
        start = quotation.index(piece)
        for index in digits(piece):
            taken.add(start + index)
            others = [*pieces[:number], altered_at(piece, index), *pieces[number + 1 :]]
            whole = others[0] if isinstance(published, str) else others
            keys = {"published": whole, "quotation": altered_at(quotation, start + index)}
            yield mutant("published figure, in the quotation too", f"published {whole}", **keys)
            if files := witness.altered_quotation(quotation, start + index):
                yield mutant("published figure, in the witness too", f"published {whole}", files, **keys)
    for index in digits(quotation):
        if index not in taken:
            other = altered_at(quotation, index)
            yield mutant("other digit of a quotation", f"quotation {other!r}", quotation=other)


def of_texts(folder: Path, of_each: int) -> Iterator[Mutant]:
    """Alter digits of each transcription, and renew its checksum."""
    witness = Witness(folder)
    for text in tomllib.loads(witness.content)["texts"].values():
        transcription, _ = witness.texts[text["file"]]
        for index in spread(digits(transcription), of_each):
            place = place_in(text["file"], transcription, index)
            yield Mutant(folder.name, f"digit of a text: {text['role']}", place, witness.altered(text["file"], index))


def of_changes(folder: Path, file: str, kind: str, of_each: int) -> Iterator[Mutant]:
    """Alter characters of what each emendation puts, or of what each variant has; none if there is no such file."""
    path = folder / file
    content = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {kind: []}
    for number, change in enumerate(content[kind]):
        new = change["new"]
        for index in spread(range(len(new)), of_each):
            other = deepcopy(content)
            other[kind][number]["new"] = altered_at(new, index)
            place = f"{kind} {change['id']}: character {index} of {new!r}"
            yield Mutant(folder.name, CHANGED[kind], place, {path.name: document(other)})


def of_inputs(folder: Path, of_each: int) -> Iterator[Mutant]:
    """Alter digits of the editor's inputs."""
    for path in sorted(folder.glob("inputs/*.*")):
        text = path.read_text(encoding="utf-8")
        for index in spread(digits(text), of_each):
            file = f"inputs/{path.name}"
            yield Mutant(folder.name, "digit of an input", place_in(file, text, index), {file: altered_at(text, index)})


def of_runs(folder: Path, of_each: int) -> Iterator[Mutant]:
    """Alter where runs stop, what they are given and what they probe."""
    path = folder / "runs.toml"
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    for name, run in content["runs"].items():
        keys = {key: run[key] for key in run.keys() - {"about", "text", "soak"}}
        for where, other in spread(list(alterations(keys)), of_each):
            runs = content["runs"] | {name: run | other}
            place = f"run {name}: {'.'.join(map(str, where))}"
            yield Mutant(folder.name, "parameter of a run", place, {path.name: document(content | {"runs": runs})})


def of_machines(folder: Path) -> Iterator[Mutant]:
    """Alter each digit of the machines' times."""
    path = folder / "machines.toml"
    content = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for name, time in content.items():
        for _, other in alterations(str(time["microseconds"])):
            times = document(content | {name: time | {"microseconds": float(other)}})
            yield Mutant(folder.name, "time of a machine", f"{name}: {other} µs", {path.name: times})


def place_in(file: str, text: str, index: int) -> str:
    """Return file:line:column."""
    line_start = text.rfind("\n", 0, index) + 1
    return f"{file}:{text.count(chr(10), 0, index) + 1}:{index - line_start + 1}"
