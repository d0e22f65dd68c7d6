package msl

// This file finds the globals that each function uses, itself or through its callees: they
// become its parameters.

import (
	"refract/internal/back"
	"refract/internal/back/clike"
	"refract/internal/ir/calls"
	"refract/internal/ir/transform"
	"refract/ir"
)

// uses is the globals that a function needs from its caller.
type uses struct {
	globals []uint64 // a bit for each GlobalID
	sizes   bool     // of buffers
	seen    bool
}

func (u *uses) has(g ir.GlobalID) bool { return u.globals[g/64]>>(g%64)&1 != 0 }

// findUses fills w.uses and w.order, and finds the buffers whose sizes matter.
func (w *Writer) findUses() {
	m := w.M
	if cap(w.uses) < len(m.Functions) {
		w.uses = make([]uses, len(m.Functions))
	}
	w.uses = w.uses[:len(m.Functions)]
	n := len(m.Globals)/64 + 1
	for i := range w.uses {
		u := &w.uses[i]
		if cap(u.globals) < n {
			u.globals = make([]uint64, n)
		}
		u.globals = u.globals[:n]
		clear(u.globals)
		u.sizes, u.seen = false, false
	}
	w.order = w.order[:0]
	w.sized = w.sized[:0]
	sized := make([]bool, len(m.Globals))
	for i := 1; i < len(m.Functions); i++ {
		w.visit(ir.FuncID(i), sized)
	}
	if w.opts.IncludeUnused {
		list := back.Resources(m)
		for i := range m.EntryPoints {
			u := &w.uses[m.EntryPoints[i].Function]
			for _, g := range list {
				u.globals[g/64] |= 1 << (g % 64)
			}
		}
	}
	for g, is := range sized {
		if is {
			w.sized = append(w.sized, ir.GlobalID(g))
		}
	}
}

// visit visits a function after its callees. Calls don't nest deeper than the validator
// lets them: there is no recursion.
func (w *Writer) visit(id ir.FuncID, sized []bool) {
	u := &w.uses[id]
	if u.seen {
		return
	}
	u.seen = true
	f := w.M.Func(id)
	for to := range calls.Of(f) {
		w.visit(to, sized)
		for i, b := range w.uses[to].globals {
			u.globals[i] |= b
		}
		u.sizes = u.sizes || w.uses[to].sizes
	}
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		switch f.Kind(x) {
		case ir.KindGlobal:
			g := f.GlobalRef(x)
			u.globals[g/64] |= 1 << (g % 64)
		case ir.KindInterpolate:
			if in := transform.InterpolatedInputOf(w.interpolated, f, x); in != nil {
				u.globals[in.Global/64] |= 1 << (in.Global % 64)
			}
		case ir.KindArrayLength:
			if g := clike.RootGlobal(f, f.Operand(x)); g != 0 {
				sized[g] = true
				u.sizes = true
			}
		}
	}
	w.order = append(w.order, id)
}

// isWritable reports whether a function can be written at all: one with a pointer
// into a buffer was copied for every call of it, and is left out.
func (w *Writer) isWritable(f *ir.Function) bool {
	for i := range f.Args {
		if t := w.M.Types.At(f.Args[i].Type); t.Kind == ir.TypePointer {
			switch t.Space {
			case ir.SpaceFunction, ir.SpacePrivate, ir.SpaceWorkgroup:
			default:
				return false
			}
		}
	}
	return true
}
