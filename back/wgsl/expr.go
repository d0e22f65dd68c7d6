package wgsl

// This file spells expressions.

import (
	"refract/back/text"
	"refract/diag"
	"refract/ir"
)

// maxConstDepth bounds how deep module-scope expressions nest; those of functions
// are kept flat by their plan.
const maxConstDepth = 1000

// moduleExpr spells a module-scope expression.
func (w *Writer) moduleExpr(c ir.ConstID, accept text.Forms) {
	ex, body, runtime := w.ex, w.body, w.runtime
	w.ex, w.body, w.runtime = &w.m.Consts, false, false
	w.expr(ir.ExprID(c), accept)
	w.ex, w.body, w.runtime = ex, body, runtime
}

// isNamed reports whether a value is written as a name.
func (w *Writer) isNamed(e ir.ExprID) bool { return w.body && w.plan.IsNamed(e) }

// logical is the && or || that a value is written as, or nil.
func (w *Writer) logical(e ir.ExprID) *text.Logical {
	if !w.body {
		return nil
	}
	return w.plan.Logical(e)
}

// spelledForm is the form of an expression where it is not a name.
func (w *Writer) spelledForm(e ir.ExprID) text.Form {
	ex := w.ex
	switch ex.Kind(e) {
	case ir.KindLiteral:
		if isNegative(ex.TypeOf(e), ex.LiteralBits(e)) {
			return text.Prefix
		}
	case ir.KindConstant:
		if c := ex.ConstantRef(e); w.skipped[c] {
			switch w.m.Consts.Kind(ir.ExprID(w.m.Constants[c].Init)) {
			case ir.KindUnary, ir.KindBinary, ir.KindConstant:
				return 0 // no position takes it
			}
		}
	case ir.KindUnary:
		return text.Prefix
	case ir.KindBinary:
		return operators.Binary[ex.Binary(e).Op].Form
	case ir.KindRelational:
		if op := ex.Relational(e).Op; op == ir.IsNan || op == ir.IsInf {
			return text.Comparison
		}
	case ir.KindLoad:
		if l := w.logical(e); l != nil {
			return operators.Binary[l.Op].Form
		}
		if ptr := ex.Operand(e); w.isPointerValue(ptr) && !w.isAtomic(ptr) {
			return text.Prefix
		}
	case ir.KindGlobal:
		if w.m.Globals[ex.GlobalRef(e)].Space != ir.SpaceHandle {
			return text.Prefix
		}
	case ir.KindLocal:
		return text.Prefix
	case ir.KindAccess, ir.KindAccessIndex:
		if w.m.Types.At(ex.TypeOf(e)).Kind == ir.TypePointer {
			return text.Prefix
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
	if !accept.Takes(w.spelledForm(e)) || w.hidesTemplate(e) {
		less := w.less
		w.less = false
		w.out.Byte('(')
		w.spell(e)
		w.out.Byte(')')
		w.less = less
		return
	}
	w.spell(e)
}

// hidesTemplate reports whether the > in an expression would close a template
// list with a < before it in the same list of arguments (section "Template Lists").
func (w *Writer) hidesTemplate(e ir.ExprID) bool {
	if !w.less {
		return false
	}
	switch w.ex.Kind(e) {
	case ir.KindBinary:
		switch w.ex.Binary(e).Op {
		case ir.Gt, ir.Ge, ir.Shr:
			return true
		}
	case ir.KindRelational:
		return w.ex.Relational(e).Op == ir.IsNan
	}
	return false
}

// operand spells operand o of e.
func (w *Writer) operand(e, o ir.ExprID, accept text.Forms) {
	if w.body && w.plan.Guard(e) == o {
		w.out.Name(w.guards[e])
		return
	}
	w.expr(o, accept)
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
		w.short(l)
		return
	}
	switch k := ex.Kind(e); k {
	case ir.KindLiteral:
		w.literal(ex.TypeOf(e), ex.LiteralBits(e), ex.SpanOf(e))
	case ir.KindConstant:
		w.constant(ex.ConstantRef(e))
	case ir.KindOverride:
		o.Name(w.overrides[ex.OverrideRef(e)])
	case ir.KindZeroValue:
		w.zero(ex.TypeOf(e))
	case ir.KindArgument:
		o.Name(w.args[ex.ArgumentIndex(e)])
	case ir.KindGlobal:
		g := ex.GlobalRef(e)
		if w.m.Globals[g].Space != ir.SpaceHandle {
			w.ampersand()
		}
		o.Name(w.globals[g])
	case ir.KindLocal:
		w.ampersand()
		o.Name(w.locals[ex.LocalRef(e)])
	case ir.KindCompose:
		w.compose(e)
	case ir.KindSplat:
		w.typeName(ex.TypeOf(e))
		w.arguments(e, ex.Operand(e))
	case ir.KindSwizzle:
		v := ex.Swizzle(e)
		w.operand(e, v.Vector, text.Forms(text.Primary))
		o.Swizzle(v)
	case ir.KindAccess, ir.KindAccessIndex:
		if w.m.Types.At(ex.TypeOf(e)).Kind == ir.TypePointer {
			w.ampersand()
			w.memory(e)
			return
		}
		w.element(e)
	case ir.KindLoad:
		ptr := ex.Operand(e)
		if w.isAtomic(ptr) {
			o.Word(atomicLoadWord)
			w.arguments(e, ptr)
			return
		}
		w.place(ptr, text.AnyForm)
	case ir.KindUnary:
		v := ex.Unary(e)
		op := &operators.Unary[v.Op]
		if v.Op == ir.Negate && o.Last() == '-' {
			o.Byte(' ')
		}
		o.Str(op.Text)
		accept := op.Right
		if v.Op == ir.Negate && w.startsWithMinus(v.Value) {
			accept = text.Forms(text.Primary) // -- is one token
		}
		w.operand(e, v.Value, accept)
	case ir.KindBinary:
		w.binary(e)
	case ir.KindSelect:
		v := ex.Select(e)
		o.Word(selectWord)
		w.arguments(e, v.Reject, v.Accept, v.Condition)
	case ir.KindRelational:
		w.relational(e)
	case ir.KindMath:
		w.math(e)
	case ir.KindAs:
		v := ex.As(e)
		if v.Bitcast {
			o.Word(bitcastWord)
			o.Byte('<')
			w.typeName(ex.TypeOf(e))
			o.Byte('>')
		} else {
			w.typeName(ex.TypeOf(e))
		}
		w.arguments(e, v.Value)
	case ir.KindDerivative:
		v := ex.Derivative(e)
		o.Word(deriveWords[v.Axis][v.Control])
		w.arguments(e, v.Value)
	case ir.KindImageSample:
		w.imageSample(e)
	case ir.KindImageLoad:
		v := ex.ImageLoad(e)
		o.Word(textureLoadWord)
		w.arguments(e, v.Image, v.Coordinate, v.ArrayIndex, v.Sample, v.Level)
	case ir.KindImageQuery:
		v := ex.ImageQuery(e)
		o.Word(queryWords[v.Op])
		w.arguments(e, v.Image, v.Level)
	case ir.KindArrayLength:
		o.Word(arrayLengthWord)
		w.arguments(e, ex.Operand(e))
	case ir.KindRayQueryGet:
		w.rayQueryGet(e, "rayQueryGetCandidateIntersection", "rayQueryGetCommittedIntersection")
	case ir.KindRayQueryVertex:
		w.need |= extRayQueryVertexReturn
		w.rayQueryGet(e, "getCandidateHitVertexPositions", "getCommittedHitVertexPositions")
	case ir.KindCallResult, ir.KindAtomicResult, ir.KindWorkgroupUniformResult, ir.KindSubgroupResult, ir.KindRayQueryProceedResult:
		w.operation(w.plan.ResultOf(e))
	default:
		panic("wgsl: expression of kind " + k.String())
	}
}

func (w *Writer) startsWithMinus(e ir.ExprID) bool {
	switch w.ex.Kind(e) {
	case ir.KindUnary:
		return w.ex.Unary(e).Op == ir.Negate
	case ir.KindLiteral:
		return isNegative(w.ex.TypeOf(e), w.ex.LiteralBits(e))
	}
	return false
}

// ampersand writes &, apart from another one before it.
func (w *Writer) ampersand() {
	if w.out.Last() == '&' {
		w.out.Byte(' ')
	}
	w.out.Byte('&')
}

func (w *Writer) rayQueryGet(e ir.ExprID, candidate, committed string) {
	w.need |= extRayQuery
	if w.ex.Flags(e)&ir.FlagCommitted != 0 {
		candidate = committed
	}
	w.out.Word(word(candidate))
	w.arguments(e, w.ex.Operand(e))
}

// arguments spells a list of arguments of e; absent ones are left out.
func (w *Writer) arguments(e ir.ExprID, list ...ir.ExprID) {
	less := w.less
	w.less = false
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
		w.operand(e, a, text.AnyForm)
	}
	w.out.Byte(')')
	w.less = less
}

func (w *Writer) zero(t ir.TypeID) {
	switch ty := w.m.Types.At(t); ty.Kind {
	case ir.TypeScalar:
		w.literal(t, 0, diag.Span{})
		return
	case ir.TypeStruct:
		if s := &w.m.Structs[ty.Struct]; s.Special == ir.SpecialModf || s.Special == ir.SpecialFrexp {
			w.out.Word(specialWords[s.Special])
			w.out.Byte('(')
			w.zero(s.Param)
			w.out.Byte(')')
			return
		}
	}
	w.typeName(t)
	w.out.Str("()")
}

// constant spells a use of a module constant.
func (w *Writer) constant(c ir.ConstantID) {
	if !w.skipped[c] {
		w.out.Name(w.constants[c])
		return
	}
	// Its value holds an infinity or NaN: it is written out, in the function.
	ex, body := w.ex, w.body
	w.ex, w.body = &w.m.Consts, false
	w.spell(ir.ExprID(w.m.Constants[c].Init))
	w.ex, w.body = ex, body
}

// compose spells a value made of parts. The columns of a matrix that were made
// of scalars just before it are not spelled: mat2x2f(a, b, c, d).
func (w *Writer) compose(e ir.ExprID) {
	ex := w.ex
	t := w.m.Types.At(ex.TypeOf(e))
	if t.Kind == ir.TypeStruct && w.m.Structs[t.Struct].Special != ir.NotSpecial {
		w.special(e)
		return
	}
	w.typeName(ex.TypeOf(e))
	parts := ex.Compose(e).Components
	if t.Kind != ir.TypeMatrix || !w.isFlat(parts, int(t.Rows)) {
		w.arguments(e, parts...)
		return
	}
	less := w.less
	w.less = false
	w.out.Byte('(')
	for i, c := range parts {
		for j, s := range ex.Compose(c).Components {
			if i+j > 0 {
				w.out.Comma()
			}
			w.operand(c, s, text.AnyForm)
		}
	}
	w.out.Byte(')')
	w.less = less
}

// isFlat reports whether the columns of a matrix are all made of scalars that
// were all evaluated before the first column.
func (w *Writer) isFlat(columns []ir.ExprID, rows int) bool {
	ex := w.ex
	for _, c := range columns {
		if ex.Kind(c) != ir.KindCompose || w.isNamed(c) || len(ex.Compose(c).Components) != rows {
			return false
		}
	}
	if !w.body {
		return true
	}
	first := columns[0]
	for _, c := range columns {
		if w.plan.EvaluatedBefore(c, first) {
			first = c
		}
	}
	for _, c := range columns {
		for _, s := range ex.Compose(c).Components {
			if !w.plan.EvaluatedBefore(s, first) || w.plan.Guard(c) == s {
				return false
			}
		}
	}
	return true
}

// element spells a component, element or member of a value.
func (w *Writer) element(e ir.ExprID) {
	ex := w.ex
	if ex.Kind(e) == ir.KindAccess {
		v := ex.Access(e)
		w.operand(e, v.Base, text.Forms(text.Primary))
		w.index(e, v.Index)
		return
	}
	v := ex.AccessIndex(e)
	w.operand(e, v.Base, text.Forms(text.Primary))
	w.member(w.m.Types.At(ex.TypeOf(v.Base)), v.Index)
}

// index spells [i].
func (w *Writer) index(e, i ir.ExprID) {
	less := w.less
	w.less = false
	w.out.Byte('[')
	w.operand(e, i, text.AnyForm)
	w.out.Byte(']')
	w.less = less
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

// isAtomic reports whether a pointer points to an atomic.
func (w *Writer) isAtomic(ptr ir.ExprID) bool {
	return w.m.Types.At(w.m.Types.Pointee(w.ex.TypeOf(ptr))).Kind == ir.TypeAtomic
}

// isPointerValue reports whether a pointer is spelled as a name that means the
// pointer, not the memory.
func (w *Writer) isPointerValue(ptr ir.ExprID) bool {
	return w.isNamed(ptr) || w.ex.Kind(ptr) == ir.KindArgument
}

// place spells the memory behind a pointer.
func (w *Writer) place(ptr ir.ExprID, accept text.Forms) {
	if w.isPointerValue(ptr) {
		o := &w.out
		if accept.Takes(text.Prefix) {
			if o.Last() == '/' {
				o.Byte(' ')
			}
			o.Byte('*')
			w.expr(ptr, unary)
			return
		}
		o.Str("(*")
		w.expr(ptr, unary)
		o.Byte(')')
		return
	}
	w.memory(ptr)
}

// memory spells the memory behind a pointer that is not a name.
func (w *Writer) memory(ptr ir.ExprID) {
	o, ex := &w.out, w.ex
	switch k := ex.Kind(ptr); k {
	case ir.KindGlobal:
		o.Name(w.globals[ex.GlobalRef(ptr)])
	case ir.KindLocal:
		o.Name(w.locals[ex.LocalRef(ptr)])
	case ir.KindAccess:
		v := ex.Access(ptr)
		w.place(v.Base, text.Forms(text.Primary))
		w.index(ptr, v.Index)
	case ir.KindAccessIndex:
		v := ex.AccessIndex(ptr)
		w.place(v.Base, text.Forms(text.Primary))
		w.member(w.m.Types.At(w.m.Types.Pointee(ex.TypeOf(v.Base))), v.Index)
	default:
		w.unsupported("pointers made by a "+k.String(), ex.SpanOf(ptr))
	}
}

// short spells a && or || that was taken apart.
func (w *Writer) short(l *text.Logical) {
	op := &operators.Binary[l.Op]
	w.expr(l.Left, op.Left)
	w.less = false
	w.out.Infix(op.Text)
	w.expr(l.Right, op.Right)
}

// binary spells a binary operation. Chains lean left: their operands are spelled
// in a loop.
func (w *Writer) binary(e ir.ExprID) {
	ex := w.ex
	base := len(w.spine)
	for {
		w.spine = append(w.spine, e)
		b := ex.Binary(e)
		if ex.Kind(b.Left) != ir.KindBinary || w.isNamed(b.Left) || w.body && w.plan.Guard(e) == b.Left ||
			!operators.Binary[b.Op].Left.Takes(operators.Binary[ex.Binary(b.Left).Op].Form) || w.hidesTemplate(b.Left) {
			break
		}
		e = b.Left
	}
	for i := len(w.spine) - 1; i >= base; i-- {
		e := w.spine[i]
		b := ex.Binary(e)
		op := &operators.Binary[b.Op]
		left, right := w.withoutSplat(b)
		if i == len(w.spine)-1 {
			w.operand(e, left, op.Left)
		}
		switch b.Op {
		case ir.Lt:
			w.less = true
		case ir.LogicalAnd, ir.LogicalOr:
			w.less = false
		}
		w.out.Infix(op.Text)
		w.operand(e, right, op.Right)
	}
	w.spine = w.spine[:base]
}

// withoutSplat returns the operands of an operation as they are spelled: the
// splat of a scalar beside a vector is implied by + - / and %, if it was made
// after both operands.
func (w *Writer) withoutSplat(b ir.Binary) (left, right ir.ExprID) {
	switch b.Op {
	case ir.Add, ir.Sub, ir.Div, ir.Rem:
	default:
		return b.Left, b.Right
	}
	l, r := w.splatted(b.Left), w.splatted(b.Right)
	late := l != 0 && (!w.body || !w.plan.EvaluatedBefore(b.Left, b.Right)) // made after the right operand
	switch {
	case r != 0 && (l == 0 || !late):
		return b.Left, r
	case late:
		return l, b.Right
	}
	return b.Left, b.Right
}

// splatted is the scalar that a value in place repeats, or 0.
func (w *Writer) splatted(e ir.ExprID) ir.ExprID {
	if w.ex.Kind(e) == ir.KindSplat && !w.isNamed(e) && (!w.body || w.plan.Guard(e) == 0) {
		return w.ex.Operand(e)
	}
	return 0
}
