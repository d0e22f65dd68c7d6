package lsp

// This file is about documents in Kage: they have all features but hints.

import (
	"encoding/json"
	gotoken "go/token"
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
	"textDocument/formatting", "textDocument/rangeFormatting", "textDocument/prepareCallHierarchy", "textDocument/codeLens", "textDocument/signatureHelp", "textDocument/documentSymbol", "textDocument/codeAction", "textDocument/completion",
	"textDocument/semanticTokens/full", "textDocument/foldingRange", "textDocument/prepareRename", "textDocument/rename",
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

// kageEntry is the function that can't have another name.
const kageEntry = "Fragment"

// renameKage renames the symbol at an offset. The name is one that the program doesn't have,
// nor the language, and of a uniform begins with a capital letter: so nothing else changes its
// meaning.
func (d *document) renameKage(x *index, offset int, name string) (*workspaceEdit, error) {
	i := x.at(offset)
	if i < 0 {
		return nil, rpcError(codeRequestFailed, "there is nothing here that can be renamed")
	}
	s := &x.symbols[x.uses[i].sym]
	refuse := ""
	switch {
	case s.name == name:
		return &workspaceEdit{Changes: map[string][]textEdit{}}, nil
	case s.name == kageEntry:
		refuse = "the function has this name for Ebitengine"
	case !gotoken.IsIdentifier(name) || name == "_" || strings.HasPrefix(name, "__"):
		refuse = "it is no name"
	case kage.Describe(name) != "" || slices.Contains(kageKeywords, name) || name == kageEntry || name == "init":
		refuse = "it is a name of the language"
	case s.kind == kindVariable && !s.local && (name[0] < 'A' || name[0] > 'Z'):
		refuse = "a uniform's name begins with a capital letter"
	case hasWord(d.text.s, name):
		refuse = "the program has the name"
	}
	if refuse != "" {
		return nil, rpcError(codeRequestFailed, name+": "+refuse)
	}
	var edits []textEdit
	for _, at := range d.occurrences(x, offset, true) {
		edits = append(edits, textEdit{d.text.rangeOf(at), name})
	}
	return &workspaceEdit{Changes: map[string][]textEdit{d.uri: edits}}, nil
}

// hasWord reports whether a text has a word.
func hasWord(text, word string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		at += i
		if w := wordAt(text, at); text[w.start:w.end] == word {
			return true
		}
		at += len(word)
	}
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
