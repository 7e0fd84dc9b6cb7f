"""Words that the readers of the log share."""

ANY = object()
"""Anything may stand here."""
MARKET = ("black_market", "table")
