"""How much of anything a client may send or ask for, and why."""

from __future__ import annotations

from dataclasses import dataclass, field

MESSAGE_BYTES = 4096
"""The longest message a page has reason to send is a list of a few names."""
BODY_BYTES = 64 * 1024
"""A list of games that a browser remembers is the longest body."""
FILE_BYTES = 256 * 1024
"""A file with a game that somebody opens: a long game has a thousand picks of thirty bytes."""
KEPT_DAYS = 90.0
"""For so long a game, or a pack of a visitor, is kept that nobody touches, unless told otherwise."""
UNPLAYED_DAYS = 7.0
"""The same for a game in which nobody has chosen anything; no longer than the others."""
TIDYING_SECONDS = 600.0
"""So often it is looked what has to go."""
GAMES = 10_000
"""Games kept in the file; beyond, no new one is begun."""
AWAKE = 500
"""Games held in memory; the one that slept longest is put away, since all of it can be made again from its picks."""
SOCKETS = 64
"""Connections to one game, those who watch included."""
TOGETHER = 8
"""Packs that one game may be played with besides its own."""
STACKS = 40
"""Packs played together that are kept in memory; others are read again."""
IDLE_SECONDS = 20.0
"""How long a client may take to accept what it is sent, to say who it is, and to ask for something or say all of it."""
ANSWERING_SECONDS = 180.0
"""How long an answer by HTTP may take, with taking it: bringing a pack and looking at it is the longest."""
LOCKED_SECONDS = 10.0
"""How long who has something to keep waits while another program writes to the file of the games; the others go on."""
BLOCKED_SECONDS = 0.1
"""How long everybody waits for that file: no more than the pick of another server takes, that comes in between."""
BROUGHT = 16
"""Packs of visitors that are listed at once: each takes some room in memory once it is played."""
LOOKING_SECONDS = 30
LOOKING_BYTES = 1024 * 1024 * 1024
"""What the process may take that looks at a pack of a visitor: far more than the worst sound pack needs."""
BRINGING_SECONDS = 60.0
"""How long sending a pack may take."""
PIECE_SECONDS = 0.05
"""A piece of work that takes longer is long: everybody else waits for it."""
LONG_PIECES = (0.02, 1.0)
"""Long pieces of a pack that others wait for: so many seconds of each, and so many at once. A pack that has had more is
worked on beside all others, until that is made good."""
LONGEST_DEBT = -3.0
"""Seconds that at most have to be made good."""
SLICE_SECONDS = 0.05
"""For so long a game is made again at a stretch, beside all others."""
SWITCH_SECONDS = 0.00005
"""How long who has something to answer waits for what is worked on beside."""
ENDING_SECONDS = 3.0
"""How long a server that is stopped waits for a piece of work under way: longer than any rule may take."""
MINDS = 2
"""Processes in which bots think."""
THINKING_SECONDS = 30.0
"""How long a bot may think about a pick: ten times what the slowest takes."""
OFTEN = (10.0, 40.0)
"""Messages of a page: so many a second, and so many at once. One more is heard later; it is neither lost nor refused."""
HASTE = 300
"""So many messages that had to wait, more than did not, and a client is sent away: no person goes on for so long."""
LINES = (1 / 60, 10.0)
"""Lines of the log that say the same of what clients send, or of a game: so many a second, and so many at once."""
BEGUN, BROUGHT_OFTEN, ASKED, READ = (1 / 70, 30.0), (0.1, 5.0), (50.0, 200.0), (2.0, 30.0)
"""What a visitor may begin, bring, ask for, and have read: so often a second, and so often at once. Who begins games
without end does not fill the file: after a week those go that nobody has played."""
VISITORS = 10_000
"""Visitors of whom is known what they have asked for lately."""
NAME_LETTERS = 40
REMEMBERED = 100
"""Games that a browser may ask about at once."""
TITLES = 500
"""Packs, and packs together, of which is kept what they are called."""


@dataclass(slots=True)
class Allowance:
    """So many messages a second, and a few more at once: a bucket that fills with time."""

    rate: float
    most: float
    left: float = 0.0
    at: float = 0.0

    def take(self, now: float) -> bool:
        """Whether one more is allowed at this moment."""
        self._fill(now)
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def delay(self, now: float) -> float:
        """Take one more, and say how long to wait before it is carried out."""
        self._fill(now)
        self.left -= 1
        return max(0.0, -self.left / self.rate)

    def wait(self, now: float) -> float:
        """How long until something is left again: for what is paid for after it was had."""
        self._fill(now)
        return max(0.0, -self.left / self.rate)

    def _fill(self, now: float) -> None:
        if not self.at:
            self.left, self.at = self.most, now
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now


@dataclass(slots=True)
class Rations:
    """The same for each visitor: what one asks for, nobody else lacks."""

    rate: float
    most: float
    _of: dict[str, Allowance] = field(default_factory=dict)

    def take(self, visitor: str, now: float) -> bool:
        """Whether a visitor may have one more at this moment."""
        known = self._of.pop(visitor, None) or Allowance(self.rate, self.most)
        self._of[visitor] = known  # the last is who came last
        if len(self._of) > VISITORS:
            del self._of[next(iter(self._of))]
        return known.take(now)
