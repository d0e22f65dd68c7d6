package wgsl

// This file checks expressions. An operand is the facts about one: its type, when it is
// evaluated, and its value if it is constant or else the expression of the module that
// holds it.

import (
	"math"

	"refract/diag"
	"refract/internal/builtin"
	"refract/internal/front/wgsl/syntax"
	"refract/internal/ir/consteval"
	"refract/internal/num"
	"refract/internal/spell"
	"refract/ir"
)

// stage is when an expression is evaluated.
type stage uint8

const (
	stageConst     stage = iota // when the shader is read
	stageOverride               // when the pipeline is made
	stageRuntime                // when it runs
	stageReference              // when it runs; the expression is a pointer to the value
	noValue                     // a call without a value: ty is 0
)

// operand is a checked expression. The zero operand is one in error: of it
// nothing complains again. It is small, because it is passed by value.
//
// It has four fields, the most that the compiler keeps in registers.
type operand struct {
	ty     ir.TypeID // of the value; of a reference, of what it refers to
	stage  stage
	handle uint32 // stageConst: a ConstantID with this value, or 0; otherwise the ExprID
	bits   uint64 // stageConst: the bits of the consteval.Value
}

// isRef reports whether the operand is a reference.
func (x operand) isRef() bool { return x.stage == stageReference }

// val is the value of an operand of stageConst.
func (x operand) val() consteval.Value { return consteval.Value{Type: x.ty, Bits: x.bits} }

// expr is the expression of an operand of another stage.
func (x operand) expr() ir.ExprID { return ir.ExprID(x.handle) }

func (c *checker) abstract(t ir.TypeID) bool          { return builtin.IsAbstract(c.m, t) }
func (c *checker) concreteType(t ir.TypeID) ir.TypeID { return builtin.Concretize(c.m, t) }

// pend lists a new expression for evaluation, inside a function.
func (c *checker) pend(e ir.ExprID) ir.ExprID {
	if c.fn != nil {
		c.b.Pend(e)
	}
	return e
}

// later is the stage of an operation on operands.
func later(a, b stage) stage { return max(a, b) }

// value applies the load rule: a reference becomes the value that it refers to.
func (c *checker) value(x operand) operand {
	if !x.isRef() {
		return x
	}
	return c.load(x, syntax.None)
}

// load reads through a reference. n, if not None, is the place for complaints.
func (c *checker) load(x operand, n syntax.Node) operand {
	p := c.m.Types.At(c.ex.TypeOf(x.expr()))
	if p.Access&ir.AccessRead == 0 || !c.constructible(x.ty) {
		span := c.ex.SpanOf(x.expr())
		if n != syntax.None {
			span = c.t.Span(n)
		}
		if x.ty != 0 && p.Access&ir.AccessRead != 0 {
			d := c.errorf(codeType, span, "a variable of type %s can't be read as a whole", c.typeName(x.ty))
			if c.m.Types.At(x.ty).Kind == ir.TypeAtomic {
				d.Note("use atomicLoad")
			}
		} else {
			c.errorf(codeType, span, "memory with %s access can't be read", p.Access)
		}
		return operand{}
	}
	e := c.ex.AddUnaryKind(ir.KindLoad, x.ty, 0, x.expr(), c.b.Span)
	return operand{ty: x.ty, stage: stageRuntime, handle: uint32(c.pend(e))}
}

// toExpr is the expression of the arena under construction that has the value
// of an operand, which is no reference and not abstract.
func (c *checker) toExpr(x operand) ir.ExprID {
	if x.stage != stageConst {
		return x.expr()
	}
	if x.handle != 0 && c.m.Constants[x.handle].Type == x.ty {
		return c.ex.AddRef(ir.KindConstant, x.ty, x.handle, c.b.Span)
	}
	if ty := c.m.Types.At(x.ty); ty.Kind == ir.TypeScalar {
		return c.ex.AddLiteral(x.ty, x.bits, c.b.Span)
	}
	if c.fn != nil {
		if !c.afford(x.val(), c.b.Span) {
			return c.ex.AddZeroValue(x.ty, c.b.Span)
		}
		return c.ev.Materialize(&c.b, x.val())
	}
	return c.ev.MaterializeInto(c.ex, x.val(), c.b.Span)
}

// convert applies the automatic conversion of a value to type t; messages call the value
// what if there is no conversion.
func (c *checker) convert(x operand, t ir.TypeID, n syntax.Node, what string) operand {
	switch {
	case x.ty == t:
		return x
	case x.ty == 0:
		c.wantValue(x, n)
		return operand{}
	case builtin.Rank(c.m, x.ty, t) == builtin.Infeasible:
		d := c.errorf(codeType, c.t.Span(n), "%s has type %s, but %s is expected", what, c.typeName(x.ty), c.typeName(t))
		if c.handConversion(x.ty, t) == t {
			c.converted(d, n, x.ty, t)
		}
		return operand{}
	}
	v, err := c.ev.Convert(x.val(), t)
	if err != nil {
		return c.evalError(err, t, n)
	}
	return operand{ty: t, bits: v.Bits, handle: x.handle}
}

// convertNamed is convert of an operand with a name, which is put together with what only
// for a message.
func (c *checker) convertNamed(x operand, t ir.TypeID, n syntax.Node, what, name string) operand {
	if builtin.Rank(c.m, x.ty, t) == builtin.Infeasible {
		what += name
	}
	return c.convert(x, t, n, what)
}

// concretize gives a value the concrete type that it becomes by itself.
func (c *checker) concretize(x operand, n syntax.Node) operand {
	if x.ty == 0 || x.stage != stageConst || !c.abstract(x.ty) {
		return x
	}
	t := c.concreteType(x.ty)
	v, err := c.ev.Convert(x.val(), t)
	if err != nil {
		return c.evalError(err, t, n)
	}
	return operand{ty: t, bits: v.Bits, handle: x.handle}
}

// evalError reports that a constant expression has no value. If evaluation is skipped (the
// right side of && and || that the left decides), the result is a zero of the type instead.
func (c *checker) evalError(err *consteval.Error, t ir.TypeID, n syntax.Node) operand {
	if c.skip > 0 && t != 0 {
		return operand{ty: t}
	}
	c.errorf(codeConstEval, c.t.Span(n), "%s", err.Error())
	return operand{}
}

// constant makes the operand of a constant evaluation's outcome.
func (c *checker) constant(v consteval.Value, err *consteval.Error, t ir.TypeID, n syntax.Node) operand {
	if err != nil {
		return c.evalError(err, t, n)
	}
	return operand{ty: v.Type, bits: v.Bits}
}

// afford counts a constant that is to be written out, and reports when there are too
// many.
func (c *checker) afford(v consteval.Value, span diag.Span) bool {
	most := c.opts.MaxConstants
	if most == 0 || v.Bits == 0 {
		return true
	}
	before := c.written
	if c.written += c.ev.Len(v.Type); c.written <= most {
		return true
	}
	if before <= most {
		c.errorf(codeLimit, span, "constants are written out as more than %d scalars, all together: the budget of the library's options allows no more", most)
	}
	return false
}

// expr checks an expression.
func (c *checker) expr(n syntax.Node) (x operand) {
	c.opts.meter.Step()
	c.depth++
	if c.depth > maxDepth {
		c.tooDeep(n)
		c.depth--
		return x
	}
	switch c.t.Kind(n) {
	case syntax.KindLiteral:
		x = c.literal(n)
	case syntax.KindIdent:
		x = c.ident(n)
	case syntax.KindParen:
		x = c.expr(c.t.Unparen(n))
	case syntax.KindUnary:
		x = c.unary(n)
	case syntax.KindBinary:
		x = c.binary(n)
	case syntax.KindCall:
		x = c.call(n, false)
	case syntax.KindIndex:
		x = c.index(n)
	case syntax.KindMember:
		x = c.member(n)
	default:
		panic("wgsl: expression of kind " + c.t.Kind(n).String())
	}
	c.depth--
	if c.opts.Types != nil && x.ty != 0 {
		c.tellType(n, x)
	}
	return x
}

// tellType reports the type of an expression to an editor.
func (c *checker) tellType(n syntax.Node, x operand) {
	value := ""
	if x.stage == stageConst && c.m.Types.At(x.ty).Kind == ir.TypeScalar {
		value = x.val().String()
	}
	c.opts.Types(c.t.Span(n), c.m, x.ty, value)
}

func (c *checker) literal(n syntax.Node) operand {
	l := c.t.Literal(n)
	scalar := func(t ir.TypeID, bits uint64) operand {
		return operand{ty: t, bits: bits}
	}
	tooBig := func(t string) operand {
		c.errorf(codeConstEval, c.t.Span(n), "the literal %s doesn't fit %s", l.Text, t)
		return operand{}
	}
	if l.Kind.IsInt() {
		v, ok := c.t.Int(n)
		switch l.Kind {
		case syntax.LitAbstractInt:
			if !ok || v > 1<<63-1 {
				return tooBig("an abstract integer")
			}
			return scalar(ir.TypeAbstractInt, v)
		case syntax.LitI32:
			if !ok || v > 1<<31-1 {
				return tooBig("i32")
			}
			return scalar(ir.TypeI32, v)
		case syntax.LitU32:
			if !ok || v > 1<<32-1 {
				return tooBig("u32")
			}
			return scalar(ir.TypeU32, v)
		case syntax.LitI64:
			if !ok || v > 1<<63-1 {
				return tooBig("i64")
			}
			c.need(ExtInt64, c.t.Span(n), "a 64-bit literal")
			return scalar(ir.TypeI64, v)
		default:
			if !ok {
				return tooBig("u64")
			}
			c.need(ExtInt64, c.t.Span(n), "a 64-bit literal")
			return scalar(ir.TypeU64, v)
		}
	}
	switch l.Kind {
	case syntax.LitFalse:
		return scalar(ir.TypeBool, 0)
	case syntax.LitTrue:
		return scalar(ir.TypeBool, 1)
	case syntax.LitF16:
		c.need(ExtF16, c.t.Span(n), "an f16 literal")
	case syntax.LitF64:
		c.need(ExtFloat64, c.t.Span(n), "an f64 literal")
	}
	return c.floatLiteral(n, l)
}

func (c *checker) floatLiteral(n syntax.Node, l syntax.Literal) operand {
	t := ir.TypeAbstractFloat
	var bits uint64
	var status num.LiteralStatus
	switch text := l.Digits(); l.Kind {
	case syntax.LitF32:
		t = ir.TypeF32
		var v float32
		v, status = num.ParseF32(text)
		bits = uint64(math.Float32bits(v))
	case syntax.LitF16:
		t = ir.TypeF16
		var v num.F16
		v, status = num.ParseF16(text)
		bits = uint64(v)
	default:
		if l.Kind == syntax.LitF64 {
			t = ir.TypeF64
		}
		var v float64
		v, status = num.ParseF64(text)
		bits = math.Float64bits(v)
	}
	switch status {
	case num.LiteralOverflow:
		c.errorf(codeConstEval, c.t.Span(n), "the literal %s doesn't fit %s", l.Text, c.typeName(t))
		return operand{}
	case num.LiteralInexact:
		c.errorf(codeConstEval, c.t.Span(n), "the hexadecimal literal %s has no exact value in %s", l.Text, c.typeName(t))
		return operand{}
	case num.LiteralMalformed:
		return operand{} // the lexer said so
	}
	return operand{ty: t, bits: bits}
}

func (c *checker) ident(n syntax.Node) operand {
	id := c.t.Ident(n)
	did := c.lookup(n, id.Name)
	if did == 0 {
		if m := c.meaningOf(id.Name); m != nil && (m.isType || m.isFn) {
			what := "a type"
			if m.isFn {
				what = "a built-in function"
			}
			c.errorf(codeNotValue, c.t.Span(n), "%q is %s, not a value", c.t.Name(id.Name), what)
		} else {
			if v, ok := rayConstants.Get()[c.t.Name(id.Name)]; ok {
				c.needRays(n, "the constant "+c.t.Name(id.Name))
				return operand{ty: ir.TypeU32, bits: v}
			}
			c.unknown(n, id.Name)
		}
		return operand{}
	}
	if len(id.Args) > 0 {
		c.errorf(codeTemplate, c.t.Span(n), "%q takes no template arguments", c.t.Name(id.Name))
		return operand{}
	}
	d := &c.decls[did]
	switch d.kind {
	case declError:
		return operand{}
	case declConst:
		x := operand{ty: d.ty, bits: d.bits}
		if d.named {
			x.handle = d.handle
		}
		return x
	case declOverride:
		if c.fn != nil {
			return operand{ty: d.ty, stage: stageOverride, handle: uint32(c.ex.AddRef(ir.KindOverride, d.ty, d.handle, c.t.Span(n)))}
		}
		if d.expr == 0 { // one node, so that array types of the same override are the same
			d.expr = c.ex.AddRef(ir.KindOverride, d.ty, d.handle, c.t.Span(n))
		}
		return operand{ty: d.ty, stage: stageOverride, handle: uint32(d.expr)}
	case declGlobal, declLocal, declParam, declLet:
		if c.fn == nil {
			c.errorf(codeConstWanted, c.t.Span(n), "the %s %q is known only when the shader runs, but a const- or override-expression is needed", d.kind, c.t.Name(id.Name)).
				Label(c.t.Primary(d.node), "declared here")
			return operand{}
		}
		return c.runtimeName(n, d)
	}
	c.errorf(codeNotValue, c.t.Span(n), "%q is a %s, not a value", c.t.Name(id.Name), d.kind).
		Label(c.t.Primary(d.node), "declared here")
	return operand{}
}

// runtimeName is the operand of a variable, parameter or let, inside a function.
func (c *checker) runtimeName(n syntax.Node, d *decl) operand {
	switch d.kind {
	case declGlobal:
		g := ir.GlobalID(d.handle)
		e := c.cached(d, func() ir.ExprID {
			return c.ex.AddRef(ir.KindGlobal, c.m.PointerTo(g), uint32(g), c.t.Span(n))
		})
		st := stageReference
		if c.m.Globals[g].Space == ir.SpaceHandle {
			st = stageRuntime
		}
		return operand{ty: d.ty, stage: st, handle: uint32(e)}
	case declLocal:
		l := ir.LocalID(d.handle)
		e := c.cached(d, func() ir.ExprID { return c.b.Local(l) })
		return operand{ty: d.ty, stage: stageReference, handle: uint32(e)}
	case declParam:
		i := int(d.handle)
		e := c.cached(d, func() ir.ExprID { return c.b.Argument(i) })
		return operand{ty: d.ty, stage: stageRuntime, handle: uint32(e)}
	}
	return operand{ty: d.ty, stage: stageRuntime, handle: uint32(d.expr)} // declLet
}

// cached is the expression of a declaration in the function under check, made
// on first use.
func (c *checker) cached(d *decl, make func() ir.ExprID) ir.ExprID {
	if d.fnGen != c.fnGen {
		d.fnGen = c.fnGen
		d.expr = make()
	}
	return d.expr
}

func (c *checker) unary(n syntax.Node) operand {
	u := c.t.Unary(n)
	switch u.Op {
	case syntax.OpAddressOf:
		return c.addressOf(n, u.X)
	case syntax.OpDeref:
		return c.deref(n, u.X)
	}
	x := c.value(c.expr(u.X))
	if x.ty == 0 {
		c.wantValue(x, u.X)
		return operand{}
	}
	var op ir.UnaryOp
	switch u.Op {
	case syntax.OpNegate:
		op = ir.Negate
	case syntax.OpNot:
		op = ir.LogicalNot
	case syntax.OpComplement:
		op = ir.BitwiseNot
	default:
		panic("wgsl: unary operator " + u.Op.String())
	}
	if err := builtin.ResolveUnary(c.m, op, x.ty, &c.match); err != nil {
		c.noMatch(err, n)
		return operand{}
	}
	if x.stage == stageConst {
		v, err := c.ev.Unary(op, x.val())
		return c.constant(v, err, x.ty, n)
	}
	e := c.ex.AddUnary(x.ty, 0, ir.Unary{Op: op, Value: x.expr()}, c.t.Span(n))
	return operand{ty: x.ty, stage: x.stage, handle: uint32(c.pend(e))}
}

func (c *checker) addressOf(n, xn syntax.Node) operand {
	x := c.expr(xn)
	if x.ty == 0 {
		c.wantValue(x, xn)
		return operand{}
	}
	if !x.isRef() {
		c.errorf(codeAddress, c.t.Span(n), "& takes a variable, found a value of type %s", c.typeName(x.ty))
		return operand{}
	}
	if inner := c.t.Unparen(xn); c.t.Kind(inner) != syntax.KindIdent && c.isComponent(x.expr()) {
		c.errorf(codeAddress, c.t.Span(n), "can't take the address of a vector component")
		return operand{}
	}
	return operand{ty: c.ex.TypeOf(x.expr()), stage: stageRuntime, handle: uint32(x.expr())}
}

// isComponent reports whether a pointer points into a vector.
func (c *checker) isComponent(e ir.ExprID) bool {
	var base ir.ExprID
	switch c.ex.Kind(e) {
	case ir.KindAccess:
		base = c.ex.Access(e).Base
	case ir.KindAccessIndex:
		base = c.ex.AccessIndex(e).Base
	default:
		return false
	}
	return c.m.Types.At(c.m.Types.Pointee(c.ex.TypeOf(base))).Kind == ir.TypeVector
}

func (c *checker) deref(n, xn syntax.Node) operand {
	x := c.value(c.expr(xn))
	if x.ty == 0 {
		c.wantValue(x, xn)
		return operand{}
	}
	t := c.m.Types.At(x.ty)
	if t.Kind != ir.TypePointer {
		c.errorf(codeAddress, c.t.Span(n), "* takes a pointer, found %s", c.typeName(x.ty))
		return operand{}
	}
	return operand{ty: t.Base, stage: stageReference, handle: uint32(x.expr())}
}

var binaryOps = [...]ir.BinaryOp{
	syntax.OpAdd: ir.Add, syntax.OpSub: ir.Sub, syntax.OpMul: ir.Mul, syntax.OpDiv: ir.Div, syntax.OpRem: ir.Rem,
	syntax.OpAnd: ir.And, syntax.OpOr: ir.Or, syntax.OpXor: ir.Xor, syntax.OpShl: ir.Shl, syntax.OpShr: ir.Shr,
	syntax.OpLogicalAnd: ir.LogicalAnd, syntax.OpLogicalOr: ir.LogicalOr, syntax.OpEqual: ir.Eq, syntax.OpNotEqual: ir.Ne,
	syntax.OpLess: ir.Lt, syntax.OpLessEqual: ir.Le, syntax.OpGreater: ir.Gt, syntax.OpGreaterEqual: ir.Ge,
}

// binary checks a binary expression. Chains lean left and may be as long as the
// source, so the left spine is walked in a loop.
func (c *checker) binary(n syntax.Node) operand {
	base := len(c.lefts)
	for c.t.Kind(n) == syntax.KindBinary {
		c.lefts = append(c.lefts, n)
		n = c.t.Binary(n).Left
	}
	x := c.value(c.expr(n))
	for len(c.lefts) > base {
		top := c.lefts[len(c.lefts)-1]
		c.lefts = c.lefts[:len(c.lefts)-1]
		b := c.t.Binary(top)
		if b.Op == syntax.OpLogicalAnd || b.Op == syntax.OpLogicalOr {
			x = c.shortCircuit(top, b, x)
		} else {
			x = c.binaryOp(top, b.Op, x, c.value(c.expr(b.Right)), b.Left, b.Right)
		}
	}
	return x
}

// binaryOp checks an operator other than && and || on two values.
func (c *checker) binaryOp(n syntax.Node, sop syntax.Op, l, r operand, ln, rn syntax.Node) operand {
	if l.ty == 0 || r.ty == 0 {
		c.wantValue(l, ln)
		c.wantValue(r, rn)
		return operand{}
	}
	op := binaryOps[sop]
	st := later(l.stage, r.stage)
	m := &c.match
	if err := builtin.ResolveBinary(c.m, op, l.ty, r.ty, st != stageConst, m); err != nil {
		c.convertOperand(c.noMatch(err, n), op, l, r, ln, rn)
		return operand{}
	}
	result, splat := m.Result, m.Splat
	if right := m.Params[1]; l.ty != m.Params[0] || r.ty != right {
		l = c.convert(l, m.Params[0], ln, "the left operand")
		r = c.convert(r, right, rn, "the right operand")
		if l.ty == 0 || r.ty == 0 {
			return operand{}
		}
	}
	if splat != 0 && op != ir.Mul && st != stageConst {
		size := c.m.Types.ComponentCount(result)
		if splat&1 != 0 {
			l = c.splat(ln, l, size)
		} else {
			r = c.splat(rn, r, size)
		}
	}
	if st == stageConst {
		v, err := c.ev.Binary(op, l.val(), r.val())
		return c.constant(v, err, result, n)
	}
	if r.stage == stageConst && !c.checkRight(op, l, r, n, rn) {
		return operand{}
	}
	span := c.b.Span
	c.b.Span = c.t.Span(n)
	le, re := c.toExpr(l), c.toExpr(r)
	e := c.ex.AddBinary(result, 0, ir.Binary{Op: op, Left: le, Right: re}, c.b.Span)
	c.b.Span = span
	return operand{ty: result, stage: st, handle: uint32(c.pend(e))}
}

// checkRight reports a constant right side that makes an operation invalid
// whatever the left is: a divisor of zero, a shift by too much.
func (c *checker) checkRight(op ir.BinaryOp, l, r operand, n, rn syntax.Node) bool {
	switch op {
	case ir.Div, ir.Rem, ir.Shl, ir.Shr:
	default:
		return true
	}
	if err := c.ev.CheckBinary(op, l.ty, r.val()); err != nil {
		c.errorf(codeConstEval, c.t.Span(rn), "%s", err.Error())
		return false
	}
	return true
}

// splat repeats a scalar into a vector.
func (c *checker) splat(n syntax.Node, x operand, size int) operand {
	t := ir.VectorOf(c.m.Types.ScalarOf(x.ty), size)
	if x.stage == stageConst {
		v, err := c.ev.Splat(t, x.val())
		return c.constant(v, err, t, n)
	}
	e := c.ex.AddUnaryKind(ir.KindSplat, t, 0, x.expr(), c.b.Span)
	return operand{ty: t, stage: x.stage, handle: uint32(c.pend(e))}
}

// noMatch reports a failed overload resolution with the nearest candidates.
func (c *checker) noMatch(err error, n syntax.Node) *diag.Diagnostic {
	d := c.errorf(codeNoMatch, c.t.Span(n), "%s", err.Error())
	if m, ok := err.(*builtin.MismatchError); ok {
		for i, s := range m.Candidates {
			if i < len(m.Reasons) && m.Reasons[i] != "" {
				s += ": " + m.Reasons[i]
			}
			d.Note("candidate: %s", s)
		}
		if m.More > 0 {
			d.Note("and %d more", m.More)
		}
	}
	return d
}

// shortCircuit checks && and ||, whose right side is evaluated only if the left
// doesn't decide.
func (c *checker) shortCircuit(n syntax.Node, b syntax.Binary, l operand) operand {
	isAnd := b.Op == syntax.OpLogicalAnd
	decided := l.stage == stageConst && l.ty == ir.TypeBool && (l.bits != 0) != isAnd
	if decided {
		c.skip++
	}
	if c.fn == nil || l.stage == stageConst {
		if !decided || c.fn == nil {
			r := c.rightSide(b.Right)
			if decided {
				c.skip--
			}
			return c.logical(n, b, l, r, decided)
		}
		// The right is checked, and isn't evaluated.
		mark, calls := c.b.Begin(), len(c.calls)
		r := c.rightSide(b.Right)
		c.skip--
		c.drop(mark, calls)
		return c.logical(n, b, l, r, true)
	}
	if c.mayBranch(b.Right) {
		c.b.Flush()
	}
	here := c.b.Here()
	r := c.rightSide(b.Right)
	if l.ty != ir.TypeBool || r.ty != ir.TypeBool || r.stage != stageRuntime {
		return c.logical(n, b, l, r, false)
	}
	left := c.toExpr(l)
	list, simple := c.b.Since(here)
	if simple && c.harmless(list) {
		return c.logical(n, b, l, r, false)
	}
	// var t = l; if t (or !t) { t = r; }
	mark := c.b.Branch(here)
	c.b.Span = c.t.Span(n)
	temp := c.fn.AddLocal(ir.Local{Type: ir.TypeBool, Span: c.b.Span})
	ptr := c.b.Local(temp)
	c.b.Store(ptr, r.expr())
	right := c.b.End(mark)
	c.b.DeclareLocal(temp, left)
	if isAnd {
		c.b.If(left, right, 0)
	} else {
		c.b.If(left, 0, right)
	}
	return operand{ty: ir.TypeBool, stage: stageRuntime, handle: uint32(c.b.Load(ptr))}
}

// rightSide checks the right side of && or ||.
func (c *checker) rightSide(n syntax.Node) operand {
	c.branches++
	x := c.value(c.expr(n))
	c.branches--
	return x
}

// logical builds && or || on two values that are both evaluated.
func (c *checker) logical(n syntax.Node, b syntax.Binary, l, r operand, decided bool) operand {
	if l.ty == 0 || r.ty == 0 {
		c.wantValue(l, b.Left)
		c.wantValue(r, b.Right)
		return operand{}
	}
	if l.ty != ir.TypeBool || r.ty != ir.TypeBool {
		c.errorf(codeNoMatch, c.t.Span(n), "the operator %s takes two operands of type bool, found %s and %s", b.Op, c.typeName(l.ty), c.typeName(r.ty))
		return operand{}
	}
	st := later(l.stage, r.stage)
	op := binaryOps[b.Op]
	if st == stageConst {
		if decided {
			return l
		}
		return r
	}
	if decided {
		// The left is constant and decides; the right is checked only.
		return operand{ty: ir.TypeBool, stage: st, handle: uint32(c.toExpr(l))}
	}
	e := c.ex.AddBinary(ir.TypeBool, 0, ir.Binary{Op: op, Left: c.toExpr(l), Right: c.toExpr(r)}, c.t.Span(n))
	return operand{ty: ir.TypeBool, stage: st, handle: uint32(c.pend(e))}
}

// mayBranch reports whether checking an expression may build statements: it calls
// a user function or a built-in that is no pure expression, or holds && or ||.
func (c *checker) mayBranch(n syntax.Node) bool {
	for i := c.t.First(n); i <= n; i++ {
		switch c.t.Kind(i) {
		case syntax.KindBinary:
			if op := c.t.Binary(i).Op; op == syntax.OpLogicalAnd || op == syntax.OpLogicalOr {
				return true
			}
			continue
		case syntax.KindCall:
		default:
			continue
		}
		callee := c.t.Call(i).Callee
		if c.t.Kind(callee) != syntax.KindIdent {
			return true
		}
		name := c.t.Ident(callee).Name
		if id := c.bind[name]; id != 0 {
			if k := c.decls[id].kind; k != declStruct && k != declAlias {
				return true
			}
			continue
		}
		if m := c.meaningOf(name); m != nil && m.isFn && m.fn.Info().Op.Stmt != 0 {
			return true
		}
	}
	return false
}

// harmless reports whether expressions may be evaluated in advance: they touch no memory
// that others write, access nothing by a dynamic index, and cost little.
func (c *checker) harmless(list []ir.ExprID) bool {
	if len(list) > 16 {
		return false
	}
	for _, e := range list {
		switch c.fn.Kind(e) {
		case ir.KindCompose, ir.KindSplat, ir.KindSwizzle, ir.KindAccessIndex, ir.KindUnary, ir.KindBinary, ir.KindSelect,
			ir.KindRelational, ir.KindMath, ir.KindAs:
		case ir.KindLoad:
			switch c.m.Types.At(c.fn.TypeOf(c.fn.Operand(e))).Space {
			case ir.SpaceFunction, ir.SpacePrivate, ir.SpaceUniform, ir.SpaceImmediate:
			default:
				return false
			}
		default:
			return false
		}
	}
	return true
}

// index checks x[i].
func (c *checker) index(n syntax.Node) operand {
	v := c.t.Index(n)
	x := c.expr(v.X)
	i := c.value(c.expr(v.Index))
	if x.ty == 0 || i.ty == 0 {
		c.wantValue(x, v.X)
		c.wantValue(i, v.Index)
		return operand{}
	}
	x = c.throughPointer(x)
	ty := c.m.Types.At(x.ty)
	length := uint32(0)
	switch ty.Kind {
	case ir.TypeVector:
		length = uint32(ty.Rows)
	case ir.TypeMatrix:
		length = uint32(ty.Columns)
	case ir.TypeArray, ir.TypeBindingArray:
		length = ty.Length
	default:
		c.errorf(codeIndex, c.t.Span(v.X), "a value of type %s can't be indexed", c.typeName(x.ty))
		return operand{}
	}
	if s := c.m.Types.At(i.ty); s.Kind != ir.TypeScalar || !s.Scalar.IsInteger() {
		c.errorf(codeIndex, c.t.Span(v.Index), "an index must be i32 or u32, found %s", c.typeName(i.ty))
		return operand{}
	}
	if i.stage == stageConst {
		at := c.constIndex(i.val())
		if at < 0 || length != 0 && at >= int64(length) || at > 1<<32-1 {
			if c.skip > 0 {
				at = 0
			} else {
				d := c.errorf(codeIndex, c.t.Span(v.Index), "the index %d is out of bounds", at)
				if length != 0 {
					d.Note("%s has %d elements", c.typeName(x.ty), length)
				}
				return operand{}
			}
		}
		if at > math.MaxInt32 && c.skip == 0 && c.m.Types.At(i.ty).Scalar == ir.AbstractInt {
			c.errorf(codeIndex, c.t.Span(v.Index), "the index %d can't be represented as i32", at).Note("an index without a type is i32; a suffix makes it u32: %du", at)
			return operand{}
		}
		return c.element(n, x, uint32(at))
	}
	if c.m.Types.At(i.ty).Scalar.Bits() != 32 {
		c.errorf(codeIndex, c.t.Span(v.Index), "an index must be i32 or u32, found %s", c.typeName(i.ty))
		return operand{}
	}
	st := later(x.stage, i.stage)
	if x.stage == stageConst {
		x = c.concretize(x, v.X)
		if x.ty == 0 {
			return operand{}
		}
	}
	base := c.toExpr(x)
	elem := c.m.ElementType(c.ex.TypeOf(base), 0)
	e := c.pend(c.ex.AddAccess(elem, 0, ir.Access{Base: base, Index: i.expr()}, c.t.Span(n)))
	return c.accessed(x, e, elem, st)
}

// accessed is the operand of an element or member e of x.
func (c *checker) accessed(x operand, e ir.ExprID, elem ir.TypeID, st stage) operand {
	if x.isRef() {
		return operand{ty: c.m.Types.Pointee(elem), stage: stageReference, handle: uint32(e)}
	}
	return operand{ty: elem, stage: st, handle: uint32(e)}
}

// constIndex is the value of an integer constant.
func (c *checker) constIndex(v consteval.Value) int64 {
	switch c.m.Types.At(v.Type).Scalar {
	case ir.I32:
		return int64(int32(v.Bits))
	case ir.U64:
		return int64(min(v.Bits, 1<<62))
	}
	return int64(v.Bits)
}

// element is component, element or member number i.
func (c *checker) element(n syntax.Node, x operand, i uint32) operand {
	if x.stage == stageConst {
		v := c.ev.Member(x.val(), int(i))
		return operand{ty: v.Type, bits: v.Bits}
	}
	base := x.expr()
	elem := c.m.ElementType(c.ex.TypeOf(base), i)
	e := c.pend(c.ex.AddAccessIndex(elem, ir.AccessIndex{Base: base, Index: i}, c.t.Span(n)))
	return c.accessed(x, e, elem, x.stage)
}

// throughPointer turns a pointer into a reference to its memory, for an access of a pointer
// that means one of its pointee.
func (c *checker) throughPointer(x operand) operand {
	if t := c.m.Types.At(x.ty); !x.isRef() && t.Kind == ir.TypePointer {
		return operand{ty: t.Base, stage: stageReference, handle: uint32(x.expr())}
	}
	return x
}

// member checks x.name: a struct member or a swizzle.
func (c *checker) member(n syntax.Node) operand {
	v := c.t.Member(n)
	return c.memberOf(n, v, c.expr(v.X))
}

func (c *checker) memberOf(n syntax.Node, v syntax.Member, x operand) operand {
	if x.ty == 0 {
		c.wantValue(x, v.X)
		return operand{}
	}
	x = c.throughPointer(x)
	name := c.t.Name(v.Name)
	switch ty := c.m.Types.At(x.ty); ty.Kind {
	case ir.TypeStruct:
		members := c.m.Structs[ty.Struct].Members
		for i := range members {
			if members[i].Name == name {
				return c.element(n, x, uint32(i))
			}
		}
		d := c.errorf(codeMember, c.t.Primary(n), "the struct %s has no member %q", c.typeName(x.ty), name)
		if !c.suggestions.Spend(len(members)) {
			return operand{}
		}
		names := make([]string, len(members))
		for i := range members {
			names[i] = members[i].Name
		}
		if s := spell.Nearest(name, names); s != "" {
			d.Suggest(c.t.Primary(n), s, "did you mean %q?", s)
		}
	case ir.TypeVector:
		return c.swizzle(n, x, name, ty.Rows)
	default:
		c.errorf(codeMember, c.t.Primary(n), "a value of type %s has no member %q", c.typeName(x.ty), name)
	}
	return operand{}
}

// swizzle picks components of a vector by name.
func (c *checker) swizzle(n syntax.Node, x operand, name string, size uint8) operand {
	var pattern [4]uint8
	set := byte(0)
	ok := len(name) >= 1 && len(name) <= 4
	for i := 0; ok && i < len(name); i++ {
		var k, s byte
		switch name[i] {
		case 'x', 'y', 'z':
			k, s = name[i]-'x', 1
		case 'w':
			k, s = 3, 1
		case 'r':
			k, s = 0, 2
		case 'g':
			k, s = 1, 2
		case 'b':
			k, s = 2, 2
		case 'a':
			k, s = 3, 2
		}
		if s == 0 || set != 0 && s != set {
			ok = false
			break
		}
		if k >= size {
			c.errorf(codeMember, c.t.Primary(n), "a vector of %d components has no component %q", size, name[i:i+1])
			return operand{}
		}
		set, pattern[i] = s, k
	}
	if !ok {
		c.errorf(codeMember, c.t.Primary(n), "%q is no component or swizzle of a vector", name).
			Note("use up to four of xyzw or of rgba")
		return operand{}
	}
	if len(name) == 1 {
		return c.element(n, x, uint32(pattern[0]))
	}
	x = c.value(x)
	if x.ty == 0 {
		return operand{}
	}
	t := ir.VectorOf(c.m.Types.At(x.ty).Scalar, len(name))
	if x.stage == stageConst {
		val, err := c.ev.Swizzle(x.val(), pattern[:len(name)])
		return c.constant(val, err, t, n)
	}
	e := c.ex.AddSwizzle(t, ir.Swizzle{Vector: x.expr(), Size: len(name), Pattern: pattern}, c.t.Span(n))
	return operand{ty: t, stage: x.stage, handle: uint32(c.pend(e))}
}
