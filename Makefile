# make         builds niso-run into bin/
# make test    the tests, as README.md gives them
# make check   what CI runs
# make update  generated code and golden files
# make bench   benchmarks of the passes, and of whole pages
# make apps    the applications of tests/apps, with pictures into out/
# make gio     niso-gio into bin/ (needs cgo and the packages that README.md names)

.PHONY: all test check update bench apps gio fuzz

all:
	CGO_ENABLED=0 go build -o bin/niso-run ./cmd/niso-run

test:
	go test ./...

check:
	bash .ci/run

update:
	go generate ./style ./js/bind
	go test ./paint -update

bench:
	go test ./dom/... ./style/... ./text/... ./layout ./paint/... ./js/... ./net -run NONE -bench . -benchmem
	go run ./cmd/niso-run bench perf

apps: all
	mkdir -p out
	for a in tests/apps/*/app.html; do n=$$(basename $$(dirname $$a)); bin/niso-run --page $$a --screenshot=out/$$n.png || exit 1; done

gio:
	cd cmd/niso-gio && go build -o ../../bin/niso-gio .

fuzz:
	for p in ./dom/html ./style/css ./net ./text ./paint/raster ./paint/image ./js; do \
	  for f in $$(go test $$p -list '^Fuzz' | grep ^Fuzz); do go test $$p -run NONE -fuzz "^$$f$$" -fuzztime 30s || exit 1; done; done
