package wgsl

// This file makes writers of some of a large module's functions: see clike.Part.

import (
	"refract/internal/back/clike"
	"refract/internal/back/text"
)

// newPart makes a writer for functions of the module of w.
func (w *Writer) newPart(was clike.Part) (clike.Part, *clike.Writer) {
	p, ok := was.(*Writer)
	if !ok {
		p = new(Writer)
		p.language()
	}
	if w.isShortest() {
		w.Calls.FindAll()
	}
	p.of, p.opts, p.need, p.dropped = w, w.opts, 0, p.dropped[:0]
	p.L.Operand = nil
	if p.opts.Terse {
		p.L.Operand = p.operand
	}
	p.Globals, p.entries, p.long, p.skipped, p.left = w.Globals, w.entries, w.long, w.skipped, w.left
	p.fromBits, p.runtime, p.splatZeros = [2]text.Name{}, false, false
	return p, &p.printer
}

// IsApart reports whether the text doesn't depend on that of other functions: helpers are
// named by the first function that needs them, and dropped features are reported in order.
func (w *Writer) IsApart() bool { return w.fromBits == [2]text.Name{} && len(w.dropped) == 0 }

// Join passes the extensions to the writer of the module.
func (w *Writer) Join() {
	w.of.need |= w.need
	w.of = nil
}
