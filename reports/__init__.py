"""Run the originals, hold their claims against what comes out, and write the pages that say so.

    records, witness = Records(), Witness()                  # records.py, witness.py: runs and searches, each made once
    verdicts("debruijn1972_pentomino", records, witness)     # check.py: published, observed, verdict
    report(Path("reports/out")).changed                      # report.py: everything as pages; what is not as expected

Of originals, interpreters and modern none knows the others; this package brings them together.
"""
