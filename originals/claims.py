"""Read claims.toml: what the author published, and how a check observes it.

    [[claim]]
    id = "2339-solutions"
    quotation = "het aantal oplossingen … vastgesteld op 2339"
    place = "section 11"
    about = "The rectangle has {this.published} solutions with the cross in the upper left quarter."
    published = "2339"
    run = "full"
    observe = "count"
    with = { statement = "86" }
    verdict = "reproduced-after-emendation"
    why = "…"

docs/editions.md says what each key is for. The published figure is given once: the value with which the observation is
compared is read from it, or derived from it by the editor, who says how.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, get_args

from getallenband.durable.names import shown, unknown
from getallenband.originals.changes import SLIPS, Slip
from getallenband.originals.errors import EditionError
from getallenband.originals.prose import placeholders
from getallenband.originals.tables import Table, Value, read_table
from getallenband.originals.values import ITEMS, READINGS, evaluate, read_published

AWAITING: Final = "awaiting-evidence"
"""The verdict of a claim while nobody has said what the document prints, or its program cannot be run yet."""
VerdictName = Literal[
    "reproduced",
    "reproduced-after-emendation",
    "confirmed",
    "consistent",
    "contradicted",
    "not-checkable",
    "awaiting-evidence",
]
VERDICTS: tuple[VerdictName, ...] = get_args(VerdictName)
Kind = Literal["statement", "text", "finding"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""The author asserts it; a text can be read, or run, as it stands; the editor noticed it, and nobody claimed it."""
Relation = Literal["equal", "at-most", "at-least", "more-than", "less-than", "near"]
PINNED = ("contradicted", "consistent")
"""Verdicts that do not determine what was observed: such a claim pins it."""
LONGEST = 50
"""The claims whose values may be derived one from the other in a row."""
PINS = f'expected if and only if "verdict" is {" or ".join(PINNED)}, or "relation" is not equal'


@dataclass(frozen=True, slots=True)
class Derived:
    """What the editor derived to make a sentence checkable: a value or an arithmetic expression; and how."""

    value: Value
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One statement of the document; `verdict` is the expected one.

    kind        one of KINDS
    fails_if    what observation would make it fail, in a sentence; "" if the edition does not say
    published   the parts of the quotation that hold the figure, as printed; empty if the document prints none
    text        instead, the name of the document's text that prints it; the value has its emendations
    read        how what is printed becomes a value
    relation    of the observed value to `value`; "near" allows `tolerance`
    pinned      the expected observation, if the verdict does not determine it; else None
    reached     what the verdict is expected to rest on (reports/checking/how_reached.py), if the edition says so
    slip        whose slip a contradicted statement is; else ""
    value       what the observation is compared with; None if nothing is observed
    """

    identifier: str
    kind: Kind = "statement"
    quotation: str
    place: str
    about: str
    fails_if: str = ""
    published: tuple[str, ...]
    text: str
    read: str
    derived: Derived | None
    relation: Relation = "equal"
    tolerance: float
    run: str | None
    observe: str
    parameters: Mapping[str, Value]
    pinned: Value
    verdict: VerdictName
    reached: tuple[str, ...]
    slip: Slip | Literal[""]
    why: str
    entry: Table = field(repr=False, compare=False)
    value: Value = None

    def error(self, message: str, *keys: str | int) -> EditionError:
        """Return an error with the place of this claim, or of one of its keys."""
        return self.entry.error(message, *keys)


def read_claims(path: Path, texts: Mapping[str, str]) -> tuple[Claim, ...]:
    """Read the claims of an edition whose texts, as emended, are given by name; their identifiers differ."""
    root = read_table(path)
    claims: dict[str, Claim] = {}
    for entry in root.entries("claim", "id"):
        claim = read_claim(entry)
        if claim.identifier in claims:
            raise entry.error("duplicate id", "id")
        claims[claim.identifier] = claim
    root.close()
    values = Values(claims, texts)
    return tuple(replace(claim, value=values(claim)) for claim in claims.values())


def read_claim(entry: Table) -> Claim:
    """Read one claim, without its value."""
    published, text = read_what_is_printed(entry)
    claim = entry.record(
        Claim,
        identifier=entry.name("id"),
        published=published,
        text=text,
        read=entry.choice("read", READINGS, READINGS[0]),
        derived=read_derived(entry),
        tolerance=read_tolerance(entry),
        parameters=entry.value("with", dict, "a table", {}),
        pinned=entry.value("observed", object, "a value", None),
        slip=entry.choice("slip", SLIPS, ""),
        value=None,
    )
    check_keys(claim)
    return claim


def read_what_is_printed(entry: Table) -> tuple[tuple[str, ...], str]:
    """Read `published`: a part of the quotation, several, or the name of a text of the document."""
    published = entry.value("published", (str, list, dict), "a string, a list of strings or { text = NAME }", [])
    if isinstance(published, dict):
        table = entry.table("published")
        text = table.string("text")
        table.close()
        return (), text
    pieces = (published,) if isinstance(published, str) else tuple(published)
    quotation = entry.string("quotation")
    for number, piece in enumerate(pieces):
        if not isinstance(piece, str) or piece not in quotation:
            missing = f'"published" {shown(piece)} is not in the quotation {shown(quotation)}'
            raise entry.error(missing, "published", number)
    return pieces, ""


def read_tolerance(entry: Table) -> float:
    tolerance = float(entry.value("tolerance", (int, float), "a number", 0))
    if "tolerance" in entry.content and tolerance <= 0:
        raise entry.error(f'"tolerance" must be more than 0, not {entry.content["tolerance"]!r}', "tolerance")
    return tolerance


def read_derived(entry: Table) -> Derived | None:
    table = entry.optional_table("derived")
    return None if table is None else table.record(Derived, value=table.value("value", object, "a value"))


def check_keys(claim: Claim) -> None:
    """Refuse keys that do not fit the others, and ask for those that are missing."""
    checkable = claim.observe != "none"
    stated = bool(claim.published or claim.text or claim.derived)
    judged = claim.verdict not in ("not-checkable", AWAITING)
    pinned = claim.verdict in PINNED or (claim.relation != "equal" and judged)
    near = claim.relation == "near"
    rules = (
        (
            claim.verdict == AWAITING or checkable == judged,
            f'"observe" is none if and only if "verdict" is not-checkable, or {AWAITING}',
            "observe",
        ),
        (
            stated or not checkable,
            'the key "published" is missing; or "derived", if the document prints no figure',
            "published",
        ),
        (
            bool(claim.slip) == (claim.verdict == "contradicted"),
            '"slip" goes with "verdict" contradicted, and only with it',
            "slip",
        ),
        (not pinned or claim.pinned is not None, f'"observed" is missing: {PINS}', "observed"),
        (pinned or claim.pinned is None, f'"observed" is superfluous: {PINS}', "observed"),
        ((claim.tolerance != 0) == near, '"tolerance" goes with "relation" near, and only with it', "tolerance"),
        (
            not near or claim.verdict in (*PINNED, AWAITING),
            f'if "relation" is near, "verdict" is consistent or contradicted, or {AWAITING}',
            "verdict",
        ),
    )
    for holds, message, key in rules:
        if not holds:
            raise claim.error(message, key)


class Values:
    """The values that observations are compared with, each found once; together they have a bound, as each has."""

    def __init__(self, claims: Mapping[str, Claim], texts: Mapping[str, str]) -> None:
        self.claims, self.texts = claims, texts
        self.found: dict[str, Value] = {}
        self.items = self.made = 0

    def __call__(self, claim: Claim) -> Value:
        """Return a claim's value; raise EditionError where it has none."""
        try:
            return self.of(claim, ())
        except RecursionError:
            raise claim.error('"derived" is nested too deeply', "derived", "value") from None

    def of(self, claim: Claim, asked: Sequence[str]) -> Value:
        """Return a claim's value; `asked` are the claims whose values depend on this one."""
        if claim.identifier in asked:
            raise claim.error(f'"derived" is circular: {" → ".join([*asked, claim.identifier])}', "derived", "value")
        if len(asked) > LONGEST:
            message = f'"derived" depends on more than {LONGEST} claims in a row'
            raise self.claims[asked[0]].error(message, "derived", "value")
        if claim.identifier not in self.found and claim.derived:
            try:
                self.found[claim.identifier] = self.computed(claim.derived.value, claim, asked)
            except ValueError as error:
                raise claim.error(str(error), "derived", "value") from None
        elif claim.identifier not in self.found:
            self.found[claim.identifier] = printed_value(claim, self.texts)
        return self.found[claim.identifier]

    def computed(self, value: Value, claim: Claim, asked: Sequence[str]) -> Value:
        """Return a derived value: texts with names in braces are arithmetic."""

        def named(name: str) -> Value:
            if name == "this.published":
                return printed_value(claim, self.texts)
            if name not in self.claims:
                raise ValueError(f'"derived": {unknown("claim", name, [*self.claims, "this.published"])}')
            return self.of(self.claims[name], (*asked, claim.identifier))

        if isinstance(value, list):
            return [self.computed(item, claim, asked) for item in value]
        if not (isinstance(value, str) and placeholders(value)):
            return value
        found = evaluate(value, named, self.count_made)
        self.items += size(found)
        if self.items > ITEMS:
            raise ValueError(f'"derived": the lists of all claims have more than {ITEMS:,} numbers')
        return found

    def count_made(self, items: int) -> None:
        """Refuse what makes too many lists on the way to a value."""
        self.made += items
        if self.made > 10 * ITEMS:
            raise ValueError(f'"derived": the values of all claims need lists of more than {10 * ITEMS:,} numbers')


def size(value: Value) -> int:
    """Return how many numbers a value holds, those of its lists too; 100 characters of a text are as much as one."""
    if isinstance(value, list):
        return sum(map(size, value))
    return 1 + len(value) // 100 if isinstance(value, str) else 1


def printed_value(claim: Claim, texts: Mapping[str, str]) -> Value:
    """Return the value of what the document prints, None if it prints no figure; one of another kind is refused."""
    if claim.text:
        if claim.text not in texts:
            raise claim.error(f'"published": {unknown("text", claim.text, texts)}', "published", "text")
        return texts[claim.text]
    values: list[Any] = []
    for number, piece in enumerate(claim.published):
        try:
            values.append(read_published(piece, claim.read))
        except ValueError as error:
            raise claim.error(str(error), "published", number) from None
    return values[0] if len(values) == 1 else values or None


def prose_of(claims: Iterable[Claim]) -> Iterable[tuple[Claim, str, str]]:
    """Yield all of the editor's prose: claim, key, text."""
    for claim in claims:
        yield claim, "about", claim.about
        yield claim, "why", claim.why
        yield claim, "fails_if", claim.fails_if
        if claim.derived:
            yield claim, "how", claim.derived.how


def check_prose(claims: Sequence[Claim], runs: Iterable[str]) -> None:
    """Refuse a name in braces that is neither a claim of the edition nor a run."""
    known = ["this", *(claim.identifier for claim in claims)]
    for claim, key, text in prose_of(claims):
        try:
            check_names(text, known, list(runs))
        except ValueError as error:
            raise claim.error(f'"{key}": {error}', *(["derived"] if key == "how" else []), key) from None


def check_names(text: str, claims: Sequence[str], runs: Sequence[str]) -> None:
    """Raise ValueError if a name in braces is neither one of these claims nor one of these runs."""
    for name in placeholders(text):
        kind, _, rest = name.partition(":")
        of = re.split(r"[.\[]", rest if kind == "run" else name)[0]
        among = runs if kind == "run" else claims
        if of not in among:
            what = "run" if kind == "run" else "claim"
            raise ValueError(f"{{{name}}}: {unknown(what, of, among)}")
