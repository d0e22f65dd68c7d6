package conformance

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"testing"

	"refract"
	"refract/back/msl"
	"refract/back/wgsl"
	"refract/internal/harness"
	"refract/ir/validate"
)

// perVertexShaders read values of each vertex: as parameters, as members of structs and
// beside barycentric coordinates.
var perVertexShaders = map[string]string{
	"a.frag": "#version 460\n#extension GL_EXT_fragment_shader_barycentric : require\nlayout(location = 0) pervertexEXT in vec3 v[];\nlayout(location = 1) in vec2 uv;\nlayout(location = 0) out vec4 c;\n" +
		"void main() { c = vec4(v[0] * gl_BaryCoordEXT.x + v[1] * uv.x, v[2].z); }",
	"a.wgsl": "enable wgpu_per_vertex;\nstruct In { @location(1) uv: vec2f, @location(0) @interpolate(per_vertex) v: array<vec4f, 3>, @location(2) @interpolate(per_vertex) n: array<u32, 3> }\n" +
		"@fragment fn fs(in: In) -> @location(0) vec4f { return in.v[0] + in.v[2] * in.uv.x + vec4f(f32(in.n[1])); }",
}

// TestPerVertex: values of each vertex are written in every language, and what the reader of
// each language makes of them is written again.
func TestPerVertex(t *testing.T) {
	metal, wgpu := msl.NewOptions(), wgsl.NewOptions()
	metal.Version, wgpu.WGPU = 400, true
	write := refract.WriteOptions{Options: refract.LanguageOptions{refract.MSL: &metal, refract.WGSL: &wgpu}}
	type hlslRow struct {
		Name    string `json:"name"`
		Source  string `json:"source"`
		Entry   string `json:"entry"`
		Profile string `json:"profile"`
	}
	type spirvRow struct {
		Name  string `json:"name"`
		SPIRV string `json:"spirv"`
	}
	var shaders []hlslRow
	var modules []spirvRow
	translate := func(name, src string, to refract.Language) *refract.Output {
		out, err := refract.Translate(t.Context(), name, []byte(src), refract.TranslateOptions{To: to, Validate: refract.ValidateOptions{Capabilities: validate.All}, Write: write})
		if err != nil {
			t.Fatalf("%s to %s: %v\n%s", name, to, err, src)
		}
		return out
	}
	for name, src := range perVertexShaders {
		for to, want := range map[refract.Language]string{
			refract.GLSL: "pervertexEXT in ", refract.WGSL: "@interpolate(per_vertex) v: array<vec", refract.HLSL: "GetAttributeAtVertex(v_vertices, 2)",
			refract.MSL: ".v.get(vertex_index::third)", refract.SPIRVAssembly: "PerVertexKHR"} {
			out := translate(name, src, to)
			if !strings.Contains(out.Text, want) {
				t.Errorf("%s as %s lacks %q:\n%s", name, to, want, out.Text)
			}
			switch to {
			case refract.HLSL:
				shaders = append(shaders, hlslRow{name, out.Text, map[string]string{"a.frag": "main", "a.wgsl": "fs"}[name], "ps_6_1"})
			case refract.GLSL:
				translate("b.frag", out.Text, refract.HLSL)
			case refract.WGSL:
				translate("b.wgsl", out.Text, refract.GLSL)
			}
		}
		words := translate(name, src, refract.SPIRV).Words
		code := make([]byte, 0, 4*len(words))
		for _, w := range words {
			code = binary.LittleEndian.AppendUint32(code, w)
		}
		translate("b.spv", string(code), refract.WGSL)
		modules = append(modules, spirvRow{name, base64.StdEncoding.EncodeToString(code)})
	}
	for _, v := range append(harness.Oracle(t, "hlsl", shaders), harness.Oracle(t, "spirv", modules)...) {
		if !v.OK {
			t.Errorf("%s: %s", v.Name, v.Text())
		}
	}
}

// TestPerVertexErrors: inputs with the values of each vertex are arrays of three, of fragment shaders.
func TestPerVertexErrors(t *testing.T) {
	for _, src := range []string{
		"@fragment fn fs(@location(0) @interpolate(per_vertex) v: f32) -> @location(0) vec4f { return vec4f(v); }",
		"@fragment fn fs(@location(0) @interpolate(per_vertex) v: array<f32, 2>) -> @location(0) vec4f { return vec4f(v[0]); }",
		"@vertex fn vs(@location(0) @interpolate(per_vertex) v: array<f32, 3>) -> @builtin(position) vec4f { return vec4f(v[0]); }",
		"@fragment fn fs(@location(0) @interpolate(per_vertex, sample) v: array<f32, 3>) -> @location(0) vec4f { return vec4f(v[0]); }",
	} {
		o := refract.TranslateOptions{To: refract.WGSL, Validate: refract.ValidateOptions{Capabilities: validate.All}}
		if _, err := refract.Translate(t.Context(), "a.wgsl", []byte("enable wgpu_per_vertex;\n"+src), o); err == nil || !strings.Contains(err.Error(), "a.wgsl:2:") {
			t.Errorf("%v\n%s", err, src)
		}
	}
}
