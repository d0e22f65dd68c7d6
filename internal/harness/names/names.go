// Package names makes modules with one entity, by its place in the language, that has a
// name which a compiler of the output may know.
package names

import (
	"fmt"
	"strings"
	"testing"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/ir"
)

// Module is a module with an entity of a certain name.
type Module struct {
	Place string // what has it
	*ir.Module
}

// Options select features of the modules.
type Options struct {
	Subgroups bool // operations of subgroups
	Levels    bool // numbers of levels of textures
}

// wanted stands for the name.
const wanted = "wanted_name"

// header has the declarations that all modules use. The result of a call is a struct of the
// shader: no function of a language returns that.
const header = `
struct Result { value: u32 }
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(2) var image: texture_2d<f32>;
var<workgroup> shared_words: array<atomic<i32>, 4>;
`

// everything uses much of a language, with the name for a variable.
const everything = `
    let f = vec3f(f32(out[0]), 2.5, f32(out[1]));
    let n = vec3i(f * 3.0);
    let u = vec3u(n);
    let m = mat3x3f(f, f.zxy, f.yzx);
    var sum = m * f + f * m + abs(f) + min(f, f.yxz) + clamp(f, vec3f(), f.zyx) + mix(f, f.yzx, 0.5) + fract(f) + sign(f);
    sum += floor(f) + ceil(f) + round(f) + trunc(f) + sqrt(f) + inverseSqrt(f) + exp(f) + exp2(f) + log(f) + log2(f) + pow(f, f);
    sum += sin(f) + cosh(f) + asinh(f) + acosh(f) + atan2(f, f) + radians(f) + step(f, f) + smoothstep(f, f + 1, f) + fma(f, f, f);
    sum += cross(f, f) + normalize(f) + reflect(f, f) + refract(f, f, 0.5) + faceForward(f, f, f) + transpose(m)[0] + saturate(f);
    sum += modf(f).whole + frexp(f).fract + ldexp(f, n) + quantizeToF16(f) + f % f.zxy;
    sum.x += length(f) + distance(f, f) + dot(f, f) + determinant(m) + unpack4x8unorm(u.x).x + unpack2x16float(u.y).y;
    var words = u + countOneBits(u) + reverseBits(u) + firstLeadingBit(u) + firstTrailingBit(u) + countLeadingZeros(u) + countTrailingZeros(u);
    words += extractBits(u, 2, 3) + insertBits(u, u, 2, 3) + bitcast<vec3u>(f) + vec3u(select(n, -n, f > vec3f(1.0))) + vec3u(abs(n) % n);
    words.x += pack4x8unorm(f.xyzz) + pack2x16float(f.xy) + dot4U8Packed(u.x, u.y) + u32(all(f > vec3f())) + u32(any(f == f.zyx));
    words.y += atomicAdd(&count, 1) + atomicExchange(&count, 2) + u32(atomicMax(&shared_words[1], 5)) + atomicCompareExchangeWeak(&count, 1, 2).old_value;
    words.z += arrayLength(&out) + textureDimensions(image).x + u32(textureLoad(image, n.xy, 0).x);
    workgroupBarrier();
    storageBarrier();
`

const levels = `
    words.z += textureNumLevels(image);
`

const groups = `
    words.x += subgroupAdd(u.x) + subgroupExclusiveMul(u.y) + subgroupBallot(true).x + subgroupBroadcastFirst(u.z) + u32(subgroupElect());
    words.y += subgroupShuffle(u.x, u.y) + u32(subgroupAll(true)) + quadSwapX(u.y) + subgroupMax(u.x);
`

// places are the modules, without header. EVERYTHING stands for much of the
// language.
var places = []struct{ place, source string }{
	{"function of f32", `fn wanted_name(x: f32) -> Result { return Result(u32(x) + 7); }
@compute @workgroup_size(1) fn entry() { out[2] = wanted_name(f32(out[0])).value; }`},
	{"function of f32, f32", `fn wanted_name(x: f32, y: f32) -> Result { return Result(u32(x + y) + 7); }
@compute @workgroup_size(1) fn entry() { EVERYTHING out[2] = wanted_name(f32(out[0]), 2.5).value + words.x + words.y + words.z + u32(sum.x + sum.y + sum.z); }`},
	{"function of three vectors", `fn wanted_name(x: vec3f, y: vec3f, z: vec3f) -> Result { return Result(u32(x.x + y.x + z.x) + 7); }
@compute @workgroup_size(1) fn entry() { let v = vec3f(f32(out[0])); out[2] = wanted_name(v, v, v.zxy).value; }`},
	{"function of u32", `fn wanted_name(x: u32) -> Result { return Result(x + 7); }
@compute @workgroup_size(1) fn entry() { out[2] = wanted_name(out[0]).value; }`},
	{"private variable", `var<private> wanted_name: u32 = 5;
@compute @workgroup_size(1) fn entry() { EVERYTHING wanted_name += out[0]; out[2] = wanted_name + words.x + words.y + words.z + u32(sum.x + sum.y + sum.z); }`},
	{"constant", `const wanted_name = array(5u, 6u, 7u);
@compute @workgroup_size(1) fn entry() { EVERYTHING out[2] = wanted_name[out[0]] + words.x + words.y + words.z + u32(sum.x + sum.y + sum.z); }`},
	{"buffer", `@group(0) @binding(3) var<storage, read_write> wanted_name: array<u32>;
@compute @workgroup_size(1) fn entry() { EVERYTHING wanted_name[1] = out[0] + words.x + words.y + words.z + u32(sum.x + sum.y + sum.z); }`},
	{"uniform", `@group(0) @binding(3) var<uniform> wanted_name: vec4u;
@compute @workgroup_size(1) fn entry() { EVERYTHING out[2] = wanted_name.y + words.x + words.y + words.z + u32(sum.x + sum.y + sum.z); }`},
	{"struct", `struct wanted_name { a: u32, b: array<u32, 2> }
@group(0) @binding(3) var<uniform> u: vec4u;
@compute @workgroup_size(1) fn entry() { EVERYTHING let x = wanted_name(out[0], array(words.x, words.y + words.z + u32(sum.x + sum.y + sum.z))); out[2] = x.a; out[1] = x.b[out[3]]; }`},
	{"member", `struct S { wanted_name: u32, b: vec3f, c: mat3x3f }
@group(0) @binding(3) var<storage, read_write> s: S;
fn f(x: S) -> u32 { return x.wanted_name + u32(x.b.x); }
@compute @workgroup_size(1) fn entry() { var x = s; x.wanted_name += 1; s.wanted_name = f(x) + out[0]; }`},
	{"variable", `@compute @workgroup_size(1) fn entry() { var wanted_name = out[0]; EVERYTHING wanted_name += words.x + words.y + words.z + u32(sum.x + sum.y + sum.z); out[2] = wanted_name; }`},
	{"let", `@compute @workgroup_size(1) fn entry() { let wanted_name = out[0]; out[1] = 7; EVERYTHING out[2] = wanted_name + words.x + words.y + words.z + u32(sum.x + sum.y + sum.z); }`},
	{"parameter", `fn f(wanted_name: u32) -> u32 { EVERYTHING return wanted_name + words.x + words.y + words.z + u32(sum.x + sum.y + sum.z); }
@compute @workgroup_size(1) fn entry() { out[2] = f(out[0]); }`},
	{"entry point", `@compute @workgroup_size(1) fn wanted_name() { EVERYTHING out[2] = words.x + words.y + words.z + u32(sum.x + sum.y + sum.z); }`},
}

// Modules are the modules with an entity of the name, which need not be one in WGSL.
func Modules(t testing.TB, name string, o Options) []Module {
	t.Helper()
	use := everything
	head := header
	if o.Subgroups {
		use += groups
		head = "enable subgroups;" + head
	}
	if o.Levels {
		use += levels
	}
	var list []Module
	for _, p := range places {
		m := front.Parse(head+strings.ReplaceAll(p.source, "EVERYTHING", use), 1, front.Options{Allowed: front.AllExtensions}, new(diag.List))
		if m == nil {
			t.Fatalf("names: the module of a %s is wrong", p.place)
		}
		if n := rename(m, name); n == 0 {
			t.Fatalf("names: nothing is called %s in the module of a %s", wanted, p.place)
		}
		list = append(list, Module{p.place, m})
	}
	return list
}

// Place describes a module for messages.
func (m Module) String() string { return fmt.Sprintf("a %s", m.Place) }

// rename gives the entities marked for it the name, and returns how many there are.
func rename(m *ir.Module, name string) (count int) {
	set := func(s *string) {
		if *s == wanted {
			*s = name
			count++
		}
	}
	for i := range m.Structs {
		set(&m.Structs[i].Name)
		for j := range m.Structs[i].Members {
			set(&m.Structs[i].Members[j].Name)
		}
	}
	for i := range m.Constants {
		set(&m.Constants[i].Name)
	}
	for i := range m.Globals {
		set(&m.Globals[i].Name)
	}
	for i := range m.EntryPoints {
		set(&m.EntryPoints[i].Name)
	}
	for _, f := range m.Functions[1:] {
		set(&f.Name)
		for i := range f.Args {
			set(&f.Args[i].Name)
		}
		for i := range f.Locals {
			set(&f.Locals[i].Name)
		}
		for i := range f.Named {
			set(&f.Named[i].Name)
		}
	}
	return count
}
