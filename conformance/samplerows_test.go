package conformance

// This file lists ways to read textures in GLSL, with the shapes of textures that each takes.

import "strings"

// A sampleRow is an expression in GLSL. In it $S is the texture with its sampler, $P the
// coordinate with the layer, $I the place of a texel. a.w divides projections; b is the layer, a
// level, a reference and a bias; g is slopes along x and y.
type sampleRow struct {
	shape, expr string
	implicit    bool // quads select the level
	ways        int  // see below
}

const (
	shadow  = 1 << iota // compares with b.z
	gathers             // takes the four texels that a linear filter mixes
	fetches             // without a sampler
	floats              // of floats only
	numbers             // the result isn't a texel
	leveled             // the shader gives the level
)

// shapes have each shape's coordinate and place of a texel, with the layer, and how many of a's
// floats are in it.
var shapes = map[string]struct {
	place, texel string
	axes         int
}{
	"1D":        {"a.x", "int(a.x)", 1},
	"1DArray":   {"vec2(a.x, b.x)", "ivec2(a.x, b.x)", 1},
	"2D":        {"a.xy", "ivec2(a.xy)", 2},
	"2DArray":   {"vec3(a.xy, b.x)", "ivec3(a.xy, b.x)", 2},
	"3D":        {"a.xyz", "ivec3(a.xyz)", 3},
	"Cube":      {"a.xyz", "", 3},
	"CubeArray": {"vec4(a.xyz, b.x)", "", 3},
	"2DMS":      {"", "ivec2(a.xy)", 2},
	"Buffer":    {"", "int(a.x)", 1},
}

var sampleRows = func() (rows []sampleRow) {
	add := func(shape string, ways int, implicit bool, list ...string) {
		for _, expr := range list {
			rows = append(rows, sampleRow{shape, expr, implicit, ways})
		}
	}
	// An implicit level.
	for _, shape := range strings.Fields("1D 1DArray 2D 2DArray 3D Cube CubeArray") {
		add(shape, 0, true, "texture($S, $P)", "texture($S, $P, b.w)")
	}
	add("1D", 0, true, "textureOffset($S, $P, 3)", "textureProj($S, vec2($P, 1.0) * a.w)")
	add("2D", 0, true, "textureOffset($S, $P, ivec2(2, -3))", "textureOffset($S, $P, ivec2(-7, 1), b.w)", "textureProj($S, vec3($P, 1.0) * a.w)",
		"textureProj($S, vec4($P, 9.0, 1.0) * a.w)", "textureProj($S, vec3($P, 1.0) * a.w, b.w)", "textureProjOffset($S, vec3($P, 1.0) * a.w, ivec2(1, 2))")
	add("2DArray", 0, true, "textureOffset($S, $P, ivec2(0, 5))")
	add("3D", 0, true, "textureOffset($S, $P, ivec3(1, -1, 2))", "textureProj($S, vec4($P, 1.0) * a.w)")
	add("2D", floats|numbers, true, "vec4(textureQueryLod($S, $P), 0.0, 0.0)")
	add("Cube", floats|numbers, true, "vec4(textureQueryLod($S, $P), 0.0, 0.0)")
	// A level of the shader's.
	for _, shape := range strings.Fields("1D 1DArray 2D 2DArray 3D Cube CubeArray") {
		add(shape, leveled, false, "textureLod($S, $P, b.y)")
	}
	add("1D", leveled, false, "textureLodOffset($S, $P, b.y, -2)", "textureProjLod($S, vec2($P, 1.0) * a.w, b.y)", "textureGrad($S, $P, g.x, g.x)")
	add("1DArray", leveled, false, "textureGrad($S, $P, g.x, g.x)", "textureLodOffset($S, $P, b.y, 1)")
	add("2D", leveled, false, "textureLodOffset($S, $P, b.y, ivec2(7, -8))", "textureProjLod($S, vec3($P, 1.0) * a.w, b.y)",
		"textureProjLodOffset($S, vec3($P, 1.0) * a.w, b.y, ivec2(-1, 0))", "textureGrad($S, $P, vec2(g.x, 0.0), vec2(0.0, g.y))",
		"textureGradOffset($S, $P, vec2(g.x, 0.0), vec2(0.0, g.y), ivec2(3, 3))", "textureProjGrad($S, vec3($P, 1.0) * a.w, vec2(g.x, 0.0), vec2(0.0, g.y))",
		"textureProjGradOffset($S, vec3($P, 1.0) * a.w, vec2(g.x, 0.0), vec2(0.0, g.y), ivec2(1, -1))")
	add("2DArray", leveled, false, "textureLodOffset($S, $P, b.y, ivec2(1, 1))", "textureGrad($S, $P, vec2(g.x, 0.0), vec2(0.0, g.y))",
		"textureGradOffset($S, $P, vec2(g.x, 0.0), vec2(0.0, g.y), ivec2(-4, 0))")
	add("3D", leveled, false, "textureLodOffset($S, $P, b.y, ivec3(0, 2, -2))", "textureProjLod($S, vec4($P, 1.0) * a.w, b.y)", "textureGrad($S, $P, vec3(g.x, 0.0, 0.0), vec3(0.0, g.y, 0.0))")
	// Four texels, of the base level.
	add("2D", gathers, false, "textureGather($S, $P)", "textureGather($S, $P, 1)", "textureGather($S, $P, 2)", "textureGather($S, $P, 3)", "textureGatherOffset($S, $P, ivec2(-8, 7))",
		"textureGatherOffset($S, $P, ivec2(1, 0), 2)", "textureGatherOffsets($S, $P, ivec2[4](ivec2(0, 0), ivec2(3, -1), ivec2(-5, 2), ivec2(7, 7)))")
	add("2DArray", gathers, false, "textureGather($S, $P, 1)", "textureGatherOffset($S, $P, ivec2(2, 2))")
	add("Cube", gathers, false, "textureGather($S, $P)", "textureGather($S, $P, 2)")
	add("CubeArray", gathers, false, "textureGather($S, $P, 1)")
	// Texels by their place, and sizes.
	for _, shape := range strings.Fields("1D 1DArray 2D 2DArray 3D") {
		add(shape, fetches, false, "texelFetch($S, $I, int(b.y))")
	}
	add("2D", fetches, false, "texelFetchOffset($S, $I, int(b.y), ivec2(0, 0))")
	add("2DMS", fetches, false, "texelFetch($S, $I, int(b.y))")
	add("Buffer", fetches, false, "texelFetch($S, $I)")
	add("2D", floats|numbers, false, "vec4(textureSize($S, int(abs(b.y)) % textureQueryLevels($S)), textureQueryLevels($S), 0)")
	add("3D", floats|numbers, false, "vec4(textureSize($S, 0), textureQueryLevels($S))")
	add("CubeArray", floats|numbers, false, "vec4(textureSize($S, 0), textureQueryLevels($S))")
	add("2DMS", fetches|floats|numbers, false, "vec4(textureSize($S), textureSamples($S), 0)")
	// Comparisons.
	add("2D", shadow, true, "texture($S, vec3($P, b.z))", "texture($S, vec3($P, b.z), b.w)", "textureOffset($S, vec3($P, b.z), ivec2(1, -2))", "textureProj($S, vec4($P, b.z, 1.0) * a.w)")
	add("2D", shadow|leveled, false, "textureLod($S, vec3($P, b.z), b.y)", "textureLodOffset($S, vec3($P, b.z), b.y, ivec2(3, 0))", "textureGrad($S, vec3($P, b.z), vec2(g.x, 0.0), vec2(0.0, g.y))")
	add("2D", shadow|gathers, false, "textureGather($S, $P, b.z)", "textureGatherOffset($S, $P, b.z, ivec2(-3, 6))")
	add("1D", shadow, true, "texture($S, vec3($P, 0.0, b.z))")
	add("1D", shadow|leveled, false, "textureLod($S, vec3($P, 0.0, b.z), b.y)")
	add("2DArray", shadow, true, "texture($S, vec4($P, b.z))")
	add("2DArray", shadow|leveled, false, "textureGrad($S, vec4($P, b.z), vec2(g.x, 0.0), vec2(0.0, g.y))")
	add("2DArray", shadow|gathers, false, "textureGather($S, $P, b.z)")
	add("Cube", shadow, true, "texture($S, vec4($P, b.z))")
	add("Cube", shadow|gathers, false, "textureGather($S, $P, b.z)")
	add("CubeArray", shadow, true, "texture($S, $P, b.z)")
	add("CubeArray", shadow|gathers, false, "textureGather($S, $P, b.z)")
	return rows
}()

// source is the fragment shader of a row for textures of a prefix: "", "i" or "u".
func (r *sampleRow) source(prefix string) string {
	shape := shapes[r.shape]
	sampler, declared := prefix+"sampler"+r.shape, "layout(set = 0, binding = 1) uniform sampler s;\n"
	if r.ways&shadow != 0 {
		sampler, declared = sampler+"Shadow", strings.Replace(declared, "sampler", "samplerShadow", 1)
	}
	sampler += "(t, s)"
	if r.ways&fetches != 0 {
		sampler, declared = "t", ""
	}
	expr := strings.NewReplacer("$S", sampler, "$P", shape.place, "$I", shape.texel).Replace(r.expr)
	if r.ways&shadow != 0 && r.ways&gathers == 0 {
		expr = "vec4(" + expr + ")"
	}
	return `#version 460
#extension GL_EXT_samplerless_texture_functions : require
layout(location = 0) out ` + prefix + `vec4 color;
layout(set = 0, binding = 0) uniform ` + prefix + "texture" + r.shape + ` t;
` + declared + `layout(set = 0, binding = 2) uniform Places { vec4 places[96]; };
void main() {
	int n = 3 * (8 * int(gl_FragCoord.y) + int(gl_FragCoord.x));
	vec4 a = places[n], b = places[n + 1], g = places[n + 2];
	color = ` + expr + `;
}`
}
