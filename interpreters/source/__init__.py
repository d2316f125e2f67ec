"""Source text, places in it, and messages that point at them."""
