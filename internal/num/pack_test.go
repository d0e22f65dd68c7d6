package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// normInt is floor(0.5 + scale*clamp(x)) over big numbers.
func normInt(x float64, least, scale float64) int64 {
	if x != x {
		return 0
	}
	p := new(big.Float).SetPrec(200).Mul(bf(max(least, min(1, x))), bf(scale))
	p.Add(p, bf(0.5+0x1p40)) // positive, so that truncation is the floor
	v, _ := p.Int64()
	return v - 1<<40
}

func TestNormalized(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	for _, n := range []uint32{2, 8, 10, 16, 24} {
		unorm, snorm := float64(uint32(1)<<n-1), float64(uint32(1)<<(n-1)-1)
		for i := range 20000 {
			x := float32(r.Float64()*2.2 - 1.1)
			switch i % 4 {
			case 0: // at and beside ties
				x = float32((float64(r.IntN(1<<n)) + 0.5) / unorm)
				x = math.Nextafter32(x, float32(r.IntN(3)-1))
			case 1:
				x = float32((float64(r.IntN(1<<n)) + 0.5 - unorm/2) / snorm)
				x = math.Nextafter32(x, float32(r.IntN(3)-1))
			}
			if s := specials(); i < len(s) {
				x = float32(s[i])
			}
			eq(t, "unorm", int64(UnormFromF32(x, n)), normInt(float64(x), 0, unorm), x, n)
			eq(t, "snorm", int64(SnormFromF32(x, n)), normInt(float64(x), -1, snorm), x, n)
		}
		for v := uint32(0); v < 1<<n; v += 1 << max(n, 16) >> 16 {
			u := F32FromUnorm(v, n)
			eq(t, "from unorm", u, float32(binary32.round(bdiv(bf(float64(v)), bf(unorm)))), v, n)
			eq(t, "unorm round trip", UnormFromF32(u, n), v, n)
			s := int32(v<<(32-n)) >> (32 - n)
			want := float32(-1)
			if float64(s) > -snorm {
				want = float32(binary32.round(bdiv(bf(float64(s)), bf(snorm))))
			}
			eq(t, "from snorm", F32FromSnorm(s, n), want, s, n)
			eq(t, "snorm round trip", SnormFromF32(F32FromSnorm(s, n), n), max(s, -int32(snorm)), n)
		}
	}
}

func TestPack(t *testing.T) {
	eq(t, "Pack4x8Snorm", Pack4x8Snorm([4]float32{0, 1, -1, 0.5}), 0x40817f00)
	eq(t, "Pack4x8Unorm", Pack4x8Unorm([4]float32{0, 1, -1, 0.5}), 0x8000ff00)
	eq(t, "Pack2x16Snorm", Pack2x16Snorm([2]float32{-1, 0.5}), 0x40008001)
	eq(t, "Pack2x16Unorm", Pack2x16Unorm([2]float32{2, 0.5}), 0x8000ffff)
	eq(t, "Pack2x16Float", Pack2x16Float([2]float32{1, -2}), 0xc0003c00)
	eq(t, "Pack4xI8", Pack4xI8([4]int32{1, -1, 128, 0x1ff}), 0xff80ff01)
	eq(t, "Pack4xU8", Pack4xU8([4]uint32{1, 255, 256, 0x1ff}), 0xff00ff01)
	eq(t, "Pack4xI8Clamp", Pack4xI8Clamp([4]int32{1, -1, 128, -129}), 0x807fff01)
	eq(t, "Pack4xU8Clamp", Pack4xU8Clamp([4]uint32{1, 255, 256, 0x1ff}), 0xffffff01)
	eq(t, "Unpack4x8Snorm", Unpack4x8Snorm(0x80817f00), [4]float32{0, 1, -1, -1})
	eq(t, "Unpack4x8Unorm", Unpack4x8Unorm(0x33ff00ff), [4]float32{1, 0, 1, 0.2})
	eq(t, "Unpack2x16Snorm", Unpack2x16Snorm(0x80007fff), [2]float32{1, -1})
	eq(t, "Unpack2x16Unorm", Unpack2x16Unorm(0x3333ffff), [2]float32{1, 0.2})
	eq(t, "Unpack2x16Float", Unpack2x16Float(0xc0003c00), [2]float32{1, -2})
	eq(t, "Unpack4xI8", Unpack4xI8(0x807fff01), [4]int32{1, -1, 127, -128})
	eq(t, "Unpack4xU8", Unpack4xU8(0x807fff01), [4]uint32{1, 255, 127, 128})
	eq(t, "Dot4I8Packed", Dot4I8Packed(0x80808080, 0x80808080), 65536)
	eq(t, "Dot4I8Packed", Dot4I8Packed(0x80808080, 0x7f7f7f7f), -65024)
	eq(t, "Dot4U8Packed", Dot4U8Packed(0xffffffff, 0xffffffff), 4*255*255)
}

func TestTexel10(t *testing.T) {
	eq(t, "PackRGB10A2Unorm", PackRGB10A2Unorm([4]float32{1, 0, 0.5, 2}), 0xe00003ff)
	eq(t, "PackRGB10A2Uint", PackRGB10A2Uint([4]uint32{5000, 1, 2, 9}), 0xc02007ff)
	eq(t, "UnpackRGB10A2Uint", UnpackRGB10A2Uint(0xc02007ff), [4]uint32{1023, 1, 2, 3})
	eq(t, "UnpackRGB10A2Unorm", UnpackRGB10A2Unorm(0x400003ff), [4]float32{1, 0, 0, 1.0 / 3})
}

// TestUfloat packs every value of the small floats, every tie and its
// neighbours.
func TestUfloat(t *testing.T) {
	for _, c := range []struct {
		fraction, shift, component uint32
	}{{6, 0, 0}, {6, 11, 1}, {5, 22, 2}} {
		f := format{int(c.fraction) + 1, -14 - int(c.fraction), 15}
		infinity := uint32(31) << c.fraction
		encode := func(x float32) uint32 {
			var v [3]float32
			v[c.component] = x
			return PackRG11B10Ufloat(v) >> c.shift
		}
		for u := range infinity {
			x := UnpackRG11B10Ufloat(u << c.shift)[c.component]
			e, m := int(u>>c.fraction), float64(u&(1<<c.fraction-1))
			want := math.Ldexp(m, f.minExp)
			if e > 0 {
				want = math.Ldexp(m+float64(uint32(1)<<c.fraction), f.minExp+e-1)
			}
			eq(t, "ufloat value", float64(x), want, u)
			eq(t, "ufloat", encode(x), u, x)
			if u+1 == infinity {
				break
			}
			next := UnpackRG11B10Ufloat((u + 1) << c.shift)[c.component]
			tie := x + (next-x)/2
			eq(t, "ufloat tie", encode(tie), u+u&1, tie)
			eq(t, "ufloat below tie", encode(math.Nextafter32(tie, 0)), u, tie)
			eq(t, "ufloat above tie", encode(math.Nextafter32(tie, 1e6)), u+1, tie)
		}
		inf := float32(math.Inf(1))
		eq(t, "ufloat inf", encode(inf), infinity)
		eq(t, "ufloat -inf", encode(-inf), 0)
		eq(t, "ufloat max", encode(math.MaxFloat32), infinity-1)
		eq(t, "ufloat below 2^16", encode(65535), infinity-1)
		eq(t, "ufloat negative", encode(-1), 0)
		eq(t, "ufloat tiny", encode(1e-40), 0)
		eq(t, "ufloat nan", encode(NaNF32()) > infinity, true)
		eq(t, "ufloat unpack nan", math.IsNaN(float64(UnpackRG11B10Ufloat(encode(NaNF32()) << c.shift)[c.component])), true)
	}
}

// TestRGB9E5 compares with the definition in the Vulkan specification, section
// "RGB9E5 Format Conversion", over big numbers.
func TestRGB9E5(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 14))
	for i := range 20000 {
		var v [3]float32
		for j := range v {
			v[j] = float32(math.Ldexp(r.Float64()*1.1-0.1, r.IntN(36)-18))
			if i%3 == 0 {
				v[j] = float32(math.Ldexp(float64(r.IntN(1024))+0.5, r.IntN(30)-24))
			}
		}
		if s := specials(); i < len(s) {
			v = [3]float32{float32(s[i]), 0.5, float32(s[(i+1)%len(s)])}
		}
		greatest := 0.0
		var c [3]float64
		for j, x := range v {
			if x > 0 {
				c[j] = min(float64(x), 65408)
			}
			greatest = max(greatest, c[j])
		}
		e := 0
		if greatest > 0 {
			_, l := math.Frexp(greatest)
			e = max(-16, l-1) + 16
		}
		quantum := func(x float64) uint32 { return uint32(math.Floor(math.Ldexp(x, 24-e) + 0.5)) }
		if quantum(greatest) == 512 {
			e++
		}
		want := quantum(c[0]) | quantum(c[1])<<9 | quantum(c[2])<<18 | uint32(e)<<27
		got := PackRGB9E5Ufloat(v)
		eq(t, "PackRGB9E5Ufloat", got, want, v)
		back := UnpackRGB9E5Ufloat(got)
		for j := range back {
			if d := math.Abs(float64(back[j]) - c[j]); d > math.Ldexp(0.5, e-24) {
				t.Fatalf("%v packs to %v", v, back)
			}
		}
		eq(t, "repacked", PackRGB9E5Ufloat(back), got, v)
	}
	eq(t, "one", PackRGB9E5Ufloat([3]float32{1, 1, 1}), 0x84020100)
}

func TestSRGB(t *testing.T) {
	for i := range 256 {
		x := LinearFromSRGB8(uint8(i))
		eq(t, "sRGB round trip", SRGB8FromLinear(x), uint8(i))
		want := float64(i) / 255 / 12.92
		if v := float64(i) / 255; v > 0.04045 {
			want = math.Pow((v+0.055)/1.055, 2.4)
		}
		if float64(x) < want*(1-0x1p-23) || float64(x) > want*(1+0x1p-23) {
			t.Errorf("LinearFromSRGB8(%d) = %v, want %v", i, x, want)
		}
		if y := LinearFromSRGB(F32FromUnorm(uint32(i), 8)); math.Abs(float64(y-x)) > float64(x)*0x1p-22 {
			t.Errorf("LinearFromSRGB(%d/255) = %v, want %v", i, y, x)
		}
	}
	last := float32(-1)
	for i := range 5000 {
		y := SRGBFromLinear(float32(i-100) / 4800)
		if y < last || y < 0 || y > 1 {
			t.Fatalf("not monotonic at %d: %v after %v", i, y, last)
		}
		last = y
	}
	eq(t, "sRGB NaN", SRGBFromLinear(NaNF32()), 0)
	eq(t, "sRGB NaN", LinearFromSRGB(NaNF32()), 0)
	eq(t, "sRGB one", SRGBFromLinear(1), 1)
	eq(t, "sRGB over", LinearFromSRGB(7), 1)
}
