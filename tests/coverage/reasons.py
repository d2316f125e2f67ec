"""Why random programs of a language leave out what they leave out: a paragraph for docs/reliability.md each."""

from __future__ import annotations

REASONS: dict[str, str] = {}
