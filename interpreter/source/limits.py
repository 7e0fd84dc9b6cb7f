"""Owns the limits a pack is read under. Tests probe each at -1, 0 and +1."""

from typing import Final

ARCHIVE_PACKED_BYTES: Final = 8 * 1024 * 1024
EXPANDED_BYTES: Final = 32 * 1024 * 1024
ARCHIVE_RATIO: Final = 100
MEMBERS: Final = 2_000

FILE_BYTES: Final = 256 * 1024
DOCUMENTS_BYTES: Final = 8 * 1024 * 1024
"""All documents together; pictures may fill the rest of what a pack may expand to."""
DEPTH: Final = 32
NODES: Final = 200_000
PACKS: Final = 64
"""Packs in one stack."""
NEIGHBOURS: Final = 500
"""Entries of the folder around a pack that are looked at for a pack of nearly the name that was asked for."""
STACK_NODES: Final = 400_000
"""Nodes of all packs of a stack together."""

INTEGER_DIGITS: Final = 7
INTEGER: Final = 1_000_000

ID_CHARACTERS: Final = 64
NAME_CHARACTERS: Final = 80
TEXT_CHARACTERS: Final = 2_000
SCRIPT_CHARACTERS: Final = 4_096

PATH_PART_CHARACTERS: Final = 100
PATH_PARTS: Final = 8

SUGGESTIONS: Final = 10
"""Mistakes of one run for which the names that may be meant are looked up among all that are known."""
DIAGNOSTICS_PER_FILE: Final = 50
DIAGNOSTICS: Final = 1_000
"""Far above what is shown; keeps a hostile file from filling memory with errors."""
