"""What people touch: the command `rulewright`, its terminal play and its tools for authors.

Everything here goes through the public face and the decision protocol; nothing here knows a game. Commands are imported
only when they are called, so that the command line answers at once.
"""
