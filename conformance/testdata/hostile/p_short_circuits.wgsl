// && and || with calls that write, in conditions of every construct, in indices, in arguments, nested;
// compound assignments whose right side changes the left; constructors whose parts are calls.
@group(0) @binding(0) var<storage, read_write> o: array<u32, 40>;
@group(0) @binding(1) var<storage, read> key: array<u32, 4>;
var<private> trace: u32;
var<private> cells: array<u32, 4>;
var<private> at: u32;
fn t(n: u32) -> bool { trace = trace * 3 + n; return (n & 1) == 1; }
fn next() -> u32 { at += 1; trace = trace * 5 + at; return at & 3; }
fn drop(x: u32) -> u32 { cells[x & 3] += 100; return x; }
struct P { a: u32, b: vec2u, c: array<u32, 2> }
fn pick(p: P, q: P) -> u32 { return p.a + p.b.x * 3 + p.b.y * 5 + p.c[0] * 7 + p.c[1] * 11 + q.a * 13 + q.c[1] * 17; }
@compute @workgroup_size(1)
fn main() {
	let k = key[0] & 7;
	o[0] = select(1u, 2u, (t(k) && t(k + 1)) || (t(k + 2) && !t(k + 3)));
	o[1] = trace;
	if (t(k) || t(2)) && (t(4) || t(k >> 1)) { o[2] = trace; } else { o[2] = ~trace; }
	var n = 0u;
	while n < 5 && (t(n) || t(n + k)) { n++; }
	o[3] = n + trace;
	for (var i = next(); i != 2 && t(1); i = next()) { o[4] += i; }
	o[5] = trace;
	loop {
		n++;
		continuing { break if n > 9 || (t(n) && t(k) && t(3)); }
	}
	o[6] = n ^ trace;
	cells[next()] += drop(next());
	cells[next()] = cells[next()] + drop(1) * cells[1];
	cells[1] += drop(1);
	cells[2] = drop(2) + cells[2];
	cells[3] = cells[3] + drop(3);
	cells[drop(0)]++;
	for (var i = 0u; i < 4; i++) { o[7 + i] = cells[i]; }
	o[11] = trace;
	o[12] = pick(P(next(), vec2u(next(), next()), array(next(), next())), P(next(), vec2(next()), array(next(), next())));
	o[13] = trace;
	let v = vec4u(next(), at, next(), at);
	o[14] = v.x + v.y * 10 + v.z * 100 + v.w * 1000;
	o[15] = array(next(), at, next())[next() % 3];
	o[16] = select(next(), next(), t(next()));
	o[17] = trace;
	switch next() { case 0: { o[18] = 1; } case 1: { o[18] = next(); } default: { o[18] = at; } }
	var s = vec3u(1, 2, 3);
	s[next() % 3] += next();
	s.y *= s[next() % 3] + drop(s.x);
	o[19] = s.x + s.y * 64 + s.z * 4096;
	let b = vec2<bool>(t(1), t(k)) | vec2<bool>(t(2) || t(5), t(k) && t(6));
	o[20] = select(0u, 1u, b.x) + select(0u, 2u, b.y);
	o[21] = trace;
	let lazy = t(k) && ((t(1) && cells[next()] > 3) || (t(7) && (next() == 2 || t(9))));
	o[22] = select(3u, 4u, lazy) + at;
	o[23] = min(next(), max(next(), drop(at)));
	at = at + next() * at;
	o[24] = at;
	at -= next();
	o[25] = at & 0xffff;
	trace ^= next() + trace;
	o[26] = trace;
}
