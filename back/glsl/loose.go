package glsl

// This file writes the parts of uniforms outside of blocks that members of buffers lack:
// the type bool, which buffers hold as unsigned integers, and initial values (GLSL section
// "Uniform Variables").

import (
	"refract/internal/reuse"
	"refract/ir"
)

// findBoolUniforms finds the uniforms that can be declared as bool: every load is of a
// scalar or vector.
func (w *Writer) findBoolUniforms() {
	m := w.M
	w.asBool = reuse.Zeroed(w.asBool, len(m.Globals))
	found := false
	for i := range m.Globals {
		if m.Globals[i].Part.Bool {
			w.asBool[i], found = true, true
		}
	}
	if !found {
		return
	}
	for _, f := range m.Functions[1:] {
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if f.Kind(x) == ir.KindLoad && m.Types.ComponentCount(f.TypeOf(x)) == 0 {
				if root := f.Root(f.Operand(x)); f.Kind(root) == ir.KindGlobal {
					w.asBool[f.GlobalRef(root)] = false
				}
			}
		}
	}
}

// withBool is a type of bools in place of one of integers: a scalar, vector or array.
func (w *Writer) withBool(t ir.TypeID) ir.TypeID {
	if ty := *w.M.Types.At(t); ty.Kind == ir.TypeArray {
		return w.M.Types.Array(w.withBool(ty.Base), ty.Length)
	}
	return w.M.Types.WithScalar(t, ir.Bool)
}

// load spells a value in memory; a bool uniform is an integer in the module.
func (w *Writer) load(e ir.ExprID) {
	p := w.Ex.Operand(e)
	root := w.Ex.Root(p)
	if w.Ex.TypeOf(e) == ir.TypeU32 && w.isSigned(p) {
		w.Out.Str("uint(")
		w.Place(p)
		w.Out.Byte(')')
		return
	}
	if w.Ex.Kind(root) != ir.KindGlobal || !w.asBool[w.Ex.GlobalRef(root)] {
		w.Place(p)
		return
	}
	w.typeName(w.Ex.TypeOf(e))
	w.Out.Byte('(')
	w.Place(p)
	w.Out.Byte(')')
}

// initialUniform spells a value whose scalars are words, beginning at index at.
func (w *Writer) initialUniform(t ir.TypeID, list ir.Words, at *int) {
	o := &w.Out
	ty := *w.M.Types.At(t)
	n := 0
	switch ty.Kind {
	case ir.TypeVector:
		n = int(ty.Rows)
	case ir.TypeMatrix:
		n = int(ty.Columns) * int(ty.Rows)
	case ir.TypeArray:
		n = int(ty.Length)
	case ir.TypeStruct:
		n = len(w.M.Structs[ty.Struct].Members)
	default:
		w.initialScalar(t, list, at)
		return
	}
	w.typeName(t)
	o.Byte('(')
	for i := range n {
		if i > 0 {
			o.Comma()
		}
		switch ty.Kind {
		case ir.TypeArray:
			w.initialUniform(ty.Base, list, at)
		case ir.TypeStruct:
			w.initialUniform(w.M.Structs[ty.Struct].Members[i].Type, list, at)
		default:
			w.initialScalar(ir.ScalarTypeOf(ty.Scalar), list, at)
		}
	}
	o.Byte(')')
}

func (w *Writer) initialScalar(t ir.TypeID, list ir.Words, at *int) {
	word := func() uint64 {
		*at++
		if *at > list.Len() {
			return 0
		}
		return uint64(list.At(*at - 1))
	}
	bits := word()
	if w.M.Types.ScalarOf(t).Bits() == 64 {
		bits |= word() << 32
	}
	w.Literal(t, bits)
}
