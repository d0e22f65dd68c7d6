package diag

// One line of source as cells: tabs expanded, characters that would upset a terminal
// replaced, and a long line cut to a window around the mark.

import (
	"slices"
	"unicode/utf8"
)

const (
	tabWidth = 4
	ellipsis = "…"
)

// A lineView is a drawn line and the columns of its bytes.
type lineView struct {
	cells   []cell
	offsets []int // offset in the file of each drawn code point, ascending
	columns []int // its column
	end     int   // column after the last one
}

// column returns the column of a byte offset of the file; outside the window it is the
// nearest column inside.
func (v *lineView) column(offset int) int {
	i, found := slices.BinarySearch(v.offsets, offset)
	switch {
	case found:
		return v.columns[i]
	case i == len(v.offsets):
		return v.end
	case i == 0:
		return 0
	}
	return v.columns[i-1]
}

// layOut draws text[start:end], at most width cells of it, around the offset focus.
func layOut(text string, start, end, focus, width int) lineView {
	lo, hi := start, end
	// A line that is surely short enough is shown whole; the bound in bytes
	// keeps the work on a huge line small.
	if end-start > width && lineWidth(text[start:min(end, start+utf8.UTFMax*width)], width) > width {
		lo, hi = window(text, start, end, min(max(focus, start), end), width-2)
	}
	var v lineView
	if lo > start {
		v.cells = put(v.cells, 0, ellipsis, gutter)
	}
	for at := lo; at < hi; {
		r, n := utf8.DecodeRuneInString(text[at:hi])
		column := len(v.cells)
		v.offsets = append(v.offsets, at)
		v.columns = append(v.columns, column)
		at += n
		switch r {
		case '\t':
			for range cellWidth(r, column) {
				v.cells = append(v.cells, cell{" ", plain, true})
			}
		default:
			v.cells = put(v.cells, column, string(shown(r)), plain)
		}
	}
	v.end = len(v.cells)
	if hi < end {
		v.offsets = append(v.offsets, hi)
		v.columns = append(v.columns, v.end)
		v.cells = put(v.cells, v.end, ellipsis, gutter)
	}
	return v
}

// cellWidth is the number of cells that a code point takes at a column.
func cellWidth(r rune, column int) int {
	if r == '\t' {
		return tabWidth - column%tabWidth
	}
	return runeWidth(shown(r))
}

// lineWidth measures a line, stopping once it is past the limit.
func lineWidth(line string, limit int) int {
	width := 0
	for _, r := range line {
		if width > limit {
			break
		}
		width += cellWidth(r, width)
	}
	return width
}

// maxWindowBytes bounds a window in bytes: combining characters take no cells.
const maxWindowBytes = 4096

// window chooses the part of a line to show: about a third of the width before
// the focus and the rest after it.
func window(text string, start, end, focus, width int) (lo, hi int) {
	lo, hi = focus, focus
	for used := 0; lo > start && focus-lo < maxWindowBytes; {
		r, n := utf8.DecodeLastRuneInString(text[start:lo])
		used += max(cellWidth(r, 0), 0)
		if used > width/3 {
			break
		}
		lo -= n
	}
	for used := lineWidth(text[lo:hi], width); hi < end && hi-focus < maxWindowBytes; {
		r, n := utf8.DecodeRuneInString(text[hi:end])
		used += cellWidth(r, used)
		if used > width {
			break
		}
		hi += n
	}
	return lo, hi
}
