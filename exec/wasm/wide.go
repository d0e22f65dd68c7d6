package wasm

// This file computes with numbers of 64 bits, which are two components, the low half first.
// Integers are pairs already (pass int64-to-pairs). Sums, products, quotients and square
// roots of floats are computed two lanes at a time; the host folds other operations on
// them, and on integers.

import (
	"sync"

	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/internal/wasmbin"
	"refract/ssa"
	"refract/ssa/op"
)

// widePasses make pairs of integers of 64 bits, and scalars of vectors of floats.
var widePasses = sync.OnceValues(func() (pipeline.Pipeline, error) {
	list, err := pipeline.Parse("matrices-to-columns")
	if err != nil {
		return nil, err
	}
	rest, err := pipeline.Parse("alu-to-scalar, int64-to-pairs, alu-to-scalar, copy-prop, constant-folding, algebraic, cse, copy-prop, dce")
	return append(append(list, pipeline.Of(lower.Float64(lower.Float64Options{Apart: true}))...), rest...), err
})

// hasWide reports whether a shader computes with numbers of 64 bits.
func hasWide(s *ssa.Shader) bool {
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Type(i) != 0 && f.Bits(i) == 64 {
					return true
				}
			}
		}
	}
	return false
}

// isWide reports whether an instruction reads or makes numbers of 64 bits.
func (c *compiler) isWide(i ssa.InstrID) bool {
	f := c.f
	if c.d.Words(i) == 2 {
		return true
	}
	for s := range f.NumSrcs(i) {
		if v := f.Arg(i, s); v != 0 && c.d.Words(v) == 2 {
			return true
		}
	}
	return false
}

// doubles are operations on floats of 64 bits that are one instruction.
var doubles = [op.Count]wasmbin.Op{
	op.FAdd: wasmbin.F64x2Add, op.FSub: wasmbin.F64x2Sub, op.FMul: wasmbin.F64x2Mul, op.FDiv: wasmbin.F64x2Div, op.FSqrt: wasmbin.F64x2Sqrt,
}

// wideALU compiles an operation on numbers of 64 bits, component by component. It reports
// whether it is one that has code.
func (c *compiler) wideALU(i ssa.InstrID, m mask) bool {
	f := c.f
	o := f.Op(i)
	switch o {
	case op.SelectWhole, op.ExtractDynamic, op.InsertDynamic:
		return false // whatever the words are
	}
	out := c.d.Words(i)
	n := c.d.Count(i) / out
	from, to := f.Bits(f.Arg(i, 0)), f.Bits(i)
	rows := o.Info().Srcs
	for s := range f.NumSrcs(i) {
		if w := c.width(i, s) / c.d.Words(f.Arg(i, s)); w != n && w != 1 || rows[min(s, len(rows)-1)].Comps > 1 {
			c.unsupported(i, "the operation "+o.String()+" on numbers of 64 bits in generated code")
			return true
		}
	}
	var wide [4]bool
	if f.NumSrcs(i) > len(wide) {
		c.unsupported(i, "the operation "+o.String()+" on numbers of 64 bits in generated code")
		return true
	}
	var zero [4]uint64
	if _, ok := op.Fold(o, from, to, zero); !ok {
		c.unsupported(i, "the operation "+o.String()+" on numbers of 64 bits in generated code")
		return true
	}
	sources := f.NumSrcs(i)
	words := 0
	for s := range sources {
		wide[s] = c.d.Words(f.Arg(i, s)) == 2
		words += c.d.Words(f.Arg(i, s))
	}
	host := -1
	for k := range n {
		var in, results []int32
		for s := range sources {
			w := c.d.Words(f.Arg(i, s))
			for h := range w {
				in = append(in, c.src(i, s, w*k+h))
			}
		}
		for h := range out {
			results = append(results, c.comp(i, out*k+h))
		}
		if doubles[o] != 0 && from == 64 && to == 64 && c.slots[results[0]].vec && c.slots[results[1]].vec {
			c.double(o, in, results, m)
			continue
		}
		if host < 0 {
			host = len(c.hosts)
			c.hosts = append(c.hosts, wideFold(o, from, to, sources, wide, words, out))
		}
		c.callNumber(int32(host), in, results, m, false)
	}
	return true
}

// wideFold is a function of the host that folds an operation.
func wideFold(o op.Op, from, to, sources int, wide [4]bool, words, out int) hostFunc {
	fromBool := from == 1
	return hostFunc{op: o, own: true, in: words, out: out, call: func(in, results []uint32) {
		var a [4]uint64
		at := 0
		for s := range sources {
			a[s] = uint64(in[at])
			at++
			if wide[s] {
				a[s] |= uint64(in[at]) << 32
				at++
			}
		}
		if fromBool {
			a[0] &= 1 // lanes of ones
		}
		x, ok := op.Fold(o, from, to, a)
		if !ok {
			bug("%s isn't folded", o)
		}
		results[0] = uint32(x)
		if out == 2 {
			results[1] = uint32(x >> 32)
		}
	}}
}

// double compiles an operation on floats of 64 bits, two lanes at a time.
func (c *compiler) double(o op.Op, in, results []int32, m mask) {
	w := c.w
	low := [16]byte{0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23}
	high := [16]byte{8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31}
	var half [2]uint32
	for h, by := range [][16]byte{low, high} {
		half[h] = c.temp(wasmbin.V128)
		for k := 0; k < len(in); k += 2 {
			c.vector(in[k])
			c.vector(in[k+1])
			w.Shuffle(by)
		}
		w.Op(doubles[o])
		// The one NaN.
		w.Set(half[h])
		w.Get(half[h])
		w.V128([4]uint32{0, 0x7FF8_0000, 0, 0x7FF8_0000})
		w.Get(half[h])
		w.Get(half[h])
		w.Op(wasmbin.F64x2Eq)
		w.Op(wasmbin.V128Bitselect)
		w.Set(half[h])
	}
	even := [16]byte{0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27}
	odd := [16]byte{4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31}
	for h, by := range [][16]byte{even, odd} {
		w.Get(half[0])
		w.Get(half[1])
		w.Shuffle(by)
		c.set(results[h], false, m)
	}
	c.free(wasmbin.V128, half[0])
	c.free(wasmbin.V128, half[1])
}
