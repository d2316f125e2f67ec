"""Wada's forms and trie: observers."""
