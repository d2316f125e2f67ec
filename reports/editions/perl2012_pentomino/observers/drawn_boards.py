"""Read the boards that a page prints side by side: those that it also prints as lines, or a board and its images.

observe = "drawn_boards"
with = { file = "boards.transcription", count = 3 }
with = { file = "images.transcription", count = 4, images = true }
"""

from __future__ import annotations

from typing import Annotated

from annotated_types import Interval

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed
from reports.editions.perl2012_pentomino.page import BOARD, boards_side_by_side, image_of


def observe(
    context: Context, *, file: str, count: Annotated[int, Interval(ge=1, le=4)], images: bool = False
) -> Observed:
    """Return how many drawn boards agree with the lines of the same text; with `images`, with the first one's images.

    Images stand in this order: the board, left and right exchanged, above and below exchanged, both.
    """
    text = context.text(file)
    drawn = boards_side_by_side(text, count)
    wanted = [image_of(drawn[0], image) for image in range(count)] if images else BOARD.findall(text)
    if len(wanted) != count:
        raise UserError(f"{file} has {len(wanted)} boards as lines, not {count}")
    right = sum(board == other for board, other in zip(drawn, wanted, strict=True))
    return Observed(right)
