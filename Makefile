# On a machine with Python 3.11 or newer, pip and make: `make play` plays, `make test` tests. Everything goes to .venv.

SHELL := /bin/bash
VENV := .venv
PY := $(VENV)/bin/python
RULEWRIGHT := $(VENV)/bin/rulewright
PYTHON ?=
# The game `make play` starts, and how: make play PACK=daimyo ARGS="--seed 7 --lang fr"
PACK ?= daimyo
ARGS ?=
GAMES ?= 10000
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
# One more than there are cores: some tests wait for browsers, servers and signals, and a core should not wait with them.
WORKERS ?= $(if $(filter 0,$(JOBS)),0,$(shell expr $(JOBS) + 1))
# Where `make balance` keeps its games: it goes on from there.
BALANCE ?= .balance.jsonl

.DEFAULT_GOAL := help
.PHONY: help setup play web test check format docs bench bench-peers bench-web soak balance mistakes clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(VENV)/.dev ## create .venv with everything a developer needs

play: $(VENV)/.core ## play a game (PACK=daimyo, ARGS="--seed 7 --lang fr")
	@$(RULEWRIGHT) play $(PACK) $(ARGS)

web: $(VENV)/.web ## open the table in the browser (PACK=daimyo, ARGS="--port 8421")
	@$(RULEWRIGHT) serve $(PACK) --open $(ARGS)

# What pytest makes of each file of tests is kept, also where Python is told to write none of its code: half of collecting is that.
test: $(VENV)/.test ## run the tests, on all cores (ARGS="-k name")
	@PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(ARGS)

check: $(VENV)/.dev ## format, lint, types, imports, shipped packs: exactly what CI runs
	@.ci/check $(VENV)

format: $(VENV)/.dev ## let ruff format the sources
	@$(VENV)/bin/ruff format interpreter tests
	@$(VENV)/bin/ruff check --fix --quiet interpreter tests || true

docs: $(VENV)/.core ## rewrite the generated pages, and what commands print in the others; read the diff
	@$(PY) -m interpreter.tools.reference
	@$(PY) tests/docs/pages.py

bench: $(VENV)/.test ## measure speed, as ratios in one run
	@$(PY) -m bench $(ARGS)

bench-web: $(VENV)/.test ## load on the table: 200 games, 400 clients, 50 watchers (ARGS="--seconds 60")
	@$(PY) bench/web.py $(ARGS)

bench-peers: $(VENV)/.test ## measure other engines beside ours, in a venv of their own
	@$(PY) -m bench.peers $(ARGS)

soak: $(VENV)/.test ## long runs on all cores, in portions that are not done twice on a commit (ARGS="bots mutants", ARGS=--list)
	@$(PY) tests/soak.py --jobs $(JOBS) --games $(GAMES) --pack $(PACK) $(ARGS)

mistakes: $(VENV)/.test ## make the mistakes authors make, and judge what is said about each
	@$(PY) tests/mistakes/judge.py $(ARGS)

balance: $(VENV)/.core ## play all studies of the packs, for hours (goes on where it stopped), and write docs/balance.md
	@$(RULEWRIGHT) balance --data $(BALANCE) --jobs $(JOBS) --write docs/balance.md $(ARGS)

clean: ## remove .venv and caches
	rm -rf $(VENV) .venv-peers build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: each says "this set of packages is installed for this pyproject.toml", so a repeated call costs nothing.
$(PY):
	@.ci/venv $(VENV) "$(PYTHON)"

$(VENV)/.core: pyproject.toml | $(PY)
	@.ci/install $(VENV) .
	@touch $@

$(VENV)/.web: pyproject.toml | $(PY)
	@.ci/install $(VENV) '.[web]'
	@touch $@ $(VENV)/.core

$(VENV)/.test: pyproject.toml | $(PY)
	@.ci/install $(VENV) '.[test]'
	@touch $@ $(VENV)/.core $(VENV)/.web

$(VENV)/.dev: pyproject.toml | $(PY)
	@.ci/install $(VENV) '.[dev]'
	@touch $@ $(VENV)/.core $(VENV)/.web $(VENV)/.test
