// Private variables with initializers, used by several functions and entry points.
var<private> rng: vec2u = vec2u(12345u, 67890u);
var<private> depth = 3;
var<private> stack: array<i32, 4> = array(1, 2, 3, 4);
const d = 5.0;
var<private> f = d / 2;
override k = 2i;
var<private> ok: i32 = k * 3;
@group(0) @binding(0) var<storage, read_write> o: array<u32, 8>;
fn rand() -> u32 {
    rng.x ^= rng.x << 13u;
    rng.x ^= rng.x >> 17u;
    rng.y = rng.x * 5u + rng.y;
    return rng.x + rng.y;
}
fn walk() {
    if depth == 0 {
        return;
    }
    depth--;
    stack[depth] += i32(rand() % 10u);
    if stack[depth] % 2 == 0 {
        walk2();
    }
}
fn walk2() {
    depth = max(depth - 1, 0);
    stack[0] += depth;
}
@compute @workgroup_size(1)
fn main() {
    walk();
    walk();
    o[0] = rand();
    o[1] = u32(stack[0]);
    o[2] = u32(stack[1]);
    o[3] = u32(stack[2] + depth);
    o[4] = u32(f * 10.0);
    o[5] = u32(ok);
}
@compute @workgroup_size(2)
fn other(@builtin(local_invocation_index) i: u32) {
    for (var j = 0u; j <= i; j++) {
        o[6u + i] = rand() + u32(stack[i]);
    }
}
