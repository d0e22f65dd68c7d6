package exec_test

import (
	"errors"
	"testing"

	"refract/exec"
	"refract/ir"
)

// TestHoles reads, filters, gathers and writes texels beside a hole.
func TestHoles(t *testing.T) {
	x, err := exec.NewTexture(exec.TextureDesc{Format: exec.FormatOf(ir.R32Float), Dim: ir.Dim2D, Width: 8, Height: 4, Layers: 2, Levels: 2})
	if err != nil {
		t.Fatal(err)
	}
	for y := range uint32(4) {
		for x0 := range uint32(8) {
			x.Set(0, x0, y, 1, 0, exec.Texel{0x3f800000})
		}
	}
	if err := x.Unmap(exec.Hole{Level: 0, At: [3]uint32{4, 0, 1}, Size: [3]uint32{4, 4, 1}}); err != nil {
		t.Fatal(err)
	}
	v := x.View()
	v.Store(0, 5, 1, 1, 0, exec.Texel{0x3f800000})
	x.Set(0, 6, 1, 1, 0, exec.Texel{0x3f800000})
	for x0 := range uint32(8) {
		texel, ok := v.Load(0, x0, 1, 1, 0)
		if has := x0 < 4; !ok || v.Resident(0, x0, 1, 1) != has || (texel[0] != 0) != has {
			t.Errorf("texel %d is %v, with memory: %v", x0, texel, v.Resident(0, x0, 1, 1))
		}
	}
	if !v.Resident(0, 5, 1, 0) || !v.Resident(1, 1, 1, 1) || !v.Resident(0, 99, 0, 0) {
		t.Error("texels of other layers and levels, and beyond the texture, have memory")
	}
	linear, nearest := exec.NewSampler(exec.Linear, exec.ClampToEdge), exec.NewSampler(exec.Nearest, exec.ClampToEdge)
	linear.Mipmap, linear.Compare = exec.Linear, exec.CompareLess
	border := exec.NewSampler(exec.Linear, exec.ClampToBorder)
	border.Border = exec.OpaqueWhite
	for _, c := range []struct {
		s      *exec.Sampler
		at     float32
		level  float32
		layer  int64
		gather bool
		want   bool
	}{
		{nearest, 3.9, 0, 1, false, true}, {nearest, 4.1, 0, 1, false, false}, {nearest, 4.1, 0, 0, false, true},
		{linear, 3.4, 0, 1, false, true}, {linear, 3.5, 0, 1, false, true}, {linear, 3.6, 0, 1, false, false},
		{linear, 4.6, 1, 1, false, true}, {linear, 4.6, 0.5, 1, false, false},
		{nearest, 3.6, 0, 1, true, false}, {nearest, 3.4, 0, 1, true, true},
		{border, 0.1, 0, 1, false, true},
	} {
		q := exec.SampleQuery{Coordinate: [3]float32{c.at / 8, 0.4}, Level: c.level, Layer: c.layer, Compare: c.s == linear}
		if got := v.SampleResident(c.s, q, c.gather); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	var input *exec.InputError
	for _, h := range []exec.Hole{{Level: 2, Size: [3]uint32{1, 1, 1}}, {Size: [3]uint32{1, 0, 1}}, {At: [3]uint32{8}, Size: [3]uint32{1, 1, 1}},
		{At: [3]uint32{1, 1, 1}, Size: [3]uint32{1, 1, 1<<32 - 1}}, {Level: 1, Size: [3]uint32{5, 1, 1}}} {
		if err := x.Unmap(h); !errors.As(err, &input) {
			t.Errorf("hole %v: %v", h, err)
		}
	}
	if n := len(x.Holes()); n != 1 {
		t.Errorf("%d holes", n)
	}
}
