package lsp

// This file completes names at the cursor.

import (
	"slices"
	"strings"

	"refract/front/glsl"
	"refract/front/hlsl"
	"refract/front/wgsl"
	"refract/internal/builtin"
)

// Kinds of completion items and of symbols, as the protocol numbers them.
const (
	itemFunction = 3
	itemField    = 5
	itemVariable = 6
	itemProperty = 10
	itemKeyword  = 14
	itemConstant = 21
	itemStruct   = 22
)

type completionItem struct {
	Label         string  `json:"label"`
	Kind          int     `json:"kind"`
	Detail        string  `json:"detail,omitempty"`
	Documentation *markup `json:"documentation,omitempty"`
	SortText      string  `json:"sortText,omitempty"`
}

// itemKinds are those of symbols.
var itemKinds = [...]int{
	kindVariable: itemVariable, kindConstant: itemConstant, kindParameter: itemVariable, kindFunction: itemFunction, kindType: itemStruct,
	kindField: itemField, kindMacro: itemConstant,
}

// complete lists the completions at an offset.
func (d *document) complete(w *workspace, o *Options, x *index, offset int) []completionItem {
	if d.inComment(offset) {
		return []completionItem{}
	}
	word := wordAt(d.text.s[:offset], offset)
	x = d.withLocals(w, o, x, offset)
	if d.kage {
		return d.completeKage(x, word)
	}
	if items, ok := d.completePath(w, o, word.start); ok {
		return items
	}
	switch d.before(word.start) {
	case '.':
		return d.completeMember(x, strings.TrimRight(d.text.s[:word.start], " \t"))
	case '@':
		return words(wgslNamesOf(wgsl.NameAttribute), itemKeyword, func(name string) string { return attributeDocs.Get()[name] })
	case '#':
		if d.isC() {
			return words(glslDirectives, itemKeyword, nil)
		}
	case '<', ',':
		if !d.isC() {
			if list := templateWords(d.text.s[max(0, word.start-120):word.start]); list != nil {
				return words(list, itemConstant, nil)
			}
		}
	case '(':
		if !d.isC() && strings.HasSuffix(strings.TrimRight(d.text.s[:word.start], " \t("), "@builtin") {
			return words(wgslNamesOf(wgsl.NameBuiltIn), itemConstant, func(name string) string { return builtInDocs.Get()[name] })
		}
	}
	line := d.text.s[min(d.text.lineStart(offset), word.start):word.start]
	if !d.isC() {
		switch strings.TrimSpace(line) {
		case "enable":
			return words(wgsl.ExtensionNames(), itemConstant, nil)
		case "requires":
			return words(wgsl.LanguageFeatureNames(), itemConstant, nil)
		}
	}
	var items []completionItem
	seen := map[string]bool{}
	add := func(item completionItem) {
		if !seen[item.Label] {
			seen[item.Label] = true
			items = append(items, item)
		}
	}
	x.visible(offset, func(i int) {
		if s := &x.symbols[i]; s.local {
			add(s.item(s.name, "1"))
		}
	})
	x.visible(offset, func(i int) {
		if s := &x.symbols[i]; !s.local && (s.file == "" || d.isC()) { // what other modules declare has to be imported
			add(s.item(s.name, "2"))
		}
	})
	if !d.isC() {
		d.completeImported(x, add)
	}
	for _, k := range d.keywords() {
		add(completionItem{Label: k, Kind: itemKeyword, SortText: "3" + k})
	}
	if d.hlsl {
		for _, n := range hlsl.Names() {
			add(completionItem{Label: n.Text, Kind: map[hlsl.NameKind]int{hlsl.NameType: itemStruct, hlsl.NameFunction: itemFunction}[n.Kind], SortText: "4" + n.Text})
		}
		return items
	}
	if d.glsl {
		for _, n := range glsl.Names() {
			add(completionItem{Label: n.Text, Kind: map[glsl.NameKind]int{glsl.NameType: itemStruct, glsl.NameFunction: itemFunction, glsl.NameVariable: itemVariable}[n.Kind], SortText: "4" + n.Text})
		}
		return items
	}
	for _, n := range wgsl.Names() {
		switch n.Kind {
		case wgsl.NameFunction:
			add(completionItem{Label: n.Text, Kind: itemFunction, Documentation: &markup{"markdown", builtin.ByName(n.Text).Info().Doc}, SortText: "4" + n.Text})
		case wgsl.NameType:
			add(completionItem{Label: n.Text, Kind: itemStruct, SortText: "4" + n.Text})
		case wgsl.NameWord:
			add(completionItem{Label: n.Text, Kind: itemConstant, SortText: "5" + n.Text})
		}
	}
	return items
}

// item is a symbol that may stand at the cursor, by a name; sort orders it among others.
func (s *symbol) item(name, sort string) completionItem {
	detail := s.typ
	if s.kind == kindFunction {
		detail = strings.Join(strings.Fields(s.code), " ")
	}
	item := completionItem{Label: name, Kind: itemKinds[s.kind], Detail: detail, SortText: sort + name}
	if s.doc != "" {
		item.Documentation = &markup{"markdown", s.doc}
	}
	return item
}

func (d *document) keywords() []string {
	if d.kage {
		return kageKeywords
	}
	if d.hlsl {
		return hlslKeywords
	}
	if d.glsl {
		return glslKeywords
	}
	return wgslKeywords
}

// templateWords are the words that a template list may have where a text ends: those of var,
// of pointers and of storage textures; nil: any expression.
func templateWords(s string) []string {
	open := strings.LastIndexAny(s, "<;{}()")
	if open < 0 || s[open] != '<' {
		return nil
	}
	w := wordAt(s[:open], open)
	arguments := strings.Count(s[open:], ",")
	spaces, access := []string{"function", "private", "workgroup", "uniform", "storage"}, []string{"read", "write", "read_write"}
	switch of := s[w.start:open]; {
	case (of == "var" || of == "ptr") && arguments == 0:
		return spaces
	case of == "var" && arguments == 1, of == "ptr" && arguments == 2, strings.HasPrefix(of, "texture_storage_") && arguments == 1:
		return access
	case strings.HasPrefix(of, "coop_mat") && arguments == 1:
		return []string{"A", "B", "C"}
	case strings.HasPrefix(of, "texture_storage_") && arguments == 0:
		return wgsl.TexelFormats()
	}
	return nil
}

func wgslNamesOf(kind wgsl.NameKind) (list []string) {
	for _, n := range wgsl.Names() {
		if n.Kind == kind {
			list = append(list, n.Text)
		}
	}
	return list
}

func words(list []string, kind int, doc func(string) string) []completionItem {
	items := make([]completionItem, 0, len(list))
	for _, w := range list {
		item := completionItem{Label: w, Kind: kind}
		if doc != nil && doc(w) != "" {
			item.Documentation = &markup{"markdown", doc(w)}
		}
		items = append(items, item)
	}
	return items
}

// completeMember lists the members of the value before the dot that ends the text.
func (d *document) completeMember(x *index, upTo string) []completionItem {
	t := d.typeBefore(x, strings.TrimRight(strings.TrimSuffix(upTo, "."), " \t"))
	items := []completionItem{}
	if s, ok := x.structs[t]; ok {
		for _, f := range x.symbols[s].parts {
			m := &x.symbols[f]
			item := completionItem{Label: m.name, Kind: itemField, Detail: m.typ, SortText: string(rune('a' + len(items)%26))}
			if m.doc != "" {
				item.Documentation = &markup{"markdown", m.doc}
			}
			items = append(items, item)
		}
		return items
	}
	scalar, n := "", 0
	if d.hlsl {
		columns := 0
		if scalar, n, columns = hlslParts(t); columns > 0 {
			return items
		}
	} else if d.glsl {
		if v := strings.Index(t, "vec"); v >= 0 && len(t) == v+4 {
			scalar, n = glslScalars.Get()[t[:v]], int(t[v+3]-'0')
		}
	} else {
		scalar, n, _ = vectorParts(t)
	}
	for _, set := range []string{"xyzw", "rgba"} {
		for i := range n {
			items = append(items, completionItem{Label: set[i : i+1], Kind: itemField, Detail: scalar})
		}
		for i := 2; i <= n; i++ {
			items = append(items, completionItem{Label: set[:i], Kind: itemField})
		}
	}
	return items
}

// typeBefore is the type of the chain of names, members, indices and calls that ends a
// text, which needn't be part of a valid program.
func (d *document) typeBefore(x *index, s string) string {
	type step struct {
		name  string
		index bool
		call  bool
	}
	var steps []step
	at := len(s)
	for range 32 {
		st := step{}
		for at > 0 && (s[at-1] == ']' || s[at-1] == ')') {
			closing := s[at-1]
			open := matching(s, at-1)
			if open < 0 {
				return ""
			}
			at = open
			if closing == ']' {
				steps = append(steps, step{index: true})
			} else {
				st.call = true
			}
		}
		w := wordAt(s[:at], at)
		if w.start == w.end {
			return ""
		}
		st.name = s[w.start:w.end]
		steps = append(steps, st)
		at = len(strings.TrimRight(s[:w.start], " \t\r\n"))
		if at == 0 || s[at-1] != '.' {
			break
		}
		at = len(strings.TrimRight(s[:at-1], " \t\r\n"))
	}
	slices.Reverse(steps)
	t := ""
	for i, st := range steps {
		switch {
		case st.index && d.hlsl:
			t = hlslElement(t)
		case st.index && d.glsl:
			t = glslElement(t)
		case st.index:
			t = elementOf(unwrap(t))
		case i == 0:
			sym := x.lookup(st.name, len(s))
			switch {
			case sym < 0:
				t = st.name // a constructor
			case x.symbols[sym].kind == kindType && x.symbols[sym].typ == "":
				t = st.name
			default:
				t = x.symbols[sym].typ
			}
		default:
			base := unwrap(t)
			if f := x.field(base, st.name); f >= 0 {
				t = x.symbols[f].typ
			} else if d.hlsl {
				t = hlslSwizzled(base, st.name)
			} else if d.glsl {
				t = glslSwizzled(base, st.name)
			} else {
				t = swizzled(base, st.name)
			}
		}
	}
	t = unwrap(t)
	for range 8 { // aliases
		sym := x.lookup(t, len(s))
		if sym < 0 || x.symbols[sym].kind != kindType || x.symbols[sym].typ == "" {
			break
		}
		t = x.symbols[sym].typ
	}
	return t
}

// matching is the bracket that the one at an offset closes, or -1.
func matching(s string, at int) int {
	depth := 0
	for i := at; i >= 0; i-- {
		switch s[i] {
		case ')', ']':
			depth++
		case '(', '[':
			if depth--; depth == 0 {
				return i
			}
		case ';', '{', '}':
			return -1
		}
	}
	return -1
}
