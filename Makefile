# Two commands: `make demo` shows it, `make test` proves it. `make help` lists the others.
# Recipes run under /bin/sh.

SHELL = /bin/sh
.SHELLFLAGS = -ec
.DEFAULT_GOAL = help
# A shell that forbids Python to keep what it compiled would have every process compile all of
# Django again, which takes three times as long as all the rest of its start.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help demo demo-reset env env-run env-test test bench check lock messages python

BIN = .venv/bin
# The newest that runs: a name alone proves nothing (pyenv has one for every version).
FITS = import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
# Before them all the system's own, where it fits: a distribution compiles it with optimization, and
# pyenv, which is not told to, makes one that takes a sixth more time for everything.
OWN = /usr/bin/python3
PYTHON := $(shell if $(OWN) -c 'import ensurepip, venv; $(FITS)' 2>/dev/null; then echo $(OWN); exit; fi; \
	for name in python3.13 python3.12 python3.11 python3 python; do \
	if $$name -c '$(FITS)' 2>/dev/null; then echo $$name; break; fi; done)

# What `check --deploy` is told. None of it is real.
PRODUCTION = DATABASE_URL=postgres://rikken@127.0.0.1/rikken REDIS_URL=redis://127.0.0.1/0 \
	SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_hex(32))') \
	DEAL_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_hex(32))') \
	ALLOWED_HOSTS=rikken.example EMAIL_URL=smtp://127.0.0.1 BEHIND_PROXY=1 DEMO=

# $(call part,name,command): one part of a check, with its time.
define part
	@started=$$(date +%s); printf '\n== %s\n' '$(1)'; \
	if $(2); then echo "-- $(1): $$(($$(date +%s) - started)) s"; \
	else echo "-- $(1): failed after $$(($$(date +%s) - started)) s"; exit 1; fi
endef

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(firstword $(MAKEFILE_LIST)) | sed 's/:.*## /\t/' | expand -t 14

demo: env-run ## the service at http://127.0.0.1:8000 (PORT=8001 for another port)
	@$(BIN)/python -m deploy.demo

demo-reset: env-run ## the same, with everything played so far forgotten
	@$(BIN)/python -m deploy.demo --reset

env: env-test ## only the environment in .venv, for everything below

test: env-test ## all tests (ARGS="-k auction" for some)
	$(call part,tests,$(BIN)/python -m tests.parts $(ARGS))

bench: env-test ## the benchmark table
	@$(BIN)/python -m pytest -m bench -q -s tests/benchmarks $(ARGS)

check: env-test ## format, lint, types, JavaScript, import contracts, texts, migrations, production settings
	$(call part,format,$(BIN)/ruff format --check --quiet .)
	$(call part,lint,$(BIN)/ruff check --quiet .)
	$(call part,types,$(BIN)/mypy)
	$(call part,import contracts,$(BIN)/lint-imports)
	$(call part,migrations,$(BIN)/python manage.py makemigrations --check --dry-run --settings deploy.settings.test)
	$(call part,production,env $(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING --settings deploy.settings.production)
	$(call part,javascript,if command -v tsc >/dev/null; then tsc --project tsconfig.json; else echo 'skipped: no tsc here'; test -z "$$CI"; fi)
	$(call part,texts,if command -v msgfmt >/dev/null; then $(BIN)/python -m deploy.catalogues check; else echo 'skipped: no gettext here'; test -z "$$CI"; fi)

messages: env-test ## bring the .po files up to date and compile them (needs gettext)
	@$(BIN)/python -m deploy.catalogues extract

lock: python ## choose new versions (needs the internet)
	@test -x var/lock/bin/uv || { $(PYTHON) -m venv var/lock && var/lock/bin/python -m pip install --quiet uv; }
	@cd requirements && for name in run test; do \
		../var/lock/bin/uv pip compile $$name.in --output-file $$name.txt --upgrade --quiet \
		--universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --no-emit-find-links; done

# -- the environment: made again only when the lock is another one --------------------------------

# Without compiling: Python does that for what is used, which is a small part.
PIP = $(BIN)/python -m pip install -qq --no-input --disable-pip-version-check --no-compile \
	--require-hashes --no-deps

python:
	@test -n '$(PYTHON)' || { echo 'Rikken needs Python 3.11, 3.12 or 3.13; none of them was found.'; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { version=$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
		echo "Python $$version lacks its venv module. On Debian and Ubuntu: apt-get install python$$version-venv"; exit 1; }

env-run: python
	@if ! cmp -s requirements/run.txt .venv/run.txt || ! $(BIN)/python -c '$(FITS)' 2>/dev/null; then \
		echo "Making .venv with $$($(PYTHON) --version); this takes a minute."; \
		rm -rf .venv; $(PYTHON) -m venv .venv; $(PIP) -r requirements/run.txt; \
		cp requirements/run.txt .venv/run.txt; fi
	@$(BIN)/python -m deploy.catalogues

env-test: python
	@if ! cmp -s requirements/test.txt .venv/test.txt || ! cmp -s requirements/run.txt .venv/run.txt \
		|| ! $(BIN)/python -c '$(FITS)' 2>/dev/null; then \
		echo "Making .venv with $$($(PYTHON) --version), for tests too; this takes a minute."; \
		rm -rf .venv; $(PYTHON) -m venv .venv; $(PIP) -r requirements/test.txt; \
		cp requirements/run.txt .venv/run.txt; cp requirements/test.txt .venv/test.txt; fi
	@$(BIN)/python -m deploy.catalogues
