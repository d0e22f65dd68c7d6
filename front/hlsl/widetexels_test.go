package hlsl_test

// This file runs textures whose texels are numbers of 64 bits: two words each.

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"math"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/front/hlsl"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

const wideTexels = `
Texture2D<double> d : register(t0); Texture2D<uint64_t2> u : register(t1);
RWTexture2D<double2> p : register(u1); RWTexture2D<int64_t2> q : register(u2);
RWStructuredBuffer<uint2> o : register(u0);
void put(int i, double v) { uint lo, hi; asuint(v, lo, hi); o[i] = uint2(lo, hi); }
[numthreads(1, 1, 1)] void main() {
	put(0, d.Load(int3(0, 0, 0)) + d[uint2(1, 0)]);
	uint64_t2 v = u[uint2(1, 0)];
	o[1] = uint2((uint)(v.x >> 32), (uint)v.x);
	o[2] = uint2((uint)(v.y >> 32), (uint)v.y);
	p[uint2(0, 0)] = double2(d[uint2(0, 0)], -1.5L);
	p[uint2(0, 0)].x = 0.25L;
	put(3, p[uint2(0, 0)].x); put(4, p[uint2(0, 0)].y);
	q[uint2(1, 0)] = int64_t2(-2, 5) * (int64_t)v.x;
	int64_t2 w = q[uint2(1, 0)];
	o[5] = uint2((uint)(w.x >> 32), (uint)w.x);
	o[6] = uint2((uint)(w.y >> 32), (uint)w.y);
}`

// TestWideTexels runs them in both engines, and on a Vulkan driver beside DXC's containers.
func TestWideTexels(t *testing.T) {
	p := program{name: "wide texels", source: wideTexels}
	var err error
	if p.v, err = readRow(new(hlsl.Reader), p.name, p.source, hlsl.Options{Profile: "cs_6_6", EntryPoint: "main", Shifts: d3dShifts}); err != nil {
		t.Fatal(err)
	}
	var doubles, integers []byte
	for _, x := range []float64{3.25, -1e100} {
		doubles = binary.LittleEndian.AppendUint64(doubles, math.Float64bits(x))
	}
	for _, x := range []uint64{1, 2, 0x123456789, 0xfedcba9876543210} {
		integers = binary.LittleEndian.AppendUint64(integers, x)
	}
	sum, product := math.Float64bits(3.25+-1e100), uint64(0x123456789)
	negative := -(2 * product)
	var want []byte
	for _, x := range []uint64{sum, product<<32 | product>>32, 0xfedcba98 | 0x76543210<<32, math.Float64bits(0.25), math.Float64bits(-1.5),
		negative<<32 | negative>>32, (5*product)<<32 | (5*product)>>32} {
		want = binary.LittleEndian.AppendUint64(want, x)
	}
	for _, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
		loaded, err := e.Load(p.v.Module, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		texture := func(f ir.StorageFormat, data []byte) *exec.TextureView {
			image, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(f), Width: 2, Height: 1})
			if err != nil {
				t.Fatal(err)
			}
			copy(image.Level(0), data)
			return image.View()
		}
		out := &exec.Buffer{Data: make([]byte, len(want))}
		var r exec.Resources
		r.Bind(0, d3dShifts.T, texture(ir.Rg32Uint, doubles))
		r.Bind(0, d3dShifts.T+1, texture(ir.Rgba32Uint, integers))
		r.Bind(0, d3dShifts.U, out)
		r.Bind(0, d3dShifts.U+1, texture(ir.Rgba32Uint, nil))
		r.Bind(0, d3dShifts.U+2, texture(ir.Rgba32Uint, nil))
		if _, err := loaded.Dispatch(t.Context(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Data, want) {
			t.Errorf("%T: % x\nnot % x", e, out.Data, want)
		}
	}
	if !sweep.On() {
		return
	}
	d := vkrun.OpenTest(t)
	bindings := func() []vkrun.Binding {
		texture := func(name string, storage bool, data []byte) *vkrun.Texture {
			f, _ := vkrun.FormatByName(name)
			return &vkrun.Texture{View: vkrun.View2D, Format: f, Width: 2, Height: 1, Storage: storage, Levels: [][]byte{data}}
		}
		return []vkrun.Binding{{Binding: d3dShifts.U, Data: make([]byte, len(want))}, {Binding: d3dShifts.T, Texture: texture("rg32uint", false, doubles)},
			{Binding: d3dShifts.T + 1, Texture: texture("rgba32uint", false, integers)}, {Binding: d3dShifts.U + 1, Texture: texture("rgba32uint", true, make([]byte, 32))},
			{Binding: d3dShifts.U + 2, Texture: texture("rgba32uint", true, make([]byte, 32))}}
	}
	out, err := refract.Write(t.Context(), p.v, refract.WriteOptions{Language: refract.SPIRV})
	if err != nil {
		t.Fatal(err)
	}
	codes := [][]byte{out.Bytes()}
	for _, x := range byDXC.compile(t, []program{p}) {
		code, err := base64.StdEncoding.DecodeString(x.spirv)
		if err != nil {
			t.Fatal(err)
		}
		codes = append(codes, code)
	}
	if len(codes) != 2 {
		t.Error("there is no code of DXC")
	}
	for i, code := range codes {
		list := bindings()
		if err := p.run(d, "the", code, list); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(list[0].Data, want) {
			t.Errorf("code %d (0 is ours, 1 DXC's): % x\nnot % x", i, list[0].Data, want)
		}
	}
	for _, to := range []refract.Language{refract.HLSL, refract.DXIL, refract.DXBC, refract.GLSL} {
		if _, err := refract.Write(t.Context(), p.v, refract.WriteOptions{Language: to}); err != nil && to != refract.DXBC {
			t.Errorf("%s: %v", to, err)
		}
	}
}
