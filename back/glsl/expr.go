package glsl

// This file spells expressions.

import (
	"refract/back/text"
	"refract/ir"
)

var operators = &text.COperators

const primary = text.Forms(text.Primary)

// moduleExpr spells a module-scope expression.
func (w *Writer) moduleExpr(c ir.ConstID, accept text.Forms) {
	w.expr(ir.ExprID(c), accept)
}

// isNamed reports whether a value is written as a name.
func (w *Writer) isNamed(e ir.ExprID) bool { return w.f != nil && w.plan.IsNamed(e) }

// logical is the && or || that a value is written as, or nil.
func (w *Writer) logical(e ir.ExprID) *text.Logical {
	if w.f == nil {
		return nil
	}
	return w.plan.Logical(e)
}

// isVector reports whether a type is a vector.
func (w *Writer) isVector(t ir.TypeID) bool { return w.m.Types.At(t).Kind == ir.TypeVector }

// form is the form of an expression where it is not a name.
func (w *Writer) form(e ir.ExprID) text.Form {
	ex := w.ex
	switch ex.Kind(e) {
	case ir.KindLiteral:
		if isNegative(ex.TypeOf(e), ex.LiteralBits(e)) {
			return text.Prefix
		}
	case ir.KindUnary:
		if v := ex.Unary(e); v.Op != ir.LogicalNot || !w.isVector(ex.TypeOf(e)) {
			return text.Prefix
		}
	case ir.KindBinary:
		if !w.isFunction(ex.Binary(e)) {
			return operators.Binary[ex.Binary(e).Op].Form
		}
	case ir.KindSelect:
		if ex.TypeOf(ex.Select(e).Condition) == ir.TypeBool {
			return text.Choice
		}
	case ir.KindRelational:
		if v := ex.Relational(e); ex.TypeOf(v.Value) == ir.TypeBool {
			return w.formOf(v.Value)
		}
	case ir.KindMath:
		if v := ex.Math(e); w.isIdentity(v) {
			return w.formOf(v.Args[0])
		}
	case ir.KindLoad:
		if l := w.logical(e); l != nil {
			return operators.Binary[l.Op].Form
		}
	}
	return text.Primary
}

// formOf is the form of an expression.
func (w *Writer) formOf(e ir.ExprID) text.Form {
	if w.isNamed(e) {
		return text.Primary
	}
	return w.form(e)
}

// isFunction reports whether an operation is spelled as a function: comparisons
// of vectors (section "Vector Relational Functions").
func (w *Writer) isFunction(b ir.Binary) bool {
	return b.Op.IsComparison() && w.isVector(w.ex.TypeOf(b.Left))
}

// isIdentity reports whether a function does nothing: abs of unsigned integers,
// which GLSL lacks.
func (w *Writer) isIdentity(v ir.Math) bool {
	s := w.m.Types.ScalarOf(w.ex.TypeOf(v.Args[0]))
	return v.Op == ir.MathAbs && s.IsInteger() && !s.IsSigned()
}

// expr spells a value, in parentheses if its position doesn't take its form.
func (w *Writer) expr(e ir.ExprID, accept text.Forms) {
	if w.isNamed(e) {
		w.out.Name(w.values[e])
		return
	}
	if !accept.Takes(w.form(e)) {
		w.out.Byte('(')
		w.spell(e)
		w.out.Byte(')')
		return
	}
	w.spell(e)
}

// spell spells a value, which is not a name.
func (w *Writer) spell(e ir.ExprID) {
	if w.f == nil {
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
	w.span = ex.SpanOf(e)
	switch k := ex.Kind(e); k {
	case ir.KindLiteral:
		w.literal(ex.TypeOf(e), ex.LiteralBits(e))
	case ir.KindConstant:
		o.Name(w.constants[ex.ConstantRef(e)])
	case ir.KindZeroValue:
		w.zero(ex.TypeOf(e))
	case ir.KindArgument:
		if w.f == w.main {
			w.input(ex.ArgumentIndex(e))
		} else {
			o.Name(w.args[ex.ArgumentIndex(e)])
		}
	case ir.KindGlobal, ir.KindLocal:
		w.place(e)
	case ir.KindCompose:
		w.compose(e)
	case ir.KindSplat:
		w.typeName(ex.TypeOf(e))
		w.arguments(ex.Operand(e))
	case ir.KindSwizzle:
		v := ex.Swizzle(e)
		w.expr(v.Vector, primary)
		o.Swizzle(v)
	case ir.KindAccess, ir.KindAccessIndex:
		if t := w.m.Types.At(ex.TypeOf(e)); t.Kind == ir.TypePointer || w.isResource(e) {
			w.place(e)
			return
		}
		w.part(e)
	case ir.KindLoad:
		w.place(ex.Operand(e))
	case ir.KindUnary:
		w.unary(e)
	case ir.KindBinary:
		w.binary(e)
	case ir.KindSelect:
		w.choice(e)
	case ir.KindRelational:
		v := ex.Relational(e)
		if ex.TypeOf(v.Value) == ir.TypeBool { // all or any of one
			w.expr(v.Value, anyForm)
			return
		}
		o.Word(relationalWords[v.Op])
		w.arguments(v.Value)
	case ir.KindMath:
		if v := ex.Math(e); w.isIdentity(v) {
			w.expr(v.Args[0], anyForm)
			return
		}
		w.math(e)
	case ir.KindAs:
		w.as(e)
	case ir.KindDerivative:
		w.derivative(e)
	case ir.KindImageSample:
		w.imageSample(e)
	case ir.KindImageLoad:
		w.imageLoad(e)
	case ir.KindImageQuery, ir.KindArrayLength:
		w.convertInt(ex.TypeOf(e), e)
	case ir.KindRayQueryGet, ir.KindRayQueryVertex:
		w.unsupported("ray queries", ex.SpanOf(e))
	case ir.KindCallResult, ir.KindAtomicResult, ir.KindWorkgroupUniformResult, ir.KindSubgroupResult, ir.KindRayQueryProceedResult:
		w.operation(w.plan.ResultOf(e))
	default:
		panic("glsl: expression of kind " + k.String())
	}
}

// arguments spells a list of arguments; absent ones are left out.
func (w *Writer) arguments(list ...ir.ExprID) {
	w.out.Byte('(')
	first := true
	for _, a := range list {
		if a == 0 {
			continue
		}
		if !first {
			w.out.Comma()
		}
		first = false
		w.expr(a, anyForm)
	}
	w.out.Byte(')')
}

// zero spells a zero value.
func (w *Writer) zero(id ir.TypeID) {
	o := &w.out
	if int(id) < len(w.zeros) && w.zeros[id] != 0 {
		o.Name(w.zeros[id])
		o.Str("()")
		return
	}
	t := w.m.Types.At(id)
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		w.literal(ir.ScalarTypeOf(t.Scalar), 0)
	case ir.TypeVector, ir.TypeMatrix:
		w.typeName(id)
		o.Byte('(')
		w.literal(ir.ScalarTypeOf(t.Scalar), 0)
		o.Byte(')')
	case ir.TypeArray:
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
		o.Name(w.structs[t.Struct])
		o.Byte('(')
		for i := range w.m.Structs[t.Struct].Members {
			if i > 0 {
				o.Comma()
			}
			w.zero(w.m.Structs[t.Struct].Members[i].Type)
		}
		o.Byte(')')
	default:
		panic("glsl: zero of a " + t.Kind.String())
	}
}

// compose spells a value made of parts. The columns of a matrix that were made
// of scalars are not spelled: mat2(a, b, c, d).
func (w *Writer) compose(e ir.ExprID) {
	ex := w.ex
	t := w.m.Types.At(ex.TypeOf(e))
	w.typeName(ex.TypeOf(e))
	parts := ex.Compose(e).Components
	if t.Kind != ir.TypeMatrix || !w.isFlat(parts, int(t.Rows)) {
		w.arguments(parts...)
		return
	}
	w.out.Byte('(')
	for i, c := range parts {
		for j, s := range ex.Compose(c).Components {
			if i+j > 0 {
				w.out.Comma()
			}
			w.expr(s, anyForm)
		}
	}
	w.out.Byte(')')
}

// isFlat reports whether the columns of a matrix are all made of scalars, here.
func (w *Writer) isFlat(columns []ir.ExprID, rows int) bool {
	for _, c := range columns {
		if w.ex.Kind(c) != ir.KindCompose || w.isNamed(c) || len(w.ex.Compose(c).Components) != rows {
			return false
		}
	}
	return true
}

// part spells a component, element or member of a value.
func (w *Writer) part(e ir.ExprID) {
	ex := w.ex
	if ex.Kind(e) == ir.KindAccess {
		v := ex.Access(e)
		w.expr(v.Base, primary)
		w.index(v.Index)
		return
	}
	v := ex.AccessIndex(e)
	if ex.Kind(v.Base) == ir.KindAtomicResult && !w.isNamed(v.Base) {
		w.operation(w.plan.ResultOf(v.Base)) // the old value, of compare-exchange
		return
	}
	w.expr(v.Base, primary)
	w.member(w.m.Types.At(ex.TypeOf(v.Base)), v.Index)
}

// index spells [i].
func (w *Writer) index(i ir.ExprID) {
	w.out.Byte('[')
	w.expr(i, anyForm)
	w.out.Byte(']')
}

// member spells component, element or member i of a value of type t.
func (w *Writer) member(t *ir.Type, i uint32) {
	if t.Kind != ir.TypeStruct {
		w.out.Element(t, i)
		return
	}
	w.out.Byte('.')
	w.out.Str(w.memberName(t.Struct, int(i)))
}

// isResource reports whether an access picks a resource from an array.
func (w *Writer) isResource(e ir.ExprID) bool {
	return w.m.Types.At(w.ex.TypeOf(w.ex.Operand(e))).Kind == ir.TypeBindingArray
}

// place spells the memory behind a pointer, or a resource.
func (w *Writer) place(ptr ir.ExprID) {
	o, ex := &w.out, w.ex
	switch k := ex.Kind(ptr); k {
	case ir.KindArgument:
		o.Name(w.args[ex.ArgumentIndex(ptr)])
	case ir.KindGlobal:
		o.Name(w.globals[ex.GlobalRef(ptr)])
	case ir.KindLocal:
		o.Name(w.locals[ex.LocalRef(ptr)])
	case ir.KindAccess:
		v := ex.Access(ptr)
		w.place(v.Base)
		if ex.Flags(ptr)&ir.FlagNonUniform != 0 && w.opts.Vulkan {
			w.require(nonUniform, ex.SpanOf(ptr))
			o.Str("[nonuniformEXT(")
			w.expr(v.Index, anyForm)
			o.Str(")]")
			return
		}
		w.index(v.Index)
	case ir.KindAccessIndex:
		v := ex.AccessIndex(ptr)
		w.place(v.Base)
		w.member(w.m.Types.At(w.m.Types.Pointee(ex.TypeOf(v.Base))), v.Index)
	default:
		w.unsupported("pointers made by a "+k.String(), ex.SpanOf(ptr))
	}
}

func (w *Writer) unary(e ir.ExprID) {
	o, ex := &w.out, w.ex
	v := ex.Unary(e)
	if v.Op == ir.LogicalNot && w.isVector(ex.TypeOf(e)) {
		o.Word(notWord)
		w.arguments(v.Value)
		return
	}
	op := &operators.Unary[v.Op]
	if v.Op == ir.Negate && o.Last() == '-' {
		o.Byte(' ')
	}
	o.Str(op.Text)
	accept := op.Right
	if v.Op == ir.Negate && w.startsWithMinus(v.Value) {
		accept = primary // -- is one token
	}
	w.expr(v.Value, accept)
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
	}
	return false
}

// binary spells a binary operation. Chains lean left: their operands are spelled
// in a loop.
func (w *Writer) binary(e ir.ExprID) {
	ex := w.ex
	if b := ex.Binary(e); w.isFunction(b) {
		w.out.Word(compareWords[b.Op])
		w.arguments(b.Left, b.Right)
		return
	}
	base := len(w.spine)
	for {
		w.spine = append(w.spine, e)
		b := ex.Binary(e)
		if ex.Kind(b.Left) != ir.KindBinary || w.isNamed(b.Left) || w.isFunction(ex.Binary(b.Left)) ||
			!operators.Binary[b.Op].Left.Takes(operators.Binary[ex.Binary(b.Left).Op].Form) {
			break
		}
		e = b.Left
	}
	for i := len(w.spine) - 1; i >= base; i-- {
		b := ex.Binary(w.spine[i])
		op := &operators.Binary[b.Op]
		left, right := w.withoutSplat(b)
		if i == len(w.spine)-1 {
			w.expr(left, op.Left)
		}
		w.out.Infix(op.Text)
		w.expr(right, op.Right)
	}
	w.spine = w.spine[:base]
}

// withoutSplat returns the operands of an operation as they are spelled: the
// splat of a scalar beside another vector is implied (section "Operators").
func (w *Writer) withoutSplat(b ir.Binary) (left, right ir.ExprID) {
	shift := false
	switch b.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Rem, ir.And, ir.Or, ir.Xor:
	case ir.Shl, ir.Shr:
		shift = true
	default:
		return b.Left, b.Right
	}
	if s := w.splatted(b.Right); s != 0 && w.isVector(w.ex.TypeOf(b.Left)) {
		return b.Left, s
	}
	if s := w.splatted(b.Left); s != 0 && !shift && w.isVector(w.ex.TypeOf(b.Right)) {
		return s, b.Right
	}
	return b.Left, b.Right
}

// splatted is the scalar that a value in place repeats, or 0.
func (w *Writer) splatted(e ir.ExprID) ir.ExprID {
	if w.ex.Kind(e) == ir.KindSplat && !w.isNamed(e) {
		return w.ex.Operand(e)
	}
	return 0
}

// choice spells a Select: c ? a : b, or mix for a vector of conditions.
func (w *Writer) choice(e ir.ExprID) {
	o := &w.out
	v := w.ex.Select(e)
	if w.ex.TypeOf(v.Condition) != ir.TypeBool {
		o.Word(mixWord)
		w.arguments(v.Reject, v.Accept, v.Condition)
		return
	}
	w.expr(v.Condition, anyForm&^text.Forms(text.Choice))
	o.Infix("?")
	w.expr(v.Accept, anyForm&^text.Forms(text.Choice))
	o.Infix(":")
	w.expr(v.Reject, anyForm)
}
