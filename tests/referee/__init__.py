"""Referees: games kept a second time, written from the rule checklists and sharing nothing with the interpreter."""
