package lsp

// This file is about documents in Kage: they have diagnostics with fixes, hovers, definitions,
// references, an outline and Go's format.

import (
	"encoding/json"
	"slices"
	"strings"

	"refract"
	"refract/diag"
	"refract/front/kage"
)

// isKage reports whether a document is Kage. Programs in files of Go are of the editor's
// language go.
func isKage(id, path string) bool {
	if strings.EqualFold(id, "kage") {
		return true
	}
	l, ok := refract.LanguageOfFile(path)
	return ok && l == refract.Kage
}

// kageMethods are the requests about a document that have an answer for Kage.
var kageMethods = []string{"textDocument/hover", "textDocument/definition", "textDocument/references", "textDocument/documentHighlight",
	"textDocument/formatting", "textDocument/documentSymbol", "textDocument/codeAction",
	"textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "textDocument/didSave"}

// lacksForKage reports whether a request is about a document in Kage and has no answer for
// that.
func (s *server) lacksForKage(method string, params json.RawMessage) bool {
	var p struct {
		TextDocument struct {
			URI string `json:"uri"`
		} `json:"textDocument"`
	}
	if !strings.HasPrefix(method, "textDocument/") || slices.Contains(kageMethods, method) || json.Unmarshal(params, &p) != nil {
		return false
	}
	d := s.documents[p.TextDocument.URI]
	return d != nil && d.kage
}

// kageIndexer makes an index of a program.
type kageIndexer struct {
	x       *index
	size    int
	symbols map[diag.Span]int // by the extents of names in declarations
}

func (k *kageIndexer) span(at diag.Span) (s span, ok bool) {
	s = span{int(at.Start) - 1, int(at.End) - 1}
	return s, s.start >= 0 && s.end <= k.size && s.start < s.end
}

// Type implements kage.Editor.
func (k *kageIndexer) Type(at diag.Span, text string) {
	if s, ok := k.span(at); ok {
		k.x.types[s] = text
	}
}

// Symbol implements kage.Editor.
func (k *kageIndexer) Symbol(d kage.Symbol) {
	at, ok := k.span(d.At)
	if !ok {
		return
	}
	full, _ := k.span(d.Full)
	s := symbol{name: d.Name, kind: kindVariable, at: at, full: full, seen: span{0, k.size}, given: true, code: d.Code, local: d.Local}
	switch {
	case d.Function:
		s.kind = kindFunction
	case d.Constant:
		s.kind, s.fixed = kindConstant, true
	}
	k.symbols[d.At] = k.x.add(s)
}

// Use implements kage.Editor.
func (k *kageIndexer) Use(named, declaration diag.Span) {
	at, ok := k.span(named)
	if i, known := k.symbols[declaration]; ok && known {
		k.x.uses = append(k.x.uses, use{at, i})
	}
}
