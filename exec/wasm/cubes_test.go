package wasm_test

import (
	"context"
	"encoding/binary"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/internal/ssa/toir"
	"refract/ir"
	"refract/ssa"
)

// cubes reads texels of faces 3 to 10 of an array of two cubes.
const cubes = `struct @O {
  o : array<u32>
}
var @b : image<cube_array, storage, r32uint, read_write> image(none) binding(0, 0)
var @o : @O ssbo(read_write) binding(0, 1) layout(std430)
func @main($local_invocation_index : u32 builtin(local_invocation_index)) {
  b1:
    %1 = param index=0 : u32
    %2 = const 3 : u32
    %3 = const 1 : i32
    %4 = const 2 : i32
    %5 = const 6 : i32
    %6 = deref_var @o : ptr<storage, @O, read_write, std430>
    %7 = deref_var @b : image<cube_array, storage, r32uint, read_write>
    %8 = deref_struct %6, member=0 : ptr<storage, array<u32>, read_write, std430>
    %9 = deref_array %8, %1 : ptr<storage, u32, read_write, std430>
    %10 = iadd %1, %2 : u32
    %11 = u2u %10 : i32
    %12 = vec %3, %4, %11 : vec3<i32>
    %13 = idiv %11, %5 : i32 !nonzero
    %14 = irem %11, %5 : i32 !nonzero
    %15 = vec %12.xy, %14 : vec3<i32>
    %16 = image_load image: %7, coord: %15, array: %13 : vec4<u32>
    %17 = mov %16.x : u32
    store %9, %17
}
entry compute @main workgroup(8, 1, 1)
`

// TestCubes reads an array of images of cubes: each face of each cube is a layer.
func TestCubes(t *testing.T) {
	s, err := ssa.Parse("cubes", []byte(cubes))
	if err != nil {
		t.Fatal(err)
	}
	m, err := toir.Module(s)
	if err != nil {
		t.Fatal(err)
	}
	texture, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.R32Uint), Width: 4, Height: 4, Layers: 12})
	if err != nil {
		t.Fatal(err)
	}
	for z := range uint32(12) {
		texture.Set(0, 1, 2, z, 0, exec.Texel{uint64(100 + z)})
	}
	for name, e := range map[string]exec.Engine{"interp": interp.Engine{}, "wasm": wasm.Engine{}} {
		p, err := e.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(name, err)
		}
		out := exec.NewBuffer(32)
		r := new(exec.Resources)
		r.Bind(0, 0, texture)
		r.Bind(0, 1, out)
		if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, r, exec.RunOptions{}); err != nil {
			t.Fatal(name, err)
		}
		for k := range uint32(8) {
			if got := binary.LittleEndian.Uint32(out.Data[4*k:]); got != 103+k {
				t.Errorf("%s: face %d has %d, not %d", name, k+3, got, 103+k)
			}
		}
	}
}
