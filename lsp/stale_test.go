package lsp

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// slowToRead is a document that takes seconds to read, and has few symbols.
func slowToRead() string {
	var b strings.Builder
	b.WriteString("const scale = 2.0;\nstruct S { a: f32, b: vec4f }\nfn first(s: S) -> f32 { let early = s.a * scale; return early; }\n")
	for i := 0; b.Len() < 2<<20; i++ {
		fmt.Fprintf(&b, "fn f%d() -> f32 {\n\tvar x = scale;\n", i)
		b.WriteString(strings.Repeat("\tx = sin(x) * scale + 1.5 * (x - 2.0) * (x + 1.0);\n", 1000))
		b.WriteString("\treturn x;\n}\n")
	}
	b.WriteString("fn last(s: S) -> f32 { let late = first(s) * scale; return late; }\n")
	return b.String()
}

// TestStaleAnswers: while a document is read again after an edit, requests are answered from
// the reading before, at the places of the text of now.
func TestStaleAnswers(t *testing.T) {
	const uri = "file:///slow.wgsl"
	text := slowToRead()
	c := newClient(t)
	document := map[string]any{"uri": uri}
	at := func(line, character int) map[string]any {
		return map[string]any{"textDocument": document, "position": position{line, character}}
	}
	c.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "wgsl", "version": 1, "text": text}})
	begun := time.Now()
	c.ask("textDocument/hover", at(2, 4), nil) // waits: there is no reading before
	reading := time.Since(begun)

	c.ask("textDocument/hover", at(2, 4), nil) // after the findings of the first reading
	delete(c.found, uri)

	// Two lines come before the first function, and a name in it changes.
	last := strings.Count(text, "\n") - 1
	edits := []any{
		map[string]any{"range": textRange{position{2, 0}, position{2, 0}}, "text": "// one\n// two\n"},
		map[string]any{"range": textRange{position{4, 28}, position{4, 33}}, "text": "changed"},
	}
	c.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 2}, "contentChanges": edits})
	time.Sleep(2 * quiet) // the reading has begun
	last += 2

	var h hover
	var places []location
	var symbols []documentSymbol
	var completion struct{ Items []completionItem }
	begun = time.Now()
	c.ask("textDocument/hover", at(last, 28), &h)
	took := time.Since(begun)
	c.ask("textDocument/definition", at(last, 35), &places)
	c.ask("textDocument/documentSymbol", map[string]any{"textDocument": document}, &symbols)
	c.ask("textDocument/completion", at(last, 36), &completion)
	if c.found[uri] != nil {
		t.Skip("the document was read before the requests were answered")
	}
	t.Logf("a reading takes %v, a hover meanwhile %v", reading, took)
	if !strings.Contains(h.Contents.Value, "late") {
		t.Errorf("the hover is %q", h.Contents.Value)
	}
	if want := (textRange{position{4, 3}, position{4, 8}}); len(places) != 1 || places[0].Range != want {
		t.Errorf("the definition is at %v, not %v", places, want)
	}
	if n := len(symbols); n == 0 || symbols[n-1].Name != "last" || symbols[n-1].SelectionRange.Start.Line != last {
		t.Errorf("%d symbols", n)
	}
	if len(completion.Items) == 0 {
		t.Error("nothing completes")
	}
	// On an idle machine the reading takes a second and the hover a few milliseconds.
	if !testing.Short() && took > max(100*time.Millisecond, reading/4) {
		t.Errorf("the hover takes %v, a reading %v", took, reading)
	}
}

// TestMovedPlaces: each edit moves the places of a text to where the same text stands after it.
func TestMovedPlaces(t *testing.T) {
	const text = "let a = b;"
	for _, c := range []struct {
		to   string
		from span
		want span
		lost bool
	}{
		{"let a = b;", span{4, 5}, span{4, 5}, false},
		{"// x\nlet a = b;", span{4, 5}, span{9, 10}, false},
		{"let a = b; // x", span{4, 5}, span{4, 5}, false},
		{"let a + c = b;", span{4, 5}, span{4, 5}, false},
		{"let a + c = b;", span{8, 9}, span{12, 13}, false},
		{"let a + c = b;", span{0, 10}, span{0, 14}, true},
		{"let  = b;", span{4, 5}, span{4, 4}, true},
		{"let  = b;", span{8, 9}, span{7, 8}, false},
		{"let long = b;", span{4, 5}, span{4, 8}, true},
		{"b;", span{4, 5}, span{0, 0}, true},
		{"b;", span{8, 9}, span{0, 1}, false},
		{"", span{8, 9}, span{0, 0}, true},
	} {
		r := replacementOf(text, c.to)
		if got := r.moved(c.from); got != c.want || r.overlaps(c.from) != c.lost {
			t.Errorf("%q: %v moves to %v (lost: %v), not %v", c.to, c.from, got, r.overlaps(c.from), c.want)
		}
	}
}
