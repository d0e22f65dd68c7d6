package bindgen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"refract"
	"refract/bindgen"
)

const encaseShader = `struct Tail { a: vec3f, b: f32, c: vec3f }
struct Map { k: vec3<u32>, n: u32, t: mat3x3f, o: array<mat3x3f, 3>, w: array<vec3f, 2>, d: f32, m: mat4x2f, z: mat2x3f }
struct Deep { a: array<array<array<Map, 2>, 3>, 2>, b: Tail, @align(64) c: u32, @size(48) d: vec3i, e: f32 }
struct Counter { n: atomic<u32>, arr: array<atomic<i32>, 4>, self_: u32, type_: u32 }
struct Rt { head: vec3f, count: u32, items: array<Deep> }
struct Rt2 { n: u32, @size(32) q: u32, tail: array<vec3f> }
struct Last { @size(64) v: vec3f }
@group(0) @binding(0) var<storage, read_write> rt: Rt;
@group(0) @binding(1) var<storage, read_write> rt2: Rt2;
@group(0) @binding(2) var<storage, read_write> cnt: array<Counter>;
@group(0) @binding(3) var<uniform> uni: Map;
@group(0) @binding(4) var<storage> l: array<Last, 2>;
override o: u32 = 3;
@compute @workgroup_size(4) fn main() { _ = &rt; _ = &rt2; _ = &cnt; _ = &uni; _ = &l; }
@vertex fn vs(@location(0) p: vec3f, @location(1) i: vec4u) -> @builtin(position) vec4f { return vec4f(p, 1); }
`

// TestEncase writes structs for Rust's crate encase. With REFRACT_CARGO set, cargo compiles
// them with the crate itself, where every offset and size is asserted.
func TestEncase(t *testing.T) {
	write := func(source string) (string, error) {
		v, r := read("enc.wgsl", source, refract.WGSL, 0)
		if v == nil {
			t.Fatal("not valid")
		}
		text, err := bindgen.Generate([]bindgen.Source{{Name: "enc.wgsl", Reflection: r}}, bindgen.Options{Language: "rust", Layouts: "encase"})
		return string(text), err
	}
	text, err := write(encaseShader)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"#[derive(Clone, Debug, encase::ShaderType)]\npub struct Map {\n    pub k: mint::Vector3<u32>, // offset 0",
		"pub o: [mint::ColumnMatrix3<f32>; 3], // offset 64", "pub m: mint::ColumnMatrix2x4<f32>, // offset 248", "pub z: mint::ColumnMatrix3x2<f32>, // offset 288",
		"    #[size(64)]\n    pub b: Tail, // offset 3840", "    #[size(48)]\n    pub d: mint::Vector3<i32>", "    #[size(64)]\n    pub e: f32",
		"    #[size(runtime)]\n    pub items: Vec<Deep>, // offset 64", "    #[size(64)]\n    pub v: mint::Vector3<f32>",
		"assert!(<Rt as encase::ShaderType>::METADATA.offset(2) == 64);", "#[repr(C)]\n#[derive(Clone, Copy, Debug, PartialEq)]\npub struct vsVertex",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q isn't in\n%s", want, text)
		}
	}
	if strings.Contains(text, "bytemuck") || strings.Contains(text, "_pad") {
		t.Error("padding, which encase makes itself")
	}
	// What the crate has no form of is refused by name.
	for source, want := range map[string]string{
		"enable f16; struct S { a: f16 } @group(0) @binding(0) var<storage> s: S; @compute @workgroup_size(1) fn main() { _ = &s; }":                                      "S.a: encase has no form of f16",
		"enable f16; struct S { a: array<vec3h, 2> } @group(0) @binding(0) var<storage> s: S; @compute @workgroup_size(1) fn main() { _ = &s; }":                          "encase has no form of vec3<f16>",
		"enable f16; struct T { a: mat2x2h } struct S { b: u32, t: array<T> } @group(0) @binding(0) var<storage> s: S; @compute @workgroup_size(1) fn main() { _ = &s; }": "encase has no form of mat2x2<f16>",
	} {
		if _, err := write(source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := bindgen.Generate(nil, bindgen.Options{Language: "cpp", Layouts: "encase"}); err == nil || !strings.Contains(err.Error(), "in Rust encase") {
		t.Error(err)
	}
	if os.Getenv("REFRACT_CARGO") != "" {
		cargo(t, "encase = { version = \"0.11\", features = [\"mint\"] }\nmint = \"0.5\"\n", text)
	}
}

// cargo compiles a library with these dependencies.
func cargo(t *testing.T, dependencies, text string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"Cargo.toml": "[package]\nname = \"bound\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\n" + dependencies,
		"src/lib.rs": text,
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("cargo", "build", "--quiet")
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("cargo: %v\n%s", err, head(out))
	}
}
