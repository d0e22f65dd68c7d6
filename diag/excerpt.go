package diag

// Annotated source lines. Every annotation within a line is underlined in one
// row; its label follows the underline when nothing stands to the right, and
// hangs below otherwise. A span over several lines gets a lane at the left,
// drawn from its first line to its last:
//
//	 1 |   fn f() {
//	   |  ________^
//	 2 | |     let x = 1;
//	 3 | | }
//	   | |_^ this body

import (
	"fmt"
	"slices"
	"strings"
)

// An annotation is a span within one file with its label.
type annotation struct {
	start, end  int // bytes; end > start unless the span is empty
	first, last int // lines from 0
	label       string
	style       style
	primary     bool
	lane        int // for several lines: lane from 0, else -1
}

func newAnnotation(at place, label string, s style, primary bool) annotation {
	a := annotation{start: at.start, end: at.end, label: label, style: s, primary: primary, lane: -1}
	a.first = at.file.line(at.start)
	a.last = at.file.line(max(at.start, at.end-1))
	return a
}

// caret is the character that underlines the annotation.
func (a *annotation) caret() string {
	if a.primary {
		return "^"
	}
	return "-"
}

// An excerpt is the drawing of the annotations of one file.
type excerpt struct {
	*human
	file  *source
	marks []annotation
	lanes []*annotation // what occupies each lane at the line being drawn
}

// maxLanes bounds the spans of several lines drawn side by side. Further ones are
// underlined on their first line only.
const maxLanes = 4

// assignLanes gives each span of several lines the first lane that is free
// over all of its lines.
func (e *excerpt) assignLanes() {
	var order []*annotation
	for i := range e.marks {
		if e.marks[i].first != e.marks[i].last {
			order = append(order, &e.marks[i])
		}
	}
	slices.SortStableFunc(order, func(a, b *annotation) int { return a.first - b.first })
	var free []int // first line at which each lane is free
	for _, a := range order {
		lane := slices.IndexFunc(free, func(line int) bool { return line < a.first })
		if lane < 0 {
			lane = len(free)
			free = append(free, 0)
		}
		if lane >= maxLanes {
			_, end := e.file.lineBounds(a.first)
			a.end, a.last = max(a.start, end), a.first
			continue
		}
		a.lane = lane
		free[lane] = a.last
	}
	e.lanes = make([]*annotation, min(len(free), maxLanes))
}

// lines returns the lines to draw, in order.
func (e *excerpt) lines() []int {
	var lines []int
	for _, a := range e.marks {
		lines = append(lines, a.first, a.last)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// margin is the number of cells that the lanes take before the source text.
func (e *excerpt) margin() int {
	if len(e.lanes) == 0 {
		return 0
	}
	return len(e.lanes) + 1
}

// laneRow starts a row with the lanes now occupied; nil when there are none.
func (e *excerpt) laneRow() []cell {
	if len(e.lanes) == 0 {
		return nil
	}
	row := make([]cell, e.margin())
	for i, a := range e.lanes {
		if a != nil {
			row[i] = cell{"|", a.style, true}
		}
	}
	return row
}

// sourceLine draws a line of source.
func (e *excerpt) sourceLine(line int) {
	view := e.view(line)
	e.styled(gutter, fmt.Sprintf("%*d |", e.digits+1, line+1))
	row := append(e.laneRow(), view.cells...)
	if slices.ContainsFunc(row, func(c cell) bool { return c.set }) {
		e.out.WriteByte(' ')
	}
	e.row(row)
}

// noteRow writes a row under a line of source.
func (e *excerpt) noteRow(row []cell) {
	e.styled(gutter, e.pad()+" |")
	e.out.WriteByte(' ')
	e.row(row)
}

// A span of columns under a line, with its label.
type underline struct {
	*annotation
	from, to int // columns of the row, margin included; to > from
}

// underlines draws the marks under a line of source.
func (e *excerpt) underlines(line int) {
	view := e.view(line)
	columns := func(start, end int) (int, int) {
		from, to := e.margin()+view.column(start), e.margin()+view.column(end)
		return from, max(to, from+1)
	}
	var marks []underline
	for i := range e.marks {
		if a := &e.marks[i]; a.lane < 0 && a.first == line {
			from, to := columns(a.start, a.end)
			marks = append(marks, underline{a, from, to})
		}
	}
	e.underlineRows(marks)
	for i := range e.marks {
		if a := &e.marks[i]; a.lane >= 0 && a.last == line {
			_, to := columns(a.start, a.end)
			e.noteRow(e.laneEnd(a, max(to-1, e.margin())))
		}
	}
	for i := range e.marks {
		if a := &e.marks[i]; a.lane >= 0 && a.first == line {
			from, _ := columns(a.start, a.start)
			row := e.laneRow()
			row = put(row, a.lane+1, strings.Repeat("_", from-a.lane-1)+a.caret(), a.style)
			e.noteRow(row)
			e.lanes[a.lane] = a
		}
	}
}

// laneEnd closes the lane of a and returns the row that does so.
func (e *excerpt) laneEnd(a *annotation, column int) []cell {
	row := e.laneRow()
	row = put(row, a.lane+1, strings.Repeat("_", column-a.lane-1)+a.caret(), a.style)
	if a.label != "" {
		row = put(row, column+2, a.label, a.style)
	}
	e.lanes[a.lane] = nil
	return row
}

// underlineRows draws the row of underlines and the labels that hang from it.
func (e *excerpt) underlineRows(marks []underline) {
	if len(marks) == 0 {
		return
	}
	row := e.laneRow()
	right := 0
	for pass := range 2 { // the primary span on top
		for _, m := range marks {
			if m.primary == (pass == 1) {
				row = put(row, m.from, strings.Repeat(m.caret(), m.to-m.from), m.style)
			}
		}
	}
	for _, m := range marks {
		right = max(right, m.to)
	}
	slices.SortStableFunc(marks, func(a, b underline) int { return b.from - a.from })
	marks = slices.DeleteFunc(marks, func(m underline) bool { return m.label == "" })
	if len(marks) > 0 && marks[0].to == right {
		row = put(row, right+1, marks[0].label, marks[0].style)
		marks = marks[1:]
	}
	e.noteRow(row)
	if len(marks) == 0 {
		return
	}
	e.noteRow(e.connectors(marks))
	for i, m := range marks {
		e.noteRow(put(e.connectors(marks[i+1:]), m.from, m.label, m.style))
	}
}

// connectors is a row with a bar under the start of each mark.
func (e *excerpt) connectors(marks []underline) []cell {
	row := e.laneRow()
	for i := len(marks) - 1; i >= 0; i-- {
		row = put(row, marks[i].from, "|", marks[i].style)
	}
	return row
}

// view lays out a line, windowed around the annotation that matters most on it.
func (e *excerpt) view(line int) lineView {
	start, end := e.file.lineBounds(line)
	focus := start
	found := false
	for _, a := range e.marks {
		at := -1
		switch line {
		case a.first:
			at = a.start
		case a.last:
			at = max(a.start, a.end-1)
		}
		if at >= 0 && (a.primary || !found) {
			focus, found = at, true
		}
	}
	return layOut(e.file.text, start, end, focus, e.width)
}
