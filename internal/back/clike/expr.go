package clike

// This file spells expressions.

import (
	"refract/internal/back/text"
	"refract/ir"
)

// ModuleExpr spells a module-scope expression.
func (w *Writer) ModuleExpr(c ir.ConstID, accept text.Forms) {
	ex, body := w.Ex, w.Body
	w.Ex, w.Body = &w.M.Consts, false
	w.Expr(ir.ExprID(c), accept)
	w.Ex, w.Body = ex, body
}

// IsNamed reports whether a value is written as a name.
func (w *Writer) IsNamed(e ir.ExprID) bool { return w.Body && w.Plan.IsNamed(e) }

// Logical is the && or || that a value is written as, or nil.
func (w *Writer) Logical(e ir.ExprID) *text.Logical {
	if !w.Body {
		return nil
	}
	return w.Plan.Logical(e)
}

// Form is the form of an expression.
func (w *Writer) Form(e ir.ExprID) text.Form {
	if w.IsNamed(e) {
		return text.Primary
	}
	return w.SpelledForm(e)
}

// SpelledForm is the form of an expression that is not a name.
func (w *Writer) SpelledForm(e ir.ExprID) text.Form {
	ex := w.Ex
	k := ex.Kind(e)
	if f := w.L.Form[k]; f != nil {
		return f(e)
	}
	switch k {
	case ir.KindLiteral:
		if w.IsNegative(ex.TypeOf(e), ex.LiteralBits(e)) {
			return text.Prefix
		}
	case ir.KindUnary:
		return text.Prefix
	case ir.KindBinary:
		if b := ex.Binary(e); w.isOperator(b, e) {
			return w.L.Operators.Binary[b.Op].Form
		}
	case ir.KindSelect:
		if ex.TypeOf(ex.Select(e).Condition) == ir.TypeBool {
			return text.Choice
		}
	case ir.KindRelational:
		if v := ex.Relational(e); isItself(ex, v) {
			return w.Form(v.Value)
		}
	case ir.KindLoad:
		if l := w.Logical(e); l != nil {
			return w.L.Operators.Binary[l.Op].Form
		}
	}
	return text.Primary
}

// isItself reports whether a relation is all or any of one bool.
func isItself(ex *ir.Exprs, v ir.Relational) bool {
	return v.Op <= ir.Any && ex.TypeOf(v.Value) == ir.TypeBool
}

// Expr spells a value, in parentheses if its position doesn't take its form.
func (w *Writer) Expr(e ir.ExprID, accept text.Forms) {
	w.M.Meter.Step()
	if w.IsNamed(e) {
		w.Out.Name(w.Values[e])
		return
	}
	if accept != AnyForm && !accept.Takes(w.SpelledForm(e)) || w.Less && w.hidesTemplate(e) {
		less := w.Less
		w.Less = false
		w.Out.Byte('(')
		w.Spell(e)
		w.Out.Byte(')')
		w.Less = less
		return
	}
	w.Spell(e)
}

// hidesTemplate reports whether the > in an expression would close a list of template
// arguments with a < before it in the same list of arguments (WGSL section "Template
// Lists").
func (w *Writer) hidesTemplate(e ir.ExprID) bool {
	switch w.Ex.Kind(e) {
	case ir.KindBinary:
		switch w.Ex.Binary(e).Op {
		case ir.Gt, ir.Ge, ir.Shr:
			return true
		}
	case ir.KindRelational:
		return w.Ex.Relational(e).Op == ir.IsNan
	}
	return false
}

// Operand spells operand o of e; e may be 0 if o is not one whose name depends on its user.
func (w *Writer) Operand(e, o ir.ExprID, accept text.Forms) {
	switch {
	case e != 0 && w.isGuarded(e, o):
		w.Out.Name(w.Guards[e])
	case w.L.Operand != nil:
		w.L.Operand(e, o, accept)
	default:
		w.Expr(o, accept)
	}
}

// isGuarded reports whether operand o of e has a name for e alone.
func (w *Writer) isGuarded(e, o ir.ExprID) bool { return w.Body && w.Plan.Guard(e) == o }

// Spell spells a value, which is not a name.
func (w *Writer) Spell(e ir.ExprID) {
	w.Span = w.Ex.SpanOf(e)
	if w.Body {
		w.spell(e)
		return
	}
	if w.Depth++; w.Depth > MaxConstDepth {
		w.Unsupported("a constant that nests so deeply", w.Span)
	} else {
		w.spell(e)
	}
	w.Depth--
}

// spell is Spell, however deep a value nests.
func (w *Writer) spell(e ir.ExprID) {
	ex := w.Ex
	k := ex.Kind(e)
	if k == ir.KindLoad {
		if l := w.Logical(e); l != nil {
			w.short(l)
			return
		}
	}
	if k == ir.KindImageSample && !w.L.Combined && ex.ImageSample(e).Sampler == 0 {
		w.Unsupported("a combined image and sampler", w.Span)
		return
	}
	if f := w.L.Spell[k]; f != nil {
		f(e)
		return
	}
	switch k {
	case ir.KindLiteral:
		w.Literal(ex.TypeOf(e), ex.LiteralBits(e))
	case ir.KindConstant:
		w.Out.Name(w.Constants[ex.ConstantRef(e)])
	case ir.KindOverride:
		w.Out.Name(w.Overrides[ex.OverrideRef(e)])
	case ir.KindZeroValue:
		w.L.Zero(ex.TypeOf(e))
	case ir.KindArgument, ir.KindGlobal, ir.KindLocal, ir.KindPointerAt:
		w.Place(e)
	case ir.KindCompose:
		w.Compose(e)
	case ir.KindSplat:
		w.L.TypeName(ex.TypeOf(e))
		w.Arguments(e, ex.Operand(e))
	case ir.KindSwizzle:
		v := ex.Swizzle(e)
		w.Operand(e, v.Vector, Primary)
		w.Out.Swizzle(v)
	case ir.KindAccess, ir.KindAccessIndex:
		if w.M.Types.At(ex.TypeOf(e)).Kind == ir.TypePointer {
			w.Place(e)
			return
		}
		w.Element(e)
	case ir.KindLoad:
		w.Place(ex.Operand(e))
	case ir.KindUnary:
		w.Unary(e)
	case ir.KindBinary:
		w.Binary(e)
	case ir.KindSelect:
		v := ex.Select(e)
		if ex.TypeOf(v.Condition) == ir.TypeBool {
			w.Choice(e)
			return
		}
		w.Out.Word(w.L.Select)
		w.Arguments(e, v.Reject, v.Accept, v.Condition)
	case ir.KindRelational:
		v := ex.Relational(e)
		if isItself(ex, v) {
			w.Operand(e, v.Value, AnyForm)
			return
		}
		w.Out.Word(w.L.Relations[v.Op])
		w.Arguments(e, v.Value)
	case ir.KindCallResult, ir.KindAtomicResult, ir.KindWorkgroupUniformResult, ir.KindSubgroupResult, ir.KindRayQueryProceedResult, ir.KindPipelineResult:
		w.Operation(w.Plan.ResultOf(e))
	default:
		panic(w.L.Name + ": expression of kind " + k.String())
	}
}

// short spells a && or || that was taken apart.
func (w *Writer) short(l *text.Logical) {
	op := &w.L.Operators.Binary[l.Op]
	w.Expr(l.Left, op.Left)
	w.Less = false
	w.Out.Infix(op.Text)
	w.Expr(l.Right, op.Right)
}

// Arguments spells a list of arguments of e in parentheses; absent ones are left out.
func (w *Writer) Arguments(e ir.ExprID, list ...ir.ExprID) {
	less := w.Less
	w.Less = false
	w.Out.Byte('(')
	w.Listed(e, true, list)
	w.Out.Byte(')')
	w.Less = less
}

// Listed spells arguments of e; first is set if none came before.
func (w *Writer) Listed(e ir.ExprID, first bool, list []ir.ExprID) {
	for _, a := range list {
		if a == 0 {
			continue
		}
		if !first {
			w.Out.Comma()
		}
		first = false
		w.Operand(e, a, AnyForm)
	}
}

// Compose spells a value made of parts as a constructor. The columns of a matrix that
// were made of scalars are not spelled: mat2(a, b, c, d).
func (w *Writer) Compose(e ir.ExprID) {
	ex := w.Ex
	t := w.M.Types.At(ex.TypeOf(e))
	w.L.TypeName(ex.TypeOf(e))
	parts := ex.Compose(e).Components
	if t.Kind != ir.TypeMatrix || !w.isFlat(parts, int(t.Rows)) {
		w.Arguments(e, parts...)
		return
	}
	less := w.Less
	w.Less = false
	w.Out.Byte('(')
	for i, c := range parts {
		w.Listed(c, i == 0, ex.Compose(c).Components)
	}
	w.Out.Byte(')')
	w.Less = less
}

// isFlat reports whether the columns of a matrix are all made of scalars, here; if operands
// have an order, of scalars that were all evaluated before the first column.
func (w *Writer) isFlat(columns []ir.ExprID, rows int) bool {
	if !w.L.FlatMatrices {
		return false
	}
	ex := w.Ex
	for _, c := range columns {
		if ex.Kind(c) != ir.KindCompose || w.IsNamed(c) || len(ex.Compose(c).Components) != rows {
			return false
		}
	}
	if !w.Body || !w.L.Ordered {
		return true
	}
	first := columns[0]
	for _, c := range columns {
		if w.Plan.EvaluatedBefore(c, first) {
			first = c
		}
	}
	for _, c := range columns {
		for _, s := range ex.Compose(c).Components {
			if !w.Plan.EvaluatedBefore(s, first) || w.Plan.Guard(c) == s {
				return false
			}
		}
	}
	return true
}

// Element spells a component, element or member of a value.
func (w *Writer) Element(e ir.ExprID) {
	base := w.Ex.Operand(e)
	w.Operand(e, base, Primary)
	w.pick(e, base, w.M.Types.At(w.Ex.TypeOf(base)))
}

// Place spells the memory behind a pointer, or a resource.
func (w *Writer) Place(ptr ir.ExprID) {
	ex := w.Ex
	switch k := ex.Kind(ptr); k {
	case ir.KindGlobal:
		if w.L.Global != nil {
			w.L.Global(ex.GlobalRef(ptr))
			return
		}
		w.Out.Name(w.Globals[ex.GlobalRef(ptr)])
	case ir.KindLocal:
		w.Out.Name(w.Locals[ex.LocalRef(ptr)])
	case ir.KindArgument:
		if w.L.Argument != nil {
			w.L.Argument(ex.ArgumentIndex(ptr))
			return
		}
		w.Out.Name(w.Args[ex.ArgumentIndex(ptr)])
	case ir.KindAccess, ir.KindAccessIndex:
		base := ex.Operand(ptr)
		if k == ir.KindAccessIndex && w.L.Part != nil && w.L.Part(ptr) {
			return
		}
		if w.L.Base != nil {
			w.L.Base(base)
		} else {
			w.Place(base)
		}
		w.pick(ptr, base, w.M.Types.At(w.M.Types.Pointee(ex.TypeOf(base))))
	case ir.KindPointerAt:
		if !w.L.StructureAt && w.M.Types.At(ex.TypeOf(ptr)).Kind == ir.TypeAccelerationStructure {
			w.Unsupported("acceleration structures made of addresses", ex.SpanOf(ptr))
			return
		}
		if w.L.Address == nil {
			w.Unsupported("physical memory (pointers made of addresses)", ex.SpanOf(ptr))
			return
		}
		w.L.Address(ptr)
	default:
		w.Unsupported("pointers made by a "+k.String(), ex.SpanOf(ptr))
	}
}

// pick spells the member or element behind the base of an access, of type t.
func (w *Writer) pick(e, base ir.ExprID, t *ir.Type) {
	if w.Ex.Kind(e) == ir.KindAccessIndex {
		w.Member(base, t, int(w.Ex.AccessIndex(e).Index))
		return
	}
	if w.L.Index != nil {
		w.L.Index(e, base, w.Ex.Access(e).Index)
		return
	}
	w.Index(e, w.Ex.Access(e).Index)
}

// Index spells [i], of the access e.
func (w *Writer) Index(e, i ir.ExprID) {
	less := w.Less
	w.Less = false
	w.Out.Byte('[')
	w.Operand(e, i, AnyForm)
	w.Out.Byte(']')
	w.Less = less
}

// Member spells component, element or member i of base, a value or memory of type t.
func (w *Writer) Member(base ir.ExprID, t *ir.Type, i int) {
	switch {
	case t.Kind == ir.TypeStruct:
		w.Out.Byte('.')
		w.Out.Str(w.MemberName(t.Struct, i))
	case w.L.Member != nil:
		w.L.Member(base, t, i)
	default:
		w.Out.Element(t, uint32(i))
	}
}

// Unary spells an operator before its operand.
func (w *Writer) Unary(e ir.ExprID) {
	o := &w.Out
	v := w.Ex.Unary(e)
	op := &w.L.Operators.Unary[v.Op]
	if v.Op == ir.Negate && o.Last() == '-' {
		o.Byte(' ')
	}
	o.Str(op.Text)
	accept := op.Right
	if v.Op == ir.Negate && w.startsWithMinus(v.Value) {
		accept = Primary // -- is one token
	}
	w.Operand(e, v.Value, accept)
}

func (w *Writer) startsWithMinus(e ir.ExprID) bool {
	if w.IsNamed(e) {
		return false
	}
	switch w.Ex.Kind(e) {
	case ir.KindUnary:
		return w.Ex.Unary(e).Op == ir.Negate
	case ir.KindLiteral:
		return w.IsNegative(w.Ex.TypeOf(e), w.Ex.LiteralBits(e))
	case ir.KindAs:
		return w.SpelledForm(e) == text.Prefix
	}
	return false
}

func (w *Writer) isOperator(b ir.Binary, e ir.ExprID) bool {
	return w.L.IsOperator == nil || w.L.IsOperator(b, e)
}

// Binary spells a binary operation. Chains lean left: their operands are spelled in a
// loop.
func (w *Writer) Binary(e ir.ExprID) {
	ex, operators := w.Ex, w.L.Operators
	base := len(w.spine)
	for {
		w.spine = append(w.spine, e)
		b := ex.Binary(e)
		if ex.Kind(b.Left) != ir.KindBinary || w.IsNamed(b.Left) || w.isGuarded(e, b.Left) {
			break
		}
		left := ex.Binary(b.Left)
		if !operators.Binary[b.Op].Left.Takes(operators.Binary[left.Op].Form) || !w.isOperator(left, b.Left) || w.Less && w.hidesTemplate(b.Left) {
			break
		}
		e = b.Left
	}
	for i := len(w.spine) - 1; i >= base; i-- {
		e := w.spine[i]
		b := ex.Binary(e)
		op := &operators.Binary[b.Op]
		implied := w.Implied(e, b)
		switch {
		case i < len(w.spine)-1:
		case implied == b.Left:
			w.Component(e, b.Left, op.Left)
		default:
			w.Operand(e, b.Left, op.Left)
		}
		if w.L.Templates {
			switch b.Op {
			case ir.Lt:
				w.Less = true
			case ir.LogicalAnd, ir.LogicalOr:
				w.Less = false
			}
		}
		w.Out.Infix(op.Text)
		w.RightOperand(e, b, implied, op.Right)
	}
	w.spine = w.spine[:base]
}

// RightOperand spells the right operand of e, the operation b, with a scalar for the
// operand implied.
func (w *Writer) RightOperand(e ir.ExprID, b ir.Binary, implied ir.ExprID, accept text.Forms) {
	if implied == b.Right {
		w.Component(e, b.Right, accept)
		return
	}
	w.Operand(e, b.Right, accept)
}

// Implied is the operand of e, the operation b, for which a scalar stands, or 0: one whose
// components are equal, beside another vector. It is none if both operands are the same
// expression, as the sides couldn't be distinguished.
func (w *Writer) Implied(e ir.ExprID, b ir.Binary) ir.ExprID {
	if b.Left == b.Right {
		return 0
	}
	if w.L.ImpliedBy != nil {
		return w.L.ImpliedBy(e, b)
	}
	sides := w.L.Implied[b.Op]
	if sides&OnRight != 0 && w.IsUniform(e, b.Right) && w.IsVector(b.Left) {
		return b.Right
	}
	if sides&OnLeft != 0 && w.IsUniform(e, b.Left) && w.IsVector(b.Right) {
		return b.Left
	}
	return 0
}

// IsUniform reports whether operand o of e is a vector whose components are seen to be
// equal, and has no name.
func (w *Writer) IsUniform(e, o ir.ExprID) bool {
	switch w.Ex.Kind(o) {
	case ir.KindSplat:
	case ir.KindZeroValue:
		if !w.L.Zeros || !w.IsVector(o) {
			return false
		}
	default:
		return false
	}
	return !w.Body || !w.Plan.IsNamed(o) && w.Plan.Guard(e) != o && w.Plan.Guard(o) == 0
}

// Component spells a component of operand o of e, which IsUniform accepts.
func (w *Writer) Component(e, o ir.ExprID, accept text.Forms) {
	if w.Ex.Kind(o) == ir.KindZeroValue {
		w.L.Zero(ir.ScalarTypeOf(w.M.Types.ScalarOf(w.Ex.TypeOf(o))))
		return
	}
	w.Operand(e, w.Ex.Operand(o), accept)
}

// Splatted is the scalar that a value in place repeats, or 0.
func (w *Writer) Splatted(e ir.ExprID) ir.ExprID {
	if w.Ex.Kind(e) == ir.KindSplat && w.M.Types.At(w.Ex.TypeOf(e)).Kind == ir.TypeVector && w.IsUniform(0, e) {
		return w.Ex.Operand(e)
	}
	return 0
}

// Choice spells a select as c ? a : b.
func (w *Writer) Choice(e ir.ExprID) {
	v := w.Ex.Select(e)
	w.Operand(e, v.Condition, NoChoice)
	w.Out.Infix("?")
	w.Operand(e, v.Accept, NoChoice)
	w.Out.Infix(":")
	w.Operand(e, v.Reject, AnyForm)
}
