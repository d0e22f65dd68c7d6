package conformance

// This file holds the ratchet: recorded counts that may only rise.

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract/internal/harness"
)

var update = flag.Bool("update", false, "record risen counts in ratchet.json and docs/conformance.md")

// count is what passes of a measure.
type count struct {
	Passed int
	Total  int
}

// measures are the rows of docs/conformance.md, in order.
var measures = []struct{ name, what string }{
	{"wgsl/translate", "core shaders that Tint accepts: read, validated and written as SPIR-V"},
	{"wgsl/spirv-val", "of those written, accepted by spirv-val for Vulkan 1.3"},
	{"cts/accept", "valid modules of the WebGPU conformance suite accepted"},
	{"cts/reject", "invalid modules of the WebGPU conformance suite rejected"},
	{"cts/pipeline-accept", "valid pipelines, where the corpus tells the values of overrides, accepted"},
	{"cts/pipeline-reject", "invalid ones rejected"},
	{"cts/execute", "execution cases whose result is an accepted value, in the interpreter"},
	{"cts/execute-const", "of those, cases that are constant expressions"},
}

func ratchetFile(t testing.TB) string {
	return filepath.Join(harness.Root(t), "conformance", "ratchet.json")
}

func readRatchet(t testing.TB) map[string]count {
	t.Helper()
	recorded := map[string]count{}
	text, err := os.ReadFile(ratchetFile(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &recorded); err != nil {
		t.Fatal(err)
	}
	return recorded
}

// ratchet compares a count with the recorded one: fewer passes, or another
// total, fail; with -update more are recorded.
func ratchet(t *testing.T, name string, got count) {
	t.Helper()
	if !slices.ContainsFunc(measures, func(m struct{ name, what string }) bool { return m.name == name }) {
		t.Fatalf("no measure %q", name)
	}
	t.Logf("%s: %d of %d (%.2f%%)", name, got.Passed, got.Total, 100*float64(got.Passed)/float64(max(1, got.Total)))
	recorded := readRatchet(t)
	want, known := recorded[name]
	if *update && (!known || got.Total != want.Total || got.Passed > want.Passed) {
		recorded[name] = got
		writeRatchet(t, recorded)
		return
	}
	switch {
	case !known:
		t.Errorf("%s is not recorded: run with -update", name)
	case got.Total != want.Total:
		t.Errorf("%s: %d cases, recorded with %d", name, got.Total, want.Total)
	case got.Passed < want.Passed:
		t.Errorf("%s: %d pass, recorded are %d", name, got.Passed, want.Passed)
	case got.Passed > want.Passed:
		t.Logf("%s: %d pass, recorded are %d: run with -update", name, got.Passed, want.Passed)
	}
}

func writeRatchet(t testing.TB, recorded map[string]count) {
	t.Helper()
	var b strings.Builder
	b.WriteString("{\n")
	first := true
	for _, m := range measures {
		if c, ok := recorded[m.name]; ok {
			if !first {
				b.WriteString(",\n")
			}
			first = false
			fmt.Fprintf(&b, "\t%q: {\"Passed\": %d, \"Total\": %d}", m.name, c.Passed, c.Total)
		}
	}
	b.WriteString("\n}\n")
	if err := os.WriteFile(ratchetFile(t), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	doc := filepath.Join(harness.Root(t), "docs", "conformance.md")
	if err := os.WriteFile(doc, []byte(document(recorded)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// document is docs/conformance.md.
func document(recorded map[string]count) string {
	var b strings.Builder
	b.WriteString("# Conformance\n\nWritten by `go test ./conformance -update`. A count may only rise.\n\n| measure | passes | of | |\n|---|---:|---:|---:|\n")
	for _, m := range measures {
		if c, ok := recorded[m.name]; ok {
			fmt.Fprintf(&b, "| %s | %d | %d | %.2f%% |\n", m.what, c.Passed, c.Total, 100*float64(c.Passed)/float64(max(1, c.Total)))
		}
	}
	return b.String()
}

// TestDocument checks that docs/conformance.md shows what is recorded.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(harness.Root(t), "docs", "conformance.md"))
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != document(readRatchet(t)) {
		t.Error("docs/conformance.md is stale: run go test ./conformance -update")
	}
}
