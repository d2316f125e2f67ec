"""A small edition of one's own: its files. The fixture `mine` writes them."""

from __future__ import annotations

from hashlib import sha256

PROGRAM = "begin outinteger(1, 42) end\n"
EDITION = f"""
[edition]
name = "mine"
title = "A title"
author = "An author"
year = 1968
source = "A source"
machine = "A machine"
rights = "None"
[texts.main]
role = "program"
language = "algol60"
file = "main.transcription"
sha256 = "{sha256(PROGRAM.encode()).hexdigest()}"
witness = "a print"
"""
CLAIMS = """
[[claim]]
id = "answer"
quotation = "the answer is 42"
place = "page 1"
about = "The program prints {this.published}."
published = "42"
read = "text"
run = "first"
observe = "output"
with = { spacing = "ignored" }
verdict = "reproduced"
why = "It does."
"""
RUNS = '[runs.first]\ntext = "main"\nabout = "The whole program."\n'
FILES = {"edition.toml": EDITION, "main.transcription": PROGRAM, "runs.toml": RUNS, "claims.toml": CLAIMS}
