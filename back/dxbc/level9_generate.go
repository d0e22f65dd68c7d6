package dxbc

// This file makes the machine form of a program of shader model 2. Registers hold floats: an
// integer is the float of its value, and a bool is 1 or 0. Vertex programs make bools by slt and
// sge; pixel programs choose by the sign of a number (cmp), so that comparisons there are the
// differences of their operands.
//
// Operations that the models have in common are instructions of model 4; others have the opcodes of
// model 2 with a mark.

import (
	"math"

	"refract/internal/dxbc"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// mark9 marks opcodes of model 2 in the machine form.
const mark9 dxbc.Opcode = 1 << 15

// The operations of model 2 that model 4 lacks, or has with masks for bools.
const (
	opSlt    = mark9 | dxbc.Opcode(dxbc.Op9Slt)
	opSge    = mark9 | dxbc.Opcode(dxbc.Op9Sge)
	opCmp    = mark9 | dxbc.Opcode(dxbc.Op9Cmp)
	opLrp    = mark9 | dxbc.Opcode(dxbc.Op9Lrp)
	opAbs    = mark9 | dxbc.Opcode(dxbc.Op9Abs)
	opTexld  = mark9 | dxbc.Opcode(dxbc.Op9Texld)
	opTexldd = mark9 | dxbc.Opcode(dxbc.Op9Texldd)
)

// Kinds of operands that are model 2's alone.
const (
	offset9   dxbc.OperandKind = 200 + iota // the constant that is added to positions
	position9                               // oPos
	def9Kind                                // a constant of the program
)

// A generator9 is the state of a generator that a program of model 2 needs besides.
type generator9 struct {
	pixel    bool
	colors   [maxTargets9]uint32  // pixel programs: virtual registers of colors
	depth    uint32               // pixel programs: the virtual register of the depth
	whole    [maxTargets9]operand // pixel programs: colors that are constants
	position [4]operand           // vertex programs: the components of the position
	placed   bool                 // the position is there
	rests    []rest9              // vertex programs: opposites of conditions
	samplers []dxbc.Sampler9      // in the order of their registers
	shapes   []dxbc.ResourceDimension
	defs     []def9 // registers of constants of the program
}

// A rest9 is 1 less a condition, of a program without control flow.
type rest9 struct {
	cond ssa.Src
	rest operand
}

// instruction9 makes the code of an instruction of the class ALU, and of others that the model has
// in another way; it reports whether the instruction is one of these.
func (g *generator) instruction9(i ssa.InstrID) bool {
	f := g.f
	switch o := f.Op(i); o.Class() {
	case op.ClassALU:
		g.arithmetic9(i)
	case op.ClassTex:
		g.texture9(i)
	case op.ClassIntrinsic:
		switch o {
		case op.StoreOutput:
			g.storeOutput9(i)
		case op.DemoteIf, op.TerminateIf:
			g.kill9(f.Src(i, 0))
		case op.Demote:
			g.killAll9()
		case op.Derivative:
			g.derivative9(i)
		case op.LoadReg, op.StoreReg, op.LoadUBOVec4:
			return false
		case op.ControlBarrier, op.MemoryBarrier: // no memory is written
		case op.Load, op.Store, op.Declare:
			if o != op.Declare {
				g.unsupportedAt(Profile40, "elements of arrays by an index that isn't known")
			}
			if f.Type(i) != 0 {
				g.dest(i)
			}
		case op.LoadInterpolatedInput:
			g.unsupportedAt(Profile50, "interpolation elsewhere")
			g.dest(i)
		default:
			g.unsupportedAt(Profile40, feature(o))
			if f.Type(i) != 0 {
				g.dest(i)
			}
		}
	case op.ClassJump: // the end
	default:
		return false
	}
	return true
}

// unsupportedAt notes a feature of another shader model.
func (g *generator) unsupportedAt(p Profile, feature string) { g.w.needs(p, feature, g.span) }

// A sink appends an instruction and returns its result.
type sink func(o dxbc.Opcode, list ...operand) operand

// steps9 is a sink of intermediate values of n components.
func (g *generator) steps9(n int) sink {
	return func(o dxbc.Opcode, list ...operand) operand {
		if isScalar9(o) && n > 1 {
			d := g.fresh(n)
			g.each9(o, d, n, false, list)
			return g.read(d.reg)
		}
		return g.step(o, n, list...)
	}
}

// final9 is a sink for the value of an instruction.
func (g *generator) final9(i ssa.InstrID) sink {
	return func(o dxbc.Opcode, list ...operand) operand {
		n := max(1, g.f.Comps(i))
		d := g.dest(i)
		if isScalar9(o) && n > 1 {
			for k := range list {
				list[k] = spread(d, list[k])
			}
			g.each9(o, d, n, g.plan.sat[i], list)
		} else {
			g.compute(o, i, d, list...)
		}
		return g.value(i)
	}
}

// isScalar9 reports whether an operation computes one number.
func isScalar9(o dxbc.Opcode) bool {
	switch o {
	case dxbc.OpRcp, dxbc.OpRsq, dxbc.OpExp, dxbc.OpLog:
		return true
	}
	return false
}

// each9 appends an instruction for each component of a destination.
func (g *generator) each9(o dxbc.Opcode, d operand, n int, saturate bool, list []operand) {
	for k := range n {
		operands := []operand{d.masked(1 << d.swizzle[k])}
		for _, x := range list {
			operands = append(operands, x.comp(int(d.swizzle[k])))
		}
		in := g.put(o, 1, operands...)
		if saturate {
			in.control |= dxbc.Saturate
		}
	}
}

// numbers9 are operations of the machine, by operations on floats.
var numbers9 = [op.Count]rule{
	op.FAdd: {dxbc.OpAdd, plain}, op.FMul: {dxbc.OpMul, plain}, op.FMin: {dxbc.OpMin, plain}, op.FMax: {dxbc.OpMax, plain}, op.FFma: {dxbc.OpMad, plain}, op.FFract: {dxbc.OpFrc, plain}, op.FRsq: {dxbc.OpRsq, plain},
	op.FRcp: {dxbc.OpRcp, plain}, op.FExp2: {dxbc.OpExp, plain}, op.FLog2: {dxbc.OpLog, plain},
}

// arithmetic9 makes the code of an instruction of the class ALU.
func (g *generator) arithmetic9(i ssa.InstrID) {
	f := g.f
	o := f.Op(i)
	n := max(1, f.Comps(i))
	x := func(k int) operand { return g.src(i, k) }
	final, step := g.final9(i), g.steps9(n)
	if o == op.FAdd && g.fuse(i, false) {
		return
	}
	if r := numbers9[o]; r.form != noRule {
		var list []operand
		for k := range f.NumSrcs(i) {
			list = append(list, x(k))
		}
		final(r.op, list...)
		return
	}
	switch o {
	case op.FSub, op.FNeg, op.FRadians, op.FDegrees, op.FClamp, op.FNormalize, op.FCross, op.FReflect, op.Vec, op.Insert, op.Extract, op.FDot:
		g.composed(i)
	case op.Slt, op.Sge, op.Seq, op.Sne:
		g.compare9(final, o, n, g.stable(x(0), n), g.stable(x(1), n))
	case op.FAbs:
		g.absolute9(final, x(0))
	case op.FSat:
		g.saturate9(i)
	case op.FDiv:
		final(dxbc.OpMul, x(0), g.reciprocal9(n, x(1)))
	case op.FSqrt:
		final(dxbc.OpRcp, step(dxbc.OpRsq, x(0)))
	case op.FExp:
		final(dxbc.OpExp, step(dxbc.OpMul, x(0), float(math.Log2E)))
	case op.FLog:
		final(dxbc.OpMul, step(dxbc.OpLog, x(0)), float(math.Ln2))
	case op.FPow:
		final(dxbc.OpExp, step(dxbc.OpMul, x(1), step(dxbc.OpLog, x(0))))
	case op.FSin:
		g.wave9(final, n, x(0), 0.25)
	case op.FCos:
		g.wave9(final, n, x(0), 0.5)
	case op.FTan:
		s := g.wave9(step, n, x(0), 0.25)
		final(dxbc.OpMul, s, g.reciprocal9(n, g.wave9(step, n, x(0), 0.5)))
	case op.FFloor:
		v := g.stable(x(0), n)
		final(dxbc.OpAdd, v, step(dxbc.OpFrc, v).neg())
	case op.FCeil:
		v := g.stable(x(0), n)
		final(dxbc.OpAdd, v, step(dxbc.OpFrc, v.neg()))
	case op.FTrunc:
		g.truncate9(final, n, x(0))
	case op.FRoundEven:
		g.round9(final, n, x(0))
	case op.FMix:
		if g.nine.pixel {
			final(opLrp, x(2), x(1), x(0))
		} else {
			v := g.stable(x(0), n)
			final(dxbc.OpMad, x(2), step(dxbc.OpAdd, x(1), v.neg()), v)
		}
	case op.FStep:
		g.compare9(final, op.Sge, n, x(1), x(0))
	case op.FSmoothStep:
		low := g.stable(x(0), n)
		t := step(dxbc.OpMul, step(dxbc.OpAdd, x(2), low.neg()), g.reciprocal9(n, step(dxbc.OpAdd, x(1), low.neg())))
		t = step(dxbc.OpMin, step(dxbc.OpMax, t, float(0)), float(1))
		final(dxbc.OpMul, step(dxbc.OpMul, t, t), step(dxbc.OpMad, t, float(-2), float(3)))
	case op.FSign:
		v := g.stable(x(0), n)
		above := g.compare9(step, op.Slt, n, float(0), v)
		final(dxbc.OpAdd, above, g.compare9(step, op.Slt, n, v, float(0)).neg())
	case op.FRem, op.FMod:
		v, by := g.stable(x(0), n), g.stable(x(1), n)
		q := step(dxbc.OpMul, v, g.reciprocal9(n, by))
		if o == op.FRem {
			q = g.truncate9(step, n, q)
		} else {
			q = step(dxbc.OpAdd, q, step(dxbc.OpFrc, q).neg())
		}
		final(dxbc.OpMad, q.neg(), by, v)
	case op.FLength:
		c := f.SrcComps(i, 0)
		if c == 1 {
			g.absolute9(final, x(0))
			return
		}
		v := g.stable(x(0), c)
		final(dxbc.OpRcp, g.step(dxbc.OpRsq, 1, g.dotOf(v, v, c)))
	case op.FDistance:
		c := f.SrcComps(i, 0)
		d := g.step(dxbc.OpAdd, c, x(0), x(1).neg())
		if c == 1 {
			g.absolute9(final, d)
			return
		}
		final(dxbc.OpRcp, g.step(dxbc.OpRsq, 1, g.dotOf(d, d, c)))
	case op.FFaceForward:
		v := g.stable(x(0), n)
		d := g.dotOf(x(1), x(2), n).comp(0)
		g.signed9(final, n, v.neg(), d)
	case op.FRefract:
		g.refract9(i)
	case op.FCsel:
		g.choose9(final, n, f.Src(i, 0), x(1), x(2))
	case op.ExtractDynamic, op.InsertDynamic:
		g.dynamic9(i)
	default:
		if !g.transcendental9(i) {
			g.unsupportedAt(Profile40, feature9(o))
			g.dest(i)
		}
	}
}

// feature9 is the feature that an operation belongs to.
func feature9(o op.Op) string {
	switch o {
	case op.IAnd, op.IOr, op.IXor, op.INot, op.IShl, op.IShr, op.UShr, op.BitCount, op.BitReverse, op.FindLSB, op.UFindMSB, op.IFindMSB, op.UClz, op.UCtz,
		op.Bitcast, op.PackHalf2x16, op.UnpackHalf2x16, op.FQuantizeToF16:
		return "operations on bits"
	case op.FIsNan, op.FIsInf:
		return "tests for infinity and NaN"
	}
	return "the operation " + o.String()
}

// reciprocal9 is the reciprocal of n components.
func (g *generator) reciprocal9(n int, x operand) operand {
	if x.kind == dxbc.Immediate32 {
		for k, v := range x.imm {
			x.imm[k] = math.Float32bits(1 / math.Float32frombits(v))
		}
		return x
	}
	same := true
	for k := range n {
		same = same && x.swizzle[k] == x.swizzle[0]
	}
	if same {
		return g.step(dxbc.OpRcp, 1, x.comp(0)).comp(0)
	}
	return g.steps9(n)(dxbc.OpRcp, x)
}

// absolute9 is a number without its sign.
func (g *generator) absolute9(s sink, x operand) operand {
	if g.nine.pixel {
		return s(opAbs, x)
	}
	return s(dxbc.OpMax, x, x.neg())
}

// saturate9 clamps a number to 0 to 1. Vertex programs have no modifier for that.
func (g *generator) saturate9(i ssa.InstrID) {
	if g.nine.pixel {
		g.compute(dxbc.OpMov, i, g.dest(i), g.src(i, 0)).control |= dxbc.Saturate
		return
	}
	g.final9(i)(dxbc.OpMin, g.step(dxbc.OpMax, max(1, g.f.Comps(i)), g.src(i, 0), float(0)), float(1))
}

// wave9 is the cosine of an angle plus a part of a turn, less half a turn: an even polynomial from
// -π to π, whose error is below 8e-7.
func (g *generator) wave9(s sink, n int, x operand, turns float64) operand {
	step := g.steps9(n)
	a := step(dxbc.OpFrc, step(dxbc.OpMad, x, float(1/(2*math.Pi)), float(turns)))
	a = step(dxbc.OpMad, a, float(2*math.Pi), float(-math.Pi))
	a = step(dxbc.OpMul, a, a)
	v := step(dxbc.OpMad, a, float(-2.1978883567048782e-07), float(2.4204401506063044e-05))
	for _, c := range [...]float64{-0.0013858915960161808, 0.04165982220790136, -0.4999942681174213} {
		v = step(dxbc.OpMad, a, v, float(c))
	}
	return s(dxbc.OpMad, a, v, float(0.999999221572691))
}

// truncate9 is a number without its fraction.
func (g *generator) truncate9(s sink, n int, x operand) operand {
	step := g.steps9(n)
	x = g.stable(x, n)
	if g.nine.pixel {
		a := step(opAbs, x)
		a = step(dxbc.OpAdd, a, step(dxbc.OpFrc, a).neg())
		return s(opCmp, x, a, a.neg())
	}
	// One more than the floor, if the number is negative and not whole.
	part := step(dxbc.OpFrc, x)
	below := step(opSlt, x, float(0))
	up := step(opSlt, part.neg(), part)
	return s(dxbc.OpMad, below, up, step(dxbc.OpAdd, x, part.neg()))
}

// round9 is the nearest whole number, the even one of two.
func (g *generator) round9(s sink, n int, x operand) operand {
	step := g.steps9(n)
	t := step(dxbc.OpAdd, x, float(0.5))
	part := step(dxbc.OpFrc, t)
	r := step(dxbc.OpAdd, t, part.neg())
	odd := step(dxbc.OpFrc, step(dxbc.OpMul, r, float(0.5))) // or 0
	odd = step(dxbc.OpAdd, odd, odd)
	if g.nine.pixel {
		return s(dxbc.OpAdd, r, step(opCmp, part.neg(), odd, float(0)).neg())
	}
	return s(dxbc.OpMad, step(opSge, float(0), part), odd.neg(), r)
}

// signed9 is a number, or its opposite if another number is negative.
func (g *generator) signed9(s sink, n int, v, sign operand) operand {
	if g.nine.pixel {
		return s(opCmp, sign, v, v.neg())
	}
	step := g.steps9(n)
	return s(dxbc.OpMul, v, step(dxbc.OpMad, step(opSge, sign, float(0)), float(2), float(-1)))
}

// refract9 computes the direction behind a surface: I*eta - N*(eta*d + sqrt(k)), or zero.
func (g *generator) refract9(i ssa.InstrID) {
	n := max(1, g.f.Comps(i))
	x, normal, eta := g.stable(g.src(i, 0), n), g.stable(g.src(i, 1), n), g.stable(g.src(i, 2).comp(0), 1)
	d := g.dotOf(normal, x, n).comp(0)
	k := g.step(dxbc.OpMad, 1, d.neg(), d, float(1)).comp(0)
	k = g.step(dxbc.OpMul, 1, eta, k).comp(0)
	k = g.step(dxbc.OpMad, 1, k.neg(), eta, float(1)).comp(0)
	root := g.step(dxbc.OpRcp, 1, g.step(dxbc.OpRsq, 1, k).comp(0)).comp(0)
	t := g.step(dxbc.OpMad, 1, eta, d, root).comp(0)
	v := g.step(dxbc.OpMul, n, normal, t)
	v = g.step(dxbc.OpMad, n, eta, x, v.neg())
	if g.nine.pixel {
		g.final9(i)(opCmp, k, v, float(0))
		return
	}
	g.final9(i)(dxbc.OpMul, v, g.step(opSge, 1, k, float(0)).comp(0))
}

// dot9 is the dot product of the first n components.
func (g *generator) dot9(s sink, a, b operand, n int) operand {
	switch n {
	case 1:
		return s(dxbc.OpMul, a, b)
	case 2:
		return s(dxbc.OpMad, a.comp(0), b.comp(0), g.step(dxbc.OpMul, 1, a.comp(1), b.comp(1)).comp(0))
	}
	return s(dxbc.OpDp2+dxbc.Opcode(n-2), a.atPlaces(), b.atPlaces())
}

// derivative9 makes the code of a derivative.
func (g *generator) derivative9(i ssa.InstrID) {
	if g.w.opts.Profile < ProfileLevel93 {
		g.unsupportedAt(ProfileLevel93, "derivatives")
		g.dest(i)
		return
	}
	n := max(1, g.f.Comps(i))
	v := g.stable(g.src(i, 0), n)
	switch axis := ir.DerivativeAxis(g.f.Word(i, 0) & 15); axis {
	case ir.AxisX:
		g.compute(dxbc.OpDerivRTX, i, g.dest(i), v)
	case ir.AxisY:
		g.compute(dxbc.OpDerivRTY, i, g.dest(i), v)
	default:
		step := g.steps9(n)
		g.final9(i)(dxbc.OpAdd, step(opAbs, step(dxbc.OpDerivRTX, v)), step(opAbs, step(dxbc.OpDerivRTY, v)))
	}
}
