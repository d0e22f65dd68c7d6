// What calls do shows in the operands behind them, not in those before.
// buffer 0.0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// expect 0.0: 28 28 79 445 7355 11f1 d67 11 35 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0

@group(0) @binding(0) var<storage, read_write> o: array<u32, 64>;
var<private> n: u32;
fn nx() -> u32 {
    n = n * 3u + 1u;
    return n;
}
fn nb() -> bool {
    return nx() % 2u == 0u;
}
fn idx(v: ptr<function, array<u32, 4>>) -> u32 {
    (*v)[0]++;
    return (*v)[0] & 3u;
}
@compute @workgroup_size(1)
fn main() {
    var a = array(1u, 2u, 3u, 4u);
    a[idx(&a)] += nx();
    a[nx() % 4u] = a[idx(&a)] + nx() * n;
    let v = vec3u(nx(), n, nx());
    o[0] = v.x;
    o[1] = v.y;
    o[2] = v.z;
    o[3] = select(nx(), nx(), nb());
    let b = (nb() && nb()) || nb();
    o[4] = u32(b) + n;
    o[5] = a[0] + a[1] * 10u + a[2] * 100u + a[3] * 1000u;
    a[nx() & 3u]++;
    a[3]--;
    let p = &a[nx() & 3u];
    n = 0u;
    *p = nx();
    o[6] = a[0] + a[1] * 10u + a[2] * 100u + a[3] * 1000u;
    o[7] = n + nx() * n;
    o[8] = min(nx(), n) + max(n, nx());
}
