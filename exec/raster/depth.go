package raster

// This file makes the depth and stencil tests (Vulkan, "Depth Test", "Stencil
// Test").

import (
	"encoding/binary"
	"math"
	"math/bits"

	"refract/exec"
)

// compare compares x with the stored value.
func compare[T float32 | uint8](c exec.Compare, x, stored T) bool {
	switch c {
	case exec.CompareNever:
		return false
	case exec.CompareLess:
		return x < stored
	case exec.CompareEqual:
		return x == stored
	case exec.CompareLessEqual:
		return x <= stored
	case exec.CompareGreater:
		return x > stored
	case exec.CompareNotEqual:
		return x != stored
	case exec.CompareGreaterEqual:
		return x >= stored
	}
	return true
}

// clampDepth limits a depth to the viewport's range; NaN stays NaN.
func (d *drawing) clampDepth(z float32) float32 {
	if z < d.nearest {
		z = d.nearest
	}
	if z > d.deepest {
		z = d.deepest
	}
	return z + 0 // no negative zero
}

// quickTest makes the depth test for the covered samples of a quad, with depths that are floats and in
// order, writes them, and returns the samples that are left.
func (t *tile) quickTest(tri *triangle, q *quad) coverage {
	d, write := t.d, t.d.pipeline.Depth.Write
	exchanged, orEqual := t.exchanged, t.orEqual
	x, y := float64(q.x)-tri.x, float64(q.y)-tri.y
	slope := &tri.z
	data := d.depth.data[int(q.y)*d.depth.row+4*int(q.x)*d.samples:]
	left := q.mask
	for m := q.mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros16(uint16(m)) & 15
		spot := &t.spots[i]
		z := d.clampDepth(float32(slope.at + float64((x+spot.x)*slope.dx) + float64((y+spot.y)*slope.dy)))
		at := data[spot.depth:][:4]
		low, high := z, math.Float32frombits(binary.LittleEndian.Uint32(at))
		if exchanged {
			low, high = high, low
		}
		switch {
		case !(low < high || orEqual && low == high):
			left &^= 1 << i
		case write:
			binary.LittleEndian.PutUint32(at, math.Float32bits(z))
		}
	}
	return left
}

// A spot is a sample of a quad, by pixel and sample: its place from the quad's corner in pixels, and its offset
// in a depth attachment of floats.
type spot struct {
	x, y  float64
	depth int
}

// findSpots finds the samples of a quad.
func (t *tile) findSpots() {
	d := t.d
	for i := range t.spots {
		p, s := i>>2, i&3
		if s >= len(t.samples) {
			continue
		}
		t.spots[i] = spot{x: float64(p&1) + t.places[s][0], y: float64(p>>1) + t.places[s][1]}
		if d.depth != nil {
			t.spots[i].depth = p>>1*d.depth.row + 4*(p&1*d.samples+s)
		}
	}
}

// quantize is a depth as the attachment holds it.
func (d *drawing) quantize(z float32) float32 {
	if d.depth.format == exec.Depth16Unorm {
		return float32(math.RoundToEven(float64(z)*65535) / 65535)
	}
	return z
}

// stored is the depth of a sample.
func (d *drawing) stored(x, y, s int) float32 {
	b := d.depth.at(x, y, s, d.samples)
	if d.depth.format == exec.Depth16Unorm {
		return float32(float64(binary.LittleEndian.Uint16(b)) / 65535)
	}
	return math.Float32frombits(binary.LittleEndian.Uint32(b))
}

// test makes both tests for a sample, and writes depth and stencil.
func (d *drawing) test(x, y, s int, z float32, front bool) bool {
	var face *StencilFace
	var stencil []byte
	if st := d.pipeline.Stencil; st != nil {
		if face = &st.Front; !front {
			face = &st.Back
		}
		stencil = d.stencil.at(x, y, s, d.samples)
		if !compare(face.Compare, d.draw.StencilReference&st.ReadMask, stencil[0]&st.ReadMask) {
			d.update(stencil, face.Fail)
			return false
		}
	}
	if d.pipeline.Depth != nil {
		z = d.quantize(z)
		if !compare(d.pipeline.Depth.Compare, z, d.stored(x, y, s)) {
			if face != nil {
				d.update(stencil, face.DepthFail)
			}
			return false
		}
		if d.pipeline.Depth.Write {
			b := d.depth.at(x, y, s, d.samples)
			if d.depth.format == exec.Depth16Unorm {
				binary.LittleEndian.PutUint16(b, uint16(math.RoundToEven(float64(z)*65535)))
			} else {
				binary.LittleEndian.PutUint32(b, math.Float32bits(z))
			}
		}
	}
	if face != nil {
		d.update(stencil, face.Pass)
	}
	return true
}

// update changes a stencil value.
func (d *drawing) update(stencil []byte, op StencilOp) {
	old, mask := stencil[0], d.pipeline.Stencil.WriteMask
	v := old
	switch op {
	case StencilZero:
		v = 0
	case StencilReplace:
		v = d.draw.StencilReference
	case StencilInvert:
		v = ^old
	case StencilIncrementClamp:
		if v < 255 {
			v++
		}
	case StencilDecrementClamp:
		if v > 0 {
			v--
		}
	case StencilIncrementWrap:
		v++
	case StencilDecrementWrap:
		v--
	}
	stencil[0] = old&^mask | v&mask
}
