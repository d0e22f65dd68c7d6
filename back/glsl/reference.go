package glsl

// This file writes physical memory: a block that is a reference for each type of pointer
// (GL_EXT_buffer_reference), made of the address at reads and writes of memory. The blocks
// of structs that aren't values have the members themselves, others have one member. They
// are laid out as std430 or, if that puts members elsewhere, scalar.

import (
	"refract/internal/back/text"
	"refract/internal/ir/layout"
	"refract/ir"
)

// usePointer marks a type of pointers to physical memory.
func (w *Writer) usePointer(id ir.TypeID) {
	u := &w.use
	if u.seenTypes[id] {
		return
	}
	u.seenTypes[id] = true
	u.pointers = append(u.pointers, id)
	t := w.M.Types.At(id).Base
	s := w.M.StructOf(t)
	if s == nil || w.isValueStruct(t) {
		w.useType(t)
		return
	}
	for i := range s.Members {
		w.useType(s.Members[i].Type)
	}
}

// isValueStruct reports whether a struct is the type of values too.
func (w *Writer) isValueStruct(t ir.TypeID) bool {
	k := w.M.Types.At(t).Struct
	return w.shared.structs[k] || w.use.structs[k]
}

// wraps reports whether the block of a pointer has the pointee as one member.
func (w *Writer) wraps(pointer ir.TypeID) bool {
	t := w.M.Types.At(pointer).Base
	return w.M.StructOf(t) == nil || w.isValueStruct(t)
}

// namePointers names the blocks of pointers.
func (w *Writer) namePointers() {
	if len(w.use.pointers) == 0 {
		return
	}
	if w.references == nil {
		w.references = map[ir.TypeID]text.Name{}
	}
	clear(w.references)
	for _, id := range w.use.pointers {
		name := "Pointer"
		if s := w.M.StructOf(w.M.Types.At(id).Base); s != nil {
			name = s.Name + "Pointer"
		}
		w.references[id] = w.moduleName(name, "Pointer")
	}
	if w.use.fixed {
		w.address = w.moduleName("address", "address")
	}
}

// addressFunction is called with known addresses: glslang takes a reference made of one for
// a constant, which it neither reads nor writes.
const addressFunction = `uint64_t @function(uint64_t @x) {
	return $x;
}`

// maxFixed bounds how deep expressions of known addresses are looked into.
const maxFixed = 16

// isFixed reports whether an expression may be a constant of GLSL.
func isFixed(ex *ir.Exprs, e ir.ExprID, depth int) bool {
	switch ex.Kind(e) {
	case ir.KindLiteral, ir.KindZeroValue, ir.KindConstant:
		return true
	case ir.KindUnary, ir.KindBinary, ir.KindAs, ir.KindSelect, ir.KindSplat, ir.KindCompose, ir.KindSwizzle, ir.KindMath, ir.KindAccess, ir.KindAccessIndex:
	default:
		return false
	}
	if depth == 0 {
		return true
	}
	var buf [4]ir.ExprID
	for _, o := range ex.Operands(e, buf[:0]) {
		if !isFixed(ex, o, depth-1) {
			return false
		}
	}
	return true
}

// referenceDecls writes the blocks of pointers.
func (w *Writer) referenceDecls() {
	o := &w.Out
	for _, id := range w.use.pointers {
		t := w.M.Types.At(id)
		w.require(bufferReferences, w.Span)
		rule := "std430"
		switch {
		case w.liesAs(t.Base, t.Layout, ir.LayoutStd430, 0):
		case w.liesAs(t.Base, t.Layout, ir.LayoutScalar, 0):
			w.require(scalarLayout, w.Span)
			rule = "scalar"
		default:
			w.Unsupported("physical memory that is laid out as "+w.M.TypeName(t.Base)+" is here", w.Span)
		}
		o.Blank()
		o.Str("layout(buffer_reference")
		o.Comma()
		o.Str(rule)
		o.Comma()
		o.Str("buffer_reference_align")
		o.Infix("=")
		o.Uint(uint64(w.M.WidestScalar(t.Base)))
		o.Byte(')')
		o.Space()
		if t.Access&ir.AccessWrite == 0 {
			o.Str("readonly ")
		}
		o.Str("buffer ")
		o.Declare(w.references[id])
		o.Space()
		o.Byte('{')
		if w.wraps(id) {
			o.Indent()
			o.Line()
			w.elementName(t.Base)
			o.Str(" value")
			w.dimensions(t.Base)
			o.Byte(';')
			o.Outdent()
			o.Line()
		} else {
			o.Indent()
			w.memberDecls(w.M.Types.At(t.Base).Struct, true, nil)
		}
		o.Str("};")
		o.End()
	}
	if w.use.fixed {
		o.Blank()
		o.Template(addressFunction, text.Args{"function": w.address, "x": o.LocalName("x", "")})
		o.End()
	}
}

// reference spells the memory at an address.
func (w *Writer) reference(ptr ir.ExprID) {
	o := &w.Out
	id := w.Ex.TypeOf(ptr)
	if w.M.Types.At(id).Kind == ir.TypeAccelerationStructure {
		w.typeName(id)
		w.Arguments(0, w.Ex.Operand(ptr))
		return
	}
	o.Name(w.references[id])
	if x := w.Ex.Operand(ptr); isFixed(w.Ex, x, maxFixed) {
		o.Byte('(')
		o.Name(w.address)
		w.Arguments(0, x)
		o.Byte(')')
	} else {
		w.Arguments(0, x)
	}
	if w.wraps(id) {
		o.Str(".value")
	}
}

// liesAs reports whether values lie by one layout as they do by another.
func (w *Writer) liesAs(id ir.TypeID, l, as ir.LayoutID, depth int) bool {
	if depth > layout.MaxDepth {
		return false
	}
	t := w.M.Types.At(id)
	x, err := w.Layout.Of(id, l)
	y, other := w.Layout.Of(id, as)
	if err != nil || other != nil {
		return false
	}
	switch t.Kind {
	case ir.TypeMatrix:
		return x.Stride == y.Stride && x.RowMajor == y.RowMajor
	case ir.TypeArray:
		return x.Stride == y.Stride && w.liesAs(t.Base, w.M.ElementLayout(l), w.M.ElementLayout(as), depth+1)
	case ir.TypeStruct:
		for i := range w.M.Structs[t.Struct].Members {
			m := &w.M.Structs[t.Struct].Members[i]
			a, _, _ := w.Layout.Member(id, l, i)
			b, _, _ := w.Layout.Member(id, as, i)
			if a != b || m.RowMajor || !w.liesAs(m.Type, w.M.MemberLayout(l, i), w.M.MemberLayout(as, i), depth+1) {
				return false
			}
		}
	}
	return true
}
