package raygen

// This file makes shaders.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Program is a shader with its scene and its buffers. The acceleration structure is at
// binding 0, the rays at 1, the results at 2, boxes at 3.
type Program struct {
	*Scene
	Source string // GLSL
	Rays   []byte
	Boxes  []byte
	Groups uint32
	Size   uint32 // of the results in bytes
	Arrays bool   // queries are elements of arrays or members of structs
	Deep   bool   // of arrays of arrays, which drivers may lack, or of structs
	Struct bool   // of structs, which glslang takes for resources

	floats []bool // by word of an invocation's results
}

// IsFloat reports whether a word of the results is a float, to be compared with a tolerance.
func (p *Program) IsFloat(word int) bool { return p.floats[word%len(p.floats)] }

// mode is the kind of results of a shader.
type mode int

const (
	nearest mode = iota // the nearest of the chosen candidates
	anyHit              // whether one is chosen
	all                 // something about all candidates
)

type generator struct {
	r      *rand.Rand
	b      strings.Builder
	mode   mode
	words  []bool // of the results of one ray
	fetch  bool   // corners of triangles are read
	salt   uint32
	global bool // the query is a variable of the module
	full   bool // the ray of a query is read back, too
	cull   bool // rays have flags that skip triangles or boxes
	nested bool // candidates are chosen by queries of their own
	holder holder
}

// New makes a program of a seed.
func New(seed uint64) *Program { return program(seed, false) }

// NewFull makes a program that reads the ray of a query back, which not all languages that
// are read have.
func NewFull(seed uint64) *Program { return program(seed, true) }

func program(seed uint64, full bool) *Program {
	r := rand.New(rand.NewPCG(seed, 1))
	g := &generator{r: r, mode: mode(r.IntN(3)), salt: r.Uint32(), global: !full && r.IntN(4) == 0, full: full, cull: r.IntN(3) == 0}
	g.nested = g.mode != all && rand.New(rand.NewPCG(seed, 2)).IntN(3) == 0
	g.fetch = full && rand.New(rand.NewPCG(seed, 3)).IntN(2) == 0
	g.holder = newHolder(rand.New(rand.NewPCG(seed, 4)), g.global)
	p := &Program{Scene: newScene(r), Arrays: g.holder.form != aloneQuery, Deep: g.holder.form > queryArray, Struct: g.holder.form > queryArrays}
	for k := range p.Bottoms {
		if g.fetch { // see package vkrun
			p.Bottoms[k] = p.Bottoms[k][:1]
		}
	}
	size := []uint32{1, 4, 7, 32, 64}[r.IntN(5)]
	p.Groups = 1 + 64/size
	each := 1 + r.IntN(3) // rays of an invocation
	flags := g.flags()
	invocations := p.Groups * size
	for range invocations * uint32(each) {
		x := p.newRay(r)
		if x.flags = flags; r.IntN(2) == 0 {
			x.flags = g.flags()
		}
		if g.mode == anyHit {
			x.flags |= flagFirst
		} else {
			x.flags &^= flagFirst
		}
		p.Rays = x.appendTo(p.Rays)
	}
	p.Boxes = p.boxTable()
	p.Source = g.shader(size, each)
	for range each {
		p.floats = append(p.floats, g.words...)
	}
	p.Size = invocations * uint32(4*len(p.floats))
	return p
}

// flags are a valid set of ray flags.
func (g *generator) flags() (f uint32) {
	pick := func(list ...uint32) {
		if g.r.IntN(3) == 0 {
			f |= list[g.r.IntN(len(list))]
		}
	}
	if g.mode == all { // nothing may be committed: candidates behind it would be left out, or not
		f = [2]uint32{flagNoOpaque, flagCullOpaque}[g.r.IntN(2)]
	} else {
		pick(flagOpaque, flagNoOpaque, flagCullOpaque, flagCullNoOpaque)
	}
	if g.cull {
		pick(flagSkipTriangles, flagSkipBoxes)
	}
	if f&flagSkipTriangles == 0 {
		pick(flagCullBack, flagCullFront)
	}
	if g.r.IntN(8) == 0 {
		f |= flagSkipClosest
	}
	return f
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.b, format+"\n", args...)
}

// word adds a word to the results.
func (g *generator) word(float bool, expr string, args ...any) {
	e := fmt.Sprintf(expr, args...)
	if float {
		e = "floatBitsToUint(" + e + ")"
	}
	g.line("  words[at + %du] = %s;", len(g.words), e)
	g.words = append(g.words, float)
}

// shader makes the text.
func (g *generator) shader(size uint32, each int) string {
	r := g.r
	g.line("#version 460\n#extension GL_EXT_ray_query : require")
	if g.cull {
		g.line("#extension GL_EXT_ray_flags_primitive_culling : require")
	}
	if g.fetch {
		g.line("#extension GL_EXT_ray_tracing_position_fetch : require")
	}
	g.line("layout(local_size_x = %d) in;", size)
	g.line(`layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
struct Ray { vec3 origin; float least; vec3 direction; float most; uint flags; uint mask; uint hash; uint pad; };
layout(set = 0, binding = 1, std430) readonly buffer Rays { Ray rays[]; };
layout(set = 0, binding = 2, std430) buffer Results { uint words[]; };
layout(set = 0, binding = 3, std430) readonly buffer Boxes { uint firstBox[%d]; vec4 corners[]; };
shared uint carried[%d];`, MaxInstances*MaxGeometries, size)
	g.line(`uint mixed(uint a, uint b, uint c, uint d) {
  uint h = a * 0x9E3779B1u ^ b * 0x85EBCA77u ^ c * 0xC2B2AE3Du ^ d;
  h ^= h >> 15;
  h *= 0x2C1B3C6Du;
  return h ^ (h >> 12);
}
bool chosen(uint a, uint b, uint c, uint d) { return (mixed(a, b, c, d) & 3u) != %du; }`, r.IntN(4))
	if g.nested { // another ray, which hits a triangle
		g.line(`bool blocked(uint primitive, uint at) {
  Ray x = rays[(primitive * 7u + at) %% uint(rays.length())];
  rayQueryEXT p;
  rayQueryInitializeEXT(p, scene, %du, x.mask, x.origin, x.least, x.direction, x.most);
  while (rayQueryProceedEXT(p)) { }
  return rayQueryGetIntersectionTypeEXT(p, true) == gl_RayQueryCommittedIntersectionTriangleEXT;
}`, flagOpaque|flagFirst)
	}
	g.b.WriteString(g.holder.types())
	param, q := g.holder.param()
	own := "q"
	if g.global {
		own = "query"
		g.line("%s", g.holder.declare(own))
	}
	// Whether a ray is in the candidate, a box, and the distance to the middle of its part
	// there: drivers may report boxes close to a ray.
	g.line(`bool inBox(%sRay x, out float t) {
  uint number = firstBox[uint(rayQueryGetIntersectionInstanceIdEXT(%[2]s, false)) * %[3]du + uint(rayQueryGetIntersectionGeometryIndexEXT(%[2]s, false))]
    + uint(rayQueryGetIntersectionPrimitiveIndexEXT(%[2]s, false));
  vec3 lower = corners[2u * number].xyz, upper = corners[2u * number + 1u].xyz;`, param, q, MaxGeometries)
	if g.full {
		g.line(`  vec3 o = rayQueryGetIntersectionObjectRayOriginEXT(%[1]s, false), d = rayQueryGetIntersectionObjectRayDirectionEXT(%[1]s, false);`, q)
	} else {
		g.line(`  mat4x3 m = rayQueryGetIntersectionWorldToObjectEXT(%[1]s, false);
  vec3 o = m * vec4(x.origin, 1.0), d = m * vec4(x.direction, 0.0);`, q)
	}
	g.line(`  vec3 a = (lower - o) / d, b = (upper - o) / d;
  vec3 first = min(a, b), last = max(a, b);
  float begin = max(max(x.least, first.x), max(first.y, first.z)), end = min(min(x.most, last.x), min(last.y, last.z));
  t = 0.5 * (begin + end);
  return begin < end;
}`)
	g.trace(param, q)
	g.result(param, q)
	given := g.holder.argument(own)
	g.line("void main() {")
	g.line("  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;")
	barrier := r.IntN(4) == 0
	diverges := !barrier && r.IntN(2) == 0
	outside := r.IntN(2) == 0
	if outside && !g.global {
		g.line("  %s", g.holder.declare(own))
	}
	body := func(k string) {
		g.line("    Ray x = rays[%du * i + %s];", each, k)
		g.line("    uint at = (%du * i + %s) * %du;", each, k, len(g.words))
		end := ""
		if diverges {
			g.line("    if ((x.hash & 3u) != 0u) {")
			end = fmt.Sprintf("    } else { for (uint k = 0u; k < %du; k++) words[at + k] = 7u; }\n", len(g.words))
		}
		if !outside && !g.global {
			g.line("    %s", g.holder.declare(own))
		}
		g.b.WriteString(g.holder.choose(own))
		g.line("    rayQueryInitializeEXT(%s, scene, x.flags, x.mask, x.origin, x.least, x.direction, x.most);", g.holder.place(own))
		if barrier {
			g.line("    carried[l] = x.hash;\n    barrier();\n    x.hash = carried[%du - l];", size-1)
		}
		g.line("    trace(%s, x, at);", given)
		g.line("    result(%s, x, at);", given)
		g.b.WriteString(g.holder.check(own))
		if barrier {
			g.line("    barrier();")
		}
		g.b.WriteString(end)
	}
	if r.IntN(2) == 0 || each == 1 {
		for k := range each {
			g.line("  {")
			body(fmt.Sprintf("%du", k))
			g.line("  }")
		}
	} else {
		g.line("  for (uint k = 0u; k < %du; k++) {", each)
		body("k")
		g.line("  }")
	}
	g.line("}")
	return g.b.String()
}

// trace writes the loop over candidates.
func (g *generator) trace(param, q string) {
	r := g.r
	g.line("uint count, total; float lowest, highest; vec3 least3, most3;")
	g.line("void trace(%sRay x, uint at) {", param)
	g.line("  count = 0u; total = 0u; lowest = 1e9; highest = -1e9; least3 = vec3(1e9); most3 = vec3(-1e9);")
	g.line("  while (rayQueryProceedEXT(%s)) {", q)
	g.line(`    uint instance = uint(rayQueryGetIntersectionInstanceIdEXT(%[1]s, false)), geometry = uint(rayQueryGetIntersectionGeometryIndexEXT(%[1]s, false));
    uint primitive = uint(rayQueryGetIntersectionPrimitiveIndexEXT(%[1]s, false));
    bool box = rayQueryGetIntersectionTypeEXT(%[1]s, false) == gl_RayQueryCandidateIntersectionAABBEXT;`, q)
	if g.mode == all {
		g.line("    float t = 0.0;\n    if (box && !inBox(%s, x, t)) continue;\n    count++;", g.holder.pass())
		g.line("    total += mixed(instance, geometry, primitive, 5u);")
		if r.IntN(2) == 0 {
			g.line("    total += 3u * (uint(rayQueryGetIntersectionInstanceCustomIndexEXT(%[1]s, false)) ^ rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT(%[1]s, false));", q)
		}
		g.line("    if (!box) {")
		g.line("      t = rayQueryGetIntersectionTEXT(%s, false);\n      lowest = min(lowest, t);\n      highest = max(highest, t);", q)
		if r.IntN(2) == 0 {
			g.line("      vec3 b = vec3(rayQueryGetIntersectionBarycentricsEXT(%s, false), 0.0);\n      least3 = min(least3, b);\n      most3 = max(most3, b);", q)
		}
		if r.IntN(2) == 0 {
			g.line("      if (rayQueryGetIntersectionFrontFaceEXT(%s, false)) total += 1000003u * primitive;", q)
		}
		if r.IntN(2) == 0 {
			g.line("      mat4x3 w = rayQueryGetIntersectionObjectToWorldEXT(%s, false);\n      least3 = min(least3, w[0]);\n      most3 = max(most3, w[3]);", q)
		}
		if g.fetch {
			g.line("      vec3 p[3];\n      rayQueryGetIntersectionTriangleVertexPositionsEXT(%s, false, p);\n      least3 = min(least3, p[1]);\n      most3 = max(most3, p[2]);", q)
		}
		g.line("    } else {\n      lowest = min(lowest, t);\n      highest = max(highest, t);\n    }")
	} else {
		stop := ""
		if g.mode == anyHit && r.IntN(2) == 0 {
			stop = fmt.Sprintf(" rayQueryTerminateEXT(%s);", q)
		}
		if g.nested {
			g.line("    if ((primitive & 1u) == 0u && blocked(primitive, x.hash)) continue;")
		}
		g.line("    if (box) {")
		g.line("      float t;\n      bool inside = inBox(%s, x, t);", g.holder.pass())
		g.line("      float limit = x.most;")
		g.line("      if (rayQueryGetIntersectionTypeEXT(%[1]s, true) != gl_RayQueryCommittedIntersectionNoneEXT) limit = rayQueryGetIntersectionTEXT(%[1]s, true);", q)
		g.line("      if (inside && t < limit && chosen(instance, geometry, primitive, x.hash)) { rayQueryGenerateIntersectionEXT(%s, t);%s }", q, stop)
		if r.IntN(2) == 0 {
			g.line("    } else {\n      if (chosen(instance, geometry, primitive, x.hash)) { rayQueryConfirmIntersectionEXT(%s);%s }\n    }", q, stop)
		} else {
			g.line("    } else {\n      if (!chosen(instance, geometry, primitive, x.hash)) continue;\n      rayQueryConfirmIntersectionEXT(%s);%s\n    }", q, stop)
		}
	}
	g.line("  }\n}")
}

// result writes the function that stores the results.
func (g *generator) result(param, q string) {
	r := g.r
	g.line("void result(%sRay x, uint at) {", param)
	switch g.mode {
	case anyHit:
		g.word(false, "rayQueryGetIntersectionTypeEXT(%s, true) != gl_RayQueryCommittedIntersectionNoneEXT ? 1u : 0u", q)
	case all:
		g.word(false, "count")
		g.word(false, "total")
		g.word(true, "lowest")
		g.word(true, "highest")
		for k := range 3 {
			g.word(true, "least3[%d]", k)
			g.word(true, "most3[%d]", k)
		}
		g.word(false, "rayQueryGetIntersectionTypeEXT(%s, true) == gl_RayQueryCommittedIntersectionGeneratedEXT ? 1u : 0u", q)
	}
	if g.full {
		g.word(false, "rayQueryGetRayFlagsEXT(%s)", q)
		g.word(true, "rayQueryGetRayTMinEXT(%s)", q)
		g.word(true, "rayQueryGetWorldRayOriginEXT(%s).y", q)
		g.word(true, "rayQueryGetWorldRayDirectionEXT(%s).z", q)
	}
	if g.mode != nearest {
		g.line("}")
		return
	}
	g.word(false, "rayQueryGetIntersectionTypeEXT(%s, true)", q)
	first := len(g.words)
	g.line("  if (rayQueryGetIntersectionTypeEXT(%s, true) == gl_RayQueryCommittedIntersectionNoneEXT) {", q)
	start := g.b.Len()
	g.line("    return;\n  }")
	get := func(float bool, part, name string) {
		if r.IntN(3) > 0 {
			e := fmt.Sprintf("rayQueryGetIntersection%sEXT(%s, true)", name, q)
			if !float {
				e = "uint(" + e + ")"
			}
			g.word(float, "%s%s", e, part)
		}
	}
	g.word(true, "rayQueryGetIntersectionTEXT(%s, true)", q)
	get(false, "", "InstanceCustomIndex")
	get(false, "", "InstanceId")
	get(false, "", "InstanceShaderBindingTableRecordOffset")
	get(false, "", "GeometryIndex")
	get(false, "", "PrimitiveIndex")
	for c := range 4 {
		for row := range 3 {
			get(true, fmt.Sprintf("[%d][%d]", c, row), "ObjectToWorld")
			get(true, fmt.Sprintf("[%d][%d]", c, row), "WorldToObject")
		}
	}
	if g.full {
		get(true, ".x", "ObjectRayOrigin")
		get(true, ".y", "ObjectRayDirection")
	}
	triangle := len(g.words)
	g.line("  if (rayQueryGetIntersectionTypeEXT(%s, true) != gl_RayQueryCommittedIntersectionTriangleEXT) {", q)
	middle := g.b.Len()
	g.line("    return;\n  }")
	g.word(false, "rayQueryGetIntersectionFrontFaceEXT(%s, true) ? 1u : 0u", q)
	get(true, ".x", "Barycentrics")
	get(true, ".y", "Barycentrics")
	if g.fetch {
		g.line("  vec3 p[3];\n  rayQueryGetIntersectionTriangleVertexPositionsEXT(%s, true, p);", q)
		for k := range 3 {
			g.word(true, "p[%d].x + p[%d].y * 0.5 + p[%d].z * 0.25", k, k, k)
		}
	}
	g.line("}")
	// Words that a hit lacks are zero.
	text := g.b.String()
	zeros := func(from int) string {
		return fmt.Sprintf("    for (uint k = %du; k < %du; k++) words[at + k] = 0u;\n", from, len(g.words))
	}
	g.b.Reset()
	g.b.WriteString(text[:start] + zeros(first) + text[start:middle] + zeros(triangle) + text[middle:])
}
