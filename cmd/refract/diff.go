package main

// Unified diffs of two texts, in time linear but for sorting: lines that occur once in each
// are anchors; the longest rising sequence of them is kept, and grown over equal
// neighbours. Lines between them are replaced as a whole. This is not the shortest diff,
// but one that people read well.

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// diffContext is how many equal lines stand around a change.
const diffContext = 3

// A match is a run of equal lines.
type match struct{ a, b, n int }

// unifiedDiff returns a diff from one text to the other, "" if they are equal.
func unifiedDiff(oldName, newName, before, after string) string {
	if before == after {
		return ""
	}
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	a, b = dropEmpty(a), dropEmpty(b)
	out := &strings.Builder{}
	fmt.Fprintf(out, "--- %s\n+++ %s\n", oldName, newName)
	var h hunk
	at := match{}
	for _, m := range matches(a, b) {
		for _, line := range a[at.a:m.a] {
			h.change(out, a, at.a, at.b)
			h.line('-', line)
			at.a++
		}
		for _, line := range b[at.b:m.b] {
			h.change(out, a, at.a, at.b)
			h.line('+', line)
			at.b++
		}
		at = match{a: m.a + m.n, b: m.b + m.n}
		h.equal(a[m.a:at.a])
	}
	h.flush(out)
	return out.String()
}

// dropEmpty drops the empty string that SplitAfter finds behind the last line end.
func dropEmpty(lines []string) []string {
	if n := len(lines); n > 0 && lines[n-1] == "" {
		return lines[:n-1]
	}
	return lines
}

// A hunk is a group of changes with little between them.
type hunk struct {
	open         bool
	a, b, an, bn int // first lines from 0, and how many
	text         strings.Builder
	pending      []string // equal lines that may end it
}

// change makes the hunk ready for a changed line at the given lines.
func (h *hunk) change(out *strings.Builder, a []string, atA, atB int) {
	if h.open && len(h.pending) > 2*diffContext {
		h.flush(out)
	}
	if !h.open {
		n := min(diffContext, atA, atB)
		*h = hunk{open: true, a: atA - n, b: atB - n, pending: a[atA-n : atA]}
	}
	for _, line := range h.pending {
		h.line(' ', line)
	}
	h.pending = nil
}

// line adds a line.
func (h *hunk) line(mark byte, line string) {
	if mark != '+' {
		h.an++
	}
	if mark != '-' {
		h.bn++
	}
	h.text.WriteByte(mark)
	h.text.WriteString(line)
	if !strings.HasSuffix(line, "\n") {
		h.text.WriteString("\n\\ No newline at end of file\n")
	}
}

// equal keeps equal lines until it is known whether a change follows soon.
func (h *hunk) equal(lines []string) {
	if h.open {
		h.pending = lines
	}
}

// flush ends the hunk and writes it.
func (h *hunk) flush(out *strings.Builder) {
	if !h.open {
		return
	}
	for _, line := range h.pending[:min(diffContext, len(h.pending))] {
		h.line(' ', line)
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n%s", lineRange(h.a, h.an), lineRange(h.b, h.bn), h.text.String())
	*h = hunk{}
}

// lineRange is a range of lines as diffs spell it.
func lineRange(start, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", start)
	case 1:
		return fmt.Sprint(start + 1)
	}
	return fmt.Sprintf("%d,%d", start+1, n)
}

// matches lists the runs of equal lines, rising in both texts, the last one at
// their ends.
func matches(a, b []string) []match {
	type count struct{ inA, inB, atA, atB int }
	counts := make(map[string]count, len(a))
	for i, line := range a {
		c := counts[line]
		c.inA, c.atA = c.inA+1, i
		counts[line] = c
	}
	for i, line := range b {
		c := counts[line]
		c.inB, c.atB = c.inB+1, i
		counts[line] = c
	}
	var anchors []match
	for i, line := range a {
		if c := counts[line]; c.inA == 1 && c.inB == 1 {
			anchors = append(anchors, match{a: i, b: c.atB})
		}
	}
	var all []match
	end := match{}
	for _, m := range append(rising(anchors), match{a: len(a), b: len(b)}) {
		if m.a < end.a || m.b < end.b {
			continue // grown over already
		}
		start := m
		for start.a > end.a && start.b > end.b && a[start.a-1] == b[start.b-1] {
			start.a--
			start.b--
		}
		// Equal lines right behind the match before belong to it.
		for end.a < start.a && end.b < start.b && a[end.a] == b[end.b] {
			all = append(all, match{end.a, end.b, 1})
			end.a++
			end.b++
		}
		for m.a < len(a) && m.b < len(b) && a[m.a] == b[m.b] {
			m.a++
			m.b++
		}
		all = append(all, match{start.a, start.b, m.a - start.a})
		end = m
	}
	return join(all)
}

// join makes one run of runs that follow each other in both texts.
func join(all []match) []match {
	var joined []match
	for _, m := range all {
		if k := len(joined) - 1; k >= 0 && joined[k].a+joined[k].n == m.a && joined[k].b+joined[k].n == m.b {
			joined[k].n += m.n
			continue
		}
		joined = append(joined, m)
	}
	return joined
}

// rising returns the longest part of the anchors, which rise in a, that rises
// in b as well.
func rising(anchors []match) []match {
	var tails []int // tails[k]: the anchor with the least b that ends a sequence of k+1
	before := make([]int, len(anchors))
	for i, m := range anchors {
		k := sort.Search(len(tails), func(k int) bool { return anchors[tails[k]].b >= m.b })
		before[i] = -1
		if k > 0 {
			before[i] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, i)
		} else {
			tails[k] = i
		}
	}
	var sequence []match
	if len(tails) > 0 {
		for i := tails[len(tails)-1]; i >= 0; i = before[i] {
			sequence = append(sequence, anchors[i])
		}
	}
	slices.Reverse(sequence)
	return sequence
}
