// Entry points of every stage share structs, globals and functions; members in another order than their
// locations, positions first and last, invariant, flat integers, depth and sample mask beside colors.
struct Link { @location(3) a: vec3f, @builtin(position) @invariant p: vec4f, @location(0) @interpolate(flat) n: vec2u, @location(1) b: f32, @location(2) @interpolate(linear, center) c: vec2f }
struct Pixel { @location(1) second: vec4f, @builtin(frag_depth) depth: f32, @location(0) first: vec4f, @builtin(sample_mask) mask: u32 }
struct Shared { scale: vec4f, m: mat3x3f, n: u32 }
@group(0) @binding(0) var<uniform> fixed: Shared;
@group(0) @binding(1) var<storage, read> table: array<vec4f, 4>;
@group(0) @binding(2) var<storage, read_write> o: array<f32, 16>;
var<private> state: vec4f = vec4f(1, 2, 3, 4);
var<private> count: u32;
fn touch(x: f32) -> f32 { count += 1; state = state.yzwx + x; return state.x * f32(count); }
fn shade(l: Link) -> vec4f { return vec4f(l.a * fixed.scale.xyz, l.b + l.c.x) + table[l.n.x & 3]; }
@vertex fn position(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32, @location(1) v: vec2f, @location(0) w: vec4u) -> Link {
	var l: Link;
	l.p = vec4f(v, touch(0.25), 1) + state;
	l.n = w.xy + vec2u(i, k);
	l.a = fixed.m * vec3f(v, f32(w.z));
	l.c = l.a.xy;
	l.b = touch(l.a.z);
	return l;
}
@vertex fn bare() -> @invariant @builtin(position) vec4f { return state * touch(1); }
@fragment fn color(l: Link, @builtin(front_facing) front: bool, @builtin(sample_index) s: u32) -> Pixel {
	var p: Pixel;
	p.first = shade(l) * select(1.0, 2.0, front);
	p.second = state + touch(l.b) + dpdx(l.a.x) + fwidth(l.c).y;
	if l.n.y > 1000000 { discard; }
	p.depth = l.p.z * 0.5 + f32(s) * 0.125;
	p.mask = 1u | (l.n.x << 1);
	return p;
}
@fragment fn again(l: Link) -> @location(0) vec4f { return shade(l) + l.p / 64; }
@fragment fn nothing() { count += 1; }
@compute @workgroup_size(1) fn main() {
	var l = Link(vec3f(1, 2, 3), vec4f(4), vec2u(fixed.n, 2), 0.5, vec2f(2, 3));
	let v = shade(l);
	l.n.x += 1;
	o[0] = v.x; o[1] = v.w; o[2] = touch(2); o[3] = shade(l).y; o[4] = state.z; o[5] = l.p.x + f32(l.n.x & 7);
	let p = Pixel(v, 0.5, v.wzyx, 3); o[6] = p.first.x + p.second.y + p.depth + f32(p.mask);
}
