"""Kawai's site tables, boxes and classes: drawings."""
