package raygen_test

// Rays a second, beside a driver.

import (
	"context"
	"math"
	"os"
	"syscall"
	"testing"
	"time"

	"refract"
	rexec "refract/exec"
	"refract/exec/wasm"
	"refract/internal/exec/bvh"
	"refract/internal/vkrun"
)

// processor is the processor time that this process has used.
func processor() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// ball is a mesh of 4n² triangles.
func ball(n int) rexec.Geometry {
	var g rexec.Geometry
	for i := range n + 1 {
		for j := range 2 * n {
			a, b := float64(i)/float64(n)*math.Pi, float64(j)/float64(n)*math.Pi
			bump := 1 + 0.1*math.Sin(13*a)*math.Cos(9*b)
			g.Vertices = append(g.Vertices, rexec.Vec3{float32(bump * math.Sin(a) * math.Cos(b)), float32(bump * math.Sin(a) * math.Sin(b)), float32(bump * math.Cos(a))})
		}
	}
	for i := range n {
		for j := range 2 * n {
			at := func(i, j int) uint32 { return uint32(i*2*n + j%(2*n)) }
			g.Indices = append(g.Indices, at(i, j), at(i+1, j), at(i, j+1), at(i+1, j), at(i+1, j+1), at(i, j+1))
		}
	}
	return g
}

const speedSource = `#version 460
#extension GL_EXT_ray_query : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 2, std430) buffer Results { float words[]; };
float random(inout uint state) {
  state = state * 747796405u + 2891336453u;
  uint w = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return float((w >> 22u) ^ w) * (1.0 / 4294967296.0);
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  vec3 origin = vec3(0.0, 0.0, -3.0), direction = normalize(vec3(float(i % 512u) / 256.0 - 1.0, float(i / 512u % 512u) / 256.0 - 1.0, 1.8));
  if (INCOHERENT) {
    uint state = i * 9781u + 7u;
    origin = 2.0 * vec3(random(state), random(state), random(state)) - 1.0;
    direction = normalize(vec3(random(state), random(state), random(state)) - 0.5);
  }
  rayQueryEXT q;
  rayQueryInitializeEXT(q, scene, FLAGS, 0xFF, origin, 0.001, direction, 100.0);
  while (rayQueryProceedEXT(q)) { CANDIDATE }
  float t = -1.0;
  if (rayQueryGetIntersectionTypeEXT(q, true) != gl_RayQueryCommittedIntersectionNoneEXT) t = rayQueryGetIntersectionTEXT(q, true) + float(rayQueryGetIntersectionPrimitiveIndexEXT(q, true));
  words[i] = t;
}`

// TestSpeed prints rays a second, if REFRACT_SPEED is 1. With LP_NATIVE_VECTOR_WIDTH=128
// lavapipe has as many lanes as the engine, and it optimizes if GALLIVM_PERF is set, to
// nothing.
func TestSpeed(t *testing.T) {
	if os.Getenv("REFRACT_SPEED") != "1" {
		t.Skip("REFRACT_SPEED isn't 1")
	}
	d := vkrun.OpenRays(t)
	product, count := 1.0, 0.0
	one := func(g rexec.Geometry, instances int) (s vkrun.Structure) {
		s.Bottoms = [][]rexec.Geometry{{g}}
		for k := range instances {
			x := rexec.Instance{Transform: bvh.Identity(), Mask: 255}
			if instances > 1 {
				for c := range 3 {
					x.Transform[c][c] = 0.1
				}
				x.Transform[0][3], x.Transform[1][3], x.Transform[2][3] = float32(k%10)/5-0.9, float32(k/10%10)/5-0.9, float32(k/100)/5-0.9
			}
			s.Instances, s.Of = append(s.Instances, x), append(s.Of, 0)
		}
		return s
	}
	var boxes rexec.Geometry
	for k := range 4096 {
		x, y, z := float32(k%16)/8-1, float32(k/16%16)/8-1, float32(k/256)/8-1
		boxes.Boxes = append(boxes.Boxes, rexec.Box{Min: rexec.Vec3{x, y, z}, Max: rexec.Vec3{x + 0.05, y + 0.06, z + 0.05}})
	}
	opaque := ball(128)
	opaque.Flags = rexec.GeometryOpaque
	small := ball(12)
	small.Flags = rexec.GeometryOpaque
	for _, c := range []struct {
		name                         string
		scene                        vkrun.Structure
		incoherent, flags, candidate string
	}{
		{"camera", one(opaque, 1), "false", "0u", ""},
		{"random", one(opaque, 1), "true", "0u", ""},
		{"shadow", one(opaque, 1), "true", "4u", ""},
		{"confirmed", one(ball(128), 1), "false", "0u", "rayQueryConfirmIntersectionEXT(q);"},
		{"instances", one(small, 1000), "false", "0u", ""},
		{"random instances", one(small, 1000), "true", "0u", ""},
		{"boxes", one(boxes, 1), "false", "0u", "if (rayQueryGetIntersectionPrimitiveIndexEXT(q, false) % 3 == 0) rayQueryGenerateIntersectionEXT(q, 1.0);"},
	} {
		if only := os.Getenv("REFRACT_ONLY"); only != "" && only != c.name {
			continue
		}
		source := replace(speedSource, "INCOHERENT", c.incoherent, "FLAGS", c.flags, "CANDIDATE", c.candidate)
		valid := read(t, source, 1)
		code := written(t, valid, refract.SPIRV, nil, source)
		const rays = 1 << 18
		out := make([]byte, 4*rays)
		bindings := []vkrun.Binding{{Structure: &c.scene}, {Binding: 2, Data: out}}
		driver := func(groups uint32) time.Duration {
			begin := processor()
			if err := d.Compute(vkrun.Shader{SPIRV: code}, bindings, nil, [3]uint32{groups, 1, 1}); err != nil {
				t.Fatal(err)
			}
			return processor() - begin
		}
		few, many := min(driver(1), driver(1)), min(driver(rays/64), driver(rays/64))
		s := c.scene
		bottom, err := rexec.NewBottomLevel(s.Bottoms[0])
		if err != nil {
			t.Fatal(err)
		}
		for k := range s.Instances {
			s.Instances[k].Bottom = bottom
		}
		scene, err := rexec.NewAccelerationStructure(s.Instances)
		if err != nil {
			t.Fatal(err)
		}
		p, err := wasm.Engine{}.Load(valid.Module, rexec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		engine := func(groups uint32) time.Duration {
			var r rexec.Resources
			r.Bind(0, 0, scene)
			r.Bind(0, 2, rexec.NewBuffer(4*rays))
			begin := processor()
			if _, err := p.Dispatch(context.Background(), "main", [3]uint32{groups, 1, 1}, &r, rexec.RunOptions{}); err != nil {
				t.Fatal(err)
			}
			return processor() - begin
		}
		engine(1)
		ours, theirs := min(engine(rays/64), engine(rays/64)), many-few
		ratio := float64(theirs) / float64(ours)
		t.Logf("%-16s wasm %7.3f million rays a second, lavapipe %7.3f, ratio %.2f", c.name, rays/ours.Seconds()/1e6, rays/theirs.Seconds()/1e6, ratio)
		product *= ratio
		count++
	}
	t.Logf("geometric mean of the ratios: %.2f", math.Pow(product, 1/count))
}
