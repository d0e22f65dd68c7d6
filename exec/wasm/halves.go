package wasm

// This file compiles 16-bit floats. A component is the number's bits in 32, above which
// there are zeros; the host computes with them, from the tables that the reference engine
// has. In memory of one invocation a number takes a whole word, so that variables that
// have such numbers are twice as long.

import (
	"refract/internal/ir/arith"
	"refract/internal/num"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// isHalf reports whether a value is of 16-bit floats.
func (c *compiler) isHalf(v ssa.Value) bool {
	return v != 0 && c.f.Type(v) != 0 && c.m.Types.ScalarOf(c.f.Type(v)) == ir.F16
}

// hasHalves reports whether a type has 16-bit floats in it.
func hasHalves(m *ir.Module, t ir.TypeID) bool {
	ty := m.Types.At(t)
	switch ty.Kind {
	case ir.TypeStruct:
		for k := range m.Structs[ty.Struct].Members {
			if hasHalves(m, m.Structs[ty.Struct].Members[k].Type) {
				return true
			}
		}
		return false
	case ir.TypeArray:
		return hasHalves(m, ty.Base)
	}
	return ty.Scalar == ir.F16
}

// halfSplits make two results of a component.
var halfSplits = [op.Count]func(x num.F16) (a, b uint32){
	op.FModf: func(x num.F16) (a, b uint32) {
		fract, whole := num.ModfF16(x)
		return uint32(fract), uint32(whole)
	},
	op.FFrexp: func(x num.F16) (a, b uint32) {
		fract, exp := num.FrexpF16(x)
		return uint32(fract), uint32(exp)
	},
}

// halfALU compiles an operation of class ALU that reads or makes 16-bit floats; it reports
// whether it is one that computes.
func (c *compiler) halfALU(i ssa.InstrID, m mask) bool {
	f := c.f
	o := f.Op(i)
	touches := c.isHalf(i)
	for s := range f.NumSrcs(i) {
		touches = touches || c.isHalf(f.Arg(i, s))
	}
	if !touches {
		return false
	}
	switch o {
	case op.Mov, op.Vec, op.Compose, op.Extract, op.Insert, op.BCsel, op.SelectWhole, op.ExtractDynamic, op.InsertDynamic:
		return false
	case op.Bitcast:
		if f.Bits(f.Arg(i, 0)) == f.Bits(i) {
			return false
		}
		c.halvesCast(i, m)
		return true
	}
	switch form := o.Info().IR.Form; {
	case form == op.FormWhole:
		c.halvesWhole(i, m, ir.MathOp(o.Info().IR.Code))
		return true
	case o == op.MatMul || o == op.MatVec || o == op.VecMat:
		c.halvesProduct(i, m)
		return true
	}
	if split := halfSplits[o]; split != nil {
		n := c.d.Count(i) / 2
		number := int32(len(c.hosts))
		c.hosts = append(c.hosts, hostFunc{op: o, own: true, in: 1, out: 2, call: func(in, out []uint32) { out[0], out[1] = split(num.F16(in[0])) }})
		for k := range n {
			c.callNumber(number, []int32{c.src(i, 0, k)}, []int32{c.comp(i, k), c.comp(i, n+k)}, m, false)
		}
		return true
	}
	by := o
	switch o {
	case op.MatAdd:
		by = op.FAdd
	case op.MatSub:
		by = op.FSub
	case op.MatNeg:
		by = op.FNeg
	case op.MatScale:
		by = op.FMul
	case op.MatConvert:
		by = op.F2F
	}
	from, to := f.Bits(f.Arg(i, 0)), f.Bits(i)
	if by != o { // a matrix has no size of its own
		from, to = c.m.Types.ScalarOf(f.Type(f.Arg(i, 0))).Bits(), c.m.Types.ScalarOf(f.Type(i)).Bits()
	}
	if _, ok := op.Fold(by, from, to, [4]uint64{}); !ok {
		c.unsupported(i, "the operation "+o.String()+" on numbers of type f16 in generated code")
		return true
	}
	bools := [4]bool{}
	n := f.NumSrcs(i)
	for s := range n {
		bools[s] = c.m.Types.ScalarOf(f.Type(f.Arg(i, s))) == ir.Bool
	}
	number := int32(len(c.hosts))
	c.hosts = append(c.hosts, hostFunc{op: o, own: true, in: n, out: 1, call: func(in, out []uint32) {
		var a [4]uint64
		for k := range n {
			if a[k] = uint64(in[k]); bools[k] {
				a[k] &= 1
			}
		}
		x, _ := op.Fold(by, from, to, a)
		out[0] = uint32(x)
	}})
	for k := range c.d.Count(i) {
		var in []int32
		for s := range n {
			at := k
			if c.width(i, s) == 1 {
				at = 0
			}
			in = append(in, c.src(i, s, at))
		}
		c.callNumber(number, in, []int32{c.comp(i, k)}, m, false)
	}
	return true
}

// halvesCall calls a function of all components of the sources.
func (c *compiler) halvesCall(i ssa.InstrID, m mask, call func(a [3][]uint64, dst []uint64)) {
	f := c.f
	var in, out []int32
	var begin [4]int
	for s := range f.NumSrcs(i) {
		for k := range c.width(i, s) {
			in = append(in, c.src(i, s, k))
		}
		begin[s+1] = len(in)
	}
	for s := f.NumSrcs(i); s < 3; s++ {
		begin[s+1] = len(in)
	}
	for k := range c.d.Count(i) {
		out = append(out, c.comp(i, k))
	}
	c.hosts = append(c.hosts, hostFunc{op: f.Op(i), own: true, in: len(in), out: len(out), call: func(in, out []uint32) {
		var words, results [hostComps]uint64
		for k, x := range in {
			words[k] = uint64(x)
		}
		var a [3][]uint64
		for s := range a {
			a[s] = words[begin[s]:begin[s+1]]
		}
		call(a, results[:len(out)])
		for k := range out {
			out[k] = uint32(results[k])
		}
	}})
	c.callNumber(int32(len(c.hosts)-1), in, out, m, false)
}

// halvesShape is how many columns and rows a source has.
func (c *compiler) halvesShape(i ssa.InstrID, s int) arith.Shape {
	if t := c.m.Types.At(c.f.Type(c.f.Arg(i, s))); t.Kind == ir.TypeMatrix {
		return arith.Shape{Columns: int(t.Columns), Rows: int(t.Rows)}
	}
	return arith.Shape{Columns: 1, Rows: c.width(i, s)}
}

func (c *compiler) halvesWhole(i ssa.InstrID, m mask, what ir.MathOp) {
	size := c.halvesShape(i, 0)
	arith.Fill()
	c.halvesCall(i, m, func(a [3][]uint64, dst []uint64) { arith.Whole(what, ir.F16, size, dst, a[0], a[1], a[2]) })
}

func (c *compiler) halvesProduct(i ssa.InstrID, m mask) {
	left, right := c.halvesShape(i, 0), c.halvesShape(i, 1)
	if c.f.Op(i) == op.VecMat {
		left = arith.Shape{Columns: left.Rows, Rows: 1}
	}
	arith.Fill()
	c.halvesCall(i, m, func(a [3][]uint64, dst []uint64) { arith.MatMul(ir.F16, left, right, dst, a[0], a[1]) })
}

// halvesCast takes words apart and puts them together.
func (c *compiler) halvesCast(i ssa.InstrID, m mask) {
	w := c.w
	narrow := c.isHalf(i)
	for k := range c.d.Count(i) {
		to := c.comp(i, k)
		vec := c.slots[to].vec
		shift := func(o, scalar wasmbin.Op) {
			w.I32(16)
			c.either(vec, o, scalar)
		}
		if narrow {
			c.push(c.src(i, 0, k/2), vec, false)
			if k&1 == 1 {
				shift(wasmbin.I32x4ShrU, wasmbin.I32ShrU)
			} else {
				c.integer(0xffff, vec)
				c.either(vec, wasmbin.V128And, wasmbin.I32And)
			}
		} else {
			c.push(c.src(i, 0, 2*k+1), vec, false)
			shift(wasmbin.I32x4Shl, wasmbin.I32Shl)
			c.push(c.src(i, 0, 2*k), vec, false)
			c.either(vec, wasmbin.V128Or, wasmbin.I32Or)
			if !vec && c.slots[to].float {
				w.Op(wasmbin.F32ReinterpretI32)
			}
		}
		c.set(to, c.slots[to].float, m)
	}
}

// gatherHalves sets a vector local to the numbers at the lanes' addresses.
func (c *compiler) gatherHalves(at [lanes]uint32, offset, v uint32) {
	w := c.w
	for lane := range lanes {
		if lane > 0 {
			w.Get(v)
		}
		w.Get(at[lane])
		w.Mem(wasmbin.I32Load16U, 1, offset)
		if lane == 0 {
			w.Op(wasmbin.I32x4Splat)
		} else {
			w.Lane(wasmbin.I32x4ReplaceLane, lane)
		}
		w.Set(v)
	}
}
