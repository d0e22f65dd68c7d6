package pipeline_test

// This file runs shaders with textures before and after pass resource-units, in SSA form and as
// modules.

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// withUnits is a shader after the pass, and the module that it becomes; n uses are by unit.
func withUnits(t *testing.T, s *ssa.Shader, n int) []*ssa.Shader {
	t.Helper()
	s = s.Clone()
	if _, err := pipeline.Run(s, pipeline.Of(lower.ResourceUnits), pipeline.Options{Verify: true, Establish: true}); err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.ResourceUnit {
					found++
				}
			}
		}
	}
	if found < n {
		t.Errorf("%d uses of units, not %d\n%s", found, n, s)
	}
	again, err := ssa.Parse("units", ssa.Print(s))
	if err != nil {
		t.Fatal(err)
	}
	m := s.Clone()
	if err := pipeline.ToModule(m); err != nil {
		t.Fatal(err)
	}
	return []*ssa.Shader{s, again, toModuleAndBack(t, m)}
}

// TestTextureUnits runs all cases of operations on textures.
func TestTextureUnits(t *testing.T) {
	text := textureShader
	for _, x := range textureCases {
		if x.same == "" {
			text += "  out[i] += " + x.value + ";\n"
		}
	}
	s := fromWGSL(t, []byte(text+"}\n"))
	want := runTextures(t, s, true)
	for k, form := range withUnits(t, s, 7) {
		if got := runTextures(t, form, true); !slices.Equal(got, want) {
			t.Errorf("form %d differs:\n%s", k, form)
		}
	}
}

// TestTextureArrays runs a shader that takes elements of arrays, known ones and others, also out of bounds.
func TestTextureArrays(t *testing.T) {
	s := fromWGSL(t, []byte(`enable wgpu_binding_array;
@group(0) @binding(0) var<storage, read_write> out: array<vec4f, 64>;
@group(0) @binding(1) var one: texture_2d<f32>;
@group(0) @binding(2) var ts: binding_array<texture_2d<f32>, 3>;
@group(0) @binding(3) var ss: binding_array<sampler, 2>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  let p = vec2f(f32(i % 8), f32(i / 8)) / 5;
  out[i] = textureSampleLevel(ts[i % 7], ss[i / 5 % 2], p, 0) + textureSampleLevel(ts[2], ss[1], p, 0) * 2 + textureLoad(one, vec2u(i % 4, 0), 0);
}
`))
	run := func(s *ssa.Shader) []byte {
		p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r := new(exec.Resources)
		texture := func(k int) *exec.Texture {
			x, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Unorm), Width: 4, Height: 4})
			if err != nil {
				t.Fatal(err)
			}
			for n := range x.Level(0) {
				x.Level(0)[n] = byte(n*7 + k*50)
			}
			return x
		}
		r.Bind(0, 1, texture(0))
		r.Bind(0, 2, exec.Array{texture(1), texture(2), texture(3)})
		r.Bind(0, 3, exec.Array{exec.NewSampler(exec.Nearest, exec.Repeat), exec.NewSampler(exec.Linear, exec.ClampToEdge)})
		out := exec.NewBuffer(64 * 16)
		r.Bind(0, 0, out)
		if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, r, exec.RunOptions{MaxSteps: 1 << 20}); err != nil {
			t.Fatal(err)
		}
		return out.Data
	}
	want := run(s)
	for k, form := range withUnits(t, s, 5) {
		if got := run(form); !bytes.Equal(got, want) {
			t.Errorf("form %d differs:\n%s", k, form)
		}
	}
}
