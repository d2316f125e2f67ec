"""Values in the files of an edition that no number, list, pattern or budget may have: each is refused in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line.mine import CLAIMS, RUNS

ARITHMETIC = {
    "{this.published} / 0": "'{this.published} / 0': division by zero",
    "{this.published} / 0.0": "'{this.published} / 0.0': division by zero",
    "{this.published} * 1e400": "'{this.published} * 1e400': a number of more than 300 digits",
    "{this.published} * 1e299 * 1e299": "'{this.published} * 1e299 * 1e299': a number of more than 300 digits",
    "{this.published} / 1e-299 / 1e-9": "'{this.published} / 1e-299 / 1e-9': a number of more than 300 digits",
    "{this.published} ** 9": (
        "'{this.published} ** 9' is not arithmetic; expected + - * / ( ), numbers, names in braces, places [n], range, "
        "sorted, differences"
    ),
    "{this.published}" + "+1" * 3000: (
        "'{this.published}" + "+1" * 91 + "+… has 6,016 characters; expected at most 1,000"
    ),
    "(" * 490 + "{this.published}" + ")" * 490: "'" + "(" * 199 + "… is not an arithmetic expression",
    "{this.published} - range(1, 99999999999)": (
        "'{this.published} - range(1, 99999999999)': range cannot be applied to [1, 99999999999]: a list of more than "
        "100,000 numbers"
    ),
    "range({this.published}, 70000) + range(1, 70000)": (
        "'range({this.published}, 70000) + range(1, 70000)': a list of more than 100,000 numbers"
    ),
    "{this.published}[99999999999999999999]": (
        "'{this.published}[99999999999999999999]': there is no place [99999999999999999999] in 42"
    ),
}  # fmt: skip


def derived(value, published="42"):
    """Return the claim with a derived value, as TOML has it, and another figure."""
    claim = CLAIMS.replace('read = "text"', f"derived = {{ value = {value}, how = 'so' }}").replace("42", published)
    return claim.replace('observe = "output"\nwith = { spacing = "ignored" }', 'observe = "none"').replace(
        '"reproduced"', '"not-checkable"'
    )


@pytest.mark.parametrize("expression", ARITHMETIC)
def test_arithmetic_that_has_no_value(call, mine, expression):
    (mine / "claims.toml").write_text(derived(f"'{expression}'"))
    assert call("check", "./mine") == (2, "", f"mine/claims.toml:8:13: claim answer: {ARITHMETIC[expression]}\n")


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize(
    ("value", "place", "message"),
    [
        ("inf", "8:21", "a number that is not finite"),
        ("[1, 1e400]", "8:25", "a number that is not finite"),
        ("9223372036854775808", "8:21", "an integer of more than 64 bits"),
        ("0x" + "f" * 5000, "8:21", "an integer of more than 64 bits"),
        ("1_" * 5000 + "1", "8:21", "an integer of more than 64 bits"),
        (
            "2026-11-23",
            "8:21",
            "a date or a time; expected a text, a number, true, false, a list or a table",
        ),
        ("[" * 101 + "]" * 101, "8:21", "values are nested too deeply"),
    ],
)
def test_values_that_nothing_of_ours_takes(call, value, place, message):
    Path("mine/claims.toml").write_text(derived(value))
    assert call("check", "./mine") == (2, "", f"mine/claims.toml:{place}: invalid TOML: {message}\n")


@pytest.mark.parametrize(
    ("reading", "printed", "message"),
    [
        ("number", "9" * 5000, '"published" has a number of more than 300 digits: \'' + "9" * 199 + "…"),
        ("numbers", "1 " + "9" * 301, '"published" has a number of more than 300 digits: \'' + "9" * 199 + "…"),
        ("seconds", "9" * 5000 + " s", '"published" has a number of more than 300 digits: \'' + "9" * 199 + "…"),
        ("seconds", "miljoen " * 99 + "jaar", '"published" \'' + "miljoen " * 24 + "miljoen… is longer than any time"),
        ("seconds", "² s", "\"published\" '² s' is not a time: '²' is no number, and no unit after one"),
    ],
)
def test_figures_that_are_too_long(call, mine, reading, printed, message):
    claim = derived('"{this.published}"', printed).replace("derived", f"read = '{reading}'\nderived")
    (mine / "claims.toml").write_text(claim)
    assert call("check", "./mine") == (2, "", f"mine/claims.toml:7:1: claim answer: {message}\n")


def test_a_long_sum_has_a_value(call, mine):
    (mine / "claims.toml").write_text(derived("'{this.published}" + "+1" * 490 + "'"))
    code, out, _ = call("check", "./mine", "--json")
    assert (code, json.loads(out)[0]["derived"]["value"]) == (0, 532)


def test_a_name_in_what_is_derived_that_nothing_bears(call, mine):
    (mine / "claims.toml").write_text(derived("42").replace("'so'", "'{this.over}'"))
    message = "claim answer: there is no figure of claim answer 'over'; nearest: observed\n"
    assert call("check", "./mine") == (2, "", f"mine/claims.toml:8:25: {message}")


def test_the_claim_that_has_no_value_is_told(call, mine):
    """Not the one that is derived from it, though that comes first."""
    (mine / "claims.toml").write_text(
        derived("'{c1}'").replace("answer", "c0") + derived("'{this.published} / 0'").replace("answer", "c1")
    )
    message = "mine/claims.toml:20:13: claim c1: '{this.published} / 0': division by zero\n"
    assert call("check", "./mine") == (2, "", message)


def test_values_that_are_derived_again_and_again(call, mine):
    """A sum of two sums of two is made once, a list of lists of lists is counted, a long row of claims is refused."""
    first, doubled = (
        derived("1"),
        "".join(
            derived(f"'{{c{number}}} + {{c{number}}}'").replace("answer", f"c{number + 1}") for number in range(200)
        ),
    )
    (mine / "claims.toml").write_text(first.replace("answer", "c0") + doubled)
    assert call("check", "./mine")[0] == 0
    lists = "".join(derived(f"['{{c{n}}}', '{{c{n}}}']").replace("answer", f"c{n + 1}") for n in range(60))
    (mine / "claims.toml").write_text(first.replace("answer", "c0") + lists)
    message = '"derived": the lists of all claims have more than 100,000 numbers'
    assert call("check", "./mine") == (2, "", f"mine/claims.toml:200:13: claim c16: {message}\n")
    row = "".join(derived(f"'{{c{n + 1}}}'").replace("answer", f"c{n}") for n in range(2000))
    (mine / "claims.toml").write_text(row + first.replace("answer", "c2000"))
    message = '"derived" depends on more than 50 claims in a row'
    assert call("check", "./mine") == (2, "", f"mine/claims.toml:8:13: claim c0: {message}\n")


@pytest.mark.parametrize(
    ("key", "most"),
    [("statements", 4_000_000_000_000), ("output", 268_435_456), ("memory", 1_073_741_824), ("depth", 4_800_000)],
)
def test_budgets_have_bounds(call, mine, key, most):
    (mine / "runs.toml").write_text(RUNS + f"budget = {{ {key} = {most} }}\n")
    assert call("run", "./mine") == (0, "42 ", "")
    (mine / "runs.toml").write_text(RUNS + f"budget = {{ {key} = {most + 1} }}\n")
    assert call("run", "./mine") == (
        2, "", f'mine/runs.toml:4:12: [runs.first.budget]: "{key}" must be at most {most:,}, not {most + 1:,}\n'
    )  # fmt: skip


def test_the_texts_of_all_runs_have_a_bound(call, mine, monkeypatch):
    monkeypatch.setattr("getallenband.originals.assembling.MOST", 100)
    (mine / "runs.toml").write_text("".join(RUNS.replace("first", f"run{number}") for number in range(9)))
    message = (
        "mine/runs.toml:10:1: [runs.run3]: with this one, programs and inputs of all runs have more than 100 characters"
    )
    assert call("run", "./mine") == (2, "", f"{message}\n")


@pytest.mark.parametrize("key", ["0", "9" * 5000, "1-" + "9" * 5000, "2", "1-2", "x"])
def test_lines_that_a_gloss_cannot_mean(call, mine, key):
    (mine / "gloss.toml").write_text(f'[main]\n{key} = "It prints."\n')
    shown = f"'{key}'" if len(key) < 200 else f"'{key[:199]}…"
    message = f"mine/gloss.toml:2:1: [main]: {shown} is neither a line of the text nor FIRST-LAST\n"
    assert call("show", "./mine") == (2, "", message)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("a{99999999999}", "the repetition number is too large"),
        ("(" * 5000 + ")" * 5000, "maximum recursion depth exceeded"),
    ],
)
def test_patterns_that_python_cannot_take(call, mine, pattern, message):
    claim = CLAIMS.replace('"output"', '"output_lines"').replace('spacing = "ignored"', f"pattern = '{pattern}'")
    (mine / "claims.toml").write_text(claim)
    code, out, said = call("check", "./mine")
    assert (code, out) == (2, "")
    assert said.startswith(f"mine/claims.toml:11:1: claim answer: the observer 'output_lines': {message}")
    assert said.endswith("; expected a simpler pattern\n")


def test_a_puzzle_that_is_not_there_is_told_with_its_claim(call, mine):
    claim = CLAIMS.replace('"output"', '"modern_count"').replace('spacing = "ignored"', "puzzle = 'rugg'")
    (mine / "claims.toml").write_text(claim)
    assert call("check", "./mine") == (
        2,
        "",
        "mine/claims.toml:11:1: claim answer: there is no puzzle 'rugg'; nearest: rug\n",
    )


@pytest.mark.parametrize(
    ("observer", "parameters", "column", "message"),
    [
        ("modern_count", "puzzle = ['rug']", 10, "puzzle = ['rug']: Input should be a valid string"),
        ("modern_count", "puzzle = 'rug', algorithm = []", 26, "algorithm = []: Input should be a valid string"),
        ("count", "statement = '1', run = [1]", 27, "run = [1]: Input should be a valid string"),
        ("count", "statement = '1', parts = 1", 27, "there is no parameter parts"),
        ("count", "statement = '1', parts = [[1]]", 27, "there is no parameter parts"),
    ],
)
def test_parameters_of_another_type(call, mine, observer, parameters, column, message):
    claim = CLAIMS.replace('"output"', f'"{observer}"').replace('spacing = "ignored"', parameters)
    (mine / "claims.toml").write_text(claim)
    said = f"mine/claims.toml:11:{column}: claim answer: the observer {observer!r}: {message}\n"
    assert call("check", "./mine") == (2, "", said)
