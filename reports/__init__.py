"""Run the originals, hold their claims against what comes out, and write the pages that say so.

    records, oracle = Records(), Oracle()                    # running: runs and searches, each made once
    verdicts("debruijn1972_pentomino", records, oracle)      # checking: published, observed, verdict
    compare_editions((), records, oracle)                    # comparing: originals beside modern solvers
    report(Path("reports/out")).changed                      # publishing: everything as pages; what is not as expected

Of originals, interpreters and modern none knows the others; this package brings them together. Each of its rooms
imports only those before it: running, checking, comparing, publishing; editions/ holds what is of one edition alone.
"""
