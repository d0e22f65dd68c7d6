// Loops: variables of the body that continuing reads, phis that rotate, break if on them, loops in
// continuing, bounds that the body changes, ranges that end at the last integer, values used behind.
@group(0) @binding(0) var<storage, read_write> o: array<u32, 64>;
@group(0) @binding(1) var<storage, read> key: array<u32, 4>;
fn rotate(n: u32) -> vec4u {
	var a = 1u; var b = 2u; var c = 3u; var d = 4u;
	for (var i = 0u; i < n; i++) {
		let t = a; a = b; b = c; c = d; d = t;
		if (i & 3) == 2 { let u = b; b = d; d = u; continue; }
		if i == 9 { let u = vec2u(a, c); a = u.y; c = u.x; break; }
	}
	return vec4u(a, b, c, d);
}
fn chase(n: u32) -> u32 {
	var prev = 0u; var cur = n; var last = 7u;
	loop {
		let half = cur / 2;
		let odd = cur & 1;
		if odd == 1 { last = prev; }
		continuing {
			prev = cur;
			for (var k = 0u; k < odd + 1; k++) { prev += half; }
			cur = half;
			break if cur == 0 || prev > 100000;
		}
	}
	return prev * 64 + last % 64 + cur;
}
fn gcd(x: u32, y: u32) -> u32 { var a = x; var b = y; while b != 0 { let t = b; b = a % b; a = t; } return a; }
fn fib(n: u32) -> u32 { var a = 0u; var b = 1u; for (var i = 0u; i < n; i++) { b = a + b; a = b - a; } return a; }
fn nested(n: u32) -> u32 {
	var acc = 0u; var x = n;
	for (var i = 0u; i < x; i++) {
		var y = i;
		loop {
			if y > 6 { break; }
			var z = y; y += 2;
			loop { z += 3; if z > 10 { break; } if z == x { x -= 1; } acc += z; continuing { acc ^= y; } }
			if z == 11 { continue; }
			acc += x;
			continuing { acc += i * z; }
		}
		if acc > 4000 { x = min(x, i + 2); }
	}
	return acc + x;
}
fn early(n: u32) -> u32 {
	var r = 5u;
	for (var i = n; ; i++) {
		r = r * 3 + i;
		loop { if r > 500 { return r; } r += 11; if (r & 8) == 0 { break; } continuing { r ^= 3; break if i > 20; } }
		if i > 30 { break; }
	}
	return r + 1;
}
fn ends(n: u32) -> u32 {
	var c = 0u;
	for (var i = 0xfffffffcu + (n & 0); i != 1; i++) { c = c * 2 + (i & 1); }
	for (var i = 2147483645i + i32(n & 0); i > 0; i += 1) { c += 100; }
	for (var i = 3u; i < 4; i--) { c += 1000 + i; }
	var f = 0.0; for (var x = 1.0; x < 2.0; x += 0.25) { f += x; }
	return c + u32(f * 4);
}
fn fresh(n: u32) -> u32 {
	var out = 0u;
	for (var i = 0u; i < n; i++) { var v = array(0u, 0u, 0u); v[i % 3] += i + 1; var w = vec2u(); w[i & 1]++; out = out * 7 + v[0] + v[1] * 2 + v[2] * 3 + w.x; if out > 90000 { out %= 1000; } }
	return out;
}
fn behind(n: u32) -> u32 {
	var best = 0u; var where_ = 0u; var i = 0u;
	var at = vec3u(9);
	while true { let s = (i * 37 + n) % 29; if s > best { best = s; where_ = i; at = vec3u(i, s, best); } i += 1; if i >= 12 { break; } }
	return best * 10000 + where_ * 100 + at.x + at.y + i;
}
@compute @workgroup_size(1)
fn main() {
	for (var k = 0u; k < 6; k++) {
		let n = (key[k & 3] >> k) & 15;
		let r = rotate(n);
		o[k * 9] = r.x * 1000 + r.y * 100 + r.z * 10 + r.w;
		o[k * 9 + 1] = chase(n); o[k * 9 + 2] = gcd(n * 12, k * 8 + 4) + fib(n) * 64; o[k * 9 + 3] = nested(n); o[k * 9 + 4] = early(n);
		o[k * 9 + 5] = ends(n); o[k * 9 + 6] = fresh(n); o[k * 9 + 7] = behind(n); o[k * 9 + 8] = rotate(k).z + fib(20);
	}
}
