package shadertest_test

import (
	"context"
	"fmt"

	"refract"
	"refract/exec"
	"refract/shadertest"
)

// A compute shader on a slice of structs.
func Example() {
	shader, err := shadertest.Open("move.wgsl", `
struct Particle { position: vec3f, mass: f32, velocity: vec3f }
@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(1) var<uniform> step: f32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&particles)) {
    particles[id.x].position += particles[id.x].velocity * step;
  }
}`, shadertest.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	type particle struct {
		Position, Velocity [3]float32
		Mass               float32
	}
	run := shader.Run("main").
		Set("particles", []particle{{Velocity: [3]float32{1, 2, 3}}, {Position: [3]float32{5, 5, 5}}}).
		Set("step", 0.5)
	if err := run.Dispatch(1, 1, 1); err != nil {
		fmt.Println(err)
		return
	}
	var position []float32
	if err := run.Get("particles", "[0].position", &position); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(position)
	// Output: [0.5 1 1.5]
}

// A function of a shader, called with values.
func ExampleShader_Call() {
	shader, err := shadertest.Open("luma.wgsl", `
fn luma(c: vec3f) -> f32 { return dot(c, vec3f(0.25, 0.5, 0.25)); }`, shadertest.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var y float32
	if err := shader.Call("luma", &y, []float32{1, 0.5, 0}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(y)
	// Output: 0.5
}

// A mistake that the run finds: all invocations write the same word.
func ExampleRun_Dispatch() {
	shader, err := shadertest.Open("race.wgsl", `
@group(0) @binding(0) var<storage, read_write> last: u32;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) { last = i; }`, shadertest.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(shader.Run("main").Make("last", 0).Dispatch(1, 1, 1))
	// Output: race.wgsl:4:52: warning: an invocation writes memory that another has written, without a barrier between [data-race]
}

// A shader with a ray query, in a scene of one triangle.
func ExampleRun_Scene() {
	shader, err := shadertest.Open("distance.wgsl", `enable wgpu_ray_query;
@group(0) @binding(0) var world: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> distance: f32;

@compute @workgroup_size(1)
fn main() {
  var q: ray_query;
  rayQueryInitialize(&q, world, RayDesc(RAY_FLAG_FORCE_OPAQUE, 0xFF, 0, 100, vec3f(), vec3f(0, 0, 1)));
  while (rayQueryProceed(&q)) {}
  distance = rayQueryGetCommittedIntersection(&q).t;
}`, shadertest.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	triangle := exec.Geometry{Vertices: []exec.Vec3{{-1, -1, 7}, {1, -1, 7}, {0, 1, 7}}}
	run := shader.Run("main").Make("distance", 1).Scene("world", shadertest.Object{Geometries: []exec.Geometry{triangle}})
	if err := run.Dispatch(1, 1, 1); err != nil {
		fmt.Println(err)
		return
	}
	var distance float32
	if err := run.Get("distance", "", &distance); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(distance)
	// Output: 7
}

// A container that a program ships is checked against its shader, which has got another input.
func ExampleCheckContainer() {
	const shipped = `@vertex fn main(@location(0) at: vec4f) -> @builtin(position) vec4f { return at; }`
	const now = `@vertex fn main(@location(0) at: vec4f, @location(1) by: vec4f) -> @builtin(position) vec4f { return at * by; }`
	out, err := refract.Translate(context.Background(), "shipped.wgsl", []byte(shipped), refract.TranslateOptions{To: refract.DXBC})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(shadertest.CheckContainer("now.wgsl", now, out.Bytes(), shadertest.ContainerOptions{}))
	// Output: the container lacks the input LOC1, xyzw of float
}
