package pipeline_test

// This file runs accesses of resources that differ among invocations.

import (
	"bytes"
	"context"
	"math"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// resourceShader reads textures and buffers of several, of its own or under a condition.
const resourceShader = `
enable wgpu_binding_array;
struct B { x: array<u32, 4> }
@group(0) @binding(0) var<storage, read_write> out: array<vec4f, 16>;
@group(0) @binding(1) var t: binding_array<texture_2d<f32>, 4>;
@group(0) @binding(2) var<storage, read_write> b: binding_array<B, 4>;
@group(0) @binding(3) var s: binding_array<sampler, 4>;
@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
  var x = textureLoad(t[i * 7 % 4], vec2u(i % 4, i / 4), 0);
  if i % 3 != 0 {
    x.y += textureSampleLevel(t[i % 3], s[i / 4], vec2f(f32(i) / 3), 0).z;
    b[i % 4].x[i / 4] += i;
    x.w = f32(b[i % 4].x[i / 4]);
  }
  out[i] = x;
}
`

// TestNonUniformAccess compares before and after, by address and by number.
func TestNonUniformAccess(t *testing.T) {
	run := func(s *ssa.Shader) []byte {
		p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var r exec.Resources
		var textures, buffers, samplers exec.Array
		for k := range uint32(4) {
			x, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba32Float), Width: 4, Height: 4})
			if err != nil {
				t.Fatal(err)
			}
			for n := range uint32(16) {
				v := uint64(math.Float32bits(float32(n*5 + k*17)))
				x.Set(0, n%4, n/4, 0, 0, exec.Texel{v, v + 1, v + 2, v + 3})
			}
			textures = append(textures, x)
			buffers = append(buffers, exec.NewBuffer(16))
			samplers = append(samplers, exec.NewSampler(exec.Nearest, []exec.AddressMode{exec.Repeat, exec.ClampToEdge}[k%2]))
		}
		out := exec.NewBuffer(256)
		r.Bind(0, 0, out)
		r.Bind(0, 1, textures)
		r.Bind(0, 2, buffers)
		r.Bind(0, 3, samplers)
		if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{MaxSteps: 1 << 20}); err != nil {
			t.Fatal(err)
		}
		data := bytes.Clone(out.Data)
		for _, b := range buffers {
			data = append(data, b.(*exec.Buffer).Data...)
		}
		return data
	}
	for _, before := range [][]*pass.Pass{nil, {lower.ExplicitBuffers}} {
		s := fromWGSL(t, []byte(resourceShader))
		want := run(s)
		f := s.Funcs[1]
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.DerefArray && s.Module.Types.At(f.Type(f.Arg(i, 0))).Kind == ir.TypeBindingArray ||
					f.Op(i) == op.DerefArray && s.Module.Types.At(s.Module.Types.Pointee(f.Type(f.Arg(i, 0)))).Kind == ir.TypeBindingArray {
					f.SetFlags(i, f.Flags(i)|ir.FlagNonUniform)
				}
			}
		}
		list := append(pipeline.Of(before...), pipeline.Of(lower.NonUniformAccess)...)
		if _, err := pipeline.Run(s, list, pipeline.Options{Verify: true, Establish: true}); err != nil {
			t.Fatal(err)
		}
		loops := bytes.Count(ssa.Print(s), []byte("broadcast_first"))
		if loops < 5 {
			t.Errorf("%d indices became everyone's\n%s", loops, ssa.Print(s))
		}
		if got := run(s); !bytes.Equal(got, want) {
			t.Errorf("% x\nand\n% x\n%s", want, got, ssa.Print(s))
		}
	}
}
