// not msl
@group(0) @binding(0) var<storage, read_write> v: array<vec4i, 6>;
@group(0) @binding(1) var<storage, read_write> w: array<vec3f, 4>;
@group(0) @binding(2) var<storage, read> b: vec2u;
@compute @workgroup_size(1)
fn main() {
    var a = v[0];
    a.x = a.w;
    a.y += a.z;
    let c = a.wzyx.xxz.yzx;
    v[1] = vec4i(c, a.xyzw.g);
    var i = b.x & 3u;
    a[i] = a[(i + 1u) & 3u];
    v[2] = a;
    let p = &a;
    (*p)[i] -= 5;
    a.w ^= (*p)[i];
    v[3] = a.abgr;
    v[4][i] = a[3];
    v[4].z += v[4][i];
    v[5] = vec4(a.xy, vec2(a.zw)) / vec4(2);
    var f = w[0];
    f = f.yzx * f.x;
    f.z = -f.z;
    w[1] = f;
    w[2].y = f[b.y % 3u];
    w[3] = vec3f(f.xx, w[3].z);
    w[3][b.x % 3u] += 1.0;
    v[0] = vec4i(vec4f(w[3] * 4.0, 0)) % 7 - select(vec4i(1), vec4i(2), a > vec4i(0));
}
