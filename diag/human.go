package diag

// The form for people: the message, the source around it with the spans
// underlined, notes, and the suggested edit as lines before and after.
//
//	error: expected a value of type u32, found f32 [type-mismatch]
//	  --> shader.wgsl:3:12
//	   |
//	 2 | fn f() -> u32 {
//	   |           --- the return type
//	 3 |     return 1.5;
//	   |            ^^^ this is f32
//	   = note: numbers convert only while they are abstract
//	help: use an unsigned literal
//	   |
//	 3 -     return 1.5;
//	 3 +     return 1u;

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// HumanOptions choose how WriteHuman draws.
type HumanOptions struct {
	Color bool // use ANSI escapes; whether the output is a terminal that wants them is the caller's to find out
	Width int  // cells of source text shown of one line; 0 means 120
}

// WriteHuman writes every finding with the source around it. Findings are
// separated by an empty line.
func (d *Diagnostics) WriteHuman(w io.Writer, o HumanOptions) error {
	if d == nil {
		return nil
	}
	p := human{set: d, width: max(20, cmp.Or(o.Width, 120)), color: o.Color}
	for i, item := range d.Items {
		if i > 0 {
			p.out.WriteByte('\n')
		}
		p.diagnostic(item)
	}
	if d.Dropped > 0 {
		fmt.Fprintf(&p.out, "\nand %d more\n", d.Dropped)
	}
	_, err := io.WriteString(w, p.out.String())
	return err
}

// A style is a way to draw a cell.
type style uint8

const (
	plain   style = iota
	bold          // messages
	gutter        // line numbers and rules
	red           // errors
	yellow        // warnings
	cyan          // infos and help
	blue          // secondary spans
	green         // added lines
	removed       // removed lines
)

var escapes = [...]string{
	plain:   "\x1b[0m",
	bold:    "\x1b[1m",
	gutter:  "\x1b[34m",
	red:     "\x1b[1;31m",
	yellow:  "\x1b[1;33m",
	cyan:    "\x1b[1;36m",
	blue:    "\x1b[1;34m",
	green:   "\x1b[32m",
	removed: "\x1b[31m",
}

// A human is the state of one rendering.
type human struct {
	set    *Diagnostics
	out    strings.Builder
	width  int
	color  bool
	digits int // width of the line number column of the current finding
}

// styled writes text in a style.
func (p *human) styled(s style, text string) {
	if p.color && s != plain && text != "" {
		p.out.WriteString(escapes[s])
		p.out.WriteString(text)
		p.out.WriteString(escapes[plain])
		return
	}
	p.out.WriteString(text)
}

func severityStyle(s Severity) style {
	switch s {
	case Error:
		return red
	case Warning:
		return yellow
	default:
		return cyan
	}
}

// diagnostic writes one finding.
func (p *human) diagnostic(d *Diagnostic) {
	p.styled(severityStyle(d.Severity), d.Severity.String())
	p.styled(bold, ": "+printable(d.Message))
	if d.Code != "" {
		p.styled(gutter, " ["+printable(string(d.Code))+"]")
	}
	p.out.WriteByte('\n')

	at, notes := p.set.Sources.resolve(d.Span)
	groups := p.group(d, at)
	p.digits = 1
	for _, g := range groups {
		for _, a := range g.marks {
			p.digits = max(p.digits, len(strconv.Itoa(a.last+1)))
		}
	}
	if name := p.set.Sources.first(); len(groups) == 0 && name != "" {
		p.styled(gutter, p.pad()+"--> ")
		p.out.WriteString(printable(name) + "\n")
	}
	for i, g := range groups {
		p.excerpt(g, i == 0)
	}
	for _, n := range slices.Concat(notes, d.Notes) {
		p.styled(gutter, p.pad()+" = ")
		p.styled(bold, "note")
		p.out.WriteString(": " + printable(n) + "\n")
	}
	if d.Fix != nil {
		p.fix(d.Fix)
	}
}

// pad is the empty line number column.
func (p *human) pad() string { return strings.Repeat(" ", p.digits+1) }

// A sourceGroup is the annotations of one finding in one file.
type sourceGroup struct {
	file  *source
	head  int // byte offset that the heading names
	marks []annotation
}

// maxLabels bounds the secondary positions drawn for one finding.
const maxLabels = 32

// group sorts the annotations of a finding by file: that of the primary
// position first, the others in order of appearance.
func (p *human) group(d *Diagnostic, at place) []sourceGroup {
	var groups []sourceGroup
	add := func(at place, label string, style style, primary bool) {
		if at.file == nil {
			return
		}
		i := slices.IndexFunc(groups, func(g sourceGroup) bool { return g.file == at.file })
		if i < 0 {
			i = len(groups)
			groups = append(groups, sourceGroup{file: at.file, head: at.start})
		}
		groups[i].marks = append(groups[i].marks, newAnnotation(at, printable(label), style, primary))
	}
	add(at, d.Primary, severityStyle(d.Severity), true)
	for _, l := range d.Labels[:min(len(d.Labels), maxLabels)] {
		at, _ := p.set.Sources.resolve(l.Span)
		add(at, l.Message, blue, false)
	}
	return groups
}

// excerpt writes the heading and the annotated lines of one file.
func (p *human) excerpt(g sourceGroup, first bool) {
	arrow := "--> "
	if !first {
		arrow = "::: "
	}
	pos := g.file.position(g.head)
	p.styled(gutter, p.pad()[1:]+" "+arrow)
	fmt.Fprintf(&p.out, "%s:%d:%d\n", printable(pos.File), pos.Line, pos.Column)
	p.styled(gutter, p.pad()+" |")
	p.out.WriteByte('\n')

	e := excerpt{human: p, file: g.file, marks: g.marks}
	e.assignLanes()
	previous := -1
	for _, line := range e.lines() {
		switch gap := line - previous - 1; {
		case previous < 0 || gap == 0:
		case gap == 1:
			e.sourceLine(line - 1)
		default:
			p.styled(gutter, "...")
			if lanes := e.laneRow(); lanes != nil {
				p.out.WriteString(strings.Repeat(" ", p.digits+1))
				p.row(lanes)
			} else {
				p.out.WriteByte('\n')
			}
		}
		e.sourceLine(line)
		e.underlines(line)
		previous = line
	}
}

// A cell is one column of a row under construction.
type cell struct {
	text  string // what is drawn; "" for the second half of a wide character
	style style
	set   bool
}

// row writes cells after the gutter, without trailing blanks.
func (p *human) row(cells []cell) {
	for len(cells) > 0 && !cells[len(cells)-1].set {
		cells = cells[:len(cells)-1]
	}
	current := plain
	for _, c := range cells {
		if !c.set {
			c = cell{text: " "}
		}
		if p.color && c.style != current {
			if current != plain {
				p.out.WriteString(escapes[plain])
			}
			if c.style != plain {
				p.out.WriteString(escapes[c.style])
			}
			current = c.style
		}
		p.out.WriteString(c.text)
	}
	if current != plain {
		p.out.WriteString(escapes[plain])
	}
	p.out.WriteByte('\n')
}

// put draws text into a row at a column, growing it as needed.
func put(row []cell, column int, text string, s style) []cell {
	for _, r := range text {
		w := runeWidth(r)
		if w == 0 {
			if column > 0 && column <= len(row) {
				row[column-1].text += string(r)
			}
			continue
		}
		for len(row) < column+w {
			row = append(row, cell{})
		}
		row[column] = cell{string(r), s, true}
		if w == 2 {
			row[column+1] = cell{"", s, true}
		}
		column += w
	}
	return row
}
