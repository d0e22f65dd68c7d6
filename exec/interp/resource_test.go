package interp_test

import (
	"context"
	"encoding/binary"
	"math"
	"reflect"
	"testing"

	"refract/exec"
	"refract/ir"
)

// TestResources reaches what WGSL lacks: binding arrays, combined textures,
// immediates, uniforms without a block, explicit and row-major layouts, atomics
// on plain memory.
func TestResources(t *testing.T) {
	p := text(t, `
layout #0 stride(16) row_major
struct @Block {
  n : u32
  m : mat2x3<f32> row_major
}
global @out : array<u32> storage(read_write) binding(0, 0) layout(natural)
global @blocks : binding_array<@Block, 2> storage(read_write) binding(0, 1) layout(std140)
global @many : binding_array<image<2d, sampled, u32>> handle binding(0, 2)
global @both : sampled_image<image<2d, sampled, f32>> handle binding(0, 3)
global @push : vec4<u32> immediate layout(natural)
global @loose : mat2x2<f32> uniform layout(#0) default
func @main() {
  %o = access_index @out, 0 : ptr<storage, u32, read_write>
  %b1 = access @blocks, 7u : ptr<storage, @Block, read_write, std140>
  %n = access_index %b1, 0 : ptr<storage, u32, read_write, std140>
  %nv = load %n : u32
  store %o, %nv
  %mp = access_index %b1, 1 : ptr<storage, mat2x3<f32>, read_write, std140>
  %col = access_index %mp, 1 : ptr<storage, vec3<f32>, read_write, std140>
  %colv = load %col : vec3<f32>
  %cz = access_index %colv, 2 : f32
  %czu = as %cz : u32
  %o1 = access_index @out, 1 : ptr<storage, u32, read_write>
  store %o1, %czu
  %old = atomic add %n, 5u : u32
  %img = access @many, 1u : image<2d, sampled, u32>
  %t = image_load %img at zero(vec2<u32>) level 0i : vec4<u32>
  %tx = access_index %t, 0 : u32
  %o2 = access_index @out, 2 : ptr<storage, u32, read_write>
  store %o2, %tx
  %uv = splat 0.5f : vec2<f32>
  %s = image_sample @both at %uv level_zero : vec4<f32>
  %sx = access_index %s, 0 : f32
  %sxu = as %sx : u32
  %o3 = access_index @out, 3 : ptr<storage, u32, read_write>
  store %o3, %sxu
  %pv = load @push : vec4<u32>
  %py = access_index %pv, 1 : u32
  %o4 = access_index @out, 4 : ptr<storage, u32, read_write>
  store %o4, %py
  %lv = load @loose : mat2x2<f32>
  %lc = access_index %lv, 0 : vec2<f32>
  %ly = access_index %lc, 1 : f32
  %lyu = as %ly : u32
  %o5 = access_index @out, 5 : ptr<storage, u32, read_write>
  store %o5, %lyu
}
entry compute @main workgroup(1, 1, 1)
`)
	texture := func(f ir.StorageFormat, texel exec.Texel) *exec.Texture {
		x, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(f), Width: 1, Height: 1})
		if err != nil {
			t.Fatal(err)
		}
		x.Set(0, 0, 0, 0, 0, texel)
		return x
	}
	floats := func(at int, values ...float32) []byte {
		b := make([]byte, at)
		for _, x := range values {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
		return b
	}
	var r exec.Resources
	out := exec.NewBuffer(24)
	block := &exec.Buffer{Data: floats(16, 1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 0, 0)}
	block.Data[0] = 9
	r.Bind(0, 0, out)
	r.Bind(0, 1, exec.Array{exec.NewBuffer(64), block})
	r.Bind(0, 2, exec.Array{texture(ir.R32Uint, exec.Texel{1}), texture(ir.R32Uint, exec.Texel{77})})
	r.Bind(0, 3, exec.Combined{Texture: texture(ir.R32Float, exec.Texel{uint64(math.Float32bits(12))}).View(), Sampler: exec.NewSampler(exec.Linear, exec.Repeat)})
	r.Immediate = []byte{1, 0, 0, 0, 33, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0}
	r.BindName("loose", &exec.Buffer{Data: floats(0, 1, 2, 0, 0, 55, 4, 0, 0)})
	if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if got, want := words(out), []uint32{9, 6, 77, 12, 33, 55}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if block.Data[0] != 14 {
		t.Errorf("the atomic left %d", block.Data[0])
	}
}
