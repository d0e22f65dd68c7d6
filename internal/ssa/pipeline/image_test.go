package pipeline_test

// This file runs shaders with storage images before and after the passes that change
// what kind of image those are.

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/pass"
)

// runImages runs a shader and returns what is in its buffer and images then.
func runImages(t *testing.T, s *ssa.Shader, textures []exec.TextureDesc, buffer uint32) []byte {
	t.Helper()
	p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r := new(exec.Resources)
	var list []*exec.Texture
	for k, d := range textures {
		if d.Width == 0 {
			continue
		}
		x, err := exec.NewTexture(d)
		if err != nil {
			t.Fatal(err)
		}
		for z := range max(1, x.Layers) {
			for n := range d.Width * d.Height {
				x.Set(0, n%d.Width, n/d.Width, z, 0, exec.Texel{uint64(n*31 + z*7 + uint32(k)), 1, 2, 3})
			}
		}
		list = append(list, x)
		r.Bind(0, uint32(k), x)
	}
	out := exec.NewBuffer(64 * 16)
	r.Bind(0, buffer, out)
	if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, r, exec.RunOptions{MaxSteps: 1 << 20}); err != nil {
		t.Fatal(err)
	}
	data := bytes.Clone(out.Data)
	for _, x := range list {
		for z := range max(1, x.Layers) {
			for n := range x.Width * x.Height {
				data = fmt.Append(data, x.At(0, n%x.Width, n/x.Width, z, 0))
			}
		}
	}
	return data
}

// TestImageLowering compares what shaders compute and write to images before and after.
func TestImageLowering(t *testing.T) {
	uints, ints, colour := exec.FormatOf(ir.R32Uint), exec.FormatOf(ir.R32Sint), exec.FormatOf(ir.Rgba8Unorm)
	for _, c := range []struct {
		file     string
		p        *pass.Pass
		textures []exec.TextureDesc
		buffer   uint32
	}{
		{"image-cubes", lower.ImageCubes, []exec.TextureDesc{{Dim: ir.Dim2D, Format: uints, Width: 8, Height: 8, Layers: 6}, {Dim: ir.Dim2D, Format: uints, Width: 8, Height: 8, Layers: 12}}, 2},
		{"readonly-images", lower.ReadOnlyImages, []exec.TextureDesc{{}, {Dim: ir.Dim2D, Format: colour, Width: 6, Height: 5},
			{Dim: ir.Dim2D, Format: ints, Width: 4, Height: 4, Layers: 5}, {Dim: ir.Dim2D, Format: uints, Width: 8, Height: 8}}, 0},
		{"readonly-images-edge", lower.ReadOnlyImages, []exec.TextureDesc{{}, {Dim: ir.Dim2D, Format: colour, Width: 6, Height: 5}}, 0},
	} {
		t.Run(c.file, func(t *testing.T) {
			a, err := txtar.ParseFile("testdata/" + c.file + ".txtar")
			if err != nil {
				t.Fatal(err)
			}
			s, err := ssa.Parse(c.file, section(a, "before.ssa"))
			if err != nil {
				t.Fatal(err)
			}
			want := runImages(t, s, c.textures, c.buffer)
			if _, err := pipeline.Run(s, pipeline.Of(c.p), pipeline.Options{Verify: true}); err != nil {
				t.Fatal(err)
			}
			if got := runImages(t, s, c.textures, c.buffer); !bytes.Equal(want, got) {
				t.Errorf("results differ:\n%v\n%v", want, got)
			}
			if bytes.Equal(want, make([]byte, len(want))) {
				t.Error("nothing was written")
			}
		})
	}
}
