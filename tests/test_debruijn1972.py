"""De Bruijn's edition: every claim has the verdict that the edition expects."""

from reports.check import all_verdicts


def test_every_claim_has_the_expected_verdict():
    changed = {
        verdict["claim"]: verdict["why"] for verdict in all_verdicts(["debruijn1972_pentomino"]) if verdict["changed"]
    }
    assert changed == {}
