// Package ssatext is the back end that writes the SSA form of a module as text, which
// package ssa prints and reads: what the optimizer works on.
package ssatext

import (
	"refract/back"
	"refract/ir/transform"
	"refract/language"
	"refract/ssa"
	"refract/ssa/fromir"
)

// BackEnd is the back end for the text of the SSA form.
var BackEnd = func() back.BackEnd {
	b := back.TextForm(&language.SSA, func() back.Writer { return new(writer) })
	b.SSA = true
	return b
}()

type writer struct {
	buf []byte // kept from one module to the next
}

func (w *writer) Write(r *back.Request) (back.Output, error) {
	o := back.OptionsOf(r, func() (o back.FormOptions) { return o })
	s := Shader(r)
	if r.Optimize != nil && r.Optimize.Run != nil {
		if err := r.Optimize.Run(s); err != nil {
			return back.Output{}, err
		}
	}
	w.buf = ssa.AppendText(w.buf[:0], s, ssa.PrintOptions{Spans: o.Spans})
	if r.Limit > 0 && len(w.buf) > r.Limit {
		return back.Output{}, &back.TooLongError{What: "bytes of text", Limit: r.Limit}
	}
	return back.Output{Text: string(w.buf)}, nil
}

// Shader takes the module of a request into SSA form. Local and private variables begin
// with zero, as WGSL has it.
func Shader(r *back.Request) *ssa.Shader {
	m := r.Module.Clone()
	transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true})
	return fromir.Module(m, fromir.Options{Strict: r.Optimize != nil && r.Optimize.Strict})
}
