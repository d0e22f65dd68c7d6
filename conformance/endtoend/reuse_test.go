package endtoend

// This file has every writer write many modules one after the other, and compares
// with what a new writer makes of each: nothing that a writer keeps may show.

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
	wgslback "refract/back/wgsl"
	"refract/diag"
	"refract/front/wgsl"
	"refract/ir"
)

// reuseSources are shaders that leave much behind in a writer, or are easily
// disturbed by what others left.
var reuseSources = map[string]string{
	"library": `
struct Pair { a: f32, b: vec3<i32> }
const scale = 2.5;
const table = array(1, 2, 3);
var<private> seed = Pair(scale, vec3(1, 2, 3));
fn area(width: f32, height: f32) -> f32 { return width * height * scale; }
fn pick(i: u32) -> i32 { return table[i] + seed.b[i]; }
fn idle() { let a = vec2(0.0); let b = vec3(a, scale); let c = mat2x2(a, a) * 2; }
`,
	"nothing": `const only = 1;`,
	"stages": `
struct Varyings { @builtin(position) position: vec4<f32>, @location(0) @interpolate(flat) id: u32, @location(1) uv: vec2<f32> }
struct Camera { view: mat4x4<f32>, rows: array<mat3x2<f32>, 2>, tint: vec3<f32> }
@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var colors: texture_2d<f32>;
@group(0) @binding(2) var smooth_sampler: sampler;
@vertex fn place(@builtin(vertex_index) i: u32, @builtin(instance_index) n: u32) -> Varyings {
    let corner = vec2(f32(i & 1), f32(i / 2));
    return Varyings(camera.view * vec4(corner, 0, 1), n, camera.rows[n % 2] * vec3(corner, 1));
}
@fragment fn shade(in: Varyings) -> @location(0) vec4<f32> {
    if in.id == 3 { discard; }
    return textureSample(colors, smooth_sampler, in.uv) * vec4(camera.tint, 1);
}
`,
	"memory": `
struct Particle { at: vec3<f32>, speed: f32, kinds: array<u32, 3> }
@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>, 16>;
@group(1) @binding(0) var image: texture_storage_2d<rgba8unorm, write>;
var<workgroup> shared_sum: atomic<i32>;
var<workgroup> lanes: array<vec4<f32>, 64>;
fn step(p: ptr<function, Particle>, by: f32) -> bool { (*p).at += vec3(by); (*p).kinds[1] = u32((*p).speed); return (*p).speed > by; }
@compute @workgroup_size(64) fn advance(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    var p = particles[id.x];
    for (var i = 0; i < 4; i++) {
        if step(&p, f32(i) / 3) && p.kinds[i] != 2 { continue; }
        switch i32(p.speed) {
            case 1, 2: { p.speed = -p.speed; }
            case 3: { break; }
            default: { atomicAdd(&counts[p.kinds[0] % 16], 1); }
        }
    }
    lanes[lane] = vec4(p.at, p.speed);
    workgroupBarrier();
    atomicMax(&shared_sum, i32(lanes[(lane + 1) % 64].w));
    particles[id.x] = p;
    textureStore(image, id.xy, lanes[63 - lane]);
}
@compute @workgroup_size(1) fn clear() { atomicStore(&counts[0], 0); }
`,
	"overrides": `
@id(7) override size = 4u;
override strength: f32 = 0.5;
var<workgroup> part: array<f32, size>;
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;
@compute @workgroup_size(size) fn reduce(@builtin(local_invocation_index) i: u32, @builtin(num_workgroups) n: vec3<u32>) {
    part[i] = strength * f32(i);
    workgroupBarrier();
    if i == 0 { var sum = 0f; for (var k = 0u; k < size; k++) { sum += part[k]; } sums[n.x] = sum; }
}
`,
	"names": `
struct float4 { float: f32, main: i32, position: vec2<u32> }
fn texture(sampler_: float4) -> f32 { let float4_1 = sampler_.float; return float4_1 + f32(sampler_.main); }
@fragment fn main(@location(3) half: f32) -> @location(0) f32 { let float4 = half; return texture(float4_(float4)); }
fn float4_(x: f32) -> float4 { return float4(x, 1, vec2(2)); }
`,
	"mathematics": `
@group(0) @binding(0) var<storage, read_write> out: array<vec4<f32>, 8>;
fn unused(x: i32) -> i32 { return x / 0x7fff; }
@compute @workgroup_size(2, 2) fn run(@builtin(workgroup_id) id: vec3<u32>) {
    let parts = modf(out[0].x);
    let split = frexp(out[1]);
    let n = vec3<i32>(id) / vec3(i32(id.x), 2, 3) % vec3(7);
    out[2] = vec4(parts.fract, parts.whole, ldexp(split.fract.x, split.exp.x), f32(insertBits(id.x, id.y, 3, id.z)));
    out[3] = select(out[4], pow(abs(out[5]), vec4(2.5)), out[6] < vec4(1));
    out[7] = vec4(vec3<f32>(n), f32(firstLeadingBit(n.x) << id.y));
}
`,
	"subgroups": `
enable subgroups;
enable f16;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(32) fn vote(@builtin(subgroup_invocation_id) lane: u32) {
    let half = f16(lane) * 0.5h;
    out[lane] = subgroupAdd(u32(half)) + subgroupBallot(lane > 4).x;
}
`,
	"three dimensions": `
@group(0) @binding(0) var volume: texture_3d<f32>;
@group(0) @binding(1) var depths: texture_depth_2d_array;
@group(0) @binding(2) var compare: sampler_comparison;
@fragment fn shade(@builtin(position) at: vec4<f32>, @builtin(front_facing) front: bool) -> @builtin(frag_depth) f32 {
    let size = textureDimensions(volume);
    let near = textureLoad(volume, vec3<i32>(at.xyz), 0).r + f32(size.z);
    return select(near, textureSampleCompareLevel(depths, compare, at.xy, i32(near), at.z), front);
}
`,
}

// TestReuse writes own shaders with new writers, and with one writer for all in
// two orders.
func TestReuse(t *testing.T) {
	sources := maps.Clone(reuseSources)
	for _, pattern := range []string{"testdata/shaders/*.wgsl", "testdata/golden12/*.wgsl"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sources[file] = string(src)
		}
	}
	names := slices.Sorted(maps.Keys(sources))
	modules := map[string]*ir.Module{}
	for _, name := range names {
		diags := new(diag.List)
		m := wgsl.Parse(sources[name], 1, wgsl.Options{DocComments: true, Allowed: wgsl.AllExtensions}, diags)
		if m == nil || diags.HasErrors() {
			t.Fatal(name, diags.Err(nil))
		}
		modules[name] = m
	}
	for language, newWriter := range reusedWriters {
		t.Run(language, func(t *testing.T) {
			want := map[string]string{}
			for _, name := range names {
				want[name] = newWriter()(modules[name])
			}
			write := newWriter()
			again := func(order string) {
				for _, name := range names {
					if got := write(modules[name]); got != want[name] {
						t.Errorf("%s, %s: a writer that was used before writes\n%s\na new one\n%s", name, order, got, want[name])
					}
				}
			}
			again("in order")
			slices.Reverse(names)
			again("reversed")
		})
	}
}

// appendOutput appends a text, what is said about it, and an error.
func appendOutput(all, text []byte, about any, err error) []byte {
	data, _ := json.Marshal(about)
	return fmt.Appendf(all, "%s%s %v\n", text, data, err)
}

// reusedWriters make writers; what one returns holds the texts of a module with
// several options, what is known of them, and errors.
var reusedWriters = map[string]func() func(*ir.Module) string{
	"wgsl": func() func(*ir.Module) string {
		var w wgslback.Writer
		return func(m *ir.Module) string {
			var all []byte
			for _, o := range []wgslback.Options{{}, {Minify: true}} {
				text, names, err := w.Write(m, nil, o)
				all = appendOutput(all, text, names, err)
			}
			return string(all)
		}
	},
	"glsl": func() func(*ir.Module) string {
		var w glslback.Writer
		return func(m *ir.Module) string {
			var all []byte
			for i := range m.EntryPoints {
				for _, set := range []func(*glslback.Options){
					func(o *glslback.Options) {},
					func(o *glslback.Options) { o.Version = glslback.Version{Number: 300, ES: true} },
					func(o *glslback.Options) { o.Vulkan, o.IncludeUnused, o.Minify = true, true, true },
				} {
					o := glslback.NewOptions()
					o.EntryPoint, o.Stage = m.EntryPoints[i].Name, m.EntryPoints[i].Stage
					set(&o)
					text, r, err := w.Write(m, nil, o)
					all = appendOutput(all, text, r, err)
				}
			}
			return string(all)
		}
	},
	"hlsl": func() func(*ir.Module) string {
		var w hlslback.Writer
		return func(m *ir.Module) string {
			var all []byte
			for _, model := range []hlslback.ShaderModel{hlslback.ShaderModel50, hlslback.ShaderModel66} {
				o := hlslback.NewOptions()
				o.ShaderModel = model
				o.SpecialConstants = &hlslback.Register{Register: 5}
				text, r, err := w.Write(m, nil, o)
				all = appendOutput(all, text, r, err)
				o.Minify, o.SpecialConstants = true, nil
				for _, e := range m.EntryPoints {
					o.EntryPoint, o.Stage = e.Name, e.Stage
					text, r, err := w.Write(m, nil, o)
					all = appendOutput(all, text, r, err)
				}
			}
			return string(all)
		}
	},
	"msl": func() func(*ir.Module) string {
		var w mslback.Writer
		return func(m *ir.Module) string {
			var all []byte
			for _, minify := range []bool{false, true} {
				o := mslback.NewOptions()
				o.Minify = minify
				out, err := w.Write(m, nil, o)
				all = appendOutput(all, nil, out, err)
			}
			return string(all)
		}
	},
	"spirv": func() func(*ir.Module) string {
		var w spirvback.Writer
		return func(m *ir.Module) string {
			words, err := w.Write(nil, m, spirvback.NewOptions())
			return string(appendOutput(fmt.Appendf(nil, "%x", words), nil, w.Reflection(), err))
		}
	},
}
