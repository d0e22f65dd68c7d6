package wgsl

// This file spells expressions.

import (
	"refract/internal/back/text"
	"refract/ir"
)

// form is the form of the values that WGSL spells in a way of its own.
func (w *Writer) form(e ir.ExprID) text.Form {
	ex := w.Ex
	switch ex.Kind(e) {
	case ir.KindConstant:
		if c := ex.ConstantRef(e); w.skipped[c] {
			switch w.M.Consts.Kind(ir.ExprID(w.M.Constants[c].Init)) {
			case ir.KindUnary, ir.KindBinary, ir.KindConstant:
				return 0 // no position takes it
			}
		}
	case ir.KindUnary:
		if w.isNegatedMatrix(e) {
			return operators.Binary[ir.Mul].Form
		}
		return text.Prefix
	case ir.KindRelational:
		if op := ex.Relational(e).Op; op == ir.IsNan || op == ir.IsInf {
			return text.Comparison
		}
	case ir.KindLoad:
		if l := w.Logical(e); l != nil {
			return operators.Binary[l.Op].Form
		}
		if ptr := ex.Operand(e); w.isPointerValue(ptr) && !w.IsAtomic(ptr) {
			return text.Prefix
		}
	case ir.KindGlobal:
		if w.M.Globals[ex.GlobalRef(e)].Space != ir.SpaceHandle {
			return text.Prefix
		}
	case ir.KindLocal:
		return text.Prefix
	case ir.KindBufferView:
		if v := ex.BufferView(e); v.Offset == 0 {
			return text.Prefix
		}
	case ir.KindAccess, ir.KindAccessIndex:
		if w.M.Types.At(ex.TypeOf(e)).Kind == ir.TypePointer {
			return text.Prefix
		}
	}
	return text.Primary
}

// isNegatedMatrix reports whether e is the negation of a matrix, which WGSL lacks.
func (w *Writer) isNegatedMatrix(e ir.ExprID) bool {
	k := w.M.Types.At(w.Ex.TypeOf(e)).Kind
	return w.Ex.Unary(e).Op == ir.Negate && (k == ir.TypeMatrix || k == ir.TypeCooperative)
}

// unary spells a unary operation.
func (w *Writer) unary(e ir.ExprID) {
	if !w.isNegatedMatrix(e) {
		w.Unary(e)
		return
	}
	op := &operators.Binary[ir.Mul]
	w.Operand(e, w.Ex.Unary(e).Value, op.Left)
	w.Out.Infix(op.Text)
	w.Out.Str("-1.0")
	if t := w.M.Types.At(w.Ex.TypeOf(e)); t.Kind == ir.TypeCooperative && t.Scalar == ir.F16 {
		w.Out.Byte('h')
	}
}

// pointer spells a pointer to memory that has no name, or a resource.
func (w *Writer) pointer(e ir.ExprID) {
	if w.Ex.Kind(e) != ir.KindGlobal || w.M.Globals[w.Ex.GlobalRef(e)].Space != ir.SpaceHandle {
		w.ampersand()
	}
	w.Place(e)
}

// access spells a part of a value, or the pointer to one.
func (w *Writer) access(e ir.ExprID) {
	if w.M.Types.At(w.Ex.TypeOf(e)).Kind == ir.TypePointer {
		w.pointer(e)
		return
	}
	w.Element(e)
}

func (w *Writer) load(e ir.ExprID) {
	ptr := w.Ex.Operand(e)
	if w.IsAtomic(ptr) {
		w.Out.Word(atomicLoadWord)
		w.Arguments(e, ptr)
		return
	}
	w.place(ptr, text.AnyForm)
}

func (w *Writer) choose(e ir.ExprID) {
	v := w.Ex.Select(e)
	w.Out.Word(selectWord)
	w.Arguments(e, v.Reject, v.Accept, v.Condition)
}

func (w *Writer) as(e ir.ExprID) {
	o := &w.Out
	v := w.Ex.As(e)
	if v.Bitcast {
		o.Word(bitcastWord)
		o.Byte('<')
		w.typeName(w.Ex.TypeOf(e))
		o.Byte('>')
	} else {
		w.typeName(w.Ex.TypeOf(e))
	}
	w.Arguments(e, v.Value)
}

func (w *Writer) derivative(e ir.ExprID) {
	v := w.Ex.Derivative(e)
	w.Out.Word(deriveWords[v.Axis][v.Control])
	w.Arguments(e, v.Value)
}

func (w *Writer) imageLoad(e ir.ExprID) {
	v := w.Ex.ImageLoad(e)
	w.Out.Word(textureLoadWord)
	w.Arguments(e, v.Image, v.Coordinate, v.ArrayIndex, v.Sample, v.Level)
}

func (w *Writer) imageQuery(e ir.ExprID) {
	v := w.Ex.ImageQuery(e)
	w.Out.Word(queryWords[v.Op])
	w.Arguments(e, v.Image, v.Level)
}

func (w *Writer) arrayLength(e ir.ExprID) {
	of := w.Ex.Operand(e)
	if types := &w.M.Types; types.At(types.Pointee(w.Ex.TypeOf(of))).Kind == ir.TypeBuffer {
		w.Out.Word(bufferLengthWord)
	} else {
		w.Out.Word(arrayLengthWord)
	}
	w.Arguments(e, of)
}

// bufferView spells a view of a buffer. A pointer to a buffer is taken for one to a
// shorter buffer where it is passed.
func (w *Writer) bufferView(e ir.ExprID) {
	v := w.Ex.BufferView(e)
	if v.Offset == 0 {
		w.Expr(v.Buffer, anyForm)
		return
	}
	if v.Size == 0 {
		w.Out.Word(bufferViewWord)
	} else {
		w.Out.Word(bufferArrayViewWord)
	}
	w.Out.Byte('<')
	w.typeName(w.M.Types.Pointee(w.Ex.TypeOf(e)))
	w.Out.Byte('>')
	w.Arguments(e, v.Buffer, v.Offset, v.Size)
}

func (w *Writer) intersection(e ir.ExprID) {
	w.rayQueryGet(e, "rayQueryGetCandidateIntersection", "rayQueryGetCommittedIntersection")
}

func (w *Writer) hitVertices(e ir.ExprID) {
	w.need |= extRayQueryVertexReturn
	w.rayQueryGet(e, "getCandidateHitVertexPositions", "getCommittedHitVertexPositions")
}

// ampersand writes &, apart from another one before it.
func (w *Writer) ampersand() {
	if w.Out.Last() == '&' {
		w.Out.Byte(' ')
	}
	w.Out.Byte('&')
}

func (w *Writer) rayQueryGet(e ir.ExprID, candidate, committed string) {
	w.need |= extRayQuery
	if w.Ex.Flags(e)&ir.FlagCommitted != 0 {
		candidate = committed
	}
	w.Out.Word(word(candidate))
	w.Arguments(e, w.Ex.Operand(e))
}

func (w *Writer) zero(t ir.TypeID) {
	switch ty := w.M.Types.At(t); ty.Kind {
	case ir.TypeScalar:
		w.Literal(t, 0)
		return
	case ir.TypeStruct:
		if s := &w.M.Structs[ty.Struct]; s.Special == ir.SpecialModf || s.Special == ir.SpecialFrexp {
			w.Out.Word(specialWords[s.Special])
			w.Out.Byte('(')
			w.zero(s.Param)
			w.Out.Byte(')')
			return
		}
	}
	w.typeName(t)
	w.Out.Str("()")
}

// constant spells a use of a module constant.
func (w *Writer) constant(e ir.ExprID) {
	c := w.Ex.ConstantRef(e)
	if !w.skipped[c] {
		w.Out.Name(w.Constants[c])
		return
	}
	// Its value holds an infinity or NaN: it is written out, in the function.
	ex, body := w.Ex, w.Body
	w.Ex, w.Body = &w.M.Consts, false
	w.Spell(ir.ExprID(w.M.Constants[c].Init))
	w.Ex, w.Body = ex, body
}

// compose spells a value made of parts.
func (w *Writer) compose(e ir.ExprID) {
	if t := w.M.Types.At(w.Ex.TypeOf(e)); t.Kind == ir.TypeStruct && w.M.Structs[t.Struct].Special != ir.NotSpecial {
		w.special(e)
		return
	}
	if w.infersArray(e) {
		w.Out.Word(arrayWord)
		w.Arguments(e, w.Ex.Compose(e).Components...)
		return
	}
	splat := w.splatZeros
	w.splatZeros = len(w.M.Overrides) > 1
	w.Compose(e)
	w.splatZeros = splat
}

// zeroValue spells one in an expression. naga, when it puts values in for overrides, takes
// a vector that is zero by its type for a single part of the vector that it is put into; it
// knows better of splats.
func (w *Writer) zeroValue(e ir.ExprID) {
	t := w.Ex.TypeOf(e)
	ty := w.M.Types.At(t)
	if !w.splatZeros || ty.Kind != ir.TypeVector {
		w.zero(t)
		return
	}
	w.typeName(t)
	w.Out.Byte('(')
	w.zero(ir.ScalarTypeOf(ty.Scalar))
	w.Out.Byte(')')
}

// isPointerValue reports whether a pointer is spelled as a name that means the
// pointer, not the memory.
func (w *Writer) isPointerValue(ptr ir.ExprID) bool {
	return w.IsNamed(ptr) || w.Ex.Kind(ptr) == ir.KindArgument || w.Ex.Kind(ptr) == ir.KindBufferView
}

// place spells the memory behind a pointer.
func (w *Writer) place(ptr ir.ExprID, accept text.Forms) {
	if w.isPointerValue(ptr) {
		o := &w.Out
		if accept.Takes(text.Prefix) {
			if o.Last() == '/' {
				o.Byte(' ')
			}
			o.Byte('*')
			w.Expr(ptr, unary)
			return
		}
		o.Str("(*")
		w.Expr(ptr, unary)
		o.Byte(')')
		return
	}
	w.Place(ptr)
}

// implied is the operand of an operation, a splat, that is spelled as the scalar: beside a
// vector that is so by + - / and %, if the splat was made after both operands.
func (w *Writer) implied(_ ir.ExprID, b ir.Binary) ir.ExprID {
	switch b.Op {
	case ir.Add, ir.Sub, ir.Div, ir.Rem:
	case ir.Mul: // with the scalar it is another operation, of the same value
		if vector := func(e ir.ExprID) bool { return w.M.Types.At(w.Ex.TypeOf(e)).Kind == ir.TypeVector }; !w.isShortest() || !vector(b.Left) || !vector(b.Right) {
			return 0
		}
	default:
		return 0
	}
	l, r := w.Splatted(b.Left), w.Splatted(b.Right)
	late := l != 0 && (!w.Body || !w.Plan.EvaluatedBefore(b.Left, b.Right)) // made after the right operand
	switch {
	case r != 0 && (l == 0 || !late):
		return b.Right
	case late:
		return b.Left
	}
	return 0
}
