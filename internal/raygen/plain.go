package raygen

// This file makes ray-tracing pipelines of the operations that WGSL has for wgpu: no hit attributes, shader
// records or callable shaders, no ignored candidates, and all rays begin with the first miss shader and the
// first records. The order of candidates, which these pipelines show, is the driver's.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// plainHead is in all shaders of a plain pipeline.
const plainHead = `#version 460
#extension GL_EXT_ray_tracing : require
struct Ray { vec3 origin; float least; vec3 direction; float most; uint flags; uint mask; uint hash; uint pad; };
struct Payload { uint hash; uint count; bool missed; float nearest; vec3 normal; uint ids[4]; float values[4]; };
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1, std430) readonly buffer Rays { Ray rays[]; };
uint mixed(uint a, uint b, uint c, uint d) {
  uint h = a * 0x9E3779B1u ^ b * 0x85EBCA77u ^ c * 0xC2B2AE3Du ^ d;
  h ^= h >> 15;
  h *= 0x2C1B3C6Du;
  return h ^ (h >> 12);
}
`

// NewPlainPipeline makes a plain pipeline of a seed. Intersection shaders, which WGSL lacks, are those of
// NewPipeline.
func NewPlainPipeline(seed uint64) *Pipeline {
	r := rand.New(rand.NewPCG(seed, 11))
	g := &generator{r: r}
	p := &Pipeline{Scene: newScene(r), Points: 1 + uint32(r.IntN(64)), Depth: 2}
	for k := range p.Instances {
		x := &p.Instances[k]
		x.Offset = uint32(r.IntN(hitGroups))
		if len(p.Bottoms[p.Of[k]][0].Boxes) > 0 {
			x.Offset += hitGroups
		}
	}
	for range p.Points {
		x := p.newRay(r)
		x.flags = g.flags() &^ flagFirst
		p.Rays = x.appendTo(p.Rays)
	}
	p.Boxes = p.boxTable()
	g.plainGeneration()
	p.Generation = strings.ReplaceAll(g.take(), "WORDS", fmt.Sprint(len(g.words)))
	p.Miss = []string{plainHead + `layout(location = 0) rayPayloadInEXT Payload payload;
void main() { payload.missed = true; payload.values[0] = gl_RayTminEXT; payload.normal = gl_WorldRayOriginEXT * 0.5 + gl_WorldRayDirectionEXT; }`}
	closest := []string{g.plainClosest(false), g.plainClosest(r.IntN(2) == 0)}
	candidates := []string{"", g.plainCandidate(), g.plainCandidate()}
	intersection := g.intersection()
	for k := range 2 * hitGroups {
		h := HitGroup{Boxes: k >= hitGroups, ClosestHit: closest[r.IntN(len(closest))], AnyHit: candidates[r.IntN(len(candidates))]}
		if h.Boxes {
			h.Intersection = intersection
		}
		p.Hit = append(p.Hit, h)
	}
	p.floats = g.words
	p.Size = p.Points * uint32(4*len(g.words))
	return p
}

// plainGeneration writes the ray generation shader.
func (g *generator) plainGeneration() {
	g.b.WriteString(plainHead)
	g.line(`layout(set = 0, binding = 2, std430) buffer Results { uint words[]; };
layout(location = 0) rayPayloadEXT Payload payload;
void main() {
  uint i = gl_LaunchIDEXT.x + gl_LaunchIDEXT.y * gl_LaunchSizeEXT.x;
  Ray x = rays[i];
  payload.hash = x.hash;
  payload.count = 0u; payload.missed = false; payload.nearest = -1.0; payload.normal = vec3(0.0);
  for (uint k = 0u; k < 4u; k++) { payload.ids[k] = 0u; payload.values[k] = 0.0; }
  traceRayEXT(scene, x.flags, x.mask, 0u, 0u, 0u, x.origin, x.least, x.direction, x.most, 0);
  uint at = i * WORDSu;`)
	g.words = nil
	g.word(false, "payload.hash")
	g.word(false, "payload.count")
	g.word(false, "uint(payload.missed)")
	g.word(true, "payload.nearest")
	for k := range 3 {
		g.word(true, "payload.normal[%d]", k)
	}
	for k := range 4 {
		g.word(false, "payload.ids[%d]", k)
		g.word(true, "payload.values[%d]", k)
	}
	g.line("}")
}

// plainClosest writes a closest-hit shader; if nested is set, it traces a ray.
func (g *generator) plainClosest(nested bool) string {
	g.b.WriteString(plainHead)
	g.line("layout(location = 0) rayPayloadInEXT Payload payload;")
	if nested {
		g.line("layout(location = 1) rayPayloadEXT Payload inner;")
	}
	g.line("void main() {\n  payload.nearest = gl_HitTEXT;")
	ids := []string{"uint(gl_InstanceCustomIndexEXT)", "uint(gl_InstanceID)", "uint(gl_GeometryIndexEXT)", "uint(gl_PrimitiveID)", "gl_HitKindEXT", "gl_LaunchIDEXT.x"}
	values := []string{"gl_ObjectRayOriginEXT.x", "gl_ObjectRayDirectionEXT.z", "gl_WorldRayOriginEXT.y", "gl_ObjectToWorldEXT[3][1]", "gl_WorldToObjectEXT[0][2]",
		"(gl_ObjectToWorldEXT * vec4(gl_ObjectRayOriginEXT, 1.0)).x", "gl_RayTminEXT", "gl_HitTEXT * 2.0"}
	for k := range 4 {
		g.line("  payload.ids[%d] = %s;", k, ids[g.r.IntN(len(ids))])
		g.line("  payload.values[%d] = %s;", k, values[g.r.IntN(len(values))])
	}
	if nested {
		g.line(`  inner.count = 5u; inner.missed = false;
  Ray y = rays[(uint(gl_PrimitiveID) * 7u + payload.hash) %% uint(rays.length())];
  traceRayEXT(scene, %du, y.mask, 0u, 0u, 0u, y.origin, y.least, y.direction, y.most, 1);
  if (inner.missed) payload.count += inner.count;`, flagOpaque|flagFirst|flagSkipClosest)
	}
	g.line("}")
	return g.take()
}

// plainCandidate writes an any-hit shader.
func (g *generator) plainCandidate() string {
	g.b.WriteString(plainHead)
	g.line(`layout(location = 0) rayPayloadInEXT Payload payload;
void main() {
  uint h = mixed(uint(gl_InstanceID), uint(gl_GeometryIndexEXT), uint(gl_PrimitiveID), %du);
  payload.count += 1u + (h & 3u);
  payload.hash ^= h + gl_HitKindEXT + uint(gl_InstanceCustomIndexEXT);
  payload.nearest = max(payload.nearest, gl_HitTEXT);
}`, g.r.IntN(100))
	return g.take()
}
