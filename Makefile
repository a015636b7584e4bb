# The two commands are `make e2e` and `make test`; each sets up what it needs. ARGS="..." goes on to pytest.

BIN := $(if $(filter Windows_NT,$(OS)),.venv/Scripts,.venv/bin)
PY := $(BIN)/python
PYTHONS := $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python
WORKERS ?= auto
XDIST := -n $(WORKERS) --maxprocesses 4
DOMS ?= $$($(PY) -m pages demo --list-doms | cut -d" " -f1)

.DEFAULT_GOAL := help
.PHONY: help setup e2e test test-dom test-uis lint bench bugs soak clean

help: ## list the commands
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/make \1: \2/p' Makefile

setup: ## virtual environment, dependencies and browser, where they are not ready yet
	@for python in $(PYTHONS); do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    exec "$$python" tools/bootstrap.py; fi; done; \
	for python in $(PYTHONS); do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then \
	    exec "$$python" tools/bootstrap.py; fi; done; \
	echo "Replywright needs Python 3.11 or newer, and none of these is one: $(PYTHONS)" >&2; \
	echo "  to fix: install one (python.org), or name one: make $(MAKECMDGOALS) PYTHON=/path/to/python" >&2; exit 1

e2e: setup ## talk to the embedded chat product in a real browser and judge the replies (spends no money)
	@echo "e2e: conversations with the embedded product, judged locally"
	@unset OPENAI_API_KEY; $(PY) -m pytest e2e/ --judge local --embedder local $(XDIST) $(ARGS)

test: setup lint ## check the code and run the harness's own tests
	@echo "test: the harness's own tests"
	@$(PY) -m pytest tests/ $(XDIST) $(ARGS)

test-dom: setup ## the tests in e2e/ on each variant of the embedded product's page, with no driver
	@unset OPENAI_API_KEY; status=0; for dom in $(DOMS); do echo "test-dom: $$dom"; \
	  $(PY) -m pytest e2e/ --judge local --embedder local --demo-dom $$dom --chat-ui auto $(XDIST) $(ARGS) || status=1; \
	done; exit $$status

lint: setup ## ruff, mypy --strict and import-linter
	@echo "lint: ruff check"
	@$(PY) -m ruff check .
	@echo "lint: ruff format"
	@$(PY) -m ruff format --check --quiet .
	@echo "lint: mypy --strict"
	@$(PY) -m mypy --no-error-summary
	@echo "lint: import rules"
	@$(BIN)/lint-imports --no-logo

bench: setup ## measure the harness; prints one line a figure
	@$(PY) -m tests.bench $(ARGS)

bugs: setup ## seed each known bug into the embedded product and see that it is caught
	@$(PY) -m tests.bench.bugs $(ARGS)

soak: setup ## run the clean product's tests again and again, throttled too; all must stay green
	@$(PY) -m tests.bench.soak $(ARGS)

test-uis: setup ## install public chat UIs, drive each in a real browser and print what was captured
	@$(PY) -m tests.uis $(ARGS)

clean: ## remove all that the other commands made, but for the records in runs/
	rm -rf .venv build test-results *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
