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

// TestRefused has features that DXIL, or a shader model, lacks.
func TestRefused(t *testing.T) {
	for _, x := range []struct {
		source, want string
		profile      back.Profile
	}{
		{"enable f16; @group(0) @binding(0) var<storage, read_write> b: f16; @compute @workgroup_size(1) fn main() { b = b + 1h; }", "16-bit numbers; shader model 6_2 can (--set dxil.profile=6_2)", back.Profile61},
		{"@compute @workgroup_size(2048) fn main() {}", "a workgroup of so many invocations: the most are 1024, 64 of them in the third dimension", back.Profile60},
		{"@fragment fn main() -> @location(9) vec4f { return vec4f(); }", "a color output at location 9, which is past SV_Target7", back.Profile60},
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
