package transform

// This file replaces values by others that exist already, for transforms that
// take a value out.

import (
	"slices"

	"refract/ir"
)

// replacements map values to others, until apply replaces them.
type replacements struct {
	by []ir.ExprID // by ExprID; 0: itself
}

func (r *replacements) reset() { r.by = r.by[:0] }

// set makes uses of x uses of by, and hands x's name on to it.
func (r *replacements) set(f *ir.Function, x, by ir.ExprID) {
	for len(r.by) <= int(x) {
		r.by = append(r.by, 0)
	}
	r.by[x] = by
	if name := f.NameOf(x); name != "" {
		f.SetName(by, name)
	}
}

// of is the value that stands for x.
func (r *replacements) of(x ir.ExprID) ir.ExprID {
	for int(x) < len(r.by) && r.by[x] != 0 {
		x = r.by[x]
	}
	return x
}

// apply changes the operands of all expressions and statements of f.
func (r *replacements) apply(f *ir.Function) {
	if len(r.by) == 0 {
		return
	}
	for x := range r.by {
		if r.by[x] != 0 {
			r.by[x] = r.of(r.by[x])
		}
	}
	f.ReplaceOperands(ir.ExprID(f.ExprCount()), ir.StmtID(f.StmtCount()), r.by)
}

// moveName gives the author's name of x to another value, unless that has one.
func moveName(f *ir.Function, x, to ir.ExprID) {
	for i := range f.Named {
		if f.Named[i].Expr == x {
			name := f.Named[i].Name
			f.Named = slices.Delete(f.Named, i, i+1)
			f.SetName(to, name)
			return
		}
	}
}
