"""The witnesses of an edition's texts, and where they read otherwise than the base text.

    [[witness]]                          # edition.toml; of a text the first witness that has it is the base
    sigil = "contest"
    title = "The contest's own problem statement"
    texts = ["pieces"]                   # all of them, if not given

    [[variant]]                          # variants.toml
    id = "eighth-piece"
    text = "pieces"
    line = 1
    old = "gBrG"                         # the base
    new = "gBrg"
    witnesses = ["contest"]
    reason = "…"

A witness that has a text, and no variant of it, reads as the base does; of one that was read in part (`extent`) only
the variants are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from getallenband.durable.names import shown, unknown
from getallenband.originals.changes import Change, placed
from getallenband.originals.tables import Table

UNKNOWN = "unknown"
SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Witness:
    """A copy of the document, or of a part of it; what is not known of it is "unknown".

    origin  where the copy is from: DOI, handle or address
    scan    whose scan it is
    reader  who or what turned the copy into text
    pages   which pages of the document it has
    file    the file that was read, and its `sha256`; "" where there is no copy of it
    extent  how much of it was read, "" for the whole: of such a witness only the readings that are listed are known
    damage  what the copy does to the text, as far as that bears on a reading; or ""
    texts   the texts of the edition that it has
    """

    sigil: str
    title: str
    origin: str = UNKNOWN
    scan: str = UNKNOWN
    reader: str = UNKNOWN
    pages: str = UNKNOWN
    file: str = ""
    sha256: str = ""
    extent: str = ""
    damage: str = ""
    texts: tuple[str, ...] = ()


def read_witnesses(root: Table, texts: Sequence[str]) -> dict[str, Witness]:
    """Return the witnesses by their sigils; if there are any, each text has one."""
    found: dict[str, Witness] = {}
    for entry in root.entries("witness", "sigil"):
        witness = read_witness(entry, texts)
        if witness.sigil in found:
            raise entry.error("another witness has this sigil; expected one of its own", "sigil")
        found[witness.sigil] = witness
    for text in texts if found else ():
        if not base(found.values(), text):
            entry = root.table("texts").table(text)
            raise entry.error('no [[witness]] has the whole of this text; add it to the "texts" of one')
    return found


def read_witness(entry: Table, texts: Sequence[str]) -> Witness:
    listed = entry.strings("texts")
    for number, text in enumerate(listed):
        if text not in texts:
            raise entry.error(unknown("text", text, texts), "texts", number)
    witness = entry.record(Witness, sigil=entry.name("sigil"), texts=listed or tuple(texts))
    if witness.sha256 and not SHA256.fullmatch(witness.sha256):
        raise entry.error(f'"sha256" must be 64 digits 0-9 and a-f, not {shown(witness.sha256)}', "sha256")
    return witness


def base(witnesses: Iterable[Witness], text: str) -> str:
    """Return the sigil of the witness that a text's transcription follows, "" if no witness has the whole of it."""
    return next((each.sigil for each in witnesses if text in each.texts and not each.extent), "")


def check_variants(
    variants: Sequence[Change],
    witnesses: Mapping[str, Witness],
    texts: Mapping[str, str],
    emendations: Sequence[Change],
) -> None:
    """Raise EditionError for a variant of a witness that cannot have it, and for one that does not stand in its base.

    Variants, and a variant and an emendation, are of the same words or of words apart: who reads what is then plain.
    """
    for variant in variants:
        for number, sigil in enumerate(variant.witnesses):
            check_witness(variant, witnesses, sigil, number)
    for name, text in texts.items():
        changes = [change for change in (*emendations, *variants) if change.text == name]
        for (start, one), (there, other) in pairwise(placed(text, changes)):
            if there < start + len(one.old):
                check_pair(one, other)
        check_once(change for change in changes if change.witnesses)


def check_witness(variant: Change, witnesses: Mapping[str, Witness], sigil: str, number: int) -> None:
    """Check one of a variant's witnesses."""
    if sigil not in witnesses:
        raise variant.entry.error(unknown("witness", sigil, witnesses), "witnesses", number)
    if variant.text not in witnesses[sigil].texts:
        raise variant.entry.error(
            f'witness {sigil} does not have the text {variant.text!r}; add it to the witness\'s "texts"',
            "witnesses",
            number,
        )
    if sigil == base(witnesses.values(), variant.text):
        expected = 'expected another witness; its own reading is "old"'
        raise variant.entry.error(f"witness {sigil} is the base of the text; {expected}", "witnesses", number)


def check_pair(one: Change, other: Change) -> None:
    """Check that two changes which have a place in common are of the same words; a variant is blamed."""
    variant, there = (other, one) if other.witnesses else (one, other)
    if (one.line, one.old) != (other.line, other.old):
        raise variant.entry.error(
            f"overlaps {there.identifier}, whose words are {shown(there.old)}; expected the same words, or words apart",
            "old",
        )


def check_once(variants: Iterable[Change]) -> None:
    """Check that each witness of a text has one reading at a place."""
    seen: dict[tuple[int, str, str], str] = {}
    for variant in variants:
        for number, sigil in enumerate(variant.witnesses):
            place = variant.line, variant.old, sigil
            if place in seen:
                raise variant.entry.error(
                    f"witness {sigil} reads otherwise here already: {seen[place]}", "witnesses", number
                )
            seen[place] = variant.identifier
