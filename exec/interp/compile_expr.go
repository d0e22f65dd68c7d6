package interp

// This file compiles the expressions that an Emit lists.

import (
	"refract/exec"
	"refract/internal/ir/arith"
	"refract/internal/lazy"
	"refract/ir"
)

// expression compiles one expression; its operands are compiled already.
func (c *compiler) expression(e ir.ExprID) {
	f := c.f
	switch f.Kind(e) {
	case ir.KindCompose:
		c.compose(e)
	case ir.KindSplat:
		v := c.use(f.Operand(e))
		c.emit(instr{op: opSplat, n: uint8(c.ts.slotsOf(f.TypeOf(e))), a: v, dst: c.define(e)})
	case ir.KindSwizzle:
		c.swizzle(e)
	case ir.KindAccess:
		c.access(e)
	case ir.KindAccessIndex:
		c.accessIndex(e)
	case ir.KindLoad:
		c.load(e, f.Operand(e), f.Flags(e))
	case ir.KindUnary:
		c.unary(e)
	case ir.KindBinary:
		c.binary(e)
	case ir.KindSelect:
		c.choice(e)
	case ir.KindRelational:
		c.relational(e)
	case ir.KindMath:
		c.math(e)
	case ir.KindAs:
		c.as(e)
	case ir.KindDerivative:
		v := f.Derivative(e)
		in := instr{op: opDerivative, n: uint8(c.ts.slotsOf(f.TypeOf(v.Value))), f: uint16(v.Axis) | uint16(v.Control)<<4, a: c.use(v.Value)}
		c.group(in, e)
	case ir.KindImageSample:
		c.imageSample(e)
	case ir.KindImageLoad:
		c.imageLoad(e)
	case ir.KindImageQuery:
		v := f.ImageQuery(e)
		in := instr{op: opImageQuery, f: uint16(v.Op), a: c.use(v.Image), b: -1}
		if v.Level != 0 {
			in.b = c.use(v.Level)
		}
		in.n = uint8(c.ts.slotsOf(f.TypeOf(e)))
		in.dst = c.define(e)
		c.emit(in)
	case ir.KindBufferView:
		c.bufferView(e)
	case ir.KindPointerAt:
		if c.m.Types.At(f.TypeOf(e)).Kind == ir.TypeAccelerationStructure {
			c.unsupported("acceleration structures from addresses")
			return
		}
		c.emit(instr{op: opPhysical, a: c.use(f.Operand(e)), dst: c.define(e)})
	case ir.KindInterpolate:
		c.unsupported("inputs interpolated elsewhere than declared")
	case ir.KindArrayLength:
		c.arrayLength(e, f.Operand(e))
	case ir.KindRayQueryGet:
		c.rayRead(opRayGet, e)
	case ir.KindRayQueryVertex:
		c.rayRead(opRayCorners, e)
	default:
		panic("interp: expression " + f.Kind(e).String() + " in an Emit")
	}
}

// copySlots copies a value.
func (c *compiler) copySlots(dst, from, n int32) {
	if n == 1 {
		c.emit(instr{op: opMove, dst: dst, a: from})
	} else if n > 0 {
		c.emit(instr{op: opCopy, dst: dst, a: from, c: n})
	}
}

func (c *compiler) compose(e ir.ExprID) {
	parts := c.f.Compose(e).Components
	from := make([]int32, len(parts))
	for i, p := range parts {
		from[i] = c.use(p)
	}
	at := c.define(e)
	for i := 0; i < len(parts); i++ {
		n := c.ts.slotsOf(c.f.TypeOf(parts[i]))
		start, source := at, from[i]
		at += n
		// Parts that are adjacent already are copied together.
		for i+1 < len(parts) && from[i+1] == source+(at-start) {
			i++
			at += c.ts.slotsOf(c.f.TypeOf(parts[i]))
		}
		c.copySlots(start, source, at-start)
	}
}

func (c *compiler) swizzle(e ir.ExprID) {
	v := c.f.Swizzle(e)
	from := c.use(v.Vector)
	adjacent, pattern := true, uint16(0)
	for i := range v.Size {
		adjacent = adjacent && v.Pattern[i] == v.Pattern[0]+uint8(i)
		pattern |= uint16(v.Pattern[i]) << (2 * i)
	}
	if adjacent {
		c.slots[e] = from + int32(v.Pattern[0]) + 1
		return
	}
	c.emit(instr{op: opSwizzle, n: uint8(v.Size), f: pattern, a: from, dst: c.define(e)})
}

func (c *compiler) access(e ir.ExprID) {
	v := c.f.Access(e)
	var flags uint16
	if c.f.Flags(e)&ir.FlagInBounds != 0 {
		flags |= accessPromised
	}
	base := c.m.Types.At(c.f.TypeOf(v.Base))
	index := c.use(v.Index)
	switch base.Kind {
	case ir.TypePointer:
		c.accessPointer(e, v.Base, index, 0, flags)
		return
	case ir.TypeBindingArray:
		c.emit(instr{op: opIndexBinding, a: c.use(v.Base), b: index, f: flags, dst: c.define(e)})
		return
	}
	n := c.ts.slotsOf(c.f.TypeOf(e))
	length := c.length(base)
	if k := c.f.Kind(v.Base); c.slots[v.Base] == 0 && (k == ir.KindConstant || k == ir.KindZeroValue) {
		at, _ := c.pooled(v.Base)
		c.emit(instr{op: opIndexConst, a: at, b: index, c: length, d: n, f: flags, dst: c.define(e)})
		return
	}
	c.emit(instr{op: opIndex, a: c.use(v.Base), b: index, c: length, d: n, f: flags, dst: c.define(e)})
}

// length is the number of elements of a vector, matrix or array.
func (c *compiler) length(t *ir.Type) int32 {
	switch t.Kind {
	case ir.TypeVector:
		return int32(t.Rows)
	case ir.TypeMatrix:
		return int32(t.Columns)
	}
	return int32(t.Length)
}

func (c *compiler) accessIndex(e ir.ExprID) {
	v := c.f.AccessIndex(e)
	t := c.f.TypeOf(v.Base)
	switch c.m.Types.At(t).Kind {
	case ir.TypePointer:
		c.accessPointer(e, v.Base, -1, v.Index, 0)
	case ir.TypeBindingArray:
		index := c.number(ir.TypeU32, uint64(v.Index))
		c.emit(instr{op: opIndexBinding, a: c.use(v.Base), b: index, dst: c.define(e)})
	default:
		c.slots[e] = c.use(v.Base) + c.ts.part(t, v.Index) + 1
	}
}

func (c *compiler) unary(e ir.ExprID) {
	v := c.f.Unary(e)
	t := c.f.TypeOf(e)
	s := c.m.Types.ScalarOf(t)
	in := instr{op: opUnary, n: uint8(c.ts.slotsOf(t)), f: uint16(arith.Index(v.Op, s)), a: c.use(v.Value)}
	if v.Op == ir.Negate && c.f.Flags(e)&ir.FlagNoWrap != 0 && s.IsInteger() {
		c.emit(instr{op: opPromiseNegate, n: in.n, f: uint16(s), a: in.a})
	}
	in.dst = c.define(e)
	c.emit(in)
}

// promises is the flag that promises something of an operator.
func promises(op ir.BinaryOp) ir.Flags {
	switch op {
	case ir.Add, ir.Sub, ir.Mul:
		return ir.FlagNoWrap
	case ir.Div, ir.Rem:
		return ir.FlagNonZero
	case ir.Shl, ir.Shr:
		return ir.FlagInRange
	}
	return 0
}

// fastBinary are the operators that have an instruction of their own for one
// component of 32 bits.
var fastBinary = lazy.Value[map[int]opcode]{Make: func() map[int]opcode {
	return map[int]opcode{
		arith.Index(ir.Add, ir.I32): opAdd32, arith.Index(ir.Add, ir.U32): opAdd32, arith.Index(ir.Add, ir.F32): opAddF32,
		arith.Index(ir.Sub, ir.I32): opSub32, arith.Index(ir.Sub, ir.U32): opSub32, arith.Index(ir.Sub, ir.F32): opSubF32,
		arith.Index(ir.Mul, ir.I32): opMul32, arith.Index(ir.Mul, ir.U32): opMul32, arith.Index(ir.Mul, ir.F32): opMulF32,
		arith.Index(ir.Eq, ir.I32): opEq32, arith.Index(ir.Eq, ir.U32): opEq32,
		arith.Index(ir.Ne, ir.I32): opNe32, arith.Index(ir.Ne, ir.U32): opNe32,
		arith.Index(ir.Lt, ir.I32): opLtI32, arith.Index(ir.Lt, ir.U32): opLtU32, arith.Index(ir.Lt, ir.F32): opLtF32,
		arith.Index(ir.Ge, ir.U32): opGeU32,
	}
}}

func (c *compiler) binary(e ir.ExprID) {
	v := c.f.Binary(e)
	left, right := c.m.Types.At(c.f.TypeOf(v.Left)), c.m.Types.At(c.f.TypeOf(v.Right))
	a, b := c.use(v.Left), c.use(v.Right)
	if v.Op == ir.Mul && (left.Kind == ir.TypeMatrix && right.Kind != ir.TypeScalar || right.Kind == ir.TypeMatrix && left.Kind != ir.TypeScalar) {
		args := matMulArgs{left.Scalar, arith.Shape{Columns: int(left.Columns), Rows: int(left.Rows)}, arith.Shape{Columns: int(right.Columns), Rows: int(right.Rows)}}
		if left.Kind == ir.TypeVector {
			args.left = arith.Shape{Columns: int(left.Rows), Rows: 1}
		}
		if right.Kind == ir.TypeVector {
			args.right = arith.Shape{Columns: 1, Rows: int(right.Rows)}
		}
		c.fn.matMuls = append(c.fn.matMuls, args)
		c.emit(instr{op: opMatMul, a: a, b: b, d: int32(len(c.fn.matMuls) - 1), dst: c.define(e)})
		return
	}
	f := arith.Index(v.Op, left.Scalar)
	in := instr{op: opBinary, f: uint16(f), a: a, b: b, n: uint8(c.ts.slotsOf(c.f.TypeOf(e)))}
	nl, nr := c.ts.slotsOf(c.f.TypeOf(v.Left)), c.ts.slotsOf(c.f.TypeOf(v.Right))
	var steps int32
	switch {
	case nl < nr:
		in.op, steps = opBinaryScalarLeft, 1
	case nl > nr:
		in.op, steps = opBinaryScalarRight, 2
	case in.n == 1:
		if op, ok := fastBinary.Get()[f]; ok {
			in.op = op
		}
	}
	if c.f.Flags(e)&promises(v.Op) != 0 && left.Scalar.IsInteger() {
		c.emit(instr{op: opPromiseBinary, f: in.f, a: a, b: b, n: in.n, d: steps})
	}
	in.dst = c.define(e)
	c.emit(in)
}

func (c *compiler) choice(e ir.ExprID) {
	v := c.f.Select(e)
	in := instr{op: opSelect, a: c.use(v.Condition), b: c.use(v.Accept), c: c.use(v.Reject)}
	n := c.ts.slotsOf(c.f.TypeOf(e))
	if in.d = n; c.m.Types.At(c.f.TypeOf(v.Condition)).Kind == ir.TypeVector {
		in.op, in.n = opSelectEach, uint8(n)
	}
	in.dst = c.define(e)
	c.emit(in)
}

func (c *compiler) relational(e ir.ExprID) {
	v := c.f.Relational(e)
	t := c.f.TypeOf(v.Value)
	in := instr{n: uint8(c.ts.slotsOf(t)), a: c.use(v.Value), f: uint16(c.m.Types.ScalarOf(t))}
	switch v.Op {
	case ir.All:
		in.op = opAll
	case ir.Any:
		in.op = opAny
	case ir.IsNan:
		in.op = opIsNaN
	case ir.IsInf:
		in.op = opIsInf
	default:
		panic("interp: relational " + v.Op.String())
	}
	in.dst = c.define(e)
	c.emit(in)
}

func (c *compiler) math(e ir.ExprID) {
	v := c.f.Math(e)
	t := c.m.Types.At(c.f.TypeOf(v.Args[0]))
	s := t.Scalar
	var at, n [4]int32
	for i := range v.Op.Info().Args {
		at[i] = c.use(v.Args[i])
		n[i] = c.ts.slotsOf(c.f.TypeOf(v.Args[i]))
	}
	in := instr{n: uint8(n[0]), f: uint16(arith.Index(v.Op, s)), a: at[0], b: at[1], c: at[2], d: at[3]}
	switch {
	case v.Op == ir.MathModf, v.Op == ir.MathFrexp, v.Op == ir.MathAddCarry, v.Op == ir.MathSubBorrow, v.Op == ir.MathMulExtended:
		in.op, in.f = opSplit, uint16(v.Op)|uint16(s)<<8
	case v.Op >= ir.MathPack4x8snorm && v.Op <= ir.MathDot4U8Packed:
		in.op, in.f = opPack, uint16(v.Op)
	case v.Op == ir.MathExtractBits:
		in.op, in.f = opExtractBits, uint16(s)
	case v.Op == ir.MathInsertBits:
		in.op, in.f = opInsertBits, uint16(s)
	case arith.Math1[in.f] != nil:
		in.op = opMath1
	case arith.Math2[in.f] != nil:
		in.op = opMath2
	case arith.Math3[in.f] != nil:
		in.op = opMath3
	case isWhole(v.Op):
		size := arith.Shape{Columns: 1, Rows: int(n[0])}
		if t.Kind == ir.TypeMatrix {
			size = arith.Shape{Columns: int(t.Columns), Rows: int(t.Rows)}
		}
		in.op, in.d = opWhole, int32(len(c.fn.wholes))
		c.fn.wholes = append(c.fn.wholes, wholeArgs{v.Op, s, size, n[0], n[1], n[2], c.ts.slotsOf(c.f.TypeOf(e))})
	default:
		c.unsupported(v.Op.String() + " of " + c.m.TypeName(c.f.TypeOf(v.Args[0])))
		return
	}
	in.dst = c.define(e)
	c.emit(in)
}

// isWhole reports whether vector.go computes the function.
func isWhole(op ir.MathOp) bool {
	switch op {
	case ir.MathDot, ir.MathOuter, ir.MathCross, ir.MathDistance, ir.MathLength, ir.MathNormalize, ir.MathFaceForward,
		ir.MathReflect, ir.MathRefract, ir.MathInverse, ir.MathTranspose, ir.MathDeterminant:
		return true
	}
	return false
}

func (c *compiler) as(e ir.ExprID) {
	v := c.f.As(e)
	from, to := c.f.TypeOf(v.Value), c.f.TypeOf(e)
	sf, st := c.m.Types.ScalarOf(from), c.m.Types.ScalarOf(to)
	a := c.use(v.Value)
	n := c.ts.slotsOf(from)
	if v.Bitcast {
		if sf.Bits() == st.Bits() && (sf == ir.Bool) == (st == ir.Bool) {
			c.slots[e] = a + 1
			return
		}
		c.emit(instr{op: opBitcast, n: uint8(n), f: uint16(sf.Bytes() | st.Bytes()<<4), a: a, d: c.ts.slotsOf(to), dst: c.define(e)})
		return
	}
	f := arith.Index(sf, st)
	if arith.Convert[f] == nil {
		c.fail(&exec.UnsupportedError{Feature: "conversion of " + c.m.TypeName(from) + " to " + c.m.TypeName(to), Span: c.span})
		return
	}
	if c.f.Flags(e)&ir.FlagInRange != 0 {
		c.emit(instr{op: opPromiseFit, n: uint8(n), f: uint16(f), a: a})
	}
	if sf == st {
		c.slots[e] = a + 1
		return
	}
	c.emit(instr{op: opConvert, n: uint8(n), f: uint16(f), a: a, dst: c.define(e)})
}
