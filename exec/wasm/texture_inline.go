package wasm

// This file has the generated functions that sample two-dimensional textures whose texels lie in the memory
// of the instance (resident.go): four lanes at once, with the arithmetic of exec.Quick and so with its bits.
// A function returns whether it has sampled. If it hasn't, as the texture isn't in memory or a coordinate is
// huge, the caller calls the host.

import (
	"math"

	"refract/internal/wasmbin"
)

// A sampling function finds texture and sampler in a descriptor, which the host fills. Its fields, by their
// offsets in bytes, are vectors of one number; the last one is read first, so that wazero checks bounds once.
const (
	sampleFlags = 0   // one integer of the flags below
	sampleSign  = 16  // the sign bit, if the sides of the comparison are exchanged
	sampleMask  = 32  // ones, or zeros for the nearest texel
	sampleHalf  = 48  // floats of 64 bits: 0.5, or 0 for the nearest texel
	sampleBase  = 64  // the address of the texels, and 2^52
	sampleRow   = 80  // bytes of a row
	sampleAxes  = 96  // of each axis the vectors below
	sampleReady = 224 // one integer, 0: the texture isn't in memory
	sampleBytes = 228 // of the descriptor

	axisSize       = 0  // texels
	axisLast       = 16 // the last of them
	axisReciprocal = 32 // of their number
	axisLimit      = 48 // floats of 32 bits: coordinates are below it
	axisBytes      = 64
)

const (
	sampleRepeat  = 1 << iota // the first axis is repeated
	sampleRepeatV             // the second axis
	sampleOrEqual             // the comparison holds for equal numbers
)

// A sampleKind is a sampling function.
type sampleKind uint8

const (
	sampleColors sampleKind = iota // parameters: coordinates, mask, descriptor; results: four channels
	sampleDepths                   // parameters: coordinates, reference, mask, descriptor; one result
	sampleKinds
)

func (k sampleKind) inputs() int { return 2 + int(k) }

func (k sampleKind) outputs() int {
	if k == sampleDepths {
		return 1
	}
	return 4
}

// sampler is the number of a sampling function, which is made at first use.
func (c *compiler) sampler(kind sampleKind) uint32 {
	if c.samplers[kind] != 0 {
		return c.samplers[kind]
	}
	signature := wasmbin.Signature{Results: make([]wasmbin.Type, 0, 5)}
	for range kind.inputs() + 1 {
		signature.Params = append(signature.Params, wasmbin.V128)
	}
	signature.Params = append(signature.Params, wasmbin.I32)
	for range kind.outputs() {
		signature.Results = append(signature.Results, wasmbin.V128)
	}
	signature.Results = append(signature.Results, wasmbin.I32)
	w := c.module.NewFunc(c.module.AddType(signature))
	n := uint32(kind.inputs())
	s := &samplerCode{wide: wide{w: w}, active: n, descriptor: n + 1, done: w.Local(wasmbin.I32)}
	for range kind.outputs() {
		s.results = append(s.results, w.Local(wasmbin.V128))
	}
	s.write(kind)
	c.kernelFuncs = append(c.kernelFuncs, kernelFunc{Func: w, unnamed: true})
	c.samplers[kind] = uint32(1 + len(c.kernelFuncs))
	return c.samplers[kind]
}

// samplerCode writes a sampling function.
type samplerCode struct {
	wide
	active, descriptor            uint32 // parameters
	results                       []uint32
	done                          uint32 // local: whether it has sampled
	axes                          [2]sampleAxis
	flags                         uint32    // a local, with the flags
	sign, mask, offset, row, base kept      // other fields of the descriptor
	texel                         [4]uint32 // locals: the four texels of each lane
	weight                        [4]kept
}

// A sampleAxis is the coordinate of each lane along an axis: the first and the second texel, and the weight
// of the second.
type sampleAxis struct{ first, second, weight kept }

func (s *samplerCode) write(kind sampleKind) {
	w := s.w
	s.field(wasmbin.I32Load, sampleReady)
	w.If()
	s.limits()
	w.Tee(s.done)
	w.If()
	s.fields()
	for k, x := range s.convert(2) {
		s.along(uint32(k), x)
	}
	s.texels()
	if kind == sampleDepths {
		s.depths()
	} else {
		s.colors()
	}
	w.End()
	w.End()
	for _, local := range s.results {
		w.Get(local)
	}
	w.Get(s.done)
}

// limits makes zeros of huge coordinates, and puts on the stack whether no active lane has one.
func (s *samplerCode) limits() {
	w := s.w
	fine := w.Local(wasmbin.V128)
	w.Get(s.active)
	for axis := range uint32(2) {
		w.Get(axis)
		w.Op(wasmbin.F32x4Abs)
		s.field(wasmbin.V128Load, sampleAxes+axisBytes*axis+axisLimit)
		w.Op(wasmbin.F32x4Lt)
		w.Tee(fine)
		w.Get(axis)
		w.Op(wasmbin.V128And)
		w.Set(axis)
		w.Get(fine)
	}
	w.Op(wasmbin.V128And)
	w.Op(wasmbin.V128AndNot)
	w.Op(wasmbin.V128AnyTrue)
	w.Op(wasmbin.I32Eqz)
}

// field loads a field of the descriptor.
func (s *samplerCode) field(o wasmbin.Op, offset uint32) {
	s.w.Get(s.descriptor)
	s.w.Mem(o, 2, offset)
}

// fields loads the fields that don't belong to an axis.
func (s *samplerCode) fields() {
	s.flags = s.w.Local(wasmbin.I32)
	s.field(wasmbin.I32Load, sampleFlags)
	s.w.Set(s.flags)
	s.sign, s.mask, s.offset = s.vector(sampleSign), s.vector(sampleMask), s.vector(sampleHalf)
	s.row, s.base = s.vector(sampleRow), s.vector(sampleBase)
}

// vector loads a field that is a vector.
func (s *samplerCode) vector(offset uint32) kept {
	local := s.w.Local(wasmbin.V128)
	s.field(wasmbin.V128Load, offset)
	s.w.Set(local)
	return kept{g: &s.wide, local: [2]uint32{local, local}}
}

// set changes a kept value.
func (s *samplerCode) set(k kept, x term) {
	for s.half = range k.local {
		x()
		s.w.Set(k.local[s.half])
	}
	s.half = 0
}

// along finds the texels along an axis.
func (s *samplerCode) along(axis uint32, x kept) {
	w, a := s.w, &s.axes[axis]
	at := sampleAxes + axisBytes*axis
	size, last, reciprocal := s.vector(at+axisSize), s.vector(at+axisLast), s.vector(at+axisReciprocal)
	p := s.let(s.sub(s.mul(x.get, size.get), s.offset.get))
	first := s.let(s.apply(wasmbin.F64x2Floor, p.get))
	a.weight = s.let(s.and(s.sub(p.get, first.get), s.mask.get))
	next := s.let(s.add(first.get, s.number(1)))
	a.first, a.second = s.let(first.get), s.let(next.get)
	w.Get(s.flags)
	w.I32(sampleRepeat << axis)
	w.Op(wasmbin.I32And)
	w.If()
	// The quotient may be rounded up to a whole number, or to below it.
	rest := s.let(s.sub(first.get, s.mul(size.get, s.apply(wasmbin.F64x2Floor, s.mul(first.get, reciprocal.get)))))
	rest = s.let(s.add(rest.get, s.and(size.get, s.apply(wasmbin.F64x2Lt, rest.get, s.number(0)))))
	s.set(a.first, s.sub(rest.get, s.and(size.get, s.apply(wasmbin.F64x2Ge, rest.get, size.get))))
	s.set(a.second, s.and(s.add(a.first.get, s.number(1)), s.apply(wasmbin.F64x2Lt, a.first.get, last.get)))
	w.Else()
	for _, k := range []kept{a.first, a.second} {
		s.set(k, s.apply(wasmbin.F64x2Pmin, s.apply(wasmbin.F64x2Pmax, k.get, s.number(0)), last.get))
	}
	w.End()
}

// texels loads the four texels of each lane. Most lie side by side in each row.
func (s *samplerCode) texels() {
	w := s.w
	u, v := &s.axes[0], &s.axes[1]
	row := func(y kept) kept { return s.let(s.add(s.mul(y.get, s.row.get), s.base.get)) }
	column := func(x kept) kept { return s.let(s.mul(x.get, s.number(4))) }
	places := func(x, y kept) kept { return s.let(s.add(x.get, y.get)) } // in the low bits
	upper, lower, left := row(v.first), row(v.second), column(u.first)
	first := [2]kept{places(left, upper), places(left, lower)}
	for k := range s.texel {
		s.texel[k] = w.Local(wasmbin.V128)
	}
	beside := s.let(s.apply(wasmbin.F64x2Eq, u.second.get, s.add(u.first.get, s.number(1))))
	w.Get(beside.local[0])
	w.Get(beside.local[1])
	w.Op(wasmbin.V128And)
	w.Op(wasmbin.I32x4AllTrue)
	w.If()
	for k, place := range first {
		s.gather(place, s.texel[2*k], s.texel[2*k+1])
	}
	w.Else()
	right := column(u.second)
	second := [2]kept{places(right, upper), places(right, lower)}
	for k := range first {
		s.gather(first[k], s.texel[2*k])
		s.gather(second[k], s.texel[2*k+1])
	}
	w.End()
}

// gather loads words that lie side by side at an address of each lane.
func (s *samplerCode) gather(place kept, to ...uint32) {
	w := s.w
	address := w.Local(wasmbin.I32)
	for lane := range lanes {
		w.Get(place.local[lane/2])
		w.Lane(wasmbin.I32x4ExtractLane, lane%2*2)
		w.Set(address)
		for k := len(to) - 1; k >= 0; k-- { // bounds of the others follow from the last one's
			w.Get(address)
			if lane == 0 {
				w.Mem(wasmbin.V128Load32Zero, 2, uint32(4*k))
			} else {
				w.Get(to[k])
				w.MemLane(wasmbin.V128Load32Lane, 2, uint32(4*k), lane)
			}
			w.Set(to[k])
		}
	}
}

// weights finds the weights of the four texels.
func (s *samplerCode) weights() {
	u, v := s.axes[0].weight, s.axes[1].weight
	left, upper := s.let(s.sub(s.number(1), u.get)), s.let(s.sub(s.number(1), v.get))
	for k, by := range [4][2]kept{{left, upper}, {u, upper}, {left, v}, {u, v}} {
		s.weight[k] = s.let(s.mul(by[0].get, by[1].get))
	}
}

// colors adds up the channels of four texels of bytes.
func (s *samplerCode) colors() {
	w := s.w
	s.weights()
	one := math.Float32bits(255)
	for channel, result := range s.results {
		var sum kept
		for k, texel := range s.texel {
			value := kept{g: &s.wide, local: [2]uint32{w.Local(wasmbin.V128), w.Local(wasmbin.V128)}}
			w.Get(texel)
			if channel > 0 {
				w.I32(int32(8 * channel))
				w.Op(wasmbin.I32x4ShrU)
			}
			if channel < 3 {
				w.V128([4]uint32{255, 255, 255, 255})
				w.Op(wasmbin.V128And)
			}
			w.Op(wasmbin.F32x4ConvertI32x4S)
			w.V128([4]uint32{one, one, one, one})
			w.Op(wasmbin.F32x4Div)
			w.Tee(value.local[0])
			w.High()
			w.Set(value.local[1])
			product := s.mul(s.apply(wasmbin.F64x2PromoteLowF32x4, value.get), s.weight[k].get)
			if k > 0 {
				product = s.add(sum.get, product)
			}
			sum = s.let(product)
		}
		w.Get(s.demoted(sum).local[0])
		w.Set(result)
	}
}

// depths adds up the weights of the texels for which the comparison holds. Most often it holds for none, or
// for all, whose weights have the sum 1.
func (s *samplerCode) depths() {
	w := s.w
	var holds [4]uint32
	reference := w.Local(wasmbin.V128)
	s.sign.get()
	w.Get(2)
	w.Op(wasmbin.V128Xor)
	w.Set(reference)
	for k := range holds {
		holds[k] = w.Local(wasmbin.V128)
	}
	compare := func(o wasmbin.Op) {
		for k, texel := range s.texel {
			w.Get(reference)
			w.Get(texel)
			s.sign.get()
			w.Op(wasmbin.V128Xor)
			w.Op(o)
			w.Set(holds[k])
		}
	}
	w.Get(s.flags)
	w.I32(sampleOrEqual)
	w.Op(wasmbin.I32And)
	w.If()
	compare(wasmbin.F32x4Le)
	w.Else()
	compare(wasmbin.F32x4Lt)
	w.End()
	join := func(o wasmbin.Op) {
		w.Get(holds[0])
		for _, h := range holds[1:] {
			w.Get(h)
			w.Op(o)
		}
	}
	join(wasmbin.V128Or)
	w.Get(s.active)
	w.Op(wasmbin.V128And)
	w.Op(wasmbin.V128AnyTrue)
	w.If()
	one := math.Float32bits(1)
	w.V128([4]uint32{one, one, one, one})
	w.Set(s.results[0])
	w.Get(s.active)
	join(wasmbin.V128And)
	w.Op(wasmbin.V128AndNot)
	w.Op(wasmbin.V128AnyTrue)
	w.If()
	s.weights()
	sum := s.let(func() {
		extend := wasmbin.I64x2ExtendLowI32x4S
		if s.half == 1 {
			extend = wasmbin.I64x2ExtendHighI32x4S
		}
		for k, h := range holds {
			s.weight[k].get()
			w.Get(h)
			w.Op(extend)
			w.Op(wasmbin.V128And)
			if k > 0 {
				w.Op(wasmbin.F64x2Add)
			}
		}
	})
	w.Get(s.demoted(sum).local[0])
	w.Set(s.results[0])
	w.End()
	w.End()
}
