# Everything runs from .venv, which the first target that needs it makes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# What stays in its process keeps both cores busy. What waits for ports, processes, a browser or the clock comes apart
# and after it, and only out of the files that have such tests: five at once, as they mostly wait.
RUNS := $(if $(COVERED),$(BIN)/coverage run,$(BIN)/python)
# Only the browser's driver switches between greenlets, and to ask at each call which one it is takes a quarter of a run.
RUNS_INSIDE := $(if $(COVERED),$(BIN)/coverage run --concurrency=thread,$(BIN)/python)
INSIDE := -m "not outside" -n 2 --dist worksteal --capture=sys
# What goes over tens of thousands of cases is not counted line by line: other tests reach those lines too.
MANY := tests/pairs tests/oracle tests/terminal/test_power_cuts.py tests/terminal/test_changed_boards.py tests/pictures/test_sheets.py
FIVE := -n 5 --dist worksteal
WITHOUT_TOOLS = $(or $(ONLY),$(shell grep -rl --include='test_*.py' -e mark.outside -e tools_needed tests))
OUTSIDE = -m outside $(shell grep -rl --include='test_*.py' mark.outside tests)
# What `make deep` holds: how deep the search goes, and how much both engines play.
PAIRS := tests/support:tests/oracle:tests/pairs
# `make deep SHARE=20 PAIR_STORIES=5000 DEPTH=2 PROPERTIES=default COUPS=500000 STORIES=5000` is the whole in little.
SHARE ?= 1
PAIR_STORIES ?= 100000
DEPTH ?= 3
PROPERTIES ?= deep
# All of the very many cases; in little, those that a run of the whole suite draws.
DRAWN = $(if $(filter deep,$(PROPERTIES)),"not outside" $(shell grep -rl --include='test_*.py' mark.some tests),"some and not outside" tests)
COUPS ?= 10000000
STORIES ?= 100000
# The version that `make release` makes; the next minor one if none is named.
RELEASE ?=
DRY ?=
# How often the power is cut, and by which seed.
CUTS ?= 50
SEED ?= 1
# On a busy machine no deadline inside an emulated board ends a trial.
PATIENT ?=
# Which tests are passed as where no tools are; all of those that may drive any, if none is named.
ONLY ?=
VERSION = $(shell sed -n 's/^VERSION: Final = "\(.*\)"/\1/p' firmware/version.py)
PASSED ?=
# Whose board an image, or a bundle, is for, and who signs it.
ROLE ?= table
KEY ?=
IMAGE = PYTHONPATH=deploy:deploy/boot:tests/support SDL_VIDEODRIVER=dummy $(BIN)/python -m
COMPILE = $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url \
  --no-emit-find-links --no-emit-trusted-host --no-header --annotation-style line

# What was compiled once is kept: else each pass compiles every test anew, in each of its processes.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: bundle help run shoe setup test quick deep tournaments torture cuts bad-network night siege floods answers fuzz without-tools fresh installs check lint types contracts rules mutants coverage format manual pictures broker diagram lock matrix benchmark image image-repeat image-lock image-test image-updates image-back image-pair image-tampering image-cuts image-proof release clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(READY)  ## start a whole table on simulated devices, and print the address of its page
	@$(BIN)/rapid-table bench

shoe: $(READY)  ## play a shoe of Crown Baccarat with three terminals, as a readable log
	@$(BIN)/rapid-table play --rulebook crown-baccarat --shoe 1 --log

setup: $(READY)  ## make .venv with everything that development needs

$(READY): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "$(PYTHON) is older than 3.11: install Python 3.11 or newer, or name one with make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
	  { echo "$(PYTHON) cannot make virtual environments: apt-get install python3-venv"; exit 1; }
	@echo "setting up $(VENV) …"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@.ci/tools
	@touch $@

# make check passes it as make test COVERED=yes, which counts branches; make check PASSED=yes only reads that count.
test: $(READY)  ## pass the whole suite, in three parts
ifdef COVERED
	@$(BIN)/coverage erase
endif
	@status=0; \
	echo "1 of 3: what stays within its process"; $(RUNS_INSIDE) -m pytest -rs $(INSIDE) $(MANY:%=--ignore=%) || status=1; \
	echo "2 of 3: the same, of very many cases"; $(BIN)/pytest -rs $(INSIDE) $(MANY) || status=1; \
	echo "3 of 3: what waits for processes, ports, windows, a browser, the clock"; \
	$(RUNS) -m pytest -rs $(OUTSIDE) $(FIVE) || { \
	  echo "once more, one at a time: what failed beside others. What passes now wants more patience: mend it all the same"; \
	  $(RUNS) -m pytest -rpf --last-failed --last-failed-no-failures none $(OUTSIDE) || status=1; }; \
	exit $$status

quick: $(READY)  ## pass the first two parts alone
	@$(BIN)/pytest -rs $(INSIDE)

deep: $(READY)  ## play every pair of irregularities, search the controller, hold both engines and the properties for long
	@PYTHONPATH=$(PAIRS) $(BIN)/python -m pairs_deep --seed $${SEED:-1} --share $(SHARE) --stories $(PAIR_STORIES) --json build/deep/pairs.json
	@PYTHONPATH=$(PAIRS) $(BIN)/python -m states_deep --depth $(DEPTH) --json build/deep/states.json
	@PROPERTIES=$(PROPERTIES) $(BIN)/pytest tests/table/test_properties.py
	@$(BIN)/pytest -m $(DRAWN)
	@PYTHONPATH=tests/oracle:. $(BIN)/python tests/oracle/hours.py --coups $(COUPS) --stories $(STORIES)

tournaments: $(READY)  ## play a thousand tournaments at random, and hold their points, money, seats and ranks
	@PROPERTIES=$(PROPERTIES) $(BIN)/pytest tests/tournament/test_any_tournament.py tests/sim/test_any_cup.py tests/sim/test_grand_cut.py

torture: $(READY)  ## kill a running table a thousand times and hold its journal against what it acknowledged
	@$(BIN)/python -m sim.torture --kills 1000 --seed 1

cuts: $(READY)  ## cut the power at every byte of a note's way and of a ticket's; search for a ticket that never ends
	@$(BIN)/python -m sim.cuts
	@$(BIN)/python -m sim.tickets_end

bad-network: $(READY)  ## play an hour of coups with fifty terminals on a network that goes wrong
	@$(BIN)/python -m sim.network_soak --hours 1 --ats 50 --seed 1

night: $(READY)  ## soak a night: a hundred seeds, ten hours each, all faults, on both cores
	@mkdir -p build/night
	@for seed in 1001 1051; do \
	  PYTHONPATH=tests/oracle $(BIN)/rapid-table soak --seed $$seed --seeds 50 --hours 10.1 --opinion opinion:settlement \
	    --json > build/night/$$seed.json & done; wait
	@$(BIN)/python -m sim.soak.report build/night/*.json

siege: $(READY)  ## besiege a table of real processes for ten minutes: kills, lies, floods, changed boards and journals
	@mkdir -p build/siege
	@$(BIN)/python -m sim.siege --tournament --seconds 600 --seed $${SEED:-1} --json build/siege/siege.json > /dev/null; status=$$?; \
	$(BIN)/python -m sim.siege.report build/siege/siege.json; exit $$status

floods: $(READY)  ## have one terminal, then ten, send all they can for a minute: what it costs the others and the table
	@$(BIN)/python -m sim.floods

answers: $(READY)  ## measure how late emulated devices answer, beyond the wire's own time; on a machine that does nothing else
	@$(BIN)/python -m sim.answer_times

mends: $(READY)  ## undo each mend of a hostile day, and say which test, soak or siege notices (about half an hour)
	@mkdir -p build/siege
	@$(BIN)/python -m sim.siege.mends --json build/siege/mends.json

fuzz: $(READY)  ## feed each codec ten million inputs that no device should send; bend recorded stories against emulated devices
	@$(BIN)/python -m sim.fuzz --inputs 10000000

without-tools: $(READY)  ## pass the tests that drive other programs as where none of those is installed (Linux; ONLY="tests/cli tests/sim")
	@.ci/without-tools $(BIN)/pytest -rs -n 2 --dist worksteal $(WITHOUT_TOOLS) || { \
	  echo "once more, one at a time: what failed beside others. What passes now wants more patience: mend it all the same"; \
	  .ci/without-tools $(BIN)/pytest -rpf --last-failed --last-failed-no-failures none $(WITHOUT_TOOLS); }

fresh:  ## try the README's commands on a bare Debian 12 and a bare Debian 13 (as root; about ten minutes)
	@.ci/fresh bookworm trixie

installs:  ## try deploy/install of each role, twice and removed, on a bare Debian 13 (as root; some minutes)
	@INSIDE=.ci/as-installed .ci/fresh trixie

check: $(READY)  ## lint, types, import contracts, rule traceability, tests with coverage: all of them, and at the end which failed
	@PASSED=$(PASSED) .ci/check lint types contracts rules -- coverage

lint: $(READY)  ## ruff, and its layout
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(READY)  ## mypy, strict
	@$(BIN)/mypy

contracts: $(READY)  ## who may import whom
	@$(BIN)/lint-imports

coverage: $(READY)  ## the suite, with coverage of branches
	@status=0; \
	test -n "$(PASSED)" || make --no-print-directory test COVERED=yes || status=1; \
	$(BIN)/coverage combine --quiet && $(BIN)/coverage report --fail-under=98 || status=1; \
	exit $$status

rules: $(READY)  ## is every numbered rule accounted for?
	@$(BIN)/rapid-table rules --check

mutants: $(READY)  ## break the product by every recorded break, and see a test named for each rule fail
	@$(BIN)/python tests/mutants/prove.py

format: $(READY)  ## lay the code out
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

manual: $(READY)  ## write the pages and lists of docs/ anew that are made of code or of other pages
	@$(BIN)/python -m hal.manual docs/faults.md
	@$(BIN)/python -m firmware.link.manual docs/messages.md
	@$(BIN)/python -m firmware.link.schema docs/messages.schema.json
	@$(BIN)/python -m firmware.table_board.quota_manual docs/network.md
	@PYTHONPATH=tests/support $(BIN)/python -m rooms docs/architecture.md
	@$(BIN)/python -m firmware.rules.standard docs/laboratory.md
	@$(BIN)/python -m firmware.probing.manual docs/devices.md
	@PYTHONPATH=tests/support $(BIN)/python -m operator_page
	@PYTHONPATH=tests/support $(BIN)/python -m decisions_page
	@PYTHONPATH=tests/support $(BIN)/python -m hal_page

pictures: $(READY)  ## draw the reference pictures of all screens anew; look at what changed before it is committed
	@PYTHONPATH=tests/support $(BIN)/python -m reference
	@PYTHONPATH=tests/support $(BIN)/python -m sheets
	@PYTHONPATH=tests/support $(BIN)/python -m printed_ticket

broker: $(READY)  ## start a nats-server on loopback, with certificates of its own, for development
	@PATH=$$PATH:/usr/sbin; command -v nats-server >/dev/null || \
	  { echo "nats-server is missing: apt-get install nats-server"; exit 1; }
	@test -f build/broker/server.conf || \
	  { mkdir -p build && $(BIN)/rapid-table provision build/broker --ats 50 --listen 127.0.0.1:4222; }
	@PATH=$$PATH:/usr/sbin; cd build/broker && exec nats-server --config server.conf

diagram: $(READY)  ## draw docs/coup.md anew from the table of transitions
	@$(BIN)/python -m firmware.diagram docs/coup.md

benchmark: $(READY)  ## measure the figures of this machine
	@$(BIN)/rapid-table benchmark

matrix:  ## pass the suite on each Python from 3.11 to 3.13 that is installed
	@for python in python3.11 python3.12 python3.13; do \
	  if $$python -c 0 2>/dev/null; then \
	    $(MAKE) --no-print-directory test PYTHON=$$python VENV=.venv/$$python || exit 1; \
	  else echo "$$python is not installed: not tested"; fi; done

lock: $(READY)  ## pin the dependencies anew
	@$(BIN)/python -m pip install --quiet pip-tools
	@$(COMPILE) --extra dev --output-file requirements.lock pyproject.toml
	@for role in table ats wnd tournament; do $(COMPILE) --extra $$role --output-file deploy/locks/$$role.lock pyproject.toml || exit 1; done

release: $(READY)  ## make a release in dist/: version, changelog, tag, wheel, sdist, hashes (RELEASE=X.Y.Z; DRY=yes changes nothing)
	@$(BIN)/python .ci/release.py $(RELEASE) $(if $(DRY),--dry)

bundle: $(READY)  ## make the update of a role's boards from what make image left (ROLE=table|ats|wnd; KEY=the private key)
	@test -n "$(ROLE)" && test -n "$(KEY)" || { echo "make bundle ROLE=table KEY=software.key"; exit 2; }
	@$(BIN)/rapid-table update build/rapid-table-$(ROLE)-$(VERSION).rtbundle --make $(VERSION) --role $(ROLE) --sign $(KEY) \
	  --part boot=build/image-$(ROLE)/boot.img --part root=build/image-$(ROLE)/root.img

image: $(READY)  ## make what is written to a board's card (ROLE=table|ats|wnd; KEY=who signs; as root, on Debian)
	@.ci/tools image
	@$(IMAGE) image $(ROLE) $(if $(KEY),--key $(KEY))

image-repeat: $(READY)  ## make a role's card twice from the same locks, and compare the bytes
	@for time in 1 2; do \
	  $(IMAGE) image $(ROLE) --bare --work build/image-$(ROLE)-$$time $(if $(KEY),--key $(KEY)) || exit 1; done
	@cmp build/image-$(ROLE)-1/card.img build/image-$(ROLE)-2/card.img && echo "both cards have the same bytes"

image-lock: $(READY)  ## pin the Debian packages of all images anew, by what the mirrors have now
	@$(IMAGE) image.resolve

image-test: $(READY)  ## start a role's card in QEMU, and deal a coup (needs make image; without KVM)
	@.ci/tools image
	@$(IMAGE) image.trial.starts build/image-test-$(ROLE)/starts
	@$(IMAGE) image.trial.$(if $(filter table,$(ROLE)),table,board) build/image-$(ROLE)/card.img build/image-test-$(ROLE)/run \
	  --role $(ROLE) $(if $(PATIENT),--patient)

image-updates: $(READY)  ## bring a table in QEMU to other software from sticks, good and bad, and back (needs make image)
	@$(IMAGE) image.trial.updates build/image-table/card.img build/image-updates

image-back: $(READY)  ## play on a table's new version in QEMU, which no longer starts, and go back with the money (needs make image)
	@$(IMAGE) image.trial.back build/image-table/card.img build/image-back

image-pair: $(READY)  ## play at a table and a terminal in QEMU, on one wire (needs make image of both)
	@$(IMAGE) image.trial.pair build/image-table/card.img build/image-ats/card.img build/image-pair

image-tampering: $(READY)  ## change a byte of a table's card in QEMU, and see it found (needs make image)
	@$(IMAGE) image.trial.tampering build/image-table/card.img build/image-tampering

image-cuts: $(READY)  ## cut the power of a table in QEMU at random places (CUTS=50 SEED=1; needs make image)
	@$(IMAGE) image.trial.cuts build/image-table/card.img build/image-cuts --cuts $(CUTS) --seed $(SEED)

image-proof: $(READY)  ## what CI does of it: one card, one cold boot, one coup (as root, on Debian)
	@.ci/tools image
	@$(IMAGE) image table --bare
	@$(IMAGE) image.trial.starts build/image-test-table/starts
	@$(IMAGE) image.trial.table build/image-table/card.img build/image-test-table/run $(if $(PATIENT),--patient)

clean:  ## remove what was made
	@rm -rf $(VENV) build dist .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
