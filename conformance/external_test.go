package conformance

import (
	"encoding/binary"
	"math"
	"testing"

	wgslback "refract/back/wgsl"
	"refract/exec"
	"refract/internal/harness/differential"
	"refract/internal/ir/transform"
	"refract/internal/vkrun"
	"refract/ir"
)

// externalShader reads an external texture in all ways.
const externalShader = `
@group(0) @binding(0) var<storage, read_write> out: array<vec4f, 64>;
@group(0) @binding(1) var t: texture_external;
@group(0) @binding(2) var s: sampler;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
	let size = textureDimensions(t);
	out[i] = textureSampleBaseClampToEdge(t, s, vec2f(vec2u(i * 37, i * 53) % 128) / 64 - 0.5);
	out[32 + i] = textureLoad(t, vec2u(i * 7, i * 3) % size);
}`

// TestExternalOnDriver reads external textures from one, two and three planes, as
// SPIR-V has them if nothing else is said, in the interpreter and on a Vulkan driver.
func TestExternalOnDriver(t *testing.T) {
	whole, err := differential.NewJob("external", externalShader, "main", [3]uint32{1, 1, 1}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := whole.Module.Clone()
	places := []transform.ExternalBinding{{Binding: 1, Planes: [3]transform.BindingPoint{{Group: 1}, {Group: 1, Binding: 1}, {Group: 1, Binding: 2}},
		Params: transform.BindingPoint{Group: 1, Binding: 3}}}
	if _, err := transform.ExternalPlanes(m, places); err != nil {
		t.Fatal(err)
	}
	text, _, err := wgslback.Write(m, nil, wgslback.Options{})
	if err != nil {
		t.Fatal(err)
	}
	planar, err := differential.NewJob("planes", text, "main", [3]uint32{1, 1, 1}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	planes := [3]struct {
		format        string
		width, height uint32
	}{{"r8unorm", 32, 16}, {"rg8unorm", 16, 8}, {"r8unorm", 16, 8}}
	for i := range planar.Textures {
		x := &planar.Textures[i]
		p := planes[x.Binding]
		x.View = plane(t, p.format, p.width, p.height).View()
	}
	options := differential.SPIRVOptions()
	options.ExternalForm, options.ExternalBindings = transform.ExternalPlanar, places
	vulkan := differential.Vulkan(vkrun.OpenTest(t), options, false)
	for count := 1; count <= 3; count++ {
		for _, convert := range []bool{false, true} {
			params := transform.NewExternalParams(count, 32, 16, 16, 8)
			params.Convert, params.Decode, params.Encode = convert, transform.SRGBDecode, transform.SRGBEncode
			for i := range planar.Buffers {
				if b := &planar.Buffers[i]; b.Group == 1 {
					b.Data, _ = params.AppendBinary(nil)
				}
			}
			planar.Samplers[0].Sampler = exec.NewSampler(exec.Nearest, exec.Repeat)
			want, err := differential.Interpreter().Run(planar)
			if err != nil {
				t.Fatal(err)
			}
			onDevice := *planar
			onDevice.Module = whole.Module
			got, err := vulkan.Run(&onDevice)
			if err != nil {
				t.Fatal(err)
			}
			compareFloats(t, want[0], got[0], count, convert)
			if count == 1 && !convert { // which is to read the first plane as it is
				whole.Textures[0].View, whole.Samplers[0].Sampler = planar.Textures[0].View, planar.Samplers[0].Sampler
				single, err := differential.Interpreter().Run(whole)
				if err != nil {
					t.Fatal(err)
				}
				compareFloats(t, single[0], got[0], count, convert)
			}
		}
	}
}

// compareFloats wants floats that differ by no more than what the steps of a
// conversion of colours round, some of them powers.
func compareFloats(t *testing.T, want, got []byte, planes int, convert bool) {
	t.Helper()
	const most = 1e-5
	for at := 0; at < len(want); at += 4 {
		x, y := math.Float32frombits(binary.LittleEndian.Uint32(want[at:])), math.Float32frombits(binary.LittleEndian.Uint32(got[at:]))
		if !(math.Abs(float64(x-y)) <= most) {
			t.Errorf("%d planes, converted %v: component %d is %v and %v", planes, convert, at/4, x, y)
			return
		}
	}
}

// plane is a texture of bytes that differ from texel to texel.
func plane(t *testing.T, format string, width, height uint32) *exec.Texture {
	t.Helper()
	x, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatByName(format), Width: width, Height: height})
	if err != nil {
		t.Fatal(err)
	}
	for i := range x.Level(0) {
		x.Level(0)[i] = byte(i*i + 31*i + int(width))
	}
	return x
}
