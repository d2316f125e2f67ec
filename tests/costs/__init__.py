"""What the test suite costs, a file at a time: python -m tests.costs."""
