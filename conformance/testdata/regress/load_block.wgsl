// A whole buffer is read and written, without names in the SPIR-V.
//
// buffer 0.1: 3f800000 0 0 0 40000000 40400000 40800000 0 1 2 3 4
// expect 0.0: 3f800000 0 0 0 40000000 40400000 40800000 0 1 2 3 4
struct Inner {
	a: f32,
	b: vec3f,
	c: vec4u,
}
struct Outer {
	inner: Inner,
}
@group(0) @binding(0) var<storage, read_write> out: Outer;
@group(0) @binding(1) var<uniform> in: Outer;

@compute @workgroup_size(1)
fn main() {
	let whole = in;
	out = whole;
}
