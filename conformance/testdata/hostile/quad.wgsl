// not wasm msl wgpu-run tint-run hlsl
enable subgroups;
@group(0) @binding(0) var<storage, read_write> o: array<vec4u, 8>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    o[i] = vec4u(quadSwapX(i), quadSwapY(i), quadSwapDiagonal(i), quadBroadcast(i, 2u));
}
