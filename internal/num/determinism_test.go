package num

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"
)

// TestSameBitsEverywhere hashes the results of all floating-point functions
// over random operands. The hash must not depend on the architecture, on
// GOAMD64 or on the compiler's choice to fuse products and sums.
func TestSameBitsEverywhere(t *testing.T) {
	const want = 0xa06a585f1e71bae4
	h := fnv.New64a()
	r := rand.New(rand.NewPCG(18, 18))
	for range 3000 {
		x, y, z := sample(r), sample(r), sample(r)
		a, b, c := float32(x), float32(y), float32(z)
		p, q, s := F16FromF64(x), F16FromF64(y), F16FromF64(z)
		for _, f := range unary {
			fmt.Fprintln(h, math.Float64bits(f.f64(x)), math.Float32bits(f.f32(a)), f.f16(p))
		}
		for _, v := range []float64{AddF64(x, y), SubF64(x, y), MulF64(x, y), DivF64(x, y), FmaF64(x, y, z), RemF64(x, y),
			SqrtF64(x), InverseSqrtF64(x), MixF64(x, y, z), SmoothStepF64(x, y, z), DegreesF64(x), RadiansF64(x), FractF64(x), PowF64(x, y), Atan2F64(x, y)} {
			fmt.Fprintln(h, math.Float64bits(v))
		}
		for _, v := range []float32{AddF32(a, b), SubF32(a, b), MulF32(a, b), DivF32(a, b), FmaF32(a, b, c), RemF32(a, b),
			SqrtF32(a), InverseSqrtF32(a), MixF32(a, b, c), SmoothStepF32(a, b, c), DegreesF32(a), RadiansF32(a), FractF32(a), PowF32(a, b), Atan2F32(a, b),
			SRGBFromLinear(a), LinearFromSRGB(a)} {
			fmt.Fprintln(h, math.Float32bits(v))
		}
		fmt.Fprintln(h, AddF16(p, q), SubF16(p, q), MulF16(p, q), DivF16(p, q), FmaF16(p, q, s), RemF16(p, q), SqrtF16(p), InverseSqrtF16(p),
			MixF16(p, q, s), SmoothStepF16(p, q, s), PowF16(p, q), Atan2F16(p, q))
		fmt.Fprintln(h, IntFromF32[int32](a), IntFromF32[uint32](a), IntFromF64[int64](x), IntFromF64[uint64](x), IntFromF16[uint8](p),
			Pack4x8Snorm([4]float32{a, b, c, 0.3}), Pack2x16Unorm([2]float32{a, b}), PackRGB9E5Ufloat([3]float32{a, b, c}), PackRG11B10Ufloat([3]float32{a, b, c}))
	}
	if got := h.Sum64(); got != want {
		t.Errorf("hash %#x, want %#x", got, uint64(want))
	}
}
