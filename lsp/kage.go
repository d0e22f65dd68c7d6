package lsp

// This file is about documents in Kage: they have all features but signatures, hints and
// renaming.

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
	"textDocument/formatting", "textDocument/documentSymbol", "textDocument/codeAction", "textDocument/completion",
	"textDocument/semanticTokens/full", "textDocument/foldingRange",
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

// kageKeywords are the keywords of Go that Kage has, and its other words.
var kageKeywords = []string{"break", "const", "continue", "else", "false", "for", "func", "if", "package", "range", "return", "true", "type", "var"}

// completeKage lists the names that may stand at an offset: none behind a dot.
func (d *document) completeKage(x *index, word span) []completionItem {
	items := []completionItem{}
	if d.before(word.start) == '.' {
		return items
	}
	seen := map[string]bool{}
	add := func(item completionItem) {
		if !seen[item.Label] {
			seen[item.Label] = true
			items = append(items, item)
		}
	}
	for _, local := range []bool{true, false} {
		x.visible(word.start, func(i int) {
			if s := &x.symbols[i]; s.local == local {
				add(s.item(s.name, "1"))
			}
		})
	}
	for _, k := range kageKeywords {
		add(completionItem{Label: k, Kind: itemKeyword, SortText: "3" + k})
	}
	for _, name := range kage.Names() {
		form := kage.Describe(name)
		kind := itemFunction
		if strings.HasPrefix(form, "type ") {
			kind = itemStruct
		}
		add(completionItem{Label: name, Kind: kind, Detail: form, SortText: "4" + name})
	}
	return items
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
	seen := span{0, k.size}
	if f, ok := k.span(d.Function); ok && d.Local {
		seen = span{at.end, f.end}
	}
	s := symbol{name: d.Name, kind: kindVariable, at: at, full: full, seen: seen, given: true, code: d.Code, local: d.Local}
	switch {
	case d.IsFunction:
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
