package main

// Applying the fixes that findings suggest: check --fix.

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"refract"
	"refract/diag"
	"refract/internal/front/wgsl/format"
)

// maxFixRounds bounds how often a source is fixed: one fix may bring the next to light.
const maxFixRounds = 20

// fix applies the fixes suggested for a file, as long as no round makes more errors than
// there were, and writes the file if anything has changed. It returns how many fixes were
// applied.
func (k *check) fix(in *checkItem) (int, error) {
	src, err := readInput(k.streams, in.name)
	if err != nil || in.problems != nil {
		return 0, nil // which is reported when the file is checked
	}
	text, applied := string(src), 0
	found := k.found(in, text)
	for range maxFixRounds {
		fixed, codes := applyFixes(in.name, text, found)
		n := len(codes)
		if n == 0 {
			break
		}
		after := k.found(in, fixed)
		// Mistakes of the syntax hide others: fewer of them are progress, whatever comes to
		// light then. Else an equal number of errors is progress if the fixed ones are
		// gone.
		syntax := syntaxErrors(in, fixed) - syntaxErrors(in, text)
		if more := errorsIn(after) - errorsIn(found); syntax > 0 || syntax == 0 && (more > 0 || more == 0 && withCodes(after, codes) >= withCodes(found, codes)) {
			break
		}
		text, found = fixed, after
		applied += n
	}
	if applied == 0 {
		return 0, nil
	}
	return applied, writeFile(in.name, []byte(text))
}

func errorsIn(d *diag.Diagnostics) int {
	if d == nil {
		return 0
	}
	return d.Count(diag.Error) + d.Dropped
}

// syntaxErrors is the number of mistakes for which a text of WGSL has no tree, which hide all
// others.
func syntaxErrors(in *checkItem, text string) int {
	if in.language != refract.WGSL {
		return 0
	}
	if in.shader != nil {
		then, ok := in.after(text)
		if !ok {
			return 0
		}
		text = then.shader.Text
	}
	var f format.Formatter
	_, err := f.Source(in.name, text)
	var found *diag.Diagnostics
	if errors.As(err, &found) {
		return errorsIn(found)
	}
	return 0
}

// found checks a text.
func (k *check) found(in *checkItem, text string) *diag.Diagnostics {
	j := job{name: displayName(in.name)}
	if in.shader == nil {
		j.fail(in.check(&j, []byte(text)))
	} else if then, ok := in.after(text); ok {
		then.checkShader(&j)
	}
	if j.err != nil && !errors.Is(j.err, errReported) {
		return nil
	}
	found, _ := k.report.warnings.apply(j.found)
	return found
}

// withCodes is the number of findings with one of the codes.
func withCodes(d *diag.Diagnostics, codes []diag.Code) (n int) {
	if d == nil {
		return 0
	}
	for _, item := range d.Items {
		if slices.Contains(codes, item.Code) {
			n++
		}
	}
	return n
}

// A fixEdit is an edit of a text, of the fix of a finding.
type fixEdit struct {
	start, end int
	with       string
	finding    int
}

// fixEdits are the edits that the fixes of findings make in the text itself, in order.
func fixEdits(name string, found *diag.Diagnostics) (edits []fixEdit) {
	for i, d := range found.Items {
		if d.Fix == nil {
			continue
		}
		before := len(edits)
		for _, e := range d.Fix.Edits() {
			start, end, ok := found.Sources.Range(e.Span)
			if !ok || start.File != displayName(name) || found.Sources.Visible(e.Span) != e.Span { // in a macro, or elsewhere
				edits = edits[:before]
				break
			}
			edits = append(edits, fixEdit{start.Offset, end.Offset, e.Replacement, i})
		}
	}
	slices.SortStableFunc(edits, func(a, b fixEdit) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	return edits
}

// apart removes fixes that overlap others: of two fixes the later finding's, with all its edits.
func apart(edits []fixEdit) []fixEdit {
	for {
		dropped := -1
		for i := 1; i < len(edits) && dropped < 0; i++ {
			a, b := edits[i-1], edits[i]
			if a.finding != b.finding && (b.start < a.end || b.start == a.start) {
				dropped = max(a.finding, b.finding)
			}
		}
		if dropped < 0 {
			return edits
		}
		edits = slices.DeleteFunc(edits, func(e fixEdit) bool { return e.finding == dropped })
	}
}

// applyFixes applies the suggestions about the text itself that don't overlap, and returns
// the code of each that it applied.
func applyFixes(name, text string, found *diag.Diagnostics) (string, []diag.Code) {
	if found == nil || found.Sources == nil {
		return text, nil
	}
	var b strings.Builder
	at := 0
	applied := map[int]bool{}
	var codes []diag.Code
	for _, e := range apart(fixEdits(name, found)) {
		if e.start < at || e.end > len(text) { // of one fix, which has an edit twice
			continue
		}
		b.WriteString(text[at:e.start])
		b.WriteString(e.with)
		at = e.end
		if !applied[e.finding] {
			applied[e.finding] = true
			codes = append(codes, found.Items[e.finding].Code)
		}
	}
	b.WriteString(text[at:])
	return b.String(), codes
}

// fixAll fixes files, each once, and reports the number of fixes of each.
func (k *check) fixAll(items []checkItem) error {
	fixed := map[string]bool{}
	total := 0 // of a file
	for i := range items {
		in := &items[i]
		if in.name == stdName {
			return usagef("standard input can't be written back; leave out --fix")
		}
		if in.language.Binary() || fixed[in.name+"\x00"+in.key] {
			continue
		}
		fixed[in.name+"\x00"+in.key] = true
		n, err := k.fix(in)
		if err != nil {
			return err
		}
		if n > 0 && in.shader != nil { // those behind it in the program have other places now
			if err := k.renew(items[i:]); err != nil {
				return err
			}
		}
		if total += n; i+1 < len(items) && items[i+1].name == in.name {
			continue // another shader of the program
		}
		if total == 1 {
			fmt.Fprintf(k.out, "%s: 1 fix applied\n", in.name)
		} else if total > 1 {
			fmt.Fprintf(k.out, "%s: %d fixes applied\n", in.name, total)
		}
		total = 0
	}
	return nil
}

// renew reads the first item's program again, for its shaders.
func (k *check) renew(items []checkItem) error {
	src, err := readInput(k.streams, items[0].name)
	if err != nil {
		return err
	}
	text := string(src)
	p := readProgram(items[0].name, text, items[0].rule)
	for i := range items {
		in := &items[i]
		if in.name != items[0].name || in.shader == nil {
			continue
		}
		if s := findShader(&p, in.key); s != nil {
			in.program, in.shader = text, s
		}
	}
	return nil
}
