package wasm

// This file writes the colors of fragments to pixels in the memory of the instance: the end of the pipeline for
// targets of four normalized bytes, in generated code. The arithmetic is that of package raster, in floats of
// 64 bits where that rounds to bytes, so that both write the same bits.

import (
	"encoding/binary"
	"math"
	"unsafe"

	"refract/exec"
	"refract/internal/wasmbin"
	"refract/ir"
)

// The target's state lies in the pool. Its fields, by their offsets in bytes:
const (
	mergeMode    = 0  // one of the modes below
	mergeSamples = 4  // 1 or 4
	mergePixels  = 8  // address of the pixels
	mergeQuads   = 12 // address of the quads
	mergeRow     = 16 // bytes of a row
	mergeFactors = 32 // vectors of one float: constant and multiple of each factor, in the order of MergeTarget
	mergeBytes   = mergeFactors + 8*16

	mergeNothing = 0
	mergeStore   = 1
	mergeBlend   = 2
)

// maxMergePixels is how many bytes of pixels an instance has memory for.
const maxMergePixels = 64 * 64 * 4 * 4

// mergeRoom is the memory of a stage for pixels and quads.
const mergeRoom = maxMergePixels + 8*batchSize/lanes

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
func (s *stage) Merge(t exec.MergeTarget, count int) ([]byte, []exec.MergedQuad) {
	row := 4 * t.Width * t.Samples
	if s.i == nil || s.e.mergeAt == 0 || s.options.Shared || count > batchSize || row*t.Height > maxMergePixels || t.Blend && t.Samples != 1 {
		return nil, nil
	}
	quads := s.pixels + maxMergePixels
	d := s.i.memory[s.e.mergeAt:][:mergeBytes]
	mode := uint32(mergeStore)
	if t.Blend {
		mode = mergeBlend
	}
	for k, x := range [...]uint32{mode, uint32(t.Samples), uint32(s.pixels), uint32(quads), uint32(row)} {
		binary.LittleEndian.PutUint32(d[4*k:], x)
	}
	at := mergeFactors
	for _, f := range [...]exec.MergeFactor{t.Color[0], t.Color[1], t.Alpha[0], t.Alpha[1]} {
		for _, x := range [...]float32{f.Constant, f.TimesAlpha} {
			for range lanes {
				binary.LittleEndian.PutUint32(d[at:], math.Float32bits(x))
				at += 4
			}
		}
	}
	return s.i.memory[s.pixels:][:row*t.Height], unsafe.Slice((*exec.MergedQuad)(unsafe.Pointer(&s.i.memory[quads])), count/lanes)
}

// merged compiles the end of the pipeline for a color, or stores its records.
func (c *compiler) merged(color [4]int32, store func()) {
	w := c.w
	for len(c.pool)%16 != 0 {
		c.pool = append(c.pool, 0)
	}
	c.mergeAt = c.poolStart() + uint32(len(c.pool))
	c.pool = append(c.pool, make([]byte, mergeBytes)...)
	g := &mergeCode{wide: wide{w: w}, at: c.mergeAt}
	g.field(wasmbin.I32Load, mergeMode)
	w.If()
	g.place(c)
	for k, comp := range color {
		c.vector(comp)
		g.color[k] = w.Local(wasmbin.V128)
		g.saturated()
		w.Set(g.color[k])
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
	w.Else()
	store()
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
	w.I32(3)
	w.Op(wasmbin.I32Shl)
	g.field(wasmbin.I32Load, mergeQuads)
	w.Op(wasmbin.I32Add)
	w.Tee(quad)
	w.Mem(wasmbin.I32Load, 2, 4)
	w.Set(g.covered)
	w.Get(quad)
	w.Mem(wasmbin.I32Load, 2, 0)
	g.field(wasmbin.I32Load, mergePixels)
	w.Op(wasmbin.I32Add)
	w.Tee(g.pixel)
	g.field(wasmbin.I32Load, mergeRow)
	w.Op(wasmbin.I32Add)
	w.Set(g.second)
	if c.live == 0 {
		return
	}
	// Four bits for each fragment that lives.
	w.Get(c.live)
	w.V128([4]uint32{15, 15 << 4, 15 << 8, 15 << 12})
	w.Op(wasmbin.V128And)
	w.Set(g.packed)
	w.Get(g.covered)
	for lane := range lanes {
		w.Get(g.packed)
		w.Lane(wasmbin.I32x4ExtractLane, lane)
		if lane > 0 {
			w.Op(wasmbin.I32Or)
		}
	}
	w.Op(wasmbin.I32And)
	w.Set(g.covered)
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
	factor := func(n uint32) { // of the source's alpha
		g.field(wasmbin.V128Load, mergeFactors+32*n)
		g.field(wasmbin.V128Load, mergeFactors+32*n+16)
		w.Get(g.color[3])
		w.Op(wasmbin.F32x4Mul)
		w.Op(wasmbin.F32x4Add)
	}
	var factors [4]uint32
	for n := range factors {
		factors[n] = w.Local(wasmbin.V128)
		factor(uint32(n))
		w.Set(factors[n])
	}
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
