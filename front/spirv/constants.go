package spirv

// This file converts constants: to values of functions (function.go makes them at their
// uses), to expressions of the module for lengths, initial values and sizes of workgroups,
// and specialization constants to overrides.

import (
	"fmt"

	"refract/internal/lazy"
	"refract/ir"
	"refract/spirv"
)

// constant is a constant of the module.
type constant struct {
	op       spirv.Op
	at       uint32
	typ      uint32 // index of its type
	bits     uint64 // of a scalar
	spec     bool   // it depends on what a pipeline sets
	depth    int    // how many operations are within each other
	parts    []uint32
	override ir.OverrideID
	named    ir.ConstantID // the module's constant that it became; 0: none
	expr     ir.ConstID    // the module's expression that it became; 0: none
}

// maxOperations is how many operations on constants may be within each other.
const maxOperations = 1000

// constantAt is the constant that an id names.
func (r *reader) constantAt(id uint32) *constant {
	d := r.before(id)
	if !r.isConstant(d) {
		r.invalid("%%%d is no constant", id)
	}
	return &r.constants[d.index]
}

func (r *reader) isConstant(d *def) bool {
	return d.op.Class() == spirv.ClassConstantCreation && d.index != 0 || d.op == spirv.OpUndef && d.index != 0
}

// constantNumber is the value of a scalar constant as it stands in the module.
func (r *reader) constantNumber(c *constant) (bits uint64, ok bool) {
	switch c.op {
	case spirv.OpConstant, spirv.OpSpecConstant, spirv.OpConstantTrue, spirv.OpConstantFalse, spirv.OpSpecConstantTrue, spirv.OpSpecConstantFalse:
		return c.bits, true
	case spirv.OpConstantNull:
		return 0, r.m.Types.At(r.types[c.typ].t).Kind == ir.TypeScalar
	}
	return 0, false
}

// declareConstant converts the constant at the current instruction.
func (r *reader) declareConstant(inst spirv.Inst) {
	o := inst.Op()
	c := constant{op: o, at: uint32(r.at), typ: r.typeIndex(inst[1])}
	id := inst[2]
	t := r.types[c.typ].t
	ty := r.m.Types.At(t)
	switch o {
	case spirv.OpConstantTrue, spirv.OpSpecConstantTrue, spirv.OpConstantFalse, spirv.OpSpecConstantFalse:
		if t != ir.TypeBool {
			r.invalid("true and false are of the type bool")
		}
		if o == spirv.OpConstantTrue || o == spirv.OpSpecConstantTrue {
			c.bits = 1
		}
		r.specialize(&c, id, o == spirv.OpSpecConstantTrue || o == spirv.OpSpecConstantFalse)
	case spirv.OpConstant, spirv.OpSpecConstant:
		if r.types[c.typ].bad != "" {
			break // said where it is used
		}
		if ty.Kind != ir.TypeScalar || t == ir.TypeBool {
			r.invalid("a constant with a literal is a number")
		}
		c.bits = uint64(inst[3])
		if len(inst) > 4 {
			c.bits |= uint64(inst[4]) << 32
		}
		if n := ty.Scalar.Bits(); n < 64 {
			c.bits &= 1<<n - 1
		}
		r.specialize(&c, id, o == spirv.OpSpecConstant)
	case spirv.OpConstantComposite, spirv.OpSpecConstantComposite:
		c.parts = inst[3:]
		info := &r.types[c.typ]
		if info.bad != "" {
			break
		}
		n, of := r.partTypes(c.typ)
		if n != len(c.parts) {
			r.invalid("a constant of %d parts, where the type has %d", len(c.parts), n)
		}
		for k, p := range c.parts {
			x := r.constantAt(p)
			if x.typ != of(k) {
				r.invalid("part %d of the constant has another type", k)
			}
			c.spec = c.spec || x.spec
		}
	case spirv.OpSpecConstantOp:
		c.spec = true
		var buf [16]spirv.OperandWords
		list, _ := r.context.Operands(buf[:0], inst)
		for _, w := range list {
			if w.At < 4 || w.Kind.Category() != spirv.CategoryId {
				continue
			}
			if d := r.before(inst[w.At]); r.isConstant(d) {
				c.depth = max(c.depth, r.constants[d.index].depth+1)
			}
		}
		if c.depth > maxOperations {
			r.unsupported("operations on constants that nest more than %d deep", maxOperations)
		}
	case spirv.OpConstantNull, spirv.OpUndef:
	default:
		r.unsupported("%s", o)
	}
	r.constants = append(r.constants, c)
	r.defs[id].index = uint32(len(r.constants) - 1)
}

// partTypes is how many parts a value of a type has, and the index of each one's
// type.
func (r *reader) partTypes(index uint32) (n int, of func(k int) uint32) {
	info := &r.types[index]
	switch info.op {
	case spirv.OpTypeStruct:
		return len(info.members), func(k int) uint32 { return info.members[k] }
	case spirv.OpTypeVector, spirv.OpTypeMatrix, spirv.OpTypeArray, spirv.OpTypeCooperativeMatrixKHR:
		if info.op == spirv.OpTypeArray && info.count == 0 {
			r.unsupported("a constant array of a length that the pipeline sets")
		}
		return int(info.count), func(int) uint32 { return info.element }
	}
	r.invalid("a type that has no parts")
	return 0, nil
}

// specialize makes an override of a scalar that a pipeline may set. One without a
// number is a constant: nothing can set it.
func (r *reader) specialize(c *constant, id uint32, spec bool) {
	if !spec {
		return
	}
	list, ok := r.decorated(id, -1, spirv.DecorationSpecId)
	if !ok || len(list) == 0 {
		return
	}
	c.spec = true
	t := r.types[c.typ].t
	if list[0] > 0xffff {
		r.unsupported("a specialization constant of the number %d, above 65535", list[0])
	}
	name := r.name(id)
	if name == "" {
		name = fmt.Sprintf("spec_%d", list[0])
	}
	for k := 1; k < len(r.m.Overrides); k++ {
		x := &r.m.Overrides[k]
		if uint32(x.ID) == list[0] && x.Type == t && r.m.Consts.LiteralBits(ir.ExprID(x.Init)) == c.bits {
			c.override = ir.OverrideID(k)
			return
		}
	}
	r.m.Overrides = append(r.m.Overrides, ir.Override{Name: name, HasID: true, ID: uint16(list[0]), Type: t,
		Init: ir.ConstID(r.m.Consts.AddLiteral(t, c.bits, r.span())), Span: r.span()})
	c.override = ir.OverrideID(len(r.m.Overrides) - 1)
}

// moduleExpr is a constant as an expression of the module.
func (r *reader) moduleExpr(id uint32) ir.ConstID {
	return ir.ConstID(r.constExpr(id, 0))
}

func (r *reader) constExpr(id uint32, depth int) ir.ExprID {
	if depth > maxOperations+maxDepth {
		r.unsupported("constants that nest more than %d deep", maxDepth)
	}
	c := r.constantAt(id)
	if c.expr != 0 {
		return ir.ExprID(c.expr)
	}
	e := &r.m.Consts
	t := r.valueType(c.typ)
	span := r.span()
	var x ir.ExprID
	switch {
	case c.override != 0:
		x = e.AddRef(ir.KindOverride, t, uint32(c.override), span)
	case c.named != 0:
		x = e.AddRef(ir.KindConstant, t, uint32(c.named), span)
	default:
		switch c.op {
		case spirv.OpConstantNull, spirv.OpUndef:
			x = e.AddZeroValue(t, span)
		case spirv.OpConstantComposite, spirv.OpSpecConstantComposite:
			if len(c.parts) == 0 {
				x = e.AddZeroValue(t, span)
				break
			}
			parts := make([]ir.ExprID, len(c.parts))
			for k, p := range c.parts {
				parts[k] = r.constExpr(p, depth+1)
			}
			x = e.AddCompose(t, parts, span)
		case spirv.OpSpecConstantOp:
			x = r.constOp(r.inst(int(c.at)), t, depth+1)
		default:
			x = e.AddLiteral(t, c.bits, span)
		}
	}
	r.constants[r.defs[id].index].expr = ir.ConstID(x)
	return x
}

type constBinaryRow struct {
	op   ir.BinaryOp
	kind ir.ScalarKind // NoKind: as they are
}

// constBinary are the operators of constant operations that module expressions have:
// the operator, and how the operands are read.
var constBinary = lazy.Value[map[spirv.Op]constBinaryRow]{Make: func() map[spirv.Op]constBinaryRow {
	return map[spirv.Op]constBinaryRow{
		spirv.OpIAdd: {ir.Add, ir.NoKind}, spirv.OpISub: {ir.Sub, ir.NoKind}, spirv.OpIMul: {ir.Mul, ir.NoKind},
		spirv.OpFAdd: {ir.Add, ir.NoKind}, spirv.OpFSub: {ir.Sub, ir.NoKind}, spirv.OpFMul: {ir.Mul, ir.NoKind}, spirv.OpFDiv: {ir.Div, ir.NoKind},
		spirv.OpUDiv: {ir.Div, ir.UintKind}, spirv.OpSDiv: {ir.Div, ir.SintKind},
		spirv.OpUMod: {ir.Rem, ir.UintKind}, spirv.OpSRem: {ir.Rem, ir.SintKind},
		spirv.OpBitwiseAnd: {ir.And, ir.NoKind}, spirv.OpBitwiseOr: {ir.Or, ir.NoKind}, spirv.OpBitwiseXor: {ir.Xor, ir.NoKind},
		spirv.OpLogicalAnd: {ir.LogicalAnd, ir.NoKind}, spirv.OpLogicalOr: {ir.LogicalOr, ir.NoKind},
		spirv.OpLogicalEqual: {ir.Eq, ir.NoKind}, spirv.OpLogicalNotEqual: {ir.Ne, ir.NoKind},
		spirv.OpIEqual: {ir.Eq, ir.NoKind}, spirv.OpINotEqual: {ir.Ne, ir.NoKind},
		spirv.OpULessThan: {ir.Lt, ir.UintKind}, spirv.OpSLessThan: {ir.Lt, ir.SintKind},
		spirv.OpULessThanEqual: {ir.Le, ir.UintKind}, spirv.OpSLessThanEqual: {ir.Le, ir.SintKind},
		spirv.OpUGreaterThan: {ir.Gt, ir.UintKind}, spirv.OpSGreaterThan: {ir.Gt, ir.SintKind},
		spirv.OpUGreaterThanEqual: {ir.Ge, ir.UintKind}, spirv.OpSGreaterThanEqual: {ir.Ge, ir.SintKind},
		spirv.OpShiftLeftLogical: {ir.Shl, ir.NoKind}, spirv.OpShiftRightLogical: {ir.Shr, ir.UintKind}, spirv.OpShiftRightArithmetic: {ir.Shr, ir.SintKind},
	}
}}

// constOp is an operation on constants as an expression of the module.
func (r *reader) constOp(inst spirv.Inst, t ir.TypeID, depth int) ir.ExprID {
	e := &r.m.Consts
	span := r.span()
	o := spirv.Op(inst[3])
	args := inst[4:]
	as := func(x ir.ExprID, k ir.ScalarKind) ir.ExprID {
		s := r.m.Types.ScalarOf(e.TypeOf(x))
		if k == ir.NoKind || s.Kind() == k || !s.IsInteger() {
			return x
		}
		return e.AddAs(r.m.Types.WithScalar(e.TypeOf(x), ir.ScalarOf(k, s.Bits())), ir.FlagBitcast, ir.As{Value: x, Bitcast: true}, span)
	}
	arg := func(k int) ir.ExprID { return r.constExpr(args[k], depth) }
	fits := func(x ir.ExprID) ir.ExprID { return as(x, r.m.Types.ScalarOf(t).Kind()) }
	if row, ok := constBinary.Get()[o]; ok {
		left, right := as(arg(0), row.kind), as(arg(1), row.kind)
		if row.op == ir.Shl || row.op == ir.Shr {
			right = as(arg(1), ir.UintKind)
			if s := r.m.Types.ScalarOf(e.TypeOf(right)); s.IsInteger() && s != ir.U32 {
				right = e.AddAs(r.m.Types.WithScalar(e.TypeOf(right), ir.U32), 0, ir.As{Value: right}, span)
			}
		} else if row.kind == ir.NoKind {
			right = as(right, r.m.Types.ScalarOf(e.TypeOf(left)).Kind())
		}
		return fits(e.AddBinary(r.m.BinaryType(row.op, e.TypeOf(left), e.TypeOf(right)), 0, ir.Binary{Op: row.op, Left: left, Right: right}, span))
	}
	switch o {
	case spirv.OpSMod: // the remainder with the sign of the divisor: ((a % m) + m) % m
		a, m := as(arg(0), ir.SintKind), as(arg(1), ir.SintKind)
		rem := func(x ir.ExprID) ir.ExprID {
			return e.AddBinary(e.TypeOf(a), 0, ir.Binary{Op: ir.Rem, Left: x, Right: m}, span)
		}
		return fits(rem(e.AddBinary(e.TypeOf(a), 0, ir.Binary{Op: ir.Add, Left: rem(a), Right: m}, span)))
	case spirv.OpSNegate, spirv.OpFNegate:
		x := arg(0)
		if o == spirv.OpSNegate {
			x = as(x, ir.SintKind)
		}
		return fits(e.AddUnary(e.TypeOf(x), 0, ir.Unary{Op: ir.Negate, Value: x}, span))
	case spirv.OpNot:
		x := arg(0)
		return fits(e.AddUnary(e.TypeOf(x), 0, ir.Unary{Op: ir.BitwiseNot, Value: x}, span))
	case spirv.OpLogicalNot:
		x := arg(0)
		return e.AddUnary(t, 0, ir.Unary{Op: ir.LogicalNot, Value: x}, span)
	case spirv.OpSelect:
		return e.AddSelect(t, ir.Select{Condition: arg(0), Accept: fits(arg(1)), Reject: fits(arg(2))}, span)
	case spirv.OpSConvert, spirv.OpUConvert, spirv.OpFConvert:
		return e.AddAs(t, 0, ir.As{Value: arg(0)}, span)
	case spirv.OpBitcast:
		return e.AddAs(t, ir.FlagBitcast, ir.As{Value: arg(0), Bitcast: true}, span)
	case spirv.OpCompositeExtract:
		x := arg(0)
		for _, k := range args[1:] {
			r.partOf(e.TypeOf(x), k)
			et := r.m.ElementType(e.TypeOf(x), k)
			x = e.AddAccessIndex(et, ir.AccessIndex{Base: x, Index: k}, span)
		}
		return x
	}
	r.unsupported("the operation %s on constants here", o)
	return 0
}
