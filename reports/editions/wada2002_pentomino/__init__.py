"""Wada's forms and trie."""
