package bindgen_test

// Shaders whose layouts and names are odd: what people write that one wouldn't think of.

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/bindgen"
)

// oddLayouts are buffers whose layouts have gaps in unusual places.
const oddLayouts = `enable f16;
struct Tail { a: vec3f, b: f32, c: vec3f }
struct Halves { a: f16, b: vec3<f16>, c: f16, d: mat3x3<f16>, e: array<vec3<f16>, 3> }
struct Nest { m: array<array<mat3x2f, 2>, 3>, n: array<array<mat4x3<f16>, 1>, 2>, o: array<mat2x4f, 1> }
struct Inner { t: Tail, h: array<Halves, 2>, n: Nest }
struct Counters { hits: atomic<u32>, misses: atomic<i32>, per: array<atomic<u32>, 5> }
struct Deep { a: array<array<array<Tail, 2>, 1>, 2>, b: Inner, @align(64) @size(128) c: u32, d: vec2<f16>, e: f16 }
struct One { x: f16 }
struct Lone { @size(20) v: vec3f }
struct List { count: u32, list: array<Deep> }
struct Bare { list: array<Tail> }
struct Mats { m: array<array<mat3x3f, 2>> }
struct Vecs { n: f16, v: array<vec3f> }
struct Small { n: vec3f, v: array<f16> }
@group(0) @binding(0) var<storage, read_write> counters: Counters;
@group(0) @binding(1) var<storage, read_write> list: List;
@group(0) @binding(2) var<storage, read_write> bare: Bare;
@group(0) @binding(3) var<storage, read_write> mats: Mats;
@group(0) @binding(4) var<storage, read_write> vecs: Vecs;
@group(0) @binding(5) var<storage, read_write> small: Small;
@group(0) @binding(6) var<storage, read_write> lone: array<Lone, 3>;
@group(0) @binding(7) var<storage, read_write> one: One;
@group(0) @binding(8) var<storage, read_write> lists: array<array<mat2x3<f16>, 2>>;
@group(1) @binding(0) var<uniform> deep: Deep;
@compute @workgroup_size(1) fn main() {}
`

// oddNames are words that mean something in a language of a host, or to what is generated.
const oddNames = `append bool byte cap chan clear close complex copy defer delete error false float64 func go goto int interface iota len make map max min new nil package
panic print range real recover rune select string struct type uint uintptr any comparable init main fmt unsafe math binary bytes _ Error String Bytes Append Offset Stride MinSize
auto char const continue double enum extern float inline int long register restrict return short signed sizeof static typedef union unsigned void volatile NULL offsetof size_t
uint32_t int32_t alignas alignof and asm bitand catch class concept constexpr decltype dynamic_cast explicit export friend mutable namespace noexcept not nullptr operator or
private protected public requires static_assert template this thread_local throw true try typeid typename using virtual wchar_t xor std
as async await become box crate dyn extern final fn impl in let loop macro match mod move mut override priv pub ref self Self super trait typeof unsafe unsized use where yield
u8 u16 u32 i8 f64 usize isize str vec Vec Option Some None Ok Err Box Copy Clone Debug Default core bytemuck Pod Zeroable repr size_of offset_of
arguments case debugger default eval finally from function get implements import instanceof let null number object of set symbol undefined var with yield constructor prototype
DataView ArrayLike Number Math Array Object Promise writeFoo FooOffset FooLayout pad0_ pad1_ _pad x0 x_0 light Light LIGHT light_ lIght a_b aB a__b A_b ab a1_2 a12 a_12
naïve δt Δt 日本 日本語 𝒳 éa ea é E日 ñ i18n l10n ß ẞ ı İ ﬁ`

// names is a shader in which everything is called by a word.
func names(word string) string {
	return fmt.Sprintf("struct %[1]s { a: vec3f, b: u32 }\n@group(0) @binding(0) var<storage, read_write> data: %[1]s;\n@compute @workgroup_size(1) fn f() {}\n", word)
}

func odd(t *testing.T) (sources []bindgen.Source, texts map[string]string) {
	t.Helper()
	texts = map[string]string{}
	add := func(name, text string) bool {
		v, r := read(name, text, refract.WGSL, 0)
		if v == nil {
			return false
		}
		sources, texts[name] = append(sources, bindgen.Source{Name: name, Reflection: r}), text
		return true
	}
	if !add("layouts.wgsl", oddLayouts) {
		_, err := refract.Check(context.Background(), "layouts.wgsl", []byte(oddLayouts), refract.CheckOptions{})
		t.Fatal(err)
	}
	var known []string
	seen := map[string]bool{}
	for _, word := range strings.Fields(oddNames) {
		if v, _ := read("a.wgsl", names(word), refract.WGSL, 0); v != nil && !seen[word] {
			seen[word] = true
			known = append(known, word)
		}
	}
	if len(known) < 100 {
		t.Fatalf("%d words are names in WGSL", len(known))
	}
	// All as structs of one shader, as members, as bindings, overrides and entry points.
	var structs, members, bindings, overrides, entries strings.Builder
	members.WriteString("struct S {\n")
	for i, word := range known {
		fmt.Fprintf(&structs, "struct %s { a: vec3f, %s: f32 }\n@group(0) @binding(%d) var<storage, read_write> g%d: %s;\n", word, word, i, i, word)
		fmt.Fprintf(&members, "  %s: vec3f,\n", word)
		fmt.Fprintf(&bindings, "@group(0) @binding(%d) var<storage, read_write> %s: vec4f;\n", i, word)
		fmt.Fprintf(&overrides, "override %s: f32 = 1;\n", word)
		fmt.Fprintf(&entries, "@compute @workgroup_size(1) fn %s() {}\n", word)
	}
	members.WriteString("}\n@group(0) @binding(0) var<storage, read_write> s: S;\n@compute @workgroup_size(1) fn f() {}\n")
	overrides.WriteString("@compute @workgroup_size(1) fn f_() { let sum = 0.0")
	for _, word := range known {
		fmt.Fprintf(&overrides, " + %s", word)
	}
	overrides.WriteString("; }\n")
	structs.WriteString("@compute @workgroup_size(1) fn f_() {}\n")
	bindings.WriteString("@compute @workgroup_size(1) fn f_() {}\n")
	for name, text := range map[string]string{"structs": structs.String(), "members": members.String(), "bindings": bindings.String(), "entries": entries.String(), "overrides": overrides.String()} {
		if !add(name+".wgsl", text) {
			_, err := refract.Check(context.Background(), name+".wgsl", []byte(text), refract.CheckOptions{})
			t.Fatal(err)
		}
	}
	slices.SortFunc(sources, func(a, b bindgen.Source) int { return strings.Compare(a.Name, b.Name) })
	return sources, texts
}

// TestOdd compiles and runs what is generated in every language.
func TestOdd(t *testing.T) {
	p := &program{t: t, dir: t.TempDir()}
	sources, texts := odd(t)
	for _, s := range sources {
		v, r := read(s.Name, texts[s.Name], refract.WGSL, 0)
		p.add(s.Name, v, r)
	}
	p.run()
	p.checkHeaders()
	for _, s := range sources {
		write := func(language, file string) {
			text, err := bindgen.Generate([]bindgen.Source{s}, bindgen.Options{Language: language, Package: "x"})
			if err != nil {
				t.Fatalf("%s: %s: %v", s.Name, language, err)
			}
			if err := os.WriteFile(file, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		dir := t.TempDir()
		run := func(program string, args ...string) {
			t.Helper()
			if _, err := exec.LookPath(program); err != nil {
				if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
					t.Error(err)
				}
				return
			}
			c := exec.Command(program, args...)
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%s: %s: %v\n%s", s.Name, program, err, head(out))
			}
		}
		in := func(name string) string { return filepath.Join(dir, name) }
		if err := os.Mkdir(in("go"), 0o777); err != nil {
			t.Fatal(err)
		}
		write("c", in("a.h"))
		write("cpp", in("a.hpp"))
		write("rust", in("a.rs"))
		write("ts", in("a.ts"))
		write("go", in("go/a.go"))
		put := func(name, text string) {
			if err := os.WriteFile(in(name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		put("a.c", "#include \"a.h\"\n")
		put("a.cpp", "#include \"a.hpp\"\n")
		put("bytemuck.rs", "pub unsafe trait Zeroable: Sized {}\npub unsafe trait Pod: Zeroable + Copy + 'static {}\n")
		put("go/go.mod", "module x\n\ngo 1.26\n")
		run("gcc", "-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "a.c")
		run("g++", "-std=c++17", "-fsyntax-only", "-Wall", "-Werror", "-Wno-invalid-offsetof", "a.cpp")
		run("rustc", "--edition=2021", "--crate-type=rlib", "bytemuck.rs")
		run("rustc", "--edition=2021", "--crate-type=lib", "--emit=metadata", "--extern", "bytemuck=libbytemuck.rlib", "-Dwarnings", "a.rs")
		run("go", "-C", "go", "vet", ".")
		text, err := os.ReadFile(in("a.ts"))
		if err != nil {
			t.Fatal(err)
		}
		put("a.mjs", javaScript(text))
		run("node", "--check", "a.mjs")
	}
}
