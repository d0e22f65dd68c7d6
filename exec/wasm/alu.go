package wasm

// This file compiles arithmetic, by component.

import (
	"math"

	"refract/internal/wasmbin"
	"refract/ssa"
	"refract/ssa/op"
)

// A direct operation is one instruction, on scalars and on vectors.
type direct struct {
	scalar, vector wasmbin.Op
	in, out        bool // floats
	swap           bool // the sources change places
}

var directs = [op.Count]direct{
	op.FAdd: {wasmbin.F32Add, wasmbin.F32x4Add, true, true, false},
	op.FSub: {wasmbin.F32Sub, wasmbin.F32x4Sub, true, true, false},
	op.FMul: {wasmbin.F32Mul, wasmbin.F32x4Mul, true, true, false},
	op.FDiv: {wasmbin.F32Div, wasmbin.F32x4Div, true, true, false},

	op.FNeg:       {wasmbin.F32Neg, wasmbin.F32x4Neg, true, true, false},
	op.FAbs:       {wasmbin.F32Abs, wasmbin.F32x4Abs, true, true, false},
	op.FFloor:     {wasmbin.F32Floor, wasmbin.F32x4Floor, true, true, false},
	op.FCeil:      {wasmbin.F32Ceil, wasmbin.F32x4Ceil, true, true, false},
	op.FTrunc:     {wasmbin.F32Trunc, wasmbin.F32x4Trunc, true, true, false},
	op.FRoundEven: {wasmbin.F32Nearest, wasmbin.F32x4Nearest, true, true, false},
	op.FSqrt:      {wasmbin.F32Sqrt, wasmbin.F32x4Sqrt, true, true, false},

	op.IAdd: {wasmbin.I32Add, wasmbin.I32x4Add, false, false, false},
	op.ISub: {wasmbin.I32Sub, wasmbin.I32x4Sub, false, false, false},
	op.IMul: {wasmbin.I32Mul, wasmbin.I32x4Mul, false, false, false},
	op.IAnd: {wasmbin.I32And, wasmbin.V128And, false, false, false},
	op.IOr:  {wasmbin.I32Or, wasmbin.V128Or, false, false, false},
	op.IXor: {wasmbin.I32Xor, wasmbin.V128Xor, false, false, false},

	op.FLt:  {wasmbin.F32Lt, wasmbin.F32x4Lt, true, false, false},
	op.FLe:  {wasmbin.F32Le, wasmbin.F32x4Le, true, false, false},
	op.FEq:  {wasmbin.F32Eq, wasmbin.F32x4Eq, true, false, false},
	op.FNeu: {wasmbin.F32Ne, wasmbin.F32x4Ne, true, false, false},
	op.ILt:  {wasmbin.I32LtS, wasmbin.I32x4LtS, false, false, false},
	op.ILe:  {wasmbin.I32LeS, wasmbin.I32x4LeS, false, false, false},
	op.ULt:  {wasmbin.I32LtU, wasmbin.I32x4LtU, false, false, false},
	op.ULe:  {wasmbin.I32LeU, wasmbin.I32x4LeU, false, false, false},
	op.IEq:  {wasmbin.I32Eq, wasmbin.I32x4Eq, false, false, false},
	op.INe:  {wasmbin.I32Ne, wasmbin.I32x4Ne, false, false, false},

	op.I2F: {wasmbin.F32ConvertI32S, wasmbin.F32x4ConvertI32x4S, false, true, false},
	op.U2F: {wasmbin.F32ConvertI32U, wasmbin.F32x4ConvertI32x4U, false, true, false},
}

// turned are the ordered comparisons with the sources exchanged. wazero 1.12 makes a
// test of a comparison of zero with the result of an and, and forgets on which side
// the zero stood: so the and goes to the left (TestCompareWithAnd).
var turned = [op.Count]wasmbin.Op{op.ILt: wasmbin.I32GtS, op.ILe: wasmbin.I32GeS, op.ULt: wasmbin.I32GtU, op.ULe: wasmbin.I32GeU}

// isMasked reports whether a component is the result of an and.
func (c *compiler) isMasked(k int32) bool { return c.slots[c.root(k)].masked }

// alu compiles an operation of class ALU.
func (c *compiler) alu(i ssa.InstrID, m mask) {
	f, w := c.f, c.w
	o := f.Op(i)
	n := c.d.Count(i)
	switch o {
	case op.Mov, op.Vec, op.Compose, op.Extract, op.Insert, op.Bitcast, op.I2I, op.U2U:
		c.copies(i, m)
		return
	}
	if d := &directs[o]; d.scalar != 0 {
		for k := range n {
			to := c.comp(i, k)
			vec := c.slots[to].vec
			if turned := turned[o]; turned != 0 && !vec && c.isMasked(c.src(i, 1, k)) {
				c.scalar(c.src(i, 1, k), false)
				c.scalar(c.src(i, 0, k), false)
				w.Op(turned)
				c.set(to, false, m)
				continue
			}
			for s := range f.NumSrcs(i) {
				c.push(c.src(i, s, k), vec, d.in)
			}
			if vec {
				w.Op(d.vector)
			} else {
				w.Op(d.scalar)
			}
			c.done(i, to, d.out, m)
		}
		return
	}
	if c.hosted(i, m) || c.whole(i, m) {
		return
	}
	for k := range n {
		if !c.component(i, k, m) {
			c.unsupported(i, "the operation "+o.String()+" in generated code")
			return
		}
	}
}

// done pops the result of an operation, whose NaNs become canonical if somebody
// looks.
func (c *compiler) done(i ssa.InstrID, to int32, float bool, m mask) {
	if x := &c.slots[to]; float && x.exact && nanUseOf(c.f.Op(i)) == nanMade {
		c.canonical(x.vec)
	}
	c.set(to, float, m)
}

// copies compiles those of the names of components that have a local.
func (c *compiler) copies(i ssa.InstrID, m mask) {
	f := c.f
	copyOf := func(k int, from int32) {
		to := c.comp(i, k)
		x := &c.slots[to]
		if x.kind != slotLocal {
			return
		}
		c.push(from, x.vec, x.float)
		c.set(to, x.float, m)
	}
	t := f.Type(i)
	switch f.Op(i) {
	case op.Vec, op.Compose:
		at := 0
		for s := range f.NumSrcs(i) {
			for k := range c.width(i, s) {
				copyOf(at, c.src(i, s, k))
				at++
			}
		}
	case op.Extract:
		from := c.d.Part(f.Type(f.Arg(i, 0)), f.IndexOf(i))
		for k := range c.d.Count(i) {
			copyOf(k, c.comp(f.Arg(i, 0), from+k))
		}
	case op.Insert:
		from, n := c.d.Part(t, f.IndexOf(i)), c.width(i, 1)
		for k := range c.d.Count(i) {
			if k >= from && k < from+n {
				copyOf(k, c.src(i, 1, k-from))
			} else {
				copyOf(k, c.src(i, 0, k))
			}
		}
	default:
		for k := range c.d.Count(i) {
			copyOf(k, c.src(i, 0, k))
		}
	}
}

// lanewise computes a component lane by lane, from scalars on the stack.
func (c *compiler) lanewise(vec bool, in []int32, one func()) {
	w := c.w
	if !vec {
		for _, k := range in {
			c.scalar(k, false)
		}
		one()
		return
	}
	v := c.temp(wasmbin.V128)
	for lane := range lanes {
		if lane > 0 {
			w.Get(v)
		}
		for _, k := range in {
			if c.isVec(k) {
				c.vector(k)
				w.Lane(wasmbin.I32x4ExtractLane, lane)
			} else {
				c.scalar(k, false)
			}
		}
		one()
		if lane == 0 {
			w.Op(wasmbin.I32x4Splat)
		} else {
			w.Lane(wasmbin.I32x4ReplaceLane, lane)
		}
		w.Set(v)
	}
	w.Get(v)
	c.free(wasmbin.V128, v)
}

// choose writes a selection of two values below a condition on the stack.
//
// A scalar float is selected as an integer: of the conditional move of floats, wazero
// 1.12 tells its register allocator that it sets its destination, not that it may
// keep it, so that under pressure the first value comes out whatever the condition is
// (TestSelectUnderPressure).
func (c *compiler) choose(vec, float bool) {
	w := c.w
	switch {
	case vec:
		w.Op(wasmbin.V128Bitselect)
	case !float:
		w.Op(wasmbin.Select)
	default:
		cond, b := c.temp(wasmbin.I32), c.temp(wasmbin.I32)
		w.Set(cond)
		w.Op(wasmbin.I32ReinterpretF32)
		w.Set(b)
		w.Op(wasmbin.I32ReinterpretF32)
		w.Get(b)
		w.Get(cond)
		w.Op(wasmbin.Select)
		w.Op(wasmbin.F32ReinterpretI32)
		c.free(wasmbin.I32, cond)
		c.free(wasmbin.I32, b)
	}
}

// float puts a float constant on the stack.
func (c *compiler) float(x float32, vec bool) {
	if b := math.Float32bits(x); vec {
		c.w.V128([4]uint32{b, b, b, b})
	} else {
		c.w.F32Bits(b)
	}
}

func (c *compiler) integer(x uint32, vec bool) {
	if vec {
		c.w.V128([4]uint32{x, x, x, x})
	} else {
		c.w.I32(int32(x))
	}
}

// either is one of two instructions.
func (c *compiler) either(vec bool, vector, scalar wasmbin.Op) {
	if vec {
		c.w.Op(vector)
	} else {
		c.w.Op(scalar)
	}
}

// typeOf is the type of a local.
func typeOf(vec, float bool) wasmbin.Type {
	switch {
	case vec:
		return wasmbin.V128
	case float:
		return wasmbin.F32
	}
	return wasmbin.I32
}

// lesser and greater compile min and max of what two functions put on the stack:
// the second if it is less (or greater), else the first.
func (c *compiler) lesser(a, b func(), vec, greater bool) {
	w := c.w
	if vec {
		a()
		b()
		if greater {
			w.Op(wasmbin.F32x4Pmax)
		} else {
			w.Op(wasmbin.F32x4Pmin)
		}
		return
	}
	x, y := c.temp(wasmbin.F32), c.temp(wasmbin.F32)
	a()
	w.Set(x)
	b()
	w.Tee(y)
	w.Get(x)
	w.Get(y)
	w.Get(x)
	if greater {
		w.Op(wasmbin.F32Gt)
	} else {
		w.Op(wasmbin.F32Lt)
	}
	c.choose(false, true)
	c.free(wasmbin.F32, x)
	c.free(wasmbin.F32, y)
}

// component compiles one component of an operation; it reports whether it can.
func (c *compiler) component(i ssa.InstrID, k int, m mask) bool {
	f, w := c.f, c.w
	o := f.Op(i)
	to := c.comp(i, k)
	vec := c.slots[to].vec
	a := func() int32 { return c.src(i, 0, k) }
	b := func() int32 { return c.src(i, 1, k) }
	third := func() int32 { return c.src(i, 2, k) }
	fl := func(x int32) func() { return func() { c.push(x, vec, true) } }
	in := func(x int32) { c.push(x, vec, false) }
	number := func(x float32) func() { return func() { c.float(x, vec) } }
	out := func(float bool) bool { c.done(i, to, float, m); return true }
	switch o {
	case op.BCsel, op.SelectWhole:
		var x, y int32
		if o == op.SelectWhole {
			x, y = c.comp(f.Arg(i, 1), k), c.comp(f.Arg(i, 2), k)
		} else {
			x, y = b(), third()
		}
		float := c.slots[to].float
		c.push(x, vec, float)
		c.push(y, vec, float)
		cond := f.Src(i, 0)
		n := int32(0)
		if cond.Comps > 1 {
			n = c.src(i, 0, k)
		} else {
			n = c.src(i, 0, 0)
		}
		c.push(n, vec, false)
		c.choose(vec, float)
		return out(float)
	case op.INot:
		if c.slots[to].boolean {
			in(a())
			c.either(vec, wasmbin.V128Not, wasmbin.I32Eqz)
			return out(false)
		}
		in(a())
		if vec {
			w.Op(wasmbin.V128Not)
		} else {
			w.I32(-1)
			w.Op(wasmbin.I32Xor)
		}
		return out(false)
	case op.INeg:
		if vec {
			in(a())
			w.Op(wasmbin.I32x4Neg)
		} else {
			w.I32(0)
			in(a())
			w.Op(wasmbin.I32Sub)
		}
		return out(false)
	case op.IAbs:
		in(a())
		if vec {
			w.Op(wasmbin.I32x4Abs)
			return out(false)
		}
		w.I32(0)
		in(a())
		w.Op(wasmbin.I32Sub)
		in(a())
		w.I32(0)
		w.Op(wasmbin.I32GeS)
		w.Op(wasmbin.Select)
		return out(false)
	case op.ISign: // (x >> 31) | (-x >>> 31)
		in(a())
		w.I32(31)
		c.either(vec, wasmbin.I32x4ShrS, wasmbin.I32ShrS)
		c.integer(0, vec)
		in(a())
		c.either(vec, wasmbin.I32x4Sub, wasmbin.I32Sub)
		w.I32(31)
		c.either(vec, wasmbin.I32x4ShrU, wasmbin.I32ShrU)
		c.either(vec, wasmbin.V128Or, wasmbin.I32Or)
		return out(false)
	case op.IMin, op.IMax, op.UMin, op.UMax:
		c.pickInt(o, func() { in(a()) }, func() { in(b()) }, vec, c.isMasked(b()))
		return out(false)
	case op.IClamp, op.UClamp:
		low, high := op.IMax, op.IMin
		if o == op.UClamp {
			low, high = op.UMax, op.UMin
		}
		t := c.temp(typeOf(vec, false))
		c.pickInt(low, func() { in(a()) }, func() { in(b()) }, vec, c.isMasked(b()))
		w.Set(t)
		c.pickInt(high, func() { w.Get(t) }, func() { in(third()) }, vec, c.isMasked(third()))
		c.free(typeOf(vec, false), t)
		return out(false)
	case op.UDiv, op.IDiv, op.URem, op.IRem:
		c.divide(o, a(), b(), vec)
		return out(false)
	case op.IShl, op.IShr, op.UShr:
		c.shift(o, a(), b(), vec)
		return out(false)
	case op.URol, op.URor:
		one := wasmbin.I32Rotl
		if o == op.URor {
			one = wasmbin.I32Rotr
		}
		c.lanewise(vec, []int32{a(), b()}, func() { w.Op(one) })
		return out(false)
	case op.BitCount:
		in(a())
		if vec {
			w.Op(wasmbin.I8x16Popcnt)
			w.Op(wasmbin.I16x8ExtaddPairwiseI8x16U)
			w.Op(wasmbin.I32x4ExtaddPairwiseI16x8U)
		} else {
			w.Op(wasmbin.I32Popcnt)
		}
		return out(false)
	case op.UClz:
		c.lanewise(vec, []int32{a()}, func() { w.Op(wasmbin.I32Clz) })
		return out(false)
	case op.UCtz:
		c.lanewise(vec, []int32{a()}, func() { w.Op(wasmbin.I32Ctz) })
		return out(false)
	case op.FindLSB: // -1 if x == 0: ctz(x) | -(x == 0)
		t := c.temp(wasmbin.I32)
		c.lanewise(vec, []int32{a()}, func() {
			w.Set(t)
			w.Get(t)
			w.Op(wasmbin.I32Ctz)
			w.I32(0)
			w.Get(t)
			w.Op(wasmbin.I32Eqz)
			w.Op(wasmbin.I32Sub)
			w.Op(wasmbin.I32Or)
		})
		c.free(wasmbin.I32, t)
		return out(false)
	case op.UFindMSB, op.IFindMSB: // 31 - clz(x), of x or ^x
		t := c.temp(wasmbin.I32)
		c.lanewise(vec, []int32{a()}, func() {
			if o == op.IFindMSB {
				w.Set(t)
				w.Get(t)
				w.Get(t)
				w.I32(31)
				w.Op(wasmbin.I32ShrS)
				w.Op(wasmbin.I32Xor)
			}
			w.Op(wasmbin.I32Clz)
			w.Set(t)
			w.I32(31)
			w.Get(t)
			w.Op(wasmbin.I32Sub)
		})
		c.free(wasmbin.I32, t)
		return out(false)
	case op.IMulHigh, op.UMulHigh:
		extend := wasmbin.I64ExtendI32U
		if o == op.IMulHigh {
			extend = wasmbin.I64ExtendI32S
		}
		t := c.temp(wasmbin.I32)
		c.lanewise(vec, []int32{a(), b()}, func() {
			w.Set(t)
			w.Op(extend)
			w.Get(t)
			w.Op(extend)
			w.Op(wasmbin.I64Mul)
			w.I64(32)
			w.Op(wasmbin.I64ShrU)
			w.Op(wasmbin.I32WrapI64)
		})
		c.free(wasmbin.I32, t)
		return out(false)
	case op.UAddCarry: // a + b < a
		in(a())
		in(b())
		c.either(vec, wasmbin.I32x4Add, wasmbin.I32Add)
		in(a())
		c.either(vec, wasmbin.I32x4LtU, wasmbin.I32LtU)
		c.bit(vec)
		return out(false)
	case op.USubBorrow:
		in(a())
		in(b())
		c.either(vec, wasmbin.I32x4LtU, wasmbin.I32LtU)
		c.bit(vec)
		return out(false)
	case op.BitSelect:
		in(b())
		in(third())
		in(a())
		if vec {
			w.Op(wasmbin.V128Bitselect)
			return out(false)
		}
		// a&b | ^a&c
		w.Op(wasmbin.Drop)
		w.Op(wasmbin.Drop)
		in(a())
		w.Op(wasmbin.I32And)
		in(a())
		w.I32(-1)
		w.Op(wasmbin.I32Xor)
		in(third())
		w.Op(wasmbin.I32And)
		w.Op(wasmbin.I32Or)
		return out(false)
	case op.IBfe, op.UBfe, op.Bfi:
		c.field(i, k, vec)
		return out(false)
	case op.B2F:
		if vec {
			in(a())
			c.float(1, true)
			w.Op(wasmbin.V128And)
		} else {
			in(a())
			w.Op(wasmbin.F32ConvertI32U)
		}
		return out(true)
	case op.B2I:
		in(a())
		c.bit(vec)
		return out(false)
	case op.F2B:
		fl(a())()
		c.float(0, vec)
		c.either(vec, wasmbin.F32x4Ne, wasmbin.F32Ne)
		return out(false)
	case op.I2B:
		in(a())
		c.integer(0, vec)
		c.either(vec, wasmbin.I32x4Ne, wasmbin.I32Ne)
		return out(false)
	case op.F2I, op.F2U: // nothing above the greatest number that a float can be
		greatest := float32(2147483520)
		vector, scalar := wasmbin.I32x4TruncSatF32x4S, wasmbin.I32TruncSatF32S
		if o == op.F2U {
			greatest, vector, scalar = 4294967040, wasmbin.I32x4TruncSatF32x4U, wasmbin.I32TruncSatF32U
		}
		c.lesser(fl(a()), number(greatest), vec, false)
		c.either(vec, vector, scalar)
		return out(false)
	case op.F2F:
		fl(a())()
		return out(true)
	case op.FIsNan:
		fl(a())()
		fl(a())()
		c.either(vec, wasmbin.F32x4Ne, wasmbin.F32Ne)
		return out(false)
	case op.FIsInf:
		fl(a())()
		c.either(vec, wasmbin.F32x4Abs, wasmbin.F32Abs)
		c.float(float32(math.Inf(1)), vec)
		c.either(vec, wasmbin.F32x4Eq, wasmbin.F32Eq)
		return out(false)
	case op.FMin, op.FMax:
		c.lesser(fl(a()), fl(b()), vec, o == op.FMax)
		return out(true)
	case op.FClamp:
		t := c.temp(typeOf(vec, true))
		c.lesser(fl(a()), fl(b()), vec, true)
		w.Set(t)
		c.lesser(func() { w.Get(t) }, fl(third()), vec, false)
		c.free(typeOf(vec, true), t)
		return out(true)
	case op.FSat:
		c.saturate(fl(a()), vec)
		return out(true)
	case op.FSign: // 1 or -1, or x where it is neither greater nor less than zero
		t := c.temp(typeOf(vec, true))
		number(1)()
		fl(a())()
		fl(a())()
		number(0)()
		c.either(vec, wasmbin.F32x4Gt, wasmbin.F32Gt)
		c.choose(vec, true)
		w.Set(t)
		number(-1)()
		w.Get(t)
		fl(a())()
		number(0)()
		c.either(vec, wasmbin.F32x4Lt, wasmbin.F32Lt)
		c.choose(vec, true)
		c.free(typeOf(vec, true), t)
		return out(true)
	case op.FStep: // 1 if a <= b
		if vec {
			fl(a())()
			fl(b())()
			w.Op(wasmbin.F32x4Le)
			number(1)()
			w.Op(wasmbin.V128And)
		} else {
			fl(a())()
			fl(b())()
			w.Op(wasmbin.F32Le)
			w.Op(wasmbin.F32ConvertI32U)
		}
		return out(true)
	case op.FFract:
		fl(a())()
		fl(a())()
		c.either(vec, wasmbin.F32x4Floor, wasmbin.F32Floor)
		c.either(vec, wasmbin.F32x4Sub, wasmbin.F32Sub)
		return out(true)
	case op.FRcp:
		number(1)()
		fl(a())()
		c.either(vec, wasmbin.F32x4Div, wasmbin.F32Div)
		return out(true)
	case op.FRadians, op.FDegrees:
		fl(a())()
		x := float32(math.Pi / 180)
		if o == op.FDegrees {
			x = 180 / math.Pi
		}
		number(x)()
		c.either(vec, wasmbin.F32x4Mul, wasmbin.F32Mul)
		return out(true)
	case op.FMod: // x - y*floor(x/y)
		fl(a())()
		fl(b())()
		fl(a())()
		fl(b())()
		c.either(vec, wasmbin.F32x4Div, wasmbin.F32Div)
		c.either(vec, wasmbin.F32x4Floor, wasmbin.F32Floor)
		c.either(vec, wasmbin.F32x4Mul, wasmbin.F32Mul)
		c.either(vec, wasmbin.F32x4Sub, wasmbin.F32Sub)
		return out(true)
	case op.FMix: // x*(1-t) + y*t
		fl(a())()
		number(1)()
		fl(third())()
		c.either(vec, wasmbin.F32x4Sub, wasmbin.F32Sub)
		c.either(vec, wasmbin.F32x4Mul, wasmbin.F32Mul)
		fl(b())()
		fl(third())()
		c.either(vec, wasmbin.F32x4Mul, wasmbin.F32Mul)
		c.either(vec, wasmbin.F32x4Add, wasmbin.F32Add)
		return out(true)
	case op.FSmoothStep: // t*t*(3-2*t), t = sat((x-low)/(high-low))
		t := c.temp(typeOf(vec, true))
		c.saturate(func() {
			fl(third())()
			fl(a())()
			c.either(vec, wasmbin.F32x4Sub, wasmbin.F32Sub)
			fl(b())()
			fl(a())()
			c.either(vec, wasmbin.F32x4Sub, wasmbin.F32Sub)
			c.either(vec, wasmbin.F32x4Div, wasmbin.F32Div)
		}, vec)
		w.Set(t)
		w.Get(t)
		w.Get(t)
		c.either(vec, wasmbin.F32x4Mul, wasmbin.F32Mul)
		number(3)()
		number(2)()
		w.Get(t)
		c.either(vec, wasmbin.F32x4Mul, wasmbin.F32Mul)
		c.either(vec, wasmbin.F32x4Sub, wasmbin.F32Sub)
		c.either(vec, wasmbin.F32x4Mul, wasmbin.F32Mul)
		c.free(typeOf(vec, true), t)
		return out(true)
	case op.FRsq:
		c.inverseSqrt(fl(a()), vec)
		return out(true)
	case op.FFma:
		c.fma(fl(a()), fl(b()), fl(third()), vec)
		return out(true)
	case op.ExtractDynamic, op.InsertDynamic:
		c.dynamic(i, k, m)
		return true
	}
	return false
}

// bit makes 0 and 1 of a condition.
func (c *compiler) bit(vec bool) {
	if vec {
		c.integer(1, true)
		c.w.Op(wasmbin.V128And)
	}
}

func (c *compiler) saturate(x func(), vec bool) {
	t := c.temp(typeOf(vec, true))
	c.lesser(x, func() { c.float(0, vec) }, vec, true)
	c.w.Set(t)
	c.lesser(func() { c.w.Get(t) }, func() { c.float(1, vec) }, vec, false)
	c.free(typeOf(vec, true), t)
}

// pickInt compiles min and max of integers.
func (c *compiler) pickInt(o op.Op, a, b func(), vec, masked bool) {
	w := c.w
	if vec {
		a()
		b()
		w.Op(map[op.Op]wasmbin.Op{op.IMin: wasmbin.I32x4MinS, op.IMax: wasmbin.I32x4MaxS, op.UMin: wasmbin.I32x4MinU, op.UMax: wasmbin.I32x4MaxU}[o])
		return
	}
	a()
	b()
	if masked {
		b()
		a()
		w.Op(map[op.Op]wasmbin.Op{op.IMin: wasmbin.I32GtS, op.IMax: wasmbin.I32LtS, op.UMin: wasmbin.I32GtU, op.UMax: wasmbin.I32LtU}[o])
	} else {
		a()
		b()
		w.Op(map[op.Op]wasmbin.Op{op.IMin: wasmbin.I32LtS, op.IMax: wasmbin.I32GtS, op.UMin: wasmbin.I32LtU, op.UMax: wasmbin.I32GtU}[o])
	}
	w.Op(wasmbin.Select)
}

// shift compiles shifts by the amount modulo 32.
func (c *compiler) shift(o op.Op, a, b int32, vec bool) {
	w := c.w
	scalar, vector := wasmbin.I32Shl, wasmbin.I32x4Shl
	switch o {
	case op.IShr:
		scalar, vector = wasmbin.I32ShrS, wasmbin.I32x4ShrS
	case op.UShr:
		scalar, vector = wasmbin.I32ShrU, wasmbin.I32x4ShrU
	}
	switch {
	case !vec:
		c.scalar(a, false)
		c.scalar(b, false)
		w.Op(scalar)
	case !c.isVec(b):
		c.vector(a)
		c.scalar(b, false)
		w.Op(vector)
	default:
		c.lanewise(true, []int32{a, b}, func() { w.Op(scalar) })
	}
}

// divide compiles quotients and remainders of integers, which are total: by zero,
// and of the least number by -1, the divisor counts as 1.
func (c *compiler) divide(o op.Op, a, b int32, vec bool) {
	w := c.w
	signed := o == op.IDiv || o == op.IRem
	rem := o == op.URem || o == op.IRem
	divisor := &c.slots[c.root(b)]
	safe := divisor.kind == slotConst && divisor.bits != 0 && (!signed || divisor.bits != math.MaxUint32)
	if !vec {
		c.scalar(a, false)
		if safe {
			c.scalar(b, false)
		} else {
			w.I32(1)
			c.scalar(b, false)
			c.scalar(b, false)
			w.Op(wasmbin.I32Eqz)
			if signed {
				c.scalar(b, false)
				w.I32(-1)
				w.Op(wasmbin.I32Eq)
				c.scalar(a, false)
				w.I32(math.MinInt32)
				w.Op(wasmbin.I32Eq)
				w.Op(wasmbin.I32And)
				w.Op(wasmbin.I32Or)
			}
			w.Op(wasmbin.Select)
		}
		w.Op(map[op.Op]wasmbin.Op{op.UDiv: wasmbin.I32DivU, op.IDiv: wasmbin.I32DivS, op.URem: wasmbin.I32RemU, op.IRem: wasmbin.I32RemS}[o])
		return
	}
	// In 64-bit floats, in which the quotient of such integers, cut off, is exact: it
	// differs from an integer that it isn't by far more than the rounding.
	d, q := c.temp(wasmbin.V128), c.temp(wasmbin.V128)
	if safe {
		c.vector(b)
	} else {
		c.integer(1, true)
		c.vector(b)
		c.vector(b)
		c.integer(0, true)
		w.Op(wasmbin.I32x4Eq)
		if signed {
			c.vector(b)
			c.integer(math.MaxUint32, true)
			w.Op(wasmbin.I32x4Eq)
			c.vector(a)
			c.integer(1<<31, true)
			w.Op(wasmbin.I32x4Eq)
			w.Op(wasmbin.V128And)
			w.Op(wasmbin.V128Or)
		}
		w.Op(wasmbin.V128Bitselect)
	}
	w.Set(d)
	convert, truncate := wasmbin.F64x2ConvertLowI32x4U, wasmbin.I32x4TruncSatF64x2UZero
	if signed {
		convert, truncate = wasmbin.F64x2ConvertLowI32x4S, wasmbin.I32x4TruncSatF64x2SZero
	}
	for half := range 2 {
		c.vector(a)
		c.half(half)
		w.Op(convert)
		w.Get(d)
		c.half(half)
		w.Op(convert)
		w.Op(wasmbin.F64x2Div)
		w.Op(truncate)
		if half == 0 {
			w.Set(q)
		}
	}
	high := c.temp(wasmbin.V128)
	w.Set(high)
	w.Get(q)
	w.Get(high)
	w.Shuffle(joinLow)
	c.free(wasmbin.V128, high)
	if rem { // a - q*d
		w.Set(q)
		c.vector(a)
		w.Get(q)
		w.Get(d)
		w.Op(wasmbin.I32x4Mul)
		w.Op(wasmbin.I32x4Sub)
	}
	c.free(wasmbin.V128, d)
	c.free(wasmbin.V128, q)
}

// joinLow takes the lower halves of two vectors.
var joinLow = [16]byte{0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23}

// half leaves the lower half of what is on the stack there, or moves the upper.
func (c *compiler) half(k int) {
	if k == 0 {
		return
	}
	t := c.temp(wasmbin.V128)
	c.w.Tee(t)
	c.w.Get(t)
	c.w.Shuffle([16]byte{8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15})
	c.free(wasmbin.V128, t)
}

// halves computes floats in 64 bits, two lanes at a time.
func (c *compiler) halves(in []func(), vec bool, compute func(args []uint32, vec bool)) {
	w := c.w
	wide := wasmbin.F64
	if vec {
		wide = wasmbin.V128
	}
	narrow := make([]uint32, len(in))
	args := make([]uint32, len(in))
	for n, push := range in {
		args[n] = c.temp(wide)
		if vec {
			narrow[n] = c.temp(wasmbin.V128)
			push()
			w.Set(narrow[n])
		}
	}
	if !vec {
		for n, push := range in {
			push()
			w.Op(wasmbin.F64PromoteF32)
			w.Set(args[n])
		}
		compute(args, false)
		w.Op(wasmbin.F32DemoteF64)
	} else {
		low := c.temp(wasmbin.V128)
		high := c.temp(wasmbin.V128)
		for half, to := range []uint32{low, high} {
			for n := range in {
				w.Get(narrow[n])
				c.half(half)
				w.Op(wasmbin.F64x2PromoteLowF32x4)
				w.Set(args[n])
			}
			compute(args, true)
			w.Op(wasmbin.F32x4DemoteF64x2Zero)
			w.Set(to)
		}
		w.Get(low)
		w.Get(high)
		w.Shuffle(joinLow)
		c.free(wasmbin.V128, low)
		c.free(wasmbin.V128, high)
	}
	for n := range in {
		c.free(wide, args[n])
		if vec {
			c.free(wasmbin.V128, narrow[n])
		}
	}
}

// wideOne puts a 64-bit float on the stack.
func (c *compiler) wideOne(x float64, vec bool) {
	if vec {
		b := math.Float64bits(x)
		c.w.V128([4]uint32{uint32(b), uint32(b >> 32), uint32(b), uint32(b >> 32)})
	} else {
		c.w.F64(x)
	}
}

// inverseSqrt is 1/sqrt(x) in 64 bits, rounded.
func (c *compiler) inverseSqrt(x func(), vec bool) {
	c.halves([]func(){x}, vec, func(a []uint32, vec bool) {
		c.wideOne(1, vec)
		c.w.Get(a[0])
		c.either(vec, wasmbin.F64x2Sqrt, wasmbin.F64Sqrt)
		c.either(vec, wasmbin.F64x2Div, wasmbin.F64Div)
	})
}

// fma is num.FmaF32: the sum in 64 bits, rounded to odd.
func (c *compiler) fma(x, y, z func(), vec bool) {
	w := c.w
	c.halves([]func(){x, y, z}, vec, func(a []uint32, vec bool) {
		wide := wasmbin.F64
		if vec {
			wide = wasmbin.V128
		}
		add, sub, mul := wasmbin.F64Add, wasmbin.F64Sub, wasmbin.F64Mul
		if vec {
			add, sub, mul = wasmbin.F64x2Add, wasmbin.F64x2Sub, wasmbin.F64x2Mul
		}
		p, s, t, e := c.temp(wide), c.temp(wide), c.temp(wide), c.temp(wide)
		get := func(list ...uint32) {
			for _, x := range list {
				w.Get(x)
			}
		}
		get(a[0], a[1])
		w.Op(mul)
		w.Tee(p)
		get(a[2])
		w.Op(add)
		w.Tee(s)
		get(p)
		w.Op(sub)
		w.Set(t)
		get(p, s, t) // e = (p - (s - t)) + (z - t)
		w.Op(sub)
		w.Op(sub)
		get(a[2], t)
		w.Op(sub)
		w.Op(add)
		w.Set(e)
		// Where e is a number but zero and s even: s+1 or s-1, as bits, by whether the
		// signs of e and s agree.
		if vec {
			step := c.temp(wide)
			get(e)
			c.wideOne(0, true)
			w.Op(wasmbin.F64x2Gt)
			get(s)
			c.wideOne(0, true)
			w.Op(wasmbin.F64x2Gt)
			w.Op(wasmbin.V128Xor) // ones: they differ, which is -1
			w.V128([4]uint32{1, 0, 1, 0})
			w.Op(wasmbin.V128Or) // 1 or -1
			get(e)
			c.wideOne(0, true)
			w.Op(wasmbin.F64x2Ne)
			w.Op(wasmbin.V128And)
			get(e, e)
			w.Op(wasmbin.F64x2Eq)
			w.Op(wasmbin.V128And)
			get(s)
			w.V128([4]uint32{1, 0, 1, 0})
			w.Op(wasmbin.V128And)
			w.V128([4]uint32{})
			w.Op(wasmbin.I64x2Eq)
			w.Op(wasmbin.V128And)
			w.Set(step)
			get(s, step)
			w.Op(wasmbin.I64x2Add)
			c.free(wide, step)
		} else {
			get(s)
			w.Op(wasmbin.I64ReinterpretF64)
			w.I64(1)
			w.I64(-1)
			get(e)
			w.F64(0)
			w.Op(wasmbin.F64Gt)
			get(s)
			w.F64(0)
			w.Op(wasmbin.F64Gt)
			w.Op(wasmbin.I32Eq)
			w.Op(wasmbin.Select)
			w.I64(0)
			get(e)
			w.F64(0)
			w.Op(wasmbin.F64Ne)
			get(e, e)
			w.Op(wasmbin.F64Eq)
			w.Op(wasmbin.I32And)
			get(s)
			w.Op(wasmbin.I64ReinterpretF64)
			w.I64(1)
			w.Op(wasmbin.I64And)
			w.Op(wasmbin.I64Eqz)
			w.Op(wasmbin.I32And)
			w.Op(wasmbin.Select)
			w.Op(wasmbin.I64Add)
			w.Op(wasmbin.F64ReinterpretI64)
		}
		c.free(wide, p)
		c.free(wide, s)
		c.free(wide, t)
		c.free(wide, e)
	})
}

// field compiles the extraction and insertion of bits: offset and count are cut to
// the 32 bits that there are.
func (c *compiler) field(i ssa.InstrID, k int, vec bool) {
	w := c.w
	o := c.f.Op(i)
	offsetAt := 1
	if o == op.Bfi {
		offsetAt = 2
	}
	in := []int32{c.src(i, 0, k)}
	if o == op.Bfi {
		in = append(in, c.src(i, 1, k))
	}
	in = append(in, c.src(i, offsetAt, k), c.src(i, offsetAt+1, k))
	x, y, offset, count := c.temp(wasmbin.I32), c.temp(wasmbin.I32), c.temp(wasmbin.I32), c.temp(wasmbin.I32)
	least := func(a func(), b func()) {
		a()
		b()
		a()
		b()
		w.Op(wasmbin.I32LtU)
		w.Op(wasmbin.Select)
	}
	c.lanewise(vec, in, func() {
		w.Set(count)
		w.Set(offset)
		if o == op.Bfi {
			w.Set(y)
		}
		w.Set(x)
		least(func() { w.Get(offset) }, func() { w.I32(32) })
		w.Set(offset)
		least(func() { w.Get(count) }, func() { w.I32(32); w.Get(offset); w.Op(wasmbin.I32Sub) })
		w.Set(count)
		if o == op.Bfi {
			// mask = count == 0 ? 0 : (-1 >>> (32-count)) << offset
			mask := c.temp(wasmbin.I32)
			w.I32(-1)
			w.I32(32)
			w.Get(count)
			w.Op(wasmbin.I32Sub)
			w.Op(wasmbin.I32ShrU)
			w.Get(offset)
			w.Op(wasmbin.I32Shl)
			w.I32(0)
			w.Get(count)
			w.Op(wasmbin.Select)
			w.Set(mask)
			w.Get(y)
			w.Get(offset)
			w.Op(wasmbin.I32Shl)
			w.Get(mask)
			w.Op(wasmbin.I32And)
			w.Get(x)
			w.Get(mask)
			w.I32(-1)
			w.Op(wasmbin.I32Xor)
			w.Op(wasmbin.I32And)
			w.Op(wasmbin.I32Or)
			c.free(wasmbin.I32, mask)
			return
		}
		// count == 0 ? 0 : x << (32-offset-count) >> (32-count)
		shift := wasmbin.I32ShrU
		if o == op.IBfe {
			shift = wasmbin.I32ShrS
		}
		w.Get(x)
		w.I32(32)
		w.Get(offset)
		w.Op(wasmbin.I32Sub)
		w.Get(count)
		w.Op(wasmbin.I32Sub)
		w.Op(wasmbin.I32Shl)
		w.I32(32)
		w.Get(count)
		w.Op(wasmbin.I32Sub)
		w.Op(shift)
		w.I32(0)
		w.Get(count)
		w.Op(wasmbin.Select)
	})
	for _, t := range []uint32{x, y, offset, count} {
		c.free(wasmbin.I32, t)
	}
}
