package lsp

// This file answers about calls: the callers and the callees of a function.
// No language of shaders has values of functions, so that every use of one is a call.

import (
	"encoding/json"

	"github.com/sourcegraph/jsonrpc2"
)

type callItem struct {
	Name      string    `json:"name"`
	Kind      int       `json:"kind"`
	Detail    string    `json:"detail,omitempty"`
	URI       string    `json:"uri"`
	Range     textRange `json:"range"`
	Selection textRange `json:"selectionRange"`
}

type incomingCall struct {
	From   callItem    `json:"from"`
	Ranges []textRange `json:"fromRanges"`
}

type outgoingCall struct {
	To     callItem    `json:"to"`
	Ranges []textRange `json:"fromRanges"`
}

// callItem describes a function.
func (d *document) callItem(s *symbol) callItem {
	if s.file != "" {
		return callItem{s.name, symbolKinds[kindFunction], s.file, uriOf(s.file), s.place, s.place}
	}
	o := d.outlined(s)
	return callItem{o.Name, o.Kind, o.Detail, d.uri, o.Range, o.SelectionRange}
}

// prepareCalls is the function at an offset.
func (d *document) prepareCalls(x *index, offset int) []callItem {
	if i := x.at(offset); i >= 0 {
		if s := &x.symbols[x.uses[i].sym]; s.kind == kindFunction {
			return []callItem{d.callItem(s)}
		}
	}
	return nil
}

// around is the function that an offset is in, or -1.
func (x *index) around(offset int) int {
	for i := range x.symbols {
		if s := &x.symbols[i]; s.kind == kindFunction && s.file == "" && s.full.start <= offset && offset < s.full.end {
			return i
		}
	}
	return -1
}

// callee is the document with the function of a request, its index and the offset of the name;
// nil: it isn't open.
func (s *server) callee(params json.RawMessage) (*document, *index, int, error) {
	var p struct {
		Item callItem `json:"item"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, nil, 0, rpcError(jsonrpc2.CodeInvalidParams, err.Error())
	}
	d := s.documents[p.Item.URI]
	if d == nil {
		d = s.workspace.open[fullPath(pathOf(p.Item.URI))]
	}
	if d != nil && len(d.parts(s)) > 0 {
		d = d.shaderAt(&s.workspace, &s.options, p.Item.Selection.Start)
	}
	if d == nil {
		return nil, nil, 0, nil
	}
	x := s.indexOf(d)
	return d, x, d.text.offset(p.Item.Selection.Start), nil
}

// incoming are the calls of a function, by the functions that they are in, in all files of the
// workspace.
func (s *server) incoming(params json.RawMessage) (any, error) {
	d, x, offset, err := s.callee(params)
	if err != nil || d == nil || x.at(offset) < 0 {
		return nil, err
	}
	list := []incomingCall{}
	add := func(d *document, x *index, places []span) {
		where := map[int]int{} // by the function around
		for _, at := range places {
			f := x.around(at.start)
			if f < 0 || x.symbols[f].at == at {
				continue
			}
			i, known := where[f]
			if !known {
				i = len(list)
				where[f], list = i, append(list, incomingCall{From: d.callItem(&x.symbols[f])})
			}
			list[i].Ranges = append(list[i].Ranges, d.text.rangeOf(at))
		}
	}
	add(d, x, d.occurrences(x, offset, false))
	if sym := &x.symbols[x.uses[x.at(offset)].sym]; sym.file == "" && !d.kage && d.shader == nil {
		w, _ := s.wide(d, x, offset, true)
		defer s.keep(w)
		elsewhere := w.elsewhere(&s.options, d, sym)
		for _, name := range sortedKeys(w.open) {
			if other := w.open[name]; len(elsewhere[other]) > 0 {
				add(other, other.read(w, &s.options), elsewhere[other])
			}
		}
	}
	return list, nil
}

// outgoing are the functions that a function calls.
func (s *server) outgoing(params json.RawMessage) (any, error) {
	d, x, offset, err := s.callee(params)
	if err != nil || d == nil {
		return nil, err
	}
	list := []outgoingCall{}
	f := x.around(offset)
	if f < 0 {
		return list, nil
	}
	where := map[int]int{}
	for _, u := range x.uses {
		sym := &x.symbols[u.sym]
		if sym.kind != kindFunction || u.at == sym.at || u.at.start < x.symbols[f].full.start || u.at.end > x.symbols[f].full.end {
			continue
		}
		i, known := where[u.sym]
		if !known {
			i = len(list)
			where[u.sym], list = i, append(list, outgoingCall{To: d.callItem(sym)})
		}
		list[i].Ranges = append(list[i].Ranges, d.text.rangeOf(u.at))
	}
	return list, nil
}
