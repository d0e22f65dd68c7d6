// Hashes in the style of image and noise shaders.
@group(0) @binding(0) var<storage, read_write> o: array<u32, 32>;
@group(0) @binding(1) var<storage, read> seeds: array<vec4u, 4>;
fn pcg(v: u32) -> u32 {
    let s = v * 747796405u + 2891336453u;
    let w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
    return (w >> 22u) ^ w;
}
fn pcg4d(v_: vec4u) -> vec4u {
    var v = v_ * 1664525u + 1013904223u;
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    v ^= v >> vec4u(16u);
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    return v;
}
fn rotl(x: u32, k: u32) -> u32 {
    return (x << k) | (x >> (32u - k));
}
fn murmur(seed: u32, data: ptr<function, array<u32, 4>>) -> u32 {
    var h = seed;
    for (var i = 0; i < 4; i++) {
        var k = (*data)[i] * 0xcc9e2d51u;
        k = rotl(k, 15u) * 0x1b873593u;
        h = rotl(h ^ k, 13u) * 5u + 0xe6546b64u;
        (*data)[i] = h;
    }
    h ^= 16u;
    h ^= h >> 16u;
    h *= 0x85ebca6bu;
    h ^= h >> 13u;
    h *= 0xc2b2ae35u;
    return h ^ (h >> 16u);
}
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) g: vec3<u32>) {
    let i = g.x;
    let v = pcg4d(seeds[i]);
    var d = array<u32, 4>(v.x, v.y, v.z, v.w);
    o[i * 8u] = murmur(pcg(i), &d);
    o[i * 8u + 1u] = d[3];
    o[i * 8u + 2u] = rotl(v.x, 0u);
    o[i * 8u + 3u] = reverseBits(v.y) ^ countOneBits(v.z);
    o[i * 8u + 4u] = firstLeadingBit(v.w) + firstTrailingBit(v.w);
    o[i * 8u + 5u] = extractBits(v.x, 28u + (i & 0u), 12u);
    o[i * 8u + 6u] = insertBits(v.x, v.y, 30u | i, 8u);
    o[i * 8u + 7u] = u32(firstLeadingBit(i32(v.z)) + extractBits(i32(v.w), 31u, 1u));
}
