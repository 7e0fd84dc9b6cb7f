"""A game in progress and what people do with it: decisions, views, logs, saves, bots, scenarios, simulations."""
