package raster_test

import (
	"encoding/binary"
	"math"

	"refract/ir"
)

const dim2D = ir.Dim2D

// floats are the bytes of numbers.
func floats(list ...float32) (b []byte) {
	for _, x := range list {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
