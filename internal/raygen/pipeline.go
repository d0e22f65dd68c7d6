package raygen

// This file makes ray-tracing pipelines: each point of a launch traces one ray.

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Pipeline is the shaders of a ray-tracing pipeline in GLSL, with a scene and buffers, bound
// as for a Program.
type Pipeline struct {
	*Scene
	Generation     string
	Miss, Callable []string
	Hit            []HitGroup
	Rays, Boxes    []byte
	Points         uint32
	Size           uint32 // of the results in bytes
	Depth          int

	floats []bool
}

// A HitGroup is the shaders of a hit group; "" is none.
type HitGroup struct {
	ClosestHit, AnyHit, Intersection string
	Boxes                            bool
	Record                           []byte
}

// IsFloat reports whether a word of the results is a float, to be compared with a tolerance.
func (p *Pipeline) IsFloat(word int) bool { return p.floats[word%len(p.floats)] }

// Hit groups of triangles come first, then as many of boxes.
const hitGroups = 6

// pipelineHead is in all shaders.
const pipelineHead = `#version 460
#extension GL_EXT_ray_tracing : require
struct Ray { vec3 origin; float least; vec3 direction; float most; uint flags; uint mask; uint hash; uint pad; };
struct Payload { uint hash; uint count; uint total; uint kind; float lowest; float highest; vec3 least3; uint ids[6]; vec3 most3; float values[4]; };
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1, std430) readonly buffer Rays { Ray rays[]; };
uint mixed(uint a, uint b, uint c, uint d) {
  uint h = a * 0x9E3779B1u ^ b * 0x85EBCA77u ^ c * 0xC2B2AE3Du ^ d;
  h ^= h >> 15;
  h *= 0x2C1B3C6Du;
  return h ^ (h >> 12);
}
`

// NewPipeline makes a pipeline of a seed.
func NewPipeline(seed uint64) *Pipeline {
	r := rand.New(rand.NewPCG(seed, 7))
	g := &generator{r: r, mode: mode(r.IntN(3))}
	p := &Pipeline{Scene: newScene(r), Points: 1 + uint32(r.IntN(64)), Depth: 2}
	for k := range p.Instances {
		x := &p.Instances[k]
		x.Offset = uint32(r.IntN(2))
		if len(p.Bottoms[p.Of[k]][0].Boxes) > 0 {
			x.Offset += hitGroups
		}
	}
	flags := g.flags()
	for range p.Points {
		x := p.newRay(r)
		if x.flags = flags; r.IntN(2) == 0 {
			x.flags = g.flags()
		}
		x.flags &^= flagFirst | flagSkipClosest
		if g.mode == anyHit {
			x.flags |= flagFirst
		}
		p.Rays = x.appendTo(p.Rays)
	}
	p.Boxes = p.boxTable()
	nested := r.IntN(3) == 0
	g.generation(p, r.IntN(2), r.IntN(2))
	p.Generation = g.take()
	p.Miss = []string{pipelineHead + `layout(location = 0) rayPayloadInEXT Payload payload;
void main() { payload.kind = 100u; payload.values[0] = gl_RayTminEXT; payload.values[1] = gl_WorldRayOriginEXT.x; payload.ids[0] = gl_IncomingRayFlagsEXT; }`,
		pipelineHead + `layout(location = 1) rayPayloadInEXT uint shadow;
void main() { shadow += 1u; }`}
	for k := range 2 {
		p.Callable = append(p.Callable, pipelineHead+fmt.Sprintf(`layout(location = 0) callableDataInEXT uvec2 data;
void main() { data = uvec2(mixed(data.x, data.y, gl_LaunchIDEXT.x, %du), data.y + gl_LaunchSizeEXT.x); }`, k))
	}
	// Few different shaders, which many groups share.
	closest := [2][]string{{g.closestHit(nested, false), g.closestHit(false, false)}, {g.closestHit(nested, true), g.closestHit(false, true)}}
	anyHits := []string{"", g.anyHit(0), g.anyHit(1 + r.IntN(3))}
	if g.mode == all {
		anyHits = anyHits[2:] // all candidates are ignored
	}
	for k := range 2 * hitGroups {
		h := HitGroup{Boxes: k >= hitGroups, Record: binary.LittleEndian.AppendUint32(nil, r.Uint32())}
		h.ClosestHit, h.AnyHit = closest[k/hitGroups][r.IntN(2)], anyHits[r.IntN(len(anyHits))]
		if h.Boxes {
			h.Intersection = g.intersection()
		}
		p.Hit = append(p.Hit, h)
	}
	p.floats = g.words
	p.Size = p.Points * uint32(4*len(g.words))
	return p
}

// take returns the text so far and begins another.
func (g *generator) take() string {
	s := g.b.String()
	g.b.Reset()
	return s
}

// generation writes the ray generation shader.
func (g *generator) generation(p *Pipeline, offset, stride int) {
	g.b.WriteString(pipelineHead)
	g.line(`layout(set = 0, binding = 2, std430) buffer Results { uint words[]; };
layout(location = 0) rayPayloadEXT Payload payload;
layout(location = 0) callableDataEXT uvec2 data;
void main() {
  uint i = gl_LaunchIDEXT.x + gl_LaunchIDEXT.y * gl_LaunchSizeEXT.x;
  Ray x = rays[i];
  payload.hash = x.hash;
  payload.count = 0u; payload.total = 0u; payload.kind = 50u;
  payload.lowest = 1e9; payload.highest = -1e9; payload.least3 = vec3(1e9); payload.most3 = vec3(-1e9);
  for (uint k = 0u; k < 6u; k++) payload.ids[k] = 0u;
  for (uint k = 0u; k < 4u; k++) payload.values[k] = 0.0;
  traceRayEXT(scene, x.flags, x.mask, %du, %du, 0u, x.origin, x.least, x.direction, x.most, 0);
  data = uvec2(x.hash, i);
  if ((x.hash & 1u) == 0u) executeCallableEXT(x.hash >> 1 & 1u, 0);
  uint at = i * WORDSu;`, offset, stride)
	g.words = nil
	g.word(false, "payload.kind")
	if g.mode != anyHit {
		g.word(false, "payload.count")
		g.word(false, "payload.total")
		g.word(true, "payload.lowest")
		g.word(true, "payload.highest")
		for k := range 3 {
			g.word(true, "payload.least3[%d]", k)
			g.word(true, "payload.most3[%d]", k)
		}
		for k := range 6 {
			g.word(false, "payload.ids[%d]", k)
		}
		for k := range 4 {
			g.word(true, "payload.values[%d]", k)
		}
	}
	g.word(false, "data.x")
	g.word(false, "data.y")
	g.line("}")
	text := strings.ReplaceAll(g.take(), "WORDS", fmt.Sprint(len(g.words)))
	g.b.WriteString(text)
}

const hitHead = pipelineHead + `layout(location = 0) rayPayloadInEXT Payload payload;
hitAttributeEXT vec2 at;
layout(shaderRecordEXT, std430) readonly buffer Record { uint salt; };
`

// closestHit writes a closest-hit shader; if nested is set, it traces a ray. The attributes of
// boxes are not read: see package vkrun.
func (g *generator) closestHit(nested, boxes bool) string {
	r := g.r
	g.b.WriteString(hitHead)
	if nested {
		g.line("layout(location = 1) rayPayloadEXT uint shadow;")
	}
	g.line("void main() {\n  payload.kind = 1u;")
	if g.mode == anyHit {
		g.line("}")
		return g.take()
	}
	g.line("  payload.lowest = gl_HitTEXT;")
	ids := []string{"uint(gl_InstanceCustomIndexEXT)", "uint(gl_InstanceID)", "uint(gl_GeometryIndexEXT)", "uint(gl_PrimitiveID)", "gl_HitKindEXT", "salt", "gl_IncomingRayFlagsEXT"}
	for k := range 6 {
		g.line("  payload.ids[%d] = %s;", k, ids[r.IntN(len(ids))])
	}
	values := []string{"at.x", "at.y", "gl_ObjectRayOriginEXT.x", "gl_ObjectRayDirectionEXT.z", "gl_WorldRayOriginEXT.y", "gl_ObjectToWorldEXT[3][1]", "gl_WorldToObjectEXT[0][2]",
		"(gl_ObjectToWorldEXT * vec4(at, 1.0, 1.0)).x", "gl_RayTminEXT", "gl_HitTEXT * 2.0"}
	if boxes {
		values = slices.DeleteFunc(values, func(s string) bool { return strings.Contains(s, "at.") || strings.Contains(s, "(at") })
	}
	for k := range 4 {
		g.line("  payload.values[%d] = %s;", k, values[r.IntN(len(values))])
	}
	if nested {
		g.line(`  shadow = 5u;
  Ray y = rays[(uint(gl_PrimitiveID) * 7u + payload.hash) %% uint(rays.length())];
  traceRayEXT(scene, %du, y.mask, 0u, 0u, 1u, y.origin, y.least, y.direction, y.most, 1);
  payload.count = shadow;`, flagOpaque|flagFirst|flagSkipClosest)
	}
	g.line("}")
	return g.take()
}

// anyHit writes an any-hit shader.
func (g *generator) anyHit(salt int) string {
	g.b.WriteString(hitHead)
	g.line("void main() {\n  uint h = mixed(uint(gl_InstanceID), uint(gl_GeometryIndexEXT), uint(gl_PrimitiveID), %du);", salt)
	switch {
	case g.mode == all:
		g.line(`  payload.count += 1u;
  payload.total += h ^ (salt + gl_HitKindEXT + uint(gl_InstanceCustomIndexEXT));
  payload.lowest = min(payload.lowest, gl_HitTEXT);
  payload.highest = max(payload.highest, gl_HitTEXT);
  payload.least3 = min(payload.least3, vec3(at, gl_ObjectRayOriginEXT.x));
  payload.most3 = max(payload.most3, vec3(at, gl_ObjectToWorldEXT[3].z));
  ignoreIntersectionEXT;`)
	case salt == 0:
		g.line("  if ((h & 3u) == 1u) ignoreIntersectionEXT;")
	default:
		g.line("  if ((h & 1u) == 1u) { ignoreIntersectionEXT; }")
		if g.mode == anyHit {
			g.line("  terminateRayEXT;")
		}
	}
	g.line("}")
	return g.take()
}

// intersection writes an intersection shader.
func (g *generator) intersection() string {
	return pipelineHead + fmt.Sprintf(`layout(set = 0, binding = 3, std430) readonly buffer Boxes { uint firstBox[%d]; vec4 corners[]; };
hitAttributeEXT vec2 at;
void main() {
  Ray x = rays[gl_LaunchIDEXT.x + gl_LaunchIDEXT.y * gl_LaunchSizeEXT.x];
  uint number = firstBox[uint(gl_InstanceID) * %du + uint(gl_GeometryIndexEXT)] + uint(gl_PrimitiveID);
  vec3 lower = corners[2u * number].xyz, upper = corners[2u * number + 1u].xyz;
  vec3 o = gl_ObjectRayOriginEXT, d = gl_ObjectRayDirectionEXT;
  vec3 a = (lower - o) / d, b = (upper - o) / d;
  vec3 first = min(a, b), last = max(a, b);
  float most = gl_WorldRayOriginEXT == x.origin ? x.most : 1e30;
  float begin = max(max(gl_RayTminEXT, first.x), max(first.y, first.z)), end = min(min(most, last.x), min(last.y, last.z));
  if (begin < end) {
    at = vec2(begin, end - begin);
    reportIntersectionEXT(0.5 * (begin + end), uint(gl_PrimitiveID) & 127u);
  }
}`, MaxInstances*MaxGeometries, MaxGeometries)
}
