package format

import "strings"

// This file puts items out.
//
// Open blocks are a stack of braces. A statement begins behind ; { and }, behind a label,
// and behind a possible use of a macro on a line of its own. The branches of a conditional
// begin with the state that its #if was met in.

// A brace is an open brace.
type brace struct {
	indent int // of the line that it ends
	kind   braceKind
}

type braceKind uint8

const (
	code       braceKind = iota // statements
	doBody                      // of do
	switchBody                  // of switch
	members                     // of a struct or interface block
	values                      // of an initializer
)

// state decides the layout; a conditional brings it back.
type state struct {
	braces []brace
	parens int    // open ( and [ in the statement
	first  string // the first word or operator of the statement, "" at its start
	second string
	count  int  // tokens of the statement
	asks   int  // ? that wait for their :
	macro  bool // the statement is so far a name and arguments in parentheses
}

type printer struct {
	hlsl   bool
	out    []byte
	s      state
	saved  []state // at open #if
	items  []item
	indent int  // of the current line
	fresh  bool // nothing stands on the current line
	blank  bool // a blank line was put out, or nothing at all
}

// run prints items; the bytes are valid until the next call.
func (p *printer) run(items []item) []byte {
	p.out = p.out[:0]
	p.s = state{braces: p.s.braces[:0]}
	p.saved = p.saved[:0]
	p.items = items
	p.fresh, p.blank = true, true
	for i := range items {
		p.item(i)
	}
	p.newline()
	return p.out
}

// newline ends the line, if there is anything on it.
func (p *printer) newline() {
	if !p.fresh {
		if p.out[len(p.out)-1] == '\\' {
			p.out = append(p.out, ' ') // it shall not continue the line
		}
		p.out = append(p.out, '\n')
		p.fresh, p.blank = true, false
	}
}

// start begins a line with an indent, behind a blank line where the source has one.
func (p *printer) start(it *item, indent int, keep bool) {
	p.newline()
	if it.breaks >= 2 && keep && !p.blank {
		p.out = append(p.out, '\n')
		p.blank = true
	}
	for range indent * indentWidth {
		p.out = append(p.out, ' ')
	}
	p.indent = indent
}

func (p *printer) write(s string) {
	p.out = append(p.out, s...)
	p.fresh, p.blank = false, false
}

// level is the indent of a statement that begins here.
func (p *printer) level(label bool) int {
	if len(p.s.braces) == 0 {
		return 0
	}
	b := p.s.braces[len(p.s.braces)-1]
	if b.kind == switchBody && !label {
		return b.indent + 2
	}
	return b.indent + 1
}

// previous is the item before i that is no comment, or nil.
func (p *printer) previous(i int) *item {
	for i--; i >= 0; i-- {
		if k := p.items[i].kind; k != lineComment && k != blockComment {
			return &p.items[i]
		}
	}
	return nil
}

// item prints one item.
func (p *printer) item(i int) {
	it := &p.items[i]
	switch it.kind {
	case directive:
		p.directive(it)
	case lineComment, blockComment:
		p.comment(i)
	default:
		p.token(i)
	}
}

// directive prints a directive at the start of a line.
func (p *printer) directive(it *item) {
	p.start(it, 0, true)
	name := directiveName(it.text)
	switch name {
	case "if", "ifdef", "ifndef":
		p.saved = append(p.saved, p.s.copy())
	case "elif", "else":
		if n := len(p.saved); n > 0 {
			p.s = p.saved[n-1].copy()
		}
	case "endif":
		if n := len(p.saved); n > 0 {
			p.saved = p.saved[:n-1]
		}
	}
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(it.text, "\r\n", "\n"), "\r", "\n"), "\n")
	for i, line := range lines {
		if i > 0 {
			p.out = append(p.out, '\n')
		}
		p.write(trimmed(line))
	}
}

// trimmed is a line without the blanks at its end, but for those behind a
// backslash, which would then continue the line.
func trimmed(line string) string {
	if s := strings.TrimRight(line, " \t\v\f"); !strings.HasSuffix(s, "\\") {
		return s
	}
	return line
}

func (s *state) copy() state {
	c := *s
	c.braces = append([]brace(nil), s.braces...)
	return c
}

// directiveName is the word behind the #.
func directiveName(s string) string {
	s = strings.TrimLeft(s[1:], " \t")
	n := 0
	for n < len(s) && isName(s[n]) {
		n++
	}
	return s[:n]
}

// afterDirective reports whether item i is the first behind a directive, whose
// line nothing but a comment may share.
func (p *printer) afterDirective(i int) bool { return i > 0 && p.items[i-1].kind == directive }

// comment prints a comment where it stands: behind the code of its line, or on a line of
// its own.
func (p *printer) comment(i int) {
	it := &p.items[i]
	s := strings.ReplaceAll(strings.ReplaceAll(it.text, "\r\n", "\n"), "\r", "\n")
	if it.kind == lineComment {
		s = trimmed(s)
	}
	if i == 0 || it.breaks > 0 || i > 0 && p.items[i-1].kind == lineComment || p.fresh {
		closing := false
		for j := i + 1; j < len(p.items) && p.items[j].kind >= lineComment && p.items[j].kind != directive; j++ {
			closing = false
		}
		if j := p.nextToken(i); j >= 0 && p.items[j].text == "}" {
			closing = true
		}
		indent := p.level(p.labelAhead(i))
		if p.s.count > 0 {
			indent = p.continued(it)
		}
		p.start(it, indent, !p.opened() || closing)
	} else if n := len(p.out); n > 0 && p.out[n-1] != ' ' && p.out[n-1] != '(' && p.out[n-1] != '[' {
		p.write(" ")
	}
	p.write(s)
}

// labelAhead reports whether a label follows the comments from i on.
func (p *printer) labelAhead(i int) bool {
	j := p.nextToken(i)
	return j >= 0 && (p.items[j].text == "case" || p.items[j].text == "default")
}

// nextToken is the index of the first item behind i that is no comment, or -1.
func (p *printer) nextToken(i int) int {
	for i++; i < len(p.items); i++ {
		if k := p.items[i].kind; k != lineComment && k != blockComment {
			return i
		}
	}
	return -1
}

// opened reports whether the line before ends with an opening brace.
func (p *printer) opened() bool {
	n := len(p.out)
	for n > 0 && (p.out[n-1] == '\n' || p.out[n-1] == ' ') {
		n--
	}
	return n > 0 && p.out[n-1] == '{'
}

// continued is the indent of a line in the midst of a statement.
func (p *printer) continued(it *item) int {
	top := p.level(p.s.first == "case" || p.s.first == "default")
	if n := len(p.s.braces); n > 0 && p.s.braces[n-1].kind == values {
		return top
	}
	if it.text == ")" || it.text == "]" || it.text == "{" {
		return top
	}
	return top + 1
}

// token prints a token.
func (p *printer) token(i int) {
	it := &p.items[i]
	prev := p.previous(i)
	commented := i > 0 && (p.items[i-1].kind == lineComment || p.items[i-1].kind == blockComment && it.breaks > 0)
	switch {
	case it.text == "}":
		p.close(i, commented)
		return
	case it.text == "{":
		p.openBrace(i, prev, commented)
		return
	}
	if p.s.macro && p.s.parens == 0 && it.breaks > 0 && (it.kind == word || p.hlsl && it.text == "[" && p.s.first == "[") && p.s.count > 2 {
		p.begin() // a macro was used like a statement, or attributes stand before one
	}
	switch {
	case p.s.count == 0:
		label := it.text == "case" || it.text == "default"
		switch {
		case p.joins(it, prev) && !commented && !p.afterDirective(i) && !p.fresh:
			p.gap(i, prev)
		case i > 0 && p.items[i-1].kind == blockComment && it.breaks == 0 && !p.fresh:
			p.write(" ")
		default:
			p.start(it, p.level(label), !p.opened())
		}
	case p.fresh || p.afterDirective(i) || i > 0 && p.items[i-1].kind == lineComment || it.breaks > 0 && it.text != ";" && it.text != ",":
		p.start(it, p.continued(it), false)
	case it.breaks > 0 && commented:
		p.start(it, p.continued(it), false)
	case i > 0 && p.items[i-1].kind == blockComment:
		if !noSpaceBefore(it.text) {
			p.write(" ")
		}
	default:
		p.gap(i, prev)
	}
	p.write(it.text)
	p.note(it)
}

// begin begins a statement.
func (p *printer) begin() {
	p.s.first, p.s.second, p.s.count, p.s.parens, p.s.asks, p.s.macro = "", "", 0, 0, 0, false
}

// note follows the statement.
func (p *printer) note(it *item) {
	s := &p.s
	switch s.count {
	case 0:
		s.first = it.text
		s.macro = it.kind == word && !isStatementWord(it.text) || it.text == "["
	case 1:
		s.second = it.text
		s.macro = s.macro && (it.text == "(" || s.first == "[" && (it.text == "[" || p.hlsl))
	default:
		if s.parens == 0 {
			s.macro = false
		}
	}
	s.count++
	switch it.text {
	case "(", "[":
		s.parens++
	case ")", "]":
		s.parens = max(0, s.parens-1)
	case "?":
		s.asks++
	case ":":
		switch {
		case s.asks > 0:
			s.asks--
		case s.first == "case" || s.first == "default":
			p.begin()
		}
	case ";":
		if s.parens == 0 {
			p.begin()
		}
	}
}

// isStatementWord reports whether a word begins a statement that goes on behind
// its parentheses.
func isStatementWord(s string) bool {
	switch s {
	case "if", "else", "for", "while", "do", "switch", "return", "layout", "case", "default", "subroutine":
		return true
	}
	return false
}

// joins reports whether a token stays on the line of the brace before it.
func (p *printer) joins(it, prev *item) bool {
	if prev == nil || prev.text != "}" || len(p.out) == 0 {
		return false
	}
	switch it.text {
	case "else", ";", ",", ")":
		return true
	}
	return false
}

// openBrace prints an opening brace.
func (p *printer) openBrace(i int, prev *item, commented bool) {
	it := &p.items[i]
	k := code
	switch {
	case p.inValues() || p.s.parens > 0 || p.hlsl && p.s.first == "enum" || prev != nil && (prev.text == "=" || prev.text == "return"):
		k = values
	case p.s.count == 0 || prev == nil || prev.text == ")":
		if p.s.first == "switch" {
			k = switchBody
		}
	case prev.text == "do":
		k = doBody
	case prev.text == "else" || p.hlsl && (p.s.first == "namespace" || p.s.first == "cbuffer" || p.s.first == "tbuffer"):
	default:
		k = members
	}
	if k == values {
		switch {
		case p.fresh || p.afterDirective(i) || i > 0 && p.items[i-1].kind == lineComment || it.breaks > 0:
			p.start(it, p.continued(it), false)
		default:
			p.gap(i, prev)
		}
		p.write("{")
		p.s.braces = append(p.s.braces, brace{p.indent, values})
		p.s.count++
		return
	}
	switch {
	case p.s.count == 0:
		p.start(it, p.level(false), !p.opened())
	case p.fresh || commented || p.afterDirective(i):
		p.start(it, p.continued(it), false)
	default:
		p.write(" ")
	}
	p.write("{")
	p.s.braces = append(p.s.braces, brace{p.indent, k})
	p.begin()
}

func (p *printer) inValues() bool {
	n := len(p.s.braces)
	return n > 0 && p.s.braces[n-1].kind == values
}

// close prints a closing brace.
func (p *printer) close(i int, commented bool) {
	it := &p.items[i]
	b := brace{}
	if n := len(p.s.braces); n > 0 {
		b = p.s.braces[n-1]
		p.s.braces = p.s.braces[:n-1]
	}
	switch {
	case b.kind == values:
		if it.breaks > 0 || p.fresh || i > 0 && p.items[i-1].kind == lineComment || p.afterDirective(i) {
			p.start(it, b.indent, false)
		}
		p.write("}")
		p.s.count++
		return
	case i > 0 && p.items[i-1].text == "{" && p.items[i-1].kind == punct && !p.fresh:
	default:
		p.start(it, b.indent, false)
	}
	p.write("}")
	p.begin()
	// Items that may follow on the line of the brace.
	if i+1 < len(p.items) {
		next := &p.items[i+1]
		switch {
		case b.kind == doBody && next.text == "while",
			b.kind == members && (next.kind == word || next.text == "[") && next.breaks == 0:
			p.s.first, p.s.count = "}", 2
		}
	}
}

// gap puts a blank before token i where there is to be one.
func (p *printer) gap(i int, prev *item) {
	it := &p.items[i]
	if prev == nil || p.fresh {
		return
	}
	if p.spaced(i, prev, it) || merges(prev, it) && !(p.hlsl && (isString(prev) && it.kind == punct || prev.kind == punct && isString(it))) {
		p.write(" ")
	}
}

func isString(it *item) bool { return it.kind == text && it.text[0] == '"' }

// noSpaceBefore reports whether no blank stands before a token.
func noSpaceBefore(s string) bool {
	switch s {
	case ")", "]", ",", ";", ".":
		return true
	}
	return false
}

// spaced reports whether a blank stands between two tokens by the style.
func (p *printer) spaced(i int, a, b *item) bool {
	if p.hlsl {
		if spaced, known := p.spacedHLSL(a, b); known {
			return spaced
		}
	}
	switch a.text {
	case "(", "[", ".":
		return false
	case "{":
		return false
	case "!", "~":
		return false
	case "-", "+", "++", "--":
		if p.isPrefix(p.indexOf(i)) {
			return false
		}
	}
	switch b.text {
	case ")", "]", ",", "}":
		return false
	case ";":
		return a.text == ";" && p.s.parens > 0 && false
	case ".":
		return a.kind == number
	case "(":
		switch a.text {
		case "if", "for", "while", "switch", "return", "in", "out", "inout", "case", "else":
			return true
		case ")", "]":
			return false
		}
		return a.kind != word
	case "[":
		return a.kind != word && a.text != "]" && a.text != ")"
	case "++", "--":
		return !(a.kind == word || a.text == ")" || a.text == "]") || a.text == "return" || a.text == "else"
	case ":":
		return p.s.asks > 0
	}
	if a.text == ";" && b.text == ";" {
		return false
	}
	return true
}

// indexOf is the index of the last token before i.
func (p *printer) indexOf(i int) int {
	for i--; i >= 0; i-- {
		if k := p.items[i].kind; k != lineComment && k != blockComment {
			return i
		}
	}
	return -1
}

// isPrefix reports whether token i, a sign or step, stands before its operand.
func (p *printer) isPrefix(i int) bool {
	if i < 0 {
		return false
	}
	a := p.previous(i)
	if a == nil || a.kind == directive {
		return true
	}
	switch {
	case a.kind == word:
		return a.text == "return" || a.text == "case" || a.text == "else" || a.text == "do"
	case a.kind == number || a.kind == text:
		return false
	case a.role == castClose:
		return true
	case a.text == ")" || a.text == "]":
		return false
	case a.text == "++" || a.text == "--":
		return p.isPrefix(p.indexOf(i))
	}
	return true
}

// merges reports whether two tokens without a blank would be others.
func merges(a, b *item) bool {
	x, y := a.text[len(a.text)-1], b.text[0]
	switch {
	case (isName(x) || isDigit(x)) && (isName(y) || isDigit(y)):
		return true
	case a.kind == number:
		return y == '.'
	case x == '.':
		return isDigit(y)
	case a.kind == punct && b.kind == punct:
		joined := a.text + b.text
		for _, op := range operators {
			if len(op) > len(a.text) && strings.HasPrefix(joined, op) {
				return true
			}
		}
		return strings.HasPrefix(joined[len(a.text)-1:], "//") || strings.HasPrefix(joined[len(a.text)-1:], "/*")
	}
	return a.kind == text || b.kind == text
}
