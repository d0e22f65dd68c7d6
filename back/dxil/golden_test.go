package dxil_test

// This file writes the shaders of testdata/shaders and compares the text of their modules with
// the recorded one.

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	back "refract/back/dxil"
	"refract/diag"
	"refract/front/glsl"
	front "refract/front/wgsl"
	"refract/internal/dxbc"
	"refract/internal/dxil"
	"refract/internal/harness"
	"refract/internal/llvm"
	"refract/ir"
	"refract/ir/validate"
)

var update = flag.Bool("update", false, "rewrite the expected texts under testdata")

// parse reads a shader, or returns nil.
func parse(src string) (*ir.Module, *validate.Info) {
	list := new(diag.List)
	m := front.Parse(src, 1, front.Options{Allowed: front.AllExtensions}, list)
	if m == nil || list.HasErrors() {
		return nil, nil
	}
	info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	if err != nil {
		return nil, nil
	}
	return m, info
}

// shaderOf is the parts of a container, and its module.
func shaderOf(data []byte) (*dxil.Shader, *llvm.Module, error) {
	c, err := dxbc.ReadContainer(data)
	if err != nil {
		return nil, nil, err
	}
	if !dxbc.Verify(data) {
		return nil, nil, errors.New("the checksum is wrong")
	}
	s, err := dxil.ParseShader(c)
	if err != nil {
		return nil, nil, err
	}
	m, err := llvm.Read(s.Program.Bitcode)
	return s, m, err
}

// golden compares a text with the recorded one.
func golden(t *testing.T, name string, text []byte) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name+".txt")
	if *update {
		os.MkdirAll(filepath.Dir(file), 0o755)
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, _ := os.ReadFile(file); string(want) != string(text) {
		t.Errorf("%s: got\n%s", file, text)
	}
}

// readGLSL reads a shader of the stage of its extension.
func readGLSL(t *testing.T, name, src string) (*ir.Module, *validate.Info) {
	t.Helper()
	var sources diag.Sources
	var list diag.List
	base := sources.Add(name, src)
	m := new(glsl.Reader).Read(ir.NewModule(), src, base, glsl.Options{Stage: ir.StageByName(strings.TrimPrefix(filepath.Ext(name), "."))}, &sources, &list)
	if m == nil || list.HasErrors() {
		t.Fatalf("%s isn't read: %v", name, list.Err(&sources))
	}
	info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	if err != nil {
		t.Fatal(err)
	}
	return m, info
}

// TestRefusedGLSL has features that DXIL lacks and WGSL, too.
func TestRefusedGLSL(t *testing.T) {
	for _, x := range []struct{ name, source, want string }{
		{"none.mesh", `#version 450
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 4) in;
layout(lines, max_vertices = 4, max_primitives = 2) out;
void main() { gl_MeshVerticesEXT[gl_LocalInvocationIndex].gl_Position = vec4(1.0); }`, "a mesh shader that writes no positions"},
		{"points.mesh", `#version 450
#extension GL_EXT_mesh_shader : require
layout(points, max_vertices = 4, max_primitives = 2) out;
void main() { SetMeshOutputsEXT(1, 1); gl_MeshVerticesEXT[0].gl_Position = vec4(1.0); }`, "mesh shaders that make points"},
		{"bytes.comp", `#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(binding = 0) buffer B { int8_t a; i8vec3 b; int c; };
void main() { c = int(a) + int(b.y); }`, "numbers of type i8"},
	} {
		m, info := readGLSL(t, x.name, x.source)
		_, _, err := back.Write(m, info, back.NewOptions())
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: the error is %v", x.name, err)
		}
	}
}

// TestGoldenStages writes the shaders of testdata/stages.
func TestGoldenStages(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(harness.Root(t), "testdata", "stages", "*.*"))
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders", err)
	}
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		m, info := readGLSL(t, name, string(src))
		o := back.NewOptions()
		o.Domain = back.TessDomain(ir.TessQuads)
		o.PatchVertices = 4
		data, _, err := back.Write(m, info, o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s, code, err := shaderOf(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		golden(t, name, fmt.Appendf(nil, "%s_%d_%d, features 0x%x\n%s\n", s.Program.Stage.Profile(), s.Program.Major, s.Program.Minor, uint64(s.Features), code.Assembly()))
	}
}

func TestGolden(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(harness.Root(t), "testdata", "shaders", "*.wgsl"))
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders", err)
	}
	var w back.Writer
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".wgsl")
		m, info := parse(string(src))
		if m == nil {
			t.Errorf("%s isn't read", path)
			continue
		}
		var text bytes.Buffer
		for i, e := range m.EntryPoints {
			o := back.NewOptions()
			o.Profile = []back.Profile{back.Profile60, back.Profile62, back.Profile66}[i%3]
			o.EntryPoint, o.Stage, o.Overrides = e.Name, e.Stage, harness.OverrideValues(m)
			data, _, err := w.Write(m, info, o, nil)
			fmt.Fprintf(&text, "== %s\n", e.Name)
			if err != nil {
				fmt.Fprintf(&text, "%v\n\n", err)
				continue
			}
			s, code, err := shaderOf(data)
			if err != nil {
				t.Errorf("%s %s: %v", name, e.Name, err)
				continue
			}
			fmt.Fprintf(&text, "%s_%d_%d, features 0x%x\n%s\n", s.Program.Stage.Profile(), s.Program.Major, s.Program.Minor, uint64(s.Features), code.Assembly())
			again, _, err := new(back.Writer).Write(m, info, o, nil)
			if err != nil || !bytes.Equal(data, again) {
				t.Errorf("%s %s: another writer's output differs", name, e.Name)
			}
		}
		golden(t, name, text.Bytes())
	}
}

// mesh is the variable of a mesh shader.
const mesh = "enable wgpu_mesh_shader; struct V { @builtin(position) p: vec4f } struct P { @builtin(line_indices) i: vec2u } " +
	"struct M { @builtin(vertices) v: array<V, 256>, @builtin(primitives) p: array<P, 2>, @builtin(vertex_count) a: u32, @builtin(primitive_count) b: u32 } var<workgroup> m: M; "

// TestRefused has features that DXIL, or a shader model, lacks.
func TestRefused(t *testing.T) {
	for _, x := range []struct {
		source, want string
		profile      back.Profile
	}{
		{"enable f16; @group(0) @binding(0) var<storage, read_write> b: f16; @compute @workgroup_size(1) fn main() { b = b + 1h; }", "16-bit numbers; shader model 6_2 can (--set dxil.profile=6_2)", back.Profile61},
		{"@compute @workgroup_size(2048) fn main() {}", "a workgroup of so many invocations: the most are 1024, 64 of them in the third dimension", back.Profile60},
		{"@fragment fn main() -> @location(9) vec4f { return vec4f(); }", "a color output at location 9, which is past SV_Target7", back.Profile60},
		{mesh + "@mesh(m) @workgroup_size(256) fn main() { m.a = 1; }", "a workgroup of so many invocations: the most of task and mesh shaders are 128", back.Profile65},
		{mesh + "@mesh(m) @workgroup_size(64) fn main() { m.a = 1; }", "shaders of the stage mesh; shader model 6_5 can (--set dxil.profile=6_5)", back.Profile64},
		{mesh + "var<workgroup> w: array<vec4f, 1700>; @mesh(m) @workgroup_size(64) fn main() { w[m.a] = vec4f(); m.a = u32(w[2].x); }", "a mesh shader whose outputs and workgroup memory take more than 28 KiB", back.Profile65},
		{"var<workgroup> w: array<u32, 9000>; @group(0) @binding(0) var<storage, read_write> b: u32; @compute @workgroup_size(1) fn main() { b = w[b]; }", "more than 32 KiB of workgroup memory", back.Profile66},
	} {
		m, info := parse(x.source)
		if m == nil {
			t.Errorf("%s isn't read", x.source)
			continue
		}
		o := back.NewOptions()
		o.Profile, o.RaiseModel = x.profile, false
		_, _, err := back.Write(m, info, o)
		var unsupported *back.UnsupportedError
		if !errors.As(err, &unsupported) {
			t.Errorf("%s: the error is %v", x.source, err)
			continue
		}
		want := "DXIL of shader model " + x.profile.String() + " can't express " + x.want
		if err.Error() != want {
			t.Errorf("%s: the error is %q, not %q", x.source, err, want)
		}
	}
}

// TestRaised raises the shader model to the one that a shader needs.
func TestRaised(t *testing.T) {
	for _, x := range []struct {
		source string
		minor  uint8
	}{
		{"@compute @workgroup_size(1) fn main() {}", 0},
		{"enable f16; @group(0) @binding(0) var<storage, read_write> b: f16; @compute @workgroup_size(1) fn main() { b = b + 1h; }", 2},
		{"@group(0) @binding(0) var t: texture_depth_2d; @group(0) @binding(1) var s: sampler_comparison; @fragment fn main() -> @location(0) vec4f { return vec4f(textureSampleCompareLevel(t, s, vec2f(), 0.5)); }", 0},
	} {
		m, info := parse(x.source)
		data, _, err := back.Write(m, info, back.NewOptions())
		if err != nil {
			t.Errorf("%s: %v", x.source, err)
			continue
		}
		s, _, err := shaderOf(data)
		if err != nil {
			t.Errorf("%s: %v", x.source, err)
		} else if s.Program.Minor != x.minor {
			t.Errorf("%s: shader model 6.%d", x.source, s.Program.Minor)
		}
	}
}

// TestUnusedConstants: an array of constants is declared only if the code reads it. Its loop is
// never entered, which the last passes alone find.
func TestUnusedConstants(t *testing.T) {
	m, info := parse(`
@group(0) @binding(0) var<storage, read_write> result: array<u32, 2>;
var<private> most: u32 = 7u;
var<private> sum: u32;
var<private> rows: mat4x3f = mat4x3f(vec3f(1, 0, 1), vec3f(1, 1, 3), vec3f(5, 0, 1), vec3f(0, 0, 1));

@compute @workgroup_size(4)
fn main() {
	var n = 0u;
	loop {
		continuing {
			n++;
			break if true;
		}
	}
	while rows[n].z == 0 {
		var x = 1u;
		var table = array<u32, 8>(1, 2, 3, 5, 8, 13, 21, 34);
		var at = 0u;
		var end = most;
		while at < end {
			let before = at;
			if table[before] <= x { at = 1; } else { end = before; }
		}
		x ^= at;
		sum = x;
	}
	result[1] = sum;
}`)
	o := back.NewOptions()
	o.ForceLoopBounding = false
	data, _, err := back.Write(m, info, o)
	if err != nil {
		t.Fatal(err)
	}
	_, code, err := shaderOf(data)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(code.Assembly()), "@constants"); n == 1 {
		t.Error("@constants is declared and not used")
	}
}

// TestLibraryDefinitions reads the definitions of a library: the members of a constant buffer, the function
// with the directions of its parameters, and the variables that stand for resources.
func TestLibraryDefinitions(t *testing.T) {
	m, info := readGLSL(t, "miss.rmiss", `#version 460
#extension GL_EXT_ray_tracing : require
layout(binding = 0) uniform K { vec4 tint; vec2 extra; uint count; };
layout(location = 0) rayPayloadInEXT vec4 color;
void main() { color = tint * float(count); }`)
	for _, profile := range []back.Profile{back.Profile63, back.Profile66} {
		o := back.NewOptions()
		o.Profile = profile
		data, _, err := back.Write(m, info, o)
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := shaderOf(data)
		if err != nil || s.Definitions == nil {
			t.Fatalf("%v: no definitions: %v", profile, err)
		}
		d, err := llvm.Read(s.Definitions.Bitcode)
		if err != nil {
			t.Fatal(err)
		}
		text := d.Assembly()
		for _, want := range []string{`!"tint", i32 3, i32 0`, `!"count", i32 3, i32 24`, "declare void @main(", "@k = external constant", "!{i32 2, "} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: the definitions lack %s:\n%s", profile, want, text)
			}
		}
	}
}
