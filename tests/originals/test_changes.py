"""Changes and insertions: applied all at once, refused with the place where they are recorded."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband.interpreters import SourceText
from getallenband.originals.changes import Change, Insertion, apply_changes, insert_code, read_changes
from getallenband.originals.errors import EditionError
from getallenband.originals.tables import File, Table
from getallenband.originals.variants import collated

ENTRY = Table({}, File("f", ""))


def change(line, old, new, identifier="c"):
    return Change(identifier, "t", line, old, new, "copy", "certain", "certain", "r", ENTRY)


def test_changes_apply_at_once_to_the_lines_of_the_text_given():
    assert apply_changes("a\nb\nc\n", [change(3, "c", "z"), change(1, "a\nb", "x")]) == "x\nz\n"


@pytest.mark.parametrize("end", ["\f", "\v", "\x1c", "\x85", "\u2028", "\r"])
def test_lines_are_those_of_messages(end):
    """A listing with form feeds had other lines for emendations than for the messages of its language."""
    text = f"a{end}b\nc\n"
    assert apply_changes(text, [change(2, "c", "z")]) == f"a{end}b\nz\n"
    assert [each.line for each in collated(text, f"a{end}b\nz\n")] == [2]
    assert SourceText("f", text).place(text.index("c"), text.index("c")).line == 2


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 4), st.text("ab\n", max_size=5)), min_size=1, max_size=8), st.data())
def test_changes_that_are_undone_give_the_text_again(pieces, data):
    """Every second piece, made unique by a number, is replaced; the change of the change is the text."""
    words = [f"<{number}>" for number, _ in enumerate(pieces)]
    new = [data.draw(st.text("cd\n", min_size=1, max_size=3)) + word for word in words]
    fillings = ["x" * width + filling for width, filling in pieces]
    before, after = ("".join(a + b for a, b in zip(chosen, fillings, strict=True)) for chosen in (words, new))

    def changes(text, old, other):
        lines = [text.count("\n", 0, text.index(word)) + 1 for word in old]
        return [change(line, a, b, a) for line, a, b in zip(lines, old, other, strict=True)]

    assert apply_changes(before, changes(before, words, new)) == after
    assert apply_changes(after, changes(after, new, words)) == before


CHANGES = """\
[[change]]
id = "first"
text = "t"
line = 1
old = "ab"
new = "x"
reason = "r"
[[change]]
id = "second"
text = "t"
line = 1
old = "bc"
new = "y"
reason = "r"
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("abc", "11:1: change second: overlaps first"),
        (
            "abab",
            "5:1: change first: 'ab' is found 2 times at line 1 of t, which reads 'abab'; "
            'expected once: make "old" longer, and "new" with it',
        ),
        ("ab", "12:1: change second: 'bc' is not found at line 1 of t, which reads 'ab'"),
        ("", "4:1: change first: line 1 does not exist: the text has 0 lines"),
    ],
)
def test_changes_must_not_overlap_and_must_match_once(tmp_path, text, message):
    path = tmp_path / "f.toml"
    path.write_text(CHANGES)
    with pytest.raises(EditionError) as raised:
        apply_changes(text, read_changes(path, "change"))
    assert str(raised.value) == f"{path}:{message}"


def test_insertions_stand_on_lines_of_their_own():
    assert insert_code("a b\nc\n", [Insertion("f", "a", True, "X\n", ENTRY)]) == "a\nX\n b\nc\n"
    assert insert_code("a\nc\n", [Insertion("f", "c", False, "X\n", ENTRY)]) == "a\nX\nc\n"
    assert insert_code("a\nc\n", [Insertion("f", "a", True, "X", ENTRY)]) == "a\nX\nc\n"
