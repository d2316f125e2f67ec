"""Find a quotation in a transcription, character by character; blanks and line ends do not count.

    located("op 2339 … in 1963", text)        # {0: 17, 1: 18, 3: 20, …}: places in the quotation, places in the text

"…" stands for words left out: what follows it stands later in the text. An edition with a text whose role is "article",
the passages that its claims quote, has every quotation there or in another of its texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from getallenband.originals.claims import Claim


@lru_cache(maxsize=64)
def without_blanks(text: str) -> tuple[str, tuple[int, ...]]:
    """Return the characters that are not blank, and their places in the text; each text has many quotations."""
    places = tuple(place for place, character in enumerate(text) if not character.isspace())
    return "".join(text[place] for place in places), places


def located(quotation: str, text: str) -> dict[int, int] | None:
    """Return for the place of each character in the quotation its place in the text; None if it is not there."""
    characters, places = without_blanks(text)
    found: dict[int, int] = {}
    start = after = 0
    for piece in quotation.split("…"):
        wanted, within = without_blanks(piece)
        at = characters.find(wanted, after)
        if at < 0:
            return None
        found |= {start + place: places[at + number] for number, place in enumerate(within)}
        start, after = start + len(piece) + 1, at + len(wanted)
    return found


def check_quotations(claims: Iterable[Claim], texts: Mapping[str, str]) -> None:
    """Raise EditionError for a quotation that none of these texts, by their files, has."""
    for claim in claims:
        if all(located(claim.quotation, text) is None for text in texts.values()):
            raise claim.error(f"the quotation {claim.quotation!r} is in none of {', '.join(texts)}", "quotation")
