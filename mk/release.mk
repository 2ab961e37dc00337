# The parts of a release.

.PHONY: requirements sdist

sdist: $(VENV)/.demo ## the source distribution, in dist/; it includes Cargo.lock, so its build resolves nothing
	@$(BIN)/maturin sdist --out dist
	@ls dist/*.tar.gz

# With hashes, for every platform. UPGRADE=--upgrade takes the newest versions; then run the tests.
REQUIREMENTS := demo dev browser docs notebooks
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11.5 --generate-hashes --no-annotate $(UPGRADE) \
    --custom-compile-command "make requirements"

requirements: $(BIN)/python ## pin the packages of requirements/*.in, with hashes; UPGRADE=--upgrade takes the newest versions
	@$(PIP) uv
	@for name in $(REQUIREMENTS); do $(COMPILE) requirements/$$name.in -o requirements/$$name.txt; done
	@for name in train puffer; do $(COMPILE) --no-deps requirements/$$name.in -o requirements/$$name.txt; done
	@git diff --stat requirements
