package lsp

// This file renames, in the file that declares a name and in those that import or include it.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"refract/front/glsl"
	"refract/front/hlsl"
	"refract/front/wgsl"
)

// declaringDocument is the document that declares the symbol at an offset, and the offset
// there; nil: there is nothing, or it is declared in a file that isn't known.
func (w *workspace) declaringDocument(o *Options, d *document, x *index, offset int) (*document, *index, int) {
	i := x.at(offset)
	if i < 0 {
		return nil, nil, 0
	}
	s := &x.symbols[x.uses[i].sym]
	if s.file == "" {
		return d, x, offset
	}
	at := w.open[fullPath(s.file)]
	if at == nil {
		return nil, nil, 0
	}
	y := at.read(w, o)
	there := at.text.offset(s.place.Start)
	if i := y.at(there); i < 0 || y.symbols[y.uses[i].sym].file != "" || y.symbols[y.uses[i].sym].name != s.name {
		return nil, nil, 0
	}
	return at, y, there
}

// elsewhere are the places where other files name a symbol of a document.
func (w *workspace) elsewhere(o *Options, d *document, s *symbol) map[*document][]span {
	places := map[*document][]span{}
	full, at := fullPath(d.path), d.text.position(s.at.start)
	for _, name := range sortedKeys(w.open) {
		other := w.open[name]
		if other == d {
			continue
		}
		x := other.read(w, o)
		if !other.reads[full] {
			continue
		}
		for _, u := range x.uses {
			if f := &x.symbols[u.sym]; f.file != "" && f.place.Start == at && fullPath(f.file) == full {
				if text := other.text.s[u.at.start:u.at.end]; strings.HasSuffix(text, "::"+s.name) { // a path
					u.at.start = u.at.end - len(s.name)
				} else if text != s.name { // called otherwise here
					continue
				}
				if list := places[other]; len(list) == 0 || list[len(list)-1] != u.at {
					places[other] = append(list, u.at)
				}
			}
		}
	}
	return places
}

// replaced is a document with a name in other places' stead, and where it stands then.
func (d *document) replaced(places []span, name string) (after *document, moved map[span]bool) {
	var b strings.Builder
	at := 0
	moved = make(map[span]bool, len(places))
	for _, p := range places {
		b.WriteString(d.text.s[at:p.start])
		moved[span{b.Len(), b.Len() + len(name)}] = true
		b.WriteString(name)
		at = p.end
	}
	b.WriteString(d.text.s[at:])
	after = &document{uri: d.uri, path: d.path, dialect: d.dialect, shader: d.shader}
	after.setText(b.String())
	return after, moved
}

// isFresh reports whether nothing can be confused with a name: no file but the document has to
// do with it, its text has the name nowhere and makes none of parts, and the language takes it.
func (d *document) isFresh(o *Options, w *workspace, name string) bool {
	full := fullPath(d.path)
	if len(d.reads) > 0 || strings.Contains(d.text.s, name) || strings.Contains(d.text.s, "##") {
		return false
	}
	for _, other := range w.open {
		if other != d && other.reads[full] {
			return false
		}
	}
	if d.glsl && slices.ContainsFunc(glsl.Names(), func(n glsl.Name) bool { return n.Text == name }) ||
		d.hlsl && slices.ContainsFunc(hlsl.Names(), func(n hlsl.Name) bool { return n.Text == name }) ||
		!d.isC() && slices.ContainsFunc(wgsl.Names(), func(n wgsl.Name) bool { return n.Text == name }) {
		return false // its use may be implicit
	}
	text := "const " + name + " = 1;"
	if d.isC() {
		text = "int " + name + ";"
		if begin := strings.TrimSpace(d.text.s); strings.HasPrefix(begin, "#version") {
			text = begin[:strings.IndexAny(begin+"\n", "\r\n")] + "\n" + text
		}
	}
	small := &document{uri: d.uri, path: d.path, dialect: d.dialect, shader: d.shader}
	small.setText(text)
	x := small.read(&workspace{wgsl: w.wgsl, glsl: w.glsl, hlsl: w.hlsl, open: map[string]*document{}}, o)
	found := slices.ContainsFunc(x.symbols, func(s symbol) bool { return s.name == name && s.file == "" })
	return found && count(small.found) == 0 && len(small.reads) == 0
}

// rename renames the symbol at an offset, everywhere. It refuses a name that would change
// the meaning of a program.
func (d *document) rename(x *index, o *Options, w *workspace, offset int, name string) (*workspaceEdit, error) {
	i := x.at(offset)
	if i < 0 {
		return nil, rpcError(codeRequestFailed, "there is nothing here that can be renamed")
	}
	if s := &x.symbols[x.uses[i].sym]; s.file != "" {
		at, y, there := w.declaringDocument(o, d, x, offset)
		if at == nil {
			return nil, rpcError(codeRequestFailed, fmt.Sprintf("%s is declared in %s, which is none of the workspace's files", s.name, s.file))
		}
		return at.rename(y, o, w, there, name)
	}
	s := &x.symbols[x.uses[i].sym]
	switch {
	case !d.isName(name):
		return nil, rpcError(jsonrpc2.CodeInvalidParams, fmt.Sprintf("%q is no name in this language", name))
	case name == s.name:
		return &workspaceEdit{map[string][]textEdit{}}, nil
	}
	places := w.elsewhere(o, d, s)
	places[d] = d.occurrences(x, offset, true)
	if len(places) == 1 && d.isFresh(o, w, name) {
		edit := &workspaceEdit{map[string][]textEdit{}}
		return edit, edit.add(d, places[d], name)
	}
	// All files are read as they would be, each with the others.
	then := &workspace{wgsl: w.wgsl, glsl: w.glsl, hlsl: w.hlsl, open: map[string]*document{}}
	for full, other := range w.open {
		then.open[full] = other
	}
	type change struct {
		before, after *document
		moved         map[span]bool
	}
	var changes []change
	for before, list := range places {
		after, moved := before.replaced(list, name)
		then.open[fullPath(before.path)] = after
		changes = append(changes, change{before, after, moved})
	}
	slices.SortFunc(changes, func(a, b change) int { return strings.Compare(a.before.uri, b.before.uri) })
	edit := &workspaceEdit{map[string][]textEdit{}}
	for _, c := range changes {
		if y := c.after.read(then, o); !sameUses(c.before.index, y, c.moved) || count(c.after.found) > count(c.before.found) {
			return nil, rpcError(codeRequestFailed, fmt.Sprintf("%s would then be confused with another %s", s.name, name))
		}
		if err := edit.add(c.before, places[c.before], name); err != nil {
			return nil, err
		}
	}
	w.wgsl, w.glsl, w.hlsl = then.wgsl, then.glsl, then.hlsl
	return edit, nil
}

// add adds edits of a document that put a name into places. In a program they are in the
// shader's own literals: names in the literal of a placeholder may be other shaders' too.
func (e *workspaceEdit) add(d *document, places []span, name string) error {
	for _, p := range places {
		edit, ok := d.edit(p, name)
		if s := d.text.shader; s != nil {
			at := s.Source(p.start, p.end)
			ok = ok && at.Start >= s.At.Start && at.End <= s.At.End
		}
		if !ok {
			return rpcError(codeRequestFailed, "the name stands in a literal of another constant")
		}
		e.Changes[d.uri] = append(e.Changes[d.uri], edit)
	}
	return nil
}

// sameUses reports whether the given places name one symbol, which no other place names,
// and names are used as often as before.
func sameUses(before, after *index, moved map[span]bool) bool {
	first, left := -1, len(moved)
	seen := make(map[span]bool, len(moved))
	ends := make(map[int]span, len(moved))
	for at := range moved {
		ends[at.end] = at
	}
	for _, u := range after.uses {
		if at, ok := ends[u.at.end]; ok && at.start > u.at.start { // the end of a path
			u.at = at
		}
		if moved[u.at] {
			if first < 0 {
				first = u.sym
			}
			if u.sym != first {
				return false
			}
			if !seen[u.at] {
				seen[u.at], left = true, left-1
			}
		} else if u.sym == first && first >= 0 && after.symbols[u.sym].file == "" && after.symbols[u.sym].at != u.at {
			return false
		}
	}
	return left == 0 && len(after.uses) == len(before.uses)
}
