// Distances of shifts that are known to be as wide as what they shift, or wider, count modulo
// its size; optimized text says by how much.
// buffer 0.0: 81 8 1 80000000 0 0 0 0
// expect 0.0: 8100 0 2 ffffff80 81 1 20 0

@group(0) @binding(0) var<storage, read_write> o: array<u32, 8>;

@compute @workgroup_size(1)
fn main() {
    let far = 0x28u;
    let a = o[0];
    let v = vec2u(o[1], o[2]);
    let i = bitcast<i32>(o[3]);
    o[0] = a << far;
    o[1] = v.x >> far;
    let w = v << vec2u(far - 6u, 0xffffffe1u);
    o[2] = w.y;
    o[3] = bitcast<u32>(i >> (far * 7u - 256u));
    o[4] = a >> (far * 4u);
    o[5] = v.y >> 0u;
    o[6] = w.x;
}
