package diag

// A suggested edit as text: the lines it touches before and after.

import (
	"fmt"
	"strings"
)

// maxFixLines bounds the lines shown on each side.
const maxFixLines = 8

// fix writes the suggestion of a finding.
func (p *human) fix(f *Fix) {
	p.styled(cyan, "help")
	p.styled(bold, ": "+printable(f.Message))
	p.out.WriteByte('\n')
	at, notes := p.set.Sources.resolve(f.Span)
	if at.file == nil || len(notes) > 0 && p.inMacro(f.Span) {
		return
	}
	first, last := at.file.line(at.start), at.file.line(at.end)
	start, _ := at.file.lineBounds(first)
	_, end := at.file.lineBounds(last)
	start, end = min(start, at.start), max(end, at.end)
	if end-start > maxWindowBytes {
		return // the message alone: such lines don't read well
	}
	before := strings.Split(at.file.text[start:end], "\n")
	after := strings.Split(at.file.text[start:at.start]+f.Replacement+at.file.text[at.end:end], "\n")
	// Unchanged lines are left out if whole lines come or go.
	for len(before) > 0 && len(after) > 0 && before[len(before)-1] == after[len(after)-1] {
		before, after = before[:len(before)-1], after[:len(after)-1]
	}
	for len(before) > 0 && len(after) > 0 && before[0] == after[0] {
		before, after = before[1:], after[1:]
		first++
	}
	p.styled(gutter, p.pad()+" |")
	p.out.WriteByte('\n')
	focus := 0 // a long line is shown around what changes
	if len(before) > 0 && len(after) > 0 {
		for focus < min(len(before[0]), len(after[0])) && before[0][focus] == after[0][focus] {
			focus++
		}
	}
	p.fixLines(first, before, focus, "-", removed)
	if len(after) > 1 || len(after) == 1 && after[0] != "" {
		p.fixLines(first, after, focus, "+", green)
	}
}

// inMacro reports whether the text of a span stands in no file.
func (p *human) inMacro(s Span) bool {
	e, _ := p.set.Sources.expansionAt(s.Start)
	return e != nil && !e.include
}

// fixLines writes lines with their numbers and a sign; a long first line is cut to the part
// around an offset.
func (p *human) fixLines(first int, lines []string, focus int, sign string, s style) {
	for i, line := range lines {
		if i == maxFixLines {
			p.styled(gutter, "...")
			p.out.WriteByte('\n')
			return
		}
		line = strings.TrimSuffix(line, "\r")
		if i > 0 {
			focus = 0
		}
		view := layOut(line, 0, len(line), focus, p.width)
		for i := range view.cells {
			view.cells[i].style = s
		}
		p.styled(gutter, fmt.Sprintf("%*d ", p.digits+1, first+i+1))
		p.styled(s, sign)
		if len(view.cells) > 0 {
			p.out.WriteByte(' ')
		}
		p.row(view.cells)
	}
}
