package wasm

// This file writes the colors of fragments to pixels in the memory of the instance: the end of the pipeline for
// targets of four normalized bytes, and for blending with four floats, in generated code. The arithmetic is that of package raster, in floats of
// 64 bits where that rounds to bytes, so that both write the same bits.

import (
	"encoding/binary"
	"math"

	"refract/exec"
	"refract/internal/num"
	"refract/internal/wasmbin"
	"refract/ir"
)

// The target's state, of a fragment stage's. Its fields, by their offsets in bytes:
const (
	mergeMode    = 0  // one of the modes below
	mergeSamples = 4  // 1 or 4
	mergePixels  = 8  // address of the pixels
	mergeRow     = 12 // bytes of a row
	mergeFactors = 16 // vectors of one float: constant and multiple of each factor, in the order of MergeTarget
	mergeBytes   = mergeFactors + 8*16

	mergeNothing = 0
	mergeStore   = 1
	mergeBlend   = 2
	mergeFloats  = 3 // blend floats
)

// maxMergePixels is how many bytes of pixels an instance has memory for.
const maxMergePixels = 64 * 64 * 4 * 4

// mergedColor finds the components of the result that are the color at location 0, if it is four floats.
func (l *stageLayout) mergedColor() (comps [4]int, ok bool) {
	for k := range l.outputs {
		p := &l.outputs[k]
		if p.Kind != ir.BindLocation || p.Location != 0 || p.BlendSrc != 0 || len(p.Scalars) != 4 || p.Scalars[0] != ir.F32 {
			continue
		}
		found := 0
		for comp, word := range l.out {
			if n := word - p.First; word >= 0 && n >= 0 && n < 4 {
				comps[n] = comp
				found++
			}
		}
		return comps, found == 4
	}
	return comps, false
}

// Merge implements exec.Merger.
func (s *stage) Merge(t exec.MergeTarget, count int) ([]byte, []exec.QuadPlace) {
	row := 4 * t.Width * t.Samples
	if t.Floats {
		row *= 4
	}
	if s.i == nil || !s.e.merges || s.options.Shared || count > batchSize || row*t.Height > maxMergePixels || t.Blend && t.Samples != 1 || t.Floats && !t.Blend {
		return nil, nil
	}
	d := s.i.memory[s.e.fragmentAt+fragmentMerge:][:mergeBytes]
	mode := uint32(mergeStore)
	switch {
	case t.Floats:
		mode = mergeFloats
	case t.Blend:
		mode = mergeBlend
	}
	for k, x := range [...]uint32{mode, uint32(t.Samples), uint32(s.pixels), uint32(row)} {
		binary.LittleEndian.PutUint32(d[4*k:], x)
	}
	at := mergeFactors
	for _, f := range [...]exec.MergeFactor{t.Color[0], t.Color[1], t.Alpha[0], t.Alpha[1]} {
		if f.TimesAlpha != 0 && f.Constant == 0 {
			f.Constant = float32(math.Copysign(0, -1)) // a sum that keeps a negative zero
		}
		for _, x := range [...]float32{f.Constant, f.TimesAlpha} {
			for range lanes {
				binary.LittleEndian.PutUint32(d[at:], math.Float32bits(x))
				at += 4
			}
		}
	}
	return s.i.memory[s.pixels:][:row*t.Height], s.quadPlaces(count)
}

// merged compiles the end of the pipeline for a color, or stores its records.
func (c *compiler) merged(color [4]int32, store func()) {
	w := c.w
	c.merges = true
	g := &mergeCode{wide: wide{w: w}, at: c.fragmentAt + fragmentMerge}
	g.field(wasmbin.I32Load, mergeMode)
	w.If()
	g.place(c)
	for k, comp := range color {
		c.vector(comp)
		g.color[k] = w.Local(wasmbin.V128)
		w.Set(g.color[k])
	}
	g.field(wasmbin.I32Load, mergeMode)
	w.I32(mergeFloats)
	w.Op(wasmbin.I32Eq)
	w.If()
	g.blendFloats()
	w.Else()
	g.bytes()
	w.End()
	w.Else()
	store()
	w.End()
}

// bytes writes colors to normalized bytes.
func (g *mergeCode) bytes() {
	w := g.w
	for _, x := range g.color {
		w.Get(x)
		g.saturated()
		w.Set(x)
	}
	g.field(wasmbin.I32Load, mergeMode)
	w.I32(mergeBlend)
	w.Op(wasmbin.I32Eq)
	w.If()
	g.blend()
	w.End()
	g.pack()
	g.field(wasmbin.I32Load, mergeSamples)
	w.I32(1)
	w.Op(wasmbin.I32Eq)
	w.If()
	g.storePixels()
	w.Else()
	g.storeSamples()
	w.End()
}

// mergeCode writes the end of the pipeline.
type mergeCode struct {
	wide
	at             uint32    // of the state
	color          [4]uint32 // locals: channels
	pixel, covered uint32    // locals: address of the quad's first pixel, the samples to write
	second         uint32    // local: address of the second row
	packed         uint32
}

// field loads a field of the state.
func (g *mergeCode) field(o wasmbin.Op, offset uint32) {
	g.w.I32(0)
	g.w.Mem(o, 2, g.at+offset)
}

// place finds the addresses of the quad's rows, and the samples to write.
func (g *mergeCode) place(c *compiler) {
	w := g.w
	g.pixel, g.second, g.covered, g.packed = c.i32(), c.i32(), c.i32(), w.Local(wasmbin.V128)
	quad := c.i32()
	w.Get(c.first)
	w.I32(quadBytes)
	w.Op(wasmbin.I32Mul)
	c.fragmentField(w, wasmbin.I32Load, fragmentQuads)
	w.Op(wasmbin.I32Add)
	w.Tee(quad)
	w.Mem(wasmbin.I32Load, 2, quadCoverage)
	if c.live != 0 {
		c.liveSamples()
		w.Op(wasmbin.I32And)
	}
	w.Set(g.covered)
	w.Get(quad)
	w.Mem(wasmbin.I32Load, 2, quadOffset)
	g.field(wasmbin.I32Load, mergePixels)
	w.Op(wasmbin.I32Add)
	w.Tee(g.pixel)
	g.field(wasmbin.I32Load, mergeRow)
	w.Op(wasmbin.I32Add)
	w.Set(g.second)
}

// splat puts a float in all lanes on the stack.
func (g *mergeCode) splat(x float32) {
	b := math.Float32bits(x)
	g.w.V128([4]uint32{b, b, b, b})
}

// saturated limits floats on the stack to [0, 1]; NaN becomes 0.
func (g *mergeCode) saturated() {
	w, x := g.w, g.packed
	w.Set(x)
	g.splat(1)
	g.splat(0)
	w.Get(x)
	w.Op(wasmbin.F32x4Pmax)
	w.Op(wasmbin.F32x4Pmin)
}

// blend blends the color with the pixels, which have one sample.
func (g *mergeCode) blend() {
	w := g.w
	old := w.Local(wasmbin.V128)
	g.oldPixels()
	w.Set(old)
	factors := g.factors()
	for k, x := range g.color {
		source, stored := factors[0], factors[1]
		if k == 3 {
			source, stored = factors[2], factors[3]
		}
		w.Get(x)
		w.Get(source)
		w.Op(wasmbin.F32x4Mul)
		w.Get(old)
		w.I32(int32(8 * k))
		w.Op(wasmbin.I32x4ShrU)
		w.V128([4]uint32{255, 255, 255, 255})
		w.Op(wasmbin.V128And)
		w.Op(wasmbin.F32x4ConvertI32x4S)
		g.splat(255)
		w.Op(wasmbin.F32x4Div)
		w.Get(stored)
		w.Op(wasmbin.F32x4Mul)
		w.Op(wasmbin.F32x4Add)
		g.saturated()
		w.Set(x)
	}
}

// factors are locals of the factors, in the order of MergeTarget.
func (g *mergeCode) factors() (out [4]uint32) {
	w := g.w
	for n := range out {
		out[n] = w.Local(wasmbin.V128)
		at := mergeFactors + 32*uint32(n)
		g.field(wasmbin.V128Load, at)
		g.field(wasmbin.V128Load, at+16)
		w.Get(g.color[3])
		w.Op(wasmbin.F32x4Mul)
		g.field(wasmbin.V128Load, at+16) // of an infinite alpha, nothing
		g.splat(0)
		w.Op(wasmbin.F32x4Ne)
		w.Op(wasmbin.V128And)
		w.Op(wasmbin.F32x4Add)
		w.Set(out[n])
	}
	return out
}

// blendFloats blends the color with pixels of four floats, each of one sample. A NaN becomes the canonical one.
func (g *mergeCode) blendFloats() {
	w := g.w
	factors := g.factors()
	for k, x := range g.color {
		w.Get(x)
		w.Get(factors[k/3*2])
		w.Op(wasmbin.F32x4Mul)
		w.Set(x)
	}
	// From channels of four pixels to pixels of four channels, by pairs of channels.
	pair := [2]uint32{w.Local(wasmbin.V128), w.Local(wasmbin.V128)}
	for p := range lanes {
		at, offset := g.pixel, uint32(16*(p&1))
		if p >= 2 {
			at = g.second
		}
		if p&1 == 0 {
			low, high := byte(4*p), byte(4*p+4)
			for k := range pair {
				w.Get(g.color[2*k])
				w.Get(g.color[2*k+1])
				w.Shuffle(words(low, low+16, high, high+16))
				w.Set(pair[k])
			}
		}
		w.Get(g.covered)
		w.I32(15 << (4 * p))
		w.Op(wasmbin.I32And)
		w.If()
		first := byte(8 * (p & 1))
		w.Get(at)
		w.Get(pair[0])
		w.Get(pair[1])
		w.Shuffle(words(first, first+4, first+16, first+20))
		w.Get(at)
		w.Mem(wasmbin.V128Load, 2, offset)
		w.Get(factors[1])
		w.Get(factors[3])
		w.Shuffle(words(byte(4*p), byte(4*p), byte(4*p), byte(16+4*p)))
		w.Op(wasmbin.F32x4Mul)
		w.Op(wasmbin.F32x4Add)
		g.canonical()
		w.Mem(wasmbin.V128Store, 2, offset)
		w.End()
	}
}

// words is a shuffle of words, by their first bytes.
func words(first ...byte) (out [16]byte) {
	for k := range out {
		out[k] = first[k/4] + byte(k%4)
	}
	return out
}

// canonical makes NaNs on the stack the canonical one.
func (g *mergeCode) canonical() {
	w, x := g.w, g.packed
	w.Set(x)
	w.Get(x)
	nan := math.Float32bits(num.NaNF32())
	w.V128([4]uint32{nan, nan, nan, nan})
	w.Get(x)
	w.Get(x)
	w.Op(wasmbin.F32x4Eq)
	w.Op(wasmbin.V128Bitselect)
}

// pack rounds the channels to bytes. The sum of a float below 2^32 and 2^52 has the nearest integer in its low
// bits; a number halfway between two, of which there is one, goes to the even one, 128.
func (g *mergeCode) pack() {
	w := g.w
	var sum kept
	for k, x := range g.color {
		channel := g.let(g.add(g.mul(func() {
			w.Get(x)
			if g.half == 1 {
				w.High()
			}
			w.Op(wasmbin.F64x2PromoteLowF32x4)
		}, g.number(255)), g.number(1<<52)))
		if k > 0 {
			channel = g.let(g.or(sum.get, g.shift(wasmbin.I64x2Shl, channel.get, int32(8*k))))
		}
		sum = channel
	}
	w.Get(sum.local[0])
	w.Get(sum.local[1])
	w.Shuffle(lowWords)
	w.Set(g.packed)
}

// oldPixels puts the pixels of the quad on the stack.
func (g *mergeCode) oldPixels() {
	w := g.w
	w.Get(g.second)
	w.Get(g.pixel)
	w.Mem(wasmbin.V128Load64Zero, 2, 0)
	w.MemLane(wasmbin.V128Load64Lane, 2, 0, 1)
}

// storePixels writes pixels of one sample.
func (g *mergeCode) storePixels() {
	w := g.w
	const all = 0x1111
	w.Get(g.covered)
	w.I32(all)
	w.Op(wasmbin.I32Ne)
	w.If()
	w.Get(g.packed)
	g.oldPixels()
	g.chosen([4]uint32{1, 1 << 4, 1 << 8, 1 << 12})
	w.Op(wasmbin.V128Bitselect)
	w.Set(g.packed)
	w.End()
	for row, at := range [2]uint32{g.pixel, g.second} {
		w.Get(at)
		w.Get(g.packed)
		w.MemLane(wasmbin.V128Store64Lane, 2, 0, row)
	}
}

// chosen puts a mask of the lanes of which a bit is covered on the stack.
func (g *mergeCode) chosen(bits [4]uint32) {
	w := g.w
	w.Get(g.covered)
	w.Op(wasmbin.I32x4Splat)
	w.V128(bits)
	w.Op(wasmbin.V128And)
	w.V128([4]uint32{})
	w.Op(wasmbin.I32x4Ne)
}

// storeSamples writes the four samples of each pixel.
func (g *mergeCode) storeSamples() {
	w := g.w
	color := w.Local(wasmbin.V128)
	for p := range lanes {
		at, offset := g.pixel, uint32(16*(p&1))
		if p >= 2 {
			at = g.second
		}
		w.Get(g.covered)
		w.I32(15 << (4 * p))
		w.Op(wasmbin.I32And)
		w.If()
		w.Get(g.packed)
		w.Lane(wasmbin.I32x4ExtractLane, p)
		w.Op(wasmbin.I32x4Splat)
		w.Set(color)
		w.Get(at)
		w.Get(color)
		w.Get(at)
		w.Mem(wasmbin.V128Load, 2, offset)
		g.chosen([4]uint32{1 << (4 * p), 2 << (4 * p), 4 << (4 * p), 8 << (4 * p)})
		w.Op(wasmbin.V128Bitselect)
		w.Mem(wasmbin.V128Store, 2, offset)
		w.End()
	}
}
