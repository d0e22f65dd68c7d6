package exec

import (
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
