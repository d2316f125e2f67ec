"""What `make dist` builds has no time and no owner of the building in it, and two builds that differ are refused."""

from __future__ import annotations

import io
import tarfile

import pytest

from tests import ROOT, distributions


def archive(time: int, owner: str, content: bytes = b"text") -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        for name in ("b", "a") if time % 2 else ("a", "b"):
            member = tarfile.TarInfo(name)
            member.mtime, member.uname, member.size = time, owner, len(content)
            tar.addfile(member, io.BytesIO(content))
    return made.getvalue()


def test_two_builds_of_the_same_files_are_the_same_bytes():
    one, other = distributions.settled(archive(1, "anne"), 7), distributions.settled(archive(2, "bob"), 7)
    assert one == other
    assert one != distributions.settled(archive(1, "anne", b"next"), 7)
    with tarfile.open(fileobj=io.BytesIO(one)) as tar:
        assert [(member.name, member.mtime) for member in tar] == [("a", 7), ("b", 7)]
        content = tar.extractfile("a")
        assert content is not None
        assert content.read() == b"text"


@pytest.mark.parametrize(("second", "code"), [(b"the same", 0), (b"another", 1)])
def test_builds_that_differ_are_refused(tmp_path, monkeypatch, capsys, second, code):
    builds = iter([{"x.whl": b"the same"}, {"x.whl": second}])
    monkeypatch.setattr(distributions, "built", lambda *_: next(builds))
    monkeypatch.setattr(distributions, "write_bill", lambda path: path.write_text("{}"))
    out = tmp_path / "dist"
    assert distributions.main(out) == code
    assert out.exists() == (code == 0)
    assert ("two builds of the same commit differ: x.whl" in capsys.readouterr().err) == (code == 1)


def test_the_recipe_is_in_the_makefile():
    assert "$(BIN)/python -m tests.distributions dist" in (ROOT / "Makefile").read_text()
