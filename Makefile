# Every command of the project. `make help` lists them.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
RULES := $(wildcard src/ludarium/core/*.py src/ludarium/games/*/rules*.py \
  src/ludarium/games/*/terms.py src/ludarium/games/*/insight*.py src/ludarium/search/*.py)
export LUDARIUM_PURE ?=

.DEFAULT_GOAL := help
.PHONY: help play test check format bench bench-peers bench-players diagrams golden tactical lock clean compile setup

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

play: setup ## set up what is missing, then play a game in the terminal
	@$(VENV)/bin/ludarium play

test: check ## set up what is missing, check style and types, run all tests (rules: compiled and interpreted)
	@echo "Running the tests (compiled rules) …"
	@$(PY) -m pytest -n 2
	@echo "Running the tests of the rules once more, interpreted …"
	@LUDARIUM_PURE=1 $(PY) -m pytest -n 2 \
	  tests/core tests/games tests/search tests/test_conformance.py tests/test_golden.py

check: setup ## check style and types
	@echo "Checking style and types …"
	@$(VENV)/bin/ruff check --quiet .
	@$(VENV)/bin/ruff format --check --quiet .
	@$(VENV)/bin/mypy --no-error-summary

format: setup ## put the code into the house style
	@$(VENV)/bin/ruff check --fix --quiet .
	@$(VENV)/bin/ruff format --quiet .

bench: setup ## measure speed, compiled against interpreted, and write benchmarks/results.md
	@$(VENV)/bin/ludarium bench --write benchmarks/results.md

bench-peers: build/peers/compiled ## measure Connect Four against OpenSpiel and write it to benchmarks/results.md
	@PYTHONPATH=build/peers/copy/src LUDARIUM_GAMES=build/peers/copy/examples/connect_four.py \
	  build/peers/venv/bin/python benchmarks/peers.py benchmarks/results.md

bench-players: setup ## let the computer players play each other (hours; goes on where it was stopped) and write it down
	@$(PY) benchmarks/players.py benchmarks/results.md

diagrams: setup ## draw the diagrams of the rulebook pages anew
	@$(PY) -m ludarium.draw.diagrams docs/rules

golden: setup ## write the golden playthroughs anew (read the difference like code)
	@LUDARIUM_GAMES=examples/connect_four.py $(PY) -m tests.golden

tactical: setup ## look anew for the positions with wins and dangers near at hand that players are tested on
	@LUDARIUM_GAMES=examples/connect_four.py $(PY) -m tests.players.tactical

lock: ## renew the exact versions in requirements/*.txt
	@$(PYTHON) -m venv build/lock && build/lock/bin/pip install -q pip-tools
	@cd requirements && for name in dev peers; do ../build/lock/bin/pip-compile -q --upgrade --generate-hashes \
	  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --strip-extras --allow-unsafe --no-header \
	  -o $$name.txt $$name.in || exit 1; done

clean: ## remove everything that was built
	@rm -rf $(VENV) build src/*.egg-info .mypy_cache .ruff_cache .hypothesis
	@find src examples -name '*.so' -delete

compile: ## compile the rules anew, with GAMES=FILE together with a game from outside the package
	@rm -f build/compiled
	@$(MAKE) --no-print-directory setup

setup: $(VENV)/ready build/compiled ## set up the virtual environment and compile the rules

$(VENV)/ready: requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Ludarium needs Python 3.11 or newer; name one with: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "Setting up the virtual environment $(VENV) (once) …"
	@$(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@LUDARIUM_PURE=1 $(VENV)/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

build/compiled: $(VENV)/ready setup.py $(RULES)
	@mkdir -p build
ifeq ($(LUDARIUM_PURE),)
	@echo "Compiling the rules (about a minute) …"
	@find src examples -name '*.so' -delete
	@LUDARIUM_COMPILE=$(GAMES) $(PY) setup.py --quiet build_ext --inplace > build/compile.log 2>&1 || \
	  { cat build/compile.log; echo "The rules do not pass the type checker: see above."; exit 1; }
	@ls src/ludarium__mypyc*.so > /dev/null 2>&1 || echo "The rules could not be compiled (is there a C compiler?" \
	  "see build/compile.log): they run interpreted. To try again: make compile"
	@touch $@
else
	@echo "LUDARIUM_PURE is set: the rules run interpreted."
endif

build/peers/ready: requirements/dev.txt requirements/peers.txt
	@echo "Setting up the other engine in build/peers (once, about 150 MB) …"
	@$(PYTHON) -m venv build/peers/venv
	@build/peers/venv/bin/pip install --quiet --disable-pip-version-check --require-hashes \
	  -r requirements/dev.txt -r requirements/peers.txt || { echo "OpenSpiel could not be installed. It comes from the" \
	  "network; without one, put the wheels of requirements/dev.txt and requirements/peers.txt into a folder and run:" \
	  "PIP_NO_INDEX=1 PIP_FIND_LINKS=FOLDER make bench-peers"; exit 1; }
	@touch $@

# A copy, so that the checkout's own build stays as it is.
build/peers/compiled: build/peers/ready setup.py pyproject.toml examples/connect_four.py $(RULES)
	@echo "Compiling a copy together with Connect Four (about a minute) …"
	@rm -rf build/peers/copy && mkdir -p build/peers/copy/docs
	@cp -R src examples setup.py pyproject.toml README.md build/peers/copy
	@cp -R docs/rules build/peers/copy/docs
	@find build/peers/copy -name '*.so' -delete
	@cd build/peers/copy && LUDARIUM_PURE= LUDARIUM_COMPILE=examples/connect_four.py ../venv/bin/python setup.py --quiet \
	  build_ext --inplace > ../compile.log 2>&1 || { cat ../compile.log; exit 1; }
	@touch $@
