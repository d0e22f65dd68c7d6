package format

import (
	"bytes"
	"strings"

	"refract/internal/front/wgsl/syntax"
)

// This file puts tokens and comments out by a plan.

// A printer holds the output and the place in the structure.
type printer struct {
	tree     *syntax.Tree
	plan     *plan
	out      []byte
	comments []syntax.Comment // not yet put out
	depth    int              // of braces
	line     int              // indentation of the line under way, in columns
	lists    []list           // open brackets
	last     int              // the token put out last, -1 at first
	at       uint32           // the end in the source of what was put out last
	gap      uint8            // line breaks of what was dropped since
	lineEnds bool             // a // comment was put out last
	afterC   bool             // a comment was put out last
	started  bool             // something was put out
	trailing []trailing       // comments to be aligned
	lineNo   int              // the number of the line under way
}

// A trailing is a // comment behind other text on its line.
type trailing struct {
	at     int // where in the output its space stands
	line   int // its line
	indent int // of the line
}

// A list is an open bracket.
type list struct {
	indent    int  // of the line on which it opened
	tall      bool // there is a line break after it
	separated bool // its items are separated by commas
}

// run formats and returns the output.
func (p *printer) run(t *syntax.Tree, pl *plan) []byte {
	*p = printer{tree: t, plan: pl, out: p.out[:0], lists: p.lists[:0], trailing: p.trailing[:0], comments: t.Comments(), last: -1}
	for i := range pl.items {
		if pl.has(i, dropped) {
			p.drop(i)
			continue
		}
		p.before(i)
		p.token(i)
	}
	if p.started {
		p.out = append(bytes.TrimRight(p.out, " \n"), '\n')
	}
	p.align()
	return p.out
}

// drop leaves a token out; comments before it come before the next one.
func (p *printer) drop(i int) {
	tok := p.tree.Token(i)
	for len(p.comments) > 0 && p.comments[0].Start < tok.Start {
		p.comment(i, p.gapTo(p.comments[0].Start), p.plan.items[i+1].rule)
	}
	p.gap = max(p.gap, p.gapTo(tok.Start))
	p.at = tok.End
}

// gapTo counts the line breaks between the last output and an offset.
func (p *printer) gapTo(start uint32) uint8 {
	n := max(p.gap, countBreaks(p.tree.Source()[p.at:start]))
	p.gap = 0
	return n
}

// before puts out the comments before token i, and the blankspace.
func (p *printer) before(i int) {
	x := &p.plan.items[i]
	tok := p.tree.Token(i)
	n := 0
	for n < len(p.comments) && p.comments[n].Start < tok.Start {
		n++
	}
	ends := x.flags&closer != 0 || x.kind == syntax.TokEOF
	if n > 0 {
		// A demanded break lies at the first one among the comments; without any, the
		// comments go with the token after it, unless that closes.
		demanded := x.rule == broken && !ends
		if demanded {
			demanded = p.breakless(n, tok.Start)
		}
		for k := range n {
			gap := p.gapTo(p.comments[0].Start)
			if demanded && k == 0 && p.started {
				gap = max(gap, 1)
			}
			p.comment(i, gap, x.rule)
		}
	}
	gap := p.gapTo(tok.Start)
	switch {
	case x.kind == syntax.TokEOF:
		return
	case !p.started:
		p.newline(i, 0)
	case p.lineEnds:
		p.newline(i, max(gap, 1))
	case x.rule == broken && (n == 0 || ends):
		p.newline(i, max(gap, 1))
	case x.rule != joined && gap > 0:
		p.newline(i, gap)
	case n > 0:
		if spacedAfterComment(x.kind) {
			p.out = append(p.out, ' ')
		}
	case p.last >= 0 && spaced(p.plan.items, p.last, i):
		p.out = append(p.out, ' ')
	}
}

// isClosing reports whether a token closes a bracket.
func isClosing(k syntax.TokenKind) bool {
	return k == syntax.TokRParen || k == syntax.TokTemplateEnd || k == syntax.TokRBracket
}

// breakless reports whether there is no line break before, among and after the
// next n comments up to an offset.
func (p *printer) breakless(n int, end uint32) bool {
	if p.gap > 0 || p.lineEnds {
		return false
	}
	at := p.at
	src := p.tree.Source()
	for _, c := range p.comments[:n] {
		if countBreaks(src[at:c.Start]) > 0 || isLineComment(p.tree.CommentText(c)) {
			return false
		}
		at = c.End
	}
	return countBreaks(src[at:end]) == 0
}

// comment puts out the next comment, which stands before token i.
func (p *printer) comment(i int, gap uint8, r rule) {
	c := p.comments[0]
	p.comments = p.comments[1:]
	text := p.tree.CommentText(c)
	line := isLineComment(text)
	if r == joined && !line {
		gap = 0
	}
	if p.plan.has(i, emptyEnd) {
		gap = 0
	}
	switch {
	case !p.started:
		p.newline(i, 0)
	case p.lineEnds:
		p.commentLine(i, max(gap, 1))
	case gap > 0:
		p.commentLine(i, gap)
	case p.afterC || p.last < 0 || commentSpaced(&p.plan.items[p.last]) || p.plan.has(p.last, comma):
		if line {
			p.trailing = append(p.trailing, trailing{len(p.out), p.lineNo, p.line})
		}
		p.out = append(p.out, ' ')
	}
	if line {
		p.out = append(p.out, strings.TrimRight(text, " \t")...)
	} else {
		p.block(c, text)
	}
	p.at, p.lineEnds, p.afterC, p.started = c.End, line, true, true
}

// commentLine starts a line for a comment before token i.
func (p *printer) commentLine(i int, gap uint8) {
	p.startLine(gap > 1 && p.mayBlank(i) && !p.opens(), p.indentation(i, true))
}

// newline starts a line for token i, with a blank one before it if the source has one and
// it may be.
func (p *printer) newline(i int, gap uint8) {
	blank := gap > 1 && p.mayBlank(i) && !p.opens() && p.plan.items[i].flags&closer == 0
	p.startLine(blank, p.indentation(i, false))
}

// opens reports whether the last output is an opening token.
func (p *printer) opens() bool {
	if p.last < 0 || p.afterC {
		return false
	}
	switch p.plan.items[p.last].kind {
	case syntax.TokLBrace, syntax.TokLParen, syntax.TokLBracket, syntax.TokTemplateStart:
		return true
	}
	return false
}

// mayBlank reports whether a blank line may stand before token i.
func (p *printer) mayBlank(i int) bool {
	if p.plan.has(i, boundary) || p.plan.items[i].kind == syntax.TokEOF {
		return true
	}
	return len(p.lists) > 0 && p.lists[len(p.lists)-1].tall && p.last >= 0 && p.plan.items[p.last].kind == syntax.TokComma
}

// startLine starts a line.
func (p *printer) startLine(blank bool, indent int) {
	if p.started {
		p.out = append(p.out, '\n')
		p.lineNo++
		if blank {
			p.out = append(p.out, '\n')
			p.lineNo++
		}
	}
	for range indent {
		p.out = append(p.out, ' ')
	}
	p.line = indent
}

// indentation is that of a line which starts with token i, or with a comment
// before it.
func (p *printer) indentation(i int, comment bool) int {
	x := &p.plan.items[i]
	statement := p.depth * indentWidth
	if len(p.lists) > 0 {
		l := p.lists[len(p.lists)-1]
		closes := isClosing(x.kind)
		switch {
		case closes && !comment:
			return l.indent
		case !l.tall:
			return l.indent + indentWidth
		case !l.separated || closes || p.last >= 0 && (p.opensList() || p.plan.items[p.last].kind == syntax.TokComma || p.plan.has(p.last, comma)):
			return l.indent + indentWidth
		default:
			return l.indent + 2*indentWidth
		}
	}
	switch {
	case x.kind == syntax.TokRBrace && comment:
		return statement
	case x.kind == syntax.TokRBrace:
		return statement - indentWidth
	case x.flags&head != 0, x.kind == syntax.TokEOF, x.kind == syntax.TokLBrace:
		return statement
	}
	return statement + indentWidth
}

// opensList reports whether the token put out last opens a bracket.
func (p *printer) opensList() bool {
	switch p.plan.items[p.last].kind {
	case syntax.TokLParen, syntax.TokLBracket, syntax.TokTemplateStart:
		return true
	}
	return false
}

// token puts out token i.
func (p *printer) token(i int) {
	x := &p.plan.items[i]
	tok := p.tree.Token(i)
	switch x.kind {
	case syntax.TokEOF:
		return
	case syntax.TokRBrace:
		p.depth--
	case syntax.TokLBrace:
		p.depth++
	case syntax.TokLParen, syntax.TokLBracket, syntax.TokTemplateStart:
		p.lists = append(p.lists, list{p.line, x.flags&listOpen != 0, x.flags&separated != 0})
	case syntax.TokRParen, syntax.TokRBracket, syntax.TokTemplateEnd:
		p.lists = p.lists[:max(0, len(p.lists)-1)]
	}
	p.out = append(p.out, p.tree.Source()[tok.Start:tok.End]...)
	if x.flags&comma != 0 {
		p.out = append(p.out, ',')
	}
	p.last, p.at, p.lineEnds, p.afterC, p.started = i, tok.End, false, false, true
}

// block puts out a block comment. Its further lines move with its first.
func (p *printer) block(c syntax.Comment, text string) {
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
	shift := 0
	if len(lines) > 1 && atLineStart(p.out) {
		before := p.tree.Source()[:c.Start]
		blank := before[len(strings.TrimRight(before, " \t")):]
		if rest := before[:len(before)-len(blank)]; rest == "" || rest[len(rest)-1] == '\n' {
			shift = p.line - columns(blank)
		}
	}
	for i, line := range lines {
		if i > 0 {
			p.out = append(p.out, '\n')
			p.lineNo++
			rest := strings.TrimLeft(line, " \t")
			if shift != 0 && rest != "" {
				for range max(0, columns(line[:len(line)-len(rest)])+shift) {
					p.out = append(p.out, ' ')
				}
				line = rest
			}
			if i < len(lines)-1 {
				line = strings.TrimRight(line, " \t")
			}
		} else if len(lines) > 1 {
			line = strings.TrimRight(line, " \t")
		}
		p.out = append(p.out, line...)
	}
}

// atLineStart reports whether the line under way is blank so far.
func atLineStart(out []byte) bool {
	line := bytes.TrimRight(out, " ")
	return len(line) == 0 || line[len(line)-1] == '\n'
}

// columns is the width of blankspace.
func columns(s string) int {
	n := 0
	for i := range len(s) {
		n++
		if s[i] == '\t' {
			n = (n + indentWidth - 1) / indentWidth * indentWidth
		}
	}
	return n
}
