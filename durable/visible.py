r"""Text that a terminal only shows: control characters as pictures, a character for each.

>>> visible("\x1b[31mred\n")
'␛[31mred\n'
"""

from __future__ import annotations

INVISIBLE = (*range(0x80, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
PICTURES = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n"} | {0x7F: 0x2421}
PICTURES |= dict.fromkeys(INVISIBLE, ord("�"))
"""How texts show what would move the cursor, or change the order of what is shown."""
ESCAPES = {code: f"\\u{code:04x}" for code in (0x7F, *INVISIBLE)}
"""The same in JSON, which writes the others so by itself."""
NOT_IN_XML = {code: picture for code, picture in PICTURES.items() if code < 0x20} | dict.fromkeys(
    (0xFFFE, 0xFFFF), 0xFFFD
)


def in_xml(text: str) -> str:
    """Write the characters that no XML file may hold as pictures."""
    return text.translate(NOT_IN_XML)


def visible(text: str) -> str:
    """Write control characters as pictures, but for tabulators and ends of lines."""
    return text.translate(PICTURES)
