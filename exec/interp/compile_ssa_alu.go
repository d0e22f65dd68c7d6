package interp

// This file compiles arithmetic in SSA form: from an operation's form in the module IR, by
// its row in ssa/op, to the instructions of the machine.

import (
	"math/bits"

	"refract/internal/ir/arith"
	"refract/ir"
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

// forms are the ways of compiling operations by their form in the module IR.
var forms = [...]aluForm{op.FormUnary: unaryForm, op.FormBinary: binaryForm, op.FormCompare: binaryForm, op.FormProduct: otherForm,
	op.FormTest: otherForm, op.FormMath: mathForm, op.FormWhole: wholeForm, op.FormPack: packForm, op.FormStruct: splitForm,
	op.FormFields: otherForm, op.FormConvert: convertForm}

// aluRowOf is the shape of an operation, made of its row in ssa/op.
func aluRowOf(o op.Op) aluRow {
	switch o {
	case op.FFrexpSig:
		return aluRow{firstForm, uint8(ir.MathFrexp)}
	case op.FFrexpExp:
		return aluRow{secondForm, uint8(ir.MathFrexp)}
	case op.FLtMask, op.FLeMask, op.FEqMask, op.FNeuMask, op.ILtMask, op.ILeMask, op.ULtMask, op.ULeMask, op.IEqMask, op.INeMask,
		op.CselMask, op.BoolMask, op.MaskBool, op.Slt, op.Sge, op.Seq, op.Sne, op.FCsel, op.IMul24, op.UMul24:
		return aluRow{foldForm, 0}
	case op.BitSelect, op.URol, op.URor, op.UAddCarry, op.USubBorrow, op.UAddSat, op.USubSat, op.IAddSat, op.ISubSat, op.UMulHigh, op.IMulHigh:
		return aluRow{foldForm, 0}
	}
	r := &o.Info().IR
	return aluRow{forms[r.Form], r.Code}
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

// read is the place of a source, its components side by side in the source's order.
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

// scalarOf is how source k is read: by the operation's row, for matrices by their type.
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
	row := aluRowOf(o)
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

// quotient compiles the common part of operations made of divisions.
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
		if o := fastBinary.Get()[f]; o != 0 {
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
	args := matMulArgs{left.Scalar, arith.Shape{Columns: int(left.Columns), Rows: int(left.Rows)}, arith.Shape{Columns: int(right.Columns), Rows: int(right.Rows)}}
	switch g.Op(i) {
	case op.MatVec:
		args.right = arith.Shape{Columns: 1, Rows: int(c.width(i, 1))}
	case op.VecMat:
		args.s, args.left = right.Scalar, arith.Shape{Columns: int(c.width(i, 0)), Rows: 1}
	}
	in := instr{op: opMatMul, a: c.src(i, 0), b: c.src(i, 1), d: int32(len(c.fn.matMuls))}
	c.fn.matMuls = append(c.fn.matMuls, args)
	in.dst = c.define(i)
	c.emit(in)
}

// function compiles operations that are functions in the module IR, or that the machine
// lacks.
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
		size := arith.Shape{Columns: 1, Rows: int(n[0])}
		if t := c.m.Types.At(g.Type(g.Arg(i, 0))); t.Kind == ir.TypeMatrix {
			size = arith.Shape{Columns: int(t.Columns), Rows: int(t.Rows)}
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
