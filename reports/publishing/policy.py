"""What a page allows itself: the scripts that we wrote, by their checksums, and nothing from elsewhere.

    <meta http-equiv="Content-Security-Policy" content="{{ policy(page_script) }}">

A script that came with a text of an edition or of a program is refused by the browser, should it ever be there as one.
The policy holds for a page that is opened from a disk, too, where some browsers have no `'self'`: hence `file:`.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from markupsafe import Markup

from getallenband.reports.publishing.player import script, starter

ALLOWED = {
    "default-src": "'none'",
    "img-src": "'self' file: data:",
    "frame-src": "'self' file:",
    "font-src": "data:",
    "style-src": "'unsafe-inline'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
"""Pictures beside the page, the players that beside.html frames, the face of its text, and style attributes, which name
a table's columns."""


def policy(page_script: str) -> Markup:
    """Return the content security policy of a page that has this script, and perhaps the player."""
    scripts = [digest(each) for each in (page_script, starter(), script())]
    allowed = ALLOWED | {"script-src": " ".join([*scripts, "'wasm-unsafe-eval'"])}
    return Markup("; ".join(f"{what} {sources}" for what, sources in allowed.items()))


def digest(text: str) -> str:
    """Return what names an inline script in a policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
