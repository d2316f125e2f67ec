"""Which checker a certificate is for.

verify(Path("rug.certificate"))      # ("search tree", "rug: 3 solutions up to 4 symmetries, 12 in all; …")
"""

from pathlib import Path

from getallenband import durable
from getallenband.modern.proof import check_certificate, check_cover, check_order
from getallenband.modern.proof.certificate_file import Refused

__all__ = ["Refused", "verify"]

TREE, ORDER = "search tree", "order of the count"
CHECKERS = {
    b'{"order_certificate"': (ORDER, check_order.check),
    b'{"cover_certificate"': (TREE, check_cover.check),
}
"""By how the claim begins; any other is that of a puzzle's search tree."""


def verify(certificate: Path, puzzle: Path | None = None) -> tuple[str, str]:
    """Return the form of a certificate's proof, and the statement that it proves; Refused says why it does not."""
    with durable.open_regular(certificate) as file:
        form, check = CHECKERS.get(file.read(20), (TREE, check_certificate.check))
    return form, check(certificate, puzzle)
