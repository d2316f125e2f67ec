"""De Bruijn's tape, board and words."""
