"""What of a text a terminal is shown."""

from __future__ import annotations

import json
from unicodedata import category

from getallenband.durable.visible import ESCAPES, UNSEEN, in_xml, shown, visible


def test_every_character_that_is_not_seen_is_shown_as_one_that_is():
    for code in (*range(0x3000), *range(0xD7F0, 0x10000), *range(0x1D170, 0x1D180), *range(0xE0000, 0xE0200)):
        character, picture = chr(code), visible(chr(code))
        assert (picture == character) == (category(character) not in UNSEEN or character in "\t\n"), hex(code)
        assert len(picture) == 1
        assert json.loads(json.dumps(character, ensure_ascii=False).translate(ESCAPES)) == character
    for code in (0x1B, 0x61C, 0x200B, 0x200E, 0x200F, 0x202E, 0x2028, 0x2069, 0xFEFF, 0xD800, 0xE0001):
        assert visible(chr(code)) in "␛�", hex(code)
        assert code < 0x20 or "\\u" in chr(code).translate(ESCAPES)


def test_a_file_s_name_is_one_line():
    assert shown("two\nlines\tof \x1b and \udcff\ud800\u2028") == r"two␊lines␉of ␛ and \xff��"


def test_what_no_xml_file_may_hold_is_a_picture():
    assert in_xml("\x00\r\n\t\ufffe é") == "␀␍\n\t� é"
