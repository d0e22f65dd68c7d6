package transform_test

// This file runs shaders that read external textures, as they are and from
// planes.

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/ir/transform"
	"refract/ir"
)

const externalShader = `
@group(0) @binding(0) var frame: texture_external;
@group(0) @binding(1) var smp: sampler;
@group(0) @binding(2) var<storage, read_write> out: array<vec4f>;
fn texel(t: texture_external, at: vec2u) -> vec4f { return textureLoad(t, vec2i(at)); }
fn sampled(t: texture_external, s: sampler, at: vec2f) -> vec4f { return textureSampleBaseClampToEdge(t, s, at); }
@compute @workgroup_size(1)
fn main() {
    let size = textureDimensions(frame);
    var n = 1u;
    for (var y = 0u; y < size.y; y++) {
        for (var x = 0u; x < size.x; x++) {
            out[n] = texel(frame, vec2u(x, y));
            out[n + 1] = sampled(frame, smp, (vec2f(f32(x), f32(y)) + 0.3) / vec2f(size));
            n += 2u;
        }
    }
    out[n] = textureSampleBaseClampToEdge(frame, smp, vec2f(-3, 0.5));
    out[n + 1] = textureLoad(frame, size + 7);
    out[0] = vec4f(vec2f(size), f32(n), 0);
}`

func externalModule(t *testing.T) *ir.Module {
	t.Helper()
	var sources diag.Sources
	var list diag.List
	m := wgsl.Parse(externalShader, sources.Add("external", externalShader), wgsl.Options{}, &list)
	if err := list.Err(&sources); err != nil {
		t.Fatal(err)
	}
	return m
}

// plane makes a texture of the given texels.
func plane(t *testing.T, f exec.Format, width, height uint32, texel func(x, y uint32) [4]float32) *exec.Texture {
	t.Helper()
	p, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: f, Width: width, Height: height})
	if err != nil {
		t.Fatal(err)
	}
	for y := range height {
		for x := range width {
			var bits exec.Texel
			for i, v := range texel(x, y) {
				bits[i] = uint64(math.Float32bits(v))
			}
			p.Set(0, x, y, 0, 0, bits)
		}
	}
	return p
}

// runExternal runs the shader with the textures that follow the binding of the
// frame, and its parameters if there are any, and returns what it wrote.
func runExternal(t *testing.T, m *ir.Module, params *transform.ExternalParams, planes ...*exec.Texture) [][4]float32 {
	t.Helper()
	transform.Check(t, "external", m)
	out := exec.NewBuffer(16 * 100)
	var r exec.Resources
	r.Bind(0, 1, exec.NewSampler(exec.Linear, exec.Repeat))
	r.Bind(0, 2, out)
	for i, p := range planes {
		r.Bind(0, []uint32{0, 3, 4}[i], p)
	}
	if params != nil {
		data, err := params.AppendBinary(nil)
		if err != nil || len(data) != transform.ExternalParamsSize {
			t.Fatal(len(data), err)
		}
		r.Bind(0, 5, &exec.Buffer{Data: data})
	}
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	list := make([][4]float32, len(out.Data)/16)
	for i := range list {
		for j := range list[i] {
			list[i][j] = math.Float32frombits(binary.LittleEndian.Uint32(out.Data[16*i+4*j:]))
		}
	}
	return list
}

func lowered(t *testing.T) *ir.Module {
	t.Helper()
	m := externalModule(t)
	list, err := transform.ExternalPlanes(m, nil)
	if err != nil || len(list) != 1 || m.Globals[list[0].Params].Binding != (ir.ResourceBinding{Binding: 5}) {
		t.Fatal(list, err)
	}
	return m
}

// TestExternalOnePlane sees that a plane of colours is read as the texture was.
func TestExternalOnePlane(t *testing.T) {
	frame := plane(t, exec.Format(ir.Rgba32Float), 5, 3, func(x, y uint32) [4]float32 {
		return [4]float32{float32(x) / 5, float32(y) / 3, float32(x*y) / 15, 1 - float32(x)/10}
	})
	params := transform.NewExternalParams(1, 5, 3, 0, 0)
	want, got := runExternal(t, externalModule(t), nil, frame), runExternal(t, lowered(t), &params, frame, frame, frame)
	if want[0] != [4]float32{5, 3, 31} {
		t.Fatal("the texture's size is", want[0])
	}
	for i := range want[:31+1] { // but for the texel out of bounds, which may be any
		if !near(got[i], want[i], 1e-6) {
			t.Errorf("output %d is %v, not %v", i, got[i], want[i])
		}
	}
	if got[32] != want[2*15-1] {
		t.Errorf("out of bounds is %v, not the last texel %v", got[32], want[2*15-1])
	}
	params.Convert, params.Decode, params.Encode = true, transform.SRGBDecode, transform.SRGBEncode
	got = runExternal(t, lowered(t), &params, frame, frame, frame)
	for i := range want[:31+1] {
		if !near(got[i], want[i], 1e-4) && i > 0 {
			t.Errorf("decoded and encoded, output %d is %v, not %v", i, got[i], want[i])
		}
	}
	params.Encode = transform.LinearTransfer
	if got = runExternal(t, lowered(t), &params, frame, frame, frame); !near(got[3], [4]float32{0.03310477, 0, 0, 0.9}, 1e-6) {
		t.Errorf("0.2 is %v when made linear", got[3]) // ((0.2 + 0.055) / 1.055)^2.4
	}
	params.Gamut = [3][3]float32{{0, 1, 0}, {0, 0, 1}, {2, 0, 0}}
	params.Decode = transform.LinearTransfer
	if got = runExternal(t, lowered(t), &params, frame, frame, frame); !near(got[13], [4]float32{1.0 / 3, 1.0 / 15, 0.4, 0.9}, 1e-6) {
		t.Errorf("rows of the gamut are wrong: %v", got[13])
	}
}

// near reports whether two colours differ by no more than d in each component.
func near(a, b [4]float32, d float64) bool {
	for i := range a {
		if !(math.Abs(float64(a[i]-b[i])) <= d) {
			return false
		}
	}
	return true
}

// TestExternalPlanes reads the 75 % colour bars of ITU-R BT.709, whose codes are
// those of EBU Tech 3325, from two planes and from three.
func TestExternalPlanes(t *testing.T) {
	bars := []struct {
		y, u, v float32
		rgb     [4]float32
	}{
		{180, 128, 128, [4]float32{0.75, 0.75, 0.75, 1}},
		{168, 44, 136, [4]float32{0.75, 0.75, 0, 1}},
		{145, 147, 44, [4]float32{0, 0.75, 0.75, 1}},
		{133, 63, 52, [4]float32{0, 0.75, 0, 1}},
		{63, 193, 204, [4]float32{0.75, 0, 0.75, 1}},
		{51, 109, 212, [4]float32{0.75, 0, 0, 1}},
		{28, 212, 120, [4]float32{0, 0, 0.75, 1}},
		{16, 128, 128, [4]float32{0, 0, 0, 1}},
	}
	y := plane(t, exec.Format(ir.R8Unorm), 16, 2, func(x, _ uint32) [4]float32 { return [4]float32{bars[x/2].y / 255, 0, 0, 1} })
	uv := plane(t, exec.Format(ir.Rg8Unorm), 8, 1, func(x, _ uint32) [4]float32 {
		return [4]float32{bars[x].u / 255, bars[x].v / 255, 0, 1}
	})
	u := plane(t, exec.Format(ir.R8Unorm), 8, 1, func(x, _ uint32) [4]float32 { return [4]float32{bars[x].u / 255, 0, 0, 1} })
	v := plane(t, exec.Format(ir.R8Unorm), 8, 1, func(x, _ uint32) [4]float32 { return [4]float32{bars[x].v / 255, 0, 0, 1} })
	two, three := transform.NewExternalParams(2, 16, 2, 8, 1), transform.NewExternalParams(3, 16, 2, 8, 1)
	for name, got := range map[string][][4]float32{
		"two":   runExternal(t, lowered(t), &two, y, uv, uv),
		"three": runExternal(t, lowered(t), &three, y, u, v),
	} {
		if got[0] != [4]float32{16, 2, 65} {
			t.Fatal(name, got[0])
		}
		for i, at := 0, 1; i < 32; i, at = i+1, at+2 {
			if want := bars[i%16/2].rgb; !near(got[at], want, 0.006) { // codes are whole numbers
				t.Errorf("%s planes: texel %d is %v, not %v", name, i, got[at], want)
			}
		}
		// Left of the middle of the first texel: clamped, so white in spite of repeat.
		if want := bars[0].rgb; !near(got[65], want, 0.006) {
			t.Errorf("%s planes: clamped is %v, not %v", name, got[65], want)
		}
	}
	// The left half, turned by half a circle: its right end comes first.
	two.SampleTransform = [2][3]float32{{-0.5, 0, 0.5}, {0, -1, 1}}
	two.LoadTransform = [2][3]float32{{-1, 0, 7}, {0, -1, 1}}
	two.LumaRect[2], two.ChromaRect[2] = 7.5/16, 3.5/8
	two.Size = [2]uint32{8, 2}
	got := runExternal(t, lowered(t), &two, y, uv, uv)
	if got[0] != [4]float32{8, 2, 33} || !near(got[1], bars[3].rgb, 0.006) || !near(got[15], bars[0].rgb, 0.006) {
		t.Errorf("turned, the size is %v and the ends are %v and %v", got[0], got[1], got[15])
	}
	if !near(got[33], bars[3].rgb, 0.006) {
		t.Errorf("left of the edge is %v, not %v", got[33], bars[3].rgb)
	}
}
