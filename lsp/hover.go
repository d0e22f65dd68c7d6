package lsp

// This file describes symbols: hover and signatures.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"refract/front/glsl"
	"refract/front/hlsl"
	"refract/front/kage"
	"refract/front/wgsl"
	"refract/internal/builtin"
	"refract/internal/ir/layout"
	"refract/internal/lazy"
	"refract/ir"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// describeLayout spells where the members of a struct lie.
func describeLayout(m *ir.Module, cache *layout.Cache, id ir.TypeID, s *ir.Struct, l ir.LayoutID, info layout.Info) string {
	var b strings.Builder
	size := fmt.Sprint(info.Size, " bytes")
	if info.Open {
		size = fmt.Sprint(info.Size, "+ bytes")
	}
	fmt.Fprintf(&b, "// %s, align %d\n", size, info.Align)
	at := uint32(0)
	pad := func(to uint32) {
		if to > at {
			fmt.Fprintf(&b, "// offset %4d  size %4d  padding\n", at, to-at)
		}
	}
	for i := range s.Members {
		offset, member, err := cache.Member(id, l, i)
		if err != nil {
			return ""
		}
		pad(offset)
		fmt.Fprintf(&b, "// offset %4d  size %4d  %s: %s\n", offset, member.Size, s.Members[i].Name, m.TypeName(s.Members[i].Type))
		at = offset + member.Size
	}
	if !info.Open {
		pad(info.Size)
	}
	return b.String()
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type hover struct {
	Contents markup    `json:"contents"`
	Range    textRange `json:"range"`
}

// fence is code in Markdown.
func (d *document) fence(code string) string {
	language := "wgsl"
	if d.glsl {
		language = "glsl"
	}
	if d.hlsl {
		language = "hlsl"
	}
	if d.kage {
		language = "go"
	}
	return "```" + language + "\n" + strings.TrimRight(code, "\n") + "\n```\n"
}

// hover describes the symbol at an offset; nil: nothing.
func (d *document) hover(x *index, offset int) *hover {
	if i := x.at(offset); i >= 0 {
		u := x.uses[i]
		return &hover{markup{"markdown", d.describe(x, u.sym)}, d.text.rangeOf(u.at)}
	}
	word := wordAt(d.text.s, offset)
	if word.start == word.end || d.inComment(offset) {
		return nil
	}
	name := d.text.s[word.start:word.end]
	text := d.describeBuiltIn(name, d.before(word.start))
	if text == "" {
		// A number, or a swizzle: its type.
		if t := x.types[word]; t != "" {
			text = d.fence(t)
		} else {
			best := -1 // the shortest expression that ends here: a member
			for at, t := range x.types {
				if at.end == word.end && at.start < word.start && at.start > best && d.before(word.start) == '.' {
					best, text = at.start, d.fence(t)
				}
			}
		}
	}
	if text == "" {
		return nil
	}
	return &hover{markup{"markdown", text}, d.text.rangeOf(word)}
}

// before is the character before a word, blanks apart; 0: none.
func (d *document) before(at int) byte {
	s := strings.TrimRight(d.text.s[:at], " \t")
	if s == "" {
		return 0
	}
	return s[len(s)-1]
}

// inComment reports whether an offset is inside of a comment.
func (d *document) inComment(offset int) (inside bool) {
	scan(d.text.s, d.nests(), func(t token) {
		if t.kind == tokComment && t.at.start < offset && offset < t.at.end {
			inside = true
		}
	})
	return inside
}

// describe describes a symbol.
func (d *document) describe(x *index, sym int) string {
	s := &x.symbols[sym]
	code := s.code
	if !d.isC() && !s.given && s.typ != "" && (s.kind == kindVariable || s.kind == kindConstant) {
		code = strings.Replace(code, s.name, s.name+": "+s.typ, 1)
	}
	if s.kind == kindConstant && s.value != "" && !strings.HasSuffix(code, "= "+s.value+";") {
		code += " // " + s.value
	}
	if s.kind == kindField && s.of >= 0 {
		if line := layoutLine(x.layouts[x.symbols[s.of].name], s.name); line != "" {
			code += " // " + line
		}
	}
	if s.kind == kindType {
		code = strings.TrimRight(code, "\n") + "\n" + x.layouts[s.name]
	}
	text := d.fence(code)
	if s.typ != "" && (s.kind == kindVariable || s.kind == kindParameter) {
		if l := x.layouts[s.typ]; l != "" {
			text += d.fence(l)
		}
	}
	if s.doc != "" {
		text += "\n" + s.doc + "\n"
	}
	if s.file != "" {
		text += "\nfrom " + s.file + "\n"
	}
	return text
}

// layoutLine is a layout's line about a member.
func layoutLine(layout, name string) string {
	for _, line := range strings.Split(layout, "\n") {
		if at := strings.Index(line, "  "+name+": "); at > 0 {
			return strings.Join(strings.Fields(strings.TrimPrefix(line[:at], "//")), " ")
		}
	}
	return ""
}

// wgslNames are the names of the language by text.
var wgslNames = lazy.Value[map[string][]wgsl.NameKind]{Make: func() map[string][]wgsl.NameKind {
	list := map[string][]wgsl.NameKind{}
	for _, n := range wgsl.Names() {
		list[n.Text] = append(list[n.Text], n.Kind)
	}
	return list
}}

var glslNames = lazy.Value[map[string]glsl.NameKind]{Make: func() map[string]glsl.NameKind {
	list := map[string]glsl.NameKind{}
	for _, n := range glsl.Names() {
		list[n.Text] = n.Kind
	}
	return list
}}

// describeBuiltIn describes a name of the language; "": nothing. before is the character in
// front of it.
func (d *document) describeBuiltIn(name string, before byte) string {
	if d.kage {
		if code := kage.Describe(name); code != "" && before != '.' {
			return d.fence(code)
		}
		return ""
	}
	if d.hlsl {
		return d.describeHLSL(name, before)
	}
	if d.glsl {
		kind, ok := glslNames.Get()[name]
		if !ok {
			return ""
		}
		code := name
		if kind == glsl.NameFunction {
			if list := glsl.Signatures(name); len(list) > 0 {
				code = strings.Join(slices.Compact(list), "\n")
			} else {
				code += "(...)"
			}
		}
		text := d.fence(code)
		if id := builtin.ByName(name); id != 0 && kind == glsl.NameFunction {
			text += "\n" + id.Info().Doc + "\n"
		}
		return text
	}
	if before == '.' {
		return ""
	}
	for _, kind := range wgslNames.Get()[name] {
		switch {
		case before == '@' && kind != wgsl.NameAttribute, before != '@' && kind == wgsl.NameAttribute:
			continue
		case kind == wgsl.NameAttribute:
			return d.fence("@"+attributeForm(name)) + "\n" + attributeDocs.Get()[name] + "\n"
		case kind == wgsl.NameFunction:
			id := builtin.ByName(name)
			return d.fence(strings.Join(signatures(id), "\n")) + "\n" + id.Info().Doc + "\n"
		case kind == wgsl.NameBuiltIn:
			return d.fence("@builtin("+name+")") + "\n" + builtInDocs.Get()[name] + "\n"
		case kind == wgsl.NameType:
			return d.fence(name)
		}
	}
	if doc := keywordDocs.Get()[name]; doc != "" {
		return d.fence(name) + "\n" + doc + "\n"
	}
	return ""
}

// describeHLSL describes a name of HLSL; "": nothing.
func (d *document) describeHLSL(name string, before byte) string {
	kind, ok := hlslNames.Get()[name]
	if !ok || before == '.' {
		return ""
	}
	if kind != hlsl.NameFunction {
		return d.fence(name)
	}
	text := d.fence(strings.Join(hlsl.Signatures(name), "\n"))
	if other := hlslDocs.Get()[name]; other != "" {
		name = other
	}
	if id := builtin.ByName(name); id != 0 {
		text += "\n" + id.Info().Doc + "\n"
	}
	return text
}

// signatures spells the overloads of a function.
func signatures(id builtin.ID) []string {
	var list []string
	overloads := builtin.Overloads(id)
	for i := range overloads {
		if s := overloads[i].Describe(id); len(list) == 0 || list[len(list)-1] != s {
			list = append(list, s)
		}
	}
	return list
}

type parameterInformation struct {
	Label string `json:"label"`
}

type signatureInformation struct {
	Label         string                 `json:"label"`
	Documentation *markup                `json:"documentation,omitempty"`
	Parameters    []parameterInformation `json:"parameters"`
}

type signatureHelp struct {
	Signatures      []signatureInformation `json:"signatures"`
	ActiveSignature int                    `json:"activeSignature"`
	ActiveParameter int                    `json:"activeParameter"`
}

// signatureHelp describes the call around an offset; nil: there is none.
func (d *document) signatureHelp(x *index, offset int) *signatureHelp {
	name, at, nth := d.callAround(offset)
	if name == "" {
		return nil
	}
	help := &signatureHelp{ActiveParameter: nth}
	add := func(label, doc string) {
		s := signatureInformation{Label: label, Parameters: []parameterInformation{}}
		open := strings.IndexByte(label, '(')
		if open < 0 {
			return
		}
		depth, start := 0, open+1
		for i := open; i < len(label); i++ {
			switch label[i] {
			case '(', '<', '[':
				depth++
			case ')', '>', ']':
				if label[i] == '>' && label[i-1] == '-' {
					break
				}
				depth--
			}
			if depth == 0 || depth == 1 && label[i] == ',' {
				if p := strings.TrimSpace(label[start:i]); p != "" {
					s.Parameters = append(s.Parameters, parameterInformation{p})
				}
				start = i + 1
				if depth == 0 {
					break
				}
			}
		}
		if doc != "" {
			s.Documentation = &markup{"markdown", doc}
		}
		help.Signatures = append(help.Signatures, s)
	}
	if sym := x.lookup(name, at); sym >= 0 {
		switch s := &x.symbols[sym]; {
		case s.kind == kindFunction:
			for _, code := range strings.Split(s.code, "\n") {
				add(code, s.doc)
			}
			if len(help.Signatures) > 1 && !d.isC() {
				help.Signatures = nil
				add(strings.Join(strings.Fields(s.code), " "), s.doc)
			}
		case s.kind == kindType && s.parts != nil:
			var fields []string
			for _, f := range s.parts {
				fields = append(fields, x.symbols[f].name+": "+x.symbols[f].typ)
			}
			add(name+"("+strings.Join(fields, ", ")+")", s.doc)
		}
	} else if d.kage {
		if form := kage.Describe(name); strings.HasPrefix(form, "func ") {
			add(form, "")
		}
	} else if d.hlsl {
		for _, s := range hlsl.Signatures(name) {
			add(s, "")
		}
	} else if d.glsl {
		for _, s := range slices.Compact(glsl.Signatures(name)) {
			add(s, "")
		}
	} else if id := builtin.ByName(name); id != 0 {
		for _, s := range signatures(id) {
			add(s, id.Info().Doc)
		}
	}
	if len(help.Signatures) == 0 {
		return nil
	}
	for i, s := range help.Signatures { // the first that has as many parameters
		if len(s.Parameters) > nth {
			help.ActiveSignature = i
			break
		}
	}
	return help
}

// callAround is the name of the function whose arguments an offset is among, where the
// name stands, and which argument it is.
func (d *document) callAround(offset int) (name string, at, nth int) {
	type open struct {
		name  string
		at, n int
		paren bool
	}
	var stack []open
	last := token{}
	s := d.text.s
	scan(s[:offset], d.nests(), func(t token) {
		if t.kind == tokComment {
			return
		}
		if t.kind == tokOther {
			switch s[t.at.start] {
			case '(', '[', '{':
				o := open{at: t.at.start, paren: s[t.at.start] == '('}
				if last.kind == tokWord && last.at.end == t.at.start && o.paren {
					o.name = s[last.at.start:last.at.end]
				}
				stack = append(stack, o)
			case ')', ']', '}':
				if len(stack) > 0 {
					stack = stack[:len(stack)-1]
				}
			case ',':
				if len(stack) > 0 {
					stack[len(stack)-1].n++
				}
			case ';':
				for len(stack) > 0 && stack[len(stack)-1].paren {
					stack = stack[:len(stack)-1]
				}
			}
		}
		last = t
	})
	for i := len(stack) - 1; i >= 0; i-- {
		switch o := stack[i]; {
		case !o.paren && s[o.at] == '{':
			return "", 0, 0
		case o.name != "" && !isControl(o.name):
			return o.name, o.at, o.n
		}
	}
	return "", 0, 0
}

func isControl(word string) bool {
	switch word {
	case "if", "for", "while", "switch", "return", "layout":
		return true
	}
	return false
}
