package dxbc_test

// This file writes the shaders of testdata/shaders and compares the texts of their programs with
// the recorded ones.

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	back "refract/back/dxbc"
	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/dxbc"
	"refract/internal/harness"
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

// programOf is the program of a container, which keeps the rules of its shader model.
func programOf(data []byte) (*dxbc.Program, error) {
	c, err := dxbc.ReadContainer(data)
	if err != nil {
		return nil, err
	}
	if !dxbc.Verify(data) {
		return nil, errors.New("the checksum is wrong")
	}
	chunk, _ := c.Chunk(dxbc.ChunkSHEX, dxbc.ChunkSHDR)
	p, err := dxbc.ReadProgram(chunk)
	if err != nil {
		return nil, err
	}
	return p, p.Check()
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
		for _, profile := range []back.Profile{back.Profile40, back.Profile50, back.Profile51} {
			for _, e := range m.EntryPoints {
				o := back.NewOptions()
				o.Profile, o.EntryPoint, o.Stage, o.Overrides = profile, e.Name, e.Stage, harness.OverrideValues(m)
				data, _, err := w.Write(m, info, o, nil)
				fmt.Fprintf(&text, "== %s %v\n", e.Name, profile)
				if err != nil {
					fmt.Fprintf(&text, "%v\n\n", err)
					continue
				}
				p, err := programOf(data)
				if err != nil {
					t.Errorf("%s %s: %v", name, e.Name, err)
					continue
				}
				fmt.Fprintf(&text, "%v\n", p)
				again, _, err := new(back.Writer).Write(m, info, o, nil)
				if err != nil || !bytes.Equal(data, again) {
					t.Errorf("%s %s: another writer's output differs", name, e.Name)
				}
			}
		}
		golden := filepath.Join("testdata", "golden", name+".txt")
		if *update {
			os.MkdirAll(filepath.Dir(golden), 0o755)
			if err := os.WriteFile(golden, text.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, _ := os.ReadFile(golden)
		if string(want) != text.String() {
			t.Errorf("%s: got\n%s", golden, text.Bytes())
		}
	}
}

// TestLevel9Golden writes a shader for feature levels 9.1 and 9.3.
func TestLevel9Golden(t *testing.T) {
	var list []back.Options
	for _, profile := range []back.Profile{back.ProfileLevel91, back.ProfileLevel93} {
		o := back.NewOptions()
		o.Profile = profile
		list = append(list, o)
	}
	goldenContainers(t, "level9", list, func(o *back.Options) string { return o.Profile.String() })
}

// TestDoublesGolden writes a shader with instructions for 64-bit floats.
func TestDoublesGolden(t *testing.T) {
	var list []back.Options
	for _, doubles := range []back.Doubles{back.DoublesBasic, back.DoublesExtended} {
		o := back.NewOptions()
		o.Doubles = doubles
		list = append(list, o)
	}
	goldenContainers(t, "doubles", list, func(o *back.Options) string { return o.Doubles.String() })
}

// goldenContainers writes the entry points of a shader below testdata with each of the options, and
// compares the texts of the containers with the recorded ones.
func goldenContainers(t *testing.T, shader string, list []back.Options, name func(o *back.Options) string) {
	src, err := os.ReadFile(filepath.Join("testdata", shader+".wgsl"))
	if err != nil {
		t.Fatal(err)
	}
	m, info := parse(string(src))
	if m == nil {
		t.Fatal("the shader isn't read")
	}
	var text bytes.Buffer
	for _, o := range list {
		for _, e := range m.EntryPoints {
			o.EntryPoint = e.Name
			data, _, err := back.Write(m, info, o)
			if err != nil {
				t.Fatalf("%s %s: %v", e.Name, name(&o), err)
			}
			if _, err := programOf(data); err != nil {
				t.Errorf("%s %s: %v", e.Name, name(&o), err)
			}
			c, err := dxbc.ReadContainer(data)
			if err != nil {
				t.Fatal(err)
			}
			printed, err := c.Text()
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&text, "== %s %s\n%s\n", e.Name, name(&o), printed)
		}
	}
	golden := filepath.Join("testdata", "golden", shader+".txt")
	if *update {
		if err := os.WriteFile(golden, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, _ := os.ReadFile(golden); string(want) != text.String() {
		t.Errorf("%s: got\n%s", golden, text.Bytes())
	}
}

// TestRefused has features that a shader model lacks.
func TestRefused(t *testing.T) {
	for _, x := range []struct {
		source, want string
		profile      back.Profile
	}{
		{"@compute @workgroup_size(1) fn main() {}", "compute shaders; shader model 5_0 can (--set dxbc.profile=5_0)", back.Profile41},
		{"enable f16; @group(0) @binding(0) var<storage, read_write> b: f16; @compute @workgroup_size(1) fn main() { b = b + 1h; }", "numbers of type f16", back.Profile50},
		{"@group(0) @binding(0) var<storage, read_write> b: u32; @fragment fn main() { b = 1u; }", "storage buffers; shader model 5_0 can (--set dxbc.profile=5_0)", back.Profile40},
		{"@compute @workgroup_size(2048) fn main() {}", "a workgroup of so many invocations: the most are 1024, 64 of them in the third dimension", back.Profile50},
		{"enable subgroups; @group(0) @binding(0) var<storage, read_write> b: u32; @compute @workgroup_size(1) fn main() { b = subgroupAdd(b); }", "subgroup operations", back.Profile51},
		{"@fragment fn main() -> @location(9) vec4f { return vec4f(); }", "a color output at location 9, which is past SV_Target7", back.Profile50},
		{"var<workgroup> w: array<u32, 9000>; @group(0) @binding(0) var<storage, read_write> b: u32; @compute @workgroup_size(1) fn main() { b = w[b]; }", "more than 32 KiB of workgroup memory", back.Profile50},
		{"@compute @workgroup_size(1) fn main() {}", "compute shaders; shader model 5_0 can (--set dxbc.profile=5_0)", back.ProfileLevel91},
		{"@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f { return p; }", "the position of a fragment; shader model 4_0 can (--set dxbc.profile=4_0)", back.ProfileLevel93},
		{"@vertex fn main(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i)); }", "the built-in value vertex_index; shader model 4_0 can (--set dxbc.profile=4_0)", back.ProfileLevel93},
		{"@fragment fn main(@location(0) p: vec4f) -> @location(0) vec4f { return dpdx(p); }", "derivatives; shader model 4_0_level_9_3 can (--set dxbc.profile=4_0_level_9_3)", back.ProfileLevel91},
		{"@fragment fn main() -> @location(0) vec2f { return vec2f(); }", "colors that aren't vectors of four floats; shader model 4_0 can (--set dxbc.profile=4_0)", back.ProfileLevel91},
		{"@fragment fn main() -> @location(4) vec4f { return vec4f(); }", "a color output at location 4, which is past SV_Target3; shader model 4_0 can (--set dxbc.profile=4_0)", back.ProfileLevel93},
		{"@fragment fn main(@location(0) @interpolate(flat) p: vec4f) -> @location(0) vec4f { return p; }", "values between stages that aren't interpolated; shader model 4_0 can (--set dxbc.profile=4_0)", back.ProfileLevel93},
		{"@group(0) @binding(0) var t: texture_2d<f32>; @fragment fn main() -> @location(0) vec4f { return textureLoad(t, vec2u(), 0); }", "single texels and sizes of textures; shader model 4_0 can (--set dxbc.profile=4_0)", back.ProfileLevel93},
		{"@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; @fragment fn main() -> @location(0) vec4f { return textureSampleLevel(t, s, vec2f(), 1.0); }", "samples of a given level; shader model 4_0 can (--set dxbc.profile=4_0)", back.ProfileLevel93},
		{"@group(0) @binding(0) var<uniform> u: vec4u; @fragment fn main() -> @location(0) vec4f { return vec4f(f32(u.x ^ u.y)); }", "operations on bits; shader model 4_0 can (--set dxbc.profile=4_0)", back.ProfileLevel93},
		{"@group(0) @binding(0) var<uniform> u: vec4i; @fragment fn main() -> @location(0) vec4f { var s = 0.0; for (var i = 0; i < u.x; i++) { s += sin(s); } return vec4f(s); }", "a loop whose number of iterations isn't known, or is large; shader model 4_0 can (--set dxbc.profile=4_0)", back.ProfileLevel91},
		{"@group(0) @binding(0) var<uniform> u: array<vec4f, 40>; @fragment fn main() -> @location(0) vec4f { var s = vec4f(); for (var i = 0; i < 40; i++) { s += u[i]; } return s; }", "40 registers of constants: ps_2_0 has 32; shader model 4_0_level_9_3 can (--set dxbc.profile=4_0_level_9_3)", back.ProfileLevel91},
		{"@fragment fn main(@location(0) p: vec4f) -> @location(0) vec4f { var s = p; for (var i = 0; i < 40; i++) { s = s * s + p; s.x += s.y; } return s; }", "121 arithmetic instructions: ps_2_0 has 64; shader model 4_0_level_9_3 can (--set dxbc.profile=4_0_level_9_3)", back.ProfileLevel91},
	} {
		m, info := parse(x.source)
		if m == nil {
			t.Errorf("%s isn't read", x.source)
			continue
		}
		o := back.NewOptions()
		o.Profile = x.profile
		_, _, err := back.Write(m, info, o)
		var unsupported *back.UnsupportedError
		if !errors.As(err, &unsupported) {
			t.Errorf("%s: the error is %v", x.source, err)
			continue
		}
		want := "Direct3D bytecode of shader model " + x.profile.String() + " can't express " + x.want
		if err.Error() != want {
			t.Errorf("%s: the error is %q, not %q", x.source, err, want)
		}
	}
}
