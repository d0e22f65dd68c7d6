package embedded

// Assembling: the value of an expression of literals. Adjacent literals of C, sums, concat! of
// Rust and the placeholders of template literals are joined; a name stands for its value if the
// program assigns it one value, a literal.

import (
	"slices"
	"strings"
)

const (
	// maxAssembled bounds, beside four times the program's size, the bytes that are read for
	// the values of its shaders: values of values may grow without bound.
	maxAssembled = 1 << 20
	// maxDepth bounds how deep values are made of values.
	maxDepth = 16
)

// An assembler makes the values of a program's shaders.
type assembler struct {
	host  Host
	text  string
	rule  Rule
	names map[string]named // nil: not made yet
	spent int              // bytes
}

// A named value is the place of a name's value.
type named struct {
	at        int // -1: there are several
	directive bool
}

// A builder makes one value.
type builder struct {
	*assembler
	s             Shader
	value         []byte
	format        format
	substitutions []Substitution
}

// shader makes the value of a chosen literal.
func (a *assembler) shader(c *chosen) Shader {
	b := builder{assembler: a, s: Shader{Name: c.name, Tag: c.tag, program: a.text}, format: c.format}
	if a.rule != nil {
		_, b.substitutions = a.rule(c.name)
	}
	if c.prefix {
		b.hole(Span{c.start, c.start}, "+")
	}
	b.expression(c.start, c.directive, 0)
	b.placeholders()
	b.s.Text = string(b.value)
	if n := len(b.s.literals); n == 0 {
		b.s.At = Span{c.start, c.start}
	}
	return b.s
}

// add appends a stretch of the value.
func (b *builder) add(value string, source Span, index int32, same bool) {
	b.s.places = append(b.s.places, place{len(b.value), len(value), source, index, same})
	b.value = append(b.value, value...)
}

func (b *builder) hole(at Span, text string) { b.s.Holes = append(b.s.Holes, Hole{at, text}) }

func (b *builder) isSpent() bool { return b.spent > maxAssembled+4*len(b.text) }

// step reads a token.
func (b *builder) step(l *lexer) token {
	for {
		t := l.next()
		b.spent += t.at.End - t.at.Start + 1
		if b.isSpent() {
			return token{at: t.at}
		}
		if t.kind != tokComment {
			return t
		}
	}
}

// expression appends the value of the expression at an offset. It reports whether the
// expression has ended behind a literal.
func (b *builder) expression(start int, directive bool, depth int) bool {
	l := &lexer{host: b.host, text: b.text, at: start}
	wanted, joins, some := true, false, false
	for {
		t := b.step(l)
		if b.isSpent() {
			b.hole(t.at, "the value is too large")
			return false
		}
		switch {
		case t.line && directive, t.line && b.host == Go && !wanted:
			return some
		case t.kind == tokWord && b.host == Rust && wanted && !some && b.text[t.at.Start:t.at.End] == "concat":
			if b.step(l).mark != '!' || b.step(l).mark != '(' {
				return false
			}
			joins = true
			continue
		case joins && !wanted && t.mark == ',', !wanted && t.mark == '+' && (b.host == Go || b.host == JavaScript):
			wanted = true
			continue
		case t.kind == tokMark && joins && t.mark == ')':
			return some
		case !wanted && (b.host != C || t.kind != tokText && t.kind != tokWord):
			return some && (t.line || t.kind == tokEnd || strings.IndexByte(";,)}", t.mark) >= 0 && t.kind == tokMark)
		}
		found, goesOn := b.operand(l, &t, some, depth)
		if !goesOn {
			return some
		}
		wanted, some = !found && wanted, some || found
	}
}

// operand appends the value of a token. It reports whether there is a value, and whether the
// expression may go on.
func (b *builder) operand(l *lexer, t *token, some bool, depth int) (found, goesOn bool) {
	switch t.kind {
	case tokText:
		b.literal(t, t.body, depth)
		return true, true
	case tokTemplate:
		return true, b.template(l, *t, depth)
	case tokNumber:
		b.add(b.text[t.at.Start:t.at.End], t.at, -1, true)
		return true, depth > 0 || b.host == Rust
	case tokWord:
		word := b.text[t.at.Start:t.at.End]
		if c := l.peek(0); c == '(' || c == '.' || c == '[' || c == ':' {
			b.hole(t.at, word)
			return false, false
		}
		if b.named(word, t.at, depth) {
			return true, true
		}
		if b.host == C && word != strings.ToUpper(word) { // a keyword in front, or a suffix
			return false, !some
		}
		b.unknown(t.at, word)
		return true, true
	}
	return false, false
}

// unknown appends the substitution for a placeholder, or notes a hole.
func (b *builder) unknown(at Span, placeholder string) {
	for _, s := range b.substitutions {
		if s.Placeholder == placeholder {
			b.add(s.Value, at, -1, false)
			return
		}
	}
	b.hole(at, placeholder)
}

// literal appends the value of a span of a literal.
func (b *builder) literal(t *token, body Span, depth int) {
	if depth == 0 {
		if len(b.s.literals) == 0 {
			b.s.At.Start = t.at.Start
		}
		b.s.At.End = t.at.End
	}
	one := literal{style: t.style, format: b.format, quote: '"'}
	switch t.style {
	case rawRust, rawC:
		one.hashes = b.text[body.End:t.at.End]
	case quotedJS:
		one.quote = b.text[t.at.Start]
	}
	b.s.literals = append(b.s.literals, one)
	b.decode(body, int32(len(b.s.literals)-1))
}

// template appends the value of a template literal, whose first stretch was read. It reports
// false if the literal has no end.
func (b *builder) template(l *lexer, t token, depth int) bool {
	b.literal(&t, t.body, depth)
	for !t.ends {
		level := len(l.braces)
		from := t.body.End
		var inside token
		n := 0
		for {
			open := len(l.braces)
			t = b.step(l)
			if t.kind == tokEnd {
				b.hole(Span{from, t.at.End}, "${")
				return false
			}
			if open == level && (t.kind == tokTemplate || t.kind == tokRune) && !t.opens && b.text[t.at.Start] == '}' {
				break
			}
			inside = t
			n++
		}
		at := Span{from, t.at.Start + 1}
		if n != 1 || !b.single(&inside, at, depth) {
			b.unknown(at, b.text[at.Start:at.End])
		}
		if t.kind == tokRune {
			return false
		}
		b.literal(&t, t.body, depth)
	}
	return true
}

// single appends the value of a placeholder with one token in it; false: it has none. A
// substitution for the placeholder comes first.
func (b *builder) single(t *token, at Span, depth int) bool {
	text := b.text[at.Start:at.End]
	if slices.ContainsFunc(b.substitutions, func(s Substitution) bool { return s.Placeholder == text }) {
		return false
	}
	switch t.kind {
	case tokText:
		b.literal(t, t.body, depth+1)
		return true
	case tokNumber:
		b.add(b.text[t.at.Start:t.at.End], t.at, -1, true)
		return true
	case tokWord:
		return b.named(b.text[t.at.Start:t.at.End], at, depth)
	}
	return false
}

// named appends the value of a name, if the program gives it one literal.
func (b *builder) named(name string, at Span, depth int) bool {
	if b.host == Rust || depth >= maxDepth {
		return false
	}
	if slices.ContainsFunc(b.substitutions, func(s Substitution) bool { return s.Placeholder == name }) {
		return false
	}
	if b.names == nil {
		b.collect()
	}
	v, ok := b.names[name]
	if !ok || v.at < 0 {
		return false
	}
	places, literals, holes, value, extent := len(b.s.places), len(b.s.literals), len(b.s.Holes), len(b.value), b.s.At
	if b.expression(v.at, v.directive, depth+1) && len(b.s.Holes) == holes {
		return true
	}
	b.s.places, b.s.literals, b.s.Holes, b.value, b.s.At = b.s.places[:places], b.s.literals[:literals], b.s.Holes[:holes], b.value[:value], extent
	b.names[name] = named{at: -1} // so that it isn't tried again
	return false
}

// collect finds the places of the values of names.
func (b *builder) collect() {
	s := scanner{lexer: lexer{host: b.host, text: b.text, fresh: true}, plain: true, names: map[string]named{}}
	s.scan()
	b.names = s.names
}

// A rewriting is a stretch of a value that becomes another.
type rewriting struct {
	start, end int
	with       string
	hole       bool
}

// placeholders replaces placeholders by their substitutions, and reads the placeholders of the
// format that the literals are in.
func (b *builder) placeholders() {
	if len(b.substitutions) == 0 && b.format == formatNone {
		return
	}
	var list []rewriting
	text := string(b.value)
	next := make([]int, len(b.substitutions)) // the next place of each placeholder; past the end: none
	for at := 0; at < len(text); {
		best := -1
		for i, s := range b.substitutions {
			if next[i] < at || at == 0 {
				next[i] = len(text)
				if k := strings.Index(text[at:], s.Placeholder); k >= 0 && s.Placeholder != "" {
					next[i] = at + k
				}
			}
			if next[i] < len(text) && (best < 0 || next[i] < next[best] || next[i] == next[best] && len(s.Placeholder) > len(b.substitutions[best].Placeholder)) {
				best = i
			}
		}
		end := len(text)
		if best >= 0 {
			end = next[best]
		}
		list = b.formatted(list, text[:end], at)
		if best >= 0 {
			s := &b.substitutions[best]
			list = append(list, rewriting{end, end + len(s.Placeholder), s.Value, false})
			end += len(s.Placeholder)
		}
		at = end
	}
	b.rewrite(list)
}

// formatted appends the placeholders of a format in a text from an offset on.
func (b *builder) formatted(list []rewriting, text string, at int) []rewriting {
	switch b.format {
	case formatPrintf:
		for {
			i := strings.IndexByte(text[at:], '%')
			if i < 0 || at+i+1 >= len(text) {
				return list
			}
			start := at + i
			at = start + 1
			if text[at] == '%' {
				at++
				list = append(list, rewriting{start, at, "%", false})
				continue
			}
			for at < len(text) && strings.IndexByte("+-# 0123456789.*[]lhzjt", text[at]) >= 0 {
				at++
			}
			if at < len(text) && (text[at]|0x20 >= 'a' && text[at]|0x20 <= 'z') {
				at++
				list = append(list, rewriting{start, at, "", true})
			}
		}
	case formatBraces:
		for {
			i := strings.IndexAny(text[at:], "{}")
			if i < 0 {
				return list
			}
			start := at + i
			at = start + 1
			if at < len(text) && text[at] == text[start] {
				at++
				list = append(list, rewriting{start, at, text[start : start+1], false})
			} else if end := strings.IndexByte(text[at:], '}'); text[start] == '{' && end >= 0 {
				at += end + 1
				list = append(list, rewriting{start, at, "", true})
			}
		}
	}
	return list
}

// rewrite makes the value anew, with others in the place of stretches, which are in order.
func (b *builder) rewrite(list []rewriting) {
	if len(list) == 0 {
		return
	}
	old, places := b.value, b.s.places
	b.value, b.s.places = make([]byte, 0, len(old)), make([]place, 0, len(places)+2*len(list))
	whole := b.s
	whole.places = places
	k := 0
	keep := func(start, end int) {
		for ; k < len(places) && places[k].value < end; k++ {
			p := places[k]
			from, to := max(start, p.value), min(end, p.value+p.size)
			if from < to {
				source := p.source
				if p.same {
					source = Span{p.source.Start + from - p.value, p.source.Start + to - p.value}
				}
				b.add(string(old[from:to]), source, p.literal, p.same)
			}
			if p.value+p.size > end {
				return
			}
		}
	}
	at := 0
	for _, r := range list {
		keep(at, r.start)
		source := whole.Source(r.start, r.end)
		if r.hole {
			b.hole(source, string(old[r.start:r.end]))
		} else {
			b.add(r.with, source, -1, false)
		}
		at = r.end
		for k < len(places) && places[k].value+places[k].size <= at {
			k++
		}
	}
	keep(at, len(old))
}
