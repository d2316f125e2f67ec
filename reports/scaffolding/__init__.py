"""Folders and files that somebody begins with: an edition, a puzzle, a language; and checksums renewed."""
