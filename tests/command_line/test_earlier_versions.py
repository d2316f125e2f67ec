"""Files that earlier versions wrote are read, or refused with what to do.

earlier/ has what versions of 21 to 23 November 2026 wrote: a certificate, checkpoints of forms 1 and 2, a cached
result, and an edition; and an edition in the form of the first day. Version 1.0.0 wrote the certificate of queens, the
checkpoint of form 4, and the edition twice1969, with its seals.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from getallenband import durable
from getallenband.modern.search.checkpoint import VERSION

EARLIER = Path(__file__).parent / "earlier"


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """Copy the files, and go there."""
    shutil.copytree(EARLIER, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_certificate_is_read(call):
    assert call("verify", "mini.cert") == (
        0,
        "mini.toml: 16 solutions up to 4 symmetries, 64 in all; search tree of the puzzle, 34 nodes checked\n",
        "",
    )


def test_a_certificate_of_a_cover_is_read(call):
    assert call("verify", "queens.cert")[1] == "queens.toml: 2 solutions; search tree of the cover, 15 nodes checked\n"


def test_a_checkpoint_of_1_0_is_gone_on_with(call, files):
    before = (files / "fourth.checkpoint").read_bytes()
    code, out, _ = call("solve", "mini.toml", "--checkpoint", "fourth.checkpoint", "--resume")
    assert (code, out.partition("\n")[0]) == (0, "mini: 16 solutions up to symmetry, 64 in all")
    assert (files / "fourth.checkpoint").read_bytes() != before


@pytest.mark.parametrize(("file", "form"), [("first.checkpoint", 1), ("second.checkpoint", 2)])
def test_a_checkpoint_is_refused(call, files, file, form):
    code, out, err = call("solve", "mini.toml", "--checkpoint", file, "--resume")
    assert (code, out) == (2, "")
    assert err == (
        f"{file}: this checkpoint has version {form}; expected version {VERSION}: remove it and start again, or "
        "resume it with the Getallenband that wrote it\n"
    )
    (files / file).unlink()
    assert call("solve", "mini.toml", "--checkpoint", file)[0] == 0
    assert call("solve", "mini.toml", "--checkpoint", file, "--resume")[0] == 0


def test_an_edition_is_read(call):
    code, out, _ = call("check", "sum1967")
    assert (code, "1 statement: 1 reproduced; all as expected" in out) == (0, True)


def test_an_edition_of_1_0_is_read_and_its_seals_hold(call):
    code, out, err = call("check", "twice1969")
    assert (code, "1 statement: 1 reproduced; all as expected" in out, "has changed" in err) == (0, True, False)
    assert call("seal", "twice1969")[0] == 0


def test_an_edition_of_the_first_day_is_refused_key_by_key(call, files):
    code, _, err = call("check", "first1967")
    assert code == 2
    assert err == (
        'first1967/emendations.toml:1:1: emendation four: the key "cause" is missing; "kind" is of a version '
        'before 1.0: say "cause" (copy for scan, printing for misprint, undecided for conjecture) and "need"\n'
    )
    emendations = files / "first1967" / "emendations.toml"
    emendations.write_text(emendations.read_text().replace('kind = "scan"', 'cause = "copy"\nneed = "certain"'))
    code, _, err = call("check", "first1967")
    assert code == 2
    assert err.startswith(
        'first1967/claims.toml:9:1: claim one-line: unknown key "expected"; "expected" is of a version'
    )
    claims = files / "first1967" / "claims.toml"
    claims.write_text(claims.read_text().replace("expected = 1", 'derived = { value = 1, how = "One line." }'))
    code, out, _ = call("check", "first1967")
    assert (code, "1 statement: 1 reproduced-after-emendation; all as expected" in out) == (0, True)


def test_a_cached_result_is_left_alone_until_the_cache_is_cleared(call, files, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(files / "cache"))
    (result,) = files.glob("*.result")
    cached = durable.cache_folder("results") / result.name
    shutil.move(result, cached)
    assert call("check", "sum1967")[0] == 0
    assert cached.exists()
    assert "2 results" in call("cache")[1]
    assert call("cache", "clear")[0] == 0
    assert not cached.exists()
