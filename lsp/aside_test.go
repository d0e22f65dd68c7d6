package lsp

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"refract/internal/harness/growing"
)

// slowText is a document that takes seconds to check.
func slowText(t *testing.T) string {
	families := growing.Families()
	i := slices.IndexFunc(families, func(f growing.Family) bool { return f.Name == "private variables mixed" })
	if i < 0 {
		t.Fatal("the family of slow documents is gone")
	}
	text := families[i].Make(1 << 17)
	d := &document{path: "slow.wgsl"}
	d.setText(text)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	d.read(&workspace{ctx: ctx, open: map[string]*document{}}, new(Options))
	if ctx.Err() == nil {
		t.Skip("the document is no longer slow to check")
	}
	return text
}

// TestEditsEndReading: while a document is being read that takes long, requests about others
// are answered, and an edit ends that reading, so that what is asked then waits for the new
// text alone.
func TestEditsEndReading(t *testing.T) {
	if testing.Short() {
		t.Skip("times are measured")
	}
	slow := slowText(t)
	quick := "fn f() -> f32 { return 1; }\n" + strings.Repeat("// a comment\n", large/8)
	c := newClient(t)
	c.open("file:///other.wgsl", "wgsl", "fn g() -> f32 { return 2; }\n")
	c.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "file:///slow.wgsl", "languageId": "wgsl", "version": 1, "text": slow}})
	hover := func(uri string) time.Duration {
		begun := time.Now()
		var got any
		c.ask("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": 0, "character": 3}}, &got)
		if got == nil {
			t.Errorf("%s: nothing is said of the function", uri)
		}
		return time.Since(begun)
	}
	time.Sleep(600 * time.Millisecond) // until diagnostics are due, for which the document is read
	if took := hover("file:///other.wgsl"); took > 1500*time.Millisecond {
		t.Errorf("another document waits %v", took)
	}
	c.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "file:///slow.wgsl", "version": 2},
		"contentChanges": []any{map[string]any{"text": quick}}})
	if took := hover("file:///slow.wgsl"); took > 1500*time.Millisecond {
		t.Errorf("after the edit the document waits %v", took)
	}
}
