"""The base of what is raised for whoever calls us: a wrong action, a pack that cannot be played, a fault of its rules."""

from __future__ import annotations


class RulewrightError(Exception):
    """Everything that we raise on purpose, and that a caller can do something about."""
