"""Printed text: joined as it grows, cut off at its limit, and the last text can be taken back."""

import tracemalloc

import pytest

from getallenband.interpreters.ir.host import PIECES, HostExhausted, Output


def test_the_last_of_many_texts_can_be_printed_over() -> None:
    for count in (1, PIECES, PIECES + 1, PIECES + 2, 3 * PIECES):
        output = Output(10**6)
        for number in range(count):
            output.write(f"{number}\n")
        last = output.pieces.pop()
        output.write(f"{last.rstrip()}!\n")
        assert output.text == "".join(f"{number}\n" for number in range(count - 1)) + f"{count - 1}!\n"


def test_output_is_cut_at_a_whole_character() -> None:
    output = Output(7)
    output.write("abcd")
    with pytest.raises(HostExhausted, match="7 bytes"):
        output.write("éé")
    assert (output.text, output.used) == ("abcdé", 7)


def test_many_short_texts_are_not_held_one_by_one() -> None:
    output = Output(10**6)
    for _ in range(10 * PIECES):
        output.write("x")
    assert len(output.pieces) <= PIECES


@pytest.mark.parametrize(("times", "length"), [(20 * PIECES, 100), (200, 40_000)])
def test_printed_text_is_in_memory_once(times: int, length: int) -> None:
    output = Output(10**8)
    tracemalloc.start()
    try:
        for number in range(times):
            output.write(f"{number:0{length}}\n")
        size, peak = len(output.text), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1.5 * size
