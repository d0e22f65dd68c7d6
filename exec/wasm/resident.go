package wasm

// This file copies textures into the memory of instances, where generated code samples them. Copying takes
// time, and most draws are small: a texture is copied once the host has sampled it often enough.

import (
	"encoding/binary"
	"math"
	"slices"

	"refract/exec"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// maxResident is how many bytes of textures an instance may hold.
const maxResident = 32 << 20

// copiedByCall is how many bytes are copied in the time that a call of the host takes longer than the
// generated code for the same sampling.
const copiedByCall = 1 << 10

// A room is memory of an instance for textures. Its first part is taken.
type room struct {
	at, end uint64
	placed  []placedTexture
}

// A placedTexture is the address of a variable's texture.
type placedTexture struct {
	variable int
	at       uint64
}

// sampledTextures are the textures that generated code of an entry point can sample, as variables, and the
// addresses of descriptors for them.
type sampledTextures struct {
	variables   []int
	descriptors []uint32
}

// A samplingKey is samplings that have a descriptor in common.
type samplingKey struct {
	texture, sampler int
	compare, base    bool // with a reference; at level zero
}

// roomFor is how many bytes the textures of an entry point take in memory, so far as generated code could
// sample them.
func (e *entry) roomFor(r *resources) uint64 {
	var total uint64
	for _, variable := range e.sampled.variables {
		t := r.texture(variable)
		if t.Dim != ir.Dim2D || t.Texture.Format.Bytes() != 4 {
			continue
		}
		w, h, _ := t.Size(0)
		total += roomBytes(4 * uint64(w) * uint64(h))
	}
	if total > maxResident {
		return 0
	}
	return total
}

// roomBytes is the memory for a texture of so many bytes.
func roomBytes(n uint64) uint64 { return (n + 63) &^ 63 }

// reside copies the texture of a sampling into memory if that pays by now, and fills the descriptor.
func (h *host) reside(x *quickSample, slot *quickSlot) {
	i := h.instance
	if i == nil || i.room.at == i.room.end && len(i.room.placed) == 0 {
		return
	}
	f, ok := slot.p.Flat(x.mode == ir.LevelZero)
	if !ok || slot.calls < len(f.Data)/copiedByCall {
		return
	}
	at, ok := i.place(x.texture, &f)
	if !ok {
		return
	}
	x.describe(i.memory[x.descriptor:][:sampleBytes], &f, at)
}

// place copies a texture into the room, unless it is there, and returns its address. It reports false if
// there is too little room.
func (i *instance) place(variable int, f *exec.Flat) (uint64, bool) {
	for _, p := range i.room.placed {
		if p.variable == variable {
			return p.at, true
		}
	}
	at, size := i.room.at, roomBytes(uint64(len(f.Data)))
	if at+size > i.room.end {
		return 0, false
	}
	i.room.at += size
	i.room.placed = append(i.room.placed, placedTexture{variable, at})
	to := i.memory[at:][:len(f.Data)]
	if !f.Swapped {
		copy(to, f.Data)
		return at, true
	}
	for k := 0; k < len(to); k += 4 {
		t := binary.LittleEndian.Uint32(f.Data[k:])
		binary.LittleEndian.PutUint32(to[k:], t&0xff00ff00|t>>16&0xff|t&0xff<<16)
	}
	return at, true
}

// describe fills a descriptor.
func (x *quickSample) describe(d []byte, f *exec.Flat, at uint64) {
	exchanged, orEqual, ordered := f.Compare.Order()
	if (f.Compare != exec.NoCompare) != (x.reference >= 0) || x.reference >= 0 && !ordered {
		return
	}
	var flags, sign uint32
	for axis, repeat := range f.Repeat {
		if repeat {
			flags |= sampleRepeat << axis
		}
	}
	if orEqual {
		flags |= sampleOrEqual
	}
	if exchanged {
		sign = 1 << 31
	}
	half, mask := 0.5, uint64(math.MaxUint64)
	if f.Nearest {
		half, mask = 0, 0
	}
	words := func(at int, x uint32) {
		for k := range lanes {
			binary.LittleEndian.PutUint32(d[at+4*k:], x)
		}
	}
	bits := func(at int, x uint64) {
		binary.LittleEndian.PutUint64(d[at:], x)
		binary.LittleEndian.PutUint64(d[at+8:], x)
	}
	float := func(at int, x float64) { bits(at, math.Float64bits(x)) }
	binary.LittleEndian.PutUint32(d[sampleFlags:], flags)
	words(sampleSign, sign)
	bits(sampleMask, mask)
	float(sampleHalf, half)
	float(sampleBase, float64(at)+1<<52)
	float(sampleRow, float64(4*f.Width))
	for axis, n := range [2]int{f.Width, f.Height} {
		first := sampleAxes + axisBytes*axis
		float(first+axisSize, float64(n))
		float(first+axisLast, float64(n-1))
		float(first+axisReciprocal, 1/float64(n))
		words(first+axisLimit, math.Float32bits(1<<29/float32(n)))
	}
	binary.LittleEndian.PutUint32(d[sampleReady:], 1)
}

// canInline reports whether generated code may sample: without offsets, for lanes whose coordinates differ,
// in a shader that writes no textures.
func (c *compiler) canInline(x *quickSample, in, out []int32) bool {
	if c.foreign || x.offset >= 0 || c.alone() || c.writesTextures {
		return false
	}
	for _, k := range out {
		if !c.slots[k].vec {
			return false
		}
	}
	return true
}

// writesTextures reports whether a shader writes textures, which it may sample, too.
func writesTextures(f *ssa.Function) bool {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if o := f.Op(i); o == op.ImageStore || o == op.ImageAtomic {
				return true
			}
		}
	}
	return false
}

// descriptorOf is the address of the descriptor for a sampling, in the pool.
func (c *compiler) descriptorOf(x *quickSample) uint32 {
	key := samplingKey{x.texture, x.sampler, x.reference >= 0, x.mode == ir.LevelZero}
	if at, ok := c.descriptors[key]; ok {
		return at
	}
	for len(c.pool)%16 != 0 {
		c.pool = append(c.pool, 0)
	}
	at := c.poolStart() + uint32(len(c.pool))
	c.pool = append(c.pool, make([]byte, sampleBytes)...)
	if c.descriptors == nil {
		c.descriptors = map[samplingKey]uint32{}
	}
	c.descriptors[key] = at
	c.sampled.descriptors = append(c.sampled.descriptors, at)
	if !slices.Contains(c.sampled.variables, x.texture) { // few: a shader has few textures
		c.sampled.variables = append(c.sampled.variables, x.texture)
	}
	return at
}

// callSampler calls a sampling function, and the host if that has not sampled.
func (c *compiler) callSampler(x *quickSample, in, out []int32, m mask) {
	w := c.w
	kind, inputs := sampleColors, []int32{in[x.coordinate], in[x.coordinate+1]}
	if x.reference >= 0 {
		kind, inputs = sampleDepths, append(inputs, in[x.reference])
	}
	x.descriptor = c.descriptorOf(x)
	for _, k := range inputs {
		c.vector(k)
	}
	c.pushMask(m)
	w.I32(int32(x.descriptor))
	w.Call(c.sampler(kind))
	w.Op(wasmbin.I32Eqz)
	missed := c.temp(wasmbin.I32)
	w.Set(missed)
	values := make([]uint32, kind.outputs())
	for n := len(values) - 1; n >= 0; n-- {
		values[n] = c.temp(wasmbin.V128)
		w.Set(values[n])
	}
	w.Get(missed)
	w.If()
	c.giveLanes(in, true)
	c.enterHost(int32(x.number), false, m)
	for n, k := range out {
		c.fromScratch(n, &c.slots[k])
		w.Set(values[n%len(values)])
	}
	w.End()
	for n, k := range out {
		w.Get(values[n%len(values)])
		c.set(k, c.slots[k].float, m)
	}
	for _, local := range values {
		c.free(wasmbin.V128, local)
	}
	c.free(wasmbin.I32, missed)
}
