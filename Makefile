.PHONY: check build test golden fuzz bench docs screens

# Everything that guards main.
check:
	.ci/run

build:
	go build -o toolgrant ./cmd/toolgrant

test:
	go test ./...

# Write goldens and generated pages anew; read the difference before you commit it.
golden:
	go test ./pipeline ./cmd/toolgrant ./tui -update

# FUZZTIME for each parser and editor. The Go tool now and then calls the end of that
# time a failure without any input; only an input that fails counts here.
FUZZTIME ?= 60s
fuzz:
	@log=$$(mktemp); for pkg in $$(go list ./...); do \
	  for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "$$pkg $$target"; \
	    go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 5x $$pkg >$$log 2>&1 || \
	      { tail -n 1 $$log; grep -q 'context deadline exceeded' $$log && ! grep -q 'Failing input' $$log; } || \
	      { cat $$log; exit 1; }; \
	  done; \
	done

bench:
	go test -run '^$$' -bench . -benchmem ./pipeline ./pipeline/rewrite ./pipeline/install ./agents ./config ./tui ./cmd/toolgrant

docs:
	go test ./pipeline ./tui -run 'Page|Keys' -update

# The main states of the screen, as text and as pictures.
screens:
	go test ./tui -run Screens -update
	docs/screens/draw.sh
