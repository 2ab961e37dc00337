# Pages, notebooks and documentation.

.PHONY: docs notebooks test-browser test-notebooks

test-browser: $(VENV)/.browser $(VENV)/.wheel ## tests of the pages in Chromium
	@$(PART) "browser tests" $(BIN)/python -m pytest tests/browser
	@echo "make test-browser: ok"

# Training has its own target.
NOTEBOOKS := $(filter-out %06_train_your_agent.ipynb,$(sort $(wildcard notebooks/*.ipynb)))

# These only read evidence/: their texts must agree with the data.
STUDIES := $(filter notebooks/02_% notebooks/03_% notebooks/04_% notebooks/05_% notebooks/08_%,$(NOTEBOOKS))

test-notebooks: $(VENV)/.notebooks $(VENV)/.wheel
	@GAMES=6 $(PART) "notebooks" $(BIN)/python -m pytest --numprocesses 2 --nbmake --nbmake-timeout=300 -p no:warnings $(filter-out $(STUDIES),$(NOTEBOOKS))
	@$(PART) "studies" $(BIN)/python tools/notebooks.py --check $(STUDIES)

notebooks: $(VENV)/.notebooks build ## run the notebooks and save their outputs
	$(STEP) "notebooks"
	@$(BIN)/python tools/notebooks.py $(NOTEBOOKS)

docs: $(VENV)/.docs $(VENV)/.wheel ## the documentation, in site/
	@NO_MKDOCS_2_WARNING=1 $(PART) "documentation" $(BIN)/mkdocs build --strict --quiet
	@echo "make docs: ok, open site/index.html"

$(VENV)/.browser: requirements/browser.txt $(VENV)/.dev
	@$(PART) "installing what the browser tests need" $(PIP) -r requirements/browser.txt
	@touch $@

$(VENV)/.notebooks: requirements/notebooks.txt $(VENV)/.dev
	@$(PART) "installing what the notebooks need" $(PIP) -r requirements/notebooks.txt
	@touch $@

$(VENV)/.docs: requirements/docs.txt $(VENV)/.dev
	@$(PART) "installing what the documentation needs" $(PIP) -r requirements/docs.txt
	@touch $@
