package glsl

// This file spells expressions.

import (
	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/ir"
)

const primary = clike.Primary

// isFunction reports whether an operation is spelled as a function: comparisons
// of vectors (section "Vector Relational Functions").
func (w *Writer) isFunction(b ir.Binary) bool { return b.Op.IsComparison() && w.IsVector(b.Left) }

// isIdentity reports whether a function does nothing: abs of unsigned integers,
// which GLSL lacks.
func (w *Writer) isIdentity(v ir.Math) bool {
	s := w.M.Types.ScalarOf(w.Ex.TypeOf(v.Args[0]))
	return v.Op == ir.MathAbs && s.IsInteger() && !s.IsSigned()
}

func (w *Writer) unaryForm(e ir.ExprID) text.Form {
	if w.Ex.Unary(e).Op == ir.LogicalNot && w.IsVector(e) {
		return text.Primary
	}
	return text.Prefix
}

func (w *Writer) mathForm(e ir.ExprID) text.Form {
	if v := w.Ex.Math(e); w.isIdentity(v) {
		return w.Form(v.Args[0])
	}
	return text.Primary
}

// argument spells a use of a parameter; main's parameters are inputs.
func (w *Writer) argument(i int) {
	if w.F == w.main {
		w.input(i)
		return
	}
	w.Out.Name(w.Args[i])
}

// access spells a part of a value.
func (w *Writer) access(e ir.ExprID) {
	base := w.Ex.Operand(e)
	switch {
	case w.M.Types.At(w.Ex.TypeOf(e)).Kind == ir.TypePointer, w.M.Types.At(w.Ex.TypeOf(base)).Kind == ir.TypeBindingArray:
		w.Place(e)
	case w.Ex.Kind(e) == ir.KindAccessIndex && w.Ex.Kind(base) == ir.KindAtomicResult && !w.IsNamed(base):
		w.Operation(w.Plan.ResultOf(base)) // the old value, of compare-exchange
	case w.Ex.Kind(e) == ir.KindAccessIndex && w.Ex.Kind(base) == ir.KindRayQueryGet && !w.IsNamed(base):
		w.require(rayQueries, w.Span)
		w.rayMember(base, int(w.Ex.AccessIndex(e).Index), false)
	default:
		w.Element(e)
	}
}

// index spells [i]; of resources the index may differ between invocations.
func (w *Writer) index(of, _, i ir.ExprID) {
	if w.isOld() {
		w.oldIndex(of, i)
	}
	if k := w.Ex.Kind(i); k != ir.KindLiteral && k != ir.KindConstant && w.M.Types.At(w.M.Types.Pointee(w.Ex.TypeOf(w.Ex.Operand(of)))).Kind == ir.TypeBindingArray {
		f := indexedResources
		if g := w.Ex.Operand(of); w.Ex.Kind(g) == ir.KindGlobal && w.M.Globals[w.Ex.GlobalRef(g)].Space == ir.SpaceStorage {
			f = indexedBuffers
		}
		w.require(f, w.Ex.SpanOf(of))
	}
	if w.Ex.Flags(of)&ir.FlagNonUniform == 0 || !w.opts.Vulkan {
		if w.isOwnInvocation(w.Ex.Operand(of), i) {
			w.Out.Str("[gl_InvocationID]")
		} else {
			w.Index(of, i)
		}
		w.Out.Str(w.member(w.Ex.Operand(of)))
		return
	}
	w.require(nonUniform, w.Ex.SpanOf(of))
	w.Out.Str("[nonuniformEXT(")
	w.Expr(i, anyForm)
	w.Out.Str(")]")
}

func (w *Writer) unary(e ir.ExprID) {
	if v := w.Ex.Unary(e); v.Op == ir.LogicalNot && w.IsVector(e) {
		w.Out.Word(notWord)
		w.Arguments(e, v.Value)
		return
	} else if v.Op == ir.BitwiseNot {
		w.require(bitOperations, w.Ex.SpanOf(e))
	}
	w.Unary(e)
}

func (w *Writer) binary(e ir.ExprID) {
	b := w.Ex.Binary(e)
	w.needBits(b.Op, b.Left, w.Ex.SpanOf(e))
	if w.isFunction(b) {
		w.Out.Word(compareWords[b.Op])
		w.Arguments(e, b.Left, b.Right)
		return
	}
	w.Binary(e)
}

// zero spells a zero value.
func (w *Writer) zero(id ir.TypeID) {
	o := &w.Out
	if int(id) < len(w.zeros) && w.zeros[id] != 0 {
		o.Name(w.zeros[id])
		o.Str("()")
		return
	}
	t := w.M.Types.At(id)
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		w.Literal(ir.ScalarTypeOf(t.Scalar), 0)
	case ir.TypeVector, ir.TypeMatrix, ir.TypeCooperative:
		w.typeName(id)
		o.Byte('(')
		w.Literal(ir.ScalarTypeOf(t.Scalar), 0)
		o.Byte(')')
	case ir.TypeArray:
		if t.LengthExpr != 0 {
			w.Unsupported("a zero value of a size that a specialization constant sets", w.Span)
			return
		}
		w.require(arrayValues, w.Span)
		w.typeName(id)
		o.Byte('(')
		for i := range t.Length {
			if i > 0 {
				o.Comma()
			}
			w.zero(t.Base)
		}
		o.Byte(')')
	case ir.TypeStruct:
		o.Name(w.Structs[t.Struct])
		o.Byte('(')
		for i := range w.M.Structs[t.Struct].Members {
			if i > 0 {
				o.Comma()
			}
			w.zero(w.M.Structs[t.Struct].Members[i].Type)
		}
		o.Byte(')')
	default:
		panic("glsl: zero of a " + t.Kind.String())
	}
}
