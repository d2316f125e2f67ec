"""Numbers as people write them."""

from __future__ import annotations

import click
import pytest

from getallenband._sizes import Size


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1), ("4096", 4096), ("64k", 64_000), ("64Ki", 65_536), ("1.5M", 1_500_000), ("1e6", 10**6), ("2.5e1", 25),
        ("1Ti", 2**40), ("1e3k", 10**6),
    ],
)  # fmt: skip
def test_a_size_is_read(text, number):
    assert Size(2**62).convert(text, None, None) == number


@pytest.mark.parametrize("text", ["", "k", "-1", "1x", "1 k", "0x10", "1e", "1e9999", "١", "1kk", "Ki", "nan", "1_000"])
def test_what_is_no_number_is_told(text):
    with pytest.raises(click.BadParameter, match="is not a number; expected one such as 4096"):
        Size(2**62).convert(text, None, None)


@pytest.mark.parametrize("text", ["0", "0.5", "1.0001k", "1025", "1e999", "2k"])
def test_what_is_out_of_range_or_in_parts_is_told(text):
    with pytest.raises(click.BadParameter, match=f"{text} is not a whole number from 1 to 1024"):
        Size(1024).convert(text, None, None)


def test_the_command_takes_them(call, tmp_path):
    path = tmp_path / "x.a60"
    path.write_text("begin integer i; i := 0; l: i := i + 1; go to l end\n", encoding="utf-8")
    code, _, err = call("run", str(path), "--max-statements", "1k")
    assert code == 4
    assert "the budget of 1000 statements is used up" in err
    code, _, err = call("run", str(path), "--max-memory", "1x")
    assert code == 2
    assert "'1x' is not a number" in err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.ecol", "START\nKLAAR\n"), ("x.a60", "'BEGIN' 'END'\n"), ("x.f", "      END\n"), ("x.kawai", "BEGIN END\n"),
        ("x.c", "int main(void) { return 0; }\n"), ("x.pl", "1;\n"), ("x.scm", "1\n"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("memory", ["1", "7", "100"])
@pytest.mark.parametrize("engine", ["native", "machine"])
def test_the_least_memory_is_enough_or_too_little(call, tmp_path, name, text, memory, engine):
    (tmp_path / name).write_text(text, encoding="utf-8")
    engines = [] if name == "x.scm" else ["--engine", engine]
    code, _, err = call("run", str(tmp_path / name), "--max-memory", memory, *engines)
    assert code == 0 or (code == 4 and f"the memory limit is {memory} bytes" in err)
