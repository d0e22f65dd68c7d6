package msl

// This file makes writers of some of a large module's functions: see clike.Part.

import "refract/internal/back/clike"

// newPart makes a writer for functions of the module of w.
func (w *Writer) newPart(was clike.Part) (clike.Part, *clike.Writer) {
	p, ok := was.(*Writer)
	if !ok {
		p = &Writer{output: new(Output)}
		p.language()
	}
	w.Calls.FindAll()
	p.of, p.opts, p.dropped = w, w.opts, p.dropped[:0]
	p.entries, p.arrays, p.sizesType, p.helpers = w.entries, w.arrays, w.sizesType, w.helpers
	p.infos, p.typeState, p.roles, p.uses, p.order = w.infos, w.typeState, w.roles, w.uses, w.order
	p.writesPayload = w.writesPayload
	p.tessBuffers, p.evaluated, p.domain = w.tessBuffers, w.evaluated, w.domain
	p.interpolated = w.interpolated
	p.sized, p.sizeNames, p.pulled = w.sized, w.sizeNames, w.pulled
	p.groups = append(p.groups[:0], w.groups...) // which hold names of parameters
	p.output.EntryPoints = p.output.EntryPoints[:0]
	return p, &p.printer
}

// IsApart reports whether the text doesn't depend on other functions', and nothing is left
// out, which is reported in order.
func (w *Writer) IsApart() bool { return len(w.dropped) == 0 }

// Join passes entry points to the writer of the module, which puts them in order.
func (w *Writer) Join() {
	w.of.output.EntryPoints = append(w.of.output.EntryPoints, w.output.EntryPoints...)
	w.of = nil
}
