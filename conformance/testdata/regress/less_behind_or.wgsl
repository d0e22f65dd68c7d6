// A < behind || may not become a template list with a > in a later argument when
// the shader is written as WGSL.
//
// buffer 0.1: 0 7 3
// expect 0.0: 1
@group(0) @binding(0) var<storage, read_write> result: array<u32, 1>;
@group(0) @binding(1) var<storage> in: vec3u;

@compute @workgroup_size(1)
fn main() {
	if select(in.x == 5 || in.x < 0u, true, (in.y > in.z)) {
		result[0] = 1;
	}
}
