package endtoend

import (
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/internal/harness"
	"refract/ir/validate"
	"refract/spirv"
)

// TestCapabilities takes each feature of WGSL that must be asked for all the way:
// off, it is one error, which names the extension or capability and how to allow
// it; on, it is written as SPIR-V, which spirv-val accepts.
func TestCapabilities(t *testing.T) {
	const out = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n"
	compute := func(body string) string {
		return "@compute @workgroup_size(1) fn main(@builtin(global_invocation_index) i: u32) {\n" + body + "\n}\n"
	}
	type row struct {
		Name  string `json:"name"`
		SPIRV string `json:"spirv"`
		Env   string `json:"env"`
	}
	var rows []row
	for _, c := range []struct {
		name       string
		extension  string // "": there is none
		capability string // as for --capabilities
		src        string
	}{
		{"i64", "wgpu_int64", "int64", out + compute("var a = i64(i); a = a * 3li - 2; out[0] = u32(a);")},
		{"u64", "wgpu_int64", "int64", out + compute("let a = u64(i) << 40u; out[0] = u32(a >> 35u);")},
		{"vec3<i64>", "wgpu_int64", "int64", "@group(0) @binding(0) var<storage, read_write> v: vec3<i64>;\n" + compute("v = max(v, vec3<i64>(1, 2, 3));")},
		{"i16", "wgpu_int16", "int16", out + compute("var a = i16(i); a += 2; out[0] = u32(a);")},
		{"f64", "wgpu_float64", "float64", out + compute("let a = f64(i) * 1.5lf; out[0] = u32(sqrt(a));")},
		{"mat3x3<f64>", "wgpu_float64", "float64", "@group(0) @binding(0) var<storage, read_write> m: mat3x3<f64>;\n" + compute("m = m * transpose(m);")},
		{"64-bit atomics", "wgpu_int64_atomics", "int64,int64-atomic-min-max,int64-atomic-all", "@group(0) @binding(1) var<storage, read_write> a: atomic<u64>;\n" + out + compute("let v = atomicAdd(&a, 2); out[i] = u32(v); atomicMax(&a, u64(i));")},
		{"float atomics", "", "float32-atomic", "@group(0) @binding(0) var<storage, read_write> a: atomic<f32>;\n" + compute("atomicAdd(&a, 1.5); atomicStore(&a, 2.0);")},
		{"texture atomics", "wgpu_texture_atomics", "texture-atomic", "@group(0) @binding(0) var a: texture_storage_2d<r32uint, atomic>;\n" + compute("textureAtomicAdd(a, vec2u(i, 0), 1u);")},
		{"64-bit texture atomics", "wgpu_texture_atomics", "texture-atomic,texture-int64-atomic,int64", "@group(0) @binding(0) var a: texture_storage_2d<r64uint, atomic>;\n" + compute("textureAtomicMax(a, vec2u(i, 0), u64(i));")},
		{"ray queries", "wgpu_ray_query", "ray-query", "@group(0) @binding(1) var scene: acceleration_structure;\n" + out + compute(
			"var q: ray_query;\nrayQueryInitialize(&q, scene, RayDesc(RAY_FLAG_FORCE_OPAQUE, 0xff, 0.1, 100, vec3f(0), vec3f(0, 1, 0)));\nwhile rayQueryProceed(&q) {}\nlet hit = rayQueryGetCommittedIntersection(&q);\nif hit.kind == RAY_QUERY_INTERSECTION_TRIANGLE { out[i] = 1; }")},
		{"hit positions", "wgpu_ray_query_vertex_return", "ray-query,ray-hit-vertex-position", "@group(0) @binding(1) var scene: acceleration_structure<vertex_return>;\n" + out + compute(
			"var q: ray_query<vertex_return>;\nrayQueryInitialize(&q, scene, RayDesc(0u, 0xffu, 0.1, 100.0, vec3f(0), vec3f(0, 1, 0)));\nwhile rayQueryProceed(&q) {}\nlet p = getCommittedHitVertexPositions(&q);\nout[i] = u32(p[0].x);")},
		{"cooperative matrices", "wgpu_cooperative_matrix", "cooperative-matrix", "@group(0) @binding(1) var<storage, read_write> v: array<f32>;\n" + out + compute(
			"let m = coopLoad<coop_mat8x8<f32, C>>(&v[0], 8);\ncoopStoreT(m + m, &v[64]);")},
		{"binding array of textures", "wgpu_binding_array", "texture-binding-array", "@group(0) @binding(1) var many: binding_array<texture_2d<f32>, 4>;\n" + out + compute("out[0] = u32(textureLoad(many[1], vec2u(0), 0).x);")},
		{"unsized binding array", "wgpu_binding_array", "texture-binding-array,texture-non-uniform", "@group(0) @binding(1) var many: binding_array<texture_2d<f32>>;\n" + out + compute("out[0] = u32(textureLoad(many[i], vec2u(0), 0).x);")},
		{"binding array of buffers", "wgpu_binding_array", "storage-buffer-binding-array", "struct S { x: u32 }\n@group(0) @binding(1) var<storage> many: binding_array<S, 4>;\n" + out + compute("out[0] = many[2].x;")},
		{"binding array of storage textures", "wgpu_binding_array", "storage-texture-binding-array", "@group(0) @binding(1) var many: binding_array<texture_storage_2d<rgba8unorm, write>, 4>;\n" + compute("textureStore(many[3], vec2u(0), vec4f(1));")},
		{"view_index", "wgpu_multiview", "multiview", "@fragment fn main(@builtin(view_index) v: i32) -> @location(0) vec4f { return vec4f(f32(v)); }\n"},
		{"barycentric", "wgpu_barycentrics", "barycentrics", "@fragment fn main(@builtin(barycentric) b: vec3f) -> @location(0) vec4f { return vec4f(b, 1); }\n"},
		{"draw_index", "draw_index", "draw-index", "@vertex fn main(@builtin(draw_index) d: u32) -> @builtin(position) vec4f { return vec4f(f32(d)); }\n"},
		{"early depth test", "", "early-depth-test", "@fragment @early_depth_test(force) fn main() -> @location(0) vec4f { return vec4f(1); }\n"},
	} {
		src := c.src
		check := func(src, capabilities string) error {
			caps, err := validate.ParseCapabilities(capabilities)
			if err != nil {
				t.Fatal(c.name, err)
			}
			_, err = refract.Check(context.Background(), "a.wgsl", []byte(src), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: caps}})
			return err
		}
		// Off, without and with a directive.
		only(t, c.name, check(src, ""), c.capability, c.extension)
		enabled := src
		if c.extension != "" {
			enabled = "enable " + c.extension + ";\n" + src
			only(t, c.name+" enabled", check(enabled, ""), c.capability, c.extension)
		}
		// On: a directive is of no need.
		caps := "default," + c.capability
		for _, src := range []string{src, enabled} {
			if err := check(src, caps); err != nil {
				t.Errorf("%s: %v\n%s", c.name, err, src)
			}
		}
		allowed, err := validate.ParseCapabilities(caps)
		if err != nil {
			t.Fatal(err)
		}
		var o refract.TranslateOptions
		o.To, o.Validate.Capabilities = refract.SPIRV, allowed
		if err := o.Write.Set("spv.version", "1.6"); err != nil {
			t.Fatal(err)
		}
		output, err := refract.Translate(context.Background(), "a.wgsl", []byte(src), o)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.name == "hit positions" || c.name == "cooperative matrices" {
			continue // their extensions of SPIR-V are younger than the oracle's spirv-val
		}
		rows = append(rows, row{c.name, base64.StdEncoding.EncodeToString(spirv.AppendBytes(nil, output.Words)), "vulkan1.3"})
	}
	for _, v := range harness.Oracle(t, "spirv", rows) {
		if !v.OK {
			t.Errorf("%s: spirv-val: %s", v.Name, v.Text())
		}
	}
}

// only checks that an error is about a capability alone, and says how to allow it.
func only(t *testing.T, name string, err error, capability, extension string) {
	t.Helper()
	var found *diag.Diagnostics
	if !errors.As(err, &found) {
		t.Errorf("%s: %v", name, err)
		return
	}
	for _, d := range found.Items {
		notes := strings.Join(d.Notes, "\n")
		named := strings.Contains(d.Message, "needs the extension") || strings.Contains(d.Message, "needs the capability") || strings.Contains(notes, extension)
		asked := slices.ContainsFunc(strings.Split(capability, ","), func(c string) bool { return strings.Contains(notes, c) })
		if !strings.Contains(notes, "--capabilities default,") || !named || !asked {
			t.Errorf("%s: %s\n%s", name, d.Message, notes)
		}
	}
	if len(found.Items) != 1 && strings.Count(capability, ",") == 0 {
		t.Errorf("%s: %d errors: %v", name, len(found.Items), found)
	}
}
