package lsp

// This file answers with edits: rename, formatting, fixes.

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"refract/diag"
	glslformat "refract/internal/front/glsl/format"
	kageformat "refract/internal/front/kage/format"
	wgslformat "refract/internal/front/wgsl/format"
)

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

// edit is the edit that replaces a span; false: the literal that a shader is in has none.
func (d *document) edit(at span, with string) (textEdit, bool) {
	if d.text.program == nil {
		return textEdit{d.text.rangeOf(at), with}, true
	}
	where, text, ok := d.text.shader.Edit(at.start, at.end, with)
	return textEdit{d.text.program.rangeOf(span{where.Start, where.End}), text}, ok
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

// definition is the place of the declaration of the symbol at an offset.
func (d *document) definition(x *index, offset int) []location {
	i := x.at(offset)
	if i < 0 {
		return []location{}
	}
	s := &x.symbols[x.uses[i].sym]
	if s.file != "" {
		return []location{{uriOf(s.file), s.place}}
	}
	return []location{{d.uri, d.text.rangeOf(s.at)}}
}

// occurrences are the places that name the symbol at an offset.
func (d *document) occurrences(x *index, offset int, declaration bool) []span {
	i := x.at(offset)
	if i < 0 {
		return nil
	}
	sym := x.uses[i].sym
	var list []span
	for _, u := range x.uses {
		if u.sym == sym && (declaration || u.at != x.symbols[sym].at) && (len(list) == 0 || list[len(list)-1] != u.at) {
			list = append(list, u.at)
		}
	}
	return list
}

// isName reports whether a text can be a name of the document's language.
func (d *document) isName(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	if name == "" || name == "_" || strings.HasPrefix(name, "__") || unicode.IsDigit(first) || wordEnd(name, 0) != len(name) || slices.Contains(d.keywords(), name) {
		return false
	}
	if d.hlsl {
		return strings.IndexFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
	}
	if d.glsl {
		return !strings.HasPrefix(name, "gl_") && !strings.Contains(name, "__") && strings.IndexFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
	}
	return true
}

// count is the number of errors.
func count(found []finding) (n int) {
	for i := range found {
		if found[i].Severity == diag.Error {
			n++
		}
	}
	return n
}

// formatted is the text of a document as the formatter has it; false: it has syntax errors.
func (d *document) formatted() (out string, ok bool) {
	var err error
	switch {
	case d.kage:
		var text []byte
		text, err = kageformat.Source(d.path, []byte(d.text.s))
		out = string(text)
	case d.hlsl:
		out, err = glslformat.HLSL(d.path, d.text.s)
	case d.glsl:
		out, err = glslformat.Source(d.path, d.text.s)
	default:
		out, err = wgslformat.Source(d.path, d.text.s)
	}
	return out, err == nil
}

// format lays a document out; there are no edits if it has syntax errors.
func (d *document) format() []textEdit {
	out, ok := d.formatted()
	if !ok || out == d.text.s {
		return []textEdit{}
	}
	// Equal text at both ends stays, so that cursors stay.
	old := d.text.s
	from := strings.LastIndexByte(old[:commonPrefix(old, out)], '\n') + 1
	end := commonSuffix(old[from:], out[from:])
	for end > 0 && old[len(old)-end-1] != '\n' {
		end--
	}
	return []textEdit{{d.text.rangeOf(span{from, len(old) - end}), out[from : len(out)-end]}}
}

// formatRange lays out the lines that a span touches, by the edits of format that lie between the
// characters of these lines. The formatter changes blanks, and the marks at the
// ends of lists; if it has changed other characters, there are no edits behind these.
func (d *document) formatRange(within span) []textEdit {
	edits := []textEdit{}
	out, ok := d.formatted()
	if !ok {
		return edits
	}
	old := d.text.s
	first, last := d.text.lineStart(within.start), d.text.lineEnd(d.text.line(within.end))
	for i, j, from, to := 0, 0, 0, 0; ; {
		i, j = skipBlanks(old, i), skipBlanks(out, j)
		switch {
		case i < len(old) && j < len(out) && old[i] == out[j], i == len(old) && j == len(out):
			if gap, with := old[from:i], out[to:j]; gap != with && i >= first && i <= last {
				edits = append(edits, textEdit{d.text.rangeOf(span{from, i}), with})
			}
			if i++; i > len(old) {
				return edits
			}
			j++
			from, to = i, j
		case j < len(out) && isListMark(out[j]):
			j++
		case i < len(old) && isListMark(old[i]):
			i++
		default:
			return edits
		}
	}
}

func isListMark(c byte) bool { return c == ',' || c == ';' }

// skipBlanks is the offset of the next character that is no blank.
func skipBlanks(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r') {
		i++
	}
	return i
}

type codeAction struct {
	Title       string          `json:"title"`
	Kind        string          `json:"kind"`
	Diagnostics []lspDiagnostic `json:"diagnostics,omitempty"`
	IsPreferred bool            `json:"isPreferred,omitempty"`
	Edit        *workspaceEdit  `json:"edit"`
}

// actions are the fixes of findings in a range.
func (d *document) actions(within span) []codeAction {
	list := []codeAction{}
	var all []textEdit
	last := -1
	for i := range d.found {
		item := &d.found[i]
		if item.Fix == nil {
			continue
		}
		edits, first, end := d.fix(item)
		if edits == nil {
			continue
		}
		if first >= last {
			all = append(all, edits...)
			last = end
		}
		where, _ := d.spanIn(item.from, item.Span)
		if where.end < within.start || where.start > within.end {
			continue
		}
		title := item.Fix.Message
		if title == "" {
			title = "apply the suggested fix"
		}
		list = append(list, codeAction{Title: title, Kind: "quickfix", IsPreferred: true, Diagnostics: []lspDiagnostic{d.diagnostic(item)},
			Edit: &workspaceEdit{map[string][]textEdit{d.uri: edits}}})
	}
	if len(all) > 1 {
		list = append(list, codeAction{Title: "apply all suggested fixes", Kind: "source.fixAll", Edit: &workspaceEdit{map[string][]textEdit{d.uri: all}}})
	}
	return list
}

// fix are the edits of a finding's fix, and the first and the last offset of them; nil: there are
// none in the document.
func (d *document) fix(item *finding) (edits []textEdit, first, end int) {
	first = len(d.text.s)
	for _, e := range item.Fix.Edits() {
		at, here := d.spanIn(item.from, e.Span)
		edit, ok := d.edit(at, e.Replacement)
		if !here || !ok {
			return nil, 0, 0
		}
		edits = append(edits, edit)
		first, end = min(first, at.start), max(end, at.end, at.start)
	}
	return edits, first, end
}

type lspDiagnostic struct {
	Range    textRange            `json:"range"`
	Severity int                  `json:"severity"`
	Code     string               `json:"code,omitempty"`
	Source   string               `json:"source"`
	Message  string               `json:"message"`
	Related  []relatedInformation `json:"relatedInformation,omitempty"`
}

type relatedInformation struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

// spanIn is a span as bytes of the document; false: it is elsewhere.
func (d *document) spanIn(found *diag.Diagnostics, s diag.Span) (span, bool) {
	if s == (diag.Span{}) {
		return span{}, true
	}
	if found.Sources == nil {
		return span{}, false
	}
	s = found.Sources.Visible(s)
	p, ok := found.Sources.Position(s.Start)
	if !ok || p.File != d.path {
		return span{}, false
	}
	out := span{p.Offset, p.Offset}
	if e, ok := found.Sources.Position(s.End); ok && e.File == p.File && e.Offset > p.Offset {
		out.end = e.Offset
	}
	return out, out.end <= len(d.text.s)
}

// diagnostic is a finding as the protocol has it. A finding in an included file is shown at
// the top.
func (d *document) diagnostic(item *finding) lspDiagnostic {
	found := item.from
	at, here := d.spanIn(found, item.Span)
	out := lspDiagnostic{Range: d.text.rangeOf(at), Severity: 1, Code: string(item.Code), Source: "refract", Message: item.Message}
	switch item.Severity {
	case diag.Warning:
		out.Severity = 2
	case diag.Info:
		out.Severity = 3
	}
	if !here && found.Sources != nil {
		if p, ok := found.Sources.Position(found.Sources.Visible(item.Span).Start); ok {
			out.Range = textRange{}
			out.Message = fmt.Sprintf("%s:%d: %s", p.File, p.Line, item.Message)
		}
	}
	if item.Primary != "" {
		out.Message += "\n" + item.Primary
	}
	for _, n := range item.Notes {
		out.Message += "\nnote: " + n
	}
	if item.note != "" {
		out.Message += "\nnote: " + item.note
	}
	for _, l := range item.Labels {
		if s, here := d.spanIn(found, l.Span); here && l.Message != "" {
			out.Related = append(out.Related, relatedInformation{location{d.uri, d.text.rangeOf(s)}, l.Message})
		}
	}
	return out
}

// diagnostics are all findings.
func (d *document) diagnostics() []lspDiagnostic {
	list := []lspDiagnostic{}
	if d.problem != "" {
		list = append(list, lspDiagnostic{Severity: 2, Source: "refract", Message: d.problem})
	}
	for i := range d.found {
		list = append(list, d.diagnostic(&d.found[i]))
	}
	for _, part := range d.shaders {
		list = append(list, part.diagnostics()...)
	}
	return list
}
