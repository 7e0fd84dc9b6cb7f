"""Packs on packs: which packs make a game together, and the one game they make.

`stack` finds the packs and puts them in order; `collect` (with `listed`, `keyed`) turns what each says about those below
into writes of keys; `writes` finds the conflicts; `build` makes the finished documents; `resolve` is the one way through
all of it, for a pack alone as well. A stack is a set: the order in which packs are named means nothing.
"""
