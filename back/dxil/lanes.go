package dxil

// This file has the operations that are computed component by component.

import (
	"math"

	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ssa"
	"refract/ssa/op"
)

// A lanes is an instruction whose components are computed one by one.
type lanes struct {
	*generator
	i     ssa.InstrID
	op    op.Op
	bits  int
	flags uint16
	t     llvm.Type // of a component of the result
	rt    llvm.Type // the float of the result's size
}

// x and w are component k of operand n, as a float and as an integer.
func (l *lanes) x(n, k int) llvm.Value { return l.src(l.i, n, k, real) }
func (l *lanes) w(n, k int) llvm.Value { return l.src(l.i, n, k, whole) }

// math is an operation on floats, ints one on integers, number a float of the result's size.
func (l *lanes) math(o llvm.Op, a, b llvm.Value) llvm.Value {
	return l.flagged(o, 0, l.flags, l.rt, a, b)
}
func (l *lanes) ints(o llvm.Op, a, b llvm.Value) llvm.Value { return l.add(o, 0, l.fn.TypeOf(a), a, b) }
func (l *lanes) number(v float64) llvm.Value                { return l.float(l.i, v) }

// composed makes the code of operations that take several instructions.
func (g *generator) composed(i ssa.InstrID) {
	bits := g.f.Bits(i)
	l := &g.lanes
	*l = lanes{generator: g, i: i, op: g.f.Op(i), bits: bits, flags: g.floatFlags(i),
		t: g.typeOf(kindOf(g.scalarOf(i)), max(1, bits)), rt: g.typeOf(real, bits)}
	if l.floats() || l.integers() || l.conversions() || l.components() || g.geometric(i) {
		return
	}
	g.unsupported("the operation " + l.op.String())
	g.each(i, func(int) llvm.Value { return g.literal(kindOf(g.scalarOf(i)), max(1, bits), 0) })
}

// floats computes operations of floats; it reports whether the instruction is one.
func (l *lanes) floats() bool {
	switch l.op {
	case op.FNeg:
		l.each(l.i, func(k int) llvm.Value { return l.math(llvm.OpSub, l.number(math.Copysign(0, -1)), l.x(0, k)) })
	case op.FRcp:
		l.each(l.i, func(k int) llvm.Value { return l.math(llvm.OpSDiv, l.number(1), l.x(0, k)) })
	case op.FExp:
		l.each(l.i, func(k int) llvm.Value {
			return l.dx(l.i, dxil.OpExp, l.math(llvm.OpMul, l.x(0, k), l.number(math.Log2E)))
		})
	case op.FLog:
		l.each(l.i, func(k int) llvm.Value {
			return l.math(llvm.OpMul, l.dx(l.i, dxil.OpLog, l.x(0, k)), l.number(math.Ln2))
		})
	case op.FPow:
		l.each(l.i, func(k int) llvm.Value {
			return l.dx(l.i, dxil.OpExp, l.math(llvm.OpMul, l.dx(l.i, dxil.OpLog, l.x(0, k)), l.x(1, k)))
		})
	case op.FRadians:
		l.each(l.i, func(k int) llvm.Value { return l.math(llvm.OpMul, l.x(0, k), l.number(math.Pi/180)) })
	case op.FDegrees:
		l.each(l.i, func(k int) llvm.Value { return l.math(llvm.OpMul, l.x(0, k), l.number(180/math.Pi)) })
	case op.FClamp:
		l.each(l.i, func(k int) llvm.Value {
			return l.dx(l.i, dxil.OpFMin, l.dx(l.i, dxil.OpFMax, l.x(0, k), l.x(1, k)), l.x(2, k))
		})
	case op.FMix:
		l.each(l.i, func(k int) llvm.Value {
			a := l.x(0, k)
			return l.mad(l.i, l.x(2, k), l.math(llvm.OpSub, l.x(1, k), a), a)
		})
	case op.FStep:
		l.each(l.i, func(k int) llvm.Value {
			return l.add(llvm.OpSelect, 0, l.rt, l.flagged(llvm.OpFCmp, llvm.FOLE, l.flags, l.i1, l.x(0, k), l.x(1, k)), l.number(1), l.number(0))
		})
	case op.FSmoothStep:
		l.each(l.i, func(k int) llvm.Value {
			low := l.x(0, k)
			s := l.dx(l.i, dxil.OpSaturate, l.math(llvm.OpSDiv, l.math(llvm.OpSub, l.x(2, k), low), l.math(llvm.OpSub, l.x(1, k), low)))
			return l.math(llvm.OpMul, l.math(llvm.OpMul, s, s), l.mad(l.i, s, l.number(-2), l.number(3)))
		})
	case op.FSign:
		l.each(l.i, func(k int) llvm.Value {
			a := l.x(0, k)
			up := l.add(llvm.OpZExt, 0, l.i32, l.flagged(llvm.OpFCmp, llvm.FOLT, l.flags, l.i1, l.number(0), a))
			down := l.add(llvm.OpZExt, 0, l.i32, l.flagged(llvm.OpFCmp, llvm.FOLT, l.flags, l.i1, a, l.number(0)))
			return l.add(llvm.OpSIToFP, 0, l.rt, l.ints(llvm.OpSub, up, down))
		})
	case op.FRem, op.FMod:
		round := dxil.OpRoundZ
		if l.op == op.FMod {
			round = dxil.OpRoundNi
		}
		l.each(l.i, func(k int) llvm.Value {
			a, b := l.x(0, k), l.x(1, k)
			q := l.dx(l.i, round, l.math(llvm.OpSDiv, a, b))
			return l.math(llvm.OpSub, a, l.math(llvm.OpMul, q, b))
		})
	case op.FIsNan, op.FIsInf:
		test := dxil.OpIsNaN
		if l.op == op.FIsInf {
			test = dxil.OpIsInf
		}
		l.each(l.i, func(k int) llvm.Value { return l.dx(l.i, test, l.x(0, k)) })
	case op.FQuantizeToF16:
		l.each(l.i, func(k int) llvm.Value {
			return l.call(dxil.OpLegacyF16ToF32, 0, l.call(dxil.OpLegacyF32ToF16, 0, l.x(0, k)))
		})
	case op.FDot:
		l.set(l.i, l.dot(l.i, l.f.SrcComps(l.i, 0), func(k int) llvm.Value { return l.x(0, k) }, func(k int) llvm.Value { return l.x(1, k) }))
	default:
		return false
	}
	return true
}

// integers computes operations of integers and bools; it reports whether the instruction is one.
func (l *lanes) integers() bool {
	switch l.op {
	case op.IClamp:
		l.each(l.i, func(k int) llvm.Value {
			return l.dx(l.i, dxil.OpIMin, l.dx(l.i, dxil.OpIMax, l.w(0, k), l.w(1, k)), l.w(2, k))
		})
	case op.UClamp:
		l.each(l.i, func(k int) llvm.Value {
			return l.dx(l.i, dxil.OpUMin, l.dx(l.i, dxil.OpUMax, l.w(0, k), l.w(1, k)), l.w(2, k))
		})
	case op.ISign:
		l.each(l.i, func(k int) llvm.Value {
			a := l.w(0, k)
			zero := l.literal(whole, l.bits, 0)
			up := l.add(llvm.OpZExt, 0, l.t, l.add(llvm.OpICmp, llvm.ISLT, l.i1, zero, a))
			down := l.add(llvm.OpZExt, 0, l.t, l.add(llvm.OpICmp, llvm.ISLT, l.i1, a, zero))
			return l.ints(llvm.OpSub, up, down)
		})
	case op.INeg:
		l.each(l.i, func(k int) llvm.Value { return l.ints(llvm.OpSub, l.literal(whole, l.bits, 0), l.w(0, k)) })
	case op.IAbs:
		l.each(l.i, func(k int) llvm.Value {
			a := l.w(0, k)
			return l.dx(l.i, dxil.OpIMax, a, l.ints(llvm.OpSub, l.literal(whole, l.bits, 0), a))
		})
	case op.IAnd, op.IOr, op.IXor:
		which := map[op.Op]llvm.Op{op.IAnd: llvm.OpAnd, op.IOr: llvm.OpOr, op.IXor: llvm.OpXor}[l.op]
		k := whole
		if l.bits == 1 {
			k = truth
		}
		l.each(l.i, func(c int) llvm.Value { return l.ints(which, l.src(l.i, 0, c, k), l.src(l.i, 1, c, k)) })
	case op.INot:
		k, ones := whole, l.literal(whole, max(2, l.bits), ^uint64(0))
		if l.bits == 1 {
			k, ones = truth, l.out.I1(true)
		}
		l.each(l.i, func(c int) llvm.Value { return l.ints(llvm.OpXor, l.src(l.i, 0, c, k), ones) })
	case op.IEq, op.INe:
		k := whole
		if l.f.Bits(l.f.Arg(l.i, 0)) == 1 {
			k = truth
		}
		sub := uint8(llvm.IEQ)
		if l.op == op.INe {
			sub = llvm.INE
		}
		l.each(l.i, func(c int) llvm.Value {
			return l.add(llvm.OpICmp, sub, l.i1, l.src(l.i, 0, c, k), l.src(l.i, 1, c, k))
		})
	case op.BAll, op.BAny:
		which := llvm.OpAnd
		if l.op == op.BAny {
			which = llvm.OpOr
		}
		v := l.src(l.i, 0, 0, truth)
		for c := 1; c < l.f.SrcComps(l.i, 0); c++ {
			v = l.ints(which, v, l.src(l.i, 0, c, truth))
		}
		l.set(l.i, v)
	case op.BitCount:
		l.each(l.i, func(k int) llvm.Value { return l.fit(l.dx(l.i, dxil.OpCountbits, l.w(0, k)), l.t) })
	case op.FindLSB, op.UFindMSB, op.IFindMSB, op.UClz, op.UCtz:
		l.findBit(l.i, l.t)
	case op.IMulHigh, op.UMulHigh:
		which := dxil.OpIMul
		if l.op == op.UMulHigh {
			which = dxil.OpUMul
		}
		l.each(l.i, func(k int) llvm.Value { return l.high(l.i, which, l.w(0, k), l.w(1, k), l.t) })
	case op.UAddCarry, op.USubBorrow:
		l.each(l.i, func(k int) llvm.Value {
			a, b := l.w(0, k), l.w(1, k)
			less := llvm.Value(0)
			if l.op == op.UAddCarry {
				less = l.add(llvm.OpICmp, llvm.IULT, l.i1, l.ints(llvm.OpAdd, a, b), a)
			} else {
				less = l.add(llvm.OpICmp, llvm.IULT, l.i1, a, b)
			}
			return l.add(llvm.OpZExt, 0, l.t, less)
		})
	case op.IBfe, op.UBfe:
		which := dxil.OpIbfe
		if l.op == op.UBfe {
			which = dxil.OpUbfe
		}
		l.each(l.i, func(k int) llvm.Value { return l.dx(l.i, which, l.w(2, 0), l.w(1, 0), l.w(0, k)) })
	case op.Bfi:
		l.each(l.i, func(k int) llvm.Value { return l.dx(l.i, dxil.OpBfi, l.w(3, 0), l.w(2, 0), l.w(1, k), l.w(0, k)) })
	case op.BitSelect:
		l.each(l.i, func(k int) llvm.Value {
			a := l.w(0, k)
			kept := l.ints(llvm.OpAnd, l.ints(llvm.OpXor, a, l.literal(whole, l.bits, ^uint64(0))), l.w(2, k))
			return l.ints(llvm.OpOr, l.ints(llvm.OpAnd, a, l.w(1, k)), kept)
		})
	case op.SDot4x8, op.UDot4x8:
		which := dxil.OpDot4AddI8Packed
		if l.op == op.UDot4x8 {
			which = dxil.OpDot4AddU8Packed
		}
		l.set(l.i, l.call(which, l.i32, l.out.I32(0), l.w(0, 0), l.w(1, 0)))
	default:
		return false
	}
	return true
}

// conversions computes operations between types; it reports whether the instruction is one.
func (l *lanes) conversions() bool {
	switch l.op {
	case op.Bitcast:
		l.bitcast(l.i)
	case op.F2B:
		from := l.f.Bits(l.f.Arg(l.i, 0))
		l.each(l.i, func(k int) llvm.Value {
			return l.flagged(llvm.OpFCmp, llvm.FUNE, 0, l.i1, l.x(0, k), l.floatOf(from, 0))
		})
	case op.I2B:
		from := l.f.Bits(l.f.Arg(l.i, 0))
		l.each(l.i, func(k int) llvm.Value {
			return l.add(llvm.OpICmp, llvm.INE, l.i1, l.w(0, k), l.literal(whole, from, 0))
		})
	case op.F2F:
		from := l.f.Bits(l.f.Arg(l.i, 0))
		l.each(l.i, func(k int) llvm.Value {
			switch a := l.x(0, k); {
			case from < l.bits:
				return l.add(llvm.OpFPExt, 0, l.rt, a)
			case from > l.bits:
				return l.add(llvm.OpFPTrunc, 0, l.rt, a)
			default:
				return a
			}
		})
	case op.I2I, op.U2U:
		from := l.f.Bits(l.f.Arg(l.i, 0))
		l.each(l.i, func(k int) llvm.Value {
			switch a := l.w(0, k); {
			case from > l.bits:
				return l.add(llvm.OpTrunc, 0, l.t, a)
			case from < l.bits && l.op == op.I2I:
				return l.add(llvm.OpSExt, 0, l.t, a)
			case from < l.bits:
				return l.add(llvm.OpZExt, 0, l.t, a)
			default:
				return a
			}
		})
	case op.PackHalf2x16:
		low, high := l.call(dxil.OpLegacyF32ToF16, 0, l.x(0, 0)), l.call(dxil.OpLegacyF32ToF16, 0, l.x(0, 1))
		l.set(l.i, l.ints(llvm.OpOr, l.ints(llvm.OpShl, high, l.out.I32(16)), low))
	case op.UnpackHalf2x16:
		l.each(l.i, func(k int) llvm.Value {
			v := l.w(0, 0)
			if k > 0 {
				v = l.ints(llvm.OpLShr, v, l.out.I32(16))
			}
			return l.call(dxil.OpLegacyF16ToF32, 0, v)
		})
	default:
		return false
	}
	return true
}

// components computes operations that select and arrange components; it reports whether the instruction is one.
func (l *lanes) components() bool {
	switch l.op {
	case op.Mov:
		k := kindOf(l.scalarOf(l.i))
		l.each(l.i, func(c int) llvm.Value { return l.src(l.i, 0, c, k) })
	case op.BCsel:
		k := kindOf(l.scalarOf(l.i))
		l.each(l.i, func(c int) llvm.Value {
			return l.add(llvm.OpSelect, 0, l.t, l.src(l.i, 0, c, truth), l.src(l.i, 1, c, k), l.src(l.i, 2, c, k))
		})
	case op.Compose:
		l.compose(l.i)
	case op.Vec:
		l.vector(l.i)
	case op.Extract:
		if l.f.Comps(l.f.Arg(l.i, 0)) == 0 {
			l.member(l.i)
			return true
		}
		l.set(l.i, l.component(l.f.Arg(l.i, 0), l.f.IndexOf(l.i), kindOf(l.scalarOf(l.i))))
	case op.Insert:
		k := kindOf(l.scalarOf(l.i))
		at := l.f.IndexOf(l.i)
		l.each(l.i, func(c int) llvm.Value {
			if c == at {
				return l.component(l.f.Arg(l.i, 1), 0, k)
			}
			return l.component(l.f.Arg(l.i, 0), c, k)
		})
	case op.ExtractDynamic:
		l.extractDynamic(l.i, l.t)
	case op.InsertDynamic:
		k := kindOf(l.scalarOf(l.i))
		at := l.src(l.i, 2, 0, whole)
		l.each(l.i, func(c int) llvm.Value {
			same := l.add(llvm.OpICmp, llvm.IEQ, l.i1, at, l.out.IntOf(l.fn.TypeOf(at), int64(c)))
			return l.add(llvm.OpSelect, 0, l.t, same, l.component(l.f.Arg(l.i, 1), 0, k), l.component(l.f.Arg(l.i, 0), c, k))
		})
	default:
		return false
	}
	return true
}
