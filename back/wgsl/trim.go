package wgsl

// This file leaves out the last members of structs that nothing names, in the smallest
// text:
//
//	struct U{n:u32,m:u32,k:u32,t:f32}       struct U{n:u32}
//	@group(0)@binding(3)var<uniform>u:U;    @group(0)@binding(3)var<uniform>u:U;
//
// A buffer may be larger than its declaration, and the members before them keep their
// places. The struct must be that of variables in buffers alone: no value, nor part of
// another type.

import (
	"refract/internal/reuse"
	"refract/ir"
)

// trimmed is how much of a struct is needed.
type trimmed struct {
	buffer bool // it is the type of a variable in a buffer
	whole  bool // all of it
	named  int  // members up to the last one that is named
}

// trimStructs finds out how much of each struct is needed.
func (w *Writer) trimStructs(m *ir.Module) {
	w.trimmed = reuse.Zeroed(w.trimmed, len(m.Structs))
	if !w.isShortest() {
		return
	}
	of := func(t ir.TypeID) *trimmed {
		if ty := m.Types.At(t); ty.Kind == ir.TypeStruct {
			return &w.trimmed[ty.Struct]
		}
		return new(trimmed)
	}
	pointee := func(t ir.TypeID) *trimmed {
		if ty := m.Types.At(t); ty.Kind == ir.TypePointer {
			return of(ty.Base)
		}
		return new(trimmed)
	}
	for t := 1; t < m.Types.Len(); t++ {
		if ty := m.Types.At(ir.TypeID(t)); ty.Kind != ir.TypePointer && ty.Base != 0 {
			of(ty.Base).whole = true
		}
	}
	for i := range m.Structs {
		for k := range m.Structs[i].Members {
			x := &m.Structs[i].Members[k]
			of(x.Type).whole = true
			if x.Binding.Kind != ir.NoBinding {
				w.trimmed[i].whole = true
			}
		}
	}
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if x := of(g.Type); g.Space == ir.SpaceUniform || g.Space == ir.SpaceStorage {
			x.buffer = true
		} else {
			x.whole = true
		}
	}
	exprs := func(ex *ir.Exprs) {
		for e := ir.ExprID(1); int(e) < ex.ExprCount(); e++ {
			of(ex.TypeOf(e)).whole = true
			w.List = ex.Operands(e, w.List[:0])
			for k, o := range w.List {
				x := pointee(ex.TypeOf(o))
				if ex.Kind(e) == ir.KindAccessIndex && k == 0 {
					x.named = max(x.named, int(ex.AccessIndex(e).Index)+1)
				} else {
					x.whole = true
				}
			}
		}
	}
	exprs(&m.Consts)
	for _, f := range m.Functions[1:] {
		exprs(&f.Exprs)
		if f.Result != 0 {
			of(f.Result).whole = true
		}
		for i := range f.Args {
			of(f.Args[i].Type).whole = true
			pointee(f.Args[i].Type).whole = true
		}
		for i := range f.Locals {
			of(f.Locals[i].Type).whole = true
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			w.List = f.StmtOperands(s, w.List[:0])
			for _, o := range w.List {
				pointee(f.TypeOf(o)).whole = true
			}
		}
	}
}

// members is how many members of a struct are written.
func (w *Writer) members(id ir.StructID) int {
	if x := &w.trimmed[id]; x.buffer && !x.whole && x.named > 0 {
		return x.named
	}
	return len(w.M.Structs[id].Members)
}
