package hlsl

// This file spells expressions.

import (
	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
)

const (
	anyForm = clike.AnyForm
	primary = clike.Primary
)

var operators = &text.COperators

// isChoice reports whether a select is spelled c ? a : b.
func (w *Writer) isChoice(e ir.ExprID) bool {
	return !w.isDXC() || w.Ex.TypeOf(w.Ex.Select(e).Condition) == ir.TypeBool
}

// isProduct reports whether a multiplication is a call of mul, which that of
// anything with a matrix is.
func (w *Writer) isProduct(b ir.Binary) bool {
	l, r := w.M.Types.At(w.Ex.TypeOf(b.Left)), w.M.Types.At(w.Ex.TypeOf(b.Right))
	return b.Op == ir.Mul && (l.Kind == ir.TypeMatrix && r.Kind != ir.TypeScalar || r.Kind == ir.TypeMatrix && l.Kind != ir.TypeScalar)
}

// isOperation reports whether a binary operation is spelled with its operator.
func (w *Writer) isOperation(b ir.Binary) bool {
	return !w.isProduct(b) && !(b.Op == ir.Rem && w.M.Types.ScalarOf(w.Ex.TypeOf(b.Left)).IsFloat())
}

// form is the form of the values that HLSL spells in a way of its own.
func (w *Writer) form(e ir.ExprID) text.Form {
	ex := w.Ex
	switch ex.Kind(e) {
	case ir.KindZeroValue:
		if w.M.Types.At(ex.TypeOf(e)).Kind != ir.TypeScalar {
			return text.Prefix // a cast
		}
	case ir.KindAccess, ir.KindAccessIndex:
		if w.isZero(ex.Operand(e)) && w.M.Types.At(ex.TypeOf(e)).Kind != ir.TypeScalar {
			return text.Prefix
		}
	case ir.KindSelect:
		if w.isChoice(e) {
			return text.Choice
		}
	case ir.KindArrayLength:
		return text.Product
	case ir.KindSplat:
		return text.Prefix // a cast
	case ir.KindAs:
		if _, same := w.same(e); same != 0 {
			return w.Form(same)
		}
	}
	return text.Primary
}

// operand spells operand o of e, which has no name for e alone.
func (w *Writer) operand(e, o ir.ExprID, accept text.Forms) {
	open := e != 0 && w.isUntyped(o) && w.isOpen(e, o)
	if open && w.Ex.TypeOf(o) == ir.TypeI32 {
		w.cast(o)
		return
	}
	w.Typed = open || w.Typed && w.Ex.Kind(e) == ir.KindUnary // also of the literal behind a minus
	w.Expr(o, accept)
	w.Typed = false
}

// cast spells a value with its type before it.
func (w *Writer) cast(e ir.ExprID) {
	w.typeName(w.Ex.TypeOf(e))
	w.Out.Byte('(')
	w.Expr(e, anyForm)
	w.Out.Byte(')')
}

// isUntyped reports whether an i32 or f32 is spelled as a literal, or as a choice of such
// integers. These have no type until one is needed: DXC computes expressions of them alone
// in 64 bits, shifts them as if they were unsigned, and fails on some.
func (w *Writer) isUntyped(e ir.ExprID) bool {
	ex := w.Ex
	switch ex.Kind(e) {
	case ir.KindLiteral, ir.KindZeroValue:
		return (ex.TypeOf(e) == ir.TypeI32 || ex.TypeOf(e) == ir.TypeF32) && !w.IsNamed(e)
	case ir.KindUnary:
		v := ex.Unary(e)
		return v.Op == ir.Negate && ex.TypeOf(e) == ir.TypeF32 && ex.Kind(v.Value) == ir.KindLiteral && !w.IsNamed(e) && !w.IsNamed(v.Value)
	case ir.KindSelect:
		v := ex.Select(e)
		return ex.TypeOf(e) == ir.TypeI32 && !w.IsNamed(e) && w.isUntyped(v.Accept) && w.isUntyped(v.Reject)
	}
	return false
}

// isOpen reports whether the untyped operand o of e is to have a type, since nothing else
// gives e one.
func (w *Writer) isOpen(e, o ir.ExprID) bool {
	ex := w.Ex
	float := ex.TypeOf(o) == ir.TypeF32 // all of these get a suffix, of integers the first is cast
	switch ex.Kind(e) {
	case ir.KindUnary:
		return !float
	case ir.KindAccess:
		return ex.Kind(o) == ir.KindSelect
	case ir.KindSelect:
		v := ex.Select(e)
		if o == v.Condition || !w.isUntyped(v.Accept) || !w.isUntyped(v.Reject) {
			return false
		}
		return float || ex.Kind(o) == ir.KindSelect // e is such a choice itself
	case ir.KindBinary:
		v := ex.Binary(e)
		switch {
		case v.Op == ir.Shl || v.Op == ir.Shr:
			return o == v.Left
		case !w.isUntyped(v.Left) || !w.isUntyped(v.Right):
			return false
		case v.Op.IsComparison() && !float && ex.Kind(v.Left) != ir.KindSelect && ex.Kind(v.Right) != ir.KindSelect:
			return false // literals compare as they should
		}
		return float || o == v.Left
	case ir.KindMath:
		args := ex.Math(e).Args
		for _, a := range args {
			if a != 0 && !w.isUntyped(a) {
				return false
			}
		}
		return float || o == args[0]
	}
	return false
}

// access spells a part of a value.
func (w *Writer) access(e ir.ExprID) {
	switch {
	case w.M.Types.At(w.Ex.TypeOf(e)).Kind == ir.TypePointer:
		w.Place(e)
	case w.isZero(w.Ex.Operand(e)):
		w.zero(w.Ex.TypeOf(e))
	default:
		w.Element(e)
	}
}

func (w *Writer) relation(e ir.ExprID) {
	v := w.Ex.Relational(e)
	w.Out.Word(relWords[v.Op])
	w.Arguments(e, v.Value)
}

func (w *Writer) derivative(e ir.ExprID) {
	o := &w.Out
	v := w.Ex.Derivative(e)
	if v.Axis == ir.AxisWidth {
		o.Word(fwidthWord)
	} else {
		o.Word(deriveWords[v.Axis][v.Control])
	}
	if w.isUntyped(v.Value) { // DXC fails on these
		o.Byte('(')
		w.cast(v.Value)
		o.Byte(')')
		return
	}
	w.Arguments(e, v.Value)
}

// interpolate spells an input that is interpolated elsewhere, of which InterpolatedInputs
// made a variable. Offsets are 16ths of a pixel, from -8 to 7.
func (w *Writer) interpolate(e ir.ExprID) {
	o := &w.Out
	v := w.Ex.Interpolate(e)
	o.Str(interpolateFunctions[v.Op])
	o.Byte('(')
	o.Name(w.Globals[transform.InterpolatedInputOf(w.interpolated, w.F, e).Global])
	switch v.Op {
	case ir.InterpolateCentroid:
	case ir.InterpolateSample:
		o.Comma()
		w.Expr(v.Arg, anyForm)
	case ir.InterpolateOffset:
		o.Comma()
		o.Str("int2(clamp(floor(")
		w.Expr(v.Arg, primary)
		o.Str(" * 16.0), -8.0, 7.0))")
	}
	o.Byte(')')
}

// interpolateFunctions are the functions that interpolate, by ir.InterpolateOp.
var interpolateFunctions = [...]string{"EvaluateAttributeCentroid", "EvaluateAttributeAtSample", "EvaluateAttributeSnapped"}

// isZero reports whether a value is a zero, or a part of one, that has no name:
// compilers don't index a cast.
func (w *Writer) isZero(e ir.ExprID) bool {
	for !w.IsNamed(e) {
		switch w.Ex.Kind(e) {
		case ir.KindZeroValue:
			return true
		case ir.KindAccess, ir.KindAccessIndex:
			e = w.Ex.Operand(e)
		default:
			return false
		}
	}
	return false
}

// argument spells a use of a parameter; some of entry points are functions.
func (w *Writer) argument(i int) {
	if b := &w.F.Args[i].Binding; b.Kind == ir.BindBuiltIn {
		if s := w.stageFor(w.fn); s != nil && s.function(b) != "" && w.Args[i] == 0 {
			w.stageInput(b, s.function(b))
			return
		}
		if w.entry != nil || w.Args[i] == 0 {
			switch b.BuiltIn {
			case ir.BuiltInSubgroupSize:
				w.Out.Word(laneCountWord)
				w.Out.Str("()")
				return
			case ir.BuiltInSubgroupInvocationID:
				w.Out.Word(laneIndexWord)
				w.Out.Str("()")
				return
			}
		}
	}
	w.Out.Name(w.Args[i])
}

// zero spells the zero value of a type.
func (w *Writer) zero(t ir.TypeID) {
	if w.M.Types.At(t).Kind == ir.TypeScalar {
		w.Literal(t, 0)
		return
	}
	w.Out.Byte('(')
	w.typeName(t)
	w.lengths(t)
	w.Out.Str(")0")
}

// splat spells a vector of equal components: a cast of the scalar.
func (w *Writer) splat(e ir.ExprID) {
	w.Out.Byte('(')
	w.typeName(w.Ex.TypeOf(e))
	w.Out.Byte(')')
	w.Operand(e, w.Ex.Operand(e), primary)
}

// compose spells a value made of parts. That of a struct or array is an
// initializer.
func (w *Writer) compose(e ir.ExprID) {
	ex := w.Ex
	t := w.M.Types.At(ex.TypeOf(e))
	switch t.Kind {
	case ir.TypeStruct, ir.TypeArray:
		w.braces(e, t)
		return
	}
	w.typeName(ex.TypeOf(e))
	w.Arguments(e, ex.Compose(e).Components...)
}

// initializer spells the value of a declaration: of a struct or array made of
// parts, the parts in braces.
func (w *Writer) initializer(e ir.ExprID) {
	t := w.M.Types.At(w.Ex.TypeOf(e))
	if w.Ex.Kind(e) != ir.KindCompose || w.IsNamed(e) || t.Kind != ir.TypeStruct && t.Kind != ir.TypeArray {
		w.Expr(e, anyForm)
		return
	}
	w.braces(e, t)
}

// braces spells a struct or array made of parts.
func (w *Writer) braces(e ir.ExprID, t *ir.Type) {
	o, ex := &w.Out, w.Ex
	if w.Depth++; w.Depth > clike.MaxConstDepth {
		w.Unsupported("a value that nests so deeply", ex.SpanOf(e))
		w.Depth--
		return
	}
	o.Byte('{')
	o.Space()
	first := true
	comma := func() {
		if !first {
			o.Comma()
		}
		first = false
	}
	next := 0
	parts := ex.Compose(e).Components
	part := func() {
		comma()
		w.nested(e, parts[next])
		next++
	}
	if t.Kind == ir.TypeStruct {
		w.eachPadding(t.Struct, func(i int, p padding) {
			for next < i {
				part()
			}
			comma()
			if p.n <= 1 {
				o.Byte('0')
				return
			}
			o.Byte('(')
			o.Str(p.typeName())
			if p.count > 1 {
				o.Byte('[')
				o.Uint(uint64(p.count))
				o.Byte(']')
			}
			o.Str(")0")
		})
	}
	for next < len(parts) {
		part()
	}
	o.Space()
	o.Byte('}')
	w.Depth--
}

// nested spells a part of an initializer.
func (w *Writer) nested(e, part ir.ExprID) {
	if w.Body && w.Plan.Guard(e) == part {
		w.Operand(e, part, anyForm)
		return
	}
	w.initializer(part)
}

// binary spells a binary operation.
func (w *Writer) binary(e ir.ExprID) {
	b := w.Ex.Binary(e)
	switch {
	case w.isProduct(b):
		w.Out.Word(mulWord)
		w.Arguments(e, b.Right, b.Left)
	case !w.isOperation(b):
		w.Out.Word(fmodWord)
		w.byComponent(e, b.Left, b.Right)
	default:
		w.Binary(e)
	}
}

// choose spells a select.
func (w *Writer) choose(e ir.ExprID) {
	o := &w.Out
	v := w.Ex.Select(e)
	if w.isChoice(e) {
		w.Choice(e)
		return
	}
	o.Word(selectWord)
	o.Byte('(')
	if c := w.Ex.Kind(v.Condition); c == ir.KindBinary && !w.IsNamed(v.Condition) && w.Ex.Binary(v.Condition).Op < ir.Eq {
		// & and | of bools are integers.
		w.typeName(w.Ex.TypeOf(v.Condition))
		w.Arguments(e, v.Condition)
	} else {
		w.Operand(e, v.Condition, anyForm)
	}
	w.Listed(e, false, []ir.ExprID{v.Accept, v.Reject})
	o.Byte(')')
}

// keepsBits reports whether a value is a conversion or bitcast that keeps the 32 bits
// of scalars and vectors.
func (w *Writer) keepsBits(e ir.ExprID) bool {
	if w.Ex.Kind(e) != ir.KindAs {
		return false
	}
	v := w.Ex.As(e)
	isInteger := func(e ir.ExprID) bool { return w.M.Types.ScalarOf(w.Ex.TypeOf(e)).IsInteger() }
	return w.isPlainBits(e) && w.isPlainBits(v.Value) && (v.Bitcast || isInteger(e) && isInteger(v.Value))
}

// source follows casts that keep bits, and have no name, to the value behind them; by is
// the last of them, 0 if there is none.
func (w *Writer) source(e ir.ExprID) (by, of ir.ExprID) {
	for by, of = 0, e; w.keepsBits(of); {
		by, of = of, w.Ex.As(of).Value
		if w.IsNamed(of) {
			break
		}
	}
	return by, of
}

// same is the value that a conversion or bitcast gives back as it was, or 0, and the
// last cast on the way.
func (w *Writer) same(e ir.ExprID) (by, of ir.ExprID) {
	if v := w.Ex.As(e).Value; w.Ex.TypeOf(v) == w.Ex.TypeOf(e) {
		return e, v
	}
	if by, of = w.source(e); by != 0 && w.Ex.TypeOf(of) == w.Ex.TypeOf(e) {
		return by, of
	}
	return 0, 0
}

// convert spells conversions and bitcasts.
func (w *Writer) convert(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	if by, same := w.same(e); same != 0 {
		w.Operand(by, same, anyForm)
		return
	}
	v := ex.As(e)
	to := ex.TypeOf(e)
	from := ex.TypeOf(v.Value)
	s, t := w.M.Types.ScalarOf(to), w.M.Types.ScalarOf(from)
	by, of := w.source(e)
	switch {
	case by != 0 && (v.Bitcast || of != v.Value):
		w.bitcast(s, by, of, w.M.Types.At(to))
		return
	case !v.Bitcast, s.IsInteger() && t.IsInteger() && s.Bits() == t.Bits() && s.Bits() != 32:
		if w.M.Types.At(to).Kind == ir.TypeMatrix {
			o.Byte('(')
			o.Byte('(')
			w.typeName(to)
			o.Byte(')')
			w.Operand(e, v.Value, primary)
			o.Byte(')')
			return
		}
		w.typeName(to)
		w.Arguments(e, v.Value)
		return
	case s.Bits() == 64 && t.Bits() == 64:
		if k, ok := w.bitsKey(ex, e); ok {
			w.castDouble(e, k)
			return
		}
		w.Arguments(e, v.Value)
		return
	case s.Bits() != t.Bits() || s == ir.F16 && w.opts.MinPrecision || t == ir.F16 && w.opts.MinPrecision:
		w.Unsupported("a bitcast from "+w.M.TypeName(from)+" to "+w.M.TypeName(to), ex.SpanOf(e))
		return
	}
	w.checkScalar(s)
	switch s {
	case ir.F16:
		o.Word(asfloat16Word)
	case ir.I16:
		o.Word(asint16Word)
	case ir.U16:
		o.Word(asuint16Word)
	}
	w.Arguments(e, v.Value)
}

// bitcast spells the bits of operand of of by, which are 32 in each component, as a value
// of type t, whose scalar is s.
func (w *Writer) bitcast(s ir.Scalar, by, of ir.ExprID, t *ir.Type) {
	switch {
	case s == ir.U32 && w.isUnsignedBits(of):
		w.bitsCall(of, w.Ex.Math(of))
		return
	case w.isSimpleLoad(by, of):
		w.loadAs(t, w.Ex.Operand(of))
		return
	}
	switch s {
	case ir.F32:
		w.Out.Word(asfloatWord)
	case ir.I32:
		w.Out.Word(asintWord)
	case ir.U32:
		w.Out.Word(asuintWord)
	}
	w.Arguments(by, of)
}
