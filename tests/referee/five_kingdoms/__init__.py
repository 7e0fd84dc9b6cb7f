"""The referee of Five Kingdoms.

`cards`, `square`, `table`, `rules` and `scoring` are the game, written from its checklist (ids FK-…). `referee` holds a
`Stream` of what a game did against them. `adapter` alone knows the interpreter: it turns one of its games into a stream.
"""
