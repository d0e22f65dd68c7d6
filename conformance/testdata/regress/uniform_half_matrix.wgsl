// A member after a matrix with columns of three halves doesn't lie in the
// padding of the last column.
//
// buffer 0.1: 3c003c00 3c003c00 3c003c00 3c003c00 00004000 deadbeef
// expect 0.0: 40000000 deadbeef
enable f16;

struct Tight {
	m: mat2x3<f16>,
	h: f16,
	word: u32,
}
@group(0) @binding(0) var<storage, read_write> result: array<u32, 2>;
@group(0) @binding(1) var<uniform> tight: Tight;

@compute @workgroup_size(1)
fn main() {
	result[0] = bitcast<u32>(f32(tight.h));
	result[1] = tight.word;
}
