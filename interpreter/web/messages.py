"""Messages of a page, read and checked: each is a small JSON object with a `type`; anything else is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from interpreter.languages import spoken
from interpreter.web import limits
from interpreter.web.errors import Refused

PROTOCOL = 2
"""Raised when a page of yesterday could not talk to a server of today."""
_FIELDS: dict[str, dict[str, type]] = {
    "hello": {"proto": int, "game": str, "secret": str, "lang": str},
    "pick": {"id": str, "rev": int, "key": str},
    "undo": {"rev": int, "to": int},
    "agree": {"yes": bool},
    "why": {"id": str, "kind": str, "key": str},
    "read": {"id": str, "kind": str, "key": str},
    "frame": {"id": str, "step": int},
    "lang": {"lang": str},
    "seat": {"who": str},
    "name": {"name": str},
}
_MAY: dict[str, tuple[str, ...]] = {"hello": ("device",), "seat": ("secret",)}
"""Texts that a message may have besides: empty where it says nothing."""
KEPT = ("pick", "undo", "agree", "seat", "name")
"""What is written down before it is answered."""
_LETTERS = 200


@dataclass(frozen=True, slots=True)
class Message:
    """A message: its type and its fields, every one there and of its type."""

    type: str
    fields: dict[str, Any]

    def text(self, name: str) -> str:
        """A field that is a text."""
        return str(self.fields[name])

    def number(self, name: str) -> int:
        """A field that is a number."""
        return int(self.fields[name])


def dumped(data: object) -> str:
    """JSON as it is sent: no spaces, everything in its own letters."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def parsed(text: str | bytes) -> Any:  # noqa: ANN401 - whatever JSON can say
    """Read JSON that somebody sent. Raises Refused, also for half a letter: it can neither be kept nor sent on."""
    try:
        data = json.loads(text if isinstance(text, str) else text.decode())
        dumped(data).encode()
    except (ValueError, RecursionError) as error:
        raise Refused("bad_message") from error
    return data


def read_message(text: str) -> Message:
    """Read a message. Raises Refused."""
    if len(text) > limits.MESSAGE_BYTES:
        raise Refused("too_long")
    data = parsed(text)
    wanted = _FIELDS.get(data["type"]) if isinstance(data, dict) and isinstance(data.get("type"), str) else None
    if wanted is None:
        raise Refused("bad_message")
    may = dict.fromkeys(_MAY.get(data["type"], ()), str)
    data = dict.fromkeys(may, "") | data
    for name, of in (wanted | may).items():
        value = data.get(name)
        if type(value) is not of or (isinstance(value, str) and len(value) > _LETTERS):
            raise Refused("bad_message", name)
        if of is int and not -1 <= data[name] < 2**53:
            raise Refused("bad_message", name)
    return Message(data["type"], {name: data[name] for name in wanted | may})


def language_of(message: Message) -> str:
    """A language we speak."""
    return spoken(message.text("lang"))
