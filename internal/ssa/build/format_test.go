package build_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"refract/exec"
	"refract/internal/num"
	"refract/internal/ssa/build"
	"refract/internal/ssa/opt"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// folded are the bits of what fn builds of constants.
func folded(t *testing.T, fn func(b *ssa.Builder) ssa.Value) (list []uint32) {
	t.Helper()
	s := ssa.NewShader(ir.NewModule())
	_, f := s.NewFunction("f")
	b := f.Build(f.EndOf(f.FirstBlock()))
	v := fn(&b)
	f.Result = f.Type(v)
	b.Jump(op.Return, ssa.Whole(v))
	if err := ssa.Verify(s); err != nil {
		t.Fatal(err)
	}
	for opt.ConstantFolding.Run(s) || opt.CopyProp.Run(s) {
	}
	v = f.Arg(f.Jump(f.FirstBlock()), 0)
	if !f.IsConst(v) {
		t.Fatalf("%s isn't folded:\n%s", f.Op(v), s)
	}
	for k := range f.Comps(v) {
		list = append(list, uint32(f.ConstBits(v, k)))
	}
	return list
}

func words(b *ssa.Builder, list []uint32) (out []ssa.Value) {
	for _, w := range list {
		out = append(out, b.U32(w))
	}
	return out
}

// texels are interesting words, and random ones.
func texels(r *rand.Rand, n int) (list []uint32) {
	for range n {
		w := r.Uint32()
		switch r.IntN(4) {
		case 0:
			w = []uint32{0, math.MaxUint32, 0x8000_0000, 0x7f80_0000, 0x7fc0_0001, 0x8080_8080, 0x3f80_0000, 1}[r.IntN(8)]
		case 1:
			w = math.Float32bits(float32(r.NormFloat64()))
		}
		list = append(list, w)
	}
	return list
}

// TestChannels compares conversions of formats with those of textures, which packages
// that run shaders read and write.
func TestChannels(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		format   ir.StorageFormat
		channels build.Channels
	}{
		{ir.Rgba8Unorm, build.Channels{Kind: build.Unorm, Bits: [4]uint8{8, 8, 8, 8}}},
		{ir.Rgba8Snorm, build.Channels{Kind: build.Snorm, Bits: [4]uint8{8, 8, 8, 8}}},
		{ir.Rgba8Uint, build.Channels{Kind: build.UintChannel, Bits: [4]uint8{8, 8, 8, 8}}},
		{ir.Rgba8Sint, build.Channels{Kind: build.SintChannel, Bits: [4]uint8{8, 8, 8, 8}}},
		{ir.Rg16Unorm, build.Channels{Kind: build.Unorm, Bits: [4]uint8{16, 16}}},
		{ir.Rgba16Snorm, build.Channels{Kind: build.Snorm, Bits: [4]uint8{16, 16, 16, 16}}},
		{ir.Rg16Float, build.Channels{Kind: build.FloatChannel, Bits: [4]uint8{16, 16}}},
		{ir.Rgba16Uint, build.Channels{Kind: build.UintChannel, Bits: [4]uint8{16, 16, 16, 16}}},
		{ir.Rg32Sint, build.Channels{Kind: build.SintChannel, Bits: [4]uint8{32, 32}}},
		{ir.Rgba32Float, build.Channels{Kind: build.FloatChannel, Bits: [4]uint8{32, 32, 32, 32}}},
		{ir.Rgb10a2Unorm, build.Channels{Kind: build.Unorm, Bits: [4]uint8{10, 10, 10, 2}}},
		{ir.Rgb10a2Uint, build.Channels{Kind: build.UintChannel, Bits: [4]uint8{10, 10, 10, 2}}},
	} {
		t.Run(c.format.String(), func(t *testing.T) {
			f := exec.FormatOf(c.format)
			n := c.channels.Count()
			for range 200 {
				in := texels(r, f.Bytes()/4)
				data := make([]byte, f.Bytes())
				for k, w := range in {
					binary.LittleEndian.PutUint32(data[4*k:], w)
				}
				want := f.Decode(data)
				got := folded(t, func(b *ssa.Builder) ssa.Value { return c.channels.Unpack(b, words(b, in)...) })
				for k := range n {
					if x, y := got[k], uint32(want[k]); x != y && !(isNaN(x) && isNaN(y) && f.Texel() == ir.F32) {
						t.Fatalf("%x unpacks to %x, not %x", in, got, want)
					}
				}
				list := texels(r, n)
				texel := exec.Texel{}
				for k := range list {
					texel[k] = uint64(list[k])
				}
				f.Encode(data, texel)
				for word := range f.Bytes() / 4 {
					w := binary.LittleEndian.Uint32(data[4*word:])
					got := folded(t, func(b *ssa.Builder) ssa.Value {
						ty := ir.VectorOf(f.Texel(), n)
						bits := make([]uint64, n)
						copy(bits, texel[:n])
						return c.channels.Pack(b, b.Const(ty, bits...))[word]
					})
					if !near(c.channels, got[0], w) && !anyNaN(f, list) {
						t.Fatalf("%x packs to %x, not %x", list, got[0], w)
					}
				}
			}
		})
	}
}

func isNaN(x uint32) bool { return x&0x7fff_ffff > 0x7f80_0000 }

func anyNaN(f exec.Format, list []uint32) bool {
	for _, x := range list {
		if f.Texel() == ir.F32 && isNaN(x) {
			return true
		}
	}
	return false
}

// near allows for the rounding ahead of that to a whole number.
func near(c build.Channels, x, y uint32) bool {
	if x == y {
		return true
	}
	if c.Kind != build.Unorm && c.Kind != build.Snorm {
		return false
	}
	at := uint32(0)
	for _, bits := range c.Bits {
		mask := uint32(1)<<bits - 1
		if d := (x>>at&mask - y>>at&mask) & mask; d > 1 && d != mask {
			return false
		}
		if at += uint32(bits); at >= 32 {
			break
		}
	}
	return true
}

// TestPackedFormats compares formats of small floats, and the sRGB curve.
func TestPackedFormats(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	vec3 := func(b *ssa.Builder, list []uint32) ssa.Value {
		return b.Const(ir.VectorOf(ir.F32, 3), uint64(list[0]), uint64(list[1]), uint64(list[2]))
	}
	floats := func(list []uint32) (out [3]float32) {
		for k := range out {
			out[k] = math.Float32frombits(list[k])
		}
		return out
	}
	same := func(got []uint32, want [3]float32) bool {
		for k := range want {
			if w := math.Float32bits(want[k]); got[k] != w && !(isNaN(got[k]) && isNaN(w)) {
				return false
			}
		}
		return true
	}
	for range 1000 {
		w := texels(r, 1)[0]
		if got := folded(t, func(b *ssa.Builder) ssa.Value { return build.UnpackRG11B10(b, b.U32(w)) }); !same(got, num.UnpackRG11B10Ufloat(w)) {
			t.Fatalf("rg11b10 %x: %x", w, got)
		}
		if got := folded(t, func(b *ssa.Builder) ssa.Value { return build.UnpackRGB9E5(b, b.U32(w)) }); !same(got, num.UnpackRGB9E5Ufloat(w)) {
			t.Fatalf("rgb9e5 %x: %x", w, got)
		}
		list := texels(r, 3)
		if r.IntN(3) == 0 {
			for k := range list {
				list[k] = math.Float32bits(float32(math.Ldexp(r.Float64(), r.IntN(40)-24)))
			}
		}
		if got, want := folded(t, func(b *ssa.Builder) ssa.Value { return build.PackRG11B10(b, vec3(b, list)) })[0], num.PackRG11B10Ufloat(floats(list)); got != want {
			t.Fatalf("rg11b10 of %v: %x, not %x", floats(list), got, want)
		}
		if got, want := folded(t, func(b *ssa.Builder) ssa.Value { return build.PackRGB9E5(b, vec3(b, list)) })[0], num.PackRGB9E5Ufloat(floats(list)); got != want {
			t.Fatalf("rgb9e5 of %v: %x, not %x", floats(list), got, want)
		}
		x := r.Float32()
		srgb := value(t, func(b *ssa.Builder) ssa.Value { return build.SRGBFromLinear(b, scalar(b, float64(x))) })[0]
		if math.Abs(srgb-float64(num.SRGBFromLinear(x))) > 1e-6 {
			t.Fatalf("sRGB of %v: %v", x, srgb)
		}
		if back := value(t, func(b *ssa.Builder) ssa.Value { return build.LinearFromSRGB(b, scalar(b, srgb)) })[0]; math.Abs(back-float64(x)) > 1e-6 {
			t.Fatalf("linear of %v: %v, not %v", srgb, back, x)
		}
	}
}
