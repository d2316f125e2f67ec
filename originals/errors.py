"""What is wrong with an edition's files, said with its place and what was found."""

from __future__ import annotations

from getallenband.durable.errors import Error


class EditionError(Error):
    """A fault in the files of an edition, or the name of one that does not exist."""


class TextNotHere(EditionError):
    """A text is needed that nobody has supplied yet; the message says how that is done."""
