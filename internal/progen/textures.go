package progen

// This file makes programs that read textures: through parameters, which some
// targets can't pass on, with several samplers to a texture and several textures to
// a sampler, in branches and in loops.
//
// They compute sums of the values read: if these are exact, as package
// internal/harness/differential makes them, only the order of adding counts.

import (
	"fmt"
	"strings"
)

// textureType is a type of textures and the ways to read them; t and s are the texture and
// the sampler. In scope are the place p, which is on no line between texels, the direction
// d, the integers i and layer, the level, and the whole level l.
type textureType struct {
	name     string
	samplers string   // the type of the sampler
	reads    []string // vec4f
}

var textureTypes = []textureType{
	{"texture_1d<f32>", "sampler", []string{"textureSampleLevel(t, s, p.x, 0)", "textureLoad(t, i % 7, 0)", "vec4f(f32(textureDimensions(t)))"}},
	{"texture_2d<f32>", "sampler", []string{"textureSampleLevel(t, s, p.xy, level)", "textureSampleLevel(t, s, p.yx, 0.25, vec2i(3, -8))",
		"textureGather(1, t, s, p.xz)", "textureGather(3, t, s, p.xy, vec2i(7, 0))", "textureLoad(t, vec2u(i % 8, l), l)",
		"vec4f(vec2f(textureDimensions(t, 2)), f32(textureNumLevels(t)), 0)", "textureSampleBaseClampToEdge(t, s, p.xy)"}},
	{"texture_2d_array<f32>", "sampler", []string{"textureSampleLevel(t, s, p.xy, layer, level)", "textureGather(0, t, s, p.xy, layer, vec2i(1))",
		"textureLoad(t, vec2i(1, 2), 2, l)", "vec4f(vec2f(textureDimensions(t)), f32(textureNumLayers(t)), f32(textureNumLevels(t)))"}},
	{"texture_3d<f32>", "sampler", []string{"textureSampleLevel(t, s, p, level)", "textureSampleLevel(t, s, p.zxy, 1, vec3i(-1, 2, 0))",
		"textureLoad(t, vec3u(i % 4, 1, 0), l)", "vec4f(vec3f(textureDimensions(t, 1)), 1)"}},
	{"texture_cube<f32>", "sampler", []string{"textureSampleLevel(t, s, d, level)", "textureGather(2, t, s, d)", "vec4f(vec2f(textureDimensions(t)), 0, 0)"}},
	{"texture_cube_array<f32>", "sampler", []string{"textureSampleLevel(t, s, d, layer, level)", "textureGather(1, t, s, d, 1)",
		"vec4f(f32(textureNumLayers(t)))"}},
	{"texture_depth_2d", "sampler", []string{"vec4f(textureSampleLevel(t, s, p.xy, l))", "textureGather(t, s, p.xy, vec2i(1, -2))",
		"vec4f(textureLoad(t, vec2u(i % 8, 1), l))"}},
	{"texture_depth_2d", "sampler_comparison", []string{"vec4f(textureSampleCompareLevel(t, s, p.xy, 0.5))",
		"textureGatherCompare(t, s, p.xy, 0.25)", "vec4f(textureLoad(t, vec2i(1), 0))"}},
	{"texture_depth_2d_array", "sampler_comparison", []string{"vec4f(textureSampleCompareLevel(t, s, p.xy, layer, 0.75))",
		"textureGatherCompare(t, s, p.xy, layer, 0.5, vec2i(0, 1))"}},
	{"texture_depth_cube", "sampler_comparison", []string{"vec4f(textureSampleCompareLevel(t, s, d, 0.5))", "textureGatherCompare(t, s, d, 0.25)"}},
	{"texture_depth_cube_array", "sampler", []string{"vec4f(textureSampleLevel(t, s, d, layer, l))"}},
	{"texture_2d<u32>", "sampler", []string{"vec4f(textureLoad(t, vec2u(i % 8, 3), l) % vec4u(64))", "vec4f(textureGather(2, t, s, p.xy) % vec4u(32))"}},
	{"texture_2d_array<i32>", "sampler", []string{"vec4f(textureLoad(t, vec2u(1, 2), layer & 1, l) & vec4i(63))",
		"vec4f(textureGather(0, t, s, p.yx, layer) & vec4i(31))"}},
	{"texture_multisampled_2d<f32>", "sampler", []string{"textureLoad(t, vec2u(i, 2), i % 4)", "vec4f(vec2f(textureDimensions(t)), f32(textureNumSamples(t)), 0)"}},
	{"texture_depth_multisampled_2d", "sampler", []string{"vec4f(textureLoad(t, vec2i(0, 2), l))"}},
}

// textureProgram makes a program.
type textureProgram struct {
	r        *random
	out      strings.Builder
	textures []int // indices of types
	samplers []string
}

// Textures makes a compute program of a seed that reads textures, in one workgroup.
func Textures(seed uint64) Program {
	r := random(seed*0x2545f4914f6cdd1d + 1)
	g := textureProgram{r: &r}
	return Program{Source: g.program(), Entry: "main", Workgroups: [3]uint32{1, 1, 1}}
}

func (g *textureProgram) program() string {
	for range 1 + g.r.n(4) {
		g.textures = append(g.textures, g.r.n(len(textureTypes)))
	}
	g.samplers = []string{"sampler", "sampler_comparison", "sampler"}
	g.line("@group(0) @binding(0) var<storage, read_write> out: array<vec4f, 16>;")
	for i, t := range g.textures {
		g.line("@group(%d) @binding(%d) var t%d: %s;", 1+i%2, i, i, textureTypes[t].name)
	}
	for i, s := range g.samplers {
		g.line("@group(2) @binding(%d) var s%d: %s;", 8+i, i, s)
	}
	g.line("@group(3) @binding(0) var kept: texture_storage_2d<rgba32float, write>;")
	g.line("@group(3) @binding(1) var counted: texture_storage_2d<r32uint, read_write>;")
	// A function per type; some call others.
	made := map[int]bool{}
	for _, t := range g.textures {
		if !made[t] {
			made[t] = true
			g.function(t)
		}
	}
	g.line(`@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) i: u32) {
	let p = vec3f(vec3u(i * 37 + 11, i * 53 + 5, i * 29 + 17) %% 256 * 2 + 1) / 128 - 1.5;
	var sum = vec4f();`)
	for range 2 + g.r.n(4) {
		g.statement()
	}
	g.line("\ttextureStore(kept, vec2u(i, %d), sum);", g.r.n(8))
	g.line("\tlet count = textureLoad(counted, vec2u(i, 1)).x;")
	g.line("\ttextureStore(counted, vec2u(i, 1), vec4u(count + i));")
	g.line("\tout[i] = sum + vec4f(f32(count %% 32));\n}")
	return g.out.String()
}

func (g *textureProgram) line(format string, args ...any) {
	fmt.Fprintf(&g.out, format+"\n", args...)
}

// function makes the function that reads textures of a type.
func (g *textureProgram) function(t int) {
	typ := &textureTypes[t]
	g.line("fn read%d_inner(t: %s, s: %s, p: vec3f, i: u32) -> vec4f {", t, typ.name, typ.samplers)
	g.scope()
	g.line("\treturn %s;\n}", one(g.r, typ.reads))
	g.line("fn read%d(t: %s, s: %s, p: vec3f, i: u32) -> vec4f {", t, typ.name, typ.samplers)
	g.scope()
	g.line("\tvar sum = %s;", one(g.r, typ.reads))
	if g.r.n(2) == 0 {
		g.line("\tif i %% %d == 0 {\n\t\tsum += %s;\n\t}", 2+g.r.n(3), one(g.r, typ.reads))
	}
	if g.r.n(2) == 0 {
		g.line("\tsum += read%d_inner(t, s, p + 1, i);", t)
	}
	g.line("\treturn sum;\n}")
}

// scope declares the arguments of reads.
func (g *textureProgram) scope() {
	g.line("\tlet layer = i32(i %% 5) - 1;")
	g.line("\tlet l = i %% 3 / %d;", 1+g.r.n(2))
	g.line("\tlet level = f32(i %% 13) / 4 - 0.125;")
	g.line("\tvar d = (floor(p * 8) / 8 + 0.0625) * 1.5;")
	g.line("\td[i %% 3] = select(-8.0, 8.0, i %% 2 == 0);")
}

// statement adds a texture's value to the sum: by a call, in place, or in a loop or switch.
func (g *textureProgram) statement() {
	at := g.r.n(len(g.textures))
	typ := &textureTypes[g.textures[at]]
	call := fmt.Sprintf("read%d(t%d, %s, p, i)", g.textures[at], at, g.sampler(typ))
	switch g.r.n(4) {
	case 0:
		g.line("\tsum += %s;", call)
	case 1:
		g.line("\tfor (var k = 0u; k < %d; k++) {\n\t\tsum += read%d(t%d, %s, p + f32(k) / 4, i + k);\n\t}", 1+g.r.n(3), g.textures[at], at, g.sampler(typ))
	case 2:
		g.line("\tswitch i %% 4 {\n\t\tcase %d, %d: {\n\t\t\tsum += %s;\n\t\t}\n\t\tdefault: {\n\t\t\tsum += vec4f(1);\n\t\t}\n\t}", g.r.n(2), 2+g.r.n(2), call)
	default:
		read := one(g.r, typ.reads)
		g.line("\t{")
		g.scope()
		for _, name := range [][2]string{{"(t,", fmt.Sprintf("(t%d,", at)}, {" t,", fmt.Sprintf(" t%d,", at)}, {"(t)", fmt.Sprintf("(t%d)", at)}, {" s,", fmt.Sprintf(" %s,", g.sampler(typ))}} {
			read = strings.ReplaceAll(read, name[0], name[1])
		}
		g.line("\tsum += %s;\n\t}", read)
	}
}

// sampler is one of the samplers that go with a type.
func (g *textureProgram) sampler(t *textureType) string {
	if t.samplers == "sampler_comparison" {
		return "s1"
	}
	return one(g.r, []string{"s0", "s2"})
}
