// Package conformance holds tests that read the corpora: shaders and cases that other
// projects wrote, kept outside this repository. Each test counts passing shaders, and
// ratchet.json records the count, like those of the back ends and of the SSA form: it may
// only rise.
//
// The corpora are found in $REFRACT_CORPUS, or in shared/corpus beside the
// repository; where they are absent the tests are skipped. After a change that
// raises a count, `REFRACT_UPDATE=1 go test -p 1 ./conformance ./back/... ./ssa/... ./internal/ssa/...`
// records it and writes docs/conformance.md.
package conformance
