# Every command of the project. `make help` lists them.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
RULES := $(wildcard src/ludarium/core/*.py src/ludarium/games/*/rules*.py \
  src/ludarium/games/*/terms.py src/ludarium/games/*/insight*.py \
  src/ludarium/games/*/arrays.py src/ludarium/search/*.py src/ludarium/research/batch.py)
export LUDARIUM_PURE ?=
# Tests start hundreds of programs: what Python has translated once it keeps, whatever the surroundings say.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play quick quick-tests test pages check format types man web wheel sdist wheels smoke release image screenshots bench bench-peers \
  bench-decisions bench-server bench-idle bench-lobby bench-step bench-rules kills bench-pages bench-research best-2026 ladder levels four four-positions \
  armies clues strong-games database proxy docs diagrams api reference planes golden tactical lock floors newest audit clean compile setup \
  research train browser

help: ## list the commands
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 17

play: setup web ## set up what is missing, then open the games in your browser
	@$(VENV)/bin/ludarium serve --open

quick: research web/node_modules/ready ## before a commit, in a few minutes: style, types, pages, and of every room the tests that take no seconds
	@$(MAKE) --no-print-directory -j 3 --output-sync=target check pages quick-tests

quick-tests:
	@echo "Running the quick tests …"
	@$(PY) -m pytest -n 2 -m "not slow" -p no:schemathesis

test: train check web docs browser database proxy pages ## set up what is missing, check style and types, run all tests (rules: compiled and interpreted)
	@echo "Running all tests (compiled rules) …"
	@$(PY) -m pytest -n 2
	@echo "Running the tests of the rules once more, interpreted …"
	@LUDARIUM_PURE=1 $(PY) -m pytest -n 2 -m "not slow" -p no:schemathesis \
	  tests/core tests/games tests/search tests/test_conformance.py tests/test_golden.py

pages: web/node_modules/ready
	@echo "Running the tests of the pages …"
	@cd web && npm run --silent test

check: research web/node_modules/ready ## check style and types
	@echo "Checking style and types …"
	@$(VENV)/bin/ruff check --quiet .
	@$(VENV)/bin/ruff format --check --quiet .
	@$(VENV)/bin/mypy --no-error-summary & types=$$!; (cd web && npm run --silent check); pages=$$?; \
	  wait $$types && exit $$pages # side by side: each uses one core

format: setup ## put the code into the house style
	@$(VENV)/bin/ruff check --fix --quiet .
	@$(VENV)/bin/ruff format --quiet .

types: setup ## write web/src/lib/wire.ts anew from what the server says
	@$(PY) -m ludarium.server.typescript web/src/lib/wire.ts

man: setup ## write man/ anew from what the commands say
	@$(PY) -m ludarium.cli.manual man

web: web/dist/index.html ## build the pages for the browser

docs: site/index.html ## build the documentation into site/; the server shows it under /docs

wheel: setup web docs ## build a wheel with compiled rules and built pages into dist/
	@rm -f dist/*.whl
	@$(VENV)/bin/pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w dist .
	@ls dist/*.whl

sdist: setup web docs ## pack the sources together with the built pages and documentation into dist/; installing them needs no Node.js
	@rm -f dist/*.tar.gz
	@$(PY) setup.py --quiet sdist > build/sdist.log 2>&1 || { cat build/sdist.log; exit 1; }
	@ls dist/*.tar.gz

# Every supported Python that is found, by its name or as pyenv keeps it.
PYTHONS = $(foreach v,3.11 3.12 3.13 3.14,$(firstword $(wildcard $(or $(PYENV_ROOT),$(HOME)/.pyenv)/versions/$(v).*/bin/python) \
  $(shell command -v python$(v))))

wheels: sdist ## build from the sdist what others install: a wheel for each Python found (on Linux as manylinux), and a pure one
	@rm -rf dist/*.whl build/wheels/made
	@echo "Building the pure wheel …"
	@LUDARIUM_PURE=1 $(VENV)/bin/pip wheel --quiet --disable-pip-version-check --no-cache-dir --no-deps --no-build-isolation -w dist dist/*.tar.gz
	@for python in $(PYTHONS); do echo "Building a wheel with $$python (minutes) …"; tools=build/wheels/$$($$python -c 'import sys; print(*sys.version_info[:3], sep=".")'); \
	  $$python -m venv --clear $$tools && \
	  $$tools/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/wheels.txt && \
	  LUDARIUM_PURE= $$tools/bin/pip wheel --quiet --disable-pip-version-check --no-cache-dir --no-deps --no-build-isolation -w build/wheels/made dist/*.tar.gz && \
	  if [ "$$(uname)" = Linux ]; then PATH="$(CURDIR)/$$tools/bin:$$PATH" $$tools/bin/auditwheel repair -w dist build/wheels/made/*.whl; \
	  else mv build/wheels/made/*.whl dist; fi && rm -rf build/wheels/made || exit 1; done
	@ls dist/*.whl

smoke: setup ## install what is in dist/ into empty environments, without compiler and Node.js, and play, serve and ask there
	@$(PY) -m tests.smoke dist "*-none-any.whl" "*.tar.gz"
	@for python in $(PYTHONS); do $$python -m tests.smoke dist "*-cp*.whl" || exit 1; done

release: wheels build/release/ready ## see whether this version could go to other people: papers, tag, wheel and sdist; nothing is published
	@$(PY) -m tests.release dist

image: ## build an image with podman or docker (TOOL=docker), called ludarium; deploy/compose.yaml runs it
	@$(or $(TOOL),podman) build $(if $(filter docker,$(TOOL)),,--format docker) -f Containerfile -t ludarium .

screenshots: setup web browser ## take the pictures of the README anew, from real games
	@$(PY) -m tests.e2e.screenshots docs/screenshots

bench-server: setup database ## all about servers: 500 tables that play, one and two processes, 5,000 idle connections, the lobby, a step
	@$(PY) -m benchmarks.server benchmarks/results.md
	@$(MAKE) --no-print-directory bench-idle bench-lobby bench-step

bench-idle: setup ## measure what 5,000 connections cost on which nothing happens and write it to benchmarks/results.md
	@$(PY) -m benchmarks.idle benchmarks/results.md

bench-lobby: setup ## measure how long the lobby takes with many tables in the database and write it to benchmarks/results.md
	@$(PY) -m benchmarks.lobby benchmarks/results.md

bench-step: setup ## count what one step costs a server (BEFORE=FOLDER/src: beside another checkout) and write it down
	@$(PY) -m benchmarks.step benchmarks/results.md $(if $(BEFORE),--before $(BEFORE))

kills: setup database proxy ## kill servers, database and proxy at random while people play, and check that nothing is lost (ROUNDS=N)
	@$(PY) -m benchmarks.kills $(if $(ROUNDS),--rounds $(ROUNDS))

bench-pages: setup web browser ## measure what the pages weigh, how soon one can play, and how smoothly, on slow lines and processors
	@$(PY) -m benchmarks.pages benchmarks/results.md

bench: setup ## measure speed, compiled against interpreted, and write benchmarks/results.md
	@$(VENV)/bin/ludarium bench --write benchmarks/results.md

bench-rules: setup ## measure the rules beside those of another, compiled checkout (BEFORE=FOLDER/src; ONLY="RULESET …")
	@$(PY) -m benchmarks.rules --before $(or $(BEFORE),$(error name the other checkout: BEFORE=FOLDER/src)) $(if $(ONLY),--only $(ONLY))

bench-peers: build/peers/compiled ## measure Connect Four against OpenSpiel and write it to benchmarks/results.md
	@PYTHONPATH=build/peers/copy/src LUDARIUM_GAMES=build/peers/copy/examples/connect_four.py \
	  build/peers/venv/bin/python benchmarks/peers.py benchmarks/results.md

bench-decisions: setup ## measure how punctual the highest level is, and its memory, while all cores are busy
	@$(PY) -m benchmarks.decisions benchmarks/results.md

best-2026: build/best-2026/compiled ## put the best player of 2026, frozen, into build/best-2026 for tournaments

ladder: setup best-2026 ## rate all computer players, level by level (hours; ONLY=RULESET, SECONDS=S, KEEP=1; goes on where it was stopped)
	@$(PY) -m benchmarks.ladder $(if $(ONLY),--only "$(ONLY)") $(if $(SECONDS),--seconds $(SECONDS)) $(if $(KEEP),--keep)

levels: setup ## find how often the levels of each game (RULESETS="…") should slip, so that each step up is felt
	@$(PY) -m benchmarks.levels $(RULESETS)

bench-research: build/peers/compiled ## measure the adapters beside OpenSpiel's and PettingZoo's own games
	@PYTHONPATH=build/peers/copy/src:. LUDARIUM_GAMES=build/peers/copy/examples/connect_four.py \
	  build/peers/venv/bin/python -m benchmarks.research benchmarks/results.md

four: setup ## in how many solved Connect Four positions players (PLAYERS="5 best:800sims") keep the value
	@LUDARIUM_GAMES=examples/connect_four.py PYTHONPATH=examples $(PY) -m benchmarks.connect_four \
	  $(or $(PLAYERS),random 1 5)

baselines: research ## write the tables of docs/baselines.md anew: how far our players are from perfect play (some minutes)
	@$(PY) -m benchmarks.baselines

four-positions: setup ## find and solve the positions of that list anew, in some minutes
	@mkdir -p build/four && cp examples/connect_four.py examples/connect_four_solver.py build/four
	@$(MAKE) --no-print-directory compile GAMES=build/four/connect_four.py:build/four/connect_four_solver.py
	@LUDARIUM_GAMES=build/four/connect_four.py PYTHONPATH=build/four $(PY) -m benchmarks.connect_four --make

armies: research ## compute anew how Myrmidons' computer players choose and place their blocks (an hour; goes on where it was)
	@$(PY) -m benchmarks.armies $(ARMIES)

clues: research ## learn anew what the behaviour of Myrmidons' hidden blocks tells (minutes; COUNT=GAMES of each kind; goes on where it was)
	@$(PY) -m benchmarks.clues $(if $(COUNT),--games $(COUNT))

strong-games: setup ## let a strong player play itself in every ruleset, into build/strong-games (MINUTES=60; goes on where it was)
	@$(PY) -m benchmarks.strong_games $(if $(MINUTES),--minutes $(MINUTES))

api: setup ## write docs/api.md anew from the docstrings of the front door
	@$(PY) -m tests.api_page docs/api.md

reference: setup ## write anew the pages of the documentation that are made from the program: games, commands, messages
	@$(PY) -m tests.site.reference

planes: setup ## write docs/planes.md anew: what programs that learn see of each game
	@$(PY) -m tests.research.planes docs/planes.md

diagrams: setup ## draw the pictures of the rulebook pages and guides anew
	@$(PY) -m tests.draw.diagram_pictures docs/rules
	@$(PY) -m tests.draw.diagram_pictures docs/learn

golden: setup ## write the golden playthroughs anew (read the difference like code)
	@LUDARIUM_GAMES=examples/connect_four.py $(PY) -m tests.golden

tactical: setup ## look anew for the positions with wins and dangers near at hand that players are tested on
	@LUDARIUM_GAMES=examples/connect_four.py $(PY) -m tests.players.tactical

lock: ## renew the exact versions in requirements/*.txt
	@$(PYTHON) -m venv build/lock && build/lock/bin/pip install -q pip-tools
	@cd requirements && for name in dev server research train peers release wheels docs; do ../build/lock/bin/pip-compile -q --upgrade --generate-hashes \
	  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --strip-extras --allow-unsafe --no-header \
	  -o $$name.txt $$name.in || exit 1; done

# Which tests are about what others make; the tool of test_api.py wants versions of its own.
TRIED = tests/research tests/workers tests/arena --ignore=tests/arena/test_nodes.py tests/cli tests/draw tests/table \
  tests/games/test_*_arrays.py tests/server --ignore=tests/server/test_api.py

# Old Rays leave files open, which later ones do not.
AT_FLOORS = PYTHONPATH=$(CURDIR)/src:$(CURDIR) build/floors/bin/python -m pytest -W ignore::ResourceWarning \
  -W ignore::pytest.PytestUnraisableExceptionWarning

floors: setup database proxy ## install exactly the lowest versions that pyproject.toml allows into build/floors, and test there
	@echo "Setting up the lowest versions in build/floors (about 600 MB; they are those of Python 3.11) …"
	@$(PYTHON) -m venv --clear build/floors
	@$(PY) -m tests.requirements lowest > build/floors/floors.txt
	@build/floors/bin/pip install --quiet --disable-pip-version-check --only-binary :all: --no-binary http_ece -r build/floors/floors.txt \
	  pytest hypothesis httpx nbclient ipykernel
	@$(AT_FLOORS) $(TRIED)
	@$(AT_FLOORS) tests/arena/test_nodes.py # by themselves: after other tests with Ray 2.11, one of them waits in vain

newest: setup web database proxy ## install the newest versions of everything (without requirements/*.txt) into build/newest, and test there
	@echo "Setting up the newest versions in build/newest (about 700 MB) …"
	@$(PYTHON) -m venv --clear build/newest
	@$(PY) -m tests.requirements > build/newest/newest.txt
	@build/newest/bin/pip install --quiet --disable-pip-version-check -r build/newest/newest.txt pytest hypothesis httpx nbclient ipykernel
	@PYTHONPATH=$(CURDIR)/src:$(CURDIR) build/newest/bin/python -m pytest -m "not slow" $(TRIED)

audit: setup web/node_modules/ready ## ask the registries whether a dependency has a known fault
	@$(PYTHON) -m venv build/audit && build/audit/bin/pip install -q pip-audit
	@build/audit/bin/pip-audit --require-hashes --disable-pip -r requirements/dev.txt
	@build/audit/bin/pip-audit --require-hashes --disable-pip -r requirements/research.txt
	@build/audit/bin/pip-audit --require-hashes --disable-pip -r requirements/train.txt
	@cd web && npm audit

clean: ## remove everything that was built
	@rm -rf $(VENV) build dist site web/dist web/node_modules src/*.egg-info .mypy_cache .ruff_cache .hypothesis
	@find src examples \( -name '*.so' -o -name '*.compiled' \) -delete

compile: ## compile the rules anew, or with GAMES=FILE only a game from outside the package
ifeq ($(GAMES),)
	@rm -f build/compiled
	@$(MAKE) --no-print-directory setup
else
	@$(MAKE) --no-print-directory setup
	@echo "Compiling $(GAMES) (about ten seconds) …"
	@LUDARIUM_COMPILE=$(GAMES) $(PY) setup.py --quiet build_ext --inplace > build/game.log 2>&1 || \
	  { cat build/game.log; exit 1; }
endif

setup: $(VENV)/ready build/compiled ## set up the virtual environment and compile the rules

$(VENV)/ready: requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Ludarium needs Python 3.11 or newer; name one with: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "Setting up the virtual environment $(VENV) (once) …"
	@$(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@LUDARIUM_PURE=1 $(VENV)/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

research: setup $(VENV)/research ## set up what people who study games use: PettingZoo, OpenSpiel, Ray

$(VENV)/research: $(VENV)/ready requirements/research.txt
	@echo "Setting up PettingZoo, OpenSpiel and Ray (once, about 600 MB) …"
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/research.txt
	@touch $@

train: research $(VENV)/train ## set up torch, with which players learn

$(VENV)/train: $(VENV)/research requirements/train.txt requirements/torch.txt
	@echo "Setting up torch (once, about 850 MB) …"
	@{ $(VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/train.txt && \
	  $(VENV)/bin/pip install --quiet --disable-pip-version-check --no-deps -r requirements/torch.txt && touch $@; } || \
	  echo "torch could not be installed (see above, and requirements/torch.txt): the tests of training are skipped."

build/compiled: $(VENV)/ready setup.py $(RULES)
	@mkdir -p build
ifeq ($(LUDARIUM_PURE),)
	@echo "Compiling the rules (about a minute) …"
	@find src -name '*.so' -delete
	@$(PY) setup.py --quiet build_ext --inplace > build/compile.log 2>&1 || \
	  { cat build/compile.log; echo "The rules do not pass the type checker: see above."; exit 1; }
	@ls src/ludarium/rules__mypyc*.so > /dev/null 2>&1 || echo "The rules could not be compiled (is there a C compiler?" \
	  "see build/compile.log): they run interpreted. To try again: make compile"
	@touch $@
else
	@echo "LUDARIUM_PURE is set: the rules run interpreted."
endif

build/release/ready: requirements/release.txt
	@echo "Setting up what looks at releases in build/release (once) …"
	@$(PYTHON) -m venv --clear build/release
	@build/release/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/release.txt
	@touch $@

build/docs/ready: requirements/docs.txt
	@echo "Setting up what builds the documentation in build/docs (once, about 140 MB) …"
	@$(PYTHON) -m venv --clear build/docs
	@build/docs/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/docs.txt
	@touch $@

site/index.html: build/docs/ready $(shell find docs -type f) $(wildcard *.md tests/site/*.py benchmarks/results.md) \
  $(shell find deploy examples -maxdepth 1 -type f ! -name '.*' ! -name '*.so' ! -name '*.compiled') \
  benchmarks/connect_four.txt CITATION.cff Containerfile LICENSE web/public/icon.svg
	@echo "Building the documentation …"
	@$(PYTHON) -m tests.site.build site
	@touch $@

build/peers/ready: requirements/dev.txt requirements/research.txt requirements/peers.txt
	@echo "Setting up what is compared with in build/peers (once, about 1 GB) …"
	@$(PYTHON) -m venv build/peers/venv
	@build/peers/venv/bin/pip install --quiet --disable-pip-version-check --require-hashes \
	  -r requirements/dev.txt -r requirements/research.txt -r requirements/peers.txt || { echo "It could not be installed. It comes from the" \
	  "network; without one, put the wheels of requirements/*.txt into a folder and run:" \
	  "PIP_NO_INDEX=1 PIP_FIND_LINKS=FOLDER make bench-peers"; exit 1; }
	@touch $@

# A copy, so that the checkout's own build stays as it is.
build/peers/compiled: build/peers/ready setup.py pyproject.toml examples/connect_four.py $(RULES) \
  $(wildcard src/ludarium/research/*.py src/ludarium/research/openspiel/*.py)
	@echo "Compiling a copy together with Connect Four (about a minute) …"
	@rm -rf build/peers/copy && mkdir -p build/peers/copy/docs
	@cp -R src examples setup.py pyproject.toml build/peers/copy
	@cp -R docs/package.md docs/rules build/peers/copy/docs
	@find build/peers/copy -name '*.so' -delete
	@cd build/peers/copy && for game in "" examples/connect_four.py; do LUDARIUM_PURE= LUDARIUM_COMPILE=$$game \
	  ../venv/bin/python setup.py --quiet build_ext --inplace > ../compile.log 2>&1 || { cat ../compile.log; exit 1; }; done
	@touch $@

# The last commit before the players began to learn.
BEST_2026 := 7d08daf0a645410b8c2f9c8a7237abca9a8e98f9

build/best-2026/compiled: $(VENV)/ready
	@git cat-file -e $(BEST_2026)^{commit} 2> /dev/null || { echo "The best player of 2026 comes from commit" \
	  "$(BEST_2026), which is not here. It takes a checkout with its whole history: git fetch --unshallow, or a clone" \
	  "instead of an archive."; exit 1; }
	@echo "Compiling the best player of 2026 (about a minute) …"
	@rm -rf build/best-2026 && mkdir -p build/best-2026
	@git archive $(BEST_2026) src docs/rules setup.py pyproject.toml README.md LICENSE | tar -x -C build/best-2026
	@cd build/best-2026 && LUDARIUM_PURE= LUDARIUM_COMPILE= $(abspath $(PY)) setup.py --quiet build_ext --inplace \
	  > compile.log 2>&1 || { cat compile.log; exit 1; }
	@ls build/best-2026/src/ludarium__mypyc*.so > /dev/null 2>&1 || { echo "It could not be compiled (is there a C" \
	  "compiler? see build/best-2026/compile.log), and interpreted it would be no match."; exit 1; }
	@touch $@

web/node_modules/ready: web/package.json web/package-lock.json
	@command -v npm > /dev/null || { echo "The pages need Node.js 20 or newer with npm to be built. Install it, or play" \
	  "in the terminal: .venv/bin/ludarium play"; exit 1; }
	@echo "Installing what the pages are built with (once) …"
	@cd web && npm install --no-save --silent --no-audit --no-fund  # "npm ci" wants the parts for all other systems, too
	@touch $@

web/dist/index.html: web/node_modules/ready LICENSE $(shell find web/src web/public web/plugins web/*.html web/*.ts -type f 2> /dev/null)
	@echo "Building the pages …"
	@cd web && npm run --silent build
	@touch $@

browser: ## see that there is a Chromium for the tests in a real browser
	@command -v chromium > /dev/null || command -v google-chrome > /dev/null || { \
	  echo "Installing Chromium (once) …"; \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get update -qq > /dev/null && \
	    apt-get install -y -qq --no-install-recommends chromium > /dev/null 2>&1 ; } || \
	  { echo "The tests in the browser need Chromium. Install it, for example with: sudo apt install chromium"; exit 1; }; }

database: ## see that there is a PostgreSQL for the tests
	@ls /usr/lib/postgresql/*/bin/pg_ctl > /dev/null 2>&1 || command -v pg_ctl > /dev/null || { \
	  echo "Installing PostgreSQL (once) …"; \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get update -qq > /dev/null && \
	    apt-get install -y -qq --no-install-recommends postgresql > /dev/null 2>&1 ; } || \
	  { echo "The tests need PostgreSQL. Install it, for example with: sudo apt install postgresql"; exit 1; }; }

proxy: ## see that there is an nginx for the tests
	@PATH="$$PATH:/usr/sbin:/usr/local/sbin" command -v nginx > /dev/null || { \
	  echo "Installing nginx (once) …"; \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get update -qq > /dev/null && \
	    apt-get install -y -qq --no-install-recommends nginx-light > /dev/null 2>&1 ; } || \
	  { echo "The tests need nginx. Install it, for example with: sudo apt install nginx-light"; exit 1; }; }
