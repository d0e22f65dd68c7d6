package num

import (
	"math"
	"math/rand/v2"
	"testing"
)

// operandsF32 are 1024 operands of moderate size.
var operandsF32 = func() (v [1024]float32) {
	r := rand.New(rand.NewPCG(19, 19))
	for i := range v {
		v[i] = float32(r.Float64() * 10)
	}
	return v
}()

var sinkF32 float32
var sinkU32 uint32

func BenchmarkF32(b *testing.B) {
	for _, f := range unary {
		b.Run(f.name, func(b *testing.B) {
			for i := range b.N {
				sinkF32 = f.f32(operandsF32[i&1023])
			}
		})
	}
	for _, f := range []struct {
		name string
		f    func(x, y float32) float32
	}{
		{"add", AddF32}, {"mul", MulF32}, {"div", DivF32}, {"rem", RemF32}, {"pow", PowF32}, {"atan2", Atan2F32}, {"min", MinF32},
		{"fma", func(x, y float32) float32 { return FmaF32(x, y, 1.5) }},
		{"f16 add", func(x, y float32) float32 { return AddF16(F16FromF32(x), F16FromF32(y)).F32() }},
		{"sin of large", func(x, y float32) float32 { return SinF32(float32(x * 1e30)) }},
		{"int32", func(x, y float32) float32 { return float32(IntFromF32[int32](x)) }},
		{"srgb8", func(x, y float32) float32 { return float32(SRGB8FromLinear(x * 0.1)) }},
	} {
		b.Run(f.name, func(b *testing.B) {
			for i := range b.N {
				sinkF32 = f.f(operandsF32[i&1023], operandsF32[(i+7)&1023])
			}
		})
	}
}

func BenchmarkInt(b *testing.B) {
	for _, f := range []struct {
		name string
		f    func(x, y uint32) uint32
	}{
		{"div", Div[uint32]}, {"shl", Shl[uint32]}, {"extract", func(x, y uint32) uint32 { return ExtractBits(x, y&31, 5) }},
		{"insert", func(x, y uint32) uint32 { return InsertBits(x, y, y&31, 5) }},
		{"leading bit", func(x, y uint32) uint32 { return FirstLeadingBit(x) }},
	} {
		b.Run(f.name, func(b *testing.B) {
			for i := range b.N {
				sinkU32 = f.f(math.Float32bits(operandsF32[i&1023]), uint32(i))
			}
		})
	}
}

func BenchmarkLiteral(b *testing.B) {
	for _, text := range []string{"1.0", "3.14159265358979", "1e-7", "0x1.8p3"} {
		b.Run("f32 "+text, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				sinkF32, _ = ParseF32(text)
			}
		})
		b.Run("f16 "+text, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				h, _ := ParseF16(text)
				sinkU32 = uint32(h)
			}
		})
	}
	var buf [64]byte
	b.Run("append f32", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			sinkU32 = uint32(len(AppendF32(buf[:0], operandsF32[i&1023])))
		}
	})
}
