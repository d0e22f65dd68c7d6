package transform_test

// This file runs shaders that read textures, before and after transforms that
// change what is bound.

import (
	"bytes"
	"context"
	"math"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/ir/transform"
	"refract/ir"
)

const imagesShader = `
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var row: texture_1d<f32>;
@group(0) @binding(2) var near: sampler;
@group(0) @binding(3) var smooth_repeat: sampler;
@group(0) @binding(4) var<storage, read_write> out: array<vec4f>;
@compute @workgroup_size(1)
fn main() {
    let at = vec2f(0.3, 1.4);
    out[0] = textureSampleLevel(picture, near, at, 0);
    out[1] = textureSampleLevel(picture, smooth_repeat, at, 0);
    out[2] = textureLoad(picture, vec2u(2, 1), 0);
    out[3] = vec4f(vec2f(textureDimensions(picture)), f32(textureDimensions(row)), 7);
    out[4] = textureLoad(row, 2, 0);
    out[5] = textureSampleLevel(row, smooth_repeat, 1.7, 0);
}`

// TestImagesRun joins textures with samplers, and makes the row a picture of
// height one.
func TestImagesRun(t *testing.T) {
	var sources diag.Sources
	var list diag.List
	m := wgsl.Parse(imagesShader, sources.Add("images", imagesShader), wgsl.Options{}, &list)
	if err := list.Err(&sources); err != nil {
		t.Fatal(err)
	}
	picture := plane(t, exec.Format(ir.Rgba32Float), 4, 2, func(x, y uint32) [4]float32 {
		return [4]float32{float32(x), float32(y), float32(x * y), 1}
	})
	row, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim1D, Format: exec.Format(ir.Rgba32Float), Width: 5})
	if err != nil {
		t.Fatal(err)
	}
	flat := plane(t, exec.Format(ir.Rgba32Float), 5, 1, func(x, _ uint32) [4]float32 { return [4]float32{float32(x * x), 2, 3, 4} })
	for x := range uint32(5) {
		row.Set(0, x, 0, 0, 0, exec.Texel{uint64(math.Float32bits(float32(x * x))), uint64(math.Float32bits(2)),
			uint64(math.Float32bits(3)), uint64(math.Float32bits(4))})
	}
	near, smooth := exec.NewSampler(exec.Nearest, exec.ClampToEdge), exec.NewSampler(exec.Linear, exec.Repeat)
	run := func(m *ir.Module, bind func(r *exec.Resources)) []byte {
		transform.Check(t, "images", m)
		out := exec.NewBuffer(16 * 6)
		var r exec.Resources
		bind(&r)
		r.Bind(0, 4, out)
		p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		return out.Data
	}
	want := run(m, func(r *exec.Resources) {
		r.Bind(0, 0, picture)
		r.Bind(0, 1, row)
		r.Bind(0, 2, near)
		r.Bind(0, 3, smooth)
	})
	if bytes.Equal(want[:16], want[16:32]) {
		t.Fatal("the samplers make no difference")
	}

	raised := m.Clone()
	transform.Images1DTo2D(raised)
	got := run(raised, func(r *exec.Resources) {
		r.Bind(0, 0, picture)
		r.Bind(0, 1, flat)
		r.Bind(0, 2, near)
		r.Bind(0, 3, smooth)
	})
	if !bytes.Equal(got, want) {
		t.Errorf("of height one: %x\nbefore: %x", got, want)
	}

	combined := m.Clone()
	joined, err := transform.CombineSamplers(combined)
	if err != nil || len(joined) != 3 {
		t.Fatal(joined, err)
	}
	got = run(combined, func(r *exec.Resources) {
		for i, c := range joined { // several have the texture's binding: each gets its own
			binding := uint32(10 + i)
			combined.Globals[c.Global].Binding.Binding = binding
			v := exec.Combined{Sampler: near}
			if m.Globals[c.Sampler].Name == "smooth_repeat" {
				v.Sampler = smooth
			}
			v.Texture = picture.View()
			if m.Globals[c.Texture].Name == "row" {
				v.Texture = row.View()
			}
			r.Bind(0, binding, v)
		}
	})
	if !bytes.Equal(got, want) {
		t.Errorf("joined: %x\nbefore: %x", got, want)
	}

	split := transform.SplitSamplers(combined)
	if len(split) != 3 {
		t.Fatal(split)
	}
	got = run(combined, func(r *exec.Resources) {
		for i, s := range split {
			r.Bind(0, combined.Globals[s.Sampler].Binding.Binding, map[bool]*exec.Sampler{false: near, true: smooth}[m.Globals[joined[i].Sampler].Name == "smooth_repeat"])
			view := picture
			if m.Globals[joined[i].Texture].Name == "row" {
				view = row
			}
			r.Bind(0, combined.Globals[s.Texture].Binding.Binding, view)
		}
	})
	if !bytes.Equal(got, want) {
		t.Errorf("apart again: %x\nbefore: %x", got, want)
	}
}
