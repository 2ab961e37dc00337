# The tests that need torch, Ray and the training libraries (about 6 GB in a virtualenv of their own, .venv-train).

TRAIN := .venv-train

.PHONY: test-train
test-train: $(TRAIN)/.done ## tests with every training library; installs about 6 GB into .venv-train
	@VIRTUAL_ENV=$(CURDIR)/$(TRAIN) $(TRAIN)/bin/maturin develop --release --quiet
	@$(TRAIN)/bin/python -m pytest -o filterwarnings=default --disable-warnings tests/train

$(TRAIN)/.done: requirements/train.txt requirements/puffer/sitecustomize.py
	@test -x $(TRAIN)/bin/python || $(PYTHON) -m venv $(TRAIN)
	@$(TRAIN)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements/train.txt
	@# Without its C environments, which would fetch and compile a graphics library.
	@PYTHONPATH=$(CURDIR)/requirements/puffer NO_OCEAN=1 NO_TRAIN=1 $(TRAIN)/bin/python -m pip install --quiet \
	    --disable-pip-version-check --no-deps --no-build-isolation pufferlib==3.0.0
	@touch $@
