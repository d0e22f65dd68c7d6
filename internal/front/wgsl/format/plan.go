package format

import (
	"unicode/utf8"

	"refract/internal/front/wgsl/syntax"
)

// This file decides about line breaks. A break is demanded or forbidden by the tokens
// alone, or left as in the source; only the breaks of parameter lists depend on width, and
// these are demanded by themselves the next time. That makes formatting idempotent.

// A rule is the allowed breaks between a token and the one before it.
type rule uint8

const (
	asWritten rule = iota // a line break where the source has one
	joined                // no line break, unless a comment makes one
	broken                // a line break
)

// An item is the plan for a token.
type item struct {
	kind   syntax.TokenKind
	rule   rule
	flags  flags
	close  uint32 // of an opening ( [ or <: the index of its partner
	breaks uint8  // line breaks before it in the source, without those before comments; 2 means more
}

type flags uint16

const (
	dropped   flags = 1 << iota // not put out
	comma                       // a comma is put out after it
	head                        // at the start of a statement, member or declaration, or after attributes there
	boundary                    // the first token of a statement, member or declaration, or a closing brace
	unary                       // a unary operator
	attrName                    // the name of an attribute
	listOpen                    // opens a list that has a line break after the opening token
	separated                   // opens a list with a comma
	closer                      // closes what a listOpen opens, or braces
	emptyEnd                    // a closing brace on the line of its opening one, or a dropped semicolon before it
)

// A plan has an item for each token.
type plan struct {
	tree  *syntax.Tree
	items []item
	open  []uint32 // the opening brackets around, while pairing
}

func (p *plan) has(i int, f flags) bool { return p.items[i].flags&f != 0 }

// make plans a tree without syntax errors.
func (p *plan) make(t *syntax.Tree) {
	p.tree = t
	n := t.TokenCount()
	p.items = p.items[:0]
	imports := false
	for i := range n {
		tok := t.Token(i)
		switch {
		case tok.Kind == syntax.TokReserved && t.Source()[tok.Start:tok.End] == "import":
			imports = true
		case tok.Kind == syntax.TokSemicolon:
			imports = false
		case imports && tok.Kind == syntax.TokLBrace: // a list, no block
			tok.Kind = syntax.TokLBracket
		case imports && tok.Kind == syntax.TokRBrace:
			tok.Kind = syntax.TokRBracket
		}
		p.items = append(p.items, item{kind: tok.Kind})
	}
	p.pair()
	p.statements()
	p.lists()
}

// pair finds partners of brackets, unary operators, and lists that the author
// broke after the opening token.
func (p *plan) pair() {
	open := p.open[:0]
	comments := p.tree.Comments()
	src := p.tree.Source()
	at := uint32(0)
	for i := range p.items {
		x := &p.items[i]
		tok := p.tree.Token(i)
		for at < tok.Start {
			end := tok.Start
			if len(comments) > 0 && comments[0].Start < tok.Start {
				end = comments[0].Start
			}
			x.breaks = min(2, x.breaks+countBreaks(src[at:end]))
			at = end
			if end != tok.Start {
				if src[comments[0].Start+1] == '/' {
					x.breaks = max(x.breaks, 1)
				}
				at = comments[0].End
				comments = comments[1:]
			}
		}
		at = tok.End
		switch x.kind {
		case syntax.TokLParen, syntax.TokLBracket, syntax.TokTemplateStart:
			open = append(open, uint32(i))
		case syntax.TokRParen, syntax.TokRBracket, syntax.TokTemplateEnd:
			if len(open) > 0 {
				p.items[open[len(open)-1]].close = uint32(i)
				open = open[:len(open)-1]
			}
		case syntax.TokComma:
			if len(open) > 0 {
				p.items[open[len(open)-1]].flags |= separated
			}
		case syntax.TokLBrace, syntax.TokRBrace:
			open = open[:0]
		case syntax.TokAt:
			p.items[i+1].flags |= attrName
		case syntax.TokBang, syntax.TokTilde:
			x.flags |= unary
		case syntax.TokMinus, syntax.TokStar, syntax.TokAnd:
			if i == 0 || !endsOperand(p.items[i-1].kind) {
				x.flags |= unary
			}
		case syntax.TokAndAnd: // & of &
			if i == 0 || !endsOperand(p.items[i-1].kind) {
				x.flags |= unary
			}
		case syntax.TokMinusMinus: // two minuses, unless it ends a statement
			if i+1 < len(p.items) && startsOperand(p.items[i+1].kind) {
				x.flags |= unary
			}
		}
	}
	p.open = open
}

// endsOperand reports whether an operator after the token is binary.
func endsOperand(k syntax.TokenKind) bool {
	switch k {
	case syntax.TokIdent, syntax.TokInt, syntax.TokFloat, syntax.TokRParen, syntax.TokRBracket,
		syntax.TokTemplateEnd, syntax.TokTrue, syntax.TokFalse:
		return true
	}
	return false
}

// startsOperand reports whether an operand can start with the token.
func startsOperand(k syntax.TokenKind) bool {
	switch k {
	case syntax.TokLParen, syntax.TokMinus, syntax.TokMinusMinus, syntax.TokBang, syntax.TokTilde, syntax.TokStar,
		syntax.TokAnd, syntax.TokAndAnd, syntax.TokReserved, syntax.TokPath:
		return true
	}
	return k != syntax.TokRParen && k != syntax.TokRBracket && k != syntax.TokTemplateEnd && endsOperand(k)
}

// statements sets the rules between statements, members and declarations.
func (p *plan) statements() {
	inStruct := false  // the braces around are those of a struct
	sawStruct := false // this declaration is one
	start := true      // the next token starts a statement
	for i := 0; i < len(p.items); i++ {
		x := &p.items[i]
		if start && x.kind != syntax.TokElse {
			if x.kind == syntax.TokSemicolon {
				x.flags |= dropped | head | boundary
				continue
			}
			if x.kind != syntax.TokEOF || i > 0 {
				x.rule = broken
			}
			x.flags |= head | boundary
			sawStruct = x.kind == syntax.TokStruct
			i = p.attributes(i, inStruct)
			x = &p.items[i]
			start = false
		}
		switch x.kind {
		case syntax.TokLParen, syntax.TokLBracket, syntax.TokTemplateStart:
			// Semicolons and commas in there are none of a statement's.
			if i > 0 && isCallee(p.items, i) {
				x.rule = joined
			}
			for end := int(x.close); i < end; {
				i++
				p.inside(i)
			}
		case syntax.TokLBrace:
			if !p.has(i, boundary) {
				x.rule = joined
			}
			inStruct = sawStruct
			sawStruct = false
			start = true
			if end := p.emptyBraces(i); end > 0 {
				for i++; i < end; i++ {
					p.items[i].flags |= dropped | emptyEnd
				}
				p.items[i].rule = joined
				p.items[i].flags |= head | emptyEnd
				inStruct = false
			}
		case syntax.TokRBrace:
			x.rule = broken
			x.flags |= closer | boundary | head
			start = true
			p.lastMember(i, inStruct)
			inStruct = false
		case syntax.TokSemicolon:
			x.rule = joined
			start = true
		case syntax.TokComma:
			x.rule = joined
			start = inStruct
		case syntax.TokElse:
			x.rule = joined
			x.flags |= head
			start = false
		default:
			p.inside(i)
		}
	}
}

// inside sets the rule of a token within a statement.
func (p *plan) inside(i int) {
	x := &p.items[i]
	if x.rule != asWritten {
		return
	}
	switch x.kind {
	case syntax.TokComma, syntax.TokSemicolon, syntax.TokColon, syntax.TokTemplateStart,
		syntax.TokPlusPlus, syntax.TokMinusMinus:
		if x.flags&unary == 0 {
			x.rule = joined
			return
		}
	case syntax.TokLParen, syntax.TokLBracket:
		if isCallee(p.items, i) {
			x.rule = joined
			return
		}
	}
	if i == 0 {
		return
	}
	switch before := p.items[i-1]; {
	case before.flags&unary != 0, before.kind == syntax.TokAt, before.kind == syntax.TokPeriod:
		x.rule = joined
	case before.kind.IsKeyword() && before.kind != syntax.TokTrue && before.kind != syntax.TokFalse:
		x.rule = joined
	}
}

// isCallee reports whether the bracket at i follows a called or indexed expression.
func isCallee(items []item, i int) bool {
	before := items[i-1]
	return endsOperand(before.kind) || before.flags&attrName != 0 || before.kind == syntax.TokDiagnostic
}

// attributes sets the rules within the attributes that start at i and returns
// the index of the token after them.
func (p *plan) attributes(i int, member bool) int {
	first := i
	for p.items[i].kind == syntax.TokAt {
		if i > first {
			p.items[i].flags |= head
		}
		i = p.attribute(i)
	}
	if i == first {
		return i
	}
	x := &p.items[i]
	x.flags |= head
	switch {
	case x.kind == syntax.TokFn:
		x.rule = broken
	case member:
		x.rule = joined
	}
	if x.kind == syntax.TokFn || member {
		for j := first + 1; j < i; j++ {
			if p.items[j].kind == syntax.TokAt {
				p.items[j].rule = joined
			}
		}
	}
	return i
}

// attribute sets the rules within the attribute at i and returns the index of
// the token after it.
func (p *plan) attribute(i int) int {
	i++
	p.items[i].rule = joined
	i++
	if p.items[i].kind != syntax.TokLParen {
		return i
	}
	p.items[i].rule = joined
	for end := int(p.items[i].close); i < end; {
		i++
		p.inside(i)
	}
	return i + 1
}

// emptyBraces returns the index of the partner of the brace at i if between
// them stand only empty statements, and comments on the same line; else 0.
func (p *plan) emptyBraces(i int) int {
	end := i + 1
	for p.items[end].kind == syntax.TokSemicolon {
		end++
	}
	if p.items[end].kind != syntax.TokRBrace {
		return 0
	}
	between := p.tree.Source()[p.tree.Token(i).End:p.tree.Token(end).Start]
	if countBreaks(between) > 0 && p.hasComment(i, end) {
		return 0
	}
	return end
}

// lastMember sees that the last member before the brace at i has its comma.
func (p *plan) lastMember(i int, inStruct bool) {
	if inStruct && i > 0 && p.items[i-1].kind != syntax.TokComma && p.items[i-1].kind != syntax.TokLBrace {
		p.items[i-1].flags |= comma
	}
}

// lists sets the rules of brackets: whether their first and last tokens stand
// on lines of their own.
func (p *plan) lists() {
	for i := range p.items {
		x := &p.items[i]
		if x.close == 0 {
			continue
		}
		end := int(x.close)
		last := &p.items[end]
		if x.kind == syntax.TokLParen && i >= 2 && p.items[i-2].kind == syntax.TokFn && p.items[i-1].flags&attrName == 0 {
			p.parameters(i, end)
			continue
		}
		if p.items[i+1].breaks > 0 && (end > i+1 || p.hasComment(i, end)) {
			x.flags |= listOpen
			p.items[i+1].rule = broken
			last.rule = broken
			last.flags |= closer
			continue
		}
		p.items[i+1].rule = joined
		last.rule = joined
		if before := &p.items[end-1]; before.kind == syntax.TokComma && x.kind != syntax.TokLBracket && !p.hasTallComment(end-1, end) {
			before.flags |= dropped
		}
	}
}

// parameters lays out the parameter list of a function from its ( to its ).
func (p *plan) parameters(open, end int) {
	x, last := &p.items[open], &p.items[end]
	empty := end == open+1 && !p.hasTallComment(open, end)
	tall := !empty && (p.items[open+1].breaks > 0 || p.hasTallComment(open, end) || p.headWidth(open, end) > MaxWidth)
	depth := 0
	for i := open + 1; i < end; i++ {
		y := &p.items[i]
		if depth == 0 {
			y.rule = joined
			if tall && (i == open+1 || p.items[i-1].kind == syntax.TokComma) {
				y.rule = broken
			}
		}
		switch y.kind {
		case syntax.TokLParen, syntax.TokTemplateStart, syntax.TokLBracket:
			depth++
		case syntax.TokRParen, syntax.TokTemplateEnd, syntax.TokRBracket:
			depth--
		}
	}
	last.rule = joined
	before := &p.items[end-1]
	switch {
	case tall:
		x.flags |= listOpen | separated
		last.rule = broken
		last.flags |= closer
		if end > open+1 && before.kind != syntax.TokComma {
			before.flags |= comma
		}
	case before.kind == syntax.TokComma:
		before.flags |= dropped
	}
}

// headWidth is the number of columns of a function's head on one line, from fn
// to its brace.
func (p *plan) headWidth(open, end int) int {
	width := 0
	src := p.tree.Source()
	stop := end
	for p.items[stop].kind != syntax.TokLBrace && stop+1 < len(p.items) {
		stop++
	}
	for i := open - 2; i <= stop; i++ {
		if i == end-1 && p.items[i].kind == syntax.TokComma {
			continue
		}
		tok := p.tree.Token(i)
		width += utf8.RuneCountInString(src[tok.Start:tok.End])
		if i > open-2 && spaced(p.items, i-1, i) {
			width++
		}
		if width > MaxWidth {
			return width
		}
	}
	for _, c := range p.commentsIn(p.tree.Token(open-2).Start, p.tree.Token(end).Start) {
		width += 1 + utf8.RuneCountInString(p.tree.CommentText(c))
	}
	return width
}

// commentsIn lists the comments between two offsets.
func (p *plan) commentsIn(start, end uint32) []syntax.Comment {
	all := p.tree.Comments()
	first := searchComment(all, start)
	last := first
	for last < len(all) && all[last].Start < end {
		last++
	}
	return all[first:last]
}

// hasComment reports whether a comment stands between two tokens.
func (p *plan) hasComment(i, j int) bool {
	return len(p.commentsIn(p.tree.Token(i).End, p.tree.Token(j).Start)) > 0
}

// hasTallComment reports whether a // comment, or one of several lines, stands
// between two tokens.
func (p *plan) hasTallComment(i, j int) bool {
	for _, c := range p.commentsIn(p.tree.Token(i).End, p.tree.Token(j).Start) {
		if text := p.tree.CommentText(c); isLineComment(text) || countBreaks(text) > 0 {
			return true
		}
	}
	return false
}
