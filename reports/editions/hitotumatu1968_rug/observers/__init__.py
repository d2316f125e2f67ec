"""Hitotumatu's table of forms and figures: observers."""
