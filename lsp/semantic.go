package lsp

// This file answers about the text as a whole: colours, folding, an outline, and hints
// about omitted types and names.

import (
	"slices"
	"strings"

	"refract/front/glsl"
	"refract/front/hlsl"
	"refract/front/kage"
	"refract/front/wgsl"
	"refract/internal/embedded"
)

// semanticTypes and semanticModifiers are the legend.
var (
	semanticTypes     = []string{"keyword", "type", "struct", "function", "variable", "parameter", "property", "number", "comment", "decorator", "macro"}
	semanticModifiers = []string{"declaration", "readonly", "defaultLibrary"}
)

const (
	semKeyword = iota
	semType
	semStruct
	semFunction
	semVariable
	semParameter
	semProperty
	semNumber
	semComment
	semDecorator
	semMacro
)

const (
	semDeclaration = 1 << iota
	semReadonly
	semDefault
)

// nests reports whether comments nest in the document's language.
func (d *document) nests() bool { return !d.isC() && !d.kage }

// semanticTokens appends the words of a text with their kinds, five numbers each, behind a
// position.
func (d *document) semanticTokens(x *index, data []uint32, previous *position) []uint32 {
	data = slices.Grow(data, len(d.text.s)/2)
	line := 0 // of previous searches
	emit := func(at span, kind, modifiers uint32) {
		// A token that spans lines is one for each.
		for at.start < at.end {
			for line+1 < len(d.text.lines) && d.text.lines[line+1] <= at.start {
				line++
			}
			end := min(at.end, d.text.lineEnd(line))
			p := d.text.position(at.start)
			length := units(d.text.s[at.start:max(at.start, end)])
			if length > 0 && !p.precedes(*previous) { // a text that a placeholder stands for is elsewhere
				delta := p.Character
				if p.Line == previous.Line {
					delta -= previous.Character
				}
				data = append(data, uint32(p.Line-previous.Line), uint32(delta), uint32(length), kind, modifiers)
				*previous = p
			}
			if line+1 >= len(d.text.lines) {
				return
			}
			at.start = max(end+1, d.text.lines[line+1])
			if at.start < at.end {
				line++
			}
		}
	}
	keywords := map[string]bool{}
	for _, k := range d.keywords() {
		keywords[k] = true
	}
	i := 0
	last := byte(0)
	scan(d.text.s, d.nests(), func(t token) {
		word := d.text.s[t.at.start:t.at.end]
		before := last
		last = word[len(word)-1]
		switch t.kind {
		case tokComment:
			emit(t.at, semComment, 0)
			last = before
			return
		case tokDirective:
			emit(t.at, semMacro, 0)
			return
		case tokNumber:
			emit(t.at, semNumber, 0)
			return
		case tokOther:
			return
		}
		for i < len(x.uses) && x.uses[i].at.start < t.at.start {
			i++
		}
		if i < len(x.uses) && x.uses[i].at == t.at {
			s := &x.symbols[x.uses[i].sym]
			modifiers := uint32(0)
			if s.at == t.at && s.file == "" {
				modifiers |= semDeclaration
			}
			if s.fixed {
				modifiers |= semReadonly
			}
			emit(t.at, [...]uint32{kindVariable: semVariable, kindConstant: semVariable, kindParameter: semParameter, kindFunction: semFunction,
				kindType: semStruct, kindField: semProperty, kindMacro: semMacro}[s.kind], modifiers)
			return
		}
		switch {
		case before == '@':
			emit(t.at, semDecorator, 0)
		case keywords[word]:
			emit(t.at, semKeyword, 0)
		case before == '.':
			emit(t.at, semProperty, 0)
		case d.kage:
			if form := kage.Describe(word); strings.HasPrefix(form, "type ") {
				emit(t.at, semType, semDefault)
			} else if form != "" {
				emit(t.at, semFunction, semDefault)
			}
		case d.hlsl:
			if kind, ok := hlslNames.Get()[word]; ok {
				emit(t.at, [...]uint32{hlsl.NameType: semType, hlsl.NameFunction: semFunction}[kind], semDefault)
			}
		case d.glsl:
			if kind, ok := glslNames.Get()[word]; ok {
				emit(t.at, [...]uint32{glsl.NameType: semType, glsl.NameFunction: semFunction, glsl.NameVariable: semVariable}[kind], semDefault)
			}
		default:
			for _, kind := range wgslNames.Get()[word] {
				switch kind {
				case wgsl.NameType:
					emit(t.at, semType, semDefault)
				case wgsl.NameFunction:
					emit(t.at, semFunction, semDefault)
				case wgsl.NameBuiltIn, wgsl.NameWord:
					emit(t.at, semVariable, semDefault|semReadonly)
				default:
					continue
				}
				break
			}
		}
	})
	return data
}

// precedes reports whether a position is in front of another.
func (p position) precedes(q position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

type foldingRange struct {
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Kind      string `json:"kind,omitempty"`
}

// folding lists the foldable ranges: braces, comments of several lines, and conditionals of
// the preprocessor.
func (d *document) folding() []foldingRange {
	list := []foldingRange{}
	if d.host != embedded.NoHost {
		return list
	}
	add := func(from, to int, kind string) {
		a, b := d.text.position(from).Line, d.text.position(to).Line
		if kind == "" {
			b-- // the brace stays
		}
		if b > a {
			list = append(list, foldingRange{a, b, kind})
		}
	}
	var braces, conditions []int
	firstLine, lastLine := -1, -1 // of a run of line comments
	flush := func() {
		if lastLine > firstLine && firstLine >= 0 {
			list = append(list, foldingRange{firstLine, lastLine, "comment"})
		}
		firstLine = -1
	}
	scan(d.text.s, d.nests(), func(t token) {
		word := d.text.s[t.at.start:t.at.end]
		if t.kind == tokComment && strings.HasPrefix(word, "//") {
			line := d.text.position(t.at.start).Line
			if firstLine < 0 || line != lastLine+1 {
				flush()
				firstLine = line
			}
			lastLine = line
			return
		}
		flush()
		switch {
		case t.kind == tokComment:
			add(t.at.start, t.at.end, "comment")
		case t.kind == tokOther && word == "{":
			braces = append(braces, t.at.start)
		case t.kind == tokOther && word == "}" && len(braces) > 0:
			add(braces[len(braces)-1], t.at.start, "")
			braces = braces[:len(braces)-1]
		case t.kind == tokDirective && d.isC():
			switch name := strings.TrimSpace(word[1:]); {
			case strings.HasPrefix(name, "if"):
				conditions = append(conditions, t.at.start)
			case strings.HasPrefix(name, "endif") && len(conditions) > 0:
				add(conditions[len(conditions)-1], t.at.start, "region")
				conditions = conditions[:len(conditions)-1]
			}
		}
	})
	flush()
	return list
}

type documentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          textRange        `json:"range"`
	SelectionRange textRange        `json:"selectionRange"`
	Children       []documentSymbol `json:"children,omitempty"`
}

// symbolKinds are the kinds of symbols as the protocol numbers them.
var symbolKinds = [...]int{kindVariable: 13, kindConstant: 14, kindParameter: 13, kindFunction: 12, kindType: 23, kindField: 8, kindMacro: 14}

// outline lists the declarations of module scope.
func (d *document) outline(x *index) []documentSymbol {
	list := []documentSymbol{}
	for i := range x.symbols {
		s := &x.symbols[i]
		if s.local || s.file != "" || s.of >= 0 {
			continue
		}
		item := d.outlined(s)
		if s.kind == kindType {
			for _, f := range s.parts {
				item.Children = append(item.Children, d.outlined(&x.symbols[f]))
			}
		}
		list = append(list, item)
	}
	return list
}

func (d *document) outlined(s *symbol) documentSymbol {
	full := s.full
	if full.start > s.at.start || full.end < s.at.end {
		full = s.at
	}
	return documentSymbol{Name: s.name, Detail: s.typ, Kind: symbolKinds[s.kind], Range: d.text.rangeOf(full), SelectionRange: d.text.rangeOf(s.at)}
}

type inlayHint struct {
	Position     position `json:"position"`
	Label        string   `json:"label"`
	Kind         int      `json:"kind"` // 1: type, 2: parameter
	PaddingRight bool     `json:"paddingRight,omitempty"`
}

// hints are the types that declarations leave out, and the names of parameters if arguments
// are numbers or other values without a name.
func (d *document) hints(x *index, within span) []inlayHint {
	list := []inlayHint{}
	for i := range x.symbols {
		s := &x.symbols[i]
		if s.file == "" && !s.given && s.typ != "" && (s.kind == kindVariable || s.kind == kindConstant) && within.holds(s.at.end) {
			list = append(list, inlayHint{Position: d.text.position(s.at.end), Label: ": " + s.typ, Kind: 1})
		}
	}
	for i := range x.calls {
		c := &x.calls[i]
		if c.sym < 0 || !within.holds(c.at.start) {
			continue
		}
		parts := x.symbols[c.sym].parts
		if x.symbols[c.sym].kind != kindFunction {
			continue
		}
		for j, a := range c.args {
			if j < len(parts) && a.end > a.start && !strings.EqualFold(d.text.s[a.start:a.end], x.symbols[parts[j]].name) {
				list = append(list, inlayHint{Position: d.text.position(a.start), Label: x.symbols[parts[j]].name + ":", Kind: 2, PaddingRight: true})
			}
		}
	}
	return list
}
