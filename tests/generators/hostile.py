"""Values that nobody means, in place of one value or one key of a TOML file.

replaced(Random(7), b'line = 17\\n')      # b"line = inf\\n"
"""

from __future__ import annotations

import re
from random import Random

PLACE = re.compile(
    r"""(?mx) ^[ ]*+(?P<key>[\w.-]++)[ ]*+=            # a key
    | =[ ]*+(?P<value>"[^"\n]*+" | \[[^\]\n]*+\] | \{[^}\n]*+\} | [^\s"\[{,}]++)   # a value, those of inline tables too
    """
)
VALUES = (
    "nan", "-inf", "1e400", "1e-320", "0", "-1", "99999999999", "9223372036854775807", "9" * 26, "9" * 5000,
    "0x" + "f" * 5000, "true", "2026-11-23", "07:32:00", "[]", "{}", "[[1], ['']]", "[" * 300 + "]" * 300,
    "{ a = { b = 1 } }", "''", "'0'", "'" + "9" * 5000 + "'", "'" + "x" * 300 + "'", r'"\u0000"', r'"\u001b[31m\u2028"',
    "'\U0001d11e'", "'٣'", "'²'", "'../../etc/passwd'", "'/dev/zero'", "'..'", "'a b.svg'", "'{this.published} / 0'",
    "'{this.published} * 1e400'", "'{this'", "'{this.observed}'", "'range(1, {this.published}[0])'", "'{ten}'",
    "'('", "'a{99999999999}'", "'()'", "'|'", "'1-99999999999'", "'rug'", "'reader'", "'nobody'", "'0 秒'", "'none'",
    "{ text = 'reader' }", "{ statement = '3' }", "[{ statement = ['3'], low = {}, high = { cards = 1e308 } }]",
)  # fmt: skip
KEYS = (
    "''",
    "'" + "9" * 5000 + "'",
    "'" + "x" * 300 + "'",
    r'"\u0000"',
    "a.b",
    "'1-99999999999'",
    "id",
    "run",
    "with",
    "'..'",
)


def replaced(random: Random, content: bytes) -> bytes:
    """Return TOML with a hostile value or key in one place; as it is, if it has no place."""
    text = content.decode(errors="replace")
    places = list(PLACE.finditer(text))
    if not places:
        return content
    place = random.choice(places)
    kind = place.lastgroup or "value"
    new = random.choice(KEYS if kind == "key" else VALUES)
    return (text[: place.start(kind)] + new + text[place.end(kind) :]).encode()
