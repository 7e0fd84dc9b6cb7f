"""Makes one record and holds it against what is kept of it."""

from tests.held.differences import differences
from tests.held.records import KEPT, Digests, kept, records


def made(path, kept_in=KEPT, dump=None, *, daily=False):
    """Make a record; gives its path, its texts, and how they differ from what is kept."""
    record = records()[path]
    begin = record.beginning if daily else None
    texts = (begin or record.make)(Digests(dump, path))
    found = []
    for name, text in texts.items():
        if dump is not None:
            Digests(dump)(f"{name}.txt", text)
        found += differences(name, kept(kept_in, name), text, only_beginning=begin is not None)
    return path, texts, found
