// open
// not tint-run wgpu-run hlsl msl dxc
// Indices out of bounds.
@group(0) @binding(0) var<storage, read> a: array<i32>;
@group(0) @binding(1) var<storage, read_write> o: array<i32, 8>;
@group(0) @binding(2) var<uniform> u: array<vec4i, 3>;
@group(0) @binding(3) var<storage, read> m: mat3x3f;
var<private> p: array<i32, 3> = array(1, 2, 3);
@compute @workgroup_size(1)
fn main() {
    var l = array(10, 20, 30, 40);
    let big = 1000 + o[0] * 0;
    let neg = -5 + o[0] * 0;
    o[0] = a[big];
    o[1] = a[neg];
    o[2] = u[big][neg];
    o[3] = l[u32(neg)];
    o[4] = p[big];
    l[neg] = 5;
    p[big] = 7;
    o[5] = l[0] * 100 + l[3];
    o[6] = p[2] + p[0] * 10;
    o[neg] = 77;
    o[big] = 78;
    o[3] += i32(m[big][neg]);
    let v = vec4i(1, 2, 3, 4);
    o[4] += v[big];
}
