"""The arrangements that Wada's programs print: drawings."""
