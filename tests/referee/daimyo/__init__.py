"""An independent referee for Daimyo: reads the event log of a game and holds it against the rulebook.

Nothing here but `adapter.py` and the command line touches the interpreter; a test reads the imports. The referee has its own
reading of the rulebook (`reading.py`), and every judgement names the sentence it follows. It keeps its own table
(`table.py`), works out influence, prices, legal places and scores by itself (`influence.py`, `prices.py`, `final.py`) and
reads the log like a text with a grammar: what stands there must be what the rules ask for. `laws.py` has what holds
whoever acts; `tampering.py` plants faults for the tests.
"""
