package bindgen_test

// This file checks the outputs that other tools than Go compile or run, and the ways to
// shape the output.

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"refract"
	"refract/bindgen"
	"refract/reflection"
)

const sky = `enable f16;
struct Light { color: vec3f, intensity: f32, dir: vec3f }
struct Params { view: mat4x4f, normal: mat3x3f, tint: vec3f, lights: array<Light, 2>, w: array<vec3f, 3>, half: vec3h, flag: u32 }
struct Particles { count: atomic<u32>, at: vec3f, items: array<Light> }
struct Shareable { a: f32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> particles: Particles;
@group(1) @binding(0) var<storage> raw: array<vec3f>;
@group(1) @binding(1) var tex: texture_2d<f32>;
@group(1) @binding(2) var smp: sampler;
@group(1) @binding(3) var out: texture_storage_2d_array<rgba8unorm, write>;
@group(1) @binding(4) var shadow: texture_depth_cube_array;
@group(1) @binding(5) var cmp: sampler_comparison;
@group(3) @binding(0) var<uniform> one: Shareable;
override scale: f32 = 2.0;
@id(7) override needed: u32;
struct V { @location(0) pos: vec3f, @location(2) uv: vec2f, @location(1) c: vec4h, @builtin(vertex_index) i: u32 }
@vertex fn vs(v: V) -> @builtin(position) vec4f { return vec4f(v.pos * scale, 1) + params.tint.xyzz + one.a; }
@fragment fn fs() -> @location(0) vec4f { return textureSample(tex, smp, vec2f(raw[0].x)) * f32(needed) * textureSampleCompare(shadow, cmp, vec3f(1), 0, 0); }
@compute @workgroup_size(8, 4) fn main(@builtin(global_invocation_id) id: vec3u) { particles.items[id.x].color += params.tint; textureStore(out, id.xy, 0, vec4f(1)); }
`

func skySource(t *testing.T) []bindgen.Source {
	v, r := read("sky.wgsl", sky, refract.WGSL, 0)
	if v == nil {
		t.Fatal("the shader isn't valid")
	}
	return []bindgen.Source{{Name: "sky.wgsl", Reflection: r}}
}

func generate(t *testing.T, o bindgen.Options) string {
	t.Helper()
	text, err := bindgen.Generate(skySource(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// compileGo compiles files of modules: names with their folder.
func compileGo(t *testing.T, files map[string]string) error {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "vet", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, head(out))
	}
	return nil
}

// layoutTypes declares what the output uses of a Go API of WebGPU.
func layoutTypes(pkg, pointer string) string {
	enums := map[string]string{
		"ShaderStage": "None Vertex Fragment Compute", "BufferBindingType": "Uniform Storage ReadOnlyStorage",
		"TextureSampleType": "Float UnfilterableFloat Depth Sint Uint", "TextureViewDimension": "1D 2D 2DArray Cube CubeArray 3D",
		"StorageTextureAccess": "WriteOnly ReadOnly ReadWrite", "TextureFormat": "RGBA8Unorm R32Float",
		"SamplerBindingType": "Filtering NonFiltering Comparison", "VertexStepMode": "Vertex Instance", "VertexFormat": "Float32x3 Float16x4 Float32x2",
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n", pkg)
	for name, words := range enums {
		fmt.Fprintf(&b, "type %s uint32\nconst (\n", name)
		for i, w := range strings.Fields(words) {
			fmt.Fprintf(&b, "\t%s%s %s = %d\n", name, w, name, i)
		}
		b.WriteString(")\n")
	}
	fmt.Fprintf(&b, `type BufferBindingLayout struct { Type BufferBindingType; HasDynamicOffset bool; MinBindingSize uint64 }
type SamplerBindingLayout struct { Type SamplerBindingType }
type TextureBindingLayout struct { SampleType TextureSampleType; ViewDimension TextureViewDimension; Multisampled bool }
type StorageTextureBindingLayout struct { Access StorageTextureAccess; Format TextureFormat; ViewDimension TextureViewDimension }
type BindGroupLayoutEntry struct { Binding uint32; Visibility ShaderStage; Buffer %[1]sBufferBindingLayout; Sampler %[1]sSamplerBindingLayout; Texture %[1]sTextureBindingLayout; StorageTexture %[1]sStorageTextureBindingLayout }
type VertexAttribute struct { Format VertexFormat; Offset uint64; ShaderLocation uint32 }
type VertexBufferLayout struct { ArrayStride uint64; StepMode VertexStepMode; Attributes []VertexAttribute }
`, pointer)
	return b.String()
}

// TestLayouts compiles layouts in the types of Go packages for WebGPU, against as much
// of these as they use.
func TestLayouts(t *testing.T) {
	for _, c := range []struct{ api, module, folder, pointer string }{
		{"cogentcore", "github.com/cogentcore/webgpu", "wgpu", ""}, {"gogpu", "github.com/gogpu/gputypes", ".", "*"},
	} {
		pkg := filepath.Base(c.folder)
		if pkg == "." {
			pkg = filepath.Base(c.module)
		}
		err := compileGo(t, map[string]string{
			"go.mod":   fmt.Sprintf("module bound\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => ./api\n", c.module, c.module),
			"bound.go": generate(t, bindgen.Options{Language: "go", Package: "bound", Layouts: c.api}), "api/go.mod": "module " + c.module + "\n\ngo 1.26\n",
			filepath.Join("api", c.folder, "api.go"): layoutTypes(pkg, c.pointer),
		})
		if err != nil {
			t.Errorf("%s: %v", c.api, err)
		}
	}
	for _, o := range []bindgen.Options{{Language: "go", Layouts: "nope"}, {Language: "c", Layouts: "gogpu"}, {Language: "cobol"}, {Language: "go", Map: []string{"vec3f"}}, {Language: "ts", Map: []string{"vec3f=x.Y"}}} {
		if _, err := bindgen.Generate(skySource(t), o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}

// TestMapped takes types of a library of mathematics, and compiles nothing where one is of
// another size.
func TestMapped(t *testing.T) {
	lin := func(vec3 string) map[string]string {
		return map[string]string{
			"go.mod":   "module bound\n\ngo 1.26\n\nrequire example.org/lin/v2 v2.0.0\n\nreplace example.org/lin/v2 => ./lin\n",
			"bound.go": generate(t, bindgen.Options{Language: "go", Package: "bound", Map: []string{"vec3f=example.org/lin/v2.Vec3", "mat4x4<f32>=example.org/lin/v2.Mat4", "mat3x3f=example.org/lin/v2.Mat3"}}),
			"use.go": `package bound

import "example.org/lin/v2"

var one = Light{Color: lin.Vec3{1, 2, 3}}
var view = Params{View: lin.Mat4{0: 1}, W: [3]Vec3fStride16{{Value: lin.Vec3{1}}}, Normal: [3][4]float32{}}
var list = AppendSlice(nil, []Light{one})
`,
			"lin/go.mod": "module example.org/lin/v2\n\ngo 1.26\n", "lin/lin.go": "package lin\n\ntype Vec3 " + vec3 + "\ntype Mat4 [16]float32\n",
		}
	}
	if err := compileGo(t, lin("[3]float32")); err != nil {
		t.Error(err)
	}
	if err := compileGo(t, lin("[3]float64")); err == nil || !strings.Contains(err.Error(), "out of bounds") && !strings.Contains(err.Error(), "invalid") {
		t.Errorf("with a vector of doubles it compiles: %v", err)
	}
}

// TestTemplate takes a template of the user's.
func TestTemplate(t *testing.T) {
	got := generate(t, bindgen.Options{Language: "c", Package: "x", Template: `{{range .Bindings}}{{.Binding.Name}} {{deref .Group}}.{{deref .Binding.Binding}};{{end}}`})
	if want := "params 0.0;particles 0.1;raw 1.0;tex 1.1;smp 1.2;out 1.3;shadow 1.4;cmp 1.5;one 3.0;"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if _, err := bindgen.Generate(skySource(t), bindgen.Options{Language: "go", Package: "x", Template: "nonsense {"}); err == nil {
		t.Error("what isn't Go is written")
	}
}

// tool skips a test without a tool.
func tool(t *testing.T, name string) {
	if _, err := exec.LookPath(name); err != nil {
		if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
			t.Fatal(err)
		}
		t.Skipf("%s: not installed", name)
	}
}

// TestRust compiles structs, with bytemuck's two traits.
func TestRust(t *testing.T) {
	tool(t, "rustc")
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("bytemuck.rs", "pub unsafe trait Zeroable: Sized {}\npub unsafe trait Pod: Zeroable + Copy + 'static {}\n")
	lib := "pub mod sky;\n"
	write("sky.rs", generate(t, bindgen.Options{Language: "rust", Package: "sky"}))
	for seed := range 30 {
		v, r := read("r.wgsl", randomStructs(uint64(seed)), refract.WGSL, 0)
		if v == nil {
			t.Fatal("not valid")
		}
		text, err := bindgen.Generate([]bindgen.Source{{Name: "r.wgsl", Reflection: r}}, bindgen.Options{Language: "rust"})
		if err != nil {
			t.Fatal(err)
		}
		lib += fmt.Sprintf("pub mod r%d;\n", seed)
		write(fmt.Sprintf("r%d.rs", seed), string(text))
	}
	write("lib.rs", lib)
	for _, args := range [][]string{
		{"--edition=2021", "--crate-type=rlib", "bytemuck.rs"},
		{"--edition=2021", "--crate-type=lib", "--emit=metadata", "--extern", "bytemuck=libbytemuck.rlib", "-Dwarnings", "lib.rs"},
	} {
		run := exec.Command("rustc", args...)
		run.Dir = dir
		if out, err := run.CombinedOutput(); err != nil {
			t.Fatalf("rustc: %v\n%s", err, head(out))
		}
	}
}

var (
	tsInterface = regexp.MustCompile(`(?s)export interface .*?\n}\n`)
	tsArguments = regexp.MustCompile(`\(view: DataView, at: number, value: \w+\): void`)
	tsResult    = regexp.MustCompile(`\(view: DataView, at: number\): \w+`)
)

// javaScript is TypeScript without its types.
func javaScript(text []byte) string {
	js := tsArguments.ReplaceAllString(tsInterface.ReplaceAllString(string(text), ""), "(view, at, value)")
	return strings.ReplaceAll(tsResult.ReplaceAllString(js, "(view, at)"), " as const", "")
}

// TestTypeScript runs the functions that write and read structs, without the types, and looks
// at the bytes that are written of a value that was read.
func TestTypeScript(t *testing.T) {
	tool(t, "node")
	check := func(name string, r *reflection.Reflection) {
		sources := []bindgen.Source{{Name: name, Reflection: r}}
		o := bindgen.Options{Language: "ts", Package: "x"}
		m, err := bindgen.Build(sources, o)
		if err != nil {
			t.Fatal(err)
		}
		text, err := m.Write(o)
		if err != nil {
			t.Fatal(err)
		}
		js := strings.ReplaceAll(javaScript(text), "export ", "")
		var want []string
		for _, s := range m.Structs {
			data := make([]byte, max(s.MinSize, s.Size))
			k := 0
			value := tsValue(&bindgen.Type{Kind: bindgen.Record, Struct: s}, data, &k)
			if s.Open != nil {
				value = strings.TrimSuffix(value, "}") + fmt.Sprintf("%s: [%s]}", s.Open.Name, tsValue(s.Open.Element, data[s.Open.Offset:], &k))
			}
			name := strings.ToUpper(s.Name[:1]) + s.Name[1:]
			js += fmt.Sprintf("{ const b = new ArrayBuffer(%d), c = new ArrayBuffer(%d); write%s(new DataView(b), 0, %s);"+
				" write%s(new DataView(c), 0, read%s(new DataView(b), 0)); console.log(Buffer.from(c).toString('hex')); }\n",
				len(data), len(data), name, value, name, name)
			want = append(want, hex.EncodeToString(data))
		}
		run := exec.Command("node", "--input-type=module", "-")
		run.Stdin = strings.NewReader(js)
		out, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, head(out), js)
		}
		got := strings.Fields(string(out))
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: %s: got\n%s, want\n%s", name, m.Structs[i].Name, got[i], want[i])
			}
		}
	}
	check("sky.wgsl", skySource(t)[0].Reflection)
	for seed := range 10 {
		v, r := read("r.wgsl", randomStructs(uint64(seed)), refract.WGSL, 0)
		if v == nil {
			t.Fatal("not valid")
		}
		check(fmt.Sprintf("random%d", seed), r)
	}
}

// tsValue is a value of a type, whose bytes it puts into data.
func tsValue(h *bindgen.Type, data []byte, k *int) string {
	if scalar, n := h.Flat(); n > 0 {
		size := int(h.Size) / int(n)
		var list []string
		for i := range int(n) {
			*k = *k%100 + 1
			list = append(list, fmt.Sprint(*k))
			at := data[i*size:]
			switch {
			case scalar == "f32":
				binary.LittleEndian.PutUint32(at, math.Float32bits(float32(*k)))
			case size == 1:
				at[0] = byte(*k)
			case size == 2:
				binary.LittleEndian.PutUint16(at, uint16(*k))
			default:
				binary.LittleEndian.PutUint32(at, uint32(*k))
			}
		}
		if h.Kind == bindgen.Scalar {
			return list[0]
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	if h.Kind == bindgen.Array {
		var list []string
		for i := range h.Length {
			list = append(list, tsValue(h.Element, data[i*h.Element.Size:], k))
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	out := "{"
	for _, f := range h.Struct.Fields {
		if !f.Pad {
			out += f.Name + ": " + tsValue(f.Type, data[f.Offset:], k) + ", "
		}
	}
	return out + "}"
}

// TestAsserts: an offset that is wrong doesn't compile, in either direction.
func TestAsserts(t *testing.T) {
	text := generate(t, bindgen.Options{Language: "go", Package: "bound"})
	mod := "module bound\n\ngo 1.26\n"
	if err := compileGo(t, map[string]string{"go.mod": mod, "bound.go": text}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []string{"Offsetof(Light{}.Dir)-12", "Offsetof(Light{}.Dir)-20", "Sizeof(Light{})-28", "Sizeof(Light{})-36"} {
		from := c[:strings.LastIndexByte(c, '-')]
		wrong := regexp.MustCompile(regexp.QuoteMeta(from)+`-\d+`).ReplaceAllString(text, c)
		if wrong == text {
			t.Fatalf("%s isn't asserted", from)
		}
		if compileGo(t, map[string]string{"go.mod": mod, "bound.go": wrong}) == nil {
			t.Errorf("%s compiles", c)
		}
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		return
	}
	header := generate(t, bindgen.Options{Language: "c", Package: "sky"})
	for i, text := range []string{header, strings.Replace(header, "offsetof(Light, dir) == 16", "offsetof(Light, dir) == 12", 1)} {
		for _, standard := range []string{"c99", "c11"} {
			run := exec.Command("gcc", "-std="+standard, "-pedantic-errors", "-fsyntax-only", "-x", "c", "-")
			run.Stdin = strings.NewReader(text)
			if err := run.Run(); (err == nil) != (i == 0) {
				t.Errorf("header %d in %s: %v", i, standard, err)
			}
		}
	}
}
