"""Comparisons with other tools, run by hand (`make bench`): ratios within one run, never asserted in a test."""
