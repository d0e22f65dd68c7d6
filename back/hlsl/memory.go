package hlsl

// This file spells places in memory and accesses to them. Variables and constant
// buffers have paths of members and indices. Storage buffers have offsets in
// bytes, and methods that load and store scalars and vectors; larger values have
// functions (helper.go).

import (
	"errors"

	"refract/diag"
	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/ir/layout"
	"refract/internal/ir/transform"
	"refract/ir"
)

// term is a dynamic part of an offset: an index times a stride.
type term struct {
	index  ir.ExprID
	of     ir.ExprID // the access that uses it
	stride uint32
}

// isBuffer reports whether a pointer points into a storage buffer.
func (w *Writer) isBuffer(ptr ir.ExprID) bool {
	return w.M.Types.At(w.Ex.TypeOf(ptr)).Space == ir.SpaceStorage
}

// index spells [i]; that of a binding array may differ between invocations.
func (w *Writer) index(of, base, i ir.ExprID) {
	if w.Ex.Flags(of)&ir.FlagNonUniform == 0 || w.M.Types.At(w.Ex.TypeOf(base)).Kind != ir.TypeBindingArray {
		w.Index(of, i)
		return
	}
	w.needs(ShaderModel51, "non-uniform indices", w.Ex.SpanOf(of))
	w.Out.Byte('[')
	w.Out.Word(nonUniformWord)
	w.Arguments(of, i)
	w.Out.Byte(']')
}

// buffer spells the storage buffer that a pointer points into.
func (w *Writer) buffer(ptr ir.ExprID) {
	for {
		switch k := w.Ex.Kind(ptr); k {
		case ir.KindGlobal:
			w.Out.Name(w.Globals[w.Ex.GlobalRef(ptr)])
			return
		case ir.KindAccess, ir.KindAccessIndex:
			base := w.Ex.Operand(ptr)
			if w.M.Types.At(w.M.Types.Pointee(w.Ex.TypeOf(base))).Kind != ir.TypeBindingArray {
				ptr = base
				continue
			}
			w.buffer(base)
			if k == ir.KindAccess {
				w.index(ptr, base, w.Ex.Access(ptr).Index)
			} else {
				w.Member(base, w.M.Types.At(w.M.Types.Pointee(w.Ex.TypeOf(base))), int(w.Ex.AccessIndex(ptr).Index))
			}
			return
		default:
			w.Unsupported("pointers into buffers made by a "+k.String(), w.Ex.SpanOf(ptr))
			return
		}
	}
}

// offset splits the offset of a place in a storage buffer: it pushes the dynamic
// terms, the innermost first, and returns the static part.
func (w *Writer) offset(ptr ir.ExprID) (static uint32) {
	ex := w.Ex
	for {
		k := ex.Kind(ptr)
		if k != ir.KindAccess && k != ir.KindAccessIndex {
			return static
		}
		base := ex.Operand(ptr)
		pt := w.M.Types.At(ex.TypeOf(base))
		t := w.M.Types.At(w.M.Types.Pointee(ex.TypeOf(base)))
		stride := uint32(0)
		switch t.Kind {
		case ir.TypeBindingArray:
			return static
		case ir.TypeStruct:
			at, mem, err := w.Layout.Member(pt.Base, pt.Layout, int(ex.AccessIndex(ptr).Index))
			if err != nil {
				w.Unsupported("the layout of a buffer: "+err.Error(), ex.SpanOf(ptr))
			}
			w.checkRows(mem, pt.Layout, ex.SpanOf(ptr))
			static += at
			ptr = base
			continue
		case ir.TypeVector:
			stride = t.Scalar.Bytes()
			if m := w.byRows(ex, base); m != 0 {
				stride = w.rowStride(m)
			}
		default:
			info, err := w.Layout.Of(pt.Base, pt.Layout)
			if err != nil {
				w.Unsupported("the layout of a buffer: "+err.Error(), ex.SpanOf(ptr))
			}
			stride = info.Stride
			if t.Kind == ir.TypeMatrix && info.RowMajor {
				stride = t.Scalar.Bytes()
			}
		}
		if k == ir.KindAccessIndex {
			static += stride * ex.AccessIndex(ptr).Index
		} else {
			w.terms = append(w.terms, term{ex.Access(ptr).Index, ptr, stride})
		}
		ptr = base
	}
}

// byRows is the pointer to the matrix whose column ptr points to, if that is in a storage
// buffer and stored by rows, so that the column's components lie apart; or 0.
func (w *Writer) byRows(ex *ir.Exprs, ptr ir.ExprID) ir.ExprID {
	if k := ex.Kind(ptr); k != ir.KindAccess && k != ir.KindAccessIndex {
		return 0
	}
	base := ex.Operand(ptr)
	pt := w.M.Types.At(ex.TypeOf(base))
	if pt.Kind != ir.TypePointer || pt.Space != ir.SpaceStorage || w.M.Types.At(pt.Base).Kind != ir.TypeMatrix {
		return 0
	}
	if info, err := w.Layout.Of(pt.Base, pt.Layout); err != nil || !info.RowMajor {
		return 0
	}
	return base
}

// rowStride is how far apart the rows of a matrix in a storage buffer lie.
func (w *Writer) rowStride(matrix ir.ExprID) uint32 {
	pt := w.M.Types.At(w.Ex.TypeOf(matrix))
	info, _ := w.Layout.Of(pt.Base, pt.Layout)
	return info.Stride
}

// columnKey is the function that loads or stores a column of a matrix.
func (w *Writer) columnKey(kind helperKind, ex *ir.Exprs, matrix ir.ExprID) helperKey {
	pt := w.M.Types.At(ex.TypeOf(matrix))
	return helperKey{kind, pt.Base, pt.Layout, w.accessOf(ex, matrix)}
}

// checkRows rejects members of storage buffers whose matrices are stored by rows, unless a
// layout of their own does so.
func (w *Writer) checkRows(mem layout.Info, l ir.LayoutID, span diag.Span) {
	if mem.RowMajor && l < ir.FirstExplicitLayout {
		w.Unsupported("row-major matrices in a storage buffer", span)
	}
}

// wordBuffers makes arrays of words of the storage buffers with a member that checkRows
// would reject.
func (w *Writer) wordBuffers(m *ir.Module) error {
	isRefused := func(id ir.GlobalID) bool {
		g := &m.Globals[id]
		return g.Space == ir.SpaceStorage && g.Layout > ir.LayoutNatural && g.Layout < ir.FirstExplicitLayout && hasRows(m, g.Type, 0)
	}
	err := transform.BufferWords(m, transform.BufferWordsOptions{Chosen: isRefused})
	if err == nil {
		return nil
	}
	if narrow := (*transform.NarrowError)(nil); errors.As(err, &narrow) {
		w.Unsupported("row-major matrices in a storage buffer", narrow.Span)
		return w.failure()
	}
	return err
}

// hasRows reports whether a type has members whose matrices are stored by rows.
func hasRows(m *ir.Module, t ir.TypeID, depth int) bool {
	switch ty := m.Types.At(t); ty.Kind {
	case ir.TypeArray, ir.TypeBindingArray:
		return hasRows(m, ty.Base, depth)
	case ir.TypeStruct:
		for i := range m.Structs[ty.Struct].Members {
			if mem := &m.Structs[ty.Struct].Members[i]; mem.RowMajor || depth < maxTypeDepth && hasRows(m, mem.Type, depth+1) {
				return true
			}
		}
	}
	return false
}

// address spells the offset in bytes of a place in a storage buffer.
func (w *Writer) address(ptr ir.ExprID) {
	o := &w.Out
	base := len(w.terms)
	static := w.offset(ptr)
	some := false
	plus := func() {
		if some {
			o.Infix("+")
		}
		some = true
	}
	if n := w.dynamicOffset(ptr); n != 0 {
		plus()
		o.Name(n)
	}
	for i := len(w.terms) - 1; i >= base; i-- {
		t := w.terms[i]
		plus()
		if t.stride == 1 {
			w.Operand(t.of, t.index, text.COperators.Binary[ir.Add].Right)
			continue
		}
		w.Operand(t.of, t.index, text.COperators.Binary[ir.Mul].Left)
		o.Infix("*")
		o.Uint(uint64(t.stride))
		o.Byte('u')
	}
	w.terms = w.terms[:base]
	if !some {
		o.Uint(uint64(static))
	} else if static != 0 {
		plus()
		o.Uint(uint64(static))
		o.Byte('u')
	}
}

// dynamicOffset is the name of the host's addition to the offsets of a buffer, or 0.
func (w *Writer) dynamicOffset(ptr ir.ExprID) text.Name {
	g := clike.RootGlobal(w.F, ptr)
	if g == 0 || w.registers[g].Offset == 0 {
		return 0
	}
	return w.helpers.offsetName(w.M.Globals[g].Binding.Group, w.registers[g].Offset-1)
}

// isSimple reports whether a method of buffers loads and stores a type.
func isSimple(t *ir.Type) bool { return t.Kind == ir.TypeScalar || t.Kind == ir.TypeVector }

// load spells the pointee of a pointer.
func (w *Writer) load(e, ptr ir.ExprID) {
	if !w.isBuffer(ptr) {
		w.Place(ptr)
		return
	}
	t := w.M.Types.At(w.Ex.TypeOf(e))
	pt := w.M.Types.At(w.Ex.TypeOf(ptr))
	k := helperKey{helperLoad, w.Ex.TypeOf(e), pt.Layout, w.accessOf(w.Ex, w.Ex.Operand(e))}
	if m := w.byRows(w.Ex, ptr); m != 0 {
		k = w.columnKey(helperLoadColumn, w.Ex, m)
	} else if isSimple(t) {
		w.loadAs(t, ptr)
		return
	}
	o := &w.Out
	o.Name(w.helpers.name(k))
	o.Byte('(')
	w.buffer(ptr)
	o.Comma()
	w.address(ptr)
	o.Byte(')')
}

// loadAs spells a load of a scalar or vector from a storage buffer as one of type t.
func (w *Writer) loadAs(t *ir.Type, ptr ir.ExprID) {
	w.loadSimple(t, func() { w.buffer(ptr) }, func() { w.address(ptr) })
}

// isSimpleLoad reports whether operand o of e is a load of a scalar or vector from a
// storage buffer, and has no name.
func (w *Writer) isSimpleLoad(e, o ir.ExprID) bool {
	return w.Ex.Kind(o) == ir.KindLoad && !w.IsNamed(o) && w.Plan.Guard(e) != o && w.Logical(o) == nil && w.isBuffer(w.Ex.Operand(o)) &&
		isSimple(w.M.Types.At(w.Ex.TypeOf(o))) && w.byRows(w.Ex, w.Ex.Operand(o)) == 0
}

// hasTypedLoads reports whether buffers have Load<T>.
func (w *Writer) hasTypedLoads() bool { return w.opts.ShaderModel >= ShaderModel62 }

// loadSimple spells a load of a scalar or vector.
func (w *Writer) loadSimple(t *ir.Type, buffer, address func()) {
	o := &w.Out
	typed := w.accessType(t)
	bits := false
	if !typed {
		switch t.Scalar {
		case ir.F32:
			o.Word(asfloatWord)
			bits = true
		case ir.I32:
			o.Word(asintWord)
			bits = true
		}
	}
	if bits {
		o.Byte('(')
	}
	buffer()
	o.Str(".Load")
	w.accessSuffix(t, typed)
	o.Byte('(')
	address()
	o.Byte(')')
	if bits {
		o.Byte(')')
	}
}

// accessType decides whether an access is by a template of the type.
func (w *Writer) accessType(t *ir.Type) bool {
	w.checkScalar(t.Scalar)
	switch t.Scalar {
	case ir.U32:
		return false
	case ir.I32, ir.F32:
		return w.hasTypedLoads()
	case ir.F64:
		w.needs(ShaderModel60, "f64 in buffers", diag.Span{})
	}
	return true
}

func (w *Writer) accessSuffix(t *ir.Type, typed bool) {
	o := &w.Out
	switch {
	case typed:
		o.Byte('<')
		o.Str(vectorNames[t.Scalar][max(1, t.Rows)])
		o.Byte('>')
	case t.Kind == ir.TypeVector:
		o.Byte('0' + t.Rows)
	}
}

// storeSimple spells a store of a scalar or vector.
func (w *Writer) storeSimple(t *ir.Type, buffer, address, value func()) {
	o := &w.Out
	typed := w.accessType(t)
	buffer()
	o.Str(".Store")
	w.accessSuffix(t, typed)
	o.Byte('(')
	address()
	o.Comma()
	if !typed && t.Scalar != ir.U32 {
		o.Word(asuintWord)
		o.Byte('(')
		value()
		o.Byte(')')
	} else {
		value()
	}
	o.Byte(')')
}

// store spells a store, without a semicolon.
func (w *Writer) store(ptr, value ir.ExprID) {
	o := &w.Out
	if !w.isBuffer(ptr) {
		w.Place(ptr)
		o.Infix("=")
		w.Expr(value, text.AnyForm)
		return
	}
	rows := w.byRows(w.Ex, ptr)
	if rows == 0 && !w.IsNamed(value) && w.keepsBits(value) {
		by, of := w.source(value)
		w.storeSimple(w.M.Types.At(w.Ex.TypeOf(of)), func() { w.buffer(ptr) }, func() { w.address(ptr) }, func() { w.Operand(by, of, text.AnyForm) })
		return
	}
	t := w.M.Types.At(w.Ex.TypeOf(value))
	pt := w.M.Types.At(w.Ex.TypeOf(ptr))
	k := helperKey{helperStore, w.Ex.TypeOf(value), pt.Layout, w.accessOf(w.Ex, ptr)}
	if rows != 0 {
		k = w.columnKey(helperStoreColumn, w.Ex, rows)
	} else if isSimple(t) {
		w.storeSimple(t, func() { w.buffer(ptr) }, func() { w.address(ptr) }, func() { w.Expr(value, text.AnyForm) })
		return
	}
	o.Name(w.helpers.name(k))
	o.Byte('(')
	w.buffer(ptr)
	o.Comma()
	w.address(ptr)
	o.Comma()
	w.Expr(value, text.AnyForm)
	o.Byte(')')
}

// isPlainBits reports whether a value is a scalar or vector of 32-bit numbers.
func (w *Writer) isPlainBits(e ir.ExprID) bool {
	t := w.M.Types.At(w.Ex.TypeOf(e))
	return isSimple(t) && t.Scalar.Bits() == 32 && t.Scalar != ir.Bool
}

// arrayLength spells the number of elements of the array at the end of a buffer.
func (w *Writer) arrayLength(e ir.ExprID) {
	o := &w.Out
	ptr := w.Ex.Operand(e)
	pt := w.M.Types.At(w.Ex.TypeOf(ptr))
	info, err := w.Layout.Of(pt.Base, pt.Layout)
	if err != nil {
		w.Unsupported("the layout of a buffer: "+err.Error(), w.Ex.SpanOf(e))
		return
	}
	base := len(w.terms)
	static := w.offset(ptr)
	w.terms = w.terms[:base] // a runtime-sized array lies at a fixed offset
	dynamic := w.dynamicOffset(ptr)
	if static != 0 || dynamic != 0 {
		o.Byte('(')
	}
	o.Name(w.helpers.name(helperKey{kind: helperLength, access: w.accessOf(w.Ex, ptr)}))
	o.Byte('(')
	w.buffer(ptr)
	o.Byte(')')
	if dynamic != 0 {
		o.Infix("-")
		o.Name(dynamic)
	}
	if static != 0 {
		o.Infix("-")
		o.Uint(uint64(static))
		o.Byte('u')
	}
	if static != 0 || dynamic != 0 {
		o.Byte(')')
	}
	o.Infix("/")
	o.Uint(uint64(info.Stride))
	o.Byte('u')
}
