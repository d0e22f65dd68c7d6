package exec

import (
	"math"
	"math/rand/v2"
	"testing"

	"refract/ir"
)

// TestSampleBytes compares the short way of textures of bytes with that of all.
func TestSampleBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, format := range []Format{Format(ir.Rgba8Unorm), Format(ir.Bgra8Unorm), Rgba8UnormSrgb, Bgra8UnormSrgb} {
		texture, err := NewTexture(TextureDesc{Dim: ir.Dim2D, Format: format, Width: 7, Height: 4, Layers: 3, Levels: 2})
		if err != nil {
			t.Fatal(err)
		}
		for level := range uint32(2) {
			for k := range texture.Level(level) {
				texture.Level(level)[k] = byte(r.Uint32())
			}
		}
		view := &TextureView{Texture: texture, Dim: ir.Dim2D, Arrayed: true, Levels: 2, BaseLayer: 1, Layers: 2}
		for range 4000 {
			s := &Sampler{AddressU: AddressMode(r.IntN(3)), AddressV: AddressMode(r.IntN(3))}
			q := SampleQuery{Coordinate: [3]float32{float32(r.NormFloat64() * 2), float32(r.NormFloat64())}, Layer: int64(r.IntN(4) - 1), Offset: [3]int32{int32(r.IntN(5) - 2), int32(r.IntN(3))}}
			if r.IntN(8) == 0 {
				q.Coordinate[r.IntN(2)] = float32(r.IntN(15)) / 7
			}
			level, near := uint32(r.IntN(2)), r.IntN(3) == 0
			p := view.footprint(s, &q, level, near)
			got := view.sampleBytes(&p, view.bytes8(&q))
			want := view.sampleFootprint(s, &q, &p, near)
			if got != want {
				t.Fatalf("%v of level %d, nearest %v: %x, not %x", q, level, near, got, want)
			}
		}
	}
}

// TestQuick compares quick sampling with that of all textures.
func TestQuick(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, format := range []Format{Format(ir.Rgba8Unorm), Format(ir.Bgra8Unorm), Rgba8UnormSrgb, Bgra8UnormSrgb, Depth32Float} {
		texture, err := NewTexture(TextureDesc{Dim: ir.Dim2D, Format: format, Width: 7, Height: 4, Layers: 3, Levels: 3})
		if err != nil {
			t.Fatal(err)
		}
		depth := format == Depth32Float
		for level := range uint32(3) {
			data := texture.Level(level)
			for k := range data {
				data[k] = byte(r.Uint32())
			}
			for k := 0; k < len(data) && depth; k += 4 {
				format.Encode(data[k:], Texel{f32(float32(r.IntN(5)) / 4)})
			}
		}
		for range 20000 {
			s := &Sampler{AddressU: AddressMode(r.IntN(3)), AddressV: AddressMode(r.IntN(3)), Magnify: Filter(r.IntN(2)), Minify: Filter(r.IntN(2)), Mipmap: Filter(r.IntN(2)),
				LodMin: float32(r.IntN(3)) / 2, LodMax: float32(1 + r.IntN(4))}
			if depth {
				s.Compare = Compare(1 + r.IntN(8))
			}
			view := &TextureView{Texture: texture, Dim: ir.Dim2D, Levels: uint32(1 + r.IntN(2)), BaseLevel: uint32(r.IntN(2)), BaseLayer: uint32(r.IntN(3)), Layers: 1}
			q := SampleQuery{Coordinate: [3]float32{float32(r.NormFloat64() * 2), float32(r.NormFloat64())}, Offset: [3]int32{int32(r.IntN(5) - 2), int32(r.IntN(3))},
				Level: float32(r.NormFloat64() * 2), Compare: depth, Reference: float32(r.IntN(9)) / 8}
			switch r.IntN(12) {
			case 0:
				q.Coordinate[r.IntN(2)] = float32(r.IntN(15)) / 7
			case 1:
				q.Coordinate[r.IntN(2)] = []float32{float32(math.NaN()), float32(math.Inf(1)), -1e30, 1e9}[r.IntN(4)]
			case 2:
				q.Level = float32(math.NaN())
			case 3, 4, 5: // most are so
				q.Offset, q.Coordinate = [3]int32{}, [3]float32{r.Float32(), r.Float32()}
			}
			p := NewQuick(view, s, depth)
			if p == nil {
				t.Fatal("not quick")
			}
			level := q.Level
			if !p.NeedsLevel() {
				level = 77
			}
			want, offset := view.Sample(s, q), [2]int32{q.Offset[0], q.Offset[1]}
			var got Texel
			if depth {
				one := uint64(math.Float32bits(p.Compare(q.Coordinate[0], q.Coordinate[1], level, q.Reference, offset)))
				got = Texel{one, one, one, one}
			} else {
				for k, x := range p.Sample(q.Coordinate[0], q.Coordinate[1], level, offset) {
					got[k] = uint64(math.Float32bits(x))
				}
			}
			if got != want {
				t.Fatalf("%v, %+v, %+v: %x, not %x", format, s, q, got, want)
			}
		}
	}
}

// TestQueryLevel: anisotropy makes the level of detail smaller.
func TestQueryLevel(t *testing.T) {
	texture, err := NewTexture(TextureDesc{Dim: ir.Dim2D, Format: Format(ir.Rgba8Unorm), Width: 64, Height: 64, Levels: 7})
	if err != nil {
		t.Fatal(err)
	}
	view := texture.View()
	for _, c := range []struct {
		anisotropy       uint8
		x, y             float32 // texels
		mipmap           Filter
		accessed, detail float32
	}{
		{1, 16, 2, Linear, 4, 4},
		{8, 16, 2, Linear, 1, 1},
		{4, 16, 2, Linear, 2, 2},
		{16, 2, 16, Linear, 1, 1},
		{16, 4, 4, Linear, 2, 2},
		{4, 1024, 8, Linear, 6, 8},
		{8, 24, 4, Nearest, 2, 2},
	} {
		s := NewSampler(Linear, Repeat)
		s.MaxAnisotropy, s.Mipmap = c.anisotropy, c.mipmap
		q := SampleQuery{HasSlopes: true, Ddx: [3]float32{c.x / 64}, Ddy: [3]float32{0, c.y / 64}}
		q.Level = view.LevelOfDetail(q.Ddx, q.Ddy)
		if accessed, detail := view.QueryLevel(s, q); math.Abs(float64(accessed-c.accessed)) > 1e-6 || math.Abs(float64(detail-c.detail)) > 1e-6 {
			t.Errorf("%+v: %v, %v", c, accessed, detail)
		}
	}
}
