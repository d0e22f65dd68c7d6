package wasm

// This file holds the operations that generated code leaves to the host: it puts the
// sources' lanes into memory, calls, and takes the results from there.

import (
	"math"

	"refract/internal/num"
	"refract/internal/wasmbin"
	"refract/ssa"
	"refract/ssa/op"
)

// A hostFunc computes one lane. Sources and results are bits.
type hostFunc struct {
	op    op.Op
	own   bool   // of one instruction
	reach uint32 // bytes that it looks at; 0: those of the scratch memory
	in    int
	out   int
	call  func(in, out []uint32)
	image func(r *resources, in, out []uint32)          // instead of call: what needs textures
	quick func(h *host, mem []byte, active uint32) bool // for all lanes, if it can; may be nil
}

const (
	hostComps   = 32                        // sources of a call, and results
	hostScratch = 2 * hostComps * 4 * lanes // bytes
	hostResult  = hostComps * 4 * lanes     // where results begin

	hostFuel = -1 // the number of the function that gives more steps
)

// isHostMath reports whether an operation is one that the host computes, by
// component, and whose NaNs are canonical.
func isHostMath(o op.Op) bool {
	switch o {
	case op.FExp, op.FExp2, op.FLog, op.FLog2, op.FSin, op.FCos, op.FTan, op.FAsin, op.FAcos, op.FAtan, op.FSinh, op.FCosh, op.FTanh,
		op.FAsinh, op.FAcosh, op.FAtanh, op.FQuantizeToF16, op.FRem, op.FPow, op.FAtan2, op.FLdexp:
		return true
	}
	return false
}

// foldFunc is an operation on components, as package op folds it.
func foldFunc(o op.Op, n int) hostFunc {
	return hostFunc{op: o, in: n, out: 1, call: func(in, out []uint32) {
		var a [4]uint64
		for k := range n {
			a[k] = uint64(in[k])
		}
		x, ok := op.Fold(o, 32, 32, a)
		if !ok {
			bug("%s isn't folded", o)
		}
		out[0] = uint32(x)
	}}
}

// folds is the number of sources of an operation that Fold computes, or 0.
func folds(o op.Op) int {
	if isHostMath(o) {
		return len(o.Info().Srcs)
	}
	switch o {
	case op.BitReverse, op.FFrexpSig, op.FFrexpExp:
		return 1
	case op.IAddSat, op.ISubSat, op.UAddSat, op.USubSat:
		return 2
	}
	return 0
}

func f32s(in []uint32) (out [4]float32) {
	for k, x := range in {
		out[k] = math.Float32frombits(x)
	}
	return out
}

func putF32s(out []uint32, in []float32) {
	for k, x := range in {
		out[k] = math.Float32bits(x)
	}
}

// packFuncs compute on vectors.
var packFuncs = [op.Count]hostFunc{
	op.PackSnorm4x8:  {in: 4, out: 1, call: func(in, out []uint32) { out[0] = num.Pack4x8Snorm(f32s(in)) }},
	op.PackUnorm4x8:  {in: 4, out: 1, call: func(in, out []uint32) { out[0] = num.Pack4x8Unorm(f32s(in)) }},
	op.PackSnorm2x16: {in: 2, out: 1, call: func(in, out []uint32) { v := f32s(in); out[0] = num.Pack2x16Snorm([2]float32{v[0], v[1]}) }},
	op.PackUnorm2x16: {in: 2, out: 1, call: func(in, out []uint32) { v := f32s(in); out[0] = num.Pack2x16Unorm([2]float32{v[0], v[1]}) }},
	op.PackHalf2x16:  {in: 2, out: 1, call: func(in, out []uint32) { v := f32s(in); out[0] = num.Pack2x16Float([2]float32{v[0], v[1]}) }},
	op.PackI8: {in: 4, out: 1, call: func(in, out []uint32) {
		out[0] = num.Pack4xI8([4]int32{int32(in[0]), int32(in[1]), int32(in[2]), int32(in[3])})
	}},
	op.PackU8: {in: 4, out: 1, call: func(in, out []uint32) { out[0] = num.Pack4xU8([4]uint32(in[:4])) }},
	op.PackI8Clamp: {in: 4, out: 1, call: func(in, out []uint32) {
		out[0] = num.Pack4xI8Clamp([4]int32{int32(in[0]), int32(in[1]), int32(in[2]), int32(in[3])})
	}},
	op.PackU8Clamp:     {in: 4, out: 1, call: func(in, out []uint32) { out[0] = num.Pack4xU8Clamp([4]uint32(in[:4])) }},
	op.UnpackSnorm4x8:  {in: 1, out: 4, call: func(in, out []uint32) { v := num.Unpack4x8Snorm(in[0]); putF32s(out, v[:]) }},
	op.UnpackUnorm4x8:  {in: 1, out: 4, call: func(in, out []uint32) { v := num.Unpack4x8Unorm(in[0]); putF32s(out, v[:]) }},
	op.UnpackSnorm2x16: {in: 1, out: 2, call: func(in, out []uint32) { v := num.Unpack2x16Snorm(in[0]); putF32s(out, v[:]) }},
	op.UnpackUnorm2x16: {in: 1, out: 2, call: func(in, out []uint32) { v := num.Unpack2x16Unorm(in[0]); putF32s(out, v[:]) }},
	op.UnpackHalf2x16:  {in: 1, out: 2, call: func(in, out []uint32) { v := num.Unpack2x16Float(in[0]); putF32s(out, v[:]) }},
	op.UnpackI8: {in: 1, out: 4, call: func(in, out []uint32) {
		for k, x := range num.Unpack4xI8(in[0]) {
			out[k] = uint32(x)
		}
	}},
	op.UnpackU8: {in: 1, out: 4, call: func(in, out []uint32) {
		for k, x := range num.Unpack4xU8(in[0]) {
			out[k] = x
		}
	}},
	op.SDot4x8: {in: 2, out: 1, call: func(in, out []uint32) { out[0] = uint32(num.Dot4I8Packed(in[0], in[1])) }},
	op.UDot4x8: {in: 2, out: 1, call: func(in, out []uint32) { out[0] = num.Dot4U8Packed(in[0], in[1]) }},
}

// splitFuncs make two results of a component.
var splitFuncs = [op.Count]hostFunc{
	op.FModf: {in: 1, out: 2, call: func(in, out []uint32) {
		a, b := num.ModfF32(math.Float32frombits(in[0]))
		out[0], out[1] = math.Float32bits(a), math.Float32bits(b)
	}},
	op.FFrexp: {in: 1, out: 2, call: func(in, out []uint32) {
		a, b := num.FrexpF32(math.Float32frombits(in[0]))
		out[0], out[1] = math.Float32bits(a), uint32(b)
	}},
	op.AddCarry:     {in: 2, out: 2, call: func(in, out []uint32) { out[0], out[1] = num.AddCarry(in[0], in[1]) }},
	op.SubBorrow:    {in: 2, out: 2, call: func(in, out []uint32) { out[0], out[1] = num.SubBorrow(in[0], in[1]) }},
	op.UMulExtended: {in: 2, out: 2, call: func(in, out []uint32) { out[0], out[1] = num.MulExtended(in[0], in[1]) }},
	op.IMulExtended: {in: 2, out: 2, call: func(in, out []uint32) {
		a, b := num.MulExtended(int32(in[0]), int32(in[1]))
		out[0], out[1] = uint32(a), uint32(b)
	}},
}

// hostNumber is the number of a host function.
func (c *compiler) hostNumber(o op.Op, f hostFunc) int32 {
	for k := range c.hosts {
		if c.hosts[k].op == o && !c.hosts[k].own && c.hosts[k].image == nil {
			return int32(k)
		}
	}
	f.op = o
	c.hosts = append(c.hosts, f)
	return int32(len(c.hosts) - 1)
}

// callHost calls a host function on components and sets others.
func (c *compiler) callHost(f hostFunc, o op.Op, in, out []int32, m mask) {
	c.callNumber(c.hostNumber(o, f), in, out, m, false)
}

// callNumber calls a host function by its number, for each active lane if that is
// wanted, or if anything differs between them.
func (c *compiler) callNumber(number int32, in, out []int32, m mask, vec bool) {
	for _, k := range in {
		vec = vec || c.isVec(k)
	}
	for _, k := range out {
		vec = vec || c.slots[k].vec
	}
	c.giveLanes(in, vec)
	c.enterHost(number, !vec, m)
	for n, k := range out {
		c.fromScratch(n, &c.slots[k])
		c.set(k, c.slots[k].float, m)
	}
}

// giveLanes stores the inputs of a call of the host, in all lanes or in one.
func (c *compiler) giveLanes(in []int32, vec bool) {
	w := c.w
	for n, k := range in {
		w.Get(c.region)
		if vec {
			c.vector(k)
			w.Mem(wasmbin.V128Store, 4, c.scratch+16*uint32(n))
		} else {
			c.scalar(k, false)
			w.Mem(wasmbin.I32Store, 2, c.scratch+16*uint32(n))
		}
	}
}

// fromScratch loads a result of a call of the host.
func (c *compiler) fromScratch(n int, x *slot) {
	w := c.w
	at := c.scratch + hostResult + 16*uint32(n)
	w.Get(c.region)
	switch {
	case x.vec:
		w.Mem(wasmbin.V128Load, 4, at)
		c.fromMemory(x)
	case x.float:
		w.Mem(wasmbin.F32Load, 2, at)
	default:
		w.Mem(wasmbin.I32Load, 2, at)
	}
}

// hosted compiles an operation of the host; it reports whether it is one.
func (c *compiler) hosted(i ssa.InstrID, m mask) bool {
	o := c.f.Op(i)
	n := c.d.Count(i)
	if k := folds(o); k > 0 {
		for comp := range n {
			var in []int32
			for s := range k {
				in = append(in, c.src(i, s, comp))
			}
			switch to := c.comp(i, comp); {
			case o == op.FSin || o == op.FCos:
				c.sine(i, comp, m)
			case hasKernel(o):
				c.callKernel(o, in, to, -1, m)
			default:
				c.callHost(foldFunc(o, k), o, in, []int32{to}, m)
			}
		}
		if c.partnerOf[i] != 0 {
			if c.paired == nil {
				c.paired = map[ssa.InstrID]bool{}
			}
			c.paired[i] = true
		}
		return true
	}
	if f := packFuncs[o]; f.call != nil {
		var in, out []int32
		for s := range c.f.NumSrcs(i) {
			for k := range c.width(i, s) {
				in = append(in, c.src(i, s, k))
			}
		}
		for k := range n {
			out = append(out, c.comp(i, k))
		}
		c.callHost(f, o, in, out, m)
		return true
	}
	if f := splitFuncs[o]; f.call != nil {
		each := n / 2
		for k := range each {
			var in []int32
			for s := range f.in {
				in = append(in, c.src(i, s, k))
			}
			c.callHost(f, o, in, []int32{c.comp(i, k), c.comp(i, each+k)}, m)
		}
		return true
	}
	return false
}

// giveHost stores the inputs of a call of the host, words of scratch from a number of vectors on.
func (c *compiler) giveHost(first int, in []int32) {
	w := c.w
	for n, k := range in {
		at := c.scratch + 16*uint32(first+n)
		w.Get(c.region)
		if c.alone() {
			c.scalar(k, false)
			w.Mem(wasmbin.I32Store, 2, at)
		} else {
			c.vector(k)
			w.Mem(wasmbin.V128Store, 4, at)
		}
	}
}

// enterHost calls a function of the host for the active lanes, or for one lane alone.
func (c *compiler) enterHost(number int32, alone bool, m mask) {
	w := c.w
	w.I32(number)
	w.Get(c.region)
	w.I32(int32(c.scratch))
	w.Op(wasmbin.I32Add)
	switch {
	case alone:
		w.I32(1)
	case m.full:
		w.I32(1<<lanes - 1)
	default:
		w.Get(m.local)
		w.Op(wasmbin.I32x4Bitmask)
	}
	w.Call(0)
}
