package msl

// This file spells expressions.

import (
	"refract/back/text"
	"refract/diag"
	"refract/ir"
)

var operators = &text.COperators

const (
	primary = text.Forms(text.Primary)
	// beforeChoice are the forms that the condition of ?: takes as it is.
	beforeChoice = anyForm &^ text.Forms(text.Choice)
)

// maxConstDepth bounds how deep module-scope expressions nest; those of functions
// are kept flat by their plan.
const maxConstDepth = 1000

// moduleExpr spells a module-scope expression.
func (w *Writer) moduleExpr(c ir.ConstID, accept text.Forms) {
	ex, body := w.ex, w.body
	w.ex, w.body = &w.m.Consts, false
	w.expr(ir.ExprID(c), accept)
	w.ex, w.body = ex, body
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
	case ir.KindUnary:
		return text.Prefix
	case ir.KindBinary:
		if w.binaryCall(e) {
			return text.Primary
		}
		return operators.Binary[ex.Binary(e).Op].Form
	case ir.KindSelect:
		if ex.TypeOf(ex.Select(e).Condition) == ir.TypeBool {
			return text.Choice
		}
	case ir.KindRelational:
		if v := ex.Relational(e); v.Op <= ir.Any && ex.TypeOf(v.Value) == ir.TypeBool {
			return w.form(v.Value)
		}
	case ir.KindLoad:
		if l := w.logical(e); l != nil {
			return operators.Binary[l.Op].Form
		}
	case ir.KindArrayLength:
		return text.Product
	case ir.KindMath:
		if v := ex.Math(e); v.Op == ir.MathDistance && w.m.Types.ComponentCount(ex.TypeOf(v.Args[0])) == 1 {
			return text.Primary
		}
	}
	return text.Primary
}

func (w *Writer) form(e ir.ExprID) text.Form {
	if w.isNamed(e) {
		return text.Primary
	}
	return w.spelledForm(e)
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
		o.Name(w.overrides[ex.OverrideRef(e)])
	case ir.KindZeroValue:
		w.zero(ex.TypeOf(e))
	case ir.KindArgument, ir.KindGlobal, ir.KindLocal:
		w.memory(e)
	case ir.KindCompose:
		w.compose(e)
	case ir.KindSplat:
		w.construct(ex.TypeOf(e), ex.Operand(e))
	case ir.KindSwizzle:
		v := ex.Swizzle(e)
		w.expr(v.Vector, primary)
		o.Swizzle(v)
	case ir.KindAccess, ir.KindAccessIndex:
		if w.m.Types.At(ex.TypeOf(e)).Kind == ir.TypePointer {
			w.memory(e)
			return
		}
		w.element(e)
	case ir.KindLoad:
		w.load(e)
	case ir.KindUnary:
		v := ex.Unary(e)
		op := &operators.Unary[v.Op]
		if v.Op == ir.Negate && o.Last() == '-' {
			o.Byte(' ')
		}
		o.Str(op.Text)
		accept := op.Right
		if v.Op == ir.Negate && !w.isNamed(v.Value) && w.startsWithMinus(v.Value) {
			accept = primary // -- is one token
		}
		w.expr(v.Value, accept)
	case ir.KindBinary:
		w.binary(e)
	case ir.KindSelect:
		v := ex.Select(e)
		if ex.TypeOf(v.Condition) != ir.TypeBool {
			o.Word(selectWord)
			w.arguments(v.Reject, v.Accept, v.Condition)
			return
		}
		w.expr(v.Condition, beforeChoice)
		o.Infix("?")
		w.expr(v.Accept, beforeChoice)
		o.Infix(":")
		w.expr(v.Reject, anyForm)
	case ir.KindRelational:
		v := ex.Relational(e)
		if v.Op <= ir.Any && ex.TypeOf(v.Value) == ir.TypeBool {
			w.expr(v.Value, anyForm)
			return
		}
		o.Word(relationWords[v.Op])
		w.arguments(v.Value)
	case ir.KindMath:
		w.math(e)
	case ir.KindAs:
		w.as(e)
	case ir.KindDerivative:
		v := ex.Derivative(e)
		o.Word(deriveWords[v.Axis])
		w.arguments(v.Value)
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
		w.unsupported("vertices of intersections", ex.SpanOf(e))
	case ir.KindCallResult, ir.KindAtomicResult, ir.KindWorkgroupUniformResult, ir.KindSubgroupResult, ir.KindRayQueryProceedResult:
		w.operation(w.plan.ResultOf(e))
	default:
		panic("msl: expression of kind " + k.String())
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

// construct spells T(arguments).
func (w *Writer) construct(t ir.TypeID, list ...ir.ExprID) {
	w.typeName(t)
	w.arguments(list...)
}

// arguments spells a list of arguments; absent ones are left out.
func (w *Writer) arguments(list ...ir.ExprID) {
	w.out.Byte('(')
	w.listed(list)
	w.out.Byte(')')
}

func (w *Writer) listed(list []ir.ExprID) {
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
}

func (w *Writer) zero(t ir.TypeID) {
	o := &w.out
	switch ty := w.m.Types.At(t); ty.Kind {
	case ir.TypeScalar:
		w.literal(t, 0, diag.Span{})
	case ir.TypeVector:
		w.typeName(t)
		o.Byte('(')
		w.literal(ir.ScalarTypeOf(ty.Scalar), 0, diag.Span{})
		o.Byte(')')
	case ir.TypeMatrix: // the scalar is that of the diagonal
		w.typeName(t)
		o.Byte('(')
		w.literal(ir.ScalarTypeOf(ty.Scalar), 0, diag.Span{})
		o.Byte(')')
	default:
		w.typeName(t)
		o.Str(" {}")
	}
}

// compose spells a value made of parts.
func (w *Writer) compose(e ir.ExprID) {
	ex, o := w.ex, &w.out
	t := w.m.Types.At(ex.TypeOf(e))
	parts := ex.Compose(e).Components
	switch t.Kind {
	case ir.TypeArray:
		w.typeName(ex.TypeOf(e))
		o.Str(" {{ ")
		w.listed(parts)
		o.Str(" }}")
	case ir.TypeStruct:
		w.typeName(ex.TypeOf(e))
		o.Str(" { ")
		info := &w.infos[t.Struct]
		for i, p := range parts {
			if i > 0 {
				o.Comma()
			}
			if info.pads != nil && info.pads[i] > 0 {
				o.Str("{}")
				o.Comma()
			}
			w.part(t.Struct, i, p)
		}
		o.Str(" }")
	default:
		w.construct(ex.TypeOf(e), parts...)
	}
}

// part spells the value of a member. An array of clip distances is one of C++, not
// a struct.
func (w *Writer) part(s ir.StructID, i int, e ir.ExprID) {
	o := &w.out
	mem := &w.m.Structs[s].Members[i]
	t := w.m.Types.At(mem.Type)
	if w.roles[s] != varyings || mem.Binding.Kind != ir.BindBuiltIn || t.Kind != ir.TypeArray {
		w.expr(e, anyForm)
		return
	}
	o.Str("{ ")
	if w.ex.Kind(e) == ir.KindCompose && !w.isNamed(e) {
		w.listed(w.ex.Compose(e).Components)
	} else {
		for j := range t.Length {
			if j > 0 {
				o.Comma()
			}
			w.expr(e, primary)
			o.Str(".inner[")
			o.Uint(uint64(j))
			o.Byte(']')
		}
	}
	o.Str(" }")
}

// element spells a component, element or member of a value.
func (w *Writer) element(e ir.ExprID) {
	ex := w.ex
	if ex.Kind(e) == ir.KindAccess {
		v := ex.Access(e)
		w.expr(v.Base, primary)
		w.index(w.m.Types.At(ex.TypeOf(v.Base)), v.Index)
		return
	}
	v := ex.AccessIndex(e)
	w.expr(v.Base, primary)
	w.member(w.m.Types.At(ex.TypeOf(v.Base)), v.Index, false)
}

// index spells [i], on the array within the struct that stands for one.
func (w *Writer) index(t *ir.Type, i ir.ExprID) {
	if t.Kind == ir.TypeArray && !t.IsRuntimeSized() {
		w.out.Str(".inner")
	}
	w.out.Byte('[')
	w.expr(i, anyForm)
	w.out.Byte(']')
}

// member spells component, element or member i of a value of type t.
func (w *Writer) member(t *ir.Type, i uint32, packed bool) {
	o := &w.out
	switch {
	case t.Kind == ir.TypeVector && !packed:
		o.Byte('.')
		o.Byte("xyzw"[i&3])
		return
	case t.Kind == ir.TypeStruct:
		o.Byte('.')
		o.Str(w.memberName(t.Struct, int(i)))
		return
	case t.Kind == ir.TypeArray && !t.IsRuntimeSized():
		o.Str(".inner")
	}
	o.Byte('[')
	o.Uint(uint64(i))
	o.Byte(']')
}

// isAtomic reports whether a pointer points to an atomic.
func (w *Writer) isAtomic(ptr ir.ExprID) bool {
	return w.m.Types.At(w.m.Types.Pointee(w.ex.TypeOf(ptr))).Kind == ir.TypeAtomic
}

// load spells the value behind a pointer. A packed vector becomes a vector, which
// has all operators.
func (w *Writer) load(e ir.ExprID) {
	ptr := w.ex.Operand(e)
	switch {
	case w.isAtomic(ptr):
		w.atomicCall(atomicLoadWord, ptr)
	case w.isPacked(ptr):
		w.typeName(w.ex.TypeOf(e))
		w.out.Byte('(')
		w.memory(ptr)
		w.out.Byte(')')
	default:
		w.memory(ptr)
	}
}

// memory spells the memory behind a pointer, or a resource.
func (w *Writer) memory(ptr ir.ExprID) {
	o, ex := &w.out, w.ex
	switch k := ex.Kind(ptr); k {
	case ir.KindGlobal:
		w.global(ex.GlobalRef(ptr))
	case ir.KindLocal:
		o.Name(w.locals[ex.LocalRef(ptr)])
	case ir.KindArgument:
		i := ex.ArgumentIndex(ptr)
		if w.stageIn[i] != "" {
			o.Name(w.input)
			o.Byte('.')
			o.Str(w.stageIn[i])
			return
		}
		o.Name(w.args[i])
	case ir.KindAccess:
		v := ex.Access(ptr)
		w.memory(v.Base)
		w.index(w.m.Types.At(w.m.Types.Pointee(ex.TypeOf(v.Base))), v.Index)
	case ir.KindAccessIndex:
		v := ex.AccessIndex(ptr)
		w.memory(v.Base)
		w.member(w.m.Types.At(w.m.Types.Pointee(ex.TypeOf(v.Base))), v.Index, w.isPacked(v.Base))
	default:
		w.unsupported("pointers made by a "+k.String(), ex.SpanOf(ptr))
	}
}

// keepsPadding reports whether a pointer points to a vector of three in a buffer that
// takes the memory of four, of which an assignment may write all (section 2.2).
func (w *Writer) keepsPadding(ptr ir.ExprID) bool {
	p := w.m.Types.At(w.ex.TypeOf(ptr))
	if p.Kind != ir.TypePointer || p.Space != ir.SpaceStorage {
		return false
	}
	t := w.m.Types.At(p.Base)
	return t.Kind == ir.TypeVector && t.Rows == 3 && !w.isPacked(ptr)
}

// target spells the memory behind a pointer that is assigned to: vectors of three, and
// components of them, as those of a packed vector, so that padding stays as it is.
func (w *Writer) target(ptr ir.ExprID) {
	o, ex := &w.out, w.ex
	if w.keepsPadding(ptr) {
		w.asPacked(ptr)
		return
	}
	switch ex.Kind(ptr) {
	case ir.KindAccess:
		if v := ex.Access(ptr); w.keepsPadding(v.Base) {
			o.Byte('(')
			w.asPacked(v.Base)
			o.Byte(')')
			w.index(w.m.Types.At(w.m.Types.Pointee(ex.TypeOf(v.Base))), v.Index)
			return
		}
	case ir.KindAccessIndex:
		if v := ex.AccessIndex(ptr); w.keepsPadding(v.Base) {
			o.Byte('(')
			w.asPacked(v.Base)
			o.Byte(')')
			w.member(w.m.Types.At(w.m.Types.Pointee(ex.TypeOf(v.Base))), v.Index, true)
			return
		}
	}
	w.memory(ptr)
}

// asPacked spells the vector behind a pointer as a packed one.
func (w *Writer) asPacked(ptr ir.ExprID) {
	o := &w.out
	o.Str("*(device packed_")
	w.typeName(w.m.Types.Pointee(w.ex.TypeOf(ptr)))
	o.Str("*)&")
	w.memory(ptr)
}

// arrayLength spells the number of elements that fit in a buffer.
func (w *Writer) arrayLength(e ir.ExprID) {
	o, ex := &w.out, w.ex
	ptr := ex.Operand(e)
	g := rootGlobal(w.f, ptr)
	t := w.m.Types.Pointee(ex.TypeOf(ptr))
	if g == 0 || w.m.Types.At(w.m.Globals[g].Type).Kind == ir.TypeBindingArray {
		w.unsupported("the length of an array in a binding array", ex.SpanOf(e))
		return
	}
	// The array is the whole of the buffer or the last member of its struct.
	offset, layout := uint32(0), w.m.Globals[g].Layout
	if ex.Kind(ptr) == ir.KindAccessIndex {
		i := int(ex.AccessIndex(ptr).Index)
		offset, _, _ = w.layout.Member(w.m.Globals[g].Type, layout, i)
		layout = w.m.MemberLayout(layout, i)
	}
	info, err := w.layout.Of(t, layout)
	if err != nil || info.Stride == 0 {
		w.unsupported("the length of an array", ex.SpanOf(e))
		return
	}
	if offset > 0 {
		o.Byte('(')
	}
	o.Name(w.sizes)
	o.Byte('.')
	for i, s := range w.sized {
		if s == g {
			o.Str(w.sizeNames[i])
		}
	}
	if offset > 0 {
		o.Infix("-")
		o.Uint(uint64(offset))
		o.Str("u)")
	}
	o.Infix("/")
	o.Uint(uint64(info.Stride))
	o.Byte('u')
}

// binaryCall reports whether an operation is spelled as a call.
func (w *Writer) binaryCall(e ir.ExprID) bool {
	b := w.ex.Binary(e)
	t := w.ex.TypeOf(e)
	s := w.m.Types.ScalarOf(t)
	switch b.Op {
	case ir.Rem:
		return s.IsFloat()
	case ir.And, ir.Or, ir.Xor:
		if t == ir.TypeBool {
			return true // else an int
		}
	}
	return !b.Op.IsComparison() && s.IsInteger() && s.Bits() < 32 && w.m.Types.At(t).Kind == ir.TypeScalar // else an int
}

// binary spells a binary operation. Chains lean left: their operands are spelled
// in a loop.
func (w *Writer) binary(e ir.ExprID) {
	ex, o := w.ex, &w.out
	if w.binaryCall(e) {
		b := ex.Binary(e)
		if b.Op == ir.Rem && w.m.Types.ScalarOf(ex.TypeOf(e)).IsFloat() {
			o.Word(fmodWord)
			w.arguments(b.Left, b.Right)
			return
		}
		op := &operators.Binary[b.Op]
		w.typeName(ex.TypeOf(e))
		o.Byte('(')
		w.expr(b.Left, op.Left)
		o.Infix(op.Text)
		w.expr(b.Right, op.Right)
		o.Byte(')')
		return
	}
	base := len(w.spine)
	for {
		w.spine = append(w.spine, e)
		b := ex.Binary(e)
		if ex.Kind(b.Left) != ir.KindBinary || w.isNamed(b.Left) || w.binaryCall(b.Left) ||
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
		o.Infix(op.Text)
		w.expr(right, op.Right)
	}
	w.spine = w.spine[:base]
}

// withoutSplat returns the operands of an operation as they are spelled: the splat
// of a scalar beside another vector is implied.
func (w *Writer) withoutSplat(b ir.Binary) (left, right ir.ExprID) {
	switch b.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Rem:
	default:
		return b.Left, b.Right
	}
	isVector := func(e ir.ExprID) bool { return w.m.Types.At(w.ex.TypeOf(e)).Kind == ir.TypeVector }
	if r := w.splatted(b.Right); r != 0 && isVector(b.Left) {
		return b.Left, r
	}
	if l := w.splatted(b.Left); l != 0 && isVector(b.Right) {
		return l, b.Right
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

// as spells a conversion.
func (w *Writer) as(e ir.ExprID) {
	v := w.ex.As(e)
	if v.Bitcast {
		w.out.Str("as_type<")
		w.typeName(w.ex.TypeOf(e))
		w.out.Byte('>')
		w.arguments(v.Value)
		return
	}
	w.construct(w.ex.TypeOf(e), v.Value)
}
