package glsl

// This file makes writers of some of a large module's functions: see clike.Part.

import "refract/internal/back/clike"

// newPart makes a writer for functions of the module of w.
func (w *Writer) newPart(was clike.Part) (clike.Part, *clike.Writer) {
	p, ok := was.(*Writer)
	if !ok {
		p = new(Writer)
	}
	w.Calls.FindAll()
	p.of, p.opts, p.extensions, p.notes = w, w.opts, p.extensions[:0], p.notes[:0]
	clear(p.noted)
	p.language()
	p.entry, p.main, p.firstInstance, p.combined = w.entry, w.main, w.firstInstance, w.combined
	p.specialized, p.dimension = w.specialized, w.dimension
	p.use, p.shared, p.references, p.address = w.use, w.shared, w.references, w.address
	p.Globals, p.blocks, p.zeros, p.slots, p.inputs, p.outputs = w.Globals, w.blocks, w.zeros, w.slots, w.inputs, w.outputs
	p.precision.Start(w.M)
	p.open, p.asBool = w.open, w.asBool
	return p, &p.printer
}

// IsApart reports that the text doesn't depend on that of other functions.
func (w *Writer) IsApart() bool { return true }

// Join passes extensions, and parts that the text doesn't keep, to the writer of the
// module.
func (w *Writer) Join() {
	for _, name := range w.extensions {
		w.of.addExtension(name)
	}
	for _, d := range w.notes {
		w.of.note(d.What, d.Span)
	}
	w.of = nil
}
