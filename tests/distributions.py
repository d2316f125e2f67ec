"""Build the wheel and the source archive of what is committed, twice: the same bytes, or an error.

    python -m tests.distributions dist

Beside them it writes what they need, as requirements.txt pins it: a software bill of materials in CycloneDX's JSON.
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tests import ROOT


def built(out: Path, epoch: int) -> dict[str, bytes]:
    """Build in a folder of its own; return the distributions by name."""
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place) / "tree"
        tree.mkdir()
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(tree, filter="data")
        build = [sys.executable, "-m", "build", "--no-isolation", "--quiet", "--outdir", str(out), str(tree)]
        subprocess.run(build, check=True, env=os.environ | {"SOURCE_DATE_EPOCH": str(epoch)}, stdout=sys.stderr)
    return {
        path.name: settled(path.read_bytes(), epoch) if path.name.endswith(".tar.gz") else path.read_bytes()
        for path in sorted(out.iterdir())
    }


def settled(archive: bytes, epoch: int) -> bytes:
    """Return a source archive without the times and owners of its files: setuptools writes those of the build."""
    content = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(archive)) as before, tarfile.open(fileobj=content, mode="w") as after:
        for member in sorted(before.getmembers(), key=lambda each: each.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname = epoch, 0, 0, "", ""
            member.pax_headers = {}
            after.addfile(member, before.extractfile(member))
    return gzip.compress(content.getvalue(), mtime=epoch)


def write_bill(path: Path) -> None:
    """Write the bill of materials, by CycloneDX's own tool."""
    asked = ["cyclonedx-py", "requirements", "--output-reproducible", "--pyproject", "pyproject.toml"]
    subprocess.run(
        [str(Path(sys.executable).parent / asked[0]), *asked[1:], "-o", str(path), "requirements.txt"],
        cwd=ROOT, check=True,
    )  # fmt: skip


def main(out: Path) -> int:
    epoch = int(subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=True, capture_output=True).stdout)
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        first, second = built(Path(one), epoch), built(Path(other), epoch)
    differing = [name for name in sorted({*first, *second}) if first.get(name) != second.get(name)]
    if differing:
        sys.stderr.write(f"two builds of the same commit differ: {', '.join(differing)}\n")
        return 1
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for name, content in first.items():
        (out / name).write_bytes(content)
    write_bill((out / "getallenband.cdx.json").resolve())
    sys.stdout.write("".join(f"{path}\n" for path in sorted(out.iterdir())))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
