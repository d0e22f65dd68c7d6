package lsp

// This file answers about the workspace as a whole: symbols by name, in open documents and in
// files that aren't open.

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

// maxWorkspaceSymbols bounds an answer.
const maxWorkspaceSymbols = 500

type workspaceSymbol struct {
	Name      string   `json:"name"`
	Kind      int      `json:"kind"`
	Location  location `json:"location"`
	Container string   `json:"containerName,omitempty"`
}

// symbols are the declarations of module scope whose names have a text in them, in any case.
func (s *server) symbols(params json.RawMessage) (any, error) {
	var p struct {
		Query string `json:"query"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, rpcError(jsonrpc2.CodeInvalidParams, err.Error())
	}
	list := []workspaceSymbol{}
	query := strings.ToLower(p.Query)
	add := func(d *document, x *index) {
		for i := range x.symbols {
			sym := &x.symbols[i]
			if sym.local || sym.file != "" || sym.of >= 0 || len(list) == maxWorkspaceSymbols || !strings.Contains(strings.ToLower(sym.name), query) {
				continue
			}
			list = append(list, workspaceSymbol{sym.name, symbolKinds[sym.kind], location{d.uri, d.text.rangeOf(sym.at)}, filepath.Base(d.path)})
		}
	}
	for _, uri := range sortedKeys(s.documents) {
		d := s.documents[uri]
		for _, part := range d.parts(s) {
			add(part, part.index)
		}
		add(d, s.indexOf(d))
	}
	if query == "" { // the names of a whole workspace are no answer
		return list, nil
	}
	w := &workspace{wgsl: s.workspace.wgsl, glsl: s.workspace.glsl, hlsl: s.workspace.hlsl, open: map[string]*document{}}
	for name, d := range s.workspace.open {
		w.open[name] = d
	}
	for _, root := range s.roots() {
		w.addClosed(root, func(_ dialect, text string) bool { return strings.Contains(strings.ToLower(text), query) })
	}
	for _, name := range sortedKeys(w.open) {
		if d := w.open[name]; s.workspace.open[name] == nil && len(list) < maxWorkspaceSymbols {
			add(d, d.read(w, &s.options))
		}
	}
	s.keep(w)
	return list, nil
}

// roots are the folders of the workspace, or the projects of the open documents.
func (s *server) roots() []string {
	if len(s.folders) > 0 {
		return s.folders
	}
	var list []string
	for _, uri := range sortedKeys(s.documents) {
		if root := s.root(s.documents[uri].path); root != "" && !slices.Contains(list, root) {
			list = append(list, root)
		}
	}
	return list
}
