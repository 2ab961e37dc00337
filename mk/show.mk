# Pages, notebooks and documentation.

.PHONY: docs notebooks test-browser test-notebooks

test-browser: $(VENV)/.browser ## tests of the pages in Chromium
	$(STEP) "browser tests"
	@$(BIN)/maturin develop --release --quiet
	@$(BIN)/python -m pytest tests/browser
	@echo "make test-browser: ok"

# Training has its own target.
NOTEBOOKS := $(filter-out %06_train_your_agent.ipynb,$(sort $(wildcard notebooks/*.ipynb)))

test-notebooks: $(VENV)/.notebooks
	$(STEP) "notebooks"
	@$(BIN)/maturin develop --release --quiet
	@GAMES=6 $(BIN)/python -m pytest --nbmake --nbmake-timeout=300 -p no:warnings $(NOTEBOOKS)

notebooks: $(VENV)/.notebooks build ## run the notebooks and keep their outputs
	$(STEP) "notebooks"
	@$(BIN)/python tools/notebooks.py $(NOTEBOOKS)

docs: $(VENV)/.docs build ## the documentation, in site/
	$(STEP) "documentation"
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "make docs: ok, open site/index.html"

$(VENV)/.browser: requirements/browser.txt $(VENV)/.dev
	@$(PIP) -r requirements/browser.txt
	@touch $@

$(VENV)/.notebooks: requirements/notebooks.txt $(VENV)/.dev
	@$(PIP) -r requirements/notebooks.txt
	@touch $@

$(VENV)/.docs: requirements/docs.txt $(VENV)/.dev
	@$(PIP) -r requirements/docs.txt
	@touch $@
