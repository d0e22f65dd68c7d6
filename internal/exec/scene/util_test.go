package scene_test

import "math"

func asFloat(bits uint64) float32 { return math.Float32frombits(uint32(bits)) }
