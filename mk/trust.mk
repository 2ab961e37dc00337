# Soak, fuzzing, mutation, rule coverage, instruction counts, supply chain; docs/trust.md describes each.

.PHONY: soak fuzz mutants rule-coverage perf-gate memcheck sanitize deny

soak: $(VENV)/.wheel ## search every game for broken laws for two minutes; MINUTES=30 GAME=toy
	@$(PART) "soak" $(BIN)/expedition soak --minutes $(or $(MINUTES),2) $(if $(GAME),--game $(GAME))

# libFuzzer, on the stable compiler: its coverage is an LLVM pass. `cargo fuzz run record` works too, with cargo-fuzz and a nightly.
FUZZ_TARGETS := record snapshot state content notation action_text actions network
FUZZ_FLAGS   := -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Cdebug-assertions -Coverflow-checks
HOST         := $(shell rustc -vV 2> /dev/null | sed -n 's/^host: //p')

fuzz: cargo ## feed mutated bytes to every reader, one minute each; TARGET=record MINUTES=20
	$(STEP) "fuzz"
	@cd fuzz && RUSTFLAGS="$(FUZZ_FLAGS)" CARGO_TARGET_DIR=$(CURDIR)/target/fuzz cargo build --release --locked --target $(HOST)
	@for target in $(or $(TARGET),$(FUZZ_TARGETS)); do \
	    mkdir -p target/fuzz/found/$$target; \
	    target/fuzz/$(HOST)/release/$$target target/fuzz/found/$$target fuzz/corpus/$$target -rss_limit_mb=2048 -timeout=20 \
	        -print_final_stats=1 -max_total_time=$$(($(or $(MINUTES),1) * 60)) -artifact_prefix=target/fuzz/$$target- 2>&1 | tail -9; \
	    echo "fuzz: $$target: nothing was found"; \
	done

mutants: $(VENV)/.dev ## mutate the rules and report what no test notices; GAME=agartha MUTANTS="--sample 200"
	@$(PIP) tree-sitter tree-sitter-rust
	@$(BIN)/python tools/mutants.py --game $(or $(GAME),agartha) $(MUTANTS)

rule-coverage: cargo ## the rules that the soak and the tests reach, by number; JOBS=400
	@$(PYTHON) tools/rule_coverage.py $(if $(JOBS),--jobs $(JOBS))

perf-gate: cargo ## instructions per decision against benches/instructions.txt; PERF=--bless writes it
	@command -v valgrind > /dev/null || { echo "make perf-gate: valgrind is missing, installing it with apt-get" >&2; \
	apt-get install --yes --quiet valgrind > /dev/null || { echo "make perf-gate: install valgrind yourself" >&2; exit 1; }; }
	@MAKEFLAGS= $(PART) "instructions per decision" $(PYTHON) tools/perf_gate.py $(PERF)

# Checks addresses only: CPython itself branches on uninitialised values.
memcheck: $(VENV)/.wheel ## check every read and write of a short run through Python, under valgrind
	@$(PART) "memcheck" env PYTHONMALLOC=malloc valgrind --quiet --error-exitcode=9 --leak-check=no --undef-value-errors=no \
	    --suppressions=tools/valgrind.supp \
	    $(BIN)/python tools/memcheck.py
	@echo "make memcheck: ok, no invalid read or write"

# The stable compiler ships the runtime as well. Not for threads: the standard library is not instrumented, so each of its locks is reported as a race.
SANITIZED := batch:: agents:: hostile:: fuzz:: advice:: sparse::

sanitize: cargo ## tests of batches, searches, networks and readers under the address sanitizer (half an hour)
	@RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address CARGO_TARGET_DIR=$(CURDIR)/target/sanitize \
	    $(PART) "address sanitizer" cargo test --locked --target $(HOST) --test engine -- $(SANITIZED)
	@echo "make sanitize: ok, no invalid address and no leak"

deny: cargo ## licences and sources of the dependencies, and advisories if cargo-deny is installed (DENY=--offline: the last copy)
	@$(PYTHON) tools/licences.py
	@if ! command -v cargo-deny > /dev/null; then \
	    echo "make deny: cargo-deny is not installed, so advisories were not looked up; get it: cargo install --locked cargo-deny"; exit; fi; \
	deny="cargo deny --log-level error --config $(CURDIR)/deny.toml"; what="licenses bans sources advisories"; \
	if [ -z "$(DENY)" ] && ! $$deny fetch db 2> /dev/null; then what="licenses bans sources"; \
	    echo "make deny: the advisories could not be fetched, so they were not looked up; DENY=--offline takes the last copy"; fi; \
	for dir in . fuzz; do (cd $$dir && cargo fetch --locked --quiet && $$deny --offline check --hide-inclusion-graph $$what); done
