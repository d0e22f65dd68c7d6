// not glsl hlsl source
// Loops that invocations leave at different times, behind a load whose value is used after
// the loop: drivers that run on processors lose it where no exit comes ahead of the load. (As
// GLSL, and in some of the jobs as HLSL, the loops have no bound that helps.)
struct Node { key: u32, next: u32 }
@group(0) @binding(0) var<storage, read_write> o: array<u32, 64>;
@group(0) @binding(1) var<storage, read> s: array<u32, 32>;
@group(0) @binding(2) var<storage, read> list: array<Node, 8>;
var<private> last: u32;
fn step(i: u32) -> u32 {
	if (s[i & 31u] & 1u) == 0u { return i + 2u; }
	return i + 1u;
}
fn find(key: u32) -> u32 {
	var at = key & 7u;
	var left = 8u;
	var node: Node;
	loop {
		node = list[at];
		left--;
		if left == 0u || (node.key & 3u) == (key & 3u) { break; }
		at = node.next & 7u;
	}
	return node.key ^ at;
}
fn early(n: u32) -> u32 {
	var i = 0u;
	loop {
		last = s[(i + n) & 31u];
		i++;
		if i > n { return last + i; }
	}
}
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) g: vec3u) {
	var v = 0u;
	for (var i = 0u; i < 8u; i++) { v = s[i]; if i == g.x { break; } }
	o[g.x] = v;
	var k = 0u;
	while k < 32u { v = s[k]; if (v & 3u) == (g.x & 3u) { break; } k++; }
	o[g.x + 8u] = v + k;
	loop { v = s[(k + g.x) & 31u]; k++; if k > 20u || (v & 7u) == (g.x & 7u) { break; } }
	o[g.x + 16u] = v;
	k = 0u;
	loop { v = s[k & 15u] + g.x; _ = step(k); k += 1u; continuing { break if k >= 2u || k != g.x; } }
	o[g.x + 24u] = v;
	k = 0u;
	loop { continuing { v = s[k & 15u] + g.x; _ = step(k); k += 1u; break if k >= 2u || k != g.x; } }
	o[g.x + 32u] = v;
	o[g.x + 40u] = find(g.x);
	o[g.x + 48u] = early(g.x) ^ last;
	k = 0u;
	var w = vec2u();
	loop {
		let at = (g.x + k) & 31u;
		w.y = w.x;
		w.x = s[at];
		k++;
		if k == 1u + (g.x & 3u) { break; }
		if k > 9u { return; }
	}
	o[g.x + 56u] = w.x * 3u + w.y;
}
