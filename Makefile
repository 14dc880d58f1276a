# Everything CI does, by hand. Only `go` is needed, but for the targets that say so.
GO ?= go
GOLANGCI = $(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
FUZZTIME ?= 20s
# FUZZWORKERS are the processes that fuzz a target side by side, one a core where it is empty.
FUZZWORKERS ?=
PYTHON ?= python3
WHEELS ?= amd64 arm64
# NODE_EXEC runs WebAssembly with Node.js; it comes with Go.
NODE_EXEC = $(shell $(GO) env GOROOT)/lib/wasm/go_js_wasm_exec
PLATFORMS = linux/amd64 linux/arm64 windows/amd64 windows/arm64 darwin/amd64 darwin/arm64

# Packages whose coverage must stay at 90 % or more; gpu needs a Vulkan driver.
GPU = ./gpu,./gpu/internal/aabb,./gpu/internal/lbvh,./gpu/internal/models,./gpu/internal/primitives,./gpu/internal/query,./gpu/internal/recode,./gpu/internal/rigid,./gpu/internal/scd,./gpu/internal/vk,./gpu/internal/vulkan
COVERED = ./predicate ./internal/predicate ./mesh ./meshio ./internal/tree ./internal/narrow

.PHONY: format vet lint surface workflows build static cross wasm test decisions full noasm cover sharing race arm64 nehalem fuzz generate gen same web page browser npm wheel python spark vulnerable
.PHONY: card bench peers long nightly soak mutants check release release-same

build: ## the command in bin/: collide, and collide-static without the GPU methods
	CGO_ENABLED=0 $(GO) build -o bin/collide ./cmd/collide
	CGO_ENABLED=0 $(GO) build -tags nogpu -o bin/collide-static ./cmd/collide

static: build ## runs the static command in a root of nothing but itself (needs root)
	@rm -rf bin/root && mkdir bin/root && cp bin/collide-static testdata/example/*.obj bin/root
	chroot bin/root /collide-static check ring.obj knot.obj --format csv > /dev/null; test $$? = 1
	chroot bin/root /collide-static check ring.obj knot.obj --backend gpu; test $$? = 2
	@rm -rf bin/root

web: ## rebuild the page of collide view (needs Node.js and npm)
	cd internal/viewer/web && npm ci --silent --no-audit --no-fund && npm run --silent build

page: ## bin/collide.html: the page without a server, which has the engine in it
	$(GO) run ./internal/page/build -out bin/collide.html

browser: ## drive the pages in Chromium (needs Node.js, npm and Chromium)
	@test -d internal/viewer/web/node_modules || (cd internal/viewer/web && npm ci --silent --no-audit --no-fund)
	COLLIDE_REQUIRE=browser $(GO) test -count 1 -timeout 20m -run Browser ./internal/viewer

npm: ## dist/: the npm package, installed from there into an empty folder, and tested in Node.js and Chromium (needs Node.js and npm)
	@rm -rf bin/npm bin/npm-test npm/dist dist/collide-exact-*.tgz && mkdir -p bin/npm-test dist
	@cd npm && npm ci --silent --no-audit --no-fund && npm run --silent build
	$(GO) run ./internal/npm/build -source npm -out bin/npm
	@cd bin/npm && npm pack --silent --pack-destination ../../dist
	@cd bin/npm-test && echo '{ "private": true, "type": "module" }' > package.json && npm install --silent --offline --no-audit --no-fund ../../dist/collide-exact-*.tgz
	@cp npm/test/* bin/npm-test && ln -s ../../../npm/node_modules/three ../../../npm/node_modules/@types ../../../npm/node_modules/playwright-core ../../../npm/node_modules/three-mesh-bvh bin/npm-test/node_modules
	cd bin/npm-test && ../../npm/node_modules/.bin/tsc --noEmit --strict --target es2022 --module nodenext --skipLibCheck types.test.ts
	CGO_ENABLED=0 $(GO) build -o bin/collide ./cmd/collide
	COLLIDE_ROOT=$$PWD node --test --test-reporter=dot bin/npm-test/package.test.mjs bin/npm-test/browser.test.mjs

release: ## dist/: binaries, archives, checksums, SBOMs, image, formula, npm package; VERSION=v0.1.0; uploads nothing (needs Node.js and npm)
	cd packaging && $(GO) run . -version "$(VERSION)" -out ../dist

# Go passes over _elsewhere: other targets list packages while it is there.
release-same: ## builds a release of one platform and the npm package twice, elsewhere, and fails where the two differ (needs git, Node.js and npm)
	cd packaging && $(GO) vet . && $(GO) test ./...
	cd packaging && $(GO) run . -only linux/amd64 -dirty -out ../bin/release
	rm -rf bin/_elsewhere && git clone -q . bin/_elsewhere
	cd packaging && $(GO) run . -only linux/amd64 -dirty -out ../bin/release-again -source $$(test -z "$$(git status --porcelain)" && echo ../bin/_elsewhere || echo ..)
	diff bin/release/SHA256SUMS bin/release-again/SHA256SUMS
	cd packaging && $(GO) run . -only npm -dirty -out ../bin/release-npm
	cd packaging && $(GO) run . -only npm -dirty -out ../bin/release-npm-again -source $$(test -z "$$(git status --porcelain)" && echo ../bin/_elsewhere || echo ..)
	diff bin/release-npm/SHA256SUMS bin/release-npm-again/SHA256SUMS
	rm -rf bin/_elsewhere

wheel: ## dist/: wheels of the Python package for Linux (needs the Python packages build and hatchling)
	@for arch in $(WHEELS); do \
		CGO_ENABLED=0 GOOS=linux GOARCH=$$arch $(GO) build -trimpath -ldflags='-s -w' -o bin/wheel/$$arch/collide ./cmd/collide && \
		COLLIDE_WHEEL_BINARY=$$PWD/bin/wheel/$$arch/collide COLLIDE_WHEEL_PLATFORM=linux/$$arch \
			$(PYTHON) -m build --no-isolation --skip-dependency-check --wheel --outdir dist python > bin/wheel/$$arch.txt || { cat bin/wheel/$$arch.txt; exit 1; } done

python: ## builds this machine's wheel, installs it in bin/venv and tests it (needs venv, numpy and pytest, too)
	@rm -rf bin/venv dist/*.whl && $(MAKE) -s wheel WHEELS=$$($(GO) env GOARCH)
	@$(PYTHON) -m venv --system-site-packages bin/venv
	@bin/venv/bin/pip install -q --no-deps --no-index dist/collide_exact-*_$$(uname -m).whl
	cd python && PYTHONDONTWRITEBYTECODE=1 ../bin/venv/bin/python -m pytest -q -p no:cacheprovider -rs tests

spark: ## Spark, Arrow and the guide to data sets against the command, from a clean environment in bin/spark (needs Java and the internet)
	@rm -rf bin/spark dist/*.whl && $(MAKE) -s wheel WHEELS=$$($(GO) env GOARCH)
	@$(PYTHON) -m venv bin/spark && bin/spark/bin/pip install -q pytest $$(ls dist/collide_exact-*_$$(uname -m).whl)[spark]
	cd python && PYTHONDONTWRITEBYTECODE=1 PYSPARK_PYTHON=$$PWD/../bin/spark/bin/python SPARK_LOCAL_IP=127.0.0.1 \
		../bin/spark/bin/python -m pytest -q -p no:cacheprovider -rs tests/test_arrow.py tests/test_notebook.py tests/test_spark.py tests/test_guide.py tests/test_cluster.py

card: ## bin/ with what a machine with a card needs to check and time the GPU methods
	CGO_ENABLED=0 $(GO) build -o bin/collide ./cmd/collide
	CGO_ENABLED=0 $(GO) test -c -o bin/ ./gpu/...

format: ## fails and lists the files that gofmt would change
	@test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }

vet: ## go vet, with and without the GPU methods
	$(GO) vet ./...
	$(GO) vet -tags nogpu ./cmd/collide

lint: ## strict linting
	$(GOLANGCI) run

surface: ## counts exported names by package; fails above the limit, and on types that callers cannot name
	$(GO) run ./internal/surface

workflows: ## lint of workflows, the action's scripts and CI's (needs shellcheck)
	$(GO) run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12 .github/workflows/*.yml examples/ci/.github/workflows/*.yml
	shellcheck integrations/*.sh .ci/run

vulnerable: ## known vulnerabilities that the code reaches (needs the internet)
	$(GO) run golang.org/x/vuln/cmd/govulncheck@v1.9.0 ./...

test: ## all tests, samples of the slow ones
	$(GO) test ./...

# FEW takes the word ci out of COLLIDE_REQUIRE: the samples of go test ./... where each case costs 5 to 50 times as much, under the
# race detector and in emulators. No other word has these letters in a row.
FEW = COLLIDE_REQUIRE="$(subst ci,,$(COLLIDE_REQUIRE))"

# DECIDE are the packages that decide contacts, distances, depths and motions, and those that filter for them.
DECIDE = ./internal/predicate ./internal/narrow ./internal/volume ./internal/depth ./internal/ccd ./internal/impact ./internal/kind ./motion
FULL = COLLIDE_REQUIRE=$${COLLIDE_REQUIRE:+$$COLLIDE_REQUIRE,}full

decisions: ## every case of the tests of the packages that decide: after a change of one of them
	$(FULL) $(GO) test -timeout 20m $(DECIDE)

full: ## every case of all tests, the long proofs among them: before a release, and after a change of a method
	$(FULL) $(GO) test -timeout 1h ./...

noasm: ## the kernels' Go loops in place of the kernels
	$(GO) test -tags noasm ./internal/simd

cover: ## all tests once, with the coverage of the packages that must stay at 90 % or more
	@mkdir -p bin
	$(GO) test -timeout 20m $$($(GO) list ./... | grep -vE '/(predicate|mesh|meshio|internal/tree|internal/narrow|gpu|gpu/internal/.*)$$')
	$(GO) test -cover $(COVERED) > bin/cover.txt || { cat bin/cover.txt; exit 1; }
	$(GO) test -coverpkg=$(GPU) -coverprofile bin/gpu.cover ./gpu/... && $(GO) tool cover -func bin/gpu.cover | awk '/^total:/ { print "gpu coverage: " $$3 }' >> bin/cover.txt || { cat bin/cover.txt; exit 1; }
	@cat bin/cover.txt
	@awk '/coverage:/ { for (i = 1; i <= NF; i++) if ($$i == "coverage:") { c = $$(i + 1) + 0; if (c < 90) { print "below 90 %: " $$0; bad = 1 } } } END { exit bad }' bin/cover.txt

# SHARING are the packages whose code shares memory between goroutines: it starts some, gives work to internal/par, or has locks or
# atomics. In internal/mutants it is the code written by it that does.
SHARING = $$($(GO) list -f '{{.ImportPath}} {{.Dir}}' ./... | while read -r p dir; do \
	  grep -qE --exclude='*_test.go' '^[[:space:]]+go [a-z]|\.Go\(|^[[:space:]]+"(sync|sync/atomic|.*/internal/par)"$$' "$$dir"/*.go && echo "$$p"; done | grep -v /internal/mutants$$)
# SHARED are the scripts whose commands share work among goroutines of their own, beside those of the detector.
SHARED = ccd|continuous|frames|info|multiprocess|proof|robotmotion|robotrules|shard|sweep|sweeprules|undecided
# STOPPED are its tests in which goroutines of its own stop, are told to, or share work.
STOPPED = Interrupted(Sweep|Check|Sim|WithAStoppedWorker)|SweepStops|SecondSignal|Cancelled|BudgetOf|Pipe|Show|Joints|FirstIsTheSame

sharing: ## lists these packages
	@echo "$(SHARING)"

# ConformanceOfSearches takes too long; StepsOfHardPairs and two long tests of robots that move have one goroutine.
race: ## what shares memory between goroutines, under the race detector (needs cgo); bench, sim and report take too long
	@p=$$(echo "$(SHARING)" | grep -E '/(methods|internal|input|robot)(/|$$)' | grep -vE '/gpu/|/(bench|sim|report|narrow)$$'); \
	  test -n "$$p" || { echo "race: no packages are listed" >&2; exit 1; }; \
	  $(FEW) $(GO) test -race -timeout 20m -skip "ConformanceOfSearches|StepsOfHardPairs|MoveCubicBetweenRandomStates|SwingsBoundMotions" $$p
	$(FEW) $(GO) test -race -timeout 20m -run '^Test($(STOPPED))|^TestScripts/($(SHARED))$$' ./cmd/collide
	$(FEW) $(GO) test -race -run 'Control|Budget|Stop|Claim' ./internal/narrow
	COLLIDE_REQUIRE=full $(GO) test -race -run 'Concurrent|Stopping|Pipelin|Progress|BodiesCome|Conformance/.*/(random|crowd)$$' .
	$(FEW) $(GO) test -race ./gpu/internal/...
	$(FEW) $(GO) test -race -run 'Deforming|SteadyState|Reopened|Conformance/.*/(random|crowd)$$' ./gpu

generate: ## rewrite the assembly, shaders (needs glslangValidator), Vulkan bindings, example meshes and scenes
	$(GO) generate ./internal/simd ./gpu/...
	$(GO) test ./scene -run 'RobotScenes|ExampleMeshes' -update

gen: generate ## rewrite these and the golden files, which tests compare with
	$(GO) test ./internal/report -update
	$(GO) test ./cmd/collide -run Scripts -update
	$(GO) test . -run ReportedPage -update

same: ## fails where generated or golden files are not what is committed
	@git diff --exit-code --stat

bench: ## Go benchmarks, ready for benchstat: make bench > new.txt
	$(GO) test -run '^$$' -bench . -count 6 ./...

peers: ## other libraries beside ours (needs Debian's packages, see bench/peers/README.md)
	$(MAKE) -C bench/peers/cpp
	$(GO) run ./bench/peers -cpu 1

# Go's fuzzer at times fails when its time is up ("context deadline exceeded"). What it
# finds it keeps in testdata/fuzz, so that a second run fails on it for certain.
fuzz: ## every fuzz target for FUZZTIME
	@mkdir -p bin/fuzz
	@$(GO) list -f '{{.ImportPath}} {{.Dir}}' ./... | while read -r p dir; do \
	  targets=$$(cat "$$dir"/*_test.go 2> /dev/null | sed -n 's/^func \(Fuzz[A-Za-z0-9]*\)(.*/\1/p'); \
	  test -n "$$targets" || continue; \
	  $(GO) test -c -fuzz . -o bin/fuzz/test $$p || exit 1; \
	  for f in $$targets; do \
	    echo "$$p $$f"; \
	    run="$$PWD/bin/fuzz/test -test.run ^$$ -test.fuzz ^$$f\$$ -test.fuzztime $(FUZZTIME) -test.fuzzminimizetime 1x $(FUZZWORKERS:%=-test.parallel %) -test.fuzzcachedir $$($(GO) env GOCACHE)/fuzz/$$p"; \
	    (cd "$$dir" && { $$run || { echo "once more"; $$run; }; }) || exit 1; \
	  done; \
	done

# PLAIN leaves out the compiler's optimisations for platforms where CI runs nothing: a third of the time.
PLAIN = case $$GOOS in windows|darwin|wasip1) export GOFLAGS="$$($(GO) env GOFLAGS) '-gcflags=github.com/collide-go/collide/...=-N -l'";; esac

cross: ## compiles everything for all platforms, without cgo, and links the command; WebAssembly has no GPU methods
	@for p in $(PLATFORMS); do (echo $$p; export CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/}; $(PLAIN); $(GO) list -export ./... > /dev/null && $(GO) build -o /dev/null ./cmd/collide) || exit 1; done
	@for p in js wasip1; do (echo $$p/wasm; export GOOS=$$p GOARCH=wasm; $(PLAIN); $(GO) list -export $$($(GO) list ./... | grep -v /gpu) > /dev/null && $(GO) build -o /dev/null ./cmd/collide) || exit 1; done

wasm: ## WebAssembly in Node.js: pairs, reported cases and conformance, and the command beside the native one (needs node)
	GOOS=js GOARCH=wasm $(GO) test -exec "$(NODE_EXEC)" -run 'Conformance$$/(auto|bvh|brute)|Reported|PairsAgainstCGAL' .
	CGO_ENABLED=0 $(GO) build -o bin/collide ./cmd/collide && GOOS=js GOARCH=wasm $(GO) build -o bin/collide.wasm ./cmd/collide
	bin/collide check testdata/example/ring.obj testdata/example/knot.obj --format csv > bin/native.csv; test $$? = 1
	"$(NODE_EXEC)" bin/collide.wasm check testdata/example/ring.obj testdata/example/knot.obj --format csv > bin/wasm.csv; test $$? = 1
	cmp bin/native.csv bin/wasm.csv

arm64: ## exactness on another architecture (needs qemu-user-static)
	$(FEW) GOARCH=arm64 CGO_ENABLED=0 $(GO) test -exec qemu-aarch64-static -skip 'Hunt|Crew|GapsOf' ./geom ./internal/volume ./internal/predicate ./internal/narrow ./internal/simd
	$(FEW) GOARCH=arm64 CGO_ENABLED=0 COLLIDE_EMULATOR=qemu-aarch64-static $(GO) test -exec qemu-aarch64-static -run 'Conformance/(auto|brute|rapid|scda)|Reported|PairsAgainstCGAL/(rob|grid)' .

nehalem: ## the loops in Go on a processor without AVX2 (needs qemu-user-static)
	$(FEW) $(GO) test -exec 'qemu-x86_64-static -cpu Nehalem' -skip Hunt ./internal/simd
	$(FEW) $(GO) test -exec 'qemu-x86_64-static -cpu Nehalem' -run 'EndsOf|RangesOf|LeafSelfDecides|LeafPairAt' ./internal/predicate

long: ## 1e7 triangle pairs against math/big, brute force on large pairs, 10,000 steps of the simulator: an hour
	COLLIDE_LONG=1 $(GO) test -timeout 3h -run 'TenMillion|Pairs|Razor' -v ./internal/predicate .
	COLLIDE_LONG=1 $(GO) test -timeout 1h -run '^TestHunt' -v ./internal/predicate ./internal/simd ./internal/volume ./internal/tree ./internal/narrow ./internal/ccd ./internal/impact
	COLLIDE_LONG=1 $(GO) test -run StreamForAMinute -v ./internal/viewer
	COLLIDE_LONG=1 $(GO) test -timeout 3h -v ./internal/sim
	COLLIDE_LONG=1 $(GO) test -timeout 3h -run StatesOnADevice -v ./cmd/collide

nightly: ## every case of all tests, then an hour of attacks: scenes drawn at random, fuzzing across stages, every other fuzz target
	$(MAKE) full
	COLLIDE_LONG=1 COLLIDE_ATTACK=20m $(GO) test -timeout 2h -run 'TestAttacks' -v .
	COLLIDE_LONG=1 COLLIDE_ATTACK=10m $(GO) test -timeout 2h -run 'TestAttacks' -v ./gpu
	$(GO) test -run '^$$' -fuzz '^FuzzMethods$$' -fuzztime 10m -fuzzminimizetime 1x .
	$(GO) test -run '^$$' -fuzz '^FuzzBrute$$' -fuzztime 5m -fuzzminimizetime 1x .
	$(MAKE) fuzz FUZZTIME=40s

soak: ## one detector a method busy for an hour: memory and goroutines stay
	COLLIDE_LONG=1 $(GO) test -timeout 3h -run TestSoak -v .

MUTANTS ?= 500
SEED ?= 1
mutants: ## changes the source MUTANTS times and lists what no test notices; two hours; Ctrl-C, then make again to go on
	$(GO) run ./internal/mutants -seed $(SEED) -n $(MUTANTS)

check: format vet lint test ## what a commit must pass
