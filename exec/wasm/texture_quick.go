package wasm

// This file samples the usual textures for all lanes at once.

import (
	"math"
	"unsafe"

	"refract/exec"
	"refract/ir"
)

// A quickSlot is the resources of a sampling, once they were looked up.
type quickSlot struct {
	p     *exec.Quick
	known bool
	calls int // so far, without a copy of the texture in memory
}

// A quickSample is a sampling of a two-dimensional texture. Numbers of absent sources are
// -1.
type quickSample struct {
	texture, sampler   int
	number             int // of the host function
	coordinate, offset int
	level, levelY      int
	reference, slopes  int
	mode               ir.SampleLevel
	intLevel           bool
	out                int
	descriptor         uint32 // address, if generated code may sample; else 0
}

// of is the texture with the sampler, prepared.
func (x *quickSample) of(h *host) *quickSlot {
	if h.quick == nil {
		h.quick = make([]quickSlot, len(h.funcs))
	}
	slot := &h.quick[x.number]
	if !slot.known {
		slot.p, slot.known = exec.NewQuick(h.resources.texture(x.texture), h.resources.sampler(x.sampler), x.reference >= 0), true
	}
	return slot
}

// run samples for the active lanes. It reports false if it can't.
func (x *quickSample) run(h *host, mem []byte, active uint32) bool {
	slot := x.of(h)
	p := slot.p
	if p == nil {
		return false
	}
	if x.descriptor != 0 {
		slot.calls++
		h.reside(x, slot)
	}
	words := (*[hostScratch / 4]uint32)(unsafe.Pointer(&mem[:hostScratch][0]))
	all := words[:]
	for lane := 0; active != 0; lane, active = lane+1, active>>1 {
		if active&1 == 0 {
			continue
		}
		in := all[lane:]
		var level float32
		if p.NeedsLevel() {
			level = x.detail(h, in)
		}
		var offset [2]int32
		if x.offset >= 0 {
			offset = [2]int32{int32(in[lanes*x.offset]), int32(in[lanes*x.offset+lanes])}
		}
		u, v := math.Float32frombits(in[lanes*x.coordinate]), math.Float32frombits(in[lanes*x.coordinate+lanes])
		if x.reference >= 0 {
			one := math.Float32bits(p.Compare(u, v, level, math.Float32frombits(in[lanes*x.reference]), offset))
			for k := range x.out {
				in[hostResult/4+lanes*k] = one
			}
			continue
		}
		t := p.Sample(u, v, level, offset)
		for k := range x.out {
			in[hostResult/4+lanes*k] = math.Float32bits(t[k&3])
		}
	}
	return true
}

// detail is the level of detail.
func (x *quickSample) detail(h *host, in []uint32) float32 {
	float := func(k int) float32 { return math.Float32frombits(in[lanes*k]) }
	of := func(x0, y0 int) float32 {
		return h.resources.texture(x.texture).LevelOfDetail([3]float32{float(x0), float(x0 + 1)}, [3]float32{float(y0), float(y0 + 1)})
	}
	switch x.mode {
	case ir.LevelZero:
		return 0
	case ir.LevelExact:
		if x.intLevel {
			return float32(int32(in[lanes*x.level]))
		}
		return float(x.level)
	case ir.LevelGradient:
		return of(x.level, x.levelY)
	case ir.LevelBias:
		return of(x.slopes, x.slopes+2) + min(max(float(x.level), -16), 15.99)
	}
	return of(x.slopes, x.slopes+2)
}
