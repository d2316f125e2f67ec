"""Claims that no run decides: by a proof, or by the literature."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Len
from typing_extensions import TypedDict

from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer


class Source(TypedDict):
    """A book or article that bears a statement out.

    title      author, title, place and year, as a bibliography has them
    says       what it says of the matter
    certainty  read: the editor read it; in part: an abstract or some pages of it, as `says` tells; second-hand: only
               what others say of it
    """

    title: Annotated[str, Len(1)]
    says: Annotated[str, Len(1)]
    certainty: Literal["read", "in part", "second-hand"]


@observer
def proof(context: Context, *, steps: Annotated[list[Annotated[str, Len(1)]], Len(1)]) -> Observed:
    """Hold a statement of mathematics for proved: the editor gives the proof, step by step.

    observe = "proof"
    with.steps = ["A corner of the board lies in some piece.", "So …"]

    Return true. No program checks a proof: readers do.
    """
    context.parts.add(("proof", ""))
    return Observed(True, " ".join(steps))


@observer
def literature(context: Context, *, sources: Annotated[list[Source], Len(1)]) -> Observed:
    """Count the books and articles that bear a statement out.

    observe = "literature"
    with.sources = [{ title = "S. W. Golomb: Polyominoes, 1965", says = "…", certainty = "read" }]

    Return how many there are. Unless the editor read them all, agreeing makes the claim consistent.

    Each is named with what it says, and whether the editor read it.
    """
    context.parts.update(("literature", each["title"]) for each in sources)
    why = "; ".join(f"{each['title']}: {each['says']} ({each['certainty']})" for each in sources)
    return Observed(len(sources), why, judged=any(each["certainty"] != "read" for each in sources))
