@group(0) @binding(0) var<storage, read_write> o: array<f32, 16>;
fn ramp(t: f32) -> vec3f {
    return select(select(select(vec3f(1, 0, 0), vec3f(0, 1, 0), t > 10.0), vec3f(0, 0, 1), t > 20.0), mix(vec3f(1), vec3f(2, 4, 8), 0.5), (t > 30.0 && t < 40.0) || t < -50.0);
}
fn easing(x: f32) -> f32 {
    if x < 0.5 {
        return 4.0 * x;
    } else if x < 2.0 {
        let y = x - 1.0;
        return y * y;
    } else if x == 3.0 {
        return -1.0;
    } else {
        return step(4.0, x) + f32(x >= 5.0) * 2.0 - f32(!(x < 6.0));
    }
}
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    let x = o[i];
    let c = ramp(x);
    o[i + 4u] = c.x + c.y * 10.0 + c.z * 100.0;
    o[i + 8u] = easing(x) + easing(f32(i) * 1.5);
    o[i + 12u] = max(min(x, 3.0), -3.0) + fract(x) + floor(-x) + round(x * 2.0) + trunc(x) + ceil(x) + sign(x) + abs(x) + saturate(x) + clamp(x, 1.0, 2.0);
}
