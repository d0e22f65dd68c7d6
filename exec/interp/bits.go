package interp

// This file turns bits in slots to Go values and back.

import (
	"math"

	"refract/internal/num"
)

func intBits[T num.Int](x T) uint64 { return uint64(x) & (1<<num.Width[T]() - 1) }

func boolBits(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func f32Of(b uint64) float32   { return math.Float32frombits(uint32(b)) }
func f32Bits(x float32) uint64 { return uint64(math.Float32bits(x)) }
