"""The page's running times."""

from __future__ import annotations

import re

from pydantic import PositiveInt

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.values import number
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer


@observer
def printed_seconds(context: Context, *, file: str, of: PositiveInt | None = None) -> Observed:
    """List the times in seconds that the document prints.

    observe = "printed_seconds"
    with = { file = "times.transcription", of = 3 }

    Return the times in their order, each once; with `of`, that one of them.
    """
    times = list(dict.fromkeys(number(digits) for digits in re.findall(r"([\d,]+) 秒", context.text(file))))
    if of is None:
        return Observed(times)
    if of > len(times):
        raise UserError(f"{file} has {len(times)} times")
    return Observed(times[of - 1])
