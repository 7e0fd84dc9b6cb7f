"""From counts to figures: a value with its 95 % interval, held against a bar.

Shares have Wilson's interval, differences of shares Newcombe's (both stay sensible near 0 and 100 %), means the usual
one. All take samples as independent. Players of one game are not quite; where at most one of them counts, as for a thing
that exists once, that makes no difference worth telling.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from interpreter.play.studies import Bar, Figure

Z = 1.959964
FEW = 30
"""With fewer samples than this nothing is judged: among many subjects some are extreme by chance."""
MET, MISSED, UNSURE, OPEN = "met", "missed", "not enough games", ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One figure for one subject: shares and lifts in percent. `low` and `high` are the interval."""

    subject: str
    samples: int
    value: float | None
    low: float
    high: float
    least: float | None
    most: float | None
    verdict: str
    narrow: bool = False

    def as_json(self) -> dict[str, object]:
        """Give plain values, rounded to three places so that all machines print the same."""
        return {
            "subject": self.subject,
            "samples": self.samples,
            "value": None if self.value is None else round(self.value, 3),
            "interval": None if self.value is None else [round(self.low, 3), round(self.high, 3)],
            "bar": [None if one is None else round(one, 3) for one in (self.least, self.most)],
            "verdict": self.verdict,
            "narrow": self.narrow,
        }


Estimate = tuple[float, float, float]
"""A value and its interval."""


def share(hits: int, samples: int) -> Estimate:
    """Give a share in percent with Wilson's interval.

    >>> tuple(round(one, 1) for one in share(25, 100))
    (25.0, 17.5, 34.3)
    """
    p, n, z = hits / samples, samples, Z
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return 100 * p, 100 * max(0.0, middle - reach), 100 * min(1.0, middle + reach)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Give how much one share is above another, with Newcombe's interval.

    >>> tuple(round(one, 1) for one in difference(share(56, 70), share(48, 80)))
    (20.0, 5.2, 33.4)
    """
    (p, p_low, p_high), (q, q_low, q_high) = one, other
    below = sqrt((p - p_low) ** 2 + (q_high - q) ** 2)
    above = sqrt((p_high - p) ** 2 + (q - q_low) ** 2)
    return p - q, p - q - below, p - q + above


def average(samples: int, total: int, squares: int) -> Estimate:
    """Give a mean with its interval; one sample says nothing about how far others are.

    >>> tuple(round(one, 2) for one in average(4, 20, 108))
    (5.0, 3.4, 6.6)
    """
    mean = total / samples
    if samples < 2:
        return mean, float("-inf"), float("inf")
    spread = max(0.0, (squares - total * mean) / (samples - 1))
    reach = Z * sqrt(spread / samples)
    return mean, mean - reach, mean + reach


def findings(
    figure: Figure, totals: Mapping[str, Sequence[int]], subjects: Sequence[str], *, complete: bool
) -> list[Finding]:
    """Give the figure for each subject, in their order; `complete`: as many games were played as the study asks for."""
    found: list[Finding] = []
    mean = _over_all(totals) if figure.bar.within is not None else 0.0
    before: float | None = None
    for subject in subjects:
        if "among" in figure.formulas and subject not in totals:
            continue
        row = totals.get(subject, ())
        estimate = _estimate(figure.how, row)
        least, most = _limits(figure.bar, mean, before)
        found.append(_judged(subject, row[0] if row else 0, estimate, (least, most), complete=complete))
        before = estimate[0] if estimate else before
    return found


def _over_all(totals: Mapping[str, Sequence[int]]) -> float:
    """The share over all subjects: for seats this is what each would win if they were equal."""
    samples = sum(row[0] for row in totals.values())
    return 100 * sum(row[1] for row in totals.values()) / samples if samples else 0.0


def _limits(bar: Bar, mean: float, before: float | None) -> tuple[float | None, float | None]:
    least: float | None = bar.low
    most: float | None = bar.high
    if bar.within is not None:
        least = max(mean - bar.within, least if least is not None else mean - bar.within)
        most = min(mean + bar.within, most if most is not None else mean + bar.within)
    if bar.rising and before is not None:
        least = max(before, least if least is not None else before)
    return least, most


def _estimate(how: str, row: Sequence[int]) -> Estimate | None:
    if not row or not row[0]:
        return None
    if how == "mean":
        return average(row[0], row[1], row[2])
    if how == "rate":
        return share(row[1], row[0])
    return difference(share(row[1], row[0]), share(row[3], row[2])) if row[2] else None


def _judged(
    subject: str,
    samples: int,
    estimate: Estimate | None,
    limits: tuple[float | None, float | None],
    *,
    complete: bool,
) -> Finding:
    """Hold a figure against its bar.

    Where the whole interval lies on one side of the bar, that settles it. Where the bar runs through the interval, the
    value decides if the games asked for were played, and nothing is decided before. Few samples decide nothing.
    """
    least, most = limits
    if estimate is None:
        return Finding(subject, samples, None, 0.0, 0.0, least, most, OPEN if limits == (None, None) else UNSURE)
    value, low, high = estimate
    if limits == (None, None):
        return Finding(subject, samples, value, low, high, least, most, OPEN)
    floor = least if least is not None else float("-inf")
    ceiling = most if most is not None else float("inf")
    inside = floor <= low and high <= ceiling
    outside = high < floor or low > ceiling
    narrow = not inside and not outside
    if samples < FEW or (narrow and not complete):
        return Finding(subject, samples, value, low, high, least, most, UNSURE)
    verdict = MET if floor <= value <= ceiling else MISSED
    return Finding(subject, samples, value, low, high, least, most, verdict, narrow)
