package spirv

// This file holds operators: arithmetic, comparison, logic, conversion and the
// composition of values (sections 3.42.11 to 3.42.16).

import (
	"math"

	"refract/ir"
	"refract/spirv"
)

// kind indexes opcode tables by the kind of a scalar.
type kind uint8

const (
	boolean kind = iota
	sint
	uint_
	float
	numKinds
)

func kindOf(s ir.Scalar) kind { return kind(s.Kind() - ir.BoolKind) }

var binaryOps = [...][numKinds]spirv.Op{
	ir.Add:        {sint: spirv.OpIAdd, uint_: spirv.OpIAdd, float: spirv.OpFAdd},
	ir.Sub:        {sint: spirv.OpISub, uint_: spirv.OpISub, float: spirv.OpFSub},
	ir.Mul:        {sint: spirv.OpIMul, uint_: spirv.OpIMul, float: spirv.OpFMul},
	ir.Div:        {sint: spirv.OpSDiv, uint_: spirv.OpUDiv, float: spirv.OpFDiv},
	ir.Rem:        {uint_: spirv.OpUMod, float: spirv.OpFRem},
	ir.And:        {spirv.OpLogicalAnd, spirv.OpBitwiseAnd, spirv.OpBitwiseAnd, 0},
	ir.Or:         {spirv.OpLogicalOr, spirv.OpBitwiseOr, spirv.OpBitwiseOr, 0},
	ir.Xor:        {spirv.OpLogicalNotEqual, spirv.OpBitwiseXor, spirv.OpBitwiseXor, 0},
	ir.LogicalAnd: {boolean: spirv.OpLogicalAnd},
	ir.LogicalOr:  {boolean: spirv.OpLogicalOr},
	ir.Shl:        {sint: spirv.OpShiftLeftLogical, uint_: spirv.OpShiftLeftLogical},
	ir.Shr:        {sint: spirv.OpShiftRightArithmetic, uint_: spirv.OpShiftRightLogical},
	ir.Eq:         {spirv.OpLogicalEqual, spirv.OpIEqual, spirv.OpIEqual, spirv.OpFOrdEqual},
	ir.Ne:         {spirv.OpLogicalNotEqual, spirv.OpINotEqual, spirv.OpINotEqual, spirv.OpFUnordNotEqual},
	ir.Lt:         {0, spirv.OpSLessThan, spirv.OpULessThan, spirv.OpFOrdLessThan},
	ir.Le:         {0, spirv.OpSLessThanEqual, spirv.OpULessThanEqual, spirv.OpFOrdLessThanEqual},
	ir.Gt:         {0, spirv.OpSGreaterThan, spirv.OpUGreaterThan, spirv.OpFOrdGreaterThan},
	ir.Ge:         {0, spirv.OpSGreaterThanEqual, spirv.OpUGreaterThanEqual, spirv.OpFOrdGreaterThanEqual},
}

var unaryOps = [...][numKinds]spirv.Op{
	ir.Negate:     {sint: spirv.OpSNegate, uint_: spirv.OpSNegate, float: spirv.OpFNegate},
	ir.LogicalNot: {boolean: spirv.OpLogicalNot},
	ir.BitwiseNot: {sint: spirv.OpNot, uint_: spirv.OpNot},
}

// qualify gives an instruction the decorations for its flags.
func (e *emitter) qualify(r id, s ir.Scalar, flags ir.Flags) {
	if s.IsFloat() && (flags&ir.FlagPrecise != 0 || e.noContraction) {
		e.out.Decorate(r, spirv.DecorationNoContraction)
	}
	e.relax(r, s, flags)
}

// relax gives an instruction the decoration for a precision that may be that of 16 bits.
func (e *emitter) relax(r id, s ir.Scalar, flags ir.Flags) {
	if flags&ir.FlagRelaxed != 0 && s.Bits() == 32 && s != ir.Bool {
		e.out.Decorate(r, spirv.DecorationRelaxedPrecision)
		e.relaxed = r
	}
}

// relaxFresh is relax of the result of an expression, unless the result is that of an instruction
// before id bound, or has its decoration.
func (e *emitter) relaxFresh(r id, bound uint32, s ir.Scalar, flags ir.Flags) {
	if flags&ir.FlagRelaxed != 0 && r >= bound && r != e.relaxed {
		e.relax(r, s, flags)
	}
}

// relaxIf gives a declaration, or the call of a function, the decoration for a precision that may be
// that of 16 bits.
func (e *emitter) relaxIf(r id, relaxed bool) {
	if relaxed {
		e.out.Decorate(r, spirv.DecorationRelaxedPrecision)
		e.relaxed = r
	}
}

// unary applies an operator to each component.
func (e *emitter) unary(op ir.UnaryOp, t ir.TypeID, a id, flags ir.Flags) id {
	ty := e.m.Types.At(t)
	if ty.Kind == ir.TypeMatrix {
		return e.columns(t, func(column ir.TypeID, i uint32) id {
			return e.unary(op, column, e.extract(column, a, i), flags)
		})
	}
	r := e.inst1(unaryOps[op][kindOf(ty.Scalar)], e.typ(t), a)
	if op == ir.Negate {
		e.qualify(r, ty.Scalar, flags)
	}
	return r
}

// columns makes a matrix of columns.
func (e *emitter) columns(t ir.TypeID, column func(t ir.TypeID, i uint32) id) id {
	ty := *e.m.Types.At(t)
	vector := ir.VectorOf(ty.Scalar, int(ty.Rows))
	var parts [4]id
	for i := range uint32(ty.Columns) {
		parts[i] = column(vector, i)
	}
	return e.inst(spirv.OpCompositeConstruct, e.typ(t), parts[:ty.Columns]...)
}

// binary applies an operator; t is the type of the result, l and r the types of the
// operands.
func (e *emitter) binary(op ir.BinaryOp, t, l, r ir.TypeID, a, b id, flags ir.Flags) id {
	lt, rt := e.m.Types.At(l), e.m.Types.At(r)
	if op == ir.Mul && (l != r || lt.Kind == ir.TypeMatrix) {
		return e.multiply(t, lt, rt, a, b, flags)
	}
	if lt.Kind == ir.TypeMatrix {
		return e.columns(t, func(column ir.TypeID, i uint32) id {
			return e.binary(op, column, column, column, e.extract(column, a, i), e.extract(column, b, i), flags)
		})
	}
	if op == ir.Rem && lt.Scalar.IsSigned() {
		return e.signedRemainder(t, a, b)
	}
	opcode := binaryOps[op][kindOf(lt.Scalar)]
	if opcode == spirv.OpNop {
		e.fail("there is no " + op.String() + " of " + lt.Scalar.String())
	}
	x := e.inst2(opcode, e.typ(t), a, b)
	if op <= ir.Rem {
		e.qualify(x, lt.Scalar, flags)
	}
	return x
}

// signedRemainder is x - y*(x/y). Vulkan leaves OpSRem undefined if an operand is negative
// (its appendix "Vulkan Environment for SPIR-V", section "Precision and Operation of SPIR-V
// Instructions"), OpSDiv not.
func (e *emitter) signedRemainder(t ir.TypeID, x, y id) id {
	ty := e.typ(t)
	q := e.inst2(spirv.OpSDiv, ty, x, y)
	return e.inst2(spirv.OpISub, ty, x, e.inst2(spirv.OpIMul, ty, y, q))
}

// multiply is the product of operands of unequal shapes, or of matrices.
func (e *emitter) multiply(t ir.TypeID, l, r *ir.Type, a, b id, flags ir.Flags) id {
	scalar := l.Scalar
	if l.Kind == ir.TypeScalar { // scalars stand on the right
		l, r, a, b = r, l, b, a
	}
	var x id
	switch {
	case l.Kind == ir.TypeMatrix && r.Kind == ir.TypeMatrix:
		x = e.inst2(spirv.OpMatrixTimesMatrix, e.typ(t), a, b)
	case l.Kind == ir.TypeMatrix && r.Kind == ir.TypeVector:
		x = e.inst2(spirv.OpMatrixTimesVector, e.typ(t), a, b)
	case l.Kind == ir.TypeMatrix, l.Kind == ir.TypeCooperative:
		x = e.inst2(spirv.OpMatrixTimesScalar, e.typ(t), a, b)
	case r.Kind == ir.TypeMatrix:
		x = e.inst2(spirv.OpVectorTimesMatrix, e.typ(t), a, b)
	case scalar.IsFloat():
		x = e.inst2(spirv.OpVectorTimesScalar, e.typ(t), a, b)
	default:
		x = e.inst2(spirv.OpIMul, e.typ(t), a, e.splat(t, b))
	}
	e.qualify(x, scalar, flags)
	return x
}

// splat is a vector of equal components; of a scalar type, the scalar.
func (e *emitter) splat(t ir.TypeID, v id) id {
	if e.m.Types.At(t).Kind == ir.TypeCooperative {
		return e.inst1(spirv.OpCompositeConstruct, e.typ(t), v)
	}
	n := e.m.Types.ComponentCount(t)
	if n <= 1 {
		return v
	}
	parts := [4]id{v, v, v, v}
	return e.compose(t, parts[:n])
}

// extract is part i of a composite; t is the part's type.
func (e *emitter) extract(t ir.TypeID, v id, i uint32) id {
	if c := e.constantPart(v, t, i); c != 0 {
		return c
	}
	return e.inst2(spirv.OpCompositeExtract, e.typ(t), v, i)
}

// extractDynamic is a component of a vector.
func (e *emitter) extractDynamic(t ir.TypeID, v, i id) id {
	return e.inst2(spirv.OpVectorExtractDynamic, e.typ(t), v, i)
}

// swizzle picks components of a vector.
func (e *emitter) swizzle(t ir.TypeID, v id, pattern []uint8) id {
	if e.isConstant(v) {
		var parts [4]id
		scalar := ir.ScalarTypeOf(e.m.Types.At(t).Scalar)
		for i, p := range pattern {
			parts[i] = e.constantPart(v, scalar, uint32(p))
		}
		if parts[0] != 0 {
			return e.compositeConstant(e.typ(t), parts[:len(pattern)]...)
		}
	}
	r := e.out.NewID()
	e.code.Begin(spirv.OpVectorShuffle)
	e.code.Words(e.typ(t), r, v, v)
	for _, p := range pattern {
		e.code.Word(uint32(p))
	}
	e.code.End()
	return r
}

// selectValue is a if cond holds, else b; both are evaluated. cond is a bool, or a vector
// of them. Before SPIR-V 1.4 OpSelect takes one bool for scalars only, and no composites at
// all.
func (e *emitter) selectValue(t, condition ir.TypeID, cond, a, b id) id {
	ty := e.m.Types.At(t)
	if e.version < version14 && e.m.Types.At(condition).Kind == ir.TypeScalar {
		switch ty.Kind {
		case ir.TypeScalar:
		case ir.TypeVector:
			cond = e.splat(ir.VectorOf(ir.Bool, int(ty.Rows)), cond)
		default:
			e.needVersion(version14, "a choice between composites")
		}
	}
	return e.inst3(spirv.OpSelect, e.typ(t), cond, a, b)
}

// relational tests a value.
func (e *emitter) relational(op ir.RelationalOp, t, operand ir.TypeID, a id) id {
	scalar := e.m.Types.At(operand).Kind == ir.TypeScalar
	switch op {
	case ir.All, ir.Any:
		if scalar {
			return a
		}
		if op == ir.All {
			return e.inst1(spirv.OpAll, e.typ(t), a)
		}
		return e.inst1(spirv.OpAny, e.typ(t), a)
	case ir.IsNan:
		return e.inst1(spirv.OpIsNan, e.typ(t), a)
	case ir.IsInf:
		return e.inst1(spirv.OpIsInf, e.typ(t), a)
	}
	panic("spirv: relational " + op.String())
}

// bitcast reads the bits of a value as another type.
func (e *emitter) bitcast(to, from ir.TypeID, a id) id {
	if e.typ(to) == e.typ(from) {
		return a
	}
	return e.inst1(spirv.OpBitcast, e.typ(to), a)
}

// convert converts each component to the scalar of type to. A float that doesn't
// fit an integer gives an undefined value.
func (e *emitter) convert(to, from ir.TypeID, a id) id {
	if to == from {
		return a
	}
	tt, ft := e.m.Types.At(to), e.m.Types.At(from)
	if tt.Kind == ir.TypeMatrix {
		column := ir.VectorOf(ft.Scalar, int(ft.Rows))
		return e.columns(to, func(t ir.TypeID, i uint32) id {
			return e.convert(t, column, e.extract(column, a, i))
		})
	}
	target, source := tt.Scalar, ft.Scalar
	if v := e.convertedConstant(target, source, a); v != 0 && tt.Kind == ir.TypeScalar {
		return v
	}
	ty := e.typ(to)
	switch t, s := kindOf(target), kindOf(source); {
	case s == boolean:
		one := e.splatConstant(to, e.number(target, 1))
		zero := e.splatConstant(to, e.number(target, 0))
		return e.inst3(spirv.OpSelect, ty, a, one, zero)
	case t == boolean:
		zero := e.splatConstant(from, e.number(source, 0))
		if s == float {
			return e.inst2(spirv.OpFUnordNotEqual, ty, a, zero)
		}
		return e.inst2(spirv.OpINotEqual, ty, a, zero)
	case s == float && t == float:
		return e.inst1(spirv.OpFConvert, ty, a)
	case s == float && t == sint:
		return e.inst1(spirv.OpConvertFToS, ty, a)
	case s == float:
		return e.inst1(spirv.OpConvertFToU, ty, a)
	case t == float && s == sint:
		return e.inst1(spirv.OpConvertSToF, ty, a)
	case t == float:
		return e.inst1(spirv.OpConvertUToF, ty, a)
	}
	return e.resize(to, target, source, a)
}

// convertedConstant is a known integer of 32 bits as a float of 32, or 0.
func (e *emitter) convertedConstant(target, source ir.Scalar, a id) id {
	if target != ir.F32 || source != ir.I32 && source != ir.U32 || !e.isConstant(a) {
		return 0
	}
	w := e.out.Globals.Contents()[e.constants[a]-1:]
	if spirv.Op(w[0]&0xffff) != spirv.OpConstant {
		return 0
	}
	v := float32(w[3])
	if source == ir.I32 {
		v = float32(int32(w[3]))
	}
	return e.constant(ir.F32, uint64(math.Float32bits(v)))
}

// resize converts an integer to another: its width first, by the signedness it
// has, then the signedness.
func (e *emitter) resize(to ir.TypeID, target, source ir.Scalar, a id) id {
	if target.Bits() == source.Bits() {
		return e.inst1(spirv.OpBitcast, e.typ(to), a)
	}
	if source.IsSigned() {
		return e.inst1(spirv.OpSConvert, e.typ(to), a)
	}
	unsigned := e.m.Types.WithScalar(to, target.Unsigned())
	return e.bitcast(to, unsigned, e.inst1(spirv.OpUConvert, e.typ(unsigned), a))
}

var derivatives = [...][3]spirv.Op{
	ir.AxisX:     {spirv.OpDPdx, spirv.OpDPdxCoarse, spirv.OpDPdxFine},
	ir.AxisY:     {spirv.OpDPdy, spirv.OpDPdyCoarse, spirv.OpDPdyFine},
	ir.AxisWidth: {spirv.OpFwidth, spirv.OpFwidthCoarse, spirv.OpFwidthFine},
}

// derivative is the change of a value between neighbouring fragments.
func (e *emitter) derivative(axis ir.DerivativeAxis, control ir.DerivativeControl, t ir.TypeID, a id) id {
	if control != ir.ControlNone {
		e.need(spirv.CapabilityDerivativeControl)
	}
	return e.inst1(derivatives[axis][control], e.typ(t), a)
}

// insert is a composite with part i replaced.
func (e *emitter) insert(t ir.TypeID, v, part id, i uint32) id {
	r := e.out.NewID()
	e.code.Op5(spirv.OpCompositeInsert, e.typ(t), r, part, v, i)
	return r
}

// insertDynamic is a vector with the component at an index replaced.
func (e *emitter) insertDynamic(t ir.TypeID, v, part, i id) id {
	return e.inst3(spirv.OpVectorInsertDynamic, e.typ(t), v, part, i)
}

// floorRemainder is x - y*floor(x/y).
func (e *emitter) floorRemainder(t ir.TypeID, x, y id, flags ir.Flags) id {
	r := e.inst2(spirv.OpFMod, e.typ(t), x, y)
	e.qualify(r, e.m.Types.ScalarOf(t), flags)
	return r
}

// mulHigh is the high half of a product of integers.
func (e *emitter) mulHigh(t ir.TypeID, x, y id) id {
	op := spirv.OpUMulExtended
	if e.m.Types.ScalarOf(t).IsSigned() {
		op = spirv.OpSMulExtended
	}
	ty := e.typ(t)
	return e.inst2(spirv.OpCompositeExtract, ty, e.inst2(op, e.intern(spirv.OpTypeStruct, 0, ty, ty), x, y), 1)
}
