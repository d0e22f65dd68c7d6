package hlsl

// This file makes writers of some of a large module's functions: see clike.Part.

import (
	"refract/internal/back/clike"
)

// newPart makes a writer for functions of the module of w.
func (w *Writer) newPart(was clike.Part) (clike.Part, *clike.Writer) {
	p, ok := was.(*Writer)
	if !ok {
		p = new(Writer)
	}
	w.Calls.FindAll()
	p.opts, p.entry = w.opts, nil
	p.language()
	p.Globals, p.entries, p.isEntry, p.packed, p.roles, p.written, p.rowArrays = w.Globals, w.entries, w.isEntry, w.packed, w.roles, w.written, w.rowArrays
	p.singles = w.singles
	p.registers, p.spaces, p.shared, p.special = w.registers, w.spaces, w.shared, w.special
	p.helpers, p.graphics = w.helpers, w.graphics
	p.stages, p.stageOf, p.shares, p.emitting, p.boxes = w.stages, w.stageOf, w.shares, w.emitting, w.boxes
	return p, &p.printer
}

// IsApart reports that the text doesn't depend on that of other functions: all helpers are
// there before.
func (w *Writer) IsApart() bool { return true }

// Join has nothing to pass to the writer of the module.
func (w *Writer) Join() {}
