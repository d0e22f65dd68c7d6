enable clip_distances;
struct VO {
    @builtin(position) p: vec4f,
    @builtin(clip_distances) c: array<f32, 3>,
    @location(0) @interpolate(flat) id: u32,
    @location(3) uv: vec2f,
}
@group(0) @binding(0) var<uniform> u: mat4x4f;
@group(0) @binding(1) var<storage, read> verts: array<array<f32, 3>>;
@vertex
fn vs(
    @builtin(vertex_index) i: u32,
    @builtin(instance_index) inst: u32,
    @location(0) pos: vec3f,
    @location(1) q: vec4u,
) -> VO {
    var o: VO;
    let v = verts[i % arrayLength(&verts)];
    o.p = u * vec4f(v[0] + pos.x, v[1], v[2], 1);
    for (var k = 0; k < 3; k++) {
        o.c[k] = o.p[k];
    }
    o.c[1] += 1.0;
    o.id = inst ^ q.w;
    o.uv = o.p.xy;
    return o;
}
@fragment
fn fs(@location(0) @interpolate(flat) id: u32, @location(3) uv: vec2f) -> @location(0) vec4f {
    return vec4f(uv, f32(id & 255u), 1);
}
