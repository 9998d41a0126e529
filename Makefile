# make test    everything that must hold before a change lands
# make build   bin/hed, static, and bin/hed-cuda, which can use an NVIDIA card; the
#              same bytes every time
# make bench   hed beside its peers, written to BENCHMARKS.md
# make lint    vet, staticcheck, gofmt, and phrases that readers must read twice
# make fuzz    every fuzz target for a while (FUZZTIME)
# make soak    every storm of docs/reliability.md on the binary (SEED, SCALE), then every fuzz
#              target for a minute; about two hours, of which the fuzzing takes most

GO      ?= go
BUILD    = $(GO) build -buildvcs=false -ldflags='-s -w -buildid='

# The same for all that follows, so that each package is compiled once for lint, tests, builds and
# every clone of the repository. Only the race detector needs cgo.
export GOFLAGS := $(strip $(filter-out -trimpath,$(GOFLAGS)) -trimpath)
export CGO_ENABLED := 0

.PHONY: test build bench lint cross same need fuzz soak

test: need lint
	./scripts/test
	$(MAKE) same cross

build:
	$(BUILD) -o bin/hed ./cmd/hed
	GOOS=linux $(BUILD) -tags cuda -o bin/hed-cuda ./cmd/hed

lint: need
	@bad=$$(gofmt -l .) || exit 1; test -z "$$bad" || { echo "gofmt these:"; echo "$$bad"; exit 1; }
	$(GO) vet ./...
	GOWORK=off $(GO) -C bench list -deps ./... >/dev/null # fails where its go.mod lacks something
	$(GO) -C bench vet ./...
	$(GO) vet -tags cuda ./tensor/cuda ./tensor/grad ./neural/encoder ./neural/recurrent ./cmd/hed
	$(GO) build -o bin/staticcheck honnef.co/go/tools/cmd/staticcheck
	bin/staticcheck ./...
	cd bench && ../bin/staticcheck ./...
	$(GO) test -run TestProse ./internal/layer

# Two builds must be byte-identical.
same: build
	@BUILD="$(BUILD)" ./scripts/same

cross:
	@set -e; for t in linux/arm64 darwin/arm64 windows/amd64; do \
		echo "building for $$t"; \
		GOOS=$${t%/*} GOARCH=$${t#*/} $(GO) build -o /dev/null ./cmd/hed; \
	done

# Every fuzz target for a short while; seeds alone run with the tests.
fuzz: need
	./scripts/fuzz

SEED  ?= 1
SCALE ?= 1
soak: build
	PYSPARK_PYTHON=$$(./scripts/pyspark) $(GO) run ./scripts/attack -hed bin/hed -seed $(SEED) -scale $(SCALE)
	FUZZTIME=60s ./scripts/fuzz

bench: build
	$(GO) -C bench run .

need:
	@./scripts/need
