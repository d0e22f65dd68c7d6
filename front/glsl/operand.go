package glsl

// This file holds operands, and the operations on values that fold where all
// operands are known.

import (
	"math"

	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/internal/ir/consteval"
	"refract/ir"
)

type operandKind uint8

const (
	opNone     operandKind = iota // an error was reported
	opVoid                        // a call without a value
	opConst                       // a value known now: bits
	opValue                       // an expression
	opRef                         // a pointer: memory that holds the value
	opResource                    // an opaque object
	opSampler                     // a texture with a sampler, made where it is used: handle, bits
	opType                        // a type, as the callee of a constructor
)

// operand is the result of checking an expression.
//
// The type of memory may differ from ty: where it has bools, memory has u32.
type operand struct {
	ty      ir.TypeID // of the value
	handle  uint32    // ExprID
	bits    uint64    // opConst: of the value; opSampler: the sampler
	decl    declID    // the variable at the root, for what may be done with it
	pattern [4]uint8  // size > 0: opRef: these components of the vector
	opq     uint16
	kind    operandKind
	spec    bool // made of specialization constants and constants
	size    uint8
}

func (o operand) ok() bool             { return o.kind != opNone }
func (o operand) expr() ir.ExprID      { return ir.ExprID(o.handle) }
func (o operand) val() consteval.Value { return consteval.Value{Type: o.ty, Bits: o.bits} }
func (o operand) isConst() bool        { return o.kind == opConst }

func (c *checker) at(t ir.TypeID) *ir.Type { return c.m.Types.At(t) }

func (c *checker) typeName(o operand) string {
	if o.opq != 0 {
		name := c.opaques[o.opq].String()
		if t := c.at(o.ty); t.Kind == ir.TypeBindingArray || t.Kind == ir.TypeArray {
			name += "[]"
		}
		return name
	}
	return valueTypeName(c.m, o.ty)
}

func (c *checker) name(t ir.TypeID) string { return valueTypeName(c.m, t) }

// pend lists an expression for the next Emit of the function under way.
func (c *checker) pend(e ir.ExprID) ir.ExprID {
	if c.fn != nil {
		c.b.Pend(e)
	}
	return e
}

// toExpr makes an expression of a value.
func (c *checker) toExpr(o operand) ir.ExprID {
	if o.kind != opConst {
		return o.expr()
	}
	if c.fn == nil {
		return c.ev.MaterializeInto(c.ex, o.val(), c.b.Span)
	}
	return c.ev.Materialize(&c.b, o.val())
}

// made is the operand of an expression just added.
func (c *checker) made(e ir.ExprID, spec bool) operand {
	c.pend(e)
	return operand{kind: opValue, ty: c.ex.TypeOf(e), handle: uint32(e), spec: spec}
}

// folded is the operand of an evaluation.
func (c *checker) folded(v consteval.Value, err *consteval.Error) operand {
	if err != nil {
		c.errorf(err.Code, c.b.Span, "%s", err.Message)
		return operand{}
	}
	return operand{kind: opConst, ty: v.Type, bits: v.Bits}
}

func constant(t ir.TypeID, bits uint64) operand { return operand{kind: opConst, ty: t, bits: bits} }
func constInt(v int64) operand                  { return constant(ir.TypeI32, uint64(uint32(int32(v)))) }
func constUint(v uint32) operand                { return constant(ir.TypeU32, uint64(v)) }

// number is a number of a scalar type.
func number(s ir.Scalar, v float64) operand {
	t := ir.ScalarTypeOf(s)
	switch s {
	case ir.F64:
		return constant(t, math.Float64bits(v))
	case ir.F32:
		return constant(t, uint64(math.Float32bits(float32(v))))
	case ir.F16:
		switch v {
		case 0:
			return constant(t, 0)
		case 1:
			return constant(t, 0x3C00)
		case 0.5:
			return constant(t, 0x3800)
		}
		panic("glsl: half constant")
	}
	w := uint64(int64(v))
	if b := s.Bits(); b < 64 {
		w &= 1<<b - 1
	}
	return constant(t, w)
}

// Operations on values. Operands are values that are ok.

func (c *checker) flags(t ir.TypeID) ir.Flags {
	if c.precise && c.m.Types.ScalarOf(t).IsFloat() {
		return ir.FlagPrecise
	}
	return 0
}

func (c *checker) binary(op ir.BinaryOp, l, r operand) operand {
	if l.isConst() && r.isConst() && c.foldable(op, l.ty, r.ty) {
		return c.folded(c.ev.Binary(op, l.val(), r.val()))
	}
	t := c.m.BinaryType(op, l.ty, r.ty)
	le, re := c.toExpr(l), c.toExpr(r)
	return c.made(c.ex.AddBinary(t, c.flags(t), ir.Binary{Op: op, Left: le, Right: re}, c.b.Span), c.isSpec(l, r))
}

// foldable reports whether the evaluator has an operation as it stands.
func (c *checker) foldable(ir.BinaryOp, ir.TypeID, ir.TypeID) bool { return true }

func (c *checker) isSpec(list ...operand) bool {
	for _, o := range list {
		if !o.spec && o.kind != opConst {
			return false
		}
	}
	return true
}

func (c *checker) unary(op ir.UnaryOp, x operand) operand {
	if x.isConst() {
		return c.folded(c.ev.Unary(op, x.val()))
	}
	return c.made(c.ex.AddUnary(x.ty, c.flags(x.ty), ir.Unary{Op: op, Value: x.expr()}, c.b.Span), x.spec)
}

func (c *checker) math(op ir.MathOp, args ...operand) operand {
	known := true
	for _, a := range args {
		known = known && a.isConst()
	}
	var second ir.TypeID
	if len(args) > 1 {
		second = args[1].ty
	}
	t := c.m.MathType(op, args[0].ty, second)
	if known {
		base := len(c.vals)
		for _, a := range args {
			c.vals = append(c.vals, a.val())
		}
		v, err := c.ev.Math(op, t, c.vals[base:])
		c.vals = c.vals[:base]
		return c.folded(v, err)
	}
	var m ir.Math
	m.Op = op
	for i, a := range args {
		m.Args[i] = c.toExpr(a)
	}
	return c.made(c.ex.AddMath(t, c.flags(t), m, c.b.Span), false)
}

func (c *checker) relational(op ir.RelationalOp, x operand) operand {
	if x.isConst() {
		return c.folded(c.ev.Relational(op, x.val()))
	}
	return c.made(c.ex.AddRelational(c.m.RelationalType(op, x.ty), ir.Relational{Op: op, Value: x.expr()}, c.b.Span), x.spec)
}

func (c *checker) selects(cond, accept, reject operand) operand {
	if cond.isConst() && accept.isConst() && reject.isConst() {
		return c.folded(c.ev.Select(reject.val(), accept.val(), cond.val()))
	}
	s := ir.Select{Condition: c.toExpr(cond), Accept: c.toExpr(accept), Reject: c.toExpr(reject)}
	return c.made(c.ex.AddSelect(accept.ty, s, c.b.Span), c.isSpec(cond, accept, reject))
}

// cast converts a scalar, vector or matrix to another scalar.
func (c *checker) cast(s ir.Scalar, x operand) operand {
	t := c.m.Types.WithScalar(x.ty, s)
	if t == x.ty {
		return x
	}
	if x.isConst() {
		return c.folded(c.ev.Convert(x.val(), t))
	}
	return c.made(c.ex.AddAs(t, 0, ir.As{Value: x.expr()}, c.b.Span), x.spec)
}

// bitcast reads the bits of a value as another type.
func (c *checker) bitcast(t ir.TypeID, x operand) operand {
	if t == x.ty {
		return x
	}
	if x.isConst() {
		return c.folded(c.ev.Bitcast(x.val(), t))
	}
	return c.made(c.ex.AddAs(t, 0, ir.As{Value: x.expr(), Bitcast: true}, c.b.Span), false)
}

func (c *checker) splat(n int, x operand) operand {
	if n <= 1 {
		return x
	}
	t := ir.VectorOf(c.m.Types.ScalarOf(x.ty), n)
	if x.isConst() {
		return c.folded(c.ev.Splat(t, x.val()))
	}
	return c.made(c.ex.AddUnaryKind(ir.KindSplat, t, 0, x.expr(), c.b.Span), x.spec)
}

// splatLike repeats a scalar into the shape of a scalar or vector type.
func (c *checker) splatLike(t ir.TypeID, x operand) operand {
	if c.m.Types.ComponentCount(x.ty) > 1 {
		return x
	}
	return c.splat(c.m.Types.ComponentCount(t), x)
}

func (c *checker) compose(t ir.TypeID, parts ...operand) operand {
	known, spec := true, true
	for _, p := range parts {
		if !p.ok() {
			return operand{}
		}
		known = known && p.isConst()
		spec = spec && (p.spec || p.isConst())
	}
	if known {
		base := len(c.vals)
		for _, p := range parts {
			c.vals = append(c.vals, p.val())
		}
		v, err := c.ev.Compose(t, c.vals[base:])
		c.vals = c.vals[:base]
		return c.folded(v, err)
	}
	base := len(c.exprs)
	for _, p := range parts {
		c.exprs = append(c.exprs, c.toExpr(p))
	}
	e := c.ex.AddCompose(t, c.exprs[base:], c.b.Span)
	c.exprs = c.exprs[:base]
	return c.made(e, spec)
}

func (c *checker) swizzle(x operand, pattern ...uint8) operand {
	if len(pattern) == 1 {
		return c.component(x, uint32(pattern[0]))
	}
	if c.at(x.ty).Kind == ir.TypeScalar {
		return c.splat(len(pattern), x)
	}
	identity := len(pattern) == c.m.Types.ComponentCount(x.ty)
	for i, p := range pattern {
		identity = identity && int(p) == i
	}
	if identity {
		return x
	}
	if x.isConst() {
		return c.folded(c.ev.Swizzle(x.val(), pattern))
	}
	s := ir.Swizzle{Vector: x.expr(), Size: len(pattern)}
	copy(s.Pattern[:], pattern)
	t := ir.VectorOf(c.m.Types.ScalarOf(x.ty), len(pattern))
	return c.made(c.ex.AddSwizzle(t, s, c.b.Span), x.spec)
}

// first is a vector of the first n components, or a scalar.
func (c *checker) first(x operand, n int) operand {
	return c.swizzle(x, []uint8{0, 1, 2, 3}[:n]...)
}

// component is component, element or member i of a value; of a scalar, itself.
func (c *checker) component(x operand, i uint32) operand {
	if c.at(x.ty).Kind == ir.TypeScalar {
		return x
	}
	if x.isConst() {
		v := c.ev.Member(x.val(), int(i))
		return operand{kind: opConst, ty: v.Type, bits: v.Bits}
	}
	base := x.expr()
	return c.made(c.ex.AddAccessIndex(c.m.ElementType(c.ex.TypeOf(base), i), ir.AccessIndex{Base: base, Index: i}, c.b.Span), x.spec)
}

func (c *checker) zero(t ir.TypeID) operand { return operand{kind: opConst, ty: t} }

// rvalue is the value of an operand: the value in memory, if it is memory.
func (c *checker) rvalue(o operand) operand {
	if o.kind != opRef {
		return o
	}
	e := c.b.Load(o.expr())
	held := c.ex.TypeOf(e)
	v := operand{kind: opValue, ty: held, handle: uint32(e), decl: o.decl}
	if o.size > 0 {
		v = c.swizzle(v, o.pattern[:o.size]...)
	}
	if v.ty != o.ty {
		v = c.reshape(v, o.ty)
	}
	return v
}

// reshape converts between a type and the one that stands for it in memory: they
// differ where one has bools and the other u32.
func (c *checker) reshape(v operand, to ir.TypeID) operand {
	if v.ty == to || !v.ok() {
		return v
	}
	t := c.at(to)
	var n uint32
	switch t.Kind {
	case ir.TypeScalar, ir.TypeVector:
		return c.cast(t.Scalar, v)
	case ir.TypeArray:
		n = t.Length
	case ir.TypeStruct:
		n = uint32(len(c.m.Structs[t.Struct].Members))
	default:
		return v
	}
	if c.scalars(to) > 1<<16 {
		c.unsupported(c.b.Span, "copies of large values with bools in a block")
		return operand{kind: opValue, ty: to, handle: uint32(c.ex.AddZeroValue(to, c.b.Span))}
	}
	base := len(c.args)
	for i := range n {
		p := c.component(v, i)
		p = c.reshape(p, c.m.ElementType(to, i))
		c.args = append(c.args, p)
	}
	v = c.compose(to, c.args[base:]...)
	c.args = c.args[:base]
	return v
}

// wantValue checks that an operand is a value and returns it loaded.
func (c *checker) wantValue(o operand, n syntax.Node) operand {
	switch o.kind {
	case opVoid:
		c.errorf(codeNotValue, c.t.Span(n), "the call has no value")
		return operand{}
	case opResource, opSampler:
		c.errorf(codeNotValue, c.t.Span(n), "an object of type %s can only be an argument of a function", c.typeName(o))
		return operand{}
	case opRef:
		switch flags := c.decls[o.decl].flags; {
		case flags&(flagCounter|flagWriteOnly) == 0:
		case flags&flagCounter != 0:
			c.errorf(codeNotValue, c.t.Span(n), "an atomic counter can only be an argument of a function")
			return operand{}
		default:
			c.errorf(codeAssign, c.t.Span(n), "%q is writeonly and can't be read", c.t.Name(c.decls[o.decl].name))
			return operand{}
		}
		if o.ty.IsElementary() {
			break
		}
		if c.at(o.ty).IsRuntimeSized() {
			c.errorf(codeType, c.t.Span(n), "an array without a size has no value as a whole")
			return operand{}
		}
		if c.structOpaque(o.ty) {
			c.unsupported(c.t.Span(n), "structs with opaque members as values")
			return operand{}
		}
		if c.holdsRayObject(o.ty) {
			c.errorf(codeNotValue, c.t.Span(n), "a ray query can only be an argument of a function")
			return operand{}
		}
	}
	return c.rvalue(o)
}

// expression checks an expression and returns its value.
func (c *checker) expression(n syntax.Node) (o operand) {
	if o = c.expr(n); o.kind != opConst && o.kind != opValue {
		o = c.wantValue(o, n)
	}
	return o
}

// constInteger is the value of an integer constant.
func (c *checker) constInteger(o operand) (int64, bool) {
	if !o.isConst() {
		return 0, false
	}
	v, ok := o.val().Integer()
	return v, ok
}

// constExpr checks an expression that must be known before the shader runs; spec
// allows specialization constants, as expressions of the module.
func (c *checker) constExpr(n syntax.Node, spec bool) operand {
	fn, ex, b := c.fn, c.ex, c.b.Span
	c.fn, c.ex = nil, &c.m.Consts
	o := c.expression(n)
	c.fn, c.ex, c.b.Span = fn, ex, b
	if o.ok() && !o.isConst() && !(spec && o.spec) {
		if o.spec {
			c.unsupported(c.t.Span(n), "a specialization constant here")
		} else {
			c.errorf(codeConstWanted, c.t.Span(n), "a constant expression is wanted here")
		}
		return operand{}
	}
	return o
}

// constIntExpr is the value of a constant integral expression.
func (c *checker) constIntExpr(n syntax.Node, what, of string) (int64, bool) {
	o := c.constExpr(n, false)
	if !o.ok() {
		return 0, false
	}
	v, ok := c.constInteger(o)
	if !ok {
		c.errorf(codeType, c.t.Span(n), "%s%s must be an integer, found %s", what, of, c.typeName(o))
	}
	return v, ok
}

// converts reports whether a scalar converts implicitly to another (section
// "Implicit Conversions").
func (c *checker) converts(from, to ir.Scalar) bool {
	if from == to {
		return true
	}
	if from == ir.Bool || to == ir.Bool || from == ir.NoScalar || to == ir.NoScalar {
		return false
	}
	l := &c.lang
	small := func(s ir.Scalar) bool { return s.Bits() < 32 }
	if small(from) || from.Bits() == 64 && from.IsInteger() || to.IsInteger() && to.Bits() == 64 || to == ir.F16 || small(to) {
		// GL_EXT_shader_explicit_arithmetic_types and GL_ARB_gpu_shader_int64: towards wider types.
		switch {
		case from.IsFloat():
			return to.IsFloat() && to.Bits() > from.Bits()
		case to.IsFloat():
			return to.Bits() > from.Bits() || to.Bits() == from.Bits() && to.Bits() >= 16 || to == ir.F64 && from.Bits() == 64
		case to.Bits() > from.Bits():
			return from.IsSigned() || !to.IsSigned() || l.hasExplicitTypes() // of uint to int64_t GL_ARB_gpu_shader_int64 says nothing
		default:
			return to.Bits() == from.Bits() && from.IsSigned() && !to.IsSigned()
		}
	}
	if l.Profile == ES {
		if !l.exts[extImplicitConversionsES] {
			return false
		}
		return from == ir.I32 && (to == ir.U32 || to == ir.F32) || from == ir.U32 && to == ir.F32
	}
	switch {
	case from == ir.I32 && to == ir.F32:
		return l.Number >= 120
	case from == ir.U32 && to == ir.F32:
		return l.Number >= 130
	case from == ir.I32 && to == ir.U32:
		return l.Number >= 400 || l.exts[extGPUShader5] || l.exts[extInt64] || l.exts[extExplicitInt32] || l.exts[extExplicitArithmetic]
	case to == ir.F64:
		return true
	}
	return false
}

// convertsType is converts for types: scalars, vectors and matrices of one shape.
func (c *checker) convertsType(from, to ir.TypeID) bool {
	if from == to {
		return true
	}
	f, t := c.at(from), c.at(to)
	switch f.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		return f.Kind == t.Kind && f.Rows == t.Rows && f.Columns == t.Columns && c.converts(f.Scalar, t.Scalar)
	}
	return false
}

// implicit converts a value to a type implicitly, or reports that it can't be.
func (c *checker) implicit(x operand, t ir.TypeID, span diag.Span, what string) operand {
	if !x.ok() || x.ty == t || t == 0 {
		return x
	}
	if !c.convertsType(x.ty, t) {
		c.errorf(codeType, span, "%s must be %s, found %s", what, c.name(t), c.typeName(x))
		return operand{}
	}
	return c.cast(c.m.Types.ScalarOf(t), x)
}
