# One folder's worth of Setgram: every target makes the `.venv` it needs by itself.
#
#   make test PYTHON=python3.13 VENV=.venv-3.13     the same on another Python, beside the first

PYTHON ?= python3
VENV ?= .venv
ARGS ?=
N ?= 10000

bin := $(VENV)/bin
playing := $(VENV)/.playing
developing := $(VENV)/.developing

# Coverage of some files, in per cent of lines and branches, held to a bar.
covered = $(bin)/python -m coverage report --show-missing --skip-covered

# Tools that need one another's libraries at other versions, each set in a `.venv-aws/` of its own.
tools := deploy emulator lint

.DELETE_ON_ERROR:
.PHONY: help install play test check format bench sim matrix fuzz load mutants messages requirements aws deploy destroy clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1 - /p' $(MAKEFILE_LIST)

install: $(developing)  ## everything that the other targets need, into .venv

play: $(playing)  ## the game in a browser: a page that acts as a Telegram group
	$(bin)/python -m infra.local.playground $(ARGS)

test: $(developing)  ## all tests, and what they must cover
	$(bin)/python -m pytest --numprocesses=2 --dist=loadfile --cov --cov-report=
	$(covered) --include='engine/*,render/*' --fail-under=100
	$(covered) --include='handler/*' --fail-under=95

check: $(developing)  ## format, lint, types, import contracts, security lint
	$(bin)/ruff format --check .
	$(bin)/ruff check .
	$(bin)/mypy
	$(bin)/lint-imports
	$(bin)/bandit --quiet --configfile pyproject.toml --recursive engine render handler infra

format: $(developing)  ## what `check` would ask of format and lint, done
	$(bin)/ruff format .
	$(bin)/ruff check --fix .

bench: $(developing)  ## one line a bar: what must be fast or small; ARGS are the ids of some
	$(bin)/python -m tests.bench $(ARGS)

sim: $(developing)  ## evenings in a made-up world: SEED=7 tells the story of one, N=2000 plays many
	nice $(bin)/python -m tests.sim $(if $(SEED),--seed $(SEED),--n $(or $(N),2000))

matrix: $(developing)  ## each call of each kind of update failed in each way, and how that ends; ARGS are parts of names
	nice $(bin)/python -m tests.matrix $(ARGS)

mutants: $(developing)  ## whether the tests notice small changes of the engine; ARGS are modules, or --sample=100
	nice $(bin)/python -m tests.mutants $(ARGS)

fuzz: $(developing)  ## changed updates, buttons and wakes thrown at the handler; N is how many
	nice $(bin)/python -m tests.fuzz $(N) $(ARGS)

load: $(developing)  ## groups of six at play over HTTP: claims a second, how long taps take, what broke
	$(bin)/python -m tests.load $(ARGS)

messages: $(developing)  ## bring the catalogues of translations up to date, and tell what is missing; ARGS=de begins one
	$(bin)/python -m tests.catalogues $(ARGS)

requirements: $(developing)  ## pin requirements/*.in anew, with hashes; ARGS=--upgrade takes newer versions
	for name in runtime local dev; do \
	    $(bin)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	        --no-emit-index-url $(ARGS) requirements/$$name.in --output-file requirements/$$name.txt || exit 1; \
	done
	for name in $(tools); do \
	    $(bin)/uv pip compile --quiet --universal --python-version 3.13 --generate-hashes --no-header \
	        --no-emit-index-url $(ARGS) requirements/$$name.in --output-file requirements/$$name.txt || exit 1; \
	done

aws: $(tools:%=.venv-aws/%/.installed)  ## the tools that deploy to AWS and try it out: sam, checkov, an emulator

.venv-aws/%/.installed: requirements/%.txt | $(developing)
	$(bin)/uv venv --quiet --clear --no-python-downloads \
	    --python "$$($(bin)/python -c 'from infra.aws.build import python; print(python())')" .venv-aws/$*
	$(bin)/uv pip sync --quiet --python .venv-aws/$*/bin/python --require-hashes $<
	@touch $@

deploy: $(developing) .venv-aws/deploy/.installed  ## to AWS: STAGE=prod BOT_USERNAME=..., and see docs/adr/0012
	$(bin)/python -m infra.aws.deploy

destroy: $(developing)  ## what STAGE deployed, but for its table
	$(bin)/python -m infra.aws.deploy --destroy

clean:  ## away with all that these targets made
	rm -rf .venv .venv-* .cache .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	    .import_linter_cache build *.egg-info

# `developing` includes `playing`: dev.txt pins all that local.txt does, at the same versions (a test compares them).
$(playing): requirements/local.txt | $(bin)/pip
	$(bin)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(developing): requirements/dev.txt | $(bin)/pip
	$(bin)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@ $(playing)

$(bin)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Setgram needs Python 3.11 or newer, and $(PYTHON) is not: name one, as in  make PYTHON=python3.13 ..." >&2; \
	    exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "$(PYTHON) cannot make virtual environments: install its venv module (on Debian: apt install python3-venv)" >&2; \
	    exit 1; }
	$(PYTHON) -m venv $(VENV)
