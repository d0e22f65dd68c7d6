// Package conformance holds tests that read the corpora: shaders and cases that
// other projects wrote, kept outside this repository. Each test counts what
// passes, and ratchet.json records the count: it may only rise.
//
// The corpora are found in $REFRACT_CORPUS, or in shared/corpus beside the
// repository; where they are absent the tests are skipped. After a change that
// raises a count, `go test ./conformance -update` records it and writes
// docs/conformance.md.
package conformance
