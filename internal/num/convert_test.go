package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// wgslInt converts by WGSL's words: the value in T closest to trunc(x) that the
// float type, too, represents.
func wgslInt[T Int](x float64, f format) T {
	if x != x {
		return 0
	}
	limit := math.Ldexp(2-math.Ldexp(1, 1-f.precision), f.maxExp)
	x = math.Trunc(max(min(x, limit), -limit))
	v, _ := new(big.Float).SetFloat64(x).Int(nil)
	if fits[T](v) {
		return wrap[T](v)
	}
	if x < 0 {
		return MinInt[T]() // zero or a power of two, unless out of reach
	}
	// The greatest value of T with the precision of f.
	m := toBig(maxInt[T]())
	if drop := m.BitLen() - f.precision; drop > 0 {
		m.Rsh(m, uint(drop)).Lsh(m, uint(drop))
	}
	return wrap[T](m)
}

func testConversions[T Int](t *testing.T) {
	r := rand.New(rand.NewPCG(12, uint64(Width[T]())))
	for i := range 1 << 16 {
		h := F16(i)
		eq(t, "IntFromF16", IntFromF16[T](h), wgslInt[T](h.F64(), binary16), h.F64())
	}
	for i := range 4000 {
		x := math.Ldexp(r.Float64()*2-1, r.IntN(70)-2)
		switch i % 4 {
		case 0:
			x = math.Round(x) + 0.5*float64(r.IntN(3)-1)
		case 1:
			x = float64(maxInt[T]()) + float64(r.IntN(5)-2)*0.5
		case 2:
			x = float64(MinInt[T]()) + float64(r.IntN(5)-2)*0.5
		}
		if s := append(specials(), math.MaxFloat64, -math.MaxFloat64, math.Nextafter(float64(maxInt[T]()), 0), 5e-324); i < len(s) {
			x = s[i]
		}
		eq(t, "IntFromF64", IntFromF64[T](x), wgslInt[T](x, binary64), x)
		y := float32(x)
		eq(t, "IntFromF32", IntFromF32[T](y), wgslInt[T](float64(y), binary32), y)
	}
	for _, v := range operands[T](500) {
		x := new(big.Float).SetInt(toBig(v))
		eq(t, "F32FromInt", float64(F32FromInt(v)), binary32.round(x), v)
		eq(t, "F64FromInt", F64FromInt(v), binary64.round(x), v)
		eq(t, "F16FromInt", F16FromInt(v).F64(), binary16.round(x), v)
	}
}

func TestConvertInt8(t *testing.T)   { testConversions[int8](t) }
func TestConvertInt16(t *testing.T)  { testConversions[int16](t) }
func TestConvertInt32(t *testing.T)  { testConversions[int32](t) }
func TestConvertInt64(t *testing.T)  { testConversions[int64](t) }
func TestConvertUint8(t *testing.T)  { testConversions[uint8](t) }
func TestConvertUint16(t *testing.T) { testConversions[uint16](t) }
func TestConvertUint32(t *testing.T) { testConversions[uint32](t) }
func TestConvertUint64(t *testing.T) { testConversions[uint64](t) }

// TestConvertTable holds the examples of WGSL's section "Floating Point
// Conversion".
func TestConvertTable(t *testing.T) {
	eq(t, "u32", IntFromF32[uint32](3.9), 3)
	eq(t, "u32", IntFromF32[uint32](-1), 0)
	eq(t, "u32", IntFromF32[uint32](1e20), 4294967040)
	eq(t, "i32", IntFromF32[int32](-3.9), -3)
	eq(t, "i32", IntFromF32[int32](1e20), 2147483520)
	eq(t, "i32", IntFromF32[int32](-1e20), math.MinInt32)
	eq(t, "i32", IntFromF16[int32](InfF16), 65504)

	eq(t, "bool", BoolFromF32(float32(math.Copysign(0, -1))), false)
	eq(t, "bool", BoolFromF64(NaNF64()), true)
	eq(t, "bool", BoolFromF16(0x8000), false)
	eq(t, "bool", BoolFromF16(1), true)
	eq(t, "bool", F16FromBool(true).F64()+float64(F32FromBool(true))+F64FromBool(true), 3)
	eq(t, "bool", F16FromBool(false).F64()+float64(F32FromBool(false))+F64FromBool(false), 0)
}
