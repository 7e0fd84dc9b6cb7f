"""What a client is told when something cannot be done: a code for the page, which has the words in each language."""

from __future__ import annotations


class Refused(Exception):
    """Something a client asked for that is not done; `code` is a key of the page's phrases, `note` says more."""

    def __init__(self, code: str, note: str = "") -> None:
        # A note may quote what somebody sent, and half a letter cannot be sent back.
        self.code, self.note = code, note.encode("utf-8", "backslashreplace").decode()
        super().__init__(f"{code}: {self.note}" if note else code)
