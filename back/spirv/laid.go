package spirv

// This file decides which arrays and structs have the same type as values that they
// have in buffers.
//
// Vulkan allows offsets and strides on types in the storage classes of buffers only, and a
// value may be kept in a variable of another; so values have types of their own, and loads
// and stores of buffers convert. Once functions are optimized most variables are gone: a
// type that then lies in buffers alone, under the natural layout, has one type for values
// and buffers.

import (
	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa/op"
)

// findLaid finds out which types of the shader being written have values laid out as in
// buffers.
func (w *Writer) findLaid() {
	s := w.ssa.shader
	types := &w.m.Types
	n := types.Len()
	w.laid = reuse.Zeroed(w.laid, n)
	laid := w.laid
	some := false
	plain := make([]bool, n) // kept in memory without layout, or without a layout
	for k := 1; k < len(s.Vars); k++ {
		switch v := &s.Vars[k]; v.Mode.Space() {
		case ir.SpaceUniform, ir.SpaceStorage, ir.SpaceImmediate, ir.SpaceShaderRecord:
			t := v.Type
			for types.At(t).Kind == ir.TypeBindingArray {
				t = types.At(t).Base
			}
			if v.Layout == ir.LayoutNatural {
				laid[t], some = true, true
			}
		default:
			plain[v.Type] = true
		}
	}
	if !some {
		return
	}
	value := make([]bool, n)
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if t := f.Type(i); f.Op(i).Class() != op.ClassDeref {
					value[t] = value[t] || isAggregate(types.At(t))
				} else if f.Op(i) == op.DerefVar && f.VarOf(i).IsLocal() {
					plain[f.Var(f.VarOf(i)).Type] = true
				}
			}
		}
	}
	for k := range s.EntryPoints {
		f := s.Funcs[s.EntryPoints[k].Function]
		plain[f.Result] = true
		for _, p := range f.Params {
			plain[p.Type] = true
		}
	}
	for t := ir.TypeID(1); int(t) < n; t++ {
		if x := types.At(t); x.Kind == ir.TypePointer && x.Layout == ir.NoLayout {
			plain[x.Base] = true
		}
	}
	// The parts of a value are values, too. Large ones are converted in memory.
	for changed := true; changed; {
		changed = false
		set := func(b *bool, to bool) {
			if to && !*b {
				*b, changed = true, true
			}
		}
		for t := ir.TypeID(1); int(t) < n; t++ {
			x := types.At(t)
			if !isAggregate(x) {
				continue
			}
			set(&plain[t], value[t] && (!w.isSmall(t) || !w.hasLayout(x)))
			w.eachPart(x, func(part ir.TypeID) {
				if !isAggregate(types.At(part)) {
					return
				}
				set(&laid[part], laid[t])
				set(&value[part], value[t])
				set(&plain[part], plain[t])
				if value[t] {
					set(&laid[t], laid[part])
					set(&plain[t], plain[part])
				}
			})
		}
	}
	for t := range laid {
		laid[t] = laid[t] && value[t] && !plain[t]
	}
}

func isAggregate(t *ir.Type) bool { return t.Kind == ir.TypeArray || t.Kind == ir.TypeStruct }

// eachPart calls fn for the types of the members or elements of an aggregate.
func (e *emitter) eachPart(t *ir.Type, fn func(ir.TypeID)) {
	if t.Kind == ir.TypeArray {
		fn(t.Base)
		return
	}
	for i := range e.m.Structs[t.Struct].Members {
		fn(e.m.Structs[t.Struct].Members[i].Type)
	}
}

// hasLayout reports whether the parts of an aggregate that are none themselves can lie
// in buffers.
func (e *emitter) hasLayout(t *ir.Type) bool {
	ok := true
	e.eachPart(t, func(part ir.TypeID) {
		switch p := e.m.Types.At(part); p.Kind {
		case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
			ok = ok && p.Scalar != ir.Bool
		case ir.TypeArray, ir.TypeStruct:
		default:
			ok = false
		}
	})
	return ok && t.LengthExpr == 0
}

// isLaid reports whether values of a type have the type that memory of natural layout has.
func (e *emitter) isLaid(t ir.TypeID) bool { return int(t) < len(e.laid) && e.laid[t] }

// valueLayout is the layout that the type of values of a type has.
func (e *emitter) valueLayout(t ir.TypeID) ir.LayoutID {
	if e.isLaid(t) {
		return ir.LayoutNatural
	}
	return ir.NoLayout
}
