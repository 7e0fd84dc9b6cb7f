"""One card tried out: a position in which it can be played, the card carried out step by step, and what each step did."""

from interpreter.play.trying.find import NoPosition, Spot, find_spot, ready_spot, spot_given
from interpreter.play.trying.trial import Trial
from interpreter.play.trying.written import scenario_text

__all__ = ["NoPosition", "Spot", "Trial", "find_spot", "ready_spot", "scenario_text", "spot_given"]
