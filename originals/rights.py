"""Whose the texts are, said once: the licence of code and prose, and the statement of rights in the documents.

Pages, TEI files, the RO-Crate and the package's metadata take their words from here; a test compares them.
"""

from __future__ import annotations

from getallenband.durable.names import shown
from getallenband.originals.tables import Table

MAINTAINERS = "The Getallenband maintainers"
"""Who edits our own editions."""
LICENCE = "MIT"
LICENCE_ADDRESS = f"https://spdx.org/licenses/{LICENCE}"
TEXTS = "LicenseRef-historical-texts"
"""The name in SPDX of the file LICENSE-TEXTS."""
EXPRESSION = f"{LICENCE} AND {TEXTS}"
"""The licence of the package, which holds both, as an SPDX expression."""
ADDED = "What the editors added (corrections, claims, prose) is under the MIT licence."
NOTICE = (
    "The software and its makers' own prose are under the MIT licence; the historical texts are not: the rights in each"
    " document are stated with it."
)
HOME = "http://rightsstatements.org/vocab/"
STATEMENTS = {
    f"{HOME}InC/1.0/": "In Copyright",
    f"{HOME}InC-OW-EU/1.0/": "In Copyright - EU Orphan Work",
    f"{HOME}InC-EDU/1.0/": "In Copyright - Educational Use Permitted",
    f"{HOME}InC-NC/1.0/": "In Copyright - Non-Commercial Use Permitted",
    f"{HOME}InC-RUU/1.0/": "In Copyright - Rights-holder(s) Unlocatable or Unidentifiable",
    f"{HOME}NoC-CR/1.0/": "No Copyright - Contractual Restrictions",
    f"{HOME}NoC-NC/1.0/": "No Copyright - Non-Commercial Use Only",
    f"{HOME}NoC-OKLR/1.0/": "No Copyright - Other Known Legal Restrictions",
    f"{HOME}NoC-US/1.0/": "No Copyright - United States",
    f"{HOME}CNE/1.0/": "Copyright Not Evaluated",
    f"{HOME}UND/1.0/": "Copyright Undetermined",
    f"{HOME}NKC/1.0/": "No Known Copyright",
}
"""The statements of rightsstatements.org, with their names."""


def check_statement(entry: Table) -> str:
    """Return the address of a statement of rights, "" if the edition gives none."""
    address = entry.string("rights_statement", "")
    if address and address not in STATEMENTS and not address.startswith("https://creativecommons.org/"):
        wanted = f"{HOME}InC/1.0/ or another statement of rightsstatements.org, or one of https://creativecommons.org/"
        raise entry.error(f'"rights_statement" must be {wanted}, not {shown(address)}', "rights_statement")
    return address


def statement_name(address: str) -> str:
    """Return the name of a statement; of one that has none here, its address."""
    return STATEMENTS.get(address, address)
