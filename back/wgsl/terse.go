package wgsl

// This file leaves out types that WGSL infers, in the smallest text:
//
//	var<storage,read> a:array<f32>;     var<storage>a:array<f32>;
//	x=y*2.+max(z,1.);i=j&255u;          x=y*2+max(z,1);i=j&255;
//	array<u32,3>(1u,2u,3u)              array(1u,2,3)
//	case 0:{}default:{break;}           case 0{}default{}
//
// A number without a suffix or point is abstract and takes the type of the other operand,
// which must have a type that no number decides (sections "Overload Resolution" and
// "Feasible automatic conversion").

import (
	"math"
	"slices"
	"strconv"

	"refract/internal/back/text"
	"refract/ir"
)

// isShortest reports whether the options request the shortest text.
func (w *Writer) isShortest() bool { return w.opts.Terse && w.opts.Minify }

// skipShort finds the constants, numbers, that are shorter where they are used than
// declared.
func (w *Writer) skipShort() {
	m := w.M
	if len(m.Constants) < 2 {
		return
	}
	uses := make([]int, len(m.Constants))
	count := func(ex *ir.Exprs, list []ir.ExprID) {
		for _, o := range list {
			if ex.Kind(o) == ir.KindConstant {
				uses[ex.ConstantRef(o)]++
			}
		}
	}
	exprs := func(ex *ir.Exprs) {
		for e := ir.ExprID(1); int(e) < ex.ExprCount(); e++ {
			w.List = ex.Operands(e, w.List[:0])
			count(ex, w.List)
		}
	}
	exprs(&m.Consts)
	for e := ir.ExprID(1); int(e) < m.Consts.ExprCount(); e++ {
		if m.Consts.Kind(e) == ir.KindConstant { // a length, or another constant's value
			uses[m.Consts.ConstantRef(e)]++
		}
	}
	for _, f := range m.Functions[1:] {
		exprs(&f.Exprs)
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			w.List = f.StmtOperands(s, w.List[:0])
			count(&f.Exprs, w.List)
		}
	}
	for c := 1; c < len(m.Constants); c++ {
		init := ir.ExprID(m.Constants[c].Init)
		if m.Consts.Kind(init) != ir.KindLiteral {
			continue
		}
		t, bits := m.Consts.TypeOf(init), m.Consts.LiteralBits(init)
		var number [32]byte
		var length, declared int
		switch {
		case t != m.Constants[c].Type:
			continue
		case t == ir.TypeU32:
			length = len(strconv.AppendUint(number[:0], bits, 10)) + len("u")
			declared = len("const a=;") + length
		case t == ir.TypeI32 && int32(bits) >= 0:
			length = len(strconv.AppendUint(number[:0], bits, 10))
			declared = len("const a:i32=;") + length
		case t == ir.TypeF32 && bits>>31 == 0 && text.IsFinite(ir.F32, bits):
			length = len(strconv.AppendFloat(number[:0], float64(math.Float32frombits(uint32(bits))), 'g', -1, 32)) + len(".")
			declared = len("const a:f32=;") + length
		default:
			continue
		}
		w.skipped[c] = uses[c]*length <= declared+uses[c]
	}
}

// number is an operand that is spelled as a number: its bits.
func (w *Writer) number(o ir.ExprID) (bits uint64, ok bool) {
	ex := w.Ex
	if ex.Kind(o) == ir.KindConstant {
		c := ex.ConstantRef(o)
		if !w.skipped[c] {
			return 0, false
		}
		ex, o = &w.M.Consts, ir.ExprID(w.M.Constants[c].Init)
	}
	if ex.Kind(o) != ir.KindLiteral {
		return 0, false
	}
	return ex.LiteralBits(o), true
}

// operand spells operand o of e; see clike.Language.
func (w *Writer) operand(e, o ir.ExprID, accept text.Forms) {
	if w.isFirstFloat(e, o) {
		if !w.bare(o) {
			w.Expr(o, accept)
		}
		w.Out.Byte('f')
		return
	}
	if w.isInferred(e, o) && (w.isNegativePart(e, o) || w.bare(o)) {
		return
	}
	w.Expr(o, accept)
}

// isNegativePart spells a whole negative number that is a part or argument without a
// point; if it is one.
func (w *Writer) isNegativePart(e, o ir.ExprID) bool {
	if e == 0 {
		return false
	}
	switch w.Ex.Kind(e) {
	case ir.KindCompose, ir.KindSplat, ir.KindMath:
	default:
		return false
	}
	bits, _ := w.number(o)
	if w.Ex.TypeOf(o) != ir.TypeF32 {
		return false
	}
	v := math.Float32frombits(uint32(bits))
	if v >= 0 || v <= -10000 || v != float32(int32(v)) || v == 0 {
		return false
	}
	w.Out.Int(int64(v))
	return true
}

// isInferred reports whether an operand is a number whose type follows from its use.
func (w *Writer) isInferred(e, o ir.ExprID) bool {
	ex := w.Ex
	if _, ok := w.number(o); !ok || w.IsNamed(o) {
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
		return w.isSide(b.Right, o) && typed(b.Left) || w.isSide(b.Left, o) && typed(b.Right)
	case ir.KindMath:
		v := ex.Math(e)
		args := v.Args[:]
		switch v.Op { // of which the last two are u32, and say nothing of the others
		case ir.MathExtractBits:
			args = args[:1]
		case ir.MathInsertBits:
			args = args[:2]
		}
		if len(args) < len(v.Args) && !slices.Contains(args, o) {
			return true
		}
		for _, a := range args {
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

// maxTyped bounds the search for a value that decides a type.
const maxTyped = 8

// isSide reports whether an operand is one side of an operation, or the number that is
// spelled for a vector of it.
func (w *Writer) isSide(side, o ir.ExprID) bool { return side == o || w.Splatted(side) == o }

// isTyped reports whether a value has its type whatever numbers in it have none.
func (w *Writer) isTyped(e ir.ExprID) bool { return w.Body && w.isTypedIn(e, maxTyped) }

func (w *Writer) isTypedIn(e ir.ExprID, depth int) bool {
	ex := w.Ex
	if w.IsNamed(e) {
		return true
	}
	if depth--; depth == 0 {
		return false
	}
	switch ex.Kind(e) {
	case ir.KindLoad, ir.KindArgument, ir.KindCallResult, ir.KindAtomicResult, ir.KindArrayLength, ir.KindAs:
		return true
	case ir.KindBinary:
		b := ex.Binary(e)
		return w.isTypedIn(b.Left, depth) || b.Op != ir.Shl && b.Op != ir.Shr && w.isTypedIn(b.Right, depth)
	case ir.KindMath: // by an argument of the kind of what comes out
		v := ex.Math(e)
		for k, a := range v.Args {
			if k > 0 && (v.Op == ir.MathExtractBits || v.Op == ir.MathInsertBits && k > 1) {
				break
			}
			if a != 0 && w.M.Types.ScalarOf(ex.TypeOf(a)) == w.M.Types.ScalarOf(ex.TypeOf(e)) && w.isTypedIn(a, depth) {
				return true
			}
		}
		return false
	case ir.KindUnary, ir.KindSwizzle, ir.KindAccess, ir.KindAccessIndex:
		return w.isTypedIn(ex.Operand(e), depth)
	case ir.KindCompose, ir.KindSplat:
		return w.M.Types.At(ex.TypeOf(e)).Kind != ir.TypeArray && w.hasName(ex.TypeOf(e))
	}
	return false
}

// bare spells a number that isn't negative without suffix and point; if it is one with
// either.
func (w *Writer) bare(e ir.ExprID) bool {
	bits, ok := w.number(e)
	if !ok {
		return false
	}
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

// infersArray reports whether the first element of an array decides the type: always if it
// is the result of a built-in function, whose types have no names.
func (w *Writer) infersArray(e ir.ExprID) bool {
	ex := w.Ex
	t := w.M.Types.At(ex.TypeOf(e))
	parts := ex.Compose(e).Components
	if t.Kind == ir.TypeArray && len(parts) > 0 && !w.hasName(t.Base) {
		return true
	}
	if !w.opts.Terse || t.Kind != ir.TypeArray || t.LengthExpr != 0 || len(parts) == 0 {
		return false
	}
	element := w.M.Types.At(t.Base)
	if element.Kind == ir.TypeVector || element.Kind == ir.TypeMatrix || element.Kind == ir.TypeStruct {
		return w.IsNamed(parts[0]) || ex.In(parts[0], composites)
	}
	if element.Kind != ir.TypeScalar || ex.Kind(parts[0]) != ir.KindLiteral || w.IsNamed(parts[0]) {
		return false
	}
	switch element.Scalar {
	case ir.U32:
		return true
	case ir.F32: // "<f32,9>" is as long as this many "f"
		const most = 6
		n := 0
		for _, o := range parts {
			if o == parts[0] {
				n++
			}
		}
		return n <= most
	}
	return false
}

// composites name their type, if it has a name.
const composites = 1<<ir.KindCompose | 1<<ir.KindSplat | 1<<ir.KindZeroValue

// isFirstFloat reports whether an operand is a float that decides the type of an array.
func (w *Writer) isFirstFloat(e, o ir.ExprID) bool {
	ex := w.Ex
	return w.opts.Terse && e != 0 && ex.Kind(e) == ir.KindCompose && ex.TypeOf(o) == ir.TypeF32 && ex.Kind(o) == ir.KindLiteral && !w.IsNamed(o) &&
		w.M.Types.At(ex.TypeOf(e)).Kind == ir.TypeArray && o == ex.Compose(e).Components[0] && w.infersArray(e)
}
