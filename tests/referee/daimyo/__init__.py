"""An independent referee for Daimyo: reads the event log of a game and holds it against the rules checklist.

Nothing here but `adapter.py` and the command line touches the interpreter; a test reads the imports. The referee keeps its
own table (`table.py`), works out influence, prices, legal places and scores by itself (`influence.py`, `prices.py`,
`legal.py`, `final.py`) and reads the log like a text with a grammar: what stands there must be what the rules ask for.
"""
