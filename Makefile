# The commands of the project. `make` alone lists them. Everything Python goes into .venv; nothing else is touched.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
SHELL  := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PIP  := $(BIN)/python -m pip install --quiet --disable-pip-version-check
STEP  = @printf '\n\033[1m== %s\033[0m\n' >&2

.PHONY: help demo build test test-rust test-python game test-game bench wheel lint format readme

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: build ## build, play every game, print a table
	@$(BIN)/python -m expedition.cli.demo

build: $(VENV)/.demo ## build the package with full optimisation and install it into .venv
	$(STEP) "building the engine (the first time takes a few minutes)"
	@$(BIN)/maturin develop --release

test: ## all Rust and Python tests
	@begin=$$SECONDS; $(MAKE) test-rust; $(MAKE) test-python; $(MAKE) test-notebooks; \
	printf '\nmake test: ok, every Rust and Python test passed in %d s\n' $$((SECONDS - begin))

test-rust: cargo
	$(STEP) "Rust tests"
	@cargo test --no-run
	@cargo test --quiet

test-python: $(VENV)/.dev wheel
	$(STEP) "Python tests"
	@$(BIN)/maturin develop --release --quiet
	@EXPEDITION_WHEEL=1 $(BIN)/python -m pytest

game: cargo ## begin a new game with a copy of the template, registered and tested: NAME=crypt TITLE="The Crypt"
	@[ -n "$(NAME)" ] || { echo "make game: say what it is called, as in: make game NAME=crypt" >&2; exit 2; }
	@$(PYTHON) tools/new_game.py $(NAME) $(if $(TITLE),--title "$(TITLE)")
	@cargo fmt
	$(STEP) "its first records"
	@EXPEDITION_BLESS=$(NAME) cargo test --quiet --test engine golden
	$(STEP) "its tests, and every law over every game"
	@cargo test --quiet --test engine
	@printf '\nmake game: ok, %s can be played; CONTRIBUTING.md says how to go on\n' $(NAME)

test-game: $(VENV)/.dev ## make a game in a temporary copy, test it there and delete it
	$(STEP) "a game from the template"
	@EXPEDITION_TEMPLATE=1 $(BIN)/python -m pytest --quiet tests/python/test_new_game.py

include mk/train.mk
include mk/agents.mk

bench: build ## decisions per second, in Rust and through Python; BENCH=--json prints JSON
	$(STEP) "through Python"
	@$(BIN)/expedition bench $(BENCH)
	@if [ -f benches/step.rs ]; then printf '\n\033[1m== in Rust\033[0m\n' >&2; cargo bench --quiet --bench step -- $(BENCH) && cargo bench --quiet --bench search -- $(BENCH); fi

wheel: $(VENV)/.dev ## the wheel for this machine, one for every Python from 3.11, in dist/
	$(STEP) "building the wheel"
	@rm -rf dist
	@$(BIN)/maturin build --release --interpreter $(BIN)/python --out dist
	@ls dist/*.whl

lint: $(VENV)/.dev ## rustfmt, clippy, ruff, mypy, and the stubs against the built module
	$(STEP) "Rust"
	@cargo fmt --check
	@cargo clippy --quiet --all-targets --all-features -- -D warnings
	$(STEP) "Python"
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --quiet --check
	@$(BIN)/mypy
	@$(BIN)/maturin develop --quiet
	@cd tests && ../$(BIN)/python -m mypy.stubtest expedition._engine
	@echo "make lint: ok"

format: $(VENV)/.dev ## bring Rust and Python into shape
	@cargo fmt
	@$(BIN)/ruff check --quiet --fix
	@$(BIN)/ruff format --quiet

readme: build ## write the table of games into README.md; README=--speed measures the speeds too
	@$(BIN)/python tools/readme.py $(README)

.PHONY: cargo
cargo:
	@command -v cargo > /dev/null || { echo "make: Rust is not installed; get it from https://rustup.rs" >&2; exit 1; }

$(BIN)/python: | cargo
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: Python 3.11 or newer is needed; say which: make PYTHON=python3.12" >&2; exit 1; }
	$(STEP) "making the virtualenv .venv"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.demo: requirements/demo.txt | $(BIN)/python
	@$(PIP) -r requirements/demo.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt requirements/demo.txt | $(BIN)/python
	@$(PIP) -r requirements/dev.txt
	@touch $@ $(VENV)/.demo

include mk/show.mk
include mk/trust.mk
