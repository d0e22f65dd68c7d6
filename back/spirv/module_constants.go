package spirv

// This file writes module-scope expressions: constants, and expressions that depend on
// overrides as specialization constants.
//
// OpSpecConstantOp exists for integers and bools only (section 3.42.7; all else
// is for kernels). An override-expression of floats has no form at module scope;
// transform.ComputeOverrides has functions evaluate it, and as the length of an
// array it can't be written.

import (
	"refract/ir"
	"refract/spirv"
)

// inexpressible marks module-scope expressions that have no id.
const inexpressible = ^id(0)

// moduleConstant is the id of a module-scope expression, or 0.
func (e *emitter) moduleConstant(root ir.ExprID) id {
	if len(e.moduleIDs) < e.m.Consts.ExprCount() {
		e.moduleIDs = append(e.moduleIDs, make([]id, e.m.Consts.ExprCount()-len(e.moduleIDs))...)
	}
	// Operands first, on a stack of our own: initial values may be deep. An
	// override in them comes here again, on top of the stack.
	base := len(e.pending)
	e.pending = append(e.pending, root)
	for len(e.pending) > base {
		n := len(e.pending)
		x := e.pending[n-1]
		if e.moduleIDs[x] != 0 {
			e.pending = e.pending[:n-1]
			continue
		}
		for _, o := range e.dependencies(x) {
			if e.moduleIDs[o] == 0 {
				e.pending = append(e.pending, o)
			}
		}
		if len(e.pending) > n {
			continue
		}
		v := e.moduleExpr(x)
		if v == 0 {
			v = inexpressible
		}
		e.moduleIDs[x] = v
	}
	if v := e.moduleIDs[root]; v != inexpressible {
		return v
	}
	return 0
}

// dependencies are the module-scope expressions that one is computed from.
func (e *emitter) dependencies(x ir.ExprID) []ir.ExprID {
	e.operands = moduleOperands(e.m, x, e.operands[:0])
	return e.operands
}

// moduleExpr writes one expression whose operands are written.
func (e *emitter) moduleExpr(x ir.ExprID) id {
	c := &e.m.Consts
	t := c.TypeOf(x)
	value := func(x ir.ExprID) id { return e.moduleIDs[x] }
	if c.Kind(x) != ir.KindOverride {
		for _, o := range e.dependencies(x) {
			if value(o) == inexpressible {
				return 0
			}
		}
	}
	switch c.Kind(x) {
	case ir.KindLiteral:
		return e.constant(e.m.Types.At(t).Scalar, c.LiteralBits(x))
	case ir.KindZeroValue:
		return e.zero(t)
	case ir.KindConstant:
		return value(ir.ExprID(e.m.Constants[c.ConstantRef(x)].Init))
	case ir.KindOverride:
		return e.override(c.OverrideRef(x))
	case ir.KindCompose:
		parts, kinds := make([]id, 0, 16), make([]ir.TypeID, 0, 16)
		for _, p := range c.Compose(x).Components {
			parts, kinds = append(parts, value(p)), append(kinds, c.TypeOf(p))
		}
		return e.moduleCompose(t, parts, kinds...)
	case ir.KindSplat:
		v := value(c.Operand(x))
		parts := [4]id{v, v, v, v}
		return e.moduleCompose(t, parts[:e.m.Types.ComponentCount(t)])
	case ir.KindAccessIndex:
		a := c.AccessIndex(x)
		if v := e.constantPart(value(a.Base), t, a.Index); v != 0 {
			return v
		}
		return e.specOp(t, spirv.OpCompositeExtract, value(a.Base), a.Index)
	case ir.KindSwizzle:
		s := c.Swizzle(x)
		operands := [6]uint32{value(s.Vector), value(s.Vector)}
		for i := range s.Size {
			operands[2+i] = uint32(s.Pattern[i])
		}
		return e.specOp(t, spirv.OpVectorShuffle, operands[:2+s.Size]...)
	case ir.KindSelect:
		s := c.Select(x)
		return e.specSelect(t, c.TypeOf(s.Condition), value(s.Condition), value(s.Accept), value(s.Reject))
	case ir.KindUnary:
		u := c.Unary(x)
		if e.m.Types.ScalarOf(t).IsFloat() {
			return 0
		}
		return e.specOp(t, unaryOps[u.Op][kindOf(e.m.Types.ScalarOf(t))], value(u.Value))
	case ir.KindBinary:
		b := c.Binary(x)
		return e.specBinary(b, t, c.TypeOf(b.Left), c.TypeOf(b.Right), value(b.Left), value(b.Right))
	case ir.KindMath:
		v := c.Math(x)
		if !e.m.Types.ScalarOf(t).IsInteger() {
			return 0
		}
		return e.specMath(v.Op, t, [3]id{value(v.Args[0]), value(v.Args[1]), value(v.Args[2])})
	case ir.KindAs:
		a := c.As(x)
		if from := c.TypeOf(a.Value); !a.Bitcast || from == t || e.m.Types.ScalarOf(from).IsInteger() && e.m.Types.ScalarOf(t).IsInteger() {
			return e.specConvert(t, from, value(a.Value))
		}
	}
	return 0
}

// specMath applies a function to integers.
func (e *emitter) specMath(op ir.MathOp, t ir.TypeID, args [3]id) id {
	k := kindOf(e.m.Types.ScalarOf(t))
	condition := e.m.Types.WithScalar(t, ir.Bool)
	least := func(x, y id) id {
		return e.specOp(t, spirv.OpSelect, e.specOp(condition, binaryOps[ir.Lt][k], y, x), y, x)
	}
	greatest := func(x, y id) id {
		return e.specOp(t, spirv.OpSelect, e.specOp(condition, binaryOps[ir.Lt][k], x, y), y, x)
	}
	switch op {
	case ir.MathMin:
		return least(args[0], args[1])
	case ir.MathMax:
		return greatest(args[0], args[1])
	case ir.MathClamp:
		return least(greatest(args[0], args[1]), args[2])
	case ir.MathAbs:
		if k == uint_ {
			return args[0]
		}
		return greatest(args[0], e.specOp(t, spirv.OpSNegate, args[0]))
	}
	return 0
}

// moduleCompose makes a composite of constants, specialized or not. kinds are the types of
// the parts, if these may be vectors that a vector is made of.
func (e *emitter) moduleCompose(t ir.TypeID, parts []id, kinds ...ir.TypeID) id {
	op := spirv.OpConstantComposite
	for _, p := range parts {
		if !e.isConstant(p) {
			op = spirv.OpSpecConstantComposite
		}
	}
	if ty := e.m.Types.At(t); ty.Kind == ir.TypeVector && len(parts) < int(ty.Rows) {
		if op == spirv.OpSpecConstantComposite {
			parts = e.specFlatten(t, kinds, parts)
		} else {
			return e.flatten(t, ty, parts)
		}
	}
	if op == spirv.OpConstantComposite {
		return e.compositeConstant(e.typ(t), parts...)
	}
	ty := e.typ(t)
	r := e.out.NewID()
	e.out.Globals.Begin(op)
	e.out.Globals.Words(ty, r)
	e.out.Globals.Words(parts...)
	e.out.Globals.End()
	return r
}

// specFlatten is the components of the parts of a vector.
func (e *emitter) specFlatten(t ir.TypeID, kinds []ir.TypeID, parts []id) []id {
	flat := make([]id, 0, 4)
	scalar := ir.ScalarTypeOf(e.m.Types.ScalarOf(t))
	for i, p := range parts {
		n := e.m.Types.ComponentCount(kinds[i])
		if n == 1 {
			flat = append(flat, p)
			continue
		}
		for j := range uint32(n) {
			v := e.constantPart(p, scalar, j)
			if v == 0 {
				v = e.specOp(scalar, spirv.OpCompositeExtract, p, j)
			}
			flat = append(flat, v)
		}
	}
	return flat
}

// specOp is an operation on specialization constants.
func (e *emitter) specOp(t ir.TypeID, op spirv.Op, operands ...uint32) id {
	if op == spirv.OpNop {
		return 0
	}
	ty := e.typ(t)
	r := e.out.NewID()
	e.out.Globals.Begin(spirv.OpSpecConstantOp)
	e.out.Globals.Words(ty, r, uint32(op))
	e.out.Globals.Words(operands...)
	e.out.Globals.End()
	return r
}

func (e *emitter) specSelect(t, condition ir.TypeID, cond, a, b id) id {
	n := e.m.Types.ComponentCount(t)
	switch {
	case n == 0:
		return 0
	case n > 1 && e.m.Types.ComponentCount(condition) == 1:
		parts := [4]id{cond, cond, cond, cond}
		cond = e.moduleCompose(ir.VectorOf(ir.Bool, n), parts[:n])
	}
	return e.specOp(t, spirv.OpSelect, cond, a, b)
}

// specBinary applies an operator. Operations are total: a divisor or a shift
// that would have no defined result is replaced first.
func (e *emitter) specBinary(b ir.Binary, t, l, r ir.TypeID, x, y id) id {
	s := e.m.Types.ScalarOf(l)
	if s.IsFloat() || l != r && b.Op != ir.Shl && b.Op != ir.Shr {
		return 0
	}
	condition := e.m.Types.WithScalar(t, ir.Bool)
	constant := func(ty ir.TypeID, bits uint64) id {
		return e.splatConstant(ty, e.constant(e.m.Types.ScalarOf(ty), bits))
	}
	switch b.Op {
	case ir.Div, ir.Rem:
		bad := e.specOp(condition, spirv.OpIEqual, y, constant(r, 0))
		if s.IsSigned() {
			bits := uint(s.Bits())
			overflow := e.specOp(condition, spirv.OpLogicalAnd,
				e.specOp(condition, spirv.OpIEqual, x, constant(l, 1<<(bits-1))),
				e.specOp(condition, spirv.OpIEqual, y, constant(r, 1<<bits-1)))
			bad = e.specOp(condition, spirv.OpLogicalOr, bad, overflow)
		}
		y = e.specOp(r, spirv.OpSelect, bad, constant(r, 1), y)
		if b.Op == ir.Rem && s.IsSigned() { // see signedRemainder
			return e.specOp(t, spirv.OpISub, x, e.specOp(t, spirv.OpIMul, y, e.specOp(t, spirv.OpSDiv, x, y)))
		}
	case ir.Shl, ir.Shr:
		y = e.specOp(r, spirv.OpBitwiseAnd, y, constant(r, uint64(s.Bits()-1)))
	}
	return e.specOp(t, binaryOps[b.Op][kindOf(s)], x, y)
}

// specConvert converts between integers and bools.
func (e *emitter) specConvert(to, from ir.TypeID, a id) id {
	if to == from {
		return a
	}
	target, source := e.m.Types.ScalarOf(to), e.m.Types.ScalarOf(from)
	switch {
	case target == ir.NoScalar || source == ir.NoScalar || source.IsFloat():
		return 0
	case source == ir.Bool:
		return e.specOp(to, spirv.OpSelect, a, e.splatConstant(to, e.number(target, 1)), e.splatConstant(to, e.number(target, 0)))
	case target.IsFloat():
		return 0
	case target == ir.Bool:
		return e.specOp(to, spirv.OpINotEqual, a, e.splatConstant(from, e.number(source, 0)))
	case target.Bits() != source.Bits() && source.IsSigned():
		return e.specOp(to, spirv.OpSConvert, a)
	case target.Bits() != source.Bits():
		unsigned := e.m.Types.WithScalar(to, ir.ScalarOf(ir.UintKind, target.Bits()))
		return e.specConvert(to, unsigned, e.specOp(unsigned, spirv.OpUConvert, a))
	}
	// Adding nothing changes the signedness; there is no bit cast of
	// specialization constants.
	return e.specOp(to, spirv.OpIAdd, a, e.splatConstant(from, e.number(source, 0)))
}

// opOf is the instruction that makes a constant.
func (e *emitter) opOf(c id) spirv.Op {
	return spirv.Op(e.out.Globals.Contents()[e.constants[c]-1] & 0xffff)
}

// constantBits are the bits of a scalar constant.
func (e *emitter) constantBits(c id) uint64 {
	w := e.out.Globals.Contents()[e.constants[c]-1:]
	switch spirv.Op(w[0] & 0xffff) {
	case spirv.OpConstantTrue:
		return 1
	case spirv.OpConstant:
		if w[0]>>16 > 4 {
			return uint64(w[3]) | uint64(w[4])<<32
		}
		return uint64(w[3])
	}
	return 0
}
