"""Compiled searches, over typed arrays alone: each can pause at any node and go on where it left off."""
