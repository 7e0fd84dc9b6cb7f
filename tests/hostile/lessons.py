"""Lessons that take long or fail, each in the fixture pack."""

from tiny_pack import indented, tiny_files

from hostile.attacks import replaced
from interpreter.source import meter

CHOICES = "repeat 300:\n  choose one:\n    few:\n      {few}\n    many: gain 1 coins"
LONG = "gain 48000 coins\n" + CHOICES.format(few="repeat my.coins:\n        gain 0 points")
"""Each choice takes half of what it may."""
ENDLESS = "repeat my.coins:\n  repeat my.coins:\n    gain 0 points\n"
FAILS = "gain 5000 coins\n" + CHOICES.format(few=indented(indented(ENDLESS)))
FAILS_AT_ONCE = f"gain 5000 coins\n{ENDLESS}" + CHOICES.format(few="gain 1 coins")
LESSONS = {
    "every choice is long": (LONG, 200, f"{meter.LESSON.what}, at most {meter.LESSON.most:,}"),
    "a choice fails": (FAILS, 1, meter.STEPS.what),
    "the set-up fails": (FAILS_AT_ONCE, 1, meter.STEPS.what),
}


def files(effect, steps):
    rule = f"- verb: try it\n  source: designed\n  effect: |\n    {indented(effect)}\n"
    lesson = "players: 2\nseed: 1\nsteps:\n" + "  - {by: p1, pick: few, say: {en: a, fr: b}}\n" * steps
    return {
        **tiny_files(),
        **replaced("pack.yaml", "start: play the game", "start: try it"),
        "rules/case.yaml": rule.encode(),
        "tutorial.yaml": f"{lesson}end: {{en: a, fr: b}}\n".encode(),
    }
