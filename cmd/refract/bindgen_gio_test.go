package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract/internal/dxbc"
	"refract/internal/harness"
)

// gioTypes are as much of gioui.org/shader as the output uses.
const gioTypes = `package shader

type Sources struct {
	Name, SPIRV, GLSL100ES, GLSL150, DXBC, MetalLib string
	Uniforms       UniformsReflection
	Inputs         []InputLocation
	Textures       []TextureBinding
	StorageBuffers []BufferBinding
	Images         []ImageBinding
	WorkgroupSize  [3]int
}
type UniformsReflection struct { Locations []UniformLocation; Size int }
type UniformLocation struct { Name string; Type DataType; Size, Offset int }
type InputLocation struct { Name string; Location int; Semantic string; SemanticIndex int; Type DataType; Size int }
type TextureBinding struct { Name string; Binding int }
type BufferBinding struct { Name string; Binding int }
type ImageBinding struct { Name string; Binding int }
type DataType uint8
const (
	DataTypeFloat DataType = iota
	DataTypeInt
	DataTypeShort
)
`

// gioProgram looks at what it was given.
const gioProgram = `package main

import "fmt"

func main() {
	for _, s := range []any{BlitFragSources.Uniforms, BlitVertSources.Inputs, PanelFragmentMainSources.Textures, PanelReduceSources.StorageBuffers, PanelReduceSources.WorkgroupSize} {
		fmt.Println(s)
	}
	fmt.Printf("%x %.12s %.12s %.4s\n", BlitFragSources.SPIRV[:4], BlitFragSources.GLSL100ES, PanelVertexMainSources.GLSL150, PanelReduceSources.DXBC)
}
`

// TestGio compiles values of gio's shader.Sources: against declarations of its types, or
// where REFRACT_GIO is 1 against the package itself, from a module proxy. The GLSL links,
// and the names of uniforms, inputs and textures are in it.
func TestGio(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"panel.wgsl", "blit.vert", "blit.frag"} {
		text, err := os.ReadFile(filepath.Join("../../examples/gio", name))
		if err != nil {
			t.Fatal(err)
		}
		put(t, dir, name, string(text))
	}
	run := func(name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	arguments := []string{"panel.wgsl", "blit.vert", "blit.frag", "-o", "shaders_gen.go", "--package", "main", "--sources", "gio", "--capabilities", "all"}
	if warned := run("refract", append([]string{"bindgen"}, arguments...)...); strings.Contains(warned, "error") {
		t.Error(warned)
	}
	run("refract", append([]string{"bindgen", "--check"}, arguments...)...)
	put(t, dir, "main.go", gioProgram)
	if os.Getenv("REFRACT_GIO") == "1" {
		put(t, dir, "go.mod", "module panel\n\ngo 1.26\n")
		run("go", "get", "gioui.org/shader@v1.0.8")
	} else {
		put(t, dir, "go.mod", "module panel\n\ngo 1.26\n\nrequire gioui.org/shader v1.0.8\n\nreplace gioui.org/shader => ./gio\n")
		put(t, dir, "gio/go.mod", "module gioui.org/shader\n\ngo 1.26\n")
		put(t, dir, "gio/shader.go", gioTypes)
	}
	want := `{[{_color.color 0 4 112}] 16}
[{pos 0 TEXCOORD 0 0 2} {uv 1 TEXCOORD 1 0 2}]
[{image 0}]
[{sums 2}]
[8 4 1]
03022307 #version 100 #version 150 DXBC
`
	if got := run("go", "run", "."); got != want {
		t.Errorf("the program prints\n%s", got)
	}
	for name, want := range map[string][]string{
		"blit_vert":           {"vs_4_0", "dcl_constantbuffer CB0[2]", "dcl_output o1.z"},
		"blit_frag":           {"ps_4_0", "dcl_constantbuffer CB0[8]", "dcl_sampler s0", "(float,float,float,float) t0", "v1.z"},
		"panel_fragment_main": {"ps_4_0", "dcl_constantbuffer CB0[3]", "dcl_sampler s0", "(float,float,float,float) t0", "TEXCOORD                 0   xy          1"},
		"panel_reduce":        {"cs_5_0", "dcl_uav_raw u2"},
	} {
		text := run("refract", "dis", name+".gen.dxbc")
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s.gen.dxbc lacks %s:\n%s", name, w, text)
			}
		}
	}
	type row struct {
		Name   string `json:"name"`
		Source string `json:"source"`
		Stage  string `json:"stage"`
	}
	var rows []row
	for name, want := range map[string]string{"blit_vert": "uniform Block _block;", "blit_frag": "uniform sampler2D tex;", "panel_fragment_main": "uniform sampler2D image;", "panel_vertex_main": " vec2 corner;"} {
		for _, ext := range []string{".gen.100.essl", ".gen.150.glsl"} {
			text, err := os.ReadFile(filepath.Join(dir, name+ext))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), want) {
				t.Errorf("%s lacks %s", name+ext, want)
			}
			stage := "vert"
			if strings.Contains(name, "frag") {
				stage = "frag"
			}
			rows = append(rows, row{name + ext, string(text), stage})
		}
	}
	for i, v := range harness.Oracle(t, "glsl", rows) {
		if !v.OK {
			t.Errorf("%s: %s\n%s", v.Name, v.Text(), rows[i].Source)
		}
	}
}

// gioLacks are modules of gio that lack an input which their containers have.
var gioLacks = []string{"zblit.frag.0"}

// TestGioContainers compares bytecode with what gio ships, which FXC made: from its SPIR-V,
// the resources and the inputs and outputs are the same. Ours begin with the position, and
// the inputs of vertex shaders, which input layouts find by semantic, have any order. It
// wants REFRACT_GIO=1 and a module proxy.
func TestGioContainers(t *testing.T) {
	if os.Getenv("REFRACT_GIO") != "1" {
		t.Skip("set REFRACT_GIO=1 to get gio's shaders")
	}
	dir := t.TempDir()
	run := func(name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%s %v: %v", name, args, err)
		}
		return string(out)
	}
	put(t, dir, "go.mod", "module containers\n\ngo 1.26\n")
	run("go", "get", "gioui.org/shader@v1.0.8")
	theirs, err := filepath.Glob(filepath.Join(strings.TrimSpace(run("go", "list", "-m", "-f", "{{.Dir}}", "gioui.org/shader")), "gio", "z*.dxbc"))
	if err != nil || len(theirs) == 0 {
		t.Fatal("gio has no containers: ", err)
	}
	same, instructions, level9 := 0, 0.0, 0.0
	for _, file := range theirs {
		name := strings.TrimSuffix(filepath.Base(file), ".dxbc")
		words, err := os.ReadFile(strings.TrimSuffix(file, ".dxbc") + ".spirv")
		if err != nil {
			t.Fatal(err)
		}
		put(t, dir, name+".spv", string(words))
		run("refract", "bindgen", name+".spv", "-o", name+"_gen.go", "--package", "main", "--sources", "gio", "--capabilities", "all")
		want, wanted, most := gioInterface(t, file)
		got, n, slots := gioInterface(t, filepath.Join(dir, strings.ReplaceAll(name, ".", "_")+"_spv.gen.dxbc"))
		instructions += math.Log(float64(n) / float64(wanted))
		level9 += math.Log(float64(slots) / float64(most))
		switch {
		case slices.Equal(got, want):
			same++
		case !slices.Contains(gioLacks, name):
			t.Errorf("%s has\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	t.Logf("%d of %d containers have the same interface; instructions by FXC's: %.3f, slots of feature level 9: %.3f",
		same, len(theirs), math.Exp(instructions/float64(len(theirs))), math.Exp(level9/float64(len(theirs))))
}

// gioInterface describes the inputs, outputs, resources and tables for feature level 9 of a container, and
// counts its instructions, and the slots of its program of shader model 2.
func gioInterface(t *testing.T, file string) (list []string, instructions uint32, slots int) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := dxbc.ReadContainer(data)
	if err != nil {
		t.Fatal(err)
	}
	vertex := strings.Contains(file, "vert")
	for _, kind := range []dxbc.FourCC{dxbc.ChunkISGN, dxbc.ChunkOSGN} {
		chunk, _ := c.Chunk(kind)
		s, err := dxbc.ReadSignature(kind, chunk)
		if err != nil {
			t.Fatal(err)
		}
		first := uint32(0)
		for i := range s.Elements {
			if e := &s.Elements[i]; e.Semantic == "SV_Position" && e.Register == 0 {
				first = 1
			}
		}
		for i := range s.Elements {
			e := &s.Elements[i]
			switch at := e.Register - first; {
			case e.Semantic == "SV_Position":
			case vertex && kind == dxbc.ChunkISGN:
				list = append(list, fmt.Sprintf("in %s%d %v %#x", e.Semantic, e.Index, e.Type, e.Mask))
			default:
				list = append(list, fmt.Sprintf("%v %s%d %v %#x register %d", kind, e.Semantic, e.Index, e.Type, e.Mask, at))
			}
		}
	}
	chunk, _ := c.Chunk(dxbc.ChunkRDEF)
	d, err := dxbc.ReadResourceDefinitions(chunk)
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Bindings {
		b := &d.Bindings[i]
		list = append(list, fmt.Sprintf("resource %v %v %v %d", b.Type, b.Return, b.View, b.Point))
	}
	slices.Sort(list)
	if chunk, _ = c.Chunk(dxbc.ChunkAon9); chunk != nil {
		l, err := dxbc.ReadLevel9(chunk)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprint("feature level 9: ", l.Program.Minor, l.Floats, l.Ints, l.Bools, l.Samplers, l.Runtime))
		texture, arithmetic := l.Program.Slots()
		slots = texture + arithmetic
	}
	chunk, _ = c.Chunk(dxbc.ChunkSTAT)
	return list, binary.LittleEndian.Uint32(chunk), slots
}

// put writes a file.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
