package hlsl

// This file spells expressions.

import (
	"refract/back/text"
	"refract/diag"
	"refract/ir"
)

// maxConstDepth bounds how deep module-scope expressions nest; those of functions
// are kept flat by their plan.
const maxConstDepth = 1000

const (
	anyForm = text.AnyForm
	primary = text.Forms(text.Primary)
	// operand of a conditional operator that isn't one itself.
	noChoice = anyForm &^ text.Forms(text.Choice)
)

var operators = &text.COperators

// isNamed reports whether a value is written as a name.
func (w *Writer) isNamed(e ir.ExprID) bool { return w.body && w.plan.IsNamed(e) }

// logical is the && or || that a value is written as, or nil.
func (w *Writer) logical(e ir.ExprID) *text.Logical {
	if !w.body {
		return nil
	}
	return w.plan.Logical(e)
}

// isChoice reports whether a select is spelled c ? a : b.
func (w *Writer) isChoice(e ir.ExprID) bool {
	return !w.isDXC() || w.ex.TypeOf(w.ex.Select(e).Condition) == ir.TypeBool
}

// isProduct reports whether a multiplication is a call of mul, which that of
// anything with a matrix is.
func (w *Writer) isProduct(b ir.Binary) bool {
	l, r := w.m.Types.At(w.ex.TypeOf(b.Left)), w.m.Types.At(w.ex.TypeOf(b.Right))
	return b.Op == ir.Mul && (l.Kind == ir.TypeMatrix && r.Kind != ir.TypeScalar || r.Kind == ir.TypeMatrix && l.Kind != ir.TypeScalar)
}

// isOperation reports whether a binary operation is spelled with its operator.
func (w *Writer) isOperation(b ir.Binary) bool {
	return !w.isProduct(b) && !(b.Op == ir.Rem && w.m.Types.ScalarOf(w.ex.TypeOf(b.Left)).IsFloat())
}

// spelledForm is the form of an expression where it is not a name.
func (w *Writer) spelledForm(e ir.ExprID) text.Form {
	ex := w.ex
	switch ex.Kind(e) {
	case ir.KindLiteral:
		if isNegative(ex.TypeOf(e), ex.LiteralBits(e)) {
			return text.Prefix
		}
	case ir.KindZeroValue:
		if k := w.m.Types.At(ex.TypeOf(e)).Kind; k != ir.TypeScalar {
			return text.Prefix // a cast
		}
	case ir.KindAccess, ir.KindAccessIndex:
		if base := ex.Operand(e); w.isZero(base) && w.m.Types.At(ex.TypeOf(e)).Kind != ir.TypeScalar {
			return text.Prefix
		}
	case ir.KindUnary:
		return text.Prefix
	case ir.KindBinary:
		if b := ex.Binary(e); w.isOperation(b) {
			return operators.Binary[b.Op].Form
		}
	case ir.KindSelect:
		if w.isChoice(e) {
			return text.Choice
		}
	case ir.KindLoad:
		if l := w.logical(e); l != nil {
			return operators.Binary[l.Op].Form
		}
	case ir.KindArrayLength:
		return text.Product
	case ir.KindSplat:
		return text.Prefix // a cast
	case ir.KindAs:
		if _, same := w.same(e); same != 0 {
			if w.isNamed(same) {
				return text.Primary
			}
			return w.spelledForm(same)
		}
	}
	return text.Primary
}

// expr spells a value, in parentheses if its position doesn't take its form.
func (w *Writer) expr(e ir.ExprID, accept text.Forms) {
	if w.isNamed(e) {
		w.out.Name(w.values[e])
		return
	}
	if !accept.Takes(w.spelledForm(e)) {
		w.out.Byte('(')
		w.spell(e)
		w.out.Byte(')')
		return
	}
	w.spell(e)
}

// operand spells operand o of e.
func (w *Writer) operand(e, o ir.ExprID, accept text.Forms) {
	if w.body && e != 0 && w.plan.Guard(e) == o {
		w.out.Name(w.guards[e])
		return
	}
	w.typed = e != 0 && (w.typed && w.ex.Kind(e) == ir.KindUnary || w.isFloatLiteral(o) && w.isUntyped(e))
	w.expr(o, accept)
	w.typed = false
}

// isUntyped reports whether an expression is one of literals alone, which DXC
// computes as doubles.
func (w *Writer) isUntyped(e ir.ExprID) bool {
	ex := w.ex
	switch ex.Kind(e) {
	case ir.KindSelect:
		v := ex.Select(e)
		return w.isFloatLiteral(v.Accept) && w.isFloatLiteral(v.Reject)
	case ir.KindBinary:
		v := ex.Binary(e)
		return w.isFloatLiteral(v.Left) && w.isFloatLiteral(v.Right)
	case ir.KindMath:
		for _, o := range ex.Math(e).Args {
			if o != 0 && !w.isFloatLiteral(o) {
				return false
			}
		}
		return true
	}
	return false
}

// isFloatLiteral reports whether a value is written as the literal of an f32, or
// one with a minus before it.
func (w *Writer) isFloatLiteral(e ir.ExprID) bool {
	if w.ex.Kind(e) == ir.KindUnary && !w.isNamed(e) && w.ex.Unary(e).Op == ir.Negate {
		e = w.ex.Unary(e).Value
	}
	return w.ex.Kind(e) == ir.KindLiteral && w.ex.TypeOf(e) == ir.TypeF32 && !w.isNamed(e)
}

// spell spells a value, which is not a name.
func (w *Writer) spell(e ir.ExprID) {
	if !w.body {
		if w.depth++; w.depth > maxConstDepth {
			w.unsupported("a constant that nests so deeply", w.ex.SpanOf(e))
			w.depth--
			return
		}
		defer func() { w.depth-- }()
	}
	o, ex := &w.out, w.ex
	if l := w.logical(e); l != nil {
		op := &operators.Binary[l.Op]
		w.expr(l.Left, op.Left)
		o.Infix(op.Text)
		w.expr(l.Right, op.Right)
		return
	}
	switch k := ex.Kind(e); k {
	case ir.KindLiteral:
		w.literal(ex.TypeOf(e), ex.LiteralBits(e), ex.SpanOf(e))
	case ir.KindConstant:
		o.Name(w.constants[ex.ConstantRef(e)])
	case ir.KindOverride:
		w.unsupported("pipeline-overridable constants", ex.SpanOf(e))
	case ir.KindZeroValue:
		w.zero(ex.TypeOf(e))
	case ir.KindArgument:
		w.argument(ex.ArgumentIndex(e))
	case ir.KindGlobal:
		o.Name(w.globals[ex.GlobalRef(e)])
	case ir.KindLocal:
		o.Name(w.locals[ex.LocalRef(e)])
	case ir.KindCompose:
		w.compose(e)
	case ir.KindSplat:
		w.splat(e)
	case ir.KindSwizzle:
		v := ex.Swizzle(e)
		w.operand(e, v.Vector, primary)
		o.Swizzle(v)
	case ir.KindAccess:
		v := ex.Access(e)
		if w.m.Types.At(ex.TypeOf(e)).Kind == ir.TypePointer {
			w.place(e)
			return
		}
		if w.isZero(v.Base) {
			w.zero(ex.TypeOf(e))
			return
		}
		w.operand(e, v.Base, primary)
		w.index(e, v.Index)
	case ir.KindAccessIndex:
		v := ex.AccessIndex(e)
		if w.m.Types.At(ex.TypeOf(e)).Kind == ir.TypePointer {
			w.place(e)
			return
		}
		if w.isZero(v.Base) {
			w.zero(ex.TypeOf(e))
			return
		}
		w.operand(e, v.Base, primary)
		w.memberOf(w.m.Types.At(ex.TypeOf(v.Base)), v.Index)
	case ir.KindLoad:
		w.load(e, ex.Operand(e))
	case ir.KindUnary:
		v := ex.Unary(e)
		op := &operators.Unary[v.Op]
		if v.Op == ir.Negate && o.Last() == '-' {
			o.Byte(' ')
		}
		o.Str(op.Text)
		accept := op.Right
		if v.Op == ir.Negate && w.startsWithMinus(v.Value) {
			accept = primary // -- is one token
		}
		w.operand(e, v.Value, accept)
	case ir.KindBinary:
		w.binary(e)
	case ir.KindSelect:
		w.choose(e)
	case ir.KindRelational:
		v := ex.Relational(e)
		o.Word(relWords[v.Op])
		w.arguments(e, v.Value)
	case ir.KindMath:
		w.math(e)
	case ir.KindAs:
		w.convert(e)
	case ir.KindDerivative:
		v := ex.Derivative(e)
		if v.Axis == ir.AxisWidth {
			o.Word(fwidthWord)
		} else {
			o.Word(deriveWords[v.Axis][v.Control])
		}
		if ex.Kind(v.Value) == ir.KindLiteral && !w.isNamed(v.Value) {
			o.Str("(float(") // DXC fails on untyped literals
			w.operand(e, v.Value, anyForm)
			o.Str("))")
			return
		}
		w.arguments(e, v.Value)
	case ir.KindImageSample:
		w.imageSample(e)
	case ir.KindImageLoad:
		w.imageLoad(e)
	case ir.KindImageQuery:
		w.imageQuery(e)
	case ir.KindArrayLength:
		w.arrayLength(e)
	case ir.KindRayQueryGet:
		w.rayQueryGet(e)
	case ir.KindRayQueryVertex:
		w.unsupported("vertices of a ray query's hit", ex.SpanOf(e))
	case ir.KindCallResult, ir.KindAtomicResult, ir.KindWorkgroupUniformResult, ir.KindSubgroupResult, ir.KindRayQueryProceedResult:
		w.operation(w.plan.ResultOf(e))
	default:
		panic("hlsl: expression of kind " + k.String())
	}
}

// isZero reports whether a value is a zero, or a part of one, that has no name:
// compilers don't index a cast.
func (w *Writer) isZero(e ir.ExprID) bool {
	for !w.isNamed(e) {
		switch w.ex.Kind(e) {
		case ir.KindZeroValue:
			return true
		case ir.KindAccess, ir.KindAccessIndex:
			e = w.ex.Operand(e)
		default:
			return false
		}
	}
	return false
}

// argument spells a use of a parameter; some of entry points are functions.
func (w *Writer) argument(i int) {
	if w.entry != nil {
		if b := &w.f.Args[i].Binding; b.Kind == ir.BindBuiltIn {
			switch b.BuiltIn {
			case ir.BuiltInSubgroupSize:
				w.out.Word(laneCountWord)
				w.out.Str("()")
				return
			case ir.BuiltInSubgroupInvocationID:
				w.out.Word(laneIndexWord)
				w.out.Str("()")
				return
			}
		}
	}
	w.out.Name(w.args[i])
}

func (w *Writer) startsWithMinus(e ir.ExprID) bool {
	if w.isNamed(e) {
		return false
	}
	switch w.ex.Kind(e) {
	case ir.KindUnary:
		return w.ex.Unary(e).Op == ir.Negate
	case ir.KindLiteral:
		return isNegative(w.ex.TypeOf(e), w.ex.LiteralBits(e))
	case ir.KindAs:
		return w.spelledForm(e) == text.Prefix
	}
	return false
}

// arguments spells a list of arguments of e; absent ones are left out.
func (w *Writer) arguments(e ir.ExprID, list ...ir.ExprID) {
	w.out.Byte('(')
	w.more(e, true, list...)
	w.out.Byte(')')
}

// more spells arguments; first says that none came before.
func (w *Writer) more(e ir.ExprID, first bool, list ...ir.ExprID) {
	for _, a := range list {
		if a == 0 {
			continue
		}
		if !first {
			w.out.Comma()
		}
		first = false
		w.operand(e, a, anyForm)
	}
}

// zero spells the zero value of a type.
func (w *Writer) zero(t ir.TypeID) {
	if w.m.Types.At(t).Kind == ir.TypeScalar {
		w.literal(t, 0, diag.Span{})
		return
	}
	w.out.Byte('(')
	w.typeName(t)
	w.lengths(t)
	w.out.Str(")0")
}

// splat spells a vector of equal components: a cast of the scalar.
func (w *Writer) splat(e ir.ExprID) {
	w.out.Byte('(')
	w.typeName(w.ex.TypeOf(e))
	w.out.Byte(')')
	w.operand(e, w.ex.Operand(e), primary)
}

// compose spells a value made of parts. That of a struct or array is an
// initializer.
func (w *Writer) compose(e ir.ExprID) {
	ex := w.ex
	t := w.m.Types.At(ex.TypeOf(e))
	switch t.Kind {
	case ir.TypeStruct, ir.TypeArray:
		w.braces(e, t)
		return
	}
	w.typeName(ex.TypeOf(e))
	w.arguments(e, ex.Compose(e).Components...)
}

// initializer spells the value of a declaration: of a struct or array made of
// parts, the parts in braces.
func (w *Writer) initializer(e ir.ExprID) {
	t := w.m.Types.At(w.ex.TypeOf(e))
	if w.ex.Kind(e) != ir.KindCompose || w.isNamed(e) || t.Kind != ir.TypeStruct && t.Kind != ir.TypeArray {
		w.expr(e, anyForm)
		return
	}
	w.braces(e, t)
}

// braces spells a struct or array made of parts.
func (w *Writer) braces(e ir.ExprID, t *ir.Type) {
	o, ex := &w.out, w.ex
	if w.depth++; w.depth > maxConstDepth {
		w.unsupported("a value that nests so deeply", ex.SpanOf(e))
		w.depth--
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
	w.depth--
}

// nested spells a part of an initializer.
func (w *Writer) nested(e, part ir.ExprID) {
	if w.body && w.plan.Guard(e) == part {
		w.operand(e, part, anyForm)
		return
	}
	w.initializer(part)
}

// binary spells a binary operation. Chains lean left: their operands are spelled
// in a loop.
func (w *Writer) binary(e ir.ExprID) {
	ex := w.ex
	b := ex.Binary(e)
	switch {
	case w.isProduct(b):
		w.out.Word(mulWord)
		w.arguments(e, b.Right, b.Left)
		return
	case !w.isOperation(b):
		w.out.Word(fmodWord)
		w.byComponent(e, b.Left, b.Right)
		return
	}
	base := len(w.spine)
	for {
		w.spine = append(w.spine, e)
		b := ex.Binary(e)
		if ex.Kind(b.Left) != ir.KindBinary || w.isNamed(b.Left) || w.body && w.plan.Guard(e) == b.Left ||
			!w.isOperation(ex.Binary(b.Left)) || !operators.Binary[b.Op].Left.Takes(operators.Binary[ex.Binary(b.Left).Op].Form) {
			break
		}
		e = b.Left
	}
	for i := len(w.spine) - 1; i >= base; i-- {
		e := w.spine[i]
		b := ex.Binary(e)
		op := &operators.Binary[b.Op]
		implied := w.implied(e, b)
		switch {
		case i < len(w.spine)-1:
		case implied == b.Left:
			w.component(b.Left, op.Left)
		default:
			w.left(e, b.Left, b.Op, op)
		}
		w.out.Infix(op.Text)
		if implied == b.Right {
			w.component(b.Right, op.Right)
		} else {
			w.operand(e, b.Right, op.Right)
		}
	}
	w.spine = w.spine[:base]
}

// left spells the left operand of an operation. The literal that a shift shifts
// needs a type.
func (w *Writer) left(e, o ir.ExprID, op ir.BinaryOp, spelled *text.Operator) {
	if (op == ir.Shl || op == ir.Shr) && w.ex.Kind(o) == ir.KindLiteral && w.ex.TypeOf(o) == ir.TypeI32 && !w.isNamed(o) {
		w.out.Str("int(")
		w.operand(e, o, anyForm)
		w.out.Byte(')')
		return
	}
	w.operand(e, o, spelled.Left)
}

// implied is the operand of e, the operation b, for which a scalar may stand, or 0: one
// whose components are equal, beside another vector.
func (w *Writer) implied(e ir.ExprID, b ir.Binary) ir.ExprID {
	if w.isUniform(e, b.Right) && w.isVector(b.Left) {
		return b.Right
	}
	if w.isUniform(e, b.Left) && w.isVector(b.Right) && b.Op != ir.Shl && b.Op != ir.Shr {
		return b.Left
	}
	return 0
}

func (w *Writer) isVector(e ir.ExprID) bool {
	return w.m.Types.At(w.ex.TypeOf(e)).Kind == ir.TypeVector
}

// isUniform reports whether operand o of e is a vector whose components are seen to be
// equal, and has no name.
func (w *Writer) isUniform(e, o ir.ExprID) bool {
	if w.isNamed(o) || w.body && (w.plan.Guard(e) == o || w.plan.Guard(o) != 0) {
		return false
	}
	k := w.ex.Kind(o)
	return k == ir.KindSplat || k == ir.KindZeroValue && w.isVector(o)
}

// component spells a component of a vector that isUniform accepts.
func (w *Writer) component(e ir.ExprID, accept text.Forms) {
	if w.ex.Kind(e) == ir.KindZeroValue {
		w.zero(ir.ScalarTypeOf(w.m.Types.ScalarOf(w.ex.TypeOf(e))))
		return
	}
	w.expr(w.ex.Operand(e), accept)
}

// choose spells a select.
func (w *Writer) choose(e ir.ExprID) {
	o := &w.out
	v := w.ex.Select(e)
	if w.isChoice(e) {
		w.operand(e, v.Condition, noChoice)
		o.Infix("?")
		w.operand(e, v.Accept, noChoice)
		o.Infix(":")
		w.operand(e, v.Reject, anyForm)
		return
	}
	o.Word(selectWord)
	o.Byte('(')
	if c := w.ex.Kind(v.Condition); c == ir.KindBinary && !w.isNamed(v.Condition) && w.ex.Binary(v.Condition).Op < ir.Eq {
		// & and | of bools are integers.
		w.typeName(w.ex.TypeOf(v.Condition))
		w.arguments(e, v.Condition)
	} else {
		w.operand(e, v.Condition, anyForm)
	}
	w.more(e, false, v.Accept, v.Reject)
	o.Byte(')')
}

// keepsBits reports whether a value is a conversion or bitcast that keeps the 32 bits
// of scalars and vectors.
func (w *Writer) keepsBits(e ir.ExprID) bool {
	if w.ex.Kind(e) != ir.KindAs {
		return false
	}
	v := w.ex.As(e)
	isInteger := func(e ir.ExprID) bool { return w.m.Types.ScalarOf(w.ex.TypeOf(e)).IsInteger() }
	return w.isPlainBits(e) && w.isPlainBits(v.Value) && (v.Bitcast || isInteger(e) && isInteger(v.Value))
}

// source follows casts that keep bits, and have no name, to the value behind them; by is
// the last of them, 0 if there is none.
func (w *Writer) source(e ir.ExprID) (by, of ir.ExprID) {
	for by, of = 0, e; w.keepsBits(of); {
		by, of = of, w.ex.As(of).Value
		if w.isNamed(of) {
			break
		}
	}
	return by, of
}

// same is the value that a conversion or bitcast gives back as it was, or 0, and the
// last cast on the way.
func (w *Writer) same(e ir.ExprID) (by, of ir.ExprID) {
	if v := w.ex.As(e).Value; w.ex.TypeOf(v) == w.ex.TypeOf(e) {
		return e, v
	}
	if by, of = w.source(e); by != 0 && w.ex.TypeOf(of) == w.ex.TypeOf(e) {
		return by, of
	}
	return 0, 0
}

// convert spells conversions and bitcasts.
func (w *Writer) convert(e ir.ExprID) {
	o, ex := &w.out, w.ex
	if by, same := w.same(e); same != 0 {
		w.operand(by, same, anyForm)
		return
	}
	v := ex.As(e)
	to := ex.TypeOf(e)
	from := ex.TypeOf(v.Value)
	s, t := w.m.Types.ScalarOf(to), w.m.Types.ScalarOf(from)
	by, of := w.source(e)
	switch {
	case by != 0 && (v.Bitcast || of != v.Value):
		w.bitcast(s, by, of, w.m.Types.At(to))
		return
	case !v.Bitcast, s.IsInteger() && t.IsInteger() && s.Bits() == t.Bits() && s.Bits() != 32:
		if w.m.Types.At(to).Kind == ir.TypeMatrix {
			o.Byte('(')
			o.Byte('(')
			w.typeName(to)
			o.Byte(')')
			w.operand(e, v.Value, primary)
			o.Byte(')')
			return
		}
		w.typeName(to)
		w.arguments(e, v.Value)
		return
	case s.Bits() != t.Bits() || s.Bits() == 64:
		w.unsupported("a bitcast from "+w.m.TypeName(from)+" to "+w.m.TypeName(to), ex.SpanOf(e))
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
	w.arguments(e, v.Value)
}

// bitcast spells the bits of operand of of by, which are 32 in each component, as a value
// of type t, whose scalar is s.
func (w *Writer) bitcast(s ir.Scalar, by, of ir.ExprID, t *ir.Type) {
	switch {
	case s == ir.U32 && w.isUnsignedBits(of):
		w.bitsCall(of, w.ex.Math(of))
		return
	case w.isSimpleLoad(by, of):
		w.loadAs(t, w.ex.Operand(of))
		return
	}
	switch s {
	case ir.F32:
		w.out.Word(asfloatWord)
	case ir.I32:
		w.out.Word(asintWord)
	case ir.U32:
		w.out.Word(asuintWord)
	}
	w.arguments(by, of)
}
