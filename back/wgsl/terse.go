package wgsl

// This file leaves out what WGSL infers, where the smallest text is asked for:
//
//	var<storage,read> a:array<f32>;     var<storage>a:array<f32>;
//	x=y*2.+max(z,1.);i=j&255u;          x=y*2+max(z,1);i=j&255;
//	array<u32,3>(1u,2u,3u)              array(1u,2,3)
//	case 0:{}default:{break;}           case 0{}default{}
//
// A number without a suffix or point is abstract and becomes what stands beside it, which
// must have a type that no number decides (sections "Overload Resolution" and "Feasible
// automatic conversion").

import (
	"math"

	"refract/back/text"
	"refract/ir"
)

// operand spells operand o of e; see clike.Language.
func (w *Writer) operand(e, o ir.ExprID, accept text.Forms) {
	if w.isInferred(e, o) && w.bare(o) {
		return
	}
	w.Expr(o, accept)
}

// isInferred reports whether an operand is a number whose type follows from what uses it.
func (w *Writer) isInferred(e, o ir.ExprID) bool {
	ex := w.Ex
	if ex.Kind(o) != ir.KindLiteral || w.IsNamed(o) {
		return false
	}
	if e == 0 {
		return w.Params
	}
	scalar := ir.Scalar(ex.TypeOf(o))
	typed := func(other ir.ExprID) bool {
		return other != 0 && other != o && w.isTyped(other) && w.M.Types.ScalarOf(ex.TypeOf(other)) == scalar
	}
	switch ex.Kind(e) {
	case ir.KindBinary:
		b := ex.Binary(e)
		if b.Op == ir.Shl || b.Op == ir.Shr {
			return o == b.Right && w.isTyped(b.Left)
		}
		return o == b.Right && typed(b.Left) || o == b.Left && typed(b.Right)
	case ir.KindMath:
		for _, a := range ex.Math(e).Args {
			if typed(a) {
				return true
			}
		}
	case ir.KindSplat:
		return w.hasName(ex.TypeOf(e))
	case ir.KindCompose:
		t := w.M.Types.At(ex.TypeOf(e))
		switch t.Kind {
		case ir.TypeVector, ir.TypeMatrix, ir.TypeStruct:
			return w.hasName(ex.TypeOf(e))
		case ir.TypeArray:
			return !w.infersArray(e) || o != ex.Compose(e).Components[0]
		}
	}
	return false
}

// maxTyped bounds how far is looked for what decides a type.
const maxTyped = 8

// isTyped reports whether a value has its type whatever numbers in it have none.
func (w *Writer) isTyped(e ir.ExprID) bool {
	ex := w.Ex
	if !w.Body {
		return false
	}
	for range maxTyped {
		if w.IsNamed(e) {
			return true
		}
		switch ex.Kind(e) {
		case ir.KindLoad, ir.KindArgument, ir.KindCallResult, ir.KindAtomicResult, ir.KindArrayLength, ir.KindAs:
			return true
		case ir.KindBinary:
			e = ex.Binary(e).Left
		case ir.KindUnary, ir.KindSwizzle, ir.KindAccess, ir.KindAccessIndex:
			e = ex.Operand(e)
		case ir.KindCompose, ir.KindSplat:
			return w.M.Types.At(ex.TypeOf(e)).Kind != ir.TypeArray && w.hasName(ex.TypeOf(e))
		default:
			return false
		}
	}
	return false
}

// bare spells a number that isn't negative without suffix and point; if it is one with
// either.
func (w *Writer) bare(e ir.ExprID) bool {
	bits := w.Ex.LiteralBits(e)
	switch ir.Scalar(w.Ex.TypeOf(e)) {
	case ir.U32:
		w.Out.Uint(bits)
		return true
	case ir.F32:
		v := math.Float32frombits(uint32(bits))
		if v >= 0 && v < 10000 && v == float32(uint32(v)) && bits>>31 == 0 {
			w.Out.Uint(uint64(v))
			return true
		}
	}
	return false
}

// infersArray reports whether the first element of an array decides the type.
func (w *Writer) infersArray(e ir.ExprID) bool {
	ex := w.Ex
	t := w.M.Types.At(ex.TypeOf(e))
	parts := ex.Compose(e).Components
	if !w.opts.Terse || t.Kind != ir.TypeArray || t.LengthExpr != 0 || len(parts) == 0 {
		return false
	}
	element := w.M.Types.At(t.Base)
	return element.Kind == ir.TypeScalar && element.Scalar == ir.U32 && ex.Kind(parts[0]) == ir.KindLiteral && !w.IsNamed(parts[0])
}
