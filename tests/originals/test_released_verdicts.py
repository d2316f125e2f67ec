"""No verdict changes without its line in the release notes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from getallenband.originals.edition import edition
from tests import ROOT

RELEASED = tomllib.loads((Path(__file__).parent / "released_verdicts.toml").read_text(encoding="utf-8"))


def test_a_changed_verdict_has_its_line() -> None:
    latest = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    rows = [line.strip("| ").split(" | ") for line in latest.splitlines() if " → " in line]
    noted = {(row[0].strip("`"), claim): row[2] for row in rows for claim in re.findall("`(.+?)`", row[1])}
    changed = {
        (name, claim.identifier): f"{before[claim.identifier]} → {claim.verdict}"
        for name, before in RELEASED.items()
        for claim in edition(name).claims
        if before.get(claim.identifier, claim.verdict) != claim.verdict
    }
    assert noted == changed


def test_no_claim_is_gone() -> None:
    assert [
        (name, claim)
        for name, before in RELEASED.items()
        for claim in before.keys() - {each.identifier for each in edition(name).claims}
    ] == []
