package msl

// This file spells expressions.

import (
	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/ir"
)

var operators = &text.COperators

const (
	anyForm = clike.AnyForm
	primary = clike.Primary
)

// construct spells T(arguments).
func (w *Writer) construct(t ir.TypeID, list ...ir.ExprID) {
	w.typeName(t)
	w.Arguments(0, list...)
}

func (w *Writer) zero(t ir.TypeID) {
	o := &w.Out
	switch ty := w.M.Types.At(t); ty.Kind {
	case ir.TypeScalar:
		w.Literal(t, 0)
	case ir.TypeVector, ir.TypeMatrix: // the scalar is that of the diagonal
		w.typeName(t)
		o.Byte('(')
		w.Literal(ir.ScalarTypeOf(ty.Scalar), 0)
		o.Byte(')')
	case ir.TypeCooperative:
		w.filled(ty)
		w.Literal(ir.ScalarTypeOf(ty.Scalar), 0)
		o.Byte(')')
	default:
		w.typeName(t)
		o.Str(" {}")
	}
}

// compose spells a value made of parts.
func (w *Writer) compose(e ir.ExprID) {
	ex, o := w.Ex, &w.Out
	t := w.M.Types.At(ex.TypeOf(e))
	parts := ex.Compose(e).Components
	switch t.Kind {
	case ir.TypeArray:
		w.typeName(ex.TypeOf(e))
		o.Str(" {{ ")
		w.Listed(e, true, parts)
		o.Str(" }}")
	case ir.TypeStruct:
		w.typeName(ex.TypeOf(e))
		o.Str(" { ")
		info := &w.infos[t.Struct]
		for i, p := range parts {
			if i > 0 {
				o.Comma()
			}
			if info.pads != nil && info.pads[i] > 0 {
				o.Str("{}")
				o.Comma()
			}
			w.part(t.Struct, i, p)
		}
		o.Str(" }")
	default:
		w.construct(ex.TypeOf(e), parts...)
	}
}

// part spells the value of a member. An array of clip distances is one of C++, not
// a struct.
func (w *Writer) part(s ir.StructID, i int, e ir.ExprID) {
	o := &w.Out
	mem := &w.M.Structs[s].Members[i]
	t := w.M.Types.At(mem.Type)
	if w.roles[s] != ir.Varyings || mem.Binding.Kind != ir.BindBuiltIn || t.Kind != ir.TypeArray {
		w.Expr(e, anyForm)
		return
	}
	o.Str("{ ")
	if w.Ex.Kind(e) == ir.KindCompose && !w.IsNamed(e) {
		w.Listed(e, true, w.Ex.Compose(e).Components)
	} else {
		for j := range t.Length {
			if j > 0 {
				o.Comma()
			}
			w.Expr(e, primary)
			o.Str(".inner[")
			o.Uint(uint64(j))
			o.Byte(']')
		}
	}
	o.Str(" }")
}

// index spells [i], on the array within the struct that stands for one.
func (w *Writer) index(of, base, i ir.ExprID) {
	w.inner(w.typeBehind(base))
	w.Index(of, i)
}

// typeBehind is the type of a value, or of the memory behind a pointer.
func (w *Writer) typeBehind(e ir.ExprID) *ir.Type {
	t := w.M.Types.At(w.Ex.TypeOf(e))
	if t.Kind == ir.TypePointer {
		t = w.M.Types.At(t.Base)
	}
	return t
}

// inner spells the array within the struct that stands for one.
func (w *Writer) inner(t *ir.Type) {
	if t.Kind == ir.TypeArray && !t.IsRuntimeSized() {
		w.Out.Str(".inner")
	}
}

// memberOf spells component or element i of base, a value or memory of type t.
func (w *Writer) memberOf(base ir.ExprID, t *ir.Type, i int) {
	packed := w.M.Types.At(w.Ex.TypeOf(base)).Kind == ir.TypePointer && w.isPacked(base)
	if t.Kind == ir.TypeVector && packed {
		w.packedComponent(i)
		return
	}
	w.inner(t)
	w.Out.Element(t, uint32(i))
}

// packedComponent spells component i of a packed vector.
func (w *Writer) packedComponent(i int) {
	w.Out.Byte('[')
	w.Out.Uint(uint64(i))
	w.Out.Byte(']')
}

// element spells a member, element or component of a value, or the memory that an access
// leads to. A packed vector of a struct that is a value becomes a vector, as in load.
func (w *Writer) element(e ir.ExprID) {
	base := w.Ex.Operand(e)
	switch {
	case w.M.Types.At(w.Ex.TypeOf(e)).Kind == ir.TypePointer:
		w.Place(e)
	case w.isPackedValue(e):
		w.typeName(w.Ex.TypeOf(e))
		w.Out.Byte('(')
		w.Element(e)
		w.Out.Byte(')')
	case w.isPackedValue(base) && !w.IsNamed(base):
		w.Element(base)
		w.packedComponent(int(w.Ex.AccessIndex(e).Index))
	default:
		w.Element(e)
	}
}

// isPackedValue reports whether a value is a member of another that is kept as a packed
// vector.
func (w *Writer) isPackedValue(e ir.ExprID) bool {
	if w.Ex.Kind(e) != ir.KindAccessIndex {
		return false
	}
	v := w.Ex.AccessIndex(e)
	t := w.M.Types.At(w.Ex.TypeOf(v.Base))
	if t.Kind != ir.TypeStruct {
		return false
	}
	p := w.infos[t.Struct].packed
	return p != nil && p[v.Index]
}

// load spells the value behind a pointer. A packed vector becomes a vector, which
// has all operators.
func (w *Writer) load(e ir.ExprID) {
	ptr := w.Ex.Operand(e)
	switch {
	case w.IsAtomic(ptr):
		w.atomicCall(atomicLoadWord, ptr)
	case w.isPacked(ptr):
		w.typeName(w.Ex.TypeOf(e))
		w.Out.Byte('(')
		w.Place(ptr)
		w.Out.Byte(')')
	default:
		w.Place(ptr)
	}
}

// argument spells a parameter; parameters of entry points may be members of the inputs.
func (w *Writer) argument(i int) {
	if w.stageIn[i] != "" {
		w.Out.Name(w.input)
		w.Out.Byte('.')
		w.Out.Str(w.stageIn[i])
		return
	}
	w.Out.Name(w.Args[i])
}

// physical spells the memory at an address.
func (w *Writer) physical(ptr ir.ExprID) {
	o := &w.Out
	t := w.M.Types.At(w.Ex.TypeOf(ptr))
	if !w.fits(t.Base, t.Layout, 0) {
		w.Unsupported("physical memory that is laid out as "+w.M.TypeName(t.Base)+" is here", w.Ex.SpanOf(ptr))
	}
	w.since(203, "pointers made of addresses", w.Ex.SpanOf(ptr))
	open := w.M.Types.At(t.Base).IsRuntimeSized()
	if !open {
		o.Str("(*")
	}
	o.Str("reinterpret_cast<device ")
	if t.Access&ir.AccessWrite == 0 {
		o.Str("const ")
	}
	w.typeName(t.Base)
	o.Str("*>")
	w.Arguments(0, w.Ex.Operand(ptr))
	if !open {
		o.Byte(')')
	}
}

// keepsPadding reports whether a pointer points to a vector of three in a buffer that takes
// the memory of four, all of which an assignment may write (section 2.2).
func (w *Writer) keepsPadding(ptr ir.ExprID) bool {
	p := w.M.Types.At(w.Ex.TypeOf(ptr))
	if p.Kind != ir.TypePointer || p.Space != ir.SpaceStorage && p.Space != ir.SpacePhysical {
		return false
	}
	t := w.M.Types.At(p.Base)
	return t.Kind == ir.TypeVector && t.Rows == 3 && !w.isPacked(ptr)
}

// target spells the memory behind a pointer that is assigned to: vectors of three, and
// components of them, as packed vectors, so that padding stays as it is.
func (w *Writer) target(ptr ir.ExprID) {
	o, ex := &w.Out, w.Ex
	if w.keepsPadding(ptr) {
		w.asPacked(ptr)
		return
	}
	switch ex.Kind(ptr) {
	case ir.KindAccess:
		if v := ex.Access(ptr); w.keepsPadding(v.Base) {
			o.Byte('(')
			w.asPacked(v.Base)
			o.Byte(')')
			w.Index(ptr, v.Index)
			return
		}
	case ir.KindAccessIndex:
		if v := ex.AccessIndex(ptr); w.keepsPadding(v.Base) {
			o.Byte('(')
			w.asPacked(v.Base)
			o.Byte(')')
			w.packedComponent(int(v.Index))
			return
		}
	}
	w.Place(ptr)
}

// asPacked spells the vector behind a pointer as a packed one.
func (w *Writer) asPacked(ptr ir.ExprID) {
	o := &w.Out
	o.Str("*(device packed_")
	w.typeName(w.M.Types.Pointee(w.Ex.TypeOf(ptr)))
	o.Str("*)&")
	w.Place(ptr)
}

// arrayLength spells the number of elements that fit in a buffer.
func (w *Writer) arrayLength(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	ptr := ex.Operand(e)
	g := clike.RootGlobal(w.F, ptr)
	t := w.M.Types.Pointee(ex.TypeOf(ptr))
	if g == 0 || w.M.Types.At(w.M.Globals[g].Type).Kind == ir.TypeBindingArray {
		w.Unsupported("the length of an array in a binding array", ex.SpanOf(e))
		return
	}
	// The array is the whole of the buffer or the last member of its struct.
	offset, layout := uint32(0), w.M.Globals[g].Layout
	if ex.Kind(ptr) == ir.KindAccessIndex {
		i := int(ex.AccessIndex(ptr).Index)
		offset, _, _ = w.Layout.Member(w.M.Globals[g].Type, layout, i)
		layout = w.M.MemberLayout(layout, i)
	}
	info, err := w.Layout.Of(t, layout)
	if err != nil || info.Stride == 0 {
		w.Unsupported("the length of an array", ex.SpanOf(e))
		return
	}
	if offset > 0 {
		o.Byte('(')
	}
	o.Name(w.sizes)
	o.Byte('.')
	for i, s := range w.sized {
		if s == g {
			o.Str(w.sizeNames[i])
		}
	}
	if offset > 0 {
		o.Infix("-")
		o.Uint(uint64(offset))
		o.Str("u)")
	}
	o.Infix("/")
	o.Uint(uint64(info.Stride))
	o.Byte('u')
}

// binaryCall reports whether an operation is spelled as a call.
func (w *Writer) binaryCall(e ir.ExprID) bool {
	b := w.Ex.Binary(e)
	t := w.Ex.TypeOf(e)
	s := w.M.Types.ScalarOf(t)
	switch b.Op {
	case ir.Rem:
		if s.IsFloat() {
			return true
		}
	case ir.And, ir.Or, ir.Xor:
		if t == ir.TypeBool {
			return true // else an int
		}
	}
	return !b.Op.IsComparison() && w.isPromoted(t)
}

// isPromoted reports whether operators make an int of a type's values.
func (w *Writer) isPromoted(t ir.TypeID) bool {
	ty := w.M.Types.At(t)
	return ty.Kind == ir.TypeScalar && ty.Scalar.IsInteger() && ty.Scalar.Bits() < 32
}

// unary spells an operator before its operand.
func (w *Writer) unary(e ir.ExprID) {
	if !w.isPromoted(w.Ex.TypeOf(e)) {
		w.Unary(e)
		return
	}
	w.typeName(w.Ex.TypeOf(e))
	w.Out.Byte('(')
	w.Unary(e)
	w.Out.Byte(')')
}

// binary spells a binary operation.
func (w *Writer) binary(e ir.ExprID) {
	o := &w.Out
	if !w.binaryCall(e) {
		w.Binary(e)
		return
	}
	b := w.Ex.Binary(e)
	if b.Op == ir.Rem && w.M.Types.ScalarOf(w.Ex.TypeOf(e)).IsFloat() {
		o.Word(fmodWord)
		w.Arguments(e, b.Left, b.Right)
		return
	}
	op := &operators.Binary[b.Op]
	w.typeName(w.Ex.TypeOf(e))
	o.Byte('(')
	w.Expr(b.Left, op.Left)
	o.Infix(op.Text)
	w.Expr(b.Right, op.Right)
	o.Byte(')')
}

// derivative spells a derivative.
func (w *Writer) derivative(e ir.ExprID) {
	v := w.Ex.Derivative(e)
	w.Out.Word(deriveWords[v.Axis])
	w.Arguments(e, v.Value)
}

// as spells a conversion.
func (w *Writer) as(e ir.ExprID) {
	v := w.Ex.As(e)
	if v.Bitcast {
		w.Out.Str("as_type<")
		w.typeName(w.Ex.TypeOf(e))
		w.Out.Byte('>')
		w.Arguments(0, v.Value)
		return
	}
	w.construct(w.Ex.TypeOf(e), v.Value)
}
