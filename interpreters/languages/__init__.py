"""The languages of the originals, one folder each, found by folder."""
