# The tests that need torch, Ray and the training libraries, in a virtualenv of their own, .venv-train (about 6 GB).

TRAIN := .venv-train

.PHONY: test-train
test-train: $(TRAIN)/.wheel ## tests with every training library; installs about 6 GB into .venv-train
	@$(PART) "training tests" $(TRAIN)/bin/python -m pytest -o filterwarnings=default --disable-warnings tests/train

$(TRAIN)/.wheel: dist/.wheel $(TRAIN)/.done
	@$(TRAIN)/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps dist/*.whl
	@touch $@

# Without bytecode: most of these 6 GB are never imported.
$(TRAIN)/.done: requirements/train.txt requirements/puffer.txt requirements/puffer/sitecustomize.py
	@test -x $(TRAIN)/bin/python || $(PYTHON) -m venv $(TRAIN)
	@$(PART) "installing the training libraries" $(TRAIN)/bin/python -m pip install --quiet --disable-pip-version-check \
	    --no-compile --no-deps -r requirements/train.txt
	@# Without its C environments, which would fetch and compile a graphics library.
	@PYTHONPATH=$(CURDIR)/requirements/puffer NO_OCEAN=1 NO_TRAIN=1 $(TRAIN)/bin/python -m pip install --quiet \
	    --disable-pip-version-check --no-deps --no-build-isolation -r requirements/puffer.txt
	@touch $@
