// Package ssatext is the back end that writes the SSA form of a module, the optimizer's
// input, as text, which package ssa prints and reads.
package ssatext

import (
	"refract/internal/back"
	"refract/internal/ssa/fromir"
	"refract/language"
	"refract/ssa"
)

// BackEnd is the back end for the text of the SSA form.
var BackEnd = back.BackEnd{
	Language: &language.SSA,
	Options:  back.NewFormOptions,
	New:      func() back.Writer { return new(writer) },
	Docs:     []back.Doc{{"spans", back.SpansDoc}},
	SSA:      true,
}

type writer struct {
	buf []byte // kept from one module to the next
}

func (w *writer) Write(r *back.Request) (back.Output, error) {
	o := back.OptionsOf(r, func() (o back.FormOptions) { return o })
	s, err := fromir.Lowered(r.Module.Clone(), fromir.Options{Strict: r.Optimize != nil && r.Optimize.Strict})
	if err != nil {
		return back.Output{}, err
	}
	if r.Optimize != nil && r.Optimize.Run != nil {
		if err := r.Optimize.Run(s); err != nil {
			return back.Output{}, err
		}
	}
	w.buf = ssa.AppendText(w.buf[:0], s, ssa.PrintOptions{Spans: o.Spans})
	return r.TextForm(w.buf)
}
