package wgsl

import (
	"strings"
	"testing"

	"refract/diag"
	"refract/internal/harness"
	"refract/ir"
)

// messages are the diagnostics of a list, one a line.
func messages(list *diag.List) string {
	var b strings.Builder
	for _, d := range list.Sorted() {
		b.WriteString(string(d.Code) + ": " + d.Message + "\n")
	}
	return b.String()
}

// TestCorpusAccepted reads every core shader that Tint accepts.
func TestCorpusAccepted(t *testing.T) {
	var r Reader
	m := ir.NewModule()
	accepted, total := 0, 0
	for _, s := range harness.Shaders(t) {
		total++
		var list diag.List
		if r.Read(m, s.Source, 1, Options{}, &list) == nil {
			t.Logf("%s: %s", s.Name, messages(&list))
			continue
		}
		accepted++
	}
	t.Logf("accepted %d of %d", accepted, total)
	if accepted < total {
		t.Fail()
	}
}
