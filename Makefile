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
# Runs a command, printing its name and the time it took: $(PART) NAME COMMAND...
PART := tools/part

.PHONY: help demo build test test-rust test-python game check-game test-game bench wheel lint format readme

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: build ## build, play every game, print a table
	@$(BIN)/python -m expedition.cli.demo

# For working on the package: changes to Python files take effect at once. The tests install the wheel instead.
build: $(VENV)/.demo ## build the package with full optimisation and install it into .venv
	@rm -f $(VENV)/.wheel
	@$(PART) "building the engine (the first time takes a few minutes)" env PIP_QUIET=1 $(BIN)/maturin develop --release

# The wheel is linked by one thread, so it is built while the Rust tests keep the other cores busy.
test: ## all Rust and Python tests, and the notebooks
	@all=$${PARTS:-/dev/null}; export PARTS=$$(mktemp); trap 'rm -f $$PARTS' EXIT; begin=$$SECONDS; \
	$(MAKE) --jobs=2 dist/.wheel test-rust; \
	$(MAKE) test-python; $(MAKE) test-notebooks; cat $$PARTS >> $$all; \
	printf '\nmake test: ok, every Rust and Python test passed in %d s\n' $$((SECONDS - begin)); $(PART)

# Without make's flags: cargo would warn about a job server that is not its own.
test-rust: cargo
	@MAKEFLAGS= $(PART) "building the Rust tests" cargo test --no-run
	@MAKEFLAGS= $(PART) "Rust tests" cargo test --quiet

test-python: $(VENV)/.wheel
	@EXPEDITION_WHEEL=1 $(PART) "Python tests" $(BIN)/python -m pytest --numprocesses 2 --dist worksteal

# The tests of all games are beside the games' folders.
LAWS = $(filter-out main support,$(basename $(notdir $(wildcard tests/engine/*.rs))))

game: cargo ## create a new game as a copy of the template, registered and tested: NAME=crypt TITLE="The Crypt"
	@[ -n "$(NAME)" ] || { echo "make game: give it a name, as in: make game NAME=crypt" >&2; exit 2; }
	@$(PYTHON) tools/new_game.py $(NAME) $(if $(TITLE),--title "$(TITLE)")
	@cargo fmt
	$(STEP) "its first records"
	@EXPEDITION_BLESS=$(NAME) EXPEDITION_GAMES=$(NAME) cargo test --quiet --test engine golden::
	$(STEP) "its tests, and every law over it"
	@$(MAKE) check-game NAME=$(NAME)
	@printf '\nmake game: ok, %s can be played; CONTRIBUTING.md describes the next steps\n' $(NAME)

check-game: cargo ## the tests of one game, and every law over it: NAME=crypt
	@[ -n "$(NAME)" ] || { echo "make check-game: name the game, as in: make check-game NAME=crypt" >&2; exit 2; }
	@MAKEFLAGS= EXPEDITION_GAMES=$(NAME) cargo test --quiet --test engine -- $(NAME):: $(addsuffix ::,$(LAWS))

test-game: $(VENV)/.dev ## make a game in a temporary copy, test it there and delete it
	@MAKEFLAGS= EXPEDITION_TEMPLATE=1 $(PART) "a game from the template" $(BIN)/python -m pytest --quiet tests/python/test_new_game.py

include mk/train.mk
include mk/agents.mk

bench: build ## decisions per second, in Rust and through Python; BENCH=--json prints JSON
	$(STEP) "through Python"
	@$(BIN)/expedition bench $(BENCH)
	@if [ -f benches/step.rs ]; then printf '\n\033[1m== in Rust\033[0m\n' >&2; cargo bench --quiet --bench step -- $(BENCH) && cargo bench --quiet --bench search -- $(BENCH); fi

wheel: dist/.wheel ## the wheel for every Python from 3.11 (on Linux: for every glibc from 2.17), in dist/
	@ls dist/*.whl

lint: $(VENV)/.dev ## rustfmt, clippy, cargo doc, ruff, mypy
	@$(PART) "rustfmt" cargo fmt --check
	@$(PART) "clippy" cargo clippy --quiet --all-targets --all-features -- -D warnings
	@$(PART) "cargo doc" env RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --all-features
	@$(PART) "ruff" $(BIN)/ruff check --quiet
	@$(BIN)/ruff format --quiet --check
	@$(PART) "mypy" $(BIN)/mypy
	@echo "make lint: ok"

format: $(VENV)/.dev ## format the Rust and Python code
	@cargo fmt
	@$(BIN)/ruff check --quiet --fix
	@$(BIN)/ruff format --quiet

readme: build ## write the games, speed and strength into README.md
	@$(BIN)/python tools/readme.py

.PHONY: cargo
cargo:
	@command -v cargo > /dev/null || { echo "make: Rust is not installed; get it from https://rustup.rs" >&2; exit 1; }

$(BIN)/python: | cargo
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: Python 3.11 or newer is needed; name one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PART) "creating the virtualenv .venv" $(PYTHON) -m venv $(VENV)

$(VENV)/.demo: requirements/demo.txt | $(BIN)/python
	@$(PART) "installing what the demo needs" $(PIP) -r requirements/demo.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt requirements/demo.txt | $(BIN)/python
	@$(PART) "installing what the tests need" $(PIP) -r requirements/dev.txt
	@touch $@ $(VENV)/.demo

# One release build for all tests: the wheel, built once and installed wherever it is needed. On Linux zig links it
# against an old glibc, so that it runs on every distribution of the last ten years.
SOURCES := Cargo.toml Cargo.lock pyproject.toml README.md tools/repack_wheel.py $(shell find src python -type f -not -name '*.so' -not -name '*.pyc')
PORTABLE := $(if $(filter Linux,$(shell uname -s)),--zig --compatibility manylinux_2_17)

dist/.wheel: $(SOURCES) | $(VENV)/.dev
	@rm -rf dist
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(PART) "building the wheel" maturin build --quiet --release --locked --interpreter $(BIN)/python $(PORTABLE) --compression-level 9 --out dist
	@$(PART) "packing the wheel" $(BIN)/python tools/repack_wheel.py dist/*.whl
	@touch $@

$(VENV)/.wheel: dist/.wheel $(VENV)/.dev
	@$(PIP) --force-reinstall --no-deps dist/*.whl
	@touch $@

include mk/show.mk
include mk/trust.mk
include mk/release.mk
