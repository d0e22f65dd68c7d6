package vkrun_test

import (
	"encoding/binary"
	"testing"

	back "refract/back/spirv"
	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// compile makes SPIR-V of WGSL.
func compile(t testing.TB, source string) vkrun.Shader {
	t.Helper()
	m := ir.NewModule()
	var list diag.List
	if new(wgsl.Reader).Read(m, source, 1, wgsl.Options{}, &list) == nil {
		t.Fatal(list.Sorted())
	}
	if new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list); list.HasErrors() {
		t.Fatal(list.Sorted())
	}
	o := back.NewOptions()
	o.Version = 5
	words, err := new(back.Writer).Write(nil, m, o)
	if err != nil {
		t.Fatal(err)
	}
	return vkrun.Shader{SPIRV: spirv.AppendBytes(nil, words)}
}

const affine = `
@id(3) override factor = 1u;
@id(4) override offset = 0f;
@id(5) override negate = false;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(1) @binding(2) var<uniform> extra: u32;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
	let i = id.x;
	data[i] = data[i] * factor + u32(offset) + extra;
	if (negate) {
		data[i] = 0 - data[i];
	}
}`

func TestCompute(t *testing.T) {
	d := vkrun.OpenTest(t)
	s := compile(t, affine)
	s.Overrides = map[uint32]float64{3: 5, 4: 2, 5: 1}
	data := make([]byte, 4*256)
	for i := range 256 {
		binary.LittleEndian.PutUint32(data[4*i:], uint32(i))
	}
	bindings := []vkrun.Binding{{Data: data}, {Set: 1, Binding: 2, Data: []byte{30, 0, 0, 0}}}
	if err := d.Compute(s, bindings, nil, [3]uint32{4, 1, 1}); err != nil {
		t.Fatal(err)
	}
	for i := range 256 {
		if got, want := binary.LittleEndian.Uint32(data[4*i:]), -uint32(5*i+32); got != want {
			t.Fatalf("data[%d] = %d, want %d", i, got, want)
		}
	}
}

func TestUnknownOverride(t *testing.T) {
	d := vkrun.OpenTest(t)
	s := compile(t, affine)
	s.Overrides = map[uint32]float64{9: 1}
	if err := d.Compute(s, nil, nil, [3]uint32{1, 1, 1}); err == nil {
		t.Fatal("no error")
	}
}

func TestNotSPIRV(t *testing.T) {
	d := vkrun.OpenTest(t)
	if err := d.Compute(vkrun.Shader{SPIRV: []byte("no")}, nil, nil, [3]uint32{1, 1, 1}); err == nil {
		t.Fatal("no error")
	}
}

func TestDraw(t *testing.T) {
	d := vkrun.OpenTest(t)
	s := compile(t, `
@group(0) @binding(0) var<storage> blue: f32;
@fragment
fn main(@location(0) uv: vec2f) -> @location(0) vec4f { return vec4f(uv, blue, 1); }`)
	half := []vkrun.Binding{{Data: []byte{0, 0, 0, 0x3f}}}
	px, err := d.Draw(vkrun.Shader{}, s, half, nil, vkrun.RGBA8, 64, 64, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := [4]byte(px), [4]byte{2, 2, 128, 255}; got != want {
		t.Errorf("top left %v, want %v", got, want)
	}
	if got, want := [4]byte(px[len(px)-4:]), [4]byte{253, 253, 128, 255}; got != want {
		t.Errorf("bottom right %v, want %v", got, want)
	}
}

func BenchmarkCompute(b *testing.B) {
	d := vkrun.OpenTest(b)
	s := compile(b, affine)
	bindings := []vkrun.Binding{{Data: make([]byte, 1024)}, {Set: 1, Binding: 2, Data: make([]byte, 4)}}
	for b.Loop() {
		if err := d.Compute(s, bindings, nil, [3]uint32{4, 1, 1}); err != nil {
			b.Fatal(err)
		}
	}
}
