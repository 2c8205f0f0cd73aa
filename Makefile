# setup | serve | test | check | bench: each sets up what it needs first.
PYTHON ?= python3
BIN := .venv/bin
# Where the tests may use both cores of a small machine.
JOBS ?= 2

.PHONY: help setup serve test test-browser test-slow check bench lock clean

help:
	@echo "make serve   set all up and open a place to play"
	@echo "make test    set all up and test it (browser tests included, a few minutes)"
	@echo "make check   all gates: format, lint, types, layers, slow tests, the page's own checks"
	@echo "make bench   measure the core"
	@echo "make setup   only set up: .venv, the core, the page"

setup:
	@$(PYTHON) tools/bootstrap.py

serve: setup
	@$(BIN)/cornerwise serve $(ARGS)

test:
	@$(PYTHON) tools/bootstrap.py --browser
	$(BIN)/python -m pytest -n $(JOBS) -m "not slow and not browser" $(ARGS)
	$(BIN)/python tools/browser_tests.py $(ARGS)

test-browser:
	@$(PYTHON) tools/bootstrap.py --browser
	$(BIN)/python tools/browser_tests.py $(ARGS)

test-slow: setup
	$(BIN)/python -m pytest -n $(JOBS) -m "slow and not browser" $(ARGS)

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/web_checks.py
	$(MAKE) test-slow

bench: setup
	$(BIN)/python benchmarks/core.py $(ARGS)
	$(BIN)/python benchmarks/start.py

# The lock names no host and fits each Python and system; needs uv.
lock:
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
		--group dev pyproject.toml --output-file requirements.lock

clean:
	rm -rf .venv build web/node_modules src/cornerwise/server/static
