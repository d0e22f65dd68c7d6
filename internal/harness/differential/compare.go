package differential

// This file compares results.

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Result is the contents of the buffers of a job after a run, in their order, and then of
// its storage textures.
type Result [][]byte

// Compare describes the first difference of two results of a job, or returns "". Padding
// doesn't count, nor the sign of a zero or the bits of a NaN, nor, in jobs with cubes or
// textures of normalized numbers, differences of rounding.
func (j *Job) Compare(a, b Result) string {
	most := j.tolerance()
	if j.Loose > 0 {
		most = -j.Loose
	}
	for i := range j.Buffers {
		buffer := &j.Buffers[i]
		for at, kind := range buffer.cells {
			if kind == padding && !j.Strict || a[i][at] == b[i][at] {
				continue
			}
			if kind == padding {
				return fmt.Sprintf("buffer %d.%d differs in padding at byte %d: %#02x and %#02x", buffer.Group, buffer.Binding, at, a[i][at], b[i][at])
			}
			for buffer.cells[at] == inside {
				at--
			}
			if same(buffer.cells[at], a[i][at:], b[i][at:], most) {
				continue
			}
			return fmt.Sprintf("buffer %d.%d differs at byte %d: %s and %s", buffer.Group, buffer.Binding, at,
				show(buffer.cells[at], a[i][at:]), show(buffer.cells[at], b[i][at:]))
		}
	}
	return j.compareTextures(a, b)
}

// same reports whether floats that differ in bits are as good as the same; floats of 32
// bits may be that far apart, or if most is less than 0 by that part of their size.
func same(kind cell, a, b []byte, most float32) bool {
	switch kind {
	case float:
		x, y := math.Float32frombits(binary.LittleEndian.Uint32(a)), math.Float32frombits(binary.LittleEndian.Uint32(b))
		if most < 0 {
			scale := max(float32(math.Abs(float64(x))), float32(math.Abs(float64(y))), 1)
			return x == y || x != x || y != y || math.Abs(float64(x-y)) <= float64(-most*scale) || math.IsInf(float64(x), 0) || math.IsInf(float64(y), 0)
		}
		return x == y || x != x && y != y || x-y <= most && y-x <= most
	case half:
		x, y := binary.LittleEndian.Uint16(a), binary.LittleEndian.Uint16(b)
		nan := func(h uint16) bool { return h&0x7fff > 0x7c00 }
		return (x|y)&0x7fff == 0 || nan(x) && nan(y)
	}
	return false
}

func show(kind cell, b []byte) string {
	switch kind {
	case float:
		bits := binary.LittleEndian.Uint32(b)
		return fmt.Sprintf("%v (%#08x)", math.Float32frombits(bits), bits)
	case half:
		return fmt.Sprintf("%#04x", binary.LittleEndian.Uint16(b))
	}
	return fmt.Sprintf("%#08x", binary.LittleEndian.Uint32(b))
}
