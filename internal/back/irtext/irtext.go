// Package irtext is the back end that writes a module as it is: its text form, which
// package ir prints and reads.
package irtext

import (
	"refract/internal/back"
	"refract/ir"
	"refract/language"
)

// BackEnd is the back end for the text of a module.
var BackEnd = back.BackEnd{
	Language: &language.IR,
	Options:  back.NewFormOptions,
	New:      func() back.Writer { return new(writer) },
	Docs:     []back.Doc{{"spans", back.SpansDoc}},
}

type writer struct {
	buf []byte // kept from one module to the next
}

func (w *writer) Write(r *back.Request) (back.Output, error) {
	o := back.OptionsOf(r, func() (o back.FormOptions) { return o })
	w.buf = ir.AppendText(w.buf[:0], r.Module, ir.PrintOptions{Spans: o.Spans})
	return r.TextForm(w.buf)
}
