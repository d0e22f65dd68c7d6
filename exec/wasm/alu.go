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
	if c.halfALU(i, m) {
		return
	}
	switch o {
	case op.Mov, op.Vec, op.Compose, op.Extract, op.Insert, op.Bitcast:
		c.copies(i, m)
		return
	case op.I2I, op.U2U:
		if f.Bits(i) == f.Bits(f.Arg(i, 0)) {
			c.copies(i, m)
			return
		}
	}
	if c.isWide(i) && c.wideALU(i, m) {
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
				if o == op.U2F && c.slots[c.root(c.src(i, 0, k))].most <= math.MaxInt32 {
					w.Op(wasmbin.F32x4ConvertI32x4S) // the other way takes four times as long
				} else {
					w.Op(d.vector)
				}
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

// copies compiles the copies to names of components that have a local.
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
// A scalar float is selected as an integer: wazero 1.12 declares to its register allocator
// that the conditional move of floats sets its destination, not that it may keep it, so
// that under pressure the first value comes out whatever the condition is
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

// lesser and greater compile min and max of the values that two functions put on the stack:
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

// A part is one component of an operation that is being compiled.
type part struct {
	c   *compiler
	i   ssa.InstrID
	k   int
	to  int32 // the component that is set
	vec bool
	m   mask
}

// component compiles one component of an operation; it reports whether it can.
func (c *compiler) component(i ssa.InstrID, k int, m mask) bool {
	to := c.comp(i, k)
	p := &part{c, i, k, to, c.slots[to].vec, m}
	o := c.f.Op(i)
	return p.choice(o) || p.integer(o) || p.bits(o) || p.conversion(o) || p.float(o) || p.rounded(o)
}

// a, b and third are the components of the sources.
func (p *part) a() int32     { return p.c.src(p.i, 0, p.k) }
func (p *part) b() int32     { return p.c.src(p.i, 1, p.k) }
func (p *part) third() int32 { return p.c.src(p.i, 2, p.k) }

// fl puts a component on the stack as a float, when it is called.
func (p *part) fl(x int32) func() { return func() { p.c.push(x, p.vec, true) } }

// in puts a component on the stack as an integer.
func (p *part) in(x int32) { p.c.push(x, p.vec, false) }

// number puts a constant on the stack, when it is called.
func (p *part) number(x float32) func() { return func() { p.c.float(x, p.vec) } }

// out pops the result.
func (p *part) out(float bool) bool { p.c.done(p.i, p.to, float, p.m); return true }

// choice compiles selections, and components chosen by an index.
func (p *part) choice(o op.Op) bool {
	c, f, vec, k, i, m, to := p.c, p.c.f, p.vec, p.k, p.i, p.m, p.to
	switch o {
	case op.BCsel, op.SelectWhole:
		var x, y int32
		if o == op.SelectWhole {
			x, y = c.comp(f.Arg(i, 1), k), c.comp(f.Arg(i, 2), k)
		} else {
			x, y = p.b(), p.third()
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
		return p.out(float)
	case op.ExtractDynamic, op.InsertDynamic:
		c.dynamic(i, k, m)
		return true
	}
	return false
}

// conversion compiles conversions.
func (p *part) conversion(o op.Op) bool {
	c, w, vec := p.c, p.c.w, p.vec
	switch o {
	case op.B2F:
		if vec {
			p.in(p.a())
			c.float(1, true)
			w.Op(wasmbin.V128And)
		} else {
			p.in(p.a())
			w.Op(wasmbin.F32ConvertI32U)
		}
		return p.out(true)
	case op.B2I:
		p.in(p.a())
		c.bit(vec)
		return p.out(false)
	case op.F2B:
		p.fl(p.a())()
		c.float(0, vec)
		c.either(vec, wasmbin.F32x4Ne, wasmbin.F32Ne)
		return p.out(false)
	case op.I2B:
		p.in(p.a())
		c.integer(0, vec)
		c.either(vec, wasmbin.I32x4Ne, wasmbin.I32Ne)
		return p.out(false)
	case op.F2I, op.F2U: // nothing above the greatest number that a float can be
		greatest := float32(2147483520)
		vector, scalar := wasmbin.I32x4TruncSatF32x4S, wasmbin.I32TruncSatF32S
		if o == op.F2U {
			greatest, vector, scalar = 4294967040, wasmbin.I32x4TruncSatF32x4U, wasmbin.I32TruncSatF32U
		}
		c.lesser(p.fl(p.a()), p.number(greatest), vec, false)
		c.either(vec, vector, scalar)
		return p.out(false)
	case op.F2F:
		p.fl(p.a())()
		return p.out(true)
	}
	return false
}
