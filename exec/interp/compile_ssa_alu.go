package interp

// This file compiles arithmetic in SSA form: a table from operations to the
// instructions of the machine and the functions that they apply.

import (
	"math/bits"

	"refract/ir"
	"refract/ir/arith"
	"refract/ssa"
	"refract/ssa/op"
)

// aluForm is the shape of the instruction that an operation becomes.
type aluForm uint8

const (
	otherForm  aluForm = iota
	unaryForm          // code: UnaryOp
	binaryForm         // BinaryOp
	mathForm           // MathOp, by component
	wholeForm          // MathOp, on vectors or a matrix
	packForm           // MathOp
	splitForm          // MathOp with two results; the value is both
	firstForm          // likewise; the value is the first
	secondForm         // the second
	foldForm           // compute
	convertForm
)

type aluRow struct {
	form aluForm
	code uint8
}

func unaryRow(o ir.UnaryOp) aluRow   { return aluRow{unaryForm, uint8(o)} }
func binaryRow(o ir.BinaryOp) aluRow { return aluRow{binaryForm, uint8(o)} }
func mathRow(o ir.MathOp) aluRow     { return aluRow{mathForm, uint8(o)} }
func wholeRow(o ir.MathOp) aluRow    { return aluRow{wholeForm, uint8(o)} }
func packRow(o ir.MathOp) aluRow     { return aluRow{packForm, uint8(o)} }
func splitRow(o ir.MathOp) aluRow    { return aluRow{splitForm, uint8(o)} }

var aluRows = [op.Count]aluRow{
	op.FNeg: unaryRow(ir.Negate), op.INeg: unaryRow(ir.Negate), op.MatNeg: unaryRow(ir.Negate),

	op.FAdd: binaryRow(ir.Add), op.IAdd: binaryRow(ir.Add), op.MatAdd: binaryRow(ir.Add),
	op.FSub: binaryRow(ir.Sub), op.ISub: binaryRow(ir.Sub), op.MatSub: binaryRow(ir.Sub),
	op.FMul: binaryRow(ir.Mul), op.IMul: binaryRow(ir.Mul), op.MatScale: binaryRow(ir.Mul),
	op.FDiv: binaryRow(ir.Div), op.IDiv: binaryRow(ir.Div), op.UDiv: binaryRow(ir.Div),
	op.FRem: binaryRow(ir.Rem), op.IRem: binaryRow(ir.Rem), op.URem: binaryRow(ir.Rem),
	op.IAnd: binaryRow(ir.And), op.IOr: binaryRow(ir.Or), op.IXor: binaryRow(ir.Xor),
	op.IShl: binaryRow(ir.Shl), op.IShr: binaryRow(ir.Shr), op.UShr: binaryRow(ir.Shr),
	op.FLt: binaryRow(ir.Lt), op.ILt: binaryRow(ir.Lt), op.ULt: binaryRow(ir.Lt),
	op.FLe: binaryRow(ir.Le), op.ILe: binaryRow(ir.Le), op.ULe: binaryRow(ir.Le),
	op.FEq: binaryRow(ir.Eq), op.IEq: binaryRow(ir.Eq), op.FNeu: binaryRow(ir.Ne), op.INe: binaryRow(ir.Ne),

	op.FAbs: mathRow(ir.MathAbs), op.IAbs: mathRow(ir.MathAbs), op.FSign: mathRow(ir.MathSign), op.ISign: mathRow(ir.MathSign),
	op.FFloor: mathRow(ir.MathFloor), op.FCeil: mathRow(ir.MathCeil), op.FTrunc: mathRow(ir.MathTrunc),
	op.FRoundEven: mathRow(ir.MathRound), op.FFract: mathRow(ir.MathFract), op.FSqrt: mathRow(ir.MathSqrt),
	op.FRsq: mathRow(ir.MathInverseSqrt), op.FExp: mathRow(ir.MathExp), op.FExp2: mathRow(ir.MathExp2), op.FLog: mathRow(ir.MathLog),
	op.FLog2: mathRow(ir.MathLog2), op.FSin: mathRow(ir.MathSin), op.FCos: mathRow(ir.MathCos), op.FTan: mathRow(ir.MathTan),
	op.FAsin: mathRow(ir.MathAsin), op.FAcos: mathRow(ir.MathAcos), op.FAtan: mathRow(ir.MathAtan), op.FSinh: mathRow(ir.MathSinh),
	op.FCosh: mathRow(ir.MathCosh), op.FTanh: mathRow(ir.MathTanh), op.FAsinh: mathRow(ir.MathAsinh), op.FAcosh: mathRow(ir.MathAcosh),
	op.FAtanh: mathRow(ir.MathAtanh), op.FRadians: mathRow(ir.MathRadians), op.FDegrees: mathRow(ir.MathDegrees),
	op.FSat: mathRow(ir.MathSaturate), op.FQuantizeToF16: mathRow(ir.MathQuantizeToF16),
	op.BitCount: mathRow(ir.MathCountOneBits), op.BitReverse: mathRow(ir.MathReverseBits), op.UClz: mathRow(ir.MathCountLeadingZeros),
	op.UCtz: mathRow(ir.MathCountTrailingZeros), op.FindLSB: mathRow(ir.MathFirstTrailingBit),
	op.UFindMSB: mathRow(ir.MathFirstLeadingBit), op.IFindMSB: mathRow(ir.MathFirstLeadingBit),
	op.FMin: mathRow(ir.MathMin), op.IMin: mathRow(ir.MathMin), op.UMin: mathRow(ir.MathMin),
	op.FMax: mathRow(ir.MathMax), op.IMax: mathRow(ir.MathMax), op.UMax: mathRow(ir.MathMax),
	op.FPow: mathRow(ir.MathPow), op.FAtan2: mathRow(ir.MathAtan2), op.FStep: mathRow(ir.MathStep), op.FLdexp: mathRow(ir.MathLdexp),
	op.FFma: mathRow(ir.MathFma), op.FClamp: mathRow(ir.MathClamp), op.IClamp: mathRow(ir.MathClamp), op.UClamp: mathRow(ir.MathClamp),
	op.FMix: mathRow(ir.MathMix), op.FSmoothStep: mathRow(ir.MathSmoothStep),

	op.FDot: wholeRow(ir.MathDot), op.IDot: wholeRow(ir.MathDot), op.FCross: wholeRow(ir.MathCross), op.FLength: wholeRow(ir.MathLength),
	op.FDistance: wholeRow(ir.MathDistance), op.FNormalize: wholeRow(ir.MathNormalize), op.FFaceForward: wholeRow(ir.MathFaceForward),
	op.FReflect: wholeRow(ir.MathReflect), op.FRefract: wholeRow(ir.MathRefract), op.MatOuter: wholeRow(ir.MathOuter),
	op.MatTranspose: wholeRow(ir.MathTranspose), op.MatDeterminant: wholeRow(ir.MathDeterminant), op.MatInverse: wholeRow(ir.MathInverse),

	op.PackSnorm4x8: packRow(ir.MathPack4x8snorm), op.PackUnorm4x8: packRow(ir.MathPack4x8unorm), op.PackSnorm2x16: packRow(ir.MathPack2x16snorm),
	op.PackUnorm2x16: packRow(ir.MathPack2x16unorm), op.PackHalf2x16: packRow(ir.MathPack2x16float), op.PackI8: packRow(ir.MathPack4xI8),
	op.PackU8: packRow(ir.MathPack4xU8), op.PackI8Clamp: packRow(ir.MathPack4xI8Clamp), op.PackU8Clamp: packRow(ir.MathPack4xU8Clamp),
	op.UnpackSnorm4x8: packRow(ir.MathUnpack4x8snorm), op.UnpackUnorm4x8: packRow(ir.MathUnpack4x8unorm),
	op.UnpackSnorm2x16: packRow(ir.MathUnpack2x16snorm), op.UnpackUnorm2x16: packRow(ir.MathUnpack2x16unorm),
	op.UnpackHalf2x16: packRow(ir.MathUnpack2x16float), op.UnpackI8: packRow(ir.MathUnpack4xI8), op.UnpackU8: packRow(ir.MathUnpack4xU8),
	op.SDot4x8: packRow(ir.MathDot4I8Packed), op.UDot4x8: packRow(ir.MathDot4U8Packed),

	op.FModf: splitRow(ir.MathModf), op.FFrexp: splitRow(ir.MathFrexp), op.AddCarry: splitRow(ir.MathAddCarry),
	op.SubBorrow: splitRow(ir.MathSubBorrow), op.IMulExtended: splitRow(ir.MathMulExtended), op.UMulExtended: splitRow(ir.MathMulExtended),
	op.FFrexpSig: {firstForm, uint8(ir.MathFrexp)}, op.FFrexpExp: {secondForm, uint8(ir.MathFrexp)},

	op.BitSelect: {foldForm, 0}, op.URol: {foldForm, 0}, op.URor: {foldForm, 0}, op.UAddCarry: {foldForm, 0}, op.USubBorrow: {foldForm, 0},
	op.UAddSat: {foldForm, 0}, op.USubSat: {foldForm, 0}, op.IAddSat: {foldForm, 0}, op.ISubSat: {foldForm, 0},
	op.UMulHigh: {foldForm, 0}, op.IMulHigh: {foldForm, 0},

	op.F2F: {convertForm, 0}, op.F2I: {convertForm, 0}, op.F2U: {convertForm, 0}, op.I2F: {convertForm, 0}, op.U2F: {convertForm, 0},
	op.I2I: {convertForm, 0}, op.U2U: {convertForm, 0}, op.B2F: {convertForm, 0}, op.B2I: {convertForm, 0}, op.F2B: {convertForm, 0},
	op.I2B: {convertForm, 0}, op.MatConvert: {convertForm, 0},
}

// compute is a component of the operations that have no instruction of their own.
func compute(o op.Op, from, to int, a, b, c uint64) uint64 {
	signed := func(x uint64) int64 { return int64(x<<(64-to)) >> (64 - to) }
	mask := uint64(1)<<to - 1
	switch o {
	case op.IAddSat, op.ISubSat:
		least := int64(-1) << (to - 1)
		x, y := signed(a), signed(b)
		r := x + y
		over := (x^r)&^(x^y) < 0
		if o == op.ISubSat {
			r = x - y
			over = (x^r)&(x^y) < 0
		}
		switch {
		case over && x < 0, !over && r < least:
			r = least
		case over, r > ^least:
			r = ^least
		}
		return uint64(r) & mask
	case op.UMulHigh, op.IMulHigh:
		x, y := a, b
		if o == op.IMulHigh {
			x, y = uint64(signed(a)), uint64(signed(b))
		}
		high, low := bits.Mul64(x, y)
		if o == op.IMulHigh { // of negative numbers, the product with 2^64 is too much
			if int64(x) < 0 {
				high -= y
			}
			if int64(y) < 0 {
				high -= x
			}
		}
		return (high<<(64-to) | low>>to) & mask
	}
	r, _ := op.Fold(o, from, to, [4]uint64{a, b, c})
	return r
}

// read is where a source is, its components side by side in the order that the
// source has them.
func (c *ssaCompiler) read(s ssa.Src) int32 {
	from := c.use(s.Value)
	n := int32(s.Comps)
	if n == 0 {
		return from
	}
	for k := range int(n) {
		if s.Swizzle.At(k) != s.Swizzle.At(0)+k {
			dst := c.alloc(n)
			c.pick(dst, from, s)
			return dst
		}
	}
	return from + int32(s.Swizzle.At(0))
}

// pick emits the components of a source.
func (c *ssaCompiler) pick(dst, from int32, s ssa.Src) {
	n := uint8(s.Comps)
	if isSplat(s) {
		c.emit(instr{op: opSplat, n: n, a: from + int32(s.Swizzle.At(0)), dst: dst})
		return
	}
	c.emit(instr{op: opSwizzle, n: n, f: uint16(s.Swizzle), a: from, dst: dst})
}

// isSplat reports whether all components of a source are the same one.
func isSplat(s ssa.Src) bool {
	for k := range int(s.Comps) {
		if s.Swizzle.At(k) != s.Swizzle.At(0) {
			return false
		}
	}
	return s.Comps > 1
}

func (c *ssaCompiler) src(i ssa.InstrID, k int) int32 { return c.read(c.g.Src(i, k)) }

// width is the number of slots that source k takes.
func (c *ssaCompiler) width(i ssa.InstrID, k int) int32 {
	s := c.g.Src(i, k)
	if s.Comps != 0 {
		return int32(s.Comps)
	}
	return c.ts.slotsOf(c.g.Type(s.Value))
}

// scalarOf is how source k is read: as the operation says, of matrices as their
// type does.
func (c *ssaCompiler) scalarOf(i ssa.InstrID, k int) ir.Scalar {
	v := c.g.Arg(i, k)
	t := c.m.Types.At(c.g.Type(v))
	if t.Kind == ir.TypeMatrix {
		return t.Scalar
	}
	return c.g.Op(i).ScalarFor(k, t.Scalar.Bits())
}

// alu compiles an operation of class ALU.
func (c *ssaCompiler) alu(i ssa.InstrID) {
	g := c.g
	o := g.Op(i)
	row := aluRows[o]
	switch row.form {
	case unaryForm:
		c.unary(i, ir.UnaryOp(row.code))
		return
	case binaryForm:
		c.binary(i, ir.BinaryOp(row.code))
		return
	case mathForm, wholeForm, packForm, splitForm, firstForm, secondForm, foldForm:
		c.function(i, row)
		return
	case convertForm:
		c.convert(i)
		return
	}
	switch o {
	case op.Mov:
		s := g.Src(i, 0)
		for k := range int(s.Comps) {
			if s.Swizzle.At(k) != s.Swizzle.At(0)+k {
				from := c.use(s.Value)
				c.pick(c.define(i), from, s)
				return
			}
		}
		c.alias(i, c.read(s))
	case op.Vec, op.Compose:
		c.compose(i)
	case op.Extract:
		v := g.Arg(i, 0)
		part := c.ts.part(g.Type(v), g.Word(i, 0))
		if c.inPool(v) {
			at, _ := c.poolOf(v)
			c.emit(instr{op: opConst, dst: c.define(i), a: at + part, c: c.ts.slotsOf(g.Type(i))})
			return
		}
		c.alias(i, c.use(v)+part)
	case op.ExtractDynamic:
		v := g.Arg(i, 0)
		in := instr{op: opIndex, b: c.src(i, 1), c: c.length(c.m.Types.At(g.Type(v))), d: c.ts.slotsOf(g.Type(i)), f: c.promise(i)}
		if c.inPool(v) {
			in.op = opIndexConst
			in.a, _ = c.poolOf(v)
		} else {
			in.a = c.use(v)
		}
		in.dst = c.define(i)
		c.emit(in)
	case op.Insert:
		t := g.Type(i)
		base, value := c.use(g.Arg(i, 0)), c.src(i, 1)
		dst := c.define(i)
		c.copySlots(dst, base, c.ts.slotsOf(t))
		c.copySlots(dst+c.ts.part(t, g.Word(i, 0)), value, c.ts.slotsOf(g.Type(g.Arg(i, 1))))
	case op.InsertDynamic:
		t := g.Type(i)
		base, value, index := c.use(g.Arg(i, 0)), c.src(i, 1), c.src(i, 2)
		dst := c.define(i)
		c.copySlots(dst, base, c.ts.slotsOf(t))
		c.emit(instr{op: opInsert, a: value, b: index, c: c.length(c.m.Types.At(t)), d: c.width(i, 1), f: c.promise(i), dst: dst})
	case op.SelectWhole, op.BCsel:
		c.choice(i)
	case op.INot:
		s := o.ScalarFor(0, g.Bits(i))
		code := ir.BitwiseNot
		if s == ir.Bool {
			code = ir.LogicalNot
		}
		in := instr{op: opUnary, n: uint8(g.Comps(i)), f: uint16(arith.Index(code, s)), a: c.src(i, 0)}
		in.dst = c.define(i)
		c.emit(in)
	case op.BAll, op.BAny, op.FIsNan, op.FIsInf:
		in := instr{op: opAll, n: uint8(c.width(i, 0)), a: c.src(i, 0), f: uint16(c.scalarOf(i, 0))}
		switch o {
		case op.BAny:
			in.op = opAny
		case op.FIsNan:
			in.op = opIsNaN
		case op.FIsInf:
			in.op = opIsInf
		}
		in.dst = c.define(i)
		c.emit(in)
	case op.IBfe, op.UBfe:
		in := instr{op: opExtractBits, n: uint8(g.Comps(i)), f: uint16(c.scalarOf(i, 0)), a: c.src(i, 0), b: c.src(i, 1), c: c.src(i, 2)}
		in.dst = c.define(i)
		c.emit(in)
	case op.Bfi:
		in := instr{op: opInsertBits, n: uint8(g.Comps(i)), f: uint16(c.scalarOf(i, 0)), a: c.src(i, 0), b: c.src(i, 1), c: c.src(i, 2), d: c.src(i, 3)}
		in.dst = c.define(i)
		c.emit(in)
	case op.Bitcast:
		from, to := g.Bits(g.Arg(i, 0)), g.Bits(i)
		a := c.src(i, 0)
		if from == to {
			c.alias(i, a)
			return
		}
		in := instr{op: opBitcast, n: uint8(c.width(i, 0)), f: uint16(from/8 | to/8<<4), a: a, d: int32(g.Comps(i))}
		in.dst = c.define(i)
		c.emit(in)
	case op.FRcp:
		c.quotient(i, func(s ir.Scalar, n uint8, x int32) {
			one := c.scalar(arith.Convert[arith.Index(ir.U32, s)](1))
			c.emit(instr{op: opBinaryScalarLeft, n: n, f: uint16(arith.Index(ir.Div, s)), a: one, b: x, dst: c.define(i)})
		})
	case op.FMod: // x - y*floor(x/y)
		c.quotient(i, func(s ir.Scalar, n uint8, x int32) {
			y, q, dst := c.src(i, 1), c.alloc(int32(n)), c.define(i)
			binary := func(o ir.BinaryOp, dst, a, b int32) {
				c.emit(instr{op: opBinary, n: n, f: uint16(arith.Index(o, s)), a: a, b: b, dst: dst})
			}
			binary(ir.Div, q, x, y)
			c.emit(instr{op: opMath1, n: n, f: uint16(arith.Index(ir.MathFloor, s)), a: q, dst: q})
			binary(ir.Mul, q, y, q)
			binary(ir.Sub, dst, x, q)
		})
	case op.MatMul, op.MatVec, op.VecMat:
		c.product(i)
	default:
		c.unsupported(o.String())
	}
}

// quotient gives what is common to operations made of divisions.
func (c *ssaCompiler) quotient(i ssa.InstrID, emit func(s ir.Scalar, n uint8, x int32)) {
	emit(c.scalarOf(i, 0), uint8(c.g.Comps(i)), c.src(i, 0))
}

// promise is the access flag of an instruction.
func (c *ssaCompiler) promise(i ssa.InstrID) uint16 {
	if c.g.Flags(i)&ir.FlagInBounds != 0 {
		return accessPromised
	}
	return 0
}

// hinted is an integer type with the signedness that the result hints at: that of
// the operation in the source, which a promise is about.
func (c *ssaCompiler) hinted(i ssa.InstrID, s ir.Scalar) ir.Scalar {
	if hint := c.m.Types.ScalarOf(c.g.Type(i)); s.IsInteger() && hint.IsInteger() && hint.Bits() == s.Bits() {
		return hint
	}
	return s
}

func (c *ssaCompiler) unary(i ssa.InstrID, code ir.UnaryOp) {
	s := c.scalarOf(i, 0)
	in := instr{op: opUnary, n: uint8(c.ts.slotsOf(c.g.Type(i))), f: uint16(arith.Index(code, s)), a: c.src(i, 0)}
	if c.g.Flags(i)&ir.FlagNoWrap != 0 && s.IsInteger() {
		c.emit(instr{op: opPromiseNegate, n: in.n, f: uint16(c.hinted(i, s)), a: in.a})
	}
	in.dst = c.define(i)
	c.emit(in)
}

func (c *ssaCompiler) binary(i ssa.InstrID, code ir.BinaryOp) {
	g := c.g
	s := c.scalarOf(i, 0)
	if code == ir.Xor && s == ir.Bool {
		code = ir.Ne
	}
	f := arith.Index(code, s)
	l, r := g.Src(i, 0), g.Src(i, 1)
	in := instr{op: opBinary, f: uint16(f), n: uint8(c.ts.slotsOf(g.Type(i)))}
	var steps int32
	switch {
	case in.n == 1:
		if o := fastBinary[f]; o != 0 {
			in.op = o
		}
	case isSplat(r) || r.Comps == 1:
		in.op, steps, r.Comps = opBinaryScalarRight, 2, 1
	case isSplat(l):
		in.op, steps, l.Comps = opBinaryScalarLeft, 1, 1
	}
	in.a, in.b = c.read(l), c.read(r)
	if g.Flags(i)&promises(code) != 0 && s.IsInteger() {
		c.emit(instr{op: opPromiseBinary, f: uint16(arith.Index(code, c.hinted(i, s))), a: in.a, b: in.b, n: in.n, d: steps})
	}
	in.dst = c.define(i)
	c.emit(in)
}

// product compiles products of matrices.
func (c *ssaCompiler) product(i ssa.InstrID) {
	g := c.g
	left, right := c.m.Types.At(g.Type(g.Arg(i, 0))), c.m.Types.At(g.Type(g.Arg(i, 1)))
	args := matMulArgs{left.Scalar, shape{int(left.Columns), int(left.Rows)}, shape{int(right.Columns), int(right.Rows)}}
	switch g.Op(i) {
	case op.MatVec:
		args.right = shape{1, int(c.width(i, 1))}
	case op.VecMat:
		args.s, args.left = right.Scalar, shape{int(c.width(i, 0)), 1}
	}
	in := instr{op: opMatMul, a: c.src(i, 0), b: c.src(i, 1), d: int32(len(c.fn.matMuls))}
	c.fn.matMuls = append(c.fn.matMuls, args)
	in.dst = c.define(i)
	c.emit(in)
}

// function compiles what the module IR has a function for, or the machine none.
func (c *ssaCompiler) function(i ssa.InstrID, row aluRow) {
	g := c.g
	code := ir.MathOp(row.code)
	s := c.scalarOf(i, 0)
	var at, n [4]int32
	for k := range min(g.NumSrcs(i), 4) {
		at[k], n[k] = c.src(i, k), c.width(i, k)
	}
	in := instr{n: uint8(n[0]), f: uint16(arith.Index(code, s)), a: at[0], b: at[1], c: at[2]}
	switch row.form {
	case mathForm:
		switch {
		case arith.Math1[in.f] != nil:
			in.op = opMath1
		case arith.Math2[in.f] != nil:
			in.op = opMath2
		case arith.Math3[in.f] != nil:
			in.op = opMath3
		default:
			c.unsupported(g.Op(i).String() + " of " + s.String())
			return
		}
	case wholeForm:
		size := shape{1, int(n[0])}
		if t := c.m.Types.At(g.Type(g.Arg(i, 0))); t.Kind == ir.TypeMatrix {
			size = shape{int(t.Columns), int(t.Rows)}
		}
		in.op, in.d = opWhole, int32(len(c.fn.wholes))
		c.fn.wholes = append(c.fn.wholes, wholeArgs{code, s, size, n[0], n[1], n[2], c.ts.slotsOf(g.Type(i))})
	case packForm:
		in.op, in.f = opPack, uint16(code)
	case splitForm:
		in.op, in.f = opSplit, uint16(code)|uint16(s)<<8
	case firstForm, secondForm:
		in.op, in.f, in.dst = opSplit, uint16(code)|uint16(s)<<8, c.alloc(2*n[0])
		c.emit(in)
		if row.form == secondForm {
			in.dst += n[0]
		}
		c.alias(i, in.dst)
		return
	case foldForm:
		in.op, in.f, in.d = opFold, uint16(g.Op(i)), int32(g.Bits(g.Arg(i, 0))|g.Bits(i)<<8)
	}
	in.dst = c.define(i)
	c.emit(in)
}

// convert compiles a conversion of numbers.
func (c *ssaCompiler) convert(i ssa.InstrID) {
	g := c.g
	from := c.scalarOf(i, 0)
	to := c.m.Types.ScalarOf(g.Type(i))
	switch base := g.Op(i).Info().Result.Base; {
	case g.Op(i) == op.MatConvert:
	case base == op.Float:
		to = ir.ScalarOf(ir.FloatKind, to.Bits())
	case g.Op(i) == op.F2I:
		to = ir.ScalarOf(ir.SintKind, to.Bits())
	case g.Op(i) == op.F2U || base != op.Bool && !to.IsInteger():
		to = ir.ScalarOf(ir.UintKind, to.Bits())
	}
	f := arith.Index(from, to)
	if arith.Convert[f] == nil && from != to {
		c.unsupported("conversion of " + from.String() + " to " + to.String())
		return
	}
	n := c.width(i, 0)
	a := c.src(i, 0)
	if g.Flags(i)&ir.FlagInRange != 0 {
		c.emit(instr{op: opPromiseFit, n: uint8(n), f: uint16(f), a: a})
	}
	if from == to || from.IsInteger() && to.IsInteger() && from.Bits() == to.Bits() {
		c.alias(i, a)
		return
	}
	c.emit(instr{op: opConvert, n: uint8(n), f: uint16(f), a: a, dst: c.define(i)})
}

// choice compiles a selection.
func (c *ssaCompiler) choice(i ssa.InstrID) {
	g := c.g
	cond := g.Src(i, 0)
	n := c.ts.slotsOf(g.Type(i))
	in := instr{op: opSelect, d: n}
	if isSplat(cond) {
		cond.Comps = 1
	}
	if cond.Comps > 1 {
		in.op, in.n = opSelectEach, uint8(n)
	}
	in.a, in.b, in.c = c.read(cond), c.src(i, 1), c.src(i, 2)
	in.dst = c.define(i)
	c.emit(in)
}

// compose compiles a composite of any kind. Parts that are adjacent already are
// copied together.
func (c *ssaCompiler) compose(i ssa.InstrID) {
	g := c.g
	n := g.NumSrcs(i)
	parts := c.edges[:0]
	for k := range n {
		parts = append(parts, edgeMove{0, c.src(i, k), c.width(i, k)})
	}
	c.edges = parts
	at := c.define(i)
	for k := 0; k < n; {
		start, from := at, parts[k].from
		for ; k < n && parts[k].from == from+(at-start); k++ {
			at += parts[k].n
		}
		c.copySlots(start, from, at-start)
	}
}
