// Package reduce shrinks sources that make something fail to the few lines that
// matter: WGSL along its syntax, other text by lines and words.
//
// Source makes edits along the syntax tree and keeps edits after which the source still
// fails: it leaves out declarations, statements, cases, members and parameters, puts the
// parts of statements and expressions in the place of the whole, and literals in the place
// of expressions. An edited source need not be valid: the condition decides, so a condition
// that needs a valid shader tests that first.
package reduce

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"refract/diag"
	"refract/internal/front/wgsl/syntax"
)

// Source shrinks a source for which fails holds, as far as it gets in the time.
// The result is one for which fails held, at best one that no single edit makes
// smaller.
func Source(src string, fails func(string) bool, limit time.Duration) string {
	r := reducer{fails: fails, end: time.Now().Add(limit), tried: map[string]bool{src: true}}
	for {
		before := len(src)
		for _, find := range []func(*finder){(*finder).lists, (*finder).statements, (*finder).expressions, (*finder).signatures} {
			src = r.pass(src, find)
		}
		if len(src) == before || r.late() {
			return tidy(src)
		}
	}
}

// edit puts text in the place of a part of the source.
type edit struct {
	start, end uint32
	text       string
}

// attempt is edits that are made together, in ascending order.
type attempt []edit

// saved is how much shorter an attempt makes the source.
func (a attempt) saved() (n int) {
	for _, e := range a {
		n += int(e.end-e.start) - len(e.text)
	}
	return n
}

type reducer struct {
	fails func(string) bool
	end   time.Time
	tried map[string]bool
}

func (r *reducer) late() bool { return time.Now().After(r.end) }

// pass makes all edits of one kind that may be made.
func (r *reducer) pass(src string, find func(*finder)) string {
	attempts := found(src, find)
	for i := 0; i < len(attempts) && !r.late(); {
		smaller := apply(src, attempts[i])
		if r.tried[smaller] || len(smaller) >= len(src) {
			i++
			continue
		}
		r.tried[smaller] = true
		if !r.fails(smaller) {
			i++
			continue
		}
		// Go on from the pass's present place, in the smaller source.
		src = smaller
		attempts = found(src, find)
	}
	return src
}

// apply makes the edits.
func apply(src string, a attempt) string {
	var b strings.Builder
	at := uint32(0)
	for _, e := range a {
		if e.start < at {
			continue // inside one that was made
		}
		b.WriteString(src[at:e.start])
		b.WriteString(e.text)
		at = e.end
	}
	b.WriteString(src[at:])
	return b.String()
}

// found lists attempts, the most saving first.
func found(src string, find func(*finder)) []attempt {
	var list diag.List
	f := finder{src: src, t: syntax.NewParser(nil).Parse(src, 0, syntax.Options{}, &list)}
	if list.HasErrors() {
		return nil
	}
	find(&f)
	slices.SortStableFunc(f.attempts, func(a, b attempt) int { return cmp.Compare(b.saved(), a.saved()) })
	return f.attempts
}

// tidy drops blank lines.
func tidy(src string) string {
	var lines []string
	for line := range strings.Lines(src) {
		if line = strings.TrimRight(line, " \t\n"); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}
