"""How a run of a page is asked for in the playground: all but its text and tape, which the player has.

job_address("debruijn1972_pentomino", record)     # "language=ecol&arithmetic=ieee754&original=debruijn1972…%2Ffull"
"""

from __future__ import annotations

from urllib.parse import urlencode

from getallenband.reports.publishing.data import RunEntry


def job_address(edition: str, record: RunEntry) -> str:
    """Return the part of an address that the playground reads (playground/page/address.mjs)."""
    made = record["provenance"]
    settings = [("setting", f"{name}={value}") for name, value in made["settings"].items()]
    original = f"{edition}/{record['run']}"
    fixed = [("language", record["language"]), ("arithmetic", made["arithmetic"]), ("original", original)]
    return urlencode([*fixed, *settings])
