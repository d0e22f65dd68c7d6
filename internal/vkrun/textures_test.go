package vkrun_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"testing"

	"refract/internal/vkrun"
)

// numbered is a texture whose texels, of one 32-bit channel, are numbered through all
// levels.
func numbered(t *testing.T, view vkrun.View, width, height, depth, layers uint32, levels int) *vkrun.Texture {
	t.Helper()
	format, ok := vkrun.FormatByName("r32uint")
	if !ok {
		t.Fatal("no r32uint")
	}
	x := &vkrun.Texture{View: view, Format: format, Width: width, Height: height, Depth: depth, Layers: layers}
	n := uint32(0)
	for level := range levels {
		size := max(width>>level, 1) * max(height>>level, 1) * max(depth>>level, 1) * max(layers, 1)
		var data []byte
		for range size {
			data = binary.LittleEndian.AppendUint32(data, n)
			n++
		}
		x.Levels = append(x.Levels, data)
	}
	return x
}

func words(data []byte) (list []uint32) {
	for ; len(data) >= 4; data = data[4:] {
		list = append(list, binary.LittleEndian.Uint32(data))
	}
	return list
}

// run runs main of a shader in one workgroup and returns the words of the buffer at
// binding 0 of group 0.
func run(t *testing.T, source string, size int, more ...vkrun.Binding) []uint32 {
	t.Helper()
	out := make([]byte, 4*size)
	err := vkrun.OpenTest(t).Compute(compile(t, source), append([]vkrun.Binding{{Data: out}}, more...), nil, [3]uint32{1, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	return words(out)
}

const head = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n"

// TestTextureLoads reads every texel of textures of each dimension.
func TestTextureLoads(t *testing.T) {
	for _, c := range []struct {
		name, typ, coordinate        string
		view                         vkrun.View
		width, height, depth, layers uint32
		levels                       int
	}{
		{"1d", "texture_1d<u32>", "x", vkrun.View1D, 5, 0, 0, 0, 1},
		{"2d", "texture_2d<u32>", "vec2u(x, y)", vkrun.View2D, 4, 8, 0, 0, 3},
		{"2d_array", "texture_2d_array<u32>", "vec2u(x, y), z", vkrun.View2DArray, 4, 2, 0, 3, 2},
		{"3d", "texture_3d<u32>", "vec3u(x, y, z)", vkrun.View3D, 4, 4, 4, 0, 3},
	} {
		level := ", level"
		if c.view == vkrun.View1D {
			level = ", 0"
		}
		source := head + "@group(1) @binding(3) var t: " + c.typ + `;
@compute @workgroup_size(1) fn main() {
	var at = 0u;
	for (var level = 0u; level < ` + fmt.Sprint(c.levels) + `u; level++) {
		let size = max(vec4u(` + fmt.Sprintf("%d, %d, %d, %d", c.width, c.height, c.depth, max(c.layers, 1)) + `) >> vec4u(vec3u(level), 0), vec4u(1));
		for (var z = 0u; z < size.z * size.w; z++) {
			for (var y = 0u; y < size.y; y++) {
				for (var x = 0u; x < size.x; x++) {
					out[at] = textureLoad(t, ` + c.coordinate + level + `).x;
					at++;
				}
			}
		}
	}
}`
		texture := numbered(t, c.view, c.width, c.height, c.depth, c.layers, c.levels)
		size := 0
		for _, data := range texture.Levels {
			size += len(data) / 4
		}
		for i, got := range run(t, source, size, vkrun.Binding{Set: 1, Binding: 3, Texture: texture}) {
			if got != uint32(i) {
				t.Errorf("%s: texel %d is %d", c.name, i, got)
				break
			}
		}
	}
}

// TestMultisampled reads every sample of a texture of colors and of one of depths.
func TestMultisampled(t *testing.T) {
	colors := &vkrun.Texture{View: vkrun.View2D, Format: vkrun.RGBA32I, Width: 3, Height: 2, Samples: 4, Levels: [][]byte{nil}}
	depth, _ := vkrun.FormatByName("depth32float")
	depths := &vkrun.Texture{View: vkrun.View2D, Format: depth, Width: 3, Height: 2, Samples: 4, Levels: [][]byte{nil}}
	for i := range uint32(24) {
		for c := range uint32(4) {
			colors.Levels[0] = binary.LittleEndian.AppendUint32(colors.Levels[0], i*4+c)
		}
		depths.Levels[0] = binary.LittleEndian.AppendUint32(depths.Levels[0], math.Float32bits(float32(i)/32))
	}
	got := run(t, head+`
@group(0) @binding(1) var colors: texture_multisampled_2d<i32>;
@group(0) @binding(2) var depths: texture_depth_multisampled_2d;
@compute @workgroup_size(1) fn main() {
	for (var i = 0u; i < 24; i++) {
		let at = vec2u(i / 4 % 3, i / 12);
		let color = textureLoad(colors, at, i % 4);
		for (var c = 0u; c < 4; c++) { out[i * 5 + c] = u32(color[c]); }
		out[i * 5 + 4] = u32(textureLoad(depths, at, i % 4) * 32);
	}
}`, 24*5, vkrun.Binding{Binding: 1, Texture: colors}, vkrun.Binding{Binding: 2, Texture: depths})
	for i := range uint32(24) {
		if got := [5]uint32(got[5*i:]); got != [5]uint32{i * 4, i*4 + 1, i*4 + 2, i*4 + 3, i} {
			t.Errorf("sample %d of texel %d is %v", i%4, i/4, got)
		}
	}
}

// TestStorageTexture reads back what shaders store.
func TestStorageTexture(t *testing.T) {
	texture := numbered(t, vkrun.View2DArray, 3, 2, 0, 2, 1)
	texture.Storage = true
	run(t, head+`
@group(0) @binding(1) var t: texture_storage_2d_array<r32uint, read_write>;
@compute @workgroup_size(3, 2, 2) fn main(@builtin(local_invocation_id) id: vec3u) {
	let old = textureLoad(t, id.xy, id.z).x;
	textureStore(t, id.xy, id.z, vec4u(old * 100 + id.x));
}`, 1, vkrun.Binding{Binding: 1, Texture: texture})
	for i, got := range words(texture.Levels[0]) {
		if want := uint32(i*100 + i%3); got != want {
			t.Errorf("texel %d is %d, want %d", i, got, want)
		}
	}
}

// TestSamplers samples a cube, and compares depths.
func TestSamplers(t *testing.T) {
	cube := numbered(t, vkrun.ViewCube, 1, 1, 0, 6, 1)
	cube.Format, _ = vkrun.FormatByName("r32float")
	for i := range 6 {
		binary.LittleEndian.PutUint32(cube.Levels[0][4*i:], math.Float32bits(float32(i)))
	}
	depth, _ := vkrun.FormatByName("depth16unorm")
	depths := &vkrun.Texture{View: vkrun.View2D, Format: depth, Width: 2, Height: 1, Levels: [][]byte{{0, 0x40, 0, 0xc0}}}
	got := run(t, head+`
@group(0) @binding(1) var cube: texture_cube<f32>;
@group(0) @binding(2) var plain: sampler;
@group(0) @binding(3) var depths: texture_depth_2d;
@group(0) @binding(4) var less: sampler_comparison;
@compute @workgroup_size(1) fn main() {
	let directions = array(vec3f(1, 0, 0), vec3f(-1, 0, 0), vec3f(0, 1, 0), vec3f(0, -1, 0), vec3f(0, 0, 1), vec3f(0, 0, -1));
	for (var i = 0; i < 6; i++) { out[i] = u32(textureSampleLevel(cube, plain, directions[i], 0).x); }
	out[6] = u32(textureSampleCompareLevel(depths, less, vec2f(0.25, 0.5), 0.5));
	out[7] = u32(textureSampleCompareLevel(depths, less, vec2f(0.75, 0.5), 0.5));
	out[8] = u32(8 * textureSampleCompareLevel(depths, less, vec2f(0.5, 0.5), 0.5));
}`, 9, vkrun.Binding{Binding: 1, Texture: cube}, vkrun.Binding{Binding: 2, Sampler: &vkrun.Sampler{}}, vkrun.Binding{Binding: 3, Texture: depths},
		vkrun.Binding{Binding: 4, Sampler: &vkrun.Sampler{Magnify: vkrun.Linear, Minify: vkrun.Linear, Compare: vkrun.Less}})
	if got := [9]uint32(got); got != [9]uint32{0, 1, 2, 3, 4, 5, 0, 1, 4} {
		t.Error(got)
	}
}

// TestDrawTexture draws a texture whose levels are told apart by the size of the pixels.
func TestDrawTexture(t *testing.T) {
	texture := &vkrun.Texture{View: vkrun.View2D, Format: vkrun.RGBA8, Width: 4, Height: 4}
	for level := range 3 {
		data := make([]byte, 4*16>>(2*level))
		for i := range data {
			data[i] = byte(50 * (level + 1))
		}
		texture.Levels = append(texture.Levels, data)
	}
	s := compile(t, `
@group(0) @binding(0) var t: texture_2d<f32>;
@group(0) @binding(1) var s: sampler;
@fragment fn main(@location(0) uv: vec2f) -> @location(0) vec4f { return textureSample(t, s, uv); }`)
	bindings := []vkrun.Binding{{Texture: texture}, {Binding: 1, Sampler: &vkrun.Sampler{LodMax: 32}}}
	for level, size := range []int{4, 2, 1} {
		pixels, err := vkrun.OpenTest(t).Draw(vkrun.Shader{}, s, bindings, nil, vkrun.RGBA8, size, size, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range pixels {
			if want := byte(50 * (level + 1)); got != want {
				t.Errorf("of %d×%d pixels, byte %d is %d, want %d", size, size, i, got, want)
				break
			}
		}
	}
}

// TestTextureProblems wants errors for textures that can't be.
func TestTextureProblems(t *testing.T) {
	d := vkrun.OpenTest(t)
	s := compile(t, "@compute @workgroup_size(1) fn main() {}")
	short := &vkrun.Texture{View: vkrun.View2D, Format: vkrun.RGBA8, Width: 2, Height: 2, Levels: [][]byte{make([]byte, 15)}}
	if err := d.Compute(s, []vkrun.Binding{{Texture: short}}, nil, [3]uint32{1, 1, 1}); err == nil {
		t.Error("a texture with too few bytes is taken")
	}
	shared, _ := vkrun.FormatByName("rgb9e5ufloat")
	stored := &vkrun.Texture{View: vkrun.View2D, Format: shared, Width: 1, Height: 1, Storage: true, Levels: [][]byte{make([]byte, 4)}}
	var unsupported *vkrun.UnsupportedError
	if err := d.Compute(s, []vkrun.Binding{{Texture: stored}}, nil, [3]uint32{1, 1, 1}); !errors.As(err, &unsupported) {
		t.Errorf("a storage texture of rgb9e5ufloat: %v", err)
	}
}
