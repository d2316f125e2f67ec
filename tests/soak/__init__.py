"""Faults made on purpose, in blocks that can be run one by one and gone on with: python -m tests.soak BLOCK N."""
